#!/usr/bin/env python3
"""What of CUDA's tables is there, where it is tested, and on which GPU the test was recorded: docs/conformance.md.

    conformance.py --write     makes docs/conformance.md from the tables and the recordings
    conformance.py --check     ends with 1 if that would change it, or if a row has no test

The tables (*.def in include/cuda/softwarp/* and include/softwarp) are those that the headers are made of. A row is
tested where the recording of a program (NAME.gpu beside NAME.cu) has a line that begins with the row's label; rows that a
GPU cannot run are tested by a program that says why (NO-GPU). A program without either is told, too.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHAPTERS = ROOT / "tests/conformance"
PAGE = ROOT / "docs/conformance.md"
HEAD = """# Conformance

Made by `tests/conformance.py --write` from the tables that the headers are made of, and from the recordings beside the
tests; do not edit. Every row is tested in every way that must make no difference (tests/README.md): with 1, 8, 16 and 32
lanes, optimised and not, by one worker and by several, with blocks in shuffled order. "H200" means that what the test
prints is, line for line, what the same program printed there, compiled by nvcc; "reference" that the test compares with a
computation of its own, because nvcc or a GPU cannot run it. Where GPU, guide and Softwarp differ: differences.md.
"""
Row = collections.namedtuple("Row", "family label since chapter besides")


def fields_of(text):
    """Arguments of a macro: commas within brackets and quotes part nothing."""
    fields, depth, quoted, start = [], 0, False, 0
    for i, c in enumerate(text):
        quoted ^= c == '"'
        depth += (c == "(") - (c == ")") if not quoted else 0
        if c == "," and not depth and not quoted:
            fields.append(text[start:i].strip())
            start = i + 1
    return fields + [text[start:].strip()]


def table(name):
    """(macro, fields) of every row; the C preprocessor expands what stands for several."""
    folders = ("include/softwarp", "include/cuda/softwarp", "tests/conformance/order")
    path = next(ROOT / folder / name for folder in folders if (ROOT / folder / name).exists())
    macros = re.findall(r"^#undef (\w+)", path.read_text(), re.M)
    command = ["cc", "-E", "-P", "-w", "-xc", *[f"-D{macro}(...)=@{macro}(__VA_ARGS__)\n" for macro in macros], str(path)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for part in text.split("@")[1:]:
        macro, _, rest = part.partition("(")
        yield macro, fields_of(" ".join(rest.rstrip()[:-1].split()))


def since(number):
    return "any" if int(number) <= 500 else f"sm_{int(number) // 10}"


def atomics():
    family, scopes = "Atomic functions", "`_block` and `_system` too, since sm_60"
    for kind, (*arch, name, _, type_of, _) in table("atomics/atomics.def"):
        values = ", ".join([type_of] * (2 if kind in "CM" else 1))
        ours = kind in "LM"
        yield Row(family, f"atomic{name}({type_of} *, {values})", since(arch[0]) if arch else "any",
                  "atomics/table_long" if ours else "atomics", ("ours; " if ours else "") + scopes)
    for label in ("atomicAdd(float2 *, float2)", "atomicAdd(float4 *, float4)"):
        yield Row(family, label, "sm_90", "atomics", "global memory only; " + scopes)
    for label in ("atomicExch(T *, T)", "atomicCAS(T *, T, T)"):
        yield Row(family, label, "sm_90", "atomics", "T: any type of 16 bytes; " + scopes)


def built_in_atomics():
    family = "Atomic functions with memory order and scope"
    least = {("load", "16"): "sm_70", ("store", "16"): "sm_70", ("exchange", "16"): "sm_90",
             ("compare_exchange", "16"): "sm_90", ("compare_exchange", "2"): "sm_70"}
    for kind, (form, of, *_) in table("atomics/nv_atomics.def"):
        if kind == "SW_NV_FETCH":
            label = f"__nv_atomic_fetch_{form}({of} *, {of}, int, int)"
            yield Row(family, label, "sm_60", "atomics", f"and `__nv_atomic_{form}`")
        else:
            arch = least.get((form, of), "sm_60")
            yield Row(family, f"__nv_atomic_{form}, {of} bytes", arch, "atomics", "of integers also `_n`")
    besides = "every order with every scope; `__nv_atomic_thread_fence`"
    yield Row(family, "__nv_atomic_*, orders and scopes", "sm_60", "atomics", besides)


def half_types():
    for fmt, n, column in (("half", "__half", 0), ("bfloat16", "__nv_bfloat16", 1)):
        yield from half_format(f"{'Half' if column == 0 else 'bfloat16'} functions", fmt, n, n + "2", column)


def half_format(family, fmt, n, p, column):
    def row(label, arch=500, besides=""):
        return Row(family, label, since(arch), "half", besides)

    for kind, f in table("half/functions.def"):
        kind = kind.removeprefix("SW_ROW_")
        of_pairs = {"UNARY": 1, "BINARY": 2, "TERNARY": 3}.get(kind)
        if of_pairs:
            arch = f[2 + column]
            yield row(f"__{f[0]}({', '.join([n] * of_pairs)})", arch)
            yield row(f"__{f[1]}({', '.join([p] * of_pairs)})", arch)
        elif kind == "COMPLEX":
            yield row(f"__{f[0]}({p}, {p}, {p})", f[1 + column])
        elif kind in ("WHOLE", "MATH", "APPROX"):
            besides = {"WHOLE": "", "MATH": "rounded correctly", "APPROX": "an approximation"}[kind]
            yield row(f"h{f[0]}({n})", f[1 + column], besides)
            yield row(f"h2{f[0]}({p})", f[1 + column], besides)
        elif kind == "COMPARE":
            for form, of in (("__h{}", n), ("__h{}2", p), ("__hb{}2", p), ("__h{}2_mask", p)):
                yield row(f"{form.format(f[0])}({of}, {of})", f[1 + column])
        elif kind == "RELATION":
            yield from (row(f"operator{f[0]}({of}, {of})") for of in (n, p))
        elif kind == "OPERATOR":
            yield from (row(f"operator{f[0]}{form}") for of in (n, p) for form in (f"({of}, {of})", f"=({of} &, {of})"))
        elif kind == "STEP":
            yield from (row(f"operator{f[0]}({of} &{more})") for of in (n, p) for more in ("", ", int"))
        elif kind == "SIGN":
            yield from (row(f"operator{f[0]}({of})") for of in (n, p))
        elif kind in ("TEST", "PAIR_TEST"):
            yield row(f"__{f[0]}({n if kind == 'TEST' else p})", f[-2 + column])
        elif kind == "INTEGER":
            for r in ("rn", "rz", "rd", "ru"):
                yield row(f"__{fmt}2{f[0]}_{r}({n})", f[2 + column])
                yield row(f"__{f[0]}2{fmt}_{r}({f[1]})", f[2 + column])
        elif kind == "SMALL":
            yield row(f"__{fmt}2{f[0]}_rz({n})", f[2 + column])
        elif kind in ("LOAD", "STORE"):
            for of in (n, p):
                yield row(f"{f[0]}(const {of} *)" if kind == "LOAD" else f"{f[0]}({of} *, {of})", f[1 + column])
        elif kind == "ATOMIC_ADD":
            of = n if f[0] == "N" else p
            yield row(f"atomicAdd({of} *, {of})", f[1 + column], "ours: `_block` and `_system`")
    for kind, f in table("half/moves.def"):
        of = ", ".join({"N": n, "P": p}.get(a, a) for a in f[3:])
        yield row(f"{f[column]}({of})")


def mathematics():
    for kind, f in table("math/functions.def"):
        family = {"FAST": "Fast mathematical functions", "DIRECTED": "Arithmetic with a stated rounding"}.get(
            kind.split("_")[0].rstrip("12"), "Mathematical functions")
        if kind.startswith("FAST"):
            of = {"FAST2": "float, float", "FAST_PAIR": "float, float *, float *"}.get(kind, "float")
            besides = "exact" if kind == "FAST_EXACT" else "within the guide's bound"
            yield Row(family, f"__{f[0]}({of})", "any", "math", besides)
        elif kind == "DIRECTED":
            for r in ("rn", "rz", "ru", "rd"):
                yield Row(family, f"__{f[2]}_{r}({', '.join([f[0]] * int(f[1]))})", "any", "math", "exact")
        elif kind == "DIRECTED_NEAREST":
            yield Row(family, f"__{f[1]}_rn({f[0]})", "any", "math", "exact")
        else:
            yield from (math_row(family, kind, f, of) for of in ("float", "double"))


def math_row(family, kind, f, of):
    """One function in one type: name, arguments and error bound follow from the form."""
    name = f[1] if kind in ("MATH1", "MATH2", "EXACT_TO", "EXACT_SCALE", "EXACT_OUT") else f[0]
    bound = {"MATH1": 2, "MATH2": 2, "MATH3": 1, "MATH4": 1, "MATH_PAIR": 3, "MATH_BESSEL": 1}.get(kind)
    besides = "exact" if kind.startswith("EXACT") else "no bound in the guide"
    if bound is not None:
        besides = f"{f[bound + (of == 'double')]} ulp" + (" below 8" if kind == "MATH_BESSEL" else "")
    count = {"MATH2": 2, "MATH3": 3, "MATH4": 4, "EXACT2": 2, "EXACT3": 3}.get(kind, 1)
    arguments = ", ".join([of] * count)
    if kind == "EXACT_OPERATOR":
        return Row(family, f"{f[2]}({', '.join([of] * int(f[1]))})", "any", "math", besides)
    if kind in ("MATH_ARRAY", "MATH_BESSEL_N"):
        arguments = f"int, const {of} *" if kind == "MATH_ARRAY" else f"int, {of}"
    elif kind == "MATH_PAIR":
        arguments = f"{of}, {of} *, {of} *"
    elif kind == "EXACT_SCALE":
        arguments = f"{of}, {f[0]}"
    elif kind == "EXACT_OUT":
        arguments = f"{of}, {of if f[0] == 'T' else f[0]} *"
    elif kind == "EXACT_REMQUO":
        arguments = f"{of}, {of}, int *"
    suffix = "f" if of == "float" and kind != "EXACT_CLASS" else ""
    return Row(family, f"{name}{suffix}({arguments})", "any", "math", besides)


def warps():
    family = "Warp functions"
    for kind, f in table("sync/warp.def"):
        kind, arch, name = kind.removeprefix("SW_WARP_"), since(f[0]), f[1]
        old = kind in ("SHUFFLE", "HALF_SHUFFLE", "VOTE")
        besides = "also without `_sync`" if old else ""
        arguments = {"SHUFFLE": lambda: f"_sync(unsigned, {f[4]}, {f[3]}, int)", "VOTE": lambda: "_sync(unsigned, int)",
                     "HALF_SHUFFLE": lambda: f"_sync(unsigned, {f[4]}, {f[3]}, int)",
                     "SYNC_VOTE": lambda: "_sync(unsigned, int)", "MATCH_ANY": lambda: f"(unsigned, {f[2]})",
                     "MATCH_ALL": lambda: f"(unsigned, {f[2]}, int *)", "REDUCE": lambda: f"(unsigned, {f[2]})",
                     "OTHER": lambda: f[3]}[kind]()
        yield Row(family, name + arguments, arch, "warp", besides)


def order():
    family = "Fences and barriers"
    for kind, f in table("sync/barriers.def"):
        label = {"SW_FENCE": "()", "SW_REDUCTION": "(int)"}.get(kind) or f[2]
        yield Row(family, f[1] + label, since(f[0]), "order", "")
    for _, f in table("litmus.def"):
        label = f[1].strip('"')
        yield Row("Litmus tests", label, "any", "order", "each access kind, fence and placement")


def clusters():
    for _, (_, name, parameters, _) in table("device/cluster_functions.def"):
        label = name + parameters.replace("*address", "*").replace("unsigned mask", "unsigned")
        yield Row("Functions of clusters", label, "sm_90", "builtins/clusters", "")


def types():
    for kind, f in table("language/vector_types.def"):
        for name in [f"{f[0]}{i}" for i in (1, 2, 3, 4)] if kind == "V" else [f[0]]:
            yield Row("Vector types", name, "any", "types", "size, alignment, members, `make_`, in structures")


def launches():
    for kind, f in table("device/launch_limits.def"):
        label = f"<<<dim3({', '.join(f[:3])}), dim3({', '.join(f[3:])})>>>"
        yield Row("Launch shapes", label, "any", "builtins", "runs" if kind == "RUNS" else "refused")


def prints():
    for kind, f in table("device/printf.def"):
        if kind == "CONVERSION":
            yield Row("printf", f"%{f[0]}", "any", "launch", "integers with h, l, ll; flags, width, precision")
        elif kind == "FLAG" and f[0] != '""':
            yield Row("printf", "%" + f[0].strip('"') + "7d", "any", "launch", "flags")
    yield Row("printf", "%hhd, %.*d", "any", "launch/printf_more", "ours: C has them, the guide does not")


def extensions():
    family, scopes = "Portable extensions (softwarp/atomics.cuh)", "in block and system scope too"
    device = "<softwarp::scope::device>"
    for kind, f in table("atomics_extensions.def"):
        form = {"VALUE": "atomic_{0}%({1} *, {1})", "SWAP": "atomic_cas%({0} *, {0}, {0})",
                "CLAMPED": "atomic_add_clamped%({0} *, {0}, {0}, {0})", "COMPLEX": "atomic_add%({0} *, {0})",
                "UPDATE": "atomic_update%, {0} bytes", "COUNT": "atomic_count%({0} *)", "LOCK": "spin_lock%",
                "TICKET": "last_block%"}[kind.removeprefix("EXT_")]
        label = "softwarp::" + form.format(*f).replace("%", device)
        yield Row(family, label, since(f[-1]), "extensions", scopes if kind != "EXT_TICKET" else "in system scope too")


def all_rows():
    for family in (atomics, built_in_atomics, extensions, order, clusters, warps, types, launches, prints, half_types, mathematics):
        yield from family()


def recordings():
    """Per chapter: program -> lines that it printed on a GPU."""
    found = collections.defaultdict(dict)
    for path in sorted(CHAPTERS.glob("*/*.gpu")):
        found[path.parent.name][path.stem] = path.read_text().splitlines()[2:]
    return found


def begins(line, label):
    if label.startswith("%"):
        return line.startswith(label[1:]) and " -> [" in line
    return line.startswith(label) and line[len(label):len(label) + 1] in (":", ",", " ")


def tests_of(row, recorded):
    """Names of programs; those that were not recorded say so themselves."""
    chapter, _, name = row.chapter.partition("/")
    if name:
        return [name] if "NO-GPU:" in (CHAPTERS / chapter / f"{name}.cu").read_text() else []
    return [program for program, lines in recorded[chapter].items() if any(begins(line, row.label) for line in lines)]


def programs_without_word():
    for path in sorted(CHAPTERS.rglob("*.cu")):
        text = path.read_text()
        is_program = "Inputs" not in path.parts and "RUN:" not in text
        if is_program and "NO-GPU:" not in text and not path.with_suffix(".gpu").exists():
            yield path.relative_to(CHAPTERS)


def page(rows, recorded):
    machines = collections.Counter(path.read_text().splitlines()[0][2:] for path in CHAPTERS.glob("*/*.gpu"))
    reasons = sorted((path.relative_to(CHAPTERS), match.group(1)) for path in CHAPTERS.rglob("*.cu")
                     if (match := re.search(r"^// NO-GPU: (.*)$", path.read_text(), re.M)))
    lines = [HEAD, "Recorded: " + "; ".join(f"{n} programs on {machine}" for machine, n in machines.most_common()) + ".", ""]
    for family in dict.fromkeys(row.family for row in rows):
        lines += [f"## {family}", "", "| what | since | checked against | test | |", "|---|---|---|---|---|"]
        for row in (row for row in rows if row.family == family):
            chapter = row.chapter.split("/")[0]
            status = "reference" if "/" in row.chapter else "H200"
            tests = ", ".join(f"{chapter}/{name}" for name in tests_of(row, recorded))
            label = row.label.replace("|", "\\|")
            lines.append(f"| `{label}` | {row.since} | {status} | {tests} | {row.besides} |")
        lines.append("")
    lines += ["## Programs that were not recorded", "", "| program | why |", "|---|---|"]
    lines += [f"| {path} | {why} |" for path, why in reasons]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    rows, recorded = list(all_rows()), recordings()
    without = [row for row in rows if not tests_of(row, recorded)]
    for row in without:
        print(f"no test: {row.family}: {row.label} (chapter {row.chapter})")
    silent = list(programs_without_word())
    for path in silent:
        print(f"neither a recording nor a word why not: {path}")
    text = page(rows, recorded)
    if args.write:
        PAGE.write_text(text)
    is_old = args.check and (not PAGE.exists() or PAGE.read_text() != text)
    if is_old:
        print("docs/conformance.md is not what the tables and recordings say: tests/conformance.py --write")
    print(f"{len(rows)} rows, {len(rows) - len(without)} with a test")
    return bool(without or silent or is_old)


if __name__ == "__main__":
    sys.exit(main())
