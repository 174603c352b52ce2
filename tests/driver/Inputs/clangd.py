"""Every spelling of every option of swcc either goes away by the .clangd file's Remove, or clang takes it; and what clang
shares with the host compiler stays.

usage: clangd.py CLANG OPTIONS.DEF .clangd
"""
import re
import subprocess
import sys

STAYS = ["-Idir", "-I", "-DX=1", "-D", "-isystem", "-include", "-std=c++17", "-O2", "-g", "-fPIC", "-Wall", "-mavx2", "-m64",
         "-pthread", "-w"]
VALUES = {"std": "c++17", "m": "64", "O": "2", "ftemplate-depth": "9", "ftemplate-backtrace-limit": "9"}


def goes(word, removed):
    return any(word.startswith(r[:-1]) if r.endswith("*") else word == r for r in removed)


def clang_takes(clang, name, takes_value):
    word = ("--" if name.endswith("define-macro") else "-") + name
    value = VALUES.get(name, "v")
    joined = word + value if len(name) == 1 else f"{word}={value}"
    tried = [[word]] if not takes_value else [[joined], [word, value]]
    clang = [clang, "-###", "-xc", "-c", "/dev/null", "-Werror", "-Wno-unused-command-line-argument"]
    return any(subprocess.run([*clang, *t], capture_output=True).returncode == 0 for t in tried)


def main():
    clang, table, file = sys.argv[1:]
    removed = re.findall(r"'([^']*)'", re.search(r"Remove: \[(.*)\]", open(file).read())[1])
    rows = re.findall(r'^(?!GROUP)([A-Z]+)\((?:\w+, )??"([^"]+)", (NULL|"[^"]+")(?:, (NULL|"[^"]*"))?', open(table).read(), re.M)
    assert len(rows) > 150, len(rows)
    for kind, long, short, metavar in rows:
        takes_value = kind not in ("FLAG", "SAME") and metavar != "NULL"
        for name in {long, short.strip('"')} - {"NULL", "x"}:
            assert goes("-" + name, removed) or clang_takes(clang, name, takes_value), f"-{name} stays, clang has it not"
    for word in STAYS:
        assert not goes(word, removed), f"{word} goes"


main()
