#!/usr/bin/env python3
"""Random CUDA kernels, compared with a plain C++ model at every number of lanes.

    kernels.py --swcc PATH [--seed N] [--count N | --time SECONDS | --seconds S | --hours H] [--jobs N]
               [--lanes 1,8,16,32,auto] [--kernels N] [--flags FLAGS] [--keep DIR] [--reduce] [--preload LIB]
               [--model-only CXX]

Each seed is a program of a few kernels (--kernels) that runs each on the device and its model on the host, and compares
all that they wrote bit by bit. It is compiled with code for every number of lanes, and run for each entry of --lanes
(SOFTWARP_LANES; auto: not set) with one worker, and with two and shuffled blocks. MODES says how seeds differ
in their options: for older processors, or not optimised. For auto it is compiled again, as swcc does when
not told: only then there is code for whole blocks.

A difference is told with seed, kernel, lanes and first element that differs; --keep says where the program stays, and
with --reduce a small one that fails in the same way is left beside it. Such a file stands alone, and checks itself: it
can be put among the conformance programs as it is.

--model-only checks the generator: the models alone are compiled by that C++ compiler, with its sanitizers.

kernels_program.py makes a program of a seed, out of what kernels_block.py (things that threads do together),
kernels_thread.py (statements of one thread) and kernels_expression.py make; kernels_tree.py renders kernel and model
from one tree; kernels_reduce.py makes a failing one small; kernels.h and kernels_model.h are what every
program begins with.
"""
import argparse
import contextlib
import copy
import os
import re
import shlex
import sys
import tempfile

sys.dont_write_bytecode = True
from kernels_program import Program # noqa: E402
from kernels_reduce import reduce # noqa: E402
from seeds import GENERATORS_FAULT, add_arguments, checked, execute, keep_report # noqa: E402
from seeds import run_program, run_seeds, tell # noqa: E402

# Host code is the model: quickly compiled is best.
FLAGS = ["-arch=sm_80", "-fmad=false", "-w", "-Xcompiler", "-O0,-ffp-contract=off"]
MODES = {3: ["-march=x86-64-v3"], 5: ["-march=x86-64-v2"], 7: ["-O0"], 11: ["-march=x86-64-v3"], 13: ["-dopt=on", "-G"],
         14: ["-march=x86-64-v2"]} # by the seed's last four bits
SANITIZE = ["-std=c++17", "-x", "c++", "-DMODEL_ONLY", "-w", "-O0", "-fsanitize=undefined,address",
            "-fno-sanitize-recover=all"]
PARSE = ["c++", "-std=c++17", "-x", "c++", "-DMODEL_ONLY", "-w", "-fsyntax-only"]
WORKERS = [{"SOFTWARP_THREADS": "1"}, {"SOFTWARP_THREADS": "2", "SOFTWARP_SHUFFLE": "1"}]
COMPILE_TIMEOUT, RUN_TIMEOUT, REDUCE_TIMEOUT = 600, 60, 10


class Failure:
    """way: environment of the run, the first one when the program could not be compiled. kind: what must stay the same when
    the program is made smaller."""

    def __init__(self, kind, way, text):
        self.kind, self.way, self.text = kind, way, text


def ways(lanes):
    for entry in lanes:
        for workers in WORKERS:
            yield {**workers, **({} if entry == "auto" else {"SOFTWARP_LANES": entry})}


def builds(lanes):
    """The ways of each program that is compiled."""
    named = [entry for entry in lanes if entry != "auto"]
    return [list(ways(entries)) for entries in (named, ["auto"] if "auto" in lanes else []) if entries]


def lanes_flag(way):
    return "--lanes=all" if "SOFTWARP_LANES" in way else "--lanes=auto"


class Tester:
    def __init__(self, args):
        self.args = args
        self.folder = tempfile.TemporaryDirectory(prefix="softwarp-kernels-")
        self.count = 0

    @contextlib.contextmanager
    def files(self, program):
        """Paths for source and program, both gone afterwards."""
        self.count += 1
        stem = os.path.join(self.folder.name, f"{program.seed}-{self.count}")
        with open(stem + ".cu", "w", encoding="ascii") as file:
            file.write(program.text())
        try:
            yield stem + ".cu", stem
        finally:
            for path in (stem + ".cu", stem):
                if os.path.exists(path):
                    os.unlink(path)

    def compile(self, program, source, output, way):
        flags = FLAGS + [lanes_flag(way)] + MODES.get(program.seed % 16, []) + shlex.split(self.args.flags)
        return execute([self.args.swcc, *flags, source, "-o", output], COMPILE_TIMEOUT)

    def run(self, output, way, which=None, timeout=RUN_TIMEOUT, patient=True):
        return run_program(output, way, timeout, self.args.preload, which, patient)

    def failure(self, program, only=None):
        """The first thing that is wrong with a program, or None. only: the way to run it, instead of all."""
        for build in [[only]] if only else builds(self.args.lanes):
            if failure := self.failure_of(program, build):
                return failure
        return None

    def failure_of(self, program, build):
        with self.files(program) as (source, output):
            status, text = self.compile(program, source, output, build[0])
            if status != 0:
                what = f"swcc {lanes_flag(build[0])} ends with {status}\n{text[:2000]}"
                return Failure(("compile", complaint(text)), build[0], what)
            for way in build:
                status, text = self.run(output, way)
                if status != 0:
                    return Failure((status, kernels_of(text)), way, self.describe(program, output, way, status))
        return None

    def describe(self, program, output, way, status):
        """What each kernel that fails says, run for itself."""
        lines = [f"{tell(way)}: ends with {status}"]
        for kernel in program.kernels:
            status, text = self.run(output, way, kernel.number)
            if status != 0:
                lines.append(f"k{kernel.number}: ends with {status}: {text.strip()[:1000]}")
        return "\n".join(lines)

    def reduced(self, program, failure):
        """A smaller program that fails in the same way; where others than one lane fail, one lane still works."""
        alone = {"SOFTWARP_THREADS": "1", "SOFTWARP_LANES": "1"}
        seen = {}

        def judge(smaller, reference):
            with self.files(smaller) as (source, output):
                status, text = self.compile(smaller, source, output, failure.way)
                if status != 0 or failure.kind[0] == "compile":
                    return (status != 0 and failure.kind == ("compile", complaint(text))
                            and execute([*PARSE, source], COMPILE_TIMEOUT)[0] == 0)
                if self.run(output, failure.way, timeout=REDUCE_TIMEOUT, patient=False)[0] != failure.kind[0]:
                    return False
                return not reference or self.run(output, alone, timeout=REDUCE_TIMEOUT, patient=False)[0] == 0

        def still_fails(smaller):
            text = smaller.text()
            if text not in seen:
                seen[text] = judge(smaller, reference)
            return seen[text]

        reference = failure.kind[0] != "compile" and failure.way.get("SOFTWARP_LANES") != "1" and judge(program, True)
        smaller = copy.deepcopy(program)
        smaller.kernels.sort(key=lambda kernel: f"k{kernel.number}" not in (failure.kind[1] or ()))
        reduce(smaller, still_fails)
        return smaller

    def check_model(self, program):
        with self.files(program) as (source, output):
            status, text = execute([self.args.model_only, *SANITIZE, source, "-o", output],
                                   COMPILE_TIMEOUT)
            if status == 0:
                status, text = execute([output], RUN_TIMEOUT)
        return Failure((status, None), {}, f"model: ends with {status}\n{text[:3000]}") if status != 0 else None


def complaint(text):
    """The first line of a compiler's message that says what is wrong, without names and numbers."""
    for line in text.splitlines():
        if re.search(r"error|bug|assert|LLVM ERROR|unsupported", line, re.I):
            return re.sub(r"'[^']*'|\d+|\"[^\"]*\"", "", line.split("error:")[-1])
    return ""


def kernels_of(text):
    return tuple(sorted(set(re.findall(r"DIFFERS (k\d+):", text))))


def one_seed(tester, seed):
    program = Program(seed, tester.args.kernels)
    failure = tester.check_model(program) if tester.args.model_only else tester.failure(program)
    if not failure:
        return None
    report = f"seed {seed}: {failure.text}\n"
    if tester.args.keep:
        stem = os.path.join(tester.args.keep, f"seed-{seed}")
        with open(stem + ".cu", "w", encoding="ascii") as file:
            file.write(program.text())
        if tester.args.reduce and failure.kind[0] != GENERATORS_FAULT and not tester.args.model_only:
            smaller = tester.reduced(program, failure)
            with open(stem + ".reduced.cu", "w", encoding="ascii") as file:
                file.write(smaller.text())
            again = tester.failure(smaller, failure.way)
            report += f"reduced: {again.text if again else 'does not fail any more'}\n"
            report += "\n".join(kernel.device_text() for kernel in smaller.kernels)
        keep_report(tester.args, seed, report)
    return report


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_arguments(parser)
    parser.add_argument("--kernels", type=int, default=8, help="per program")
    parser.add_argument("--lanes", default="1,8,16,32,auto")
    parser.add_argument("--model-only", metavar="CXX", help="check the models with this compiler's sanitizers")
    args = parser.parse_args()
    args.lanes = args.lanes.split(",")
    return checked(parser, args)


def main():
    args = arguments()
    tester = Tester(args)
    return run_seeds(args, lambda seed: one_seed(tester, seed), args.kernels)


if __name__ == "__main__":
    sys.exit(main())
