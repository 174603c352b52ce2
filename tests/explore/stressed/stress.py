#!/usr/bin/env python3
"""Runs litmus tests over and over, and says whether each outcome that was seen is one that `softwarp explore` allows.

    stress.py --print TABLE.csv..                                     a program for any CUDA compiler
    stress.py --swcc PATH --softwarp PATH [--rounds N] TABLE.csv..    compile it, run it, compare
    stress.py --swcc PATH --softwarp PATH --seen FILE TABLE.csv..     compare what a run elsewhere printed

The tables are those of translated/translate.py; of their tests those on one device are run. A run prints lines of
test, mode (stress.h), outcome and how often it was seen. An outcome is the final value of all variables, and of what
registers hold of reads. The status is 1 when an outcome was seen that is not allowed; those allowed and never seen are
listed.
"""

import argparse
import collections
import csv
import io
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "translated"))
from cuda import WARP, Program, row_of  # noqa: E402
from litmus import Gap  # noqa: E402
from translate import compile_all, explore, read_table  # noqa: E402

SLOTS = 8  # warps of each thread, but where barriers count warps
READS = ("ld", "atom")


class Stressed(Program):
    """A test whose threads are warps, in what stress() makes."""

    as_warps = False

    def __init__(self, test, prefix, form):
        super().__init__(test, prefix, form)
        if self.on_host:
            raise Gap("two devices")
        self.threads = {block: [t for t in test.threads if t.block == block] for block in self.blocks}
        self.most = max(map(len, self.threads.values()))
        self.meets = any(i.name == "bar" for t in test.threads for i in t.code)
        self.read = [(t, r) for t in test.threads for r in self.stored(t)]

    def stored(self, thread):
        return sorted({i.operands[0] for i in thread.code if i.name in READS and row_of(i) != "ld"})

    def words(self, thread, i):
        """In warps each barrier is that of one warp for each thread; number 0 is the harness's."""
        words = super().words(thread, i)
        if i.name == "bar" and self.as_warps:
            barriers = self.barriers[thread.block]
            members = sum(barriers.key(thread, i) in s for s in barriers.sets.values())
            words.update(n=words["n"] + 1, count=f", {WARP * members}")
        if i.name == "red" and i.order == "acq_rel":  # ptxas knows none
            words["how"] = words["how"].replace("acq_rel", "release")
        return words

    def labels(self):
        return [*self.test.variables, *(f"P{t.number}_{r}" for t, r in self.read)]

    def watch(self):
        return ",".join(f"{self.prefix}_{name}" for name in self.labels())

    def references(self, thread):
        names = [f"&{self.prefix}_{name} = memory.variable({n})" for n, name in enumerate(self.test.variables)]
        names += [f"&{self.prefix}_P{t.number}_{r} = memory.result({n})"
                  for n, (t, r) in enumerate(self.read) if t is thread]
        return "".join(f"            [[maybe_unused]] int {name};\n" for name in names)

    def case(self, block, place, thread):
        role = self.blocks.index(block) * self.most + place
        text = self.references(thread) + self.body(thread, " " * 12)
        return f"        case {role}: {{\n{text}            break;\n        }}\n"

    def stress(self):
        self.as_warps = True
        cases = "".join(self.case(block, place, thread) for block, threads in self.threads.items()
                        for place, thread in enumerate(threads))
        labels = ", ".join(f'"{label}"' for label in self.labels())
        initial = ", ".join(map(str, self.test.variables.values()))
        self.as_warps = False
        sizes = f"BLOCKS = {len(self.blocks)}, THREADS = {self.most}, SLOTS = {1 if self.meets else SLOTS}"
        return f"""struct {self.prefix} {{
    enum {{ {sizes}, VARIABLES = {len(self.test.variables)}, RESULTS = {len(self.read)} }};
    static const char *name() {{ return "{self.test.name}"; }}
    static const char *labels(int i) {{ const char *const all[] = {{{labels}}}; return all[i]; }}
    static __device__ int initial(int i) {{ const int all[] = {{{initial}}}; return all[i]; }}
    static __device__ void run(int role, const Memory<{self.prefix}> &memory)
    {{
        switch (role) {{
{cases}        }}
    }}
}};
"""


def stressed(cases, form):
    """Those that can be run so; the others are named."""
    parts = []
    for case in cases:
        try:
            if case.gap:
                raise Gap(case.gap)
            case.part = Stressed(case.part.test, case.part.prefix, form)
            parts.append(case)
        except Gap as gap:
            print(f"{case.name}: not run: {gap}", file=sys.stderr)
    return parts


def source(cases):
    text = '#include "stress.h"\n\n' + "\n".join(case.part.stress() for case in cases)
    calls = "".join(f"    run_test<{case.part.prefix}>(argc, argv);\n" for case in cases)
    return text + f"\nint main(int argc, char **argv)\n{{\n    if (argc < 2) return 2;\n{calls}    return 0;\n}}\n"


def run(args, cases, folder):
    path = os.path.join(folder, "stress.cu")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source(cases))
    subprocess.run([args.swcc, "-std=c++17", "-w", "-O3", "-I", HERE, path, "-o", path[:-3]], check=True)
    names = [case.part.test.name for case in cases] if args.only else []
    return subprocess.run([path[:-3], str(args.rounds), *names], check=True, stdout=subprocess.PIPE, text=True).stdout


def counts(text):
    """Of each test how often each outcome was seen, in all modes."""
    seen = collections.defaultdict(collections.Counter)
    for name, _, outcome, count in csv.reader(io.StringIO(text)):
        seen[name][outcome] += int(count)
    return seen


def allowed(args, part, binary, folder):
    """The outcomes of its executions that end, as a run prints them; None if they are not all known."""
    launch = explore(args, part, binary, folder)
    if not launch.get("complete"):
        return None
    outcomes = [o["values"] for o in launch["outcomes"] if o["ending"] == "ends"]
    return {" ".join(f"{label}={o[f'{part.prefix}_{label}'] & 15}" for label in part.labels()) for o in outcomes}


def judge(case, may, seen):
    """Prints what is to be said of a test; whether all is well."""
    rounds, never = sum(seen.values()), sorted(may - set(seen)) if may else []
    wrong = sorted(set(seen) - may) if may is not None else []
    print(f"{case.part.test.name}: {rounds} rounds, {len(seen)} of {len(may or ())} outcomes seen")
    for outcome in wrong:
        print(f"    NOT ALLOWED, seen {seen[outcome]} times: {outcome}")
    for outcome in never:
        print(f"    never seen: {outcome}")
    if may is None:
        print("    the outcomes that are allowed are not all known")
    return may is not None and not wrong and rounds > 0


def compare(args, cases, text, folder):
    seen, binary = counts(text), compile_all(args, cases, folder)
    good = [judge(case, allowed(args, case.part, binary, folder), seen[case.part.test.name]) for case in cases]
    rounds = sum(sum(outcomes.values()) for outcomes in seen.values())
    print(f"{sum(good)} of {len(cases)} tests showed only outcomes that are allowed, in {rounds} rounds")
    return all(good)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tables", nargs="+")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--form", choices=["c", "ptx"], default="ptx")
    parser.add_argument("--model", default="ptx")
    parser.add_argument("--rounds", type=float, default=1e5)
    parser.add_argument("--seen")
    parser.add_argument("--folder")
    parser.add_argument("--only")
    parser.add_argument("--swcc")
    parser.add_argument("--softwarp")
    args = parser.parse_args()
    tables = [read_table(table, args.folder, args.form, args.only) for table in args.tables]
    cases = stressed([case for table in tables for case in table], args.form)
    if args.print:
        sys.stdout.write(source(cases))
        return 0
    with tempfile.TemporaryDirectory(prefix="softwarp-stress-") as folder:
        if args.seen:
            with open(args.seen, encoding="utf-8") as file:
                text = file.read()
        else:
            text = run(args, cases, folder)
        return 0 if compare(args, cases, text, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
