# What lit has to know of the suite: see README.md in this folder.
#
# A test with a RUN line is an ordinary lit test. A .cu file without one is a whole program that checks itself; it is
# compiled and run in every way that must make no difference (run-matrix.py).
import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from lit_format import SoftwarpTest  # a module of its own: lit's worker processes import it

if not hasattr(config, "softwarp_build"):
    lit_config.fatal("run the suite through the build: ctest, or lit on BUILD/tests")


def plain(links, name, path):
    """The path, or where it has what a shell would take apart, a link to it: RUN lines have it without quotes."""
    if re.fullmatch(r"[\w./+@,:=-]+", path, re.ASCII):
        return path
    if not links:
        links.append(tempfile.mkdtemp(prefix="softwarp-lit-"))
        atexit.register(shutil.rmtree, links[0])
    os.symlink(path, os.path.join(links[0], name))
    return os.path.join(links[0], name)


links = []
config.softwarp_build = plain(links, "build", config.softwarp_build)
config.softwarp_source = plain(links, "source", config.softwarp_source)

config.name = "softwarp"
config.test_source_root = os.path.join(config.softwarp_source, "tests")
config.test_exec_root = os.path.join(config.softwarp_build, "tests")
config.test_format = SoftwarpTest(config.test_source_root, config.test_exec_root)
config.suffixes = [".ll", ".cu", ".test", ".c"]
config.excludes = ["Inputs", "unit", "differential", "dartagnan.c", "litmus", "reference"]

build = config.softwarp_build
swcc = os.path.join(build, "bin", "swcc")
matrix = [sys.executable, os.path.join(config.test_source_root, "run-matrix.py"), "--swcc", swcc]
run = []
if lit_config.params.get("tier") == "quick":
    config.available_features.add("quick")
if subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("mounts")  # a test may mount a file system that it alone sees
if config.softwarp_asserts:
    config.available_features.add("asserts")
if config.softwarp_mutants:
    config.available_features.add("mutants")
if config.softwarp_preload:
    matrix += ["--preload", config.softwarp_preload]
    run = ["env", "LD_PRELOAD=" + config.softwarp_preload]

# Golden tests are for one kind of processor, whatever the machine's is; those that are about another name it.
processor = lit_config.params.get("cpu", "x86-64-v3")

# Runs the lines of %s that begin with "// GDB:", which %gdb-lines has put aside, with scripts of the build loaded. gdb may
# fail where a program of several threads ends, so its status says nothing, and programs are not run to their end.
gdb = ["bash -c 'timeout 300 gdb -batch -nx -iex \"add-auto-load-safe-path", build + '"',
       '-iex "set width 0" -iex "set debuginfod enabled off" -iex "set print thread-events off" -x %t.gdb "$@" || true\' gdb']

# In order: a name that begins another comes after it.
config.substitutions += [
    ("%softwarp-cc", os.path.join(build, "libexec", "softwarp", "softwarp-cc") + " --cpu=" + processor),
    ("%softwarp-build", build),
    ("%softwarp-source", config.softwarp_source),
    ("%gdb-lines", "sed -n 's,^// GDB: *,,p' %s > %t.gdb"),
    ("%gdb", " ".join(gdb)),
    ("%python", sys.executable),
    ("%softwarp", os.path.join(build, "bin", "softwarp")),
    ("%sanitizer", os.path.join(build, "libexec", "softwarp", "bin", "compute-sanitizer")),
    ("%swcc", swcc),
    ("%matrix", " ".join(matrix)),
    ("%run", " ".join(run)),
    ("%clang", os.path.join(config.llvm_bin, "clang")),
    ("%opt", os.path.join(config.llvm_bin, "opt")),
    ("%examples", os.path.join(config.softwarp_source, "examples")),
]
# FileCheck, not, split-file, llvm-*: LLVM's own, before any other on the path.
config.environment["PATH"] = os.pathsep.join([config.llvm_bin, os.environ["PATH"]])
for name in ("HOME", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "SOFTWARP_MUTANT"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# Headers are compiled once for all tests, and not beside the user's.
config.environment["SOFTWARP_CACHE"] = os.path.join(os.path.realpath(build), "tests", "headers")

for feature, program in (("gdb", "gdb"), ("valgrind", "valgrind"), ("nvcc", "nvcc"), ("ccache", "ccache")):
    if shutil.which(program):
        config.available_features.add(feature)
if os.path.exists("/usr/include/cuda/std/version"):
    config.available_features.add("system-libcu")
if config.softwarp_preload:
    config.available_features.add("sanitize")
