#!/usr/bin/env python3
"""Compiles one CUDA program with swcc and runs it in every way that must make no difference.

    run-matrix.py --swcc build/bin/swcc [--dir DIR] [--preload LIB] [--flags FLAGS] PROGRAM

PROGRAM is a .cu file, or a folder whose .cu, .cpp and .c files make one program. A program checks itself: exit status 0
is a pass. The ways (WAYS below): one worker; two workers; two workers and shuffled block order; compiled with -O0.

Comment lines among the first 40 of the file (in a folder: of each file) refine that:

    // SWCC: flags         more flags for swcc
    // SOURCES: a.cu b.cc  more source files, relative to this one
    // EXPECT: text        standard output contains this (may be repeated, any order)
    // STDERR: text        standard error contains this
    // EXIT: n             exit status, when not 0
    // ENV: NAME=value     environment of the runs
    // TIMEOUT: seconds    per run (60)
    // SAME-OUTPUT         every way prints the same, lines with a time (" ms") apart
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# name, flags for swcc, environment
WAYS = [
    ("one worker", [], {"SOFTWARP_THREADS": "1"}),
    ("two workers", [], {"SOFTWARP_THREADS": "2"}),
    ("shuffled blocks", [], {"SOFTWARP_THREADS": "2", "SOFTWARP_SHUFFLE": "1"}),
    ("-O0", ["-O0"], {"SOFTWARP_THREADS": "2"}),
]
COMPILE_TIMEOUT = 120
DIRECTIVE = re.compile(r"^\s*//\s*(SWCC|SOURCES|EXPECT|STDERR|EXIT|ENV|TIMEOUT|SAME-OUTPUT)\b:?\s*(.*?)\s*$")


class Plan:
    """What the directives of a program say."""

    def __init__(self, program):
        self.sources = []
        self.flags, self.expect, self.stderr = [], [], []
        self.environment = {}
        self.exit, self.timeout, self.same_output = 0, 60, False
        if program.is_dir():
            files = sorted(p for p in program.iterdir() if p.suffix in (".cu", ".cpp", ".cc", ".c"))
        else:
            files = [program]
        for path in files:
            self.sources.append(str(path))
            self.read(path)

    def read(self, path):
        for line in path.read_text().splitlines()[:40]:
            match = DIRECTIVE.match(line)
            if match:
                self.note(path, match.group(1), match.group(2))

    def note(self, path, word, value):
        if word == "SWCC":
            self.flags += shlex.split(value)
        elif word == "SOURCES":
            self.sources += [str(path.parent / name) for name in value.split()]
        elif word == "EXPECT":
            self.expect.append(value)
        elif word == "STDERR":
            self.stderr.append(value)
        elif word == "EXIT":
            self.exit = int(value)
        elif word == "ENV":
            name, _, text = value.partition("=")
            self.environment[name] = text
        elif word == "TIMEOUT":
            self.timeout = int(value)
        else:
            self.same_output = True


def fail(what, text=""):
    print(f"FAIL: {what}")
    if text:
        print(text)
    sys.exit(1)


def run(command, timeout, environment=None):
    """Exit status (128 + signal when killed), standard output, standard error; a timeout fails the test."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL,
                              env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired as late:
        out = (late.stdout or b"") + (late.stderr or b"")
        fail(f"no end after {timeout} s: {shlex.join(command)}", out.decode(errors="replace"))
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return status, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def compile_program(swcc, plan, flags, output):
    command = [swcc, *flags, *plan.flags, *plan.sources, "-o", output]
    status, out, err = run(command, COMPILE_TIMEOUT)
    if status != 0:
        fail(f"swcc ended with {status}: {shlex.join(command)}", out + err)


def check(plan, way, status, out, err):
    for text in plan.expect:
        if text not in out:
            fail(f"{way}: standard output lacks: {text}", out + err)
    for text in plan.stderr:
        if text not in err:
            fail(f"{way}: standard error lacks: {text}", out + err)
    if status != plan.exit:
        fail(f"{way}: exit status {status}, expected {plan.exit}", out + err)


def comparable(out):
    return "\n".join(line for line in out.splitlines() if " ms" not in line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--swcc", required=True)
    parser.add_argument("--dir", help="where to put the programs; a temporary folder otherwise")
    parser.add_argument("--preload", help="a sanitizer's runtime that the program needs")
    parser.add_argument("--flags", default="", help="more flags for swcc")
    parser.add_argument("program", type=pathlib.Path)
    args = parser.parse_args()

    plan = Plan(args.program)
    plan.flags += shlex.split(args.flags)
    folder = args.dir or tempfile.mkdtemp(prefix="softwarp-test-")
    os.makedirs(folder, exist_ok=True)
    built, first = {}, None
    for way, flags, environment in WAYS:
        key = " ".join(flags)
        if key not in built:
            built[key] = os.path.join(folder, args.program.stem + key)
            compile_program(args.swcc, plan, flags, built[key])
        environment = {**environment, **plan.environment}
        if args.preload:
            environment["LD_PRELOAD"] = args.preload
        status, out, err = run([built[key]], plan.timeout, environment)
        check(plan, way, status, out, err)
        first = first or comparable(out)
        if plan.same_output and comparable(out) != first:
            fail(f"{way}: the output differs from that of '{WAYS[0][0]}'", f"{first}\n---\n{comparable(out)}")
    print(f"ok: {args.program.name} in {len(WAYS)} ways")


if __name__ == "__main__":
    main()
