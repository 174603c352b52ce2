#!/usr/bin/env python3
"""Leaves out each check of include/softwarp/assumptions.def in turn: some test of its row must notice.

    mutation.py --build FOLDER [--jobs N] [--only NAME,...]

FOLDER is configured with -DSOFTWARP_MUTANTS=ON: a compiler whose check SOFTWARP_MUTANT names behaves as if the condition
held. Without that variable every test of the table must pass; with a row's name one of the row's tests must fail. A test
is a path from tests/: a file of lit (golden tests, conformance programs, by run-matrix.py) or unit/NAME.c.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

import assumptions

TIMEOUT = 900
VERIFIED = "check/verify/mutants.cu"  # has mutants of its own, which softwarp verify must find


class Runner:
    """Runs tests of a build folder. A test uses files of its own name, so it runs once at a time."""

    def __init__(self, build):
        self.build = build.resolve()
        cache = (self.build / "CMakeCache.txt").read_text()
        if "SOFTWARP_MUTANTS:BOOL=ON" not in cache:
            sys.exit(f"{build} is not configured with -DSOFTWARP_MUTANTS=ON")
        self.lit = next(line.split("=", 1)[1] for line in cache.splitlines() if line.startswith("LIT:"))
        self.locks = {}

    def passes(self, test, mutant=None):
        """Whether a test passes; None if it says nothing (unsupported, or lit found no such test)."""
        environment = {key: value for key, value in os.environ.items() if key != "SOFTWARP_MUTANT"}
        if mutant:
            environment["SOFTWARP_MUTANT"] = mutant
        with self.locks.setdefault(test, threading.Lock()):
            run = self.passes_unit if test.startswith("unit/") else self.passes_lit
            return run(test, environment)

    def passes_unit(self, test, environment):
        program = self.build / "tests/unit" / f"unit-{pathlib.Path(test).stem}"
        if not program.exists():
            return None
        return execute([program], environment) == 0

    def passes_lit(self, test, environment):
        with tempfile.TemporaryDirectory(prefix="softwarp-mutation-") as folder:
            result = pathlib.Path(folder) / "result.json"
            if execute([sys.executable, self.lit, "-q", "-j1", "--output", result, self.build / "tests" / test], environment) is None:
                return False
            codes = {row["code"] for row in json.loads(result.read_text())["tests"]} if result.exists() else set()
        if codes <= {"UNSUPPORTED"}:
            return None
        return codes <= {"PASS", "UNSUPPORTED"}


def execute(command, environment):
    """Exit status; None when there was no end, which is a failure like others."""
    try:
        return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=TIMEOUT).returncode
    except subprocess.TimeoutExpired:
        return None


def noticed(runner, row):
    """The first test of a row that fails without the row's check, or None."""
    return next((test for test in row.tests if runner.passes(test, row.name) is False), None)


def table(rows, killers, broken):
    width = max((len(row.name) for row in rows), default=0)
    for row in rows:
        wrong = [test for test in row.tests if test in broken]
        if wrong:
            result = f"UNKNOWN: {', '.join(wrong)} does not pass as it is"
        else:
            result = f"noticed by {killers[row.name]}" if killers[row.name] else "NOT NOTICED"
        print(f"{row.name:{width}}  {result}")
    survivors = [row.name for row in rows if not killers[row.name] or any(test in broken for test in row.tests)]
    print(f"{len(rows)} mutants, {len(rows) - len(survivors)} noticed")
    return survivors


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=assumptions.ROOT / "build-mutants")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", help="names of rows, with commas between")
    return parser.parse_args()


def main():
    args = arguments()
    rows = list(assumptions.rows())
    if args.only:
        rows = [row for row in rows if row.name in args.only.split(",")]
        if missing := set(args.only.split(",")) - {row.name for row in rows}:
            sys.exit(f"no such row: {', '.join(sorted(missing))}")
    runner = Runner(args.build)
    tests = sorted({test for row in rows for test in row.tests})
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        broken = {test for test, passed in zip(tests, pool.map(runner.passes, tests)) if not passed}
        killers = dict(zip([row.name for row in rows], pool.map(lambda row: noticed(runner, row), rows)))
    survived = table(rows, killers, broken)
    if args.only or runner.passes(VERIFIED):
        return bool(survived)
    print(f"{VERIFIED} does not pass: softwarp verify misses wrong answers")
    return True


if __name__ == "__main__":
    sys.exit(main())
