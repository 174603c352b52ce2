#!/usr/bin/env python3
"""Random CUDA programs whose threads exchange something, and which know what must come of it.

    exchanges.py --swcc PATH [--seed N] [--count N | --time SECONDS | --seconds S | --hours H] [--jobs N]
                 [--features A,B] [--cases N] [--flags FLAGS] [--keep DIR] [--reduce] [--preload LIB]
                 [--write DIR [--gpu]]

Each seed is a program of a few cases (--cases), each of one of the features of program.py. What must come out follows
from how a case is made: commutative totals, tickets that are handed out once, a model that goes through the threads
one by one. A program prints nothing and ends with 0, or says what is wrong. It is compiled as usual and in one more
way, by the seed (BUILDS), and each of both runs at every number of lanes, with one worker and two, in order, shuffled
and reversed (WAYS). A program that does not end has failed: every thread must come on (seeds.py says when).

A failure is told with the seed, the way and, for each case that fails when run alone, what it is; at the end there is
a table of the kinds of cases that failed. --keep says where programs that fail stay, and with --reduce a small one
that fails in the same way is left beside each. It stands alone and can be put among the conformance programs.
"""

import argparse
import collections
import copy
import os
import shlex
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from program import FEATURES, Program  # noqa: E402
from reduce import reduce  # noqa: E402
from seeds import GENERATORS_FAULT, NO_END, add_arguments, checked, execute, keep_files  # noqa: E402
from seeds import keep_report, run_program, run_seeds, tell  # noqa: E402

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


class Failure:
    """flags, way: how it was compiled and run. status: how it ended. cases: numbers of those that fail alone."""

    def __init__(self, flags, way, status, text, cases=()):
        self.flags, self.way, self.status, self.text, self.cases = flags, way, status, text, cases


def builds(program):
    """Flags of each compilation, those of all but the first by the seed."""
    linked = ["-rdc=true"] if program.needs_linking() else []
    return [["-O3"] + linked, BUILDS[program.seed % len(BUILDS)] + linked]


def ways(seed):
    """Every number of lanes, the other settings in turn; as the program chooses by itself with all of them."""
    for k, lanes in enumerate(LANES):
        for way in WAYS[:3] if lanes is None else [WAYS[(seed + k) % len(WAYS)]]:
            yield {**way, **({"SOFTWARP_LANES": lanes} if lanes else {})}


class Tester:
    def __init__(self, args):
        self.args = args
        self.folder = tempfile.TemporaryDirectory(prefix="softwarp-exchanges-")
        self.count = 0

    def compile(self, program, flags):
        """(status, complaints, the folder with the program `a`)"""
        self.count += 1
        folder = os.path.join(self.folder.name, f"{program.seed}-{self.count}")
        more = [*flags, *shlex.split(self.args.flags), *program.flags()]
        command = [self.args.swcc, *FLAGS, *more, *keep_files(folder, program.files()), "-o", os.path.join(folder, "a")]
        status, text = execute(command, COMPILE_TIMEOUT)
        return status, text, folder

    def run(self, folder, way, only=None, patient=True):
        return run_program(os.path.join(folder, "a"), way, RUN_TIMEOUT, self.args.preload, only, patient)

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
            one, said = self.run(folder, way, case.number, patient=status != NO_END)
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
                return self.run(folder, failure.way, patient=False)[0] == failure.status
            finally:
                shutil.rmtree(folder)

        def still_fails(candidate):
            text = str(candidate.files())
            if text not in seen:
                seen[text] = judge(candidate)
            return seen[text]

        reduce(smaller, still_fails)
        return smaller


class Kinds:
    """How often which kind of case failed, and with which seed first."""

    def __init__(self):
        self.count, self.first = collections.Counter(), {}

    def note(self, seed, kinds):
        self.count.update(kinds)
        for kind in kinds:
            self.first.setdefault(kind, seed)

    def table(self):
        return "".join(
            f"{count:5} first seed {self.first[kind]:<6} {kind}\n" for kind, count in sorted(self.count.items())
        )


def one_seed(tester, kinds, seed):
    """What to tell of a seed, or None."""
    args = tester.args
    program = Program(seed, args.cases, args.features, args.gpu)
    failure = tester.failure(program)
    if not failure:
        return None
    report = f"seed {seed}: {' '.join(failure.flags)}; {tell(failure.way or {})}: {failure.status}\n{failure.text}\n"
    wrong = [case.kind() for case in program.cases if case.number in failure.cases]
    kinds.note(seed, wrong or [str(failure.status)])
    if args.keep:
        stem = os.path.join(args.keep, f"seed-{seed}")
        keep_files(stem, program.files())
        keep_report(args, seed, report)
        if args.reduce and failure.status != GENERATORS_FAULT:
            smaller = tester.reduced(program, failure)
            keep_files(stem + ".reduced", smaller.files())
            report += "reduced: " + "; ".join(case.kind() for case in smaller.cases) + "\n"
            report += "".join(f"  {case.made()[1].tell()}\n" for case in smaller.cases)
            keep_report(args, seed, report)
    return report


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_arguments(parser)
    parser.add_argument("--features", default=",".join(FEATURES), help="of " + ",".join(FEATURES))
    parser.add_argument("--cases", type=int, default=8, help="per program")
    parser.add_argument("--write", help="only write the program of --seed into this folder, and `compile`")
    parser.add_argument("--gpu", action="store_true", help="leave out where nvcc goes wrong")
    args = parser.parse_args()
    args.features = args.features.split(",")
    if unknown := set(args.features) - set(FEATURES):
        parser.error(f"no such feature: {', '.join(sorted(unknown))}")
    return checked(parser, args)


def compile_script(program):
    """Compiles all files of a program, by nvcc or the compiler that it is told."""
    linked = ["-rdc=true"] if program.needs_linking() else []
    words = shlex.join([*FLAGS, *linked, *program.files(), *program.flags(), "-o", "a"])
    return f'#!/bin/sh\ncd "$(dirname "$0")" && exec "${{1:-nvcc}}" {words}\n'


def main():
    args = arguments()
    if args.write:
        program = Program(args.seed, args.cases, args.features, args.gpu)
        keep_files(args.write, {**program.files(), "compile": compile_script(program)})
        return 0
    tester, kinds = Tester(args), Kinds()
    failed = run_seeds(args, lambda seed: one_seed(tester, kinds, seed), args.cases)
    print(kinds.table(), end="")
    return failed


if __name__ == "__main__":
    sys.exit(main())
