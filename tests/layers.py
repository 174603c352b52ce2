#!/usr/bin/env python3
"""Folders of runtime/ use those below them, in what they include and in what they call, and never the other way round.

  layers.py --check NM OBJECTS...   fails on an arrow up that layers.txt does not have, and on a row of it that is gone
  layers.py --write NM OBJECTS...   takes rows that are gone out of layers.txt; it adds none

OBJECTS: the runtime's object files, or a file that lists them, by which is known who calls whom.
ARCHITECTURE.md says what the folders are."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "tests", "layers.txt")
LAYERS = ("base os report check device stream ipc memory module texture execute graph check/* verify explore api driver "
          "tool").split()
HEIGHT = {folder: height for height, folder in enumerate(LAYERS)}


def folder_of(path):
    """The folder of a path within runtime/, None for what lies in none of them. The checkers have their own: check/*."""
    parts = path.split("/")[:-1]
    return "check/*" if len(parts) > 1 and parts[0] == "check" else parts[0] if parts else None


def sources():
    for folder, _, names in os.walk(os.path.join(ROOT, "runtime")):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".def")):
                yield os.path.relpath(os.path.join(folder, name), os.path.join(ROOT, "runtime"))


def included(path):
    """What of runtime/ a file of it includes."""
    with open(os.path.join(ROOT, "runtime", path), encoding="utf-8") as file:
        for name in re.findall(r'^#[ ]*include "(.*)"', file.read(), re.M):
            beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
            for target in (beside, name):
                if os.path.exists(os.path.join(ROOT, "runtime", target)):
                    yield target
                    break


def symbols(nm, objects):
    """Of each source: the names that it defines, and those that it needs."""
    defines, needs = {}, {}
    for line in subprocess.run([nm, "-A", *objects], check=True, capture_output=True, text=True).stdout.splitlines():
        path, rest = line.rsplit(":", 1)
        kind, name = rest.split()[-2:]
        source = os.path.normpath(path.split("softwarp_objects.dir/")[1].removesuffix(".o"))
        if kind == "U":
            needs.setdefault(source, set()).add(name)
        elif kind in "TDBRVWC":
            defines[name] = source
    return defines, needs


def is_up(source, target):
    return HEIGHT[folder_of(target)] > HEIGHT[folder_of(source)]


def arrows_up(nm, objects):
    for path in sources():
        for target in included(path):
            if folder_of(path) and folder_of(target) and is_up(path, target):
                yield f"{path} includes {target}"
    defines, needs = symbols(nm, objects)
    for path in sorted(needs):
        for name in sorted(needs[path]):
            if name in defines and is_up(path, defines[name]):
                yield f"{path} calls {name} of {defines[name]}"


def strangers():
    """Folders without a place in the order, and files that lie in no folder (exports.h is for all of them)."""
    for path in sources():
        if path != "exports.h" and folder_of(path) not in HEIGHT:
            yield f"runtime/{path} lies in none of the folders of tests/layers.py"


def read_table():
    with open(TABLE, encoding="utf-8") as file:
        lines = file.read().splitlines()
    return [line for line in lines if line.startswith("#")], [line for line in lines if line and line[0] != "#"]


def main():
    mode, nm, objects = sys.argv[1], sys.argv[2], sys.argv[3:]
    if len(objects) == 1 and not objects[0].endswith(".o"):
        with open(objects[0], encoding="utf-8") as file:
            objects = file.read().splitlines()
    head, known = read_table()
    found = list(arrows_up(nm, objects))
    wrong = list(strangers())
    wrong += [f"runtime/{arrow}: up, from {folder_of(arrow.split()[0])}" for arrow in found if arrow not in known]
    gone = [arrow for arrow in known if arrow not in found]
    if mode == "--write":
        with open(TABLE, "w", encoding="utf-8") as file:
            file.write("\n".join(head + [arrow for arrow in known if arrow in found]) + "\n")
    else:
        wrong += [f"tests/layers.txt: is gone (layers.py --write): {arrow}" for arrow in gone]
    print("\n".join(wrong) if wrong else f"ok: {len(found)} arrows up are still to be turned round")
    sys.exit(bool(wrong))


main()
