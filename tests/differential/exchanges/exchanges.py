#!/usr/bin/env python3
"""Random CUDA programs whose threads exchange something, and which know what must come of it.

    exchanges.py --swcc PATH [--seed N] [--count N | --time SECONDS] [--features A,B] [--cases N] [--jobs N]
                 [--flags FLAGS] [--keep DIR] [--reduce] [--preload LIB] [--write DIR]

Each seed is a program of a few cases (--cases), each of one of the features of program.py. What must come out follows
from how a case is made: commutative totals, tickets that are handed out once, a model that goes through the threads
one by one. A program prints nothing and ends with 0, or says what is wrong. It is compiled as usual and in one more
way, by the seed (BUILDS), and each of both runs at every number of lanes, with one worker and two, in order, shuffled
and reversed (WAYS). A program that has not ended after ten seconds has failed: every thread must come on.

A failure is told with the seed, the way and, for each case that fails when run alone, what it is; at the end there is
a table of the kinds of cases that failed. --keep says where programs that fail stay, and with --reduce a small one
that fails in the same way is left beside each. It stands alone and can be put among the conformance programs.
"""

import argparse
import collections
import concurrent.futures
import copy
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from program import FEATURES, Program  # noqa: E402
from reduce import reduce  # noqa: E402

FLAGS = ["-arch=sm_90", "-std=c++17", "-w", "-Xcompiler", "-O0"]  # host code is the model: quickly compiled is best
BUILDS = [
    ["-O3", "--lanes=all"],
    ["-O0"],
    ["-O3", "-rdc=true"],
    ["-G", "-g"],
    ["-O3", "--check"],
    ["-O3", "--lanes=32"],
]
LANES = [None, "1", "8", "16", "32"]
WAYS = [
    {"SOFTWARP_THREADS": "1"},
    {"SOFTWARP_THREADS": "2", "SOFTWARP_SHUFFLE": "3"},
    {"SOFTWARP_THREADS": "2", "SOFTWARP_SHUFFLE": "reverse"},
    {"SOFTWARP_THREADS": "2"},
]
COMPILE_TIMEOUT, RUN_TIMEOUT = 600, 10
GENERATORS_FAULT = 3


class Failure:
    """flags, way: how it was compiled and run. status: how it ended. cases: numbers of those that fail alone."""

    def __init__(self, flags, way, status, text, cases=()):
        self.flags, self.way, self.status, self.text, self.cases = flags, way, status, text, cases


def execute(command, timeout, environment=None, tries=2):
    """Exit status (negative: signal; "no end") and all output. Tried again: a machine may stand still."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
        start_new_session=True,
    ) as process:
        try:
            out, _ = process.communicate(timeout=timeout)
            return process.returncode, out.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, _ = process.communicate()
    if tries > 1:
        return execute(command, timeout, environment, tries - 1)
    return "no end", out.decode(errors="replace")


def builds(program):
    """Flags of each compilation, those of all but the first by the seed."""
    linked = ["-rdc=true"] if program.needs_linking() else []
    return [["-O3"] + linked, BUILDS[program.seed % len(BUILDS)] + linked]


def ways(seed):
    """Every number of lanes, the other settings in turn; as the program chooses by itself with all of them."""
    for k, lanes in enumerate(LANES):
        for way in WAYS[:3] if lanes is None else [WAYS[(seed + k) % len(WAYS)]]:
            yield {**way, **({"SOFTWARP_LANES": lanes} if lanes else {})}


def tell(way):
    return " ".join(f"{name}={value}" for name, value in way.items())


class Tester:
    def __init__(self, args):
        self.args = args
        self.folder = tempfile.TemporaryDirectory(prefix="softwarp-exchanges-")
        self.count = 0

    def compile(self, program, flags):
        """(status, complaints, the folder with the program `a`)"""
        self.count += 1
        folder = os.path.join(self.folder.name, f"{program.seed}-{self.count}")
        os.makedirs(folder)
        sources = write(program, folder)
        status, text = execute(
            [
                self.args.swcc,
                *FLAGS,
                *flags,
                *shlex.split(self.args.flags),
                *sources,
                "-o",
                os.path.join(folder, "a"),
            ],
            COMPILE_TIMEOUT,
            tries=1,
        )
        return status, text, folder

    def run(self, folder, way, only=None, tries=2):
        preload = {"LD_PRELOAD": self.args.preload} if self.args.preload else {}
        return execute(
            [os.path.join(folder, "a")] + ([str(only)] if only is not None else []),
            RUN_TIMEOUT,
            {**way, **preload},
            tries,
        )

    def failure(self, program):
        """The first thing that is wrong with a program, or None."""
        for flags in builds(program):
            status, text, folder = self.compile(program, flags)
            try:
                if status != 0:
                    return Failure(flags, None, "not compiled", text[:3000])
                for way in ways(program.seed):
                    status, text = self.run(folder, way)
                    if status != 0:
                        return self.describe(program, folder, flags, way, status, text)
            finally:
                shutil.rmtree(folder)
        return None

    def describe(self, program, folder, flags, way, status, text):
        """What each case says that fails for itself."""
        lines, cases = [text.strip()[:300]], []
        for case in program.cases:
            one, said = self.run(folder, way, case.number, tries=1)
            if one != 0:
                cases.append(case.number)
                lines.append(f"  k{case.number} ends with {one}: {said.strip()[:600]}\n    {case.kind()}")
        return Failure(flags, way, status, "\n".join(lines), cases)

    def reduced(self, program, failure):
        smaller, seen = copy.deepcopy(program), {}
        smaller.cases.sort(key=lambda case: case.number not in failure.cases)

        def judge(candidate):
            status, _, folder = self.compile(candidate, failure.flags)
            try:
                if status != 0 or failure.way is None:
                    return status != 0 and failure.way is None
                return self.run(folder, failure.way, tries=1)[0] == failure.status
            finally:
                shutil.rmtree(folder)

        def still_fails(candidate):
            text = str(candidate.files())
            if text not in seen:
                seen[text] = judge(candidate)
            return seen[text]

        reduce(smaller, still_fails)
        return smaller


def write(program, folder):
    """Its files; the paths of those that are compiled."""
    paths = []
    for name, text in program.files().items():
        paths.append(os.path.join(folder, name))
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write(text)
    return paths


def keep(program, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    write(program, folder)


def one_seed(tester, seed):
    """(what to tell, kinds of the cases that failed)"""
    args = tester.args
    program = Program(seed, args.cases, args.features)
    failure = tester.failure(program)
    if not failure:
        return None, []
    report = f"seed {seed}: {' '.join(failure.flags)}; {tell(failure.way or {})}: {failure.status}\n{failure.text}\n"
    kinds = [case.kind() for case in program.cases if case.number in failure.cases] or [str(failure.status)]
    if args.keep:
        stem = os.path.join(args.keep, f"seed-{seed}")
        keep(program, stem)
        if args.reduce and failure.status != GENERATORS_FAULT:
            smaller = tester.reduced(program, failure)
            keep(smaller, stem + ".reduced")
            report += "reduced: " + "; ".join(case.kind() for case in smaller.cases) + "\n"
            report += "".join(f"  {case.made()[1].tell()}\n" for case in smaller.cases)
        with open(stem + ".txt", "w", encoding="ascii", errors="replace") as file:
            file.write(report)
    return report, kinds


def seeds(args):
    end, seed = time.monotonic() + args.time if args.time else None, args.seed
    while (time.monotonic() < end) if end else seed < args.seed + args.count:
        yield seed
        seed += 1


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--swcc", default="swcc")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10, help="programs")
    parser.add_argument("--time", type=float, help="seconds, instead of --count")
    parser.add_argument("--features", default=",".join(FEATURES), help="of " + ",".join(FEATURES))
    parser.add_argument("--cases", type=int, default=8, help="per program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--flags", default="", help="more flags for swcc")
    parser.add_argument("--keep", help="folder for programs that fail")
    parser.add_argument("--reduce", action="store_true", help="make them small (with --keep)")
    parser.add_argument("--preload", help="a sanitizer's runtime that the programs need")
    parser.add_argument("--write", help="only write the program of --seed into this folder")
    args = parser.parse_args()
    args.features = args.features.split(",")
    if unknown := set(args.features) - set(FEATURES):
        parser.error(f"no such feature: {', '.join(sorted(unknown))}")
    if args.reduce and not args.keep:
        parser.error("--reduce needs --keep")
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    return args


def main():
    args = arguments()
    if args.write:
        keep(Program(args.seed, args.cases, args.features), args.write)
        return 0
    tester, started, done = Tester(args), time.monotonic(), 0
    reports, kinds, first = 0, collections.Counter(), {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        source, running = seeds(args), {}
        while True:
            while len(running) < args.jobs and (seed := next(source, None)) is not None:
                running[pool.submit(one_seed, tester, seed)] = seed
            if not running:
                break
            for future in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)[0]:
                seed, done = running.pop(future), done + 1
                report, wrong = future.result()
                reports += report is not None
                kinds.update(wrong)
                for kind in wrong:
                    first.setdefault(kind, seed)
                if report:
                    print(report, flush=True)
    for kind, count in sorted(kinds.items()):
        print(f"{count:5} first seed {first[kind]:<6} {kind}")
    print(f"{done} programs of {args.cases} cases, {reports} failed, {time.monotonic() - started:.0f} s")
    return reports != 0


if __name__ == "__main__":
    sys.exit(main())
