#!/usr/bin/env python3
"""What optimisations assume, as include/softwarp/assumptions.def has it: docs/assumptions.md.

    assumptions.py --write    makes docs/assumptions.md from the table
    assumptions.py --check    ends with 1 if that would change it, if a row's file does not check its condition by
                              SW_PROVED, if SW_PROVED names no row, or if a row has no test
"""
import argparse
import collections
import pathlib
import re
import sys

import conformance
from compatibility import rows as rows_of

ROOT = conformance.ROOT
TABLE = ROOT / "include/softwarp/assumptions.def"
PAGE = ROOT / "docs/assumptions.md"
HEAD = """# What optimisations assume, and the tests that notice

Made by `tests/assumptions.py --write` from `include/softwarp/assumptions.def`; do not edit. What is fast for one program is
wrong for another: a transformation does what it does only where the condition of its row is proved, in the file that
the row names, by `SW_PROVED(name, ...)`. In a build with `-DSOFTWARP_MUTANTS=ON` the check that the environment variable
`SOFTWARP_MUTANT` names is left out; `tests/mutation.py` does that for every row, and demands that one of the row's tests
fails.
"""
Row = collections.namedtuple("Row", "name file condition tests")


def rows():
    for _, (name, file, condition, tests) in rows_of(TABLE, ["ASSUMPTION"]):
        yield Row(name, file, condition, tests.split())


def checks(path):
    """Names of the conditions that a source file checks."""
    return re.findall(r"SW_PROVED\(\s*(\w+)\s*,", path.read_text())


def disagreements(table):
    for name, count in collections.Counter(row.name for row in table).items():
        if count > 1:
            yield f"{name} has {count} rows"
    for row in table:
        path = ROOT / row.file
        if not path.is_file() or row.name not in checks(path):
            yield f"{row.name}: {row.file} has no SW_PROVED({row.name}, ...)"
        if not row.tests:
            yield f"{row.name} has no test"
        for test in row.tests:
            if not (ROOT / "tests" / test).exists():
                yield f"{row.name}: there is no tests/{test}"
    yield from without_row({row.name for row in table})


def without_row(names):
    for folder in ("src", "runtime", "devicelib"):
        for path in sorted((ROOT / folder).rglob("*.[ch]")):
            for name in sorted(set(checks(path)) - names):
                yield f"{path.relative_to(ROOT)}: SW_PROVED({name}, ...) has no row in {TABLE.relative_to(ROOT)}"


def page(table):
    lines = []
    for file in sorted({row.file for row in table}):
        lines += [f"## {file}", "", "| name | what must hold | tests |", "|---|---|---|"]
        for row in (row for row in table if row.file == file):
            tests = " ".join(f"[{pathlib.Path(test).name}](../tests/{test})" for test in row.tests)
            lines.append(f"| `{row.name}` | {row.condition.replace('|', chr(92) + '|')} | {tests} |")
        lines.append("")
    return "\n".join([HEAD] + lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    table = list(rows())
    wrong = list(disagreements(table)) if args.check else []
    if args.write:
        PAGE.write_text(page(table))
    elif args.check and (not PAGE.exists() or PAGE.read_text() != page(table)):
        wrong.append("docs/assumptions.md is not what the table says: tests/assumptions.py --write")
    for line in wrong:
        print(line)
    print(f"{len(table)} conditions, {len(wrong)} disagreements")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
