#!/usr/bin/env python3
"""The table of processors (include/softwarp/processors.def) has every name that clang's -march= knows, each with what
clang says that it has of the features in processor_features.def.

usage: processors.py CLANG    prints what differs"""
import pathlib
import re
import subprocess
import sys

TABLES = pathlib.Path(__file__).parent.parent / "include/softwarp"


def features():
    """Names by the identifiers that the table of processors has for them."""
    text = (TABLES / "processor_features.def").read_text()
    return dict(re.findall(r'^SW_FEATURE\((\w+), "([^"]+)"', text, re.M))


def sets(names):
    """What stands for several features: the levels, and the table's own."""
    text = (TABLES / "processor.h").read_text() + (TABLES / "processors.def").read_text()
    made = {}
    for name, value in re.findall(r"^#define (SW_LEVEL_V\d|[A-Z]+)\s+(\(.*)$", text.replace("\\\n", " "), re.M):
        made[name] = members(value, names, made)
    return made


def members(text, names, made):
    found = {names[id] for id in re.findall(r"SW_HAS\((\w+)\)", text)}
    for word in re.findall(r"\b[A-Z][A-Z0-9_]+\b", text):
        found |= made.get(word, set())
    return found


def table():
    names = features()
    made = sets(names)
    text = (TABLES / "processors.def").read_text()
    rows = re.findall(r'^SW_PROCESSOR\("([^"]+)",\s*(.*)\)$', text, re.M)
    return {name: members(value, names, made) for name, value in rows}, set(names.values())


def ask(clang, *words):
    command = [clang, "--target=x86_64-linux-gnu", "-x", "c", "-S", "-emit-llvm", "-o", "-", *words, "-"]
    return subprocess.run(command, input="void f(void) {}", capture_output=True, text=True)


def names_of_clang(clang):
    said = ask(clang, "-march=none-such").stderr
    return re.search(r"valid target CPU values are: (.*)", said).group(1).split(", ")


def features_of_clang(clang, name):
    words = re.search(r'"target-features"="([^"]*)"', ask(clang, "-march=" + name).stdout).group(1)
    return {word[1:] for word in words.split(",") if word.startswith("+")}


def main():
    rows, known = table()
    names = names_of_clang(sys.argv[1])
    wrong = [f"{name}: has no row" for name in names if name not in rows]
    wrong += [f"{name}: clang does not know it" for name in rows if name not in names]
    for name in set(names) & set(rows):
        theirs = features_of_clang(sys.argv[1], name) & known
        if theirs != rows[name]:
            wrong.append(f"{name}: differs in {', '.join(sorted(theirs ^ rows[name]))}")
    print("\n".join(wrong) if wrong else f"ok: {len(rows)} processors, {len(known)} features")
    return bool(wrong)


sys.exit(main())
