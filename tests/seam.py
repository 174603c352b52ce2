#!/usr/bin/env python3
"""Only runtime/os knows the operating system: what a port replaces lies there. Everything else of the runtime includes C's
own headers, and names nothing but what C11 has and what os/'s headers declare as theirs.

  seam.py CC NM OBJECTS...

OBJECTS: object files of the runtime and of its tool, or files that list them. Three things are looked at:
  - which headers a file includes, and which of the system's files it reads (/proc)
  - which functions its object needs that neither the runtime has nor C11: by way of C's own headers, say (fileno)
  - which types and macros it names that come in with os/'s headers (pthread_t, SIGSEGV), which are inline in part
The tool, which starts other programs, has a file of its own like os/ (tool/system.c)."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNTIME = os.path.join(ROOT, "runtime")
C11 = ("assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp stdalign stdarg stdatomic stdbool "
       "stddef stdint stdio stdlib stdnoreturn string tgmath uchar wchar wctype").split()
COMPILERS = {"cpuid.h", "x86intrin.h"}  # the processor's, whatever system runs on it
LIBRARIES = {"report/source_line.c": {"dwarf.h", "elfutils/libdwfl.h"}}
# Of POSIX and older, but about text and nothing else; what compilers and linkers add. In the tool no program's own
# functions are in the way of the last three.
HARMLESS = {"strdup", "strsep", "strtok_r", "bcmp", "__cxa_atexit", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail"}
HARMLESS_IN_TOOL = {"getline", "open_memstream", "ssize_t"}
HARMLESS_BEGINNINGS = ("__asan_", "__ubsan_", "__tsan_", "__sanitizer_", "__popcount", "swrt_", "__sw_")


def harmless(path):
    return HARMLESS | HARMLESS_IN_TOOL if path.startswith("tool/") else HARMLESS


def is_seam(path):
    return path.startswith("os/") or path in ("tool/system.c", "tool/system.h")


def sources():
    for folder, _, names in os.walk(RUNTIME):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".def")):
                yield os.path.relpath(os.path.join(folder, name), RUNTIME)


def read(path):
    with open(os.path.join(RUNTIME, path), encoding="utf-8") as file:
        return file.read()


def system_includes(path):
    return re.findall(r"^[ ]*#[ ]*include[ ]*<(.*?)>", read(path), re.M)


def words(path):
    """What a file names, outside of comments, texts and what it includes."""
    text = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|^[ ]*#[ ]*include.*?$', " ", read(path), flags=re.S | re.M)
    return set(re.findall(r"\b(?:struct |union )?[A-Za-z_]\w*", text) + re.findall(r"\b[A-Za-z_]\w*", text))


def preprocessed(cc, headers, *options):
    text = "".join(f"#include <{header}>\n" for header in headers)
    return subprocess.run([cc, "-E", "-x", "c", *options, "-"], input=text, check=True, capture_output=True, text=True).stdout


def c11_names(cc):
    """What C's own headers have when they have nothing else."""
    text = preprocessed(cc, [name + ".h" for name in C11], "-std=c11", "-dD")
    return set(re.findall(r"\b[A-Za-z_]\w*", text))


def without_braces(text):
    while "{" in text:
        text, count = re.subn(r"\{[^{}]*\}", " ", text)
        if not count:
            break
    return text


def types_and_macros(cc, headers):
    text = preprocessed(cc, headers, "-D_GNU_SOURCE", "-dD")
    macros = re.findall(r"^#define (\w+)", text, re.M)
    text = re.sub(r"^#.*?$|__attribute__\s*\(\(.*?\)\)", " ", text, flags=re.M)
    values = [value for body in re.findall(r"\benum\b[^{};]*\{([^}]*)\}", text) for value in re.findall(r"\w+", body)]
    types = re.findall(r"\btypedef\b[^;]*?(\w+)\s*(?:\[[^;]*\]\s*)?;", without_braces(text))
    tags = re.findall(r"\b((?:struct|union) [a-z]\w*)\s*\{", text)
    return {name for name in [*macros, *types, *values, *tags] if re.match(r"[A-Za-z]", name)}


def symbols(nm, objects):
    """Names that the objects define, and of each source those that it needs."""
    defines, needs = set(), {}
    for line in subprocess.run([nm, "-A", *objects], check=True, capture_output=True, text=True).stdout.splitlines():
        path, rest = line.rsplit(":", 1)
        kind, name = rest.split()[-2:]
        target = re.search(r"(softwarp_objects|softwarp_tool)\.dir/(.*)\.o$", path)
        if kind in "Uwv":
            needs.setdefault(os.path.normpath(target[2]), set()).add(name)
        else:
            defines.add(name)
    return defines, needs


def wrong_includes():
    for path in sources():
        allowed = {name + ".h" for name in C11} | COMPILERS | LIBRARIES.get(path, set())
        for header in [] if is_seam(path) else system_includes(path):
            if header not in allowed:
                yield f"runtime/{path} includes <{header}>: only runtime/os asks the operating system"


def wrong_files():
    for path in sources():
        for name in [] if is_seam(path) else re.findall(r'"(/(?:proc|sys|dev)/[^"]*)"', read(path)):
            if name != "/dev/stdout":
                yield f"runtime/{path} reads {name}: only runtime/os asks the operating system"


def wrong_functions(defines, needs, c11):
    inline = set().union(*(words(path) for path in sources() if path.startswith("os/") and path.endswith(".h")))
    for path in sorted(needs):
        for name in [] if is_seam(path) else sorted(needs[path] - defines - c11 - harmless(path)):
            if not name.startswith(HARMLESS_BEGINNINGS) and (name not in inline or name in words(path)):
                yield f"runtime/{path} calls {name}, which C11 does not have: it is for runtime/os to call"


def wrong_names(cc, c11):
    leaked = {header for path in sources() if path.startswith("os/") and path.endswith(".h")
              for header in system_includes(path)}
    names = types_and_macros(cc, sorted(leaked | {"pthread.h", "signal.h"})) - c11
    for path in sources():
        for name in [] if is_seam(path) or path in LIBRARIES else sorted(words(path) & names - harmless(path)):
            yield f"runtime/{path} names {name}, which is the operating system's: it is for runtime/os to name"


def main():
    cc, nm, objects = sys.argv[1], sys.argv[2], []
    for path in sys.argv[3:]:
        if path.endswith(".o"):
            objects.append(path)
        else:
            with open(path, encoding="utf-8") as file:
                objects += file.read().split()
    c11 = c11_names(cc)
    defines, needs = symbols(nm, objects)
    wrong = [*wrong_includes(), *wrong_files(), *wrong_functions(defines, needs, c11), *wrong_names(cc, c11)]
    seam = sum(is_seam(path) for path in sources())
    print("\n".join(wrong) if wrong else f"ok: {seam} files know the operating system, {len(needs)} objects do not need to")
    sys.exit(bool(wrong))


main()
