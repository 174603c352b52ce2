#!/usr/bin/env python3
"""Includes point one way only, and files lie in the folders where they are looked for; atomics and asserts are of one kind.

RULES: each folder of src/, and the folders (x/*: those in x) whose headers its files may include. The runtime and the
device library include nothing of src/ (among the runtime's own folders: layers.py)."""
import collections
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = """
base:
ir: base
analysis: base ir
analysis/retry: base ir analysis
analysis/lock: base ir analysis
lockstep/flow: base ir analysis
lockstep/machine: base ir
lockstep/lanes: base ir analysis lockstep/flow
lockstep/emit: base ir analysis lockstep/flow lockstep/machine lockstep/lanes
lockstep/atomic: base ir analysis lockstep/machine lockstep/lanes lockstep/emit
lockstep: base ir analysis lockstep/*
ptx: base ir analysis
transform/instrument: base ir analysis
transform/symbols: base ir analysis
transform/variants: base ir analysis
transform/lower: base ir analysis lockstep/machine lockstep/atomic
transform: base ir analysis analysis/lock lockstep lockstep/* ptx transform/*
codegen: base ir analysis lockstep/machine transform
pipeline: base ir analysis ptx transform codegen transform/symbols
frontend: base
driver: base frontend
driver/repair: base frontend driver
"""
RULES = {folder: set(allowed.split()) for folder, _, allowed in (row.partition(":") for row in RULES.split("\n")[1:-1])}
MOST_FILES = 40
EXTENSIONS = {"atomics.cuh", "atomics_extensions.def"}  # what programs include by softwarp/...


def includes(path):
    return re.findall(r'^#[ ]*include "(.*)"', path.read_text(encoding="utf-8"), re.M)


def sources(*folders):
    for folder in folders:
        yield from sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in (".c", ".h"))


def folder_in(root, path, name):
    """The folder within root that an included name lies in; None for a system header or include/."""
    for place in (path.parent / name, root / name):
        if place.exists() and place.resolve().is_relative_to(root):
            return place.resolve().parent.relative_to(root).as_posix()
    return None


def wrong_includes():
    for path in sources("src"):
        folder = path.parent.relative_to(ROOT / "src").as_posix()
        if folder not in RULES:
            yield f"src/{folder} has no row in tests/check-layers.py"
            continue
        for name in includes(path):
            target = folder_in(ROOT / "src", path, name)
            if target and not {target, os.path.dirname(target) + "/*"} & (RULES[folder] | {folder}):
                allowed = " ".join(sorted(RULES[folder])) or "nothing of src/"
                yield f"{path.relative_to(ROOT)} includes {name}: {folder} may include only: {allowed}"
    for path in sources("runtime", "devicelib"):
        for name in includes(path):
            if not (ROOT / "runtime" / name).exists() and folder_in(ROOT / "src", path, name):
                yield f"{path.relative_to(ROOT)} includes {name}: runtime and devicelib may include nothing of src/"


def wrong_places():
    for folder in RULES:
        if not (ROOT / "src" / folder).is_dir():
            yield f"src/{folder} has a row in tests/check-layers.py and is not there"
    passes = set(re.findall(r"^SW_PASS\((\w+),", (ROOT / "src/transform/passes.def").read_text(), re.M))
    for name in sorted(passes ^ {path.stem for path in (ROOT / "src/transform").glob("*.c")}):
        yield f"src/transform holds a file for each pass of passes.def and no other: {name}"
    headers = ROOT / "include/cuda/softwarp"
    for path in headers.iterdir():
        if path.is_file() and path.name not in EXTENSIONS:
            yield f"{path.relative_to(ROOT)} lies in no family: beside them are only extensions that programs include"
    files = [path for top in (ROOT / "src", ROOT / "runtime", headers) for path in top.rglob("*") if path.is_file()]
    for folder, count in collections.Counter(path.parent for path in files).items():
        if count > MOST_FILES:
            yield f"{folder.relative_to(ROOT)} has {count} files, more than {MOST_FILES}: part of them wants a folder"


# What C has in a way of its own, and the header that has ours. No file is an exception so far.
HABITS = {
    r"\b__(?:atomic|sync)_\w+\s*\(": "is no operation of C11: <stdatomic.h> has them",
    r"#[ ]*include <assert\.h>": "goes away with NDEBUG: base/assert.h",
    r"\babort\(\)": "says nothing: swrt_fatal (base/fatal.h) does, or an assert",
}
SAYS_WHY = {"runtime/base/assert.c", "runtime/base/fatal.c"}


def wrong_habits():
    for path in sources("src", "runtime"):
        if path.relative_to(ROOT).as_posix() in SAYS_WHY:
            continue
        for pattern, why in HABITS.items():
            for found in re.findall(pattern, path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(ROOT)}: {found}: {why}"


def wrong_guards():
    """A header's guard is named for its file, and no other's."""
    files = {}
    for path in sources("src", "runtime"):
        guard = re.search(r"^#ifndef (\w+)\n#define \1\b", path.read_text(encoding="utf-8"), re.M)
        if path.suffix != ".h" or not guard:
            continue
        name, stem = guard[1], path.stem.upper()
        if not re.fullmatch(rf"(SW|SWRT)_({path.parent.name.upper()}_)?{stem}_H", name):
            yield f"{path.relative_to(ROOT)}: its guard {name} is not named for it"
        if name in files:
            yield f"{path.relative_to(ROOT)}: {files[name]} has the same guard {name}"
        files[name] = path.relative_to(ROOT)


wrong = list(dict.fromkeys([*wrong_includes(), *wrong_places(), *wrong_habits(), *wrong_guards()]))
print("\n".join(wrong) if wrong else "ok")
sys.exit(bool(wrong))
