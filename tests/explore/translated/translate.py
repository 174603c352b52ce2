#!/usr/bin/env python3
"""Translates PTX litmus tests to CUDA C, and says whether `softwarp explore` gives the verdicts that are expected.

    translate.py --print [--form c|ptx] FILE.litmus..          the program
    translate.py --swcc PATH --softwarp PATH [--form FORM] [--model MODEL] [--ends] [--only PART] [--verbose]
                 [--folder FOLDER] TABLE.csv..

A table has a line for each test: its file (below --folder, or where the table is), a comma, 1 when what it says is so.
All tests of a table become one program, of which each run launches one. With --ends it is asked whether all executions
end instead. It prints each test that differs and each that is not translated, with the reason, and how many there are;
the status is 1 when some differ.
"""

import argparse
import collections
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from cuda import FORMS, Program, program  # noqa: E402
from litmus import Gap, parse  # noqa: E402

TIMEOUT = 300


class Case:
    """A test of a table. gap: why it is not translated. holds: the verdict, or None with a reason in `why`."""

    def __init__(self, name, expected):
        self.name, self.expected, self.part, self.gap, self.holds, self.why = name, expected, None, None, None, ""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def identifier(path, used):
    """A name of C's for a file, another one each time."""
    stem = re.sub(r"\W", "_", os.path.basename(path).removesuffix(".litmus"))
    used[stem] += 1
    return f"t_{stem}" + (f"_{used[stem]}" if used[stem] > 1 else "")


def translate(case, path, form, used):
    try:
        case.part = Program(parse(read(path)), identifier(path, used), form)
        case.part.text()
    except Gap as gap:
        case.part, case.gap = None, str(gap)


def read_table(path, folder, form, only=None):
    used, cases = collections.Counter(), []
    with open(path, encoding="utf-8") as table:
        for row in csv.reader(table):
            if len(row) == 2 and (not only or only in row[0]):
                cases.append(Case(row[0], row[1].strip() == "1"))
                translate(cases[-1], os.path.join(folder or os.path.dirname(path), row[0]), form, used)
    return cases


def compile_all(args, cases, folder):
    source, binary = os.path.join(folder, "litmus.cu"), os.path.join(folder, "litmus")
    with open(source, "w", encoding="utf-8") as file:
        file.write(program([case.part for case in cases if case.part]))
    subprocess.run([args.swcc, "--check", "-w", source, "-o", binary], check=True)
    return binary


def explore(args, part, binary, folder):
    """What the tool found of its launch, as JSON has it."""
    found = os.path.join(folder, f"{part.prefix}.json")
    command = [args.softwarp, "explore", "--model", args.model, "--json", found, "--log-file", os.devnull]
    command += ["--watch", part.watch(), "--find", part.question()] if part.test.watched else []
    command += ["--host-thread", part.host_kernel()] if part.host_kernel() else []
    subprocess.run([*command, binary, part.prefix], timeout=TIMEOUT, check=False, stderr=subprocess.DEVNULL)
    return json.loads(read(found))["launches"][0]


def verdict(test, launch, ends):
    """Whether it is as the test says: of the executions that end, or with `ends`, whether all do."""
    if ends:
        return all(outcome["ending"] == "ends" for outcome in launch["outcomes"])
    found = any(outcome["found"] for outcome in launch["outcomes"] if outcome["ending"] == "ends")
    return (found == (test.kind == "exists")) != test.is_negated


def judge(args, case, binary, folder):
    try:
        launch = explore(args, case.part, binary, folder)
        if "refused" in launch:
            case.why = launch["refused"]
        elif not launch["complete"]:
            case.why = "up to a bound"
        else:
            case.holds = verdict(case.part.test, launch, args.ends)
    except (subprocess.TimeoutExpired, OSError, ValueError, IndexError) as error:
        case.why = f"{type(error).__name__}: {error}"


def tell(table, cases, args):
    """Prints what is not as expected; whether all is."""
    right = [case for case in cases if case.holds == case.expected]
    gaps = [case for case in cases if case.gap]
    for case in cases:
        if case.gap:
            print(f"{case.name}: not translated: {case.gap}")
        elif case.holds != case.expected:
            print(f"{case.name}: DIFFERS: {case.why or ('holds' if case.holds else 'does not hold')}")
        elif args.verbose:
            print(f"{case.name}: {'holds' if case.holds else 'does not hold'}")
    print(f"{os.path.basename(table)}, form {args.form}, model {args.model}: "
          f"{len(right)} of {len(cases) - len(gaps)} as expected, {len(gaps)} not translated")
    return len(right) + len(gaps) == len(cases)


def run_table(args, table):
    cases = read_table(table, args.folder, args.form, args.only)
    with tempfile.TemporaryDirectory(prefix="softwarp-litmus-") as folder:
        binary = compile_all(args, cases, folder)
        for case in cases:
            if case.part:
                judge(args, case, binary, folder)
    return tell(table, cases, args)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--form", choices=FORMS, default="c")
    parser.add_argument("--model", default="ptx")
    parser.add_argument("--ends", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--folder")
    parser.add_argument("--only")
    parser.add_argument("--swcc")
    parser.add_argument("--softwarp")
    args = parser.parse_args()
    if args.print:
        used = collections.Counter()
        sys.stdout.write(program([Program(parse(read(f)), identifier(f, used), args.form) for f in args.files]))
        return 0
    return 0 if all([run_table(args, table) for table in args.files]) else 1


if __name__ == "__main__":
    sys.exit(main())
