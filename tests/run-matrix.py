#!/usr/bin/env python3
"""Compiles one CUDA program with swcc and runs it in every way that must make no difference.

    run-matrix.py --swcc build/bin/swcc [--dir DIR] [--preload LIB] [--flags FLAGS] [--quick | --once | --processors | --thorough] PROGRAM

PROGRAM is a .cu file, or a folder whose .cu, .cpp and .c files make one program. A program checks itself: exit status
0 is a pass. The ways (WAYS below): kernels with the lanes that they choose themselves, by one worker, by two, and
with the blocks in shuffled order; with 1, 8, 16 and 32 lanes; compiled with -O0, and with --check; for AVX2 and
SSE4.2 (with --processors), where the code is also looked through for registers that such processors lack. With
--thorough all of that, and every number of lanes on each. Otherwise programs take turns, because most of the time is
the compiler's. Of sixteen, two are compiled as usual, with such code only as it chooses itself, one for every number
of lanes, four for 32 lanes, and nine for 8 lanes, which takes half as long; what is compiled for one number of lanes is
so for one kind of blocks in BLOCKS, and runs others a lane at a time; one in NOT_OPTIMISED with -O0 as well, one
in CHECKED with --check, with no checker on. With --processors one in eight is compiled for every number of lanes, two
for 8 lanes, the others for 32; one in four for AVX2 as well, where the machine has more, and one in eight for SSE4.2,
which few machines have for their best. Every other eight are linked with the shared runtime, three in four by lld where
it is there; both take less. But for one in eight, host code is not optimised, and swcc says nothing of it. With
--quick there is one compilation, with such code only as it chooses itself; it runs as it chooses itself, by one worker
and with shuffled blocks by two, and with 1 and with 32 lanes. --once is for programs that take long to compile: one
compilation, for 8 lanes; one program in USUAL_ONCE has the code that it chooses itself.

Comment lines among the first 40 of the file (in a folder: of each file) refine that:

    // SWCC: flags         more flags for swcc
    // SOURCES: a.cu b.cc  more source files, relative to this one
    // EXPECT: text        standard output contains this (may be repeated, any order)
    // STDERR: text        standard error contains this
    // EXIT: n             exit status, when not 0
    // ENV: NAME=value     environment of the runs
    // TIMEOUT: seconds    per run (60)
    // ALSO: flags         one more way: compiled with these
    // SAME-OUTPUT         every way prints the same, lines with a time (" ms") apart
    // USUAL-CODE          about code for whole blocks: compiled as usual
    // WIDE-CODE           about code for 32 lanes: compiled for these
    // FEW-WAYS            a big table: not compiled as usual nor for other processors, but for --thorough
    // FEW-RUNS            takes long to run: with one number of lanes, not as it chooses itself as well
    // NO-GPU: why         there is no recording of what a GPU prints
    // NVCC: flags         more flags for nvcc, where a recording is made (record.py)

Where NAME.gpu lies beside NAME.cu every way prints what it says: it is what the program printed on a GPU.
"""
import argparse
import collections
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

USUAL, PROCESSORS, THOROUGH = range(3)
Way = collections.namedtuple("Way", "name flags environment level")


def way(name, flags="", threads=2, shuffle=False, lanes=0, level=USUAL):
    environment = {"SOFTWARP_THREADS": str(threads)}
    if shuffle:
        environment["SOFTWARP_SHUFFLE"] = "1"
    if lanes:
        environment["SOFTWARP_LANES"] = str(lanes)
    return Way(name, flags, environment, level)


# Compiling takes most of the time: ways with the same flags share a program.
WAYS = [
    way("one worker", threads=1),
    way("two workers"),
    way("shuffled blocks", shuffle=True),
    way("1 lane", "--lanes=all", lanes=1, shuffle=True),
    way("8 lanes", "--lanes=all", lanes=8),
    way("16 lanes", "--lanes=all", lanes=16, shuffle=True),
    way("32 lanes", "--lanes=all", lanes=32),
    way("-O0", "-O0"),
    way("checked", "--check", shuffle=True),
    way("AVX2", "-march=x86-64-v3", shuffle=True, level=PROCESSORS),
    way("SSE4.2", "-march=x86-64-v2", level=PROCESSORS),
    *[way(f"{lanes} lanes, one worker", "--lanes=all", threads=1, lanes=lanes, level=THOROUGH) for lanes in (8, 16, 32)],
    *[way(f"{name}, {lanes} lanes", f"-march={cpu} --lanes=all", shuffle=lanes != 16, lanes=lanes, level=THOROUGH)
      for name, cpu in (("AVX2", "x86-64-v3"), ("SSE4.2", "x86-64-v2")) for lanes in (1, 8, 16, 32)],
]
QUICK_WAYS = ["one worker", "shuffled blocks", "1 lane", "32 lanes"]
ONCE_WAYS = ["two workers", "shuffled blocks", "1 lane", "8 lanes"]
# What programs are compiled for.
ALL, NARROW, WIDE, USUAL_CODE = "--lanes=all", "--lanes=8", "--lanes=32", ""
AVX2, SSE4 = "-march=x86-64-v3", "-march=x86-64-v2"
# The ways with a number of lanes that code has; code for some other lanes runs with 1 and with 32.
LANES = {ALL: {"1 lane", "8 lanes", "16 lanes", "32 lanes"}, NARROW: {"1 lane", "8 lanes"}}
# What code for a processor must not touch, and what this machine must have (flags of /proc/cpuinfo) to run it.
FOREIGN = {"x86-64-v3": r"%zmm|%k[0-7]|%[xy]mm(1[6-9]|2\d|3[01])", "x86-64-v2": r"%zmm|%ymm|%k[0-7]|\tv[a-z]+\s.*%xmm"}
NEEDED = {"x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
          "x86-64-v3": {"avx2", "fma", "bmi2", "f16c"}, "x86-64-v2": {"sse4_2", "popcnt"}}
COMPILE_TIMEOUT = 400
CHECKED, NOT_OPTIMISED, USUAL_ONCE = 16, 12, 12  # one program in so many
TURNS = {0: USUAL_CODE, 8: USUAL_CODE, 1: ALL, 3: WIDE, 7: WIDE, 11: WIDE, 13: WIDE}  # of sixteen; the others: NARROW
PROCESSOR_TURNS = {1: ALL, 2: NARROW, 6: NARROW}  # of eight, with --processors; the others: WIDE
BLOCKS = ["full", "rows", "any"]  # what such code is for, in turn, where it is for one number of lanes
DIRECTIVE = re.compile(r"^\s*//\s*(SWCC|SOURCES|EXPECT|STDERR|EXIT|ENV|TIMEOUT|ALSO|SAME-OUTPUT|USUAL-CODE|WIDE-CODE|FEW-WAYS|FEW-RUNS|NO-GPU|NVCC)\b:?\s*(.*?)\s*$")


def read_recording(path):
    """What a GPU printed, without the two lines that say which GPU and how; None without such a file."""
    return path.read_text().split("\n", 2)[2] if path.is_file() else None


class Plan:
    """What the directives of a program say."""

    def __init__(self, program):
        self.sources = []
        self.flags, self.expect, self.stderr, self.also, self.nvcc = [], [], [], [], []
        self.environment = {}
        self.exit, self.timeout, self.same_output = 0, 60, False
        self.no_gpu, self.usual_code, self.wide_code = None, False, False
        self.few_ways, self.few_runs = False, False
        self.recording = read_recording(program.with_suffix(".gpu"))
        if program.is_dir():
            files = sorted(p for p in program.iterdir() if p.suffix in (".cu", ".cpp", ".cc", ".c"))
        else:
            files = [program]
        for path in files:
            self.sources.append(str(path))
            self.read(path)

    def read(self, path):
        for line in path.read_text().splitlines()[:40]:
            match = DIRECTIVE.match(line)
            if match:
                self.note(path, match.group(1), match.group(2))

    def note(self, path, word, value):
        if word == "SWCC":
            self.flags += shlex.split(value)
        elif word == "SOURCES":
            self.sources += [str(path.parent / name) for name in value.split()]
        elif word == "EXPECT":
            self.expect.append(value)
        elif word == "STDERR":
            self.stderr.append(value)
        elif word == "EXIT":
            self.exit = int(value)
        elif word == "ENV":
            name, _, text = value.partition("=")
            self.environment[name] = text
        elif word == "TIMEOUT":
            self.timeout = int(value)
        elif word == "ALSO":
            self.also.append(way(value, value, level=PROCESSORS))
        elif word == "FEW-WAYS":
            self.few_ways = True
        elif word == "FEW-RUNS":
            self.few_runs = True
        elif word == "USUAL-CODE":
            self.usual_code = True
        elif word == "WIDE-CODE":
            self.wide_code = True
        elif word == "NO-GPU":
            self.no_gpu = value
        elif word == "NVCC":
            self.nvcc += shlex.split(value)
        else:
            self.same_output = True


def fail(what, text=""):
    print(f"FAIL: {what}")
    if text:
        print(text)
    sys.exit(1)


def run(command, timeout, environment=None):
    """Exit status (128 + signal when killed), standard output, standard error; a timeout fails the test."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL,
                              env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired as late:
        out = (late.stdout or b"") + (late.stderr or b"")
        fail(f"no end after {timeout} s: {shlex.join(command)}", out.decode(errors="replace"))
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return status, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def compile_program(swcc, plan, flags, output):
    command = [swcc, *flags, *plan.flags, *plan.sources, "-o", output]
    status, out, err = run(command, COMPILE_TIMEOUT)
    if status != 0:
        fail(f"swcc ended with {status}: {shlex.join(command)}", out + err)


def processor_of(flags):
    match = re.search(r"-march=(\S+)", flags)
    return match and match.group(1)


def can_run(flags):
    """Whether this machine has what the code needs."""
    text = pathlib.Path("/proc/cpuinfo").read_text()
    return NEEDED.get(processor_of(flags), set()) <= set(text.split())


def check_code(flags, path):
    """The program keeps to its processor's registers."""
    foreign = FOREIGN.get(processor_of(flags))
    tool = shutil.which("llvm-objdump") or shutil.which("llvm-objdump-19") or shutil.which("objdump")
    if not foreign or not tool:
        return
    _, code, _ = run([tool, "-d", "--no-show-raw-insn", path], COMPILE_TIMEOUT)
    wrong = [line for line in code.splitlines() if re.search(foreign, line)]
    if wrong:
        fail(f"{flags}: code for another processor", "\n".join(wrong[:10]))


def check(plan, way, status, out, err):
    for text in plan.expect:
        if text not in out:
            fail(f"{way}: standard output lacks: {text}", out + err)
    for text in plan.stderr:
        if text not in err:
            fail(f"{way}: standard error lacks: {text}", out + err)
    if status != plan.exit:
        fail(f"{way}: exit status {status}, expected {plan.exit}", out + err)
    if plan.recording is not None and out != plan.recording:
        lines = difflib.unified_diff(plan.recording.splitlines(), out.splitlines(), "on a GPU", "here", lineterm="", n=1)
        fail(f"{way}: not what a GPU printed", "\n".join(lines) + err)


def comparable(out):
    return "\n".join(line for line in out.splitlines() if " ms" not in line)


def build_for(args, plan, flags, folder, is_first):
    path = os.path.join(folder, args.program.stem + flags.replace(" ", ""))
    # The static runtime has code for several processors, and chooses when it runs; and it takes longer to link.
    is_shared = processor_of(flags) in FOREIGN or (not args.quick and turn_of(args.program) // 8 % 2)
    more = ["-cudart=shared"] if is_shared and "-cudart" not in "".join(plan.flags) else []
    has_lld = shutil.which("ld.lld") and (args.quick or turn_of(args.program) % 4)
    more += ["-Xcompiler", "-fuse-ld=lld"] if has_lld else []
    # What nvcc would refuse, and what host code does with device memory, is looked for once: that reads a file up to
    # twice more, and finds the same in every way.
    is_whole = args.level == THOROUGH or (turn_of(args.program) % 8 == 0 and not (args.quick or args.once))
    more += [] if is_whole and is_first else ["-w"] if is_whole else ["-w", "-Xcompiler", "-O0"]
    compile_program(args.swcc, plan, flags.split() + more, path)
    check_code(flags, path)
    return path


def run_ways(args, plan, ways, folder):
    built, first = {}, None
    for way in ways:
        if way.flags not in built:
            built[way.flags] = build_for(args, plan, way.flags, folder, not built)
        environment = {**way.environment, **plan.environment}
        if args.preload:
            environment["LD_PRELOAD"] = args.preload
        status, out, err = run([built[way.flags]], plan.timeout, environment)
        check(plan, way.name, status, out, err)
        first = first or comparable(out)
        if plan.same_output and comparable(out) != first:
            fail(f"{way.name}: the output differs from that of '{ways[0].name}'", f"{first}\n---\n{comparable(out)}")


def turn_of(program):
    return sum(program.stem.encode())


def ways_with(ways, flags):
    """Those ways that a program of one compilation is run in: with the lanes that it has, or as it chooses itself."""
    if flags in (AVX2, SSE4):
        return [way for way in ways if way.flags == flags]
    lanes = LANES.get(flags.split(" --blocks")[0], {"1 lane", "32 lanes"})
    chosen = [way for way in ways if way.flags == "" or (way.flags == ALL and way.name in lanes)]
    return [way._replace(flags=flags) for way in chosen]


def for_some_blocks(code, turn):
    """The same for blocks of one kind: each has code of its own, which differs little from the others'."""
    return f"{code} --blocks={BLOCKS[turn // 16 % len(BLOCKS)]}" if code in (NARROW, WIDE) else code


def code_of(plan, turn, level):
    """What a program is compiled for first."""
    if plan.usual_code or plan.wide_code:
        return USUAL_CODE if plan.usual_code else WIDE
    if level >= PROCESSORS:
        return for_some_blocks(PROCESSOR_TURNS.get(turn % 8, WIDE), turn)
    code = TURNS.get(turn % 16, NARROW)
    return for_some_blocks(WIDE if plan.few_ways and code == USUAL_CODE else code, turn)


def codes_of(plan, turn, level):
    """What a program is compiled for."""
    codes = [code_of(plan, turn, level)]
    if level < PROCESSORS:
        return codes
    lesser = AVX2 if can_run("-march=x86-64-v4") else None  # the others have it for their usual code
    other = {0: lesser, 4: lesser, 5: SSE4}.get(turn % 8)
    return codes + [other] if other and not plan.few_ways else codes


def fewer_runs(ways):
    """Of ways that have one program, those with a number of lanes, where there are such."""
    counted = {way.flags for way in ways if way.environment.get("SOFTWARP_LANES")}
    return [way for way in ways if way.flags not in counted or "SOFTWARP_LANES" in way.environment]


def fewer_ways(ways, plan, args):
    """Few compilations: most of the time goes there. Programs take turns."""
    chosen = fewer_compilations(ways, plan, args)
    return fewer_runs(chosen) if plan.few_runs else chosen


def fewer_compilations(ways, plan, args):
    turn = turn_of(args.program)
    if args.quick:
        return [way for way in ways_with(ways, USUAL_CODE) if way.name in QUICK_WAYS]
    if args.once:
        code = USUAL_CODE if plan.usual_code or turn % USUAL_ONCE == 0 else for_some_blocks(NARROW, turn)
        return [way for way in ways_with(ways, code) if way.name in ONCE_WAYS]
    chosen = [way for code in codes_of(plan, turn, args.level) for way in ways_with(ways, code)]
    chosen += [way for way in ways if way in plan.also]
    if turn % NOT_OPTIMISED == 0:
        chosen += [way for way in ways if way.name == "-O0"]
    if turn % CHECKED == 0 and "--lanes" not in plan.flags and not plan.few_ways:
        chosen += [way for way in ways if way.name == "checked"]
    return chosen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--swcc", required=True)
    parser.add_argument("--dir", help="where to put the programs; a temporary folder otherwise")
    parser.add_argument("--preload", help="a sanitizer's runtime that the program needs")
    parser.add_argument("--flags", default="", help="more flags for swcc")
    parser.add_argument("--quick", action="store_true", help="one compilation only")
    parser.add_argument("--once", action="store_true", help="one compilation only, for what takes long to compile")
    parser.add_argument("--processors", dest="level", action="store_const", const=PROCESSORS, default=USUAL)
    parser.add_argument("--thorough", dest="level", action="store_const", const=THOROUGH)
    parser.add_argument("program", type=pathlib.Path)
    args = parser.parse_args()

    plan = Plan(args.program)
    plan.flags += shlex.split(args.flags)
    folder = args.dir or tempfile.mkdtemp(prefix="softwarp-test-")
    os.makedirs(folder, exist_ok=True)
    ways = [way for way in WAYS + plan.also if way.level <= args.level and can_run(way.flags)]
    if args.level != THOROUGH:
        ways = fewer_ways(ways, plan, args)
    run_ways(args, plan, ways, folder)
    print(f"ok: {args.program.name} in {len(ways)} ways")


if __name__ == "__main__":
    main()
