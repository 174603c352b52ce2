"""The programs that compete: how each is built, started and asked.

Building is by hand-made rules rather than CMake, because nothing here belongs to the normal build. A program is built
again when a source or its compiler is newer.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import select
import shlex
import shutil
import signal
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
COMMON = sorted((HERE / "common").glob("*.c"))
C_FLAGS = ["-std=gnu11", "-Wall", "-Wextra"]
SWCC_FLAGS = ["-O3", "-std=c++17"]
PATIENCE = 120  # seconds for an answer


class Missing(Exception):
    """An opponent that cannot be had here; the text says what to install."""


class BuildError(Exception):
    """A program that does not compile: what the compiler said."""


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def compiles(flags, text):
    """Whether gcc can compile and link a program with these flags."""
    command = ["gcc", "-x", "c", "-", "-o", os.devnull, *flags]
    return subprocess.run(command, input=text, capture_output=True, text=True).returncode == 0


def is_fresh(output, inputs):
    return output.exists() and all(p.stat().st_mtime <= output.stat().st_mtime for p in inputs)


class Builder:
    """Builds the programs into a folder."""

    def __init__(self, folder, swcc):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.swcc = pathlib.Path(swcc).resolve()
        self.headers = [p for p in HERE.rglob("*") if p.suffix in (".h", ".def")]

    def compile_all(self, name, sources, flags_of):
        """Objects of C sources; flags_of(source) are its flags."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(self.compile_one, folder, source, flags_of(source)) for source in sources]
            return [job.result() for job in jobs]

    def compile_one(self, folder, source, flags):
        output = folder / (source.stem + ".o")
        if not is_fresh(output, [source, *self.headers, pathlib.Path(__file__)]):
            run(["gcc", *C_FLAGS, *flags, "-c", source, "-o", output])
        return output

    def common(self):
        return self.compile_all("common", COMMON, lambda source: ["-O2", "-ffp-contract=off"])

    def c_program(self, name, flags_of, libraries):
        objects = self.compile_all(name, sorted((HERE / name).glob("*.c")), flags_of)
        program = self.folder / f"{name}-bench"
        run(["gcc", "-fopenmp", *objects, *self.common(), *libraries, "-lm", "-o", program])
        return program

    def compiler_parts(self):
        """What decides about swcc's output: the files of the build, or of the installation, that it lies in."""
        root = self.swcc.parent.parent
        places = ["bin", "libexec/softwarp", "lib", "lib/softwarp"]
        files = [p for place in places if (root / place).is_dir() for p in (root / place).iterdir() if p.is_file()]
        return files + [p for p in (root / "include/cuda").rglob("*") if p.is_file()]

    def softwarp(self):
        """The CUDA program, made by swcc. Its memory is device memory, not host_memory.c's."""
        return self.cuda_program("cuda", [o for o in self.common() if o.stem != "host_memory"])

    def checked(self):
        """The same, built for checking."""
        return self.cuda_program("cuda", [o for o in self.common() if o.stem != "host_memory"], "checked", ["--check"])

    def micro(self):
        return self.cuda_program("micro", [])

    def cuda_program(self, sources_of, objects, name=None, flags=()):
        """`name`: of the program and its folder, if not that of its sources' folder."""
        name = name or sources_of
        sources = sorted((HERE / sources_of).glob("*.cu"))
        program = self.folder / f"{name}-bench"
        if is_fresh(program, [*sources, *objects, *self.headers, *self.compiler_parts()]):
            return program
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(self.cuda_object, name, source, flags) for source in sources]
            objects = [*[job.result() for job in jobs], *objects]
        run([self.swcc, *flags, *objects, "-o", program])
        return program

    def cuda_object(self, name, source, flags):
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        output = folder / (source.stem + ".o")
        run([self.swcc, *SWCC_FLAGS, *flags, "-c", source, "-o", output])
        return output

    def openmp(self):
        def flags(source):
            fast = ["-ffast-math"] if source.stem == "options" else []
            return ["-O3", "-march=native", "-fopenmp", *fast]
        return self.c_program("openmp", flags, ["-lmvec"])

    def opencl(self):
        if not compiles(["-lOpenCL"], "#include <CL/cl.h>\nint main(void) { return 0; }"):
            raise Missing("PoCL: no OpenCL headers; install ocl-icd-opencl-dev and pocl-opencl-icd")
        if not list(pathlib.Path("/etc/OpenCL/vendors").glob("pocl*.icd")):
            raise Missing("PoCL: not installed; install pocl-opencl-icd")
        return self.c_program("opencl", lambda source: ["-O2"], ["-lOpenCL"])

    def limit(self):
        """The program, and a remark about what it lacks."""
        if "__AVX512F__" not in subprocess.run(["gcc", "-march=native", "-dM", "-E", "-x", "c", os.devnull],
                                               capture_output=True, text=True).stdout:
            raise Missing("limit: its programs are written for AVX-512, which this processor lacks")
        blas = openblas_flags()
        flags = ["-O3", "-march=native", "-mprefer-vector-width=512", "-fno-tree-vectorize", "-fopenmp"]
        if blas:
            flags += ["-DBENCH_OPENBLAS", *[f for f in blas if f.startswith("-I")]]
        folder = self.folder / "limit"
        stamp = folder / ("with-openblas" if blas else "without-openblas")
        if folder.is_dir() and not stamp.exists():
            shutil.rmtree(folder)
        folder.mkdir(exist_ok=True)
        stamp.touch()
        program = self.c_program("limit", lambda source: flags, [f for f in blas or [] if not f.startswith("-I")])
        return program, None if blas else "limit of matmul: no OpenBLAS; install libopenblas-pthread-dev"


def openblas_flags():
    """How to compile with OpenBLAS; None without it."""
    multiarch = subprocess.run(["gcc", "-print-multiarch"], capture_output=True, text=True).stdout.strip()
    for where in (f"{multiarch}/openblas-pthread", "openblas", ""):
        flags = ["-lopenblas"]
        if where:
            flags = [f"-I/usr/include/{where}", f"-L/usr/lib/{where}", *flags]
        if compiles(flags, "#include <cblas.h>\nint main(void) { return !cblas_sgemm; }"):
            return flags
    return None


@dataclasses.dataclass
class Sample:
    """One answer: times in ms of one round."""
    median: float
    others: float
    wall: float
    runs: int
    right: bool
    note: str


class Opponent:
    """A program of the benchmark. Ask it for a workload; it answers with a Sample, or None if it has none. One that
    ends or hangs has given a wrong answer, and is started anew for the next question."""

    def __init__(self, name, command, environment):
        self.name = name
        self.command = [str(word) for word in command]
        self.environment = {**os.environ, **environment}
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=self.environment)

    def ask(self, workload, budget):
        try:
            self.process.stdin.write(f"{workload} {budget}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return self.restart()
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        if not ready:
            self.process.kill()
        line = self.process.stdout.readline()
        return parse_answer(line) if line else self.restart()

    def restart(self):
        """After an end without an answer: the sample that stands for it."""
        status = self.process.wait()
        self.start()
        late = f", for it had not answered after {PATIENCE} s" if status == -signal.SIGKILL else ""
        return Sample(0, 0, 0, 0, False, f"the program ended with status {status}{late}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def parse_answer(line):
    """A line of the protocol; common/serve.c describes it."""
    words = line.split()
    if words[1] == "none":
        return None
    facts = dict(word.split("=", 1) for word in words[2:])
    return Sample(float(facts["median"]), float(facts["others"]), float(facts["wall"]), int(facts["runs"]),
                  words[1] == "ok", facts["note"].replace("_", " "))
