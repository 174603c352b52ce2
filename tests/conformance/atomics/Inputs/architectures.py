"""Compiles a use of every row of the tables of atomic functions for every architecture that has it, and expects an error
that names the function and its line where the row says that an architecture does not.

    architectures.py --swcc SWCC --dir DIR FOLDER-OF-TABLES
"""
import argparse
import pathlib
import re
import subprocess
import sys

ARCHITECTURES = [50, 53, 60, 70, 80, 90, 120]  # one at least of those that have the same
REFUSING = [50, 60, 70, 80]  # where what is there changes: the others refuse what the next lower one does
CLASHING = [50, 53, 60, 90, 120]
ROW = re.compile(r"^(\w+)\(([^()]*)\)")
ERRORS_TOLD = 18  # in one file; clang stops at 20
LINES_OF_HEAD = 4
OWN = """
%s
__device__ double atomicAdd(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
%s
__global__ void use(double *p) { atomicAdd(p, 1.0); }
"""


def rows(path):
    for line in path.read_text().splitlines():
        match = ROW.match(line)
        if match:
            yield match.group(1), [field.strip() for field in match.group(2).split(",")]


def uses(tables):
    """(needed architecture, name, statement) of every function."""
    for kind, fields in rows(tables / "atomics/atomics.def"):
        if kind in "AC":
            arch, name, _, kind_of_value, _ = fields
            values = "*p, *p" if kind == "C" else "*p"
            for suffix, since in (("", 50), ("_block", 60), ("_system", 60)):
                function = f"atomic{name}{suffix}"
                yield max(int(arch) // 10, since), function, f"{kind_of_value} *p) {{ {function}(p, {values});"
    for name, since in (("__half", 70), ("__half2", 50), ("__nv_bfloat16", 70), ("__nv_bfloat162", 50), ("float2", 90), ("float4", 90)):
        for suffix in ("", "_block", "_system"):
            yield max(since, 60) if suffix else since, f"atomicAdd{suffix}", f"{name} *p) {{ atomicAdd{suffix}(p, *p);"
    for suffix in ("", "_block", "_system"):
        yield 90, f"atomicExch{suffix}", f"wide *p) {{ atomicExch{suffix}(p, *p);"
        yield 90, f"atomicCAS{suffix}", f"wide *p) {{ atomicCAS{suffix}(p, *p, *p);"
    yield from built_in(tables)


def built_in(tables):
    text = (tables / "atomics/nv_atomics.def").read_text()
    for op in sorted(set(re.findall(r"SW_NV_FETCH\((\w+), float", text)) | set(re.findall(r"SW_R_INTEGERS\((\w+)\)\n", text))):
        for form in (f"__nv_atomic_fetch_{op}", f"__nv_atomic_{op}"):
            yield 60, form, f"int *p) {{ {form}(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);"
    least = {"load": {16: 70}, "store": {16: 70}, "exchange": {16: 90}, "compare_exchange": {2: 70, 16: 90}}
    arguments = {"load": "p, p", "store": "p, p", "exchange": "p, p, p", "compare_exchange": "p, p, p, false, 0"}
    nv_rows = rows(tables / "atomics/nv_atomics.def")
    for kind, (form, size) in ((kind, fields) for kind, fields in nv_rows if kind == "SW_NV_SIZED"):
        since = least[form].get(int(size), 60)
        yield since, f"__nv_atomic_{form}", f"sized<{size}> *p) {{ __nv_atomic_{form}({arguments[form]}, 0, 3);"


def compile_source(args, name, arch, text):
    source = args.dir / f"{name}.cu"
    source.write_text(text)
    lanes = [] if arch == ARCHITECTURES[-1] else ["--lanes=1"]  # code for several is the same for each architecture
    done = subprocess.run([args.swcc, f"-arch=sm_{arch}", *lanes, "-w", "-c", source.name, "-o", f"{name}.o"], cwd=args.dir,
                          capture_output=True, text=True)
    errors = {}  # an assertion in a header names the line that asked for it in a note
    said = r"(?:error: |note: in instantiation of )"
    for line, text in re.findall(rf"^{name}\.cu:(\d+):\d+: {said}(.*)", done.stdout + done.stderr, re.M):
        errors[int(line)] = errors.get(int(line), "") + text
    return done.returncode, errors, done.stdout + done.stderr


def program(lines):
    head = ("#include <cuda_bf16.h>\n#include <cuda_fp16.h>\nstruct alignas(16) wide { long long a, b; };\n"
            "template <int n> struct alignas(n) sized { char at[n]; };\n")
    return head + "".join(f"__device__ void f{i}({statement} }}\n" for i, statement in enumerate(lines))


def check_lacking(args, arch, lacks):
    status, errors, text = compile_source(args, f"lacks_{arch}", arch, program([statement for _, statement in lacks]))
    for i, (name, statement) in enumerate(lacks):
        told = errors.get(LINES_OF_HEAD + 1 + i)
        if not told or not re.search(rf"\b{name}\b", told):
            sys.exit(f"sm_{arch}: no error that names {name}: {statement}\n{text[:2000]}")


def check_architecture(args, arch, all_uses):
    """All that it has in one file, which compiles; all that it lacks in others, with an error for each line."""
    has = [statement for since, _, statement in all_uses if arch >= since]
    lacks = [(name, statement) for since, name, statement in all_uses if arch < since]
    status, _, text = compile_source(args, f"has_{arch}", arch, program(has))
    if status:
        sys.exit(f"sm_{arch}: what it has does not compile:\n{text[:3000]}")
    for start in range(0, len(lacks) if arch in REFUSING else 0, ERRORS_TOLD):
        check_lacking(args, arch, lacks[start:start + ERRORS_TOLD])
    return len(lacks)


def check_own(args, arch):
    """The guide's atomicAdd of double: plain below sm_60, guarded everywhere; plain from sm_60 on it clashes."""
    guarded = compile_source(args, f"guarded_{arch}", arch, OWN % ("#if __CUDA_ARCH__ < 600", "#endif"))
    plain = compile_source(args, f"plain_{arch}", arch, OWN % ("", ""))
    if guarded[0]:
        sys.exit(f"sm_{arch}: the guarded atomicAdd is refused:\n{guarded[2]}")
    if (plain[0] != 0) != (arch >= 60):
        sys.exit(f"sm_{arch}: the atomicAdd without a guard: exit status {plain[0]}\n{plain[2]}")
    if plain[0] and "atomicAdd" not in plain[2]:
        sys.exit(f"sm_{arch}: the clash does not name atomicAdd:\n{plain[2]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--swcc", required=True)
    parser.add_argument("--dir", type=pathlib.Path, required=True)
    parser.add_argument("tables", type=pathlib.Path)
    args = parser.parse_args()
    args.dir.mkdir(parents=True, exist_ok=True)
    all_uses = list(uses(args.tables))
    for arch in ARCHITECTURES:
        refused = check_architecture(args, arch, all_uses)
        if arch in CLASHING:
            check_own(args, arch)
        print(f"sm_{arch}: {len(all_uses) - refused} functions compile, {refused} are refused")


if __name__ == "__main__":
    main()
