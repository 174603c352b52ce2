#!/usr/bin/env python3
"""The quick tier has something of every folder of lit's tests, and all of those that it takes whole.

    tiers.py LIT TESTS...       TESTS: lit's folders in the build tree

What has `UNSUPPORTED: quick` does not count; in a folder that is taken whole, few tests may have that.
"""
import collections
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).parent


def shown(lit, folders, *options):
    """The tests that lit would run, by folder."""
    command = [sys.executable, lit, "--show-tests", *options, *folders]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    tests = collections.defaultdict(set)
    for line in lines:
        if " :: " in line:
            path = pathlib.PurePath(line.split(" :: ")[1].strip())
            tests[str(path.parent)].add(path.name)
    return tests


def runs(folder, name):
    return "UNSUPPORTED: quick" not in (SOURCE / folder / name).read_text(encoding="utf-8", errors="replace")


def main():
    lit, folders = sys.argv[1], sys.argv[2:]
    sys.path.insert(0, str(pathlib.Path(lit).parent))
    from lit_format import WHOLE  # which imports lit
    every, quick = shown(lit, folders), shown(lit, folders, "-Dtier=quick")
    wrong = [f"no folder {name}, which is to be whole" for name in WHOLE - {pathlib.PurePath(f).name for f in every}]
    for folder, tests in every.items():
        left = sum(runs(folder, name) for name in quick[folder])
        if left == 0:
            wrong.append(f"{folder}: nothing in the quick tier")
        elif pathlib.PurePath(folder).name in WHOLE and left < len(tests) * 4 / 5:
            wrong.append(f"{folder}: {left} of {len(tests)} in the quick tier, which is to have it whole")
    print("\n".join(wrong) or f"ok: {sum(map(len, quick.values()))} of {sum(map(len, every.values()))}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
