#!/usr/bin/env python3
"""What of CUDA a program finds in Softwarp, and what it does about the rest: docs/compatibility.md.

    compatibility.py --write                  makes docs/compatibility.md from the tables
    compatibility.py --adopt --library LIB    first calls complete what the table lacks and the library exports
    compatibility.py --check --library LIB    ends with 1 if that would change it, or if the table of the runtime API,
                                              the headers and what the library exports do not agree

The tables: include/cuda/softwarp/runtime/api.def (every function of the runtime API), src/driver/own_libraries.def and
libraries/*/functions.def (CUDA's libraries that are there), src/driver/libraries.def (what is
missing as a whole), src/driver/options.def, docs/compatibility.def (the language), and those behind conformance.md.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

import conformance

ROOT = conformance.ROOT
PAGE = ROOT / "docs/compatibility.md"
INCLUDE = ROOT / "include/cuda"
API = INCLUDE / "softwarp/runtime/api.def"
STATUS = {"COMPLETE": "complete", "NO_EFFECT": "accepted without effect", "PARTIAL": "partly", "NOT_YET": "not yet",
          "CANNOT": "not on a CPU"}
ABSENT = ("NOT_YET", "CANNOT")
HEAD = """# What there is of CUDA, and what to do about the rest

Made by `tests/compatibility.py --write` from the tables that headers and compiler are made of; do not edit. Softwarp
says that it is CUDA 12.3. It has CUDA 12's runtime API, names that older releases had, and, where C++ can tell them
apart, CUDA 13's signatures too. "Complete" means as documented; "not yet" and "not on a CPU" that a call is an error of
the compiler's which says what the note says. Where results differ from a GPU's: [differences.md](differences.md).
"""
Function = collections.namedtuple("Function", "name releases status note section")


def rows(path, macros):
    """(macro, fields) of every row, strings without their quotes."""
    command = ["cc", "-E", "-P", "-w", "-xc", "-include", "stdbool.h",
               *[f"-D{macro}(...)=@{macro}(__VA_ARGS__)\n" for macro in macros], str(path)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for part in text.split("@")[1:]:
        macro, _, rest = part.partition("(")
        fields = conformance.fields_of(" ".join(rest.rstrip()[:-1].split()))
        yield macro, [re.sub(r'" "', "", field).strip('"') for field in fields]


def functions():
    section = ""
    for macro, fields in rows(API, ["SW_API_SECTION", "SW_API"]):
        if macro == "SW_API_SECTION":
            section = fields[0]
        else:
            yield Function(*fields, section)


def exported(library):
    """The runtime API's functions in the library; second entry points (_ptsz, _ptds) are not functions of their own,
    and a function may be there in its second form only, which the headers give the first one's name."""
    text = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1].split("@")[0] for line in text.splitlines()}
    found = {name for name in names if re.fullmatch(r"cuda[A-Z]\w*", name) and not name.endswith(("_ptsz", "_ptds"))}
    return found | {name.removesuffix("_v2") for name in found}


def declared():
    """Functions that the headers declare, those apart that they declare to refuse them."""
    command = ["cc", "-E", "-P", "-xc++", "-DSOFTWARP_RUNTIME_MISSING_H", f"-I{INCLUDE}", "-include", "cuda_runtime.h",
               "-include", "cuda_profiler_api.h", os.devnull]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\b(cuda[A-Z]\w*)\s*\(", text))


def disagreements(table, library):
    in_library, in_headers = exported(library), declared()
    for name, count in collections.Counter(row.name for row in table).items():
        if count > 1:
            yield f"{name} has {count} rows"
    for row in table:
        is_template = row.section == "C++ API routines"
        there = row.status not in ABSENT
        if row.status not in STATUS:
            yield f"{row.name}: there is no status {row.status}"
        if there and row.name not in in_headers:
            yield f"{row.name}: {row.status} in the table, but no header declares it"
        if there and not is_template and row.name not in in_library:
            yield f"{row.name}: {row.status} in the table, but the library does not export it"
        if not there and row.name in in_library | in_headers:
            yield f"{row.name}: {row.status} in the table, but it is there: give the row its new status"
        if row.status in ("PARTIAL", "CANNOT", "NO_EFFECT") and not row.note:
            yield f"{row.name}: {row.status} needs a note"
    for name in sorted(in_library - {row.name for row in table}):
        yield f"{name}: exported, but without a row in {API.relative_to(ROOT)}"


def adopt(table, library):
    """Rows of functions that have come to be; what is partial about them a person has to say."""
    there, text = exported(library) & declared(), API.read_text()
    for row in (row for row in table if row.status in ABSENT and row.name in there):
        pattern = rf'SW_API\({row.name}, ("[^"]*"), {row.status},\s*"[^"]*"\)'
        text = re.sub(pattern, rf'SW_API({row.name}, \1, COMPLETE, "")', text)
    API.write_text(text)


def headers():
    return sorted(str(path.relative_to(INCLUDE)) for path in INCLUDE.rglob("*")
                  if path.is_file() and "softwarp" not in path.parts[len(INCLUDE.parts):])


def stale_libraries():
    """Rows of what is missing whose headers have come to be."""
    for macro, (header, *_) in rows(ROOT / "src/driver/libraries.def", ["LIBRARY", "NAME", "CONSTRUCT"]):
        found = [name for name in headers() if name.startswith(header)] if macro == "LIBRARY" else []
        if found and not header.endswith("/"):
            yield f"src/driver/libraries.def says that {header}* is missing, but there is {found[0]}"


def table_of(heading, lines):
    return ["| " + " | ".join(heading) + " |", "|" + "---|" * len(heading)] + [
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines] + [""]


def runtime_part(table):
    yield "## The runtime API\n"
    counts = collections.Counter(row.status for row in table)
    numbers = ", ".join(f"{counts[status]} {word}" for status, word in STATUS.items() if counts[status])
    yield f"{len(table)} functions: {numbers}.\n"
    for section in dict.fromkeys(row.section for row in table):
        yield f"### {section}\n"
        yield from table_of(["function", "CUDA", "Softwarp", "note"],
                            [(f"`{row.name}`", row.releases.replace("CUDA ", ""), STATUS[row.status], row.note)
                             for row in table if row.section == section])


def language_part(extra):
    yield "## The language\n"
    yield from table_of(["feature", "Softwarp", "note"],
                        [(fields[0], STATUS[fields[1]], fields[2]) for macro, fields in extra if macro == "LANGUAGE"])
    yield "## Functions of device code\n"
    yield "Each has a row, and a test, in [conformance.md](conformance.md); these are their numbers.\n"
    counts = collections.Counter(row.family for row in conformance.all_rows())
    yield from table_of(["family", "functions, types and forms"], [(family, str(n)) for family, n in counts.items()])


def header_part(extra):
    notes = {fields[0]: fields[1] for macro, fields in extra if macro == "HEADER"}
    yield "## Headers\n"
    yield "`#include` finds these; `cuda_runtime.h` is included by itself in .cu files, as with nvcc.\n"
    yield ", ".join(f"`{name}`" for name in headers()) + ".\n"
    yield from table_of(["header", "note"], [(f"`{name}`", note) for name, note in notes.items()])


def library_part():
    libraries = [fields for macro, fields in rows(ROOT / "src/driver/libraries.def", ["LIBRARY", "NAME", "CONSTRUCT"])
                 if macro == "LIBRARY"]
    yield "## Libraries\n"
    yield from own_library_part()
    yield "### Libraries that are not there\n"
    yield "swcc says so where a program includes their headers or links them:\n"
    yield from table_of(["library", "headers", "-l", "what to do"],
                        [(name, f"`{header}{'' if header.endswith('.h') else '*'}`", link and f"`{link}`", advice)
                         for header, link, name, advice in libraries])


def own_libraries():
    """(name, what, functions) of the libraries that are there."""
    for _, (name, what) in rows(ROOT / "src/driver/own_libraries.def", ["OWN_LIBRARY"]):
        table = rows(ROOT / "libraries" / name / "functions.def", ["LIBRARY_FUNCTION"])
        yield name, what, [fields for _, fields in table]


def wrong_own_libraries():
    for name, _, functions in own_libraries():
        in_header = set(re.findall(rf"\b({name}[A-Z]\w*)\s*\(", (INCLUDE / f"{name}.h").read_text()))
        for function in sorted(in_header ^ {fields[0] for fields in functions}):
            yield f"{function}: in one of {name}.h and libraries/{name}/functions.def only"
        for function, status, note in functions:
            if status not in STATUS or (status in ("PARTIAL", "CANNOT", "NO_EFFECT") and not note):
                yield f"{function}: {status} is no status, or wants a note"


def own_library_part():
    for name, what, functions in own_libraries():
        yield f"### {what}\n"
        yield f"`<{name}.h>`, `-l{name}`: [libraries.md](libraries.md).\n"
        yield from table_of(["function", "Softwarp", "note"],
                            [(f"`{function}`", STATUS[status], note) for function, status, note in functions])


def driver_part():
    names = [fields for macro, fields in rows(ROOT / "src/driver/libraries.def", ["LIBRARY", "NAME", "CONSTRUCT"])
             if macro == "NAME"]
    yield "## The driver API\n"
    yield "`cuda.h` declares what there is of it. swcc says of these that they are not there:\n"
    yield from table_of(["functions", "part of", "what to do"],
                        [(f"`{start}*`", what, advice) for start, what, advice in names])


def option_part():
    kinds = ["GROUP", "FLAG", "TEXT", "JOIN", "ENUM", "BOOL", "LIST", "PATH", "WORD", "SAME", "SKIP", "DENY"]
    options = [(kind, fields) for kind, fields in rows(ROOT / "src/driver/options.def", kinds) if kind != "GROUP"]
    done = [fields for kind, fields in options if kind not in ("SKIP", "DENY")]
    yield "## Options of nvcc\n"
    yield f"{len(done)} options do what nvcc's do, or are swcc's own (`swcc --help`). The others:\n"
    yield from table_of(["option", "swcc", "why"],
                        [(f"`--{f[0]}`", "accepted without effect" if kind == "SKIP" else "refused", f[-1])
                         for kind, f in options if kind in ("SKIP", "DENY")])


def page(table):
    extra = list(rows(ROOT / "docs/compatibility.def", ["LANGUAGE", "HEADER"]))
    parts = [language_part(extra), runtime_part(table), header_part(extra), library_part(), driver_part(), option_part()]
    return "\n".join([HEAD] + [line for part in parts for line in part]).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--adopt", action="store_true")
    parser.add_argument("--library", help="libsoftwarp.so, for --check and --adopt")
    args = parser.parse_args()
    if (args.check or args.adopt) and not args.library:
        parser.error("--check and --adopt need --library")
    if args.adopt:
        adopt(list(functions()), args.library)
    table = list(functions())
    text = page(table)
    wrong = [*disagreements(table, args.library), *stale_libraries(), *wrong_own_libraries()] if args.check else []
    if args.write:
        PAGE.write_text(text)
    elif args.check and (not PAGE.exists() or PAGE.read_text() != text):
        wrong.append("docs/compatibility.md is not what the tables say: tests/compatibility.py --write")
    for line in wrong:
        print(line)
    print(f"{len(table)} functions, {len(wrong)} disagreements")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
