#!/usr/bin/env -S python3 -B
"""What single things cost in Softwarp: launches, barriers, atomics, growth with the data, more workers, compilation,
checking.

    bench/micro.py --swcc build/bin/swcc [--dir build/bench] [--rounds 5] [--threads N] [--parts costs,scaling,compile,checkers,verify]

Prints tables and writes micro.json into the folder. Only Softwarp is measured; the ways of running it take turns.
"""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

from opponents import BuildError, Builder, HERE, Opponent, SWCC_FLAGS
from report import digits, lay_out
from rounds import Series, geometric_mean, ratio, take
from rows import ROWS

# section of the micro program, title, ways by their index in ways()
SECTIONS = [
    ("launch", "One launch", (0, 1, 2)),
    ("barrier", "One barrier, per warp", (0, 1)),
    ("shared", "One atomic operation on shared memory, per thread", (0, 1, 2)),
    ("global", "One atomic operation on global memory, per thread", (0, 1, 2)),
    ("growth", "Growth with the data", (1, 2)),
]
COMPILATIONS = 3
CHECKERS = ("memcheck", "initcheck", "racecheck", "synccheck")


def ways(threads):
    """Ways to run Softwarp: heading, environment."""
    return [("W = 1, 1 worker", {"SOFTWARP_LANES": "1", "SOFTWARP_THREADS": "1"}),
            ("1 worker", {"SOFTWARP_THREADS": "1"}),
            (f"{threads} workers", {"SOFTWARP_THREADS": str(threads)})]


def print_table(title, headings, lines, left=(0,)):
    """A table; the columns of `left` are text."""
    laid = lay_out([["", *headings], *lines], left)
    print(f"\n{title}\n{'-' * max(len(line) for line in laid)}\n" + "\n".join(laid), flush=True)


def ask_section(program, section, environment):
    """(case, unit) -> value, in the order of the answers."""
    done = subprocess.run([program, section], capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode != 0:
        sys.exit(f"{program.name} {section}: {done.stderr}")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    return {(case, unit): float(value) for _, case, value, unit in lines}


def measure_section(program, section, chosen, rounds):
    """Heading -> (case, unit) -> median over the rounds; the ways take turns."""
    found = {heading: {} for heading, _ in chosen}
    for _ in range(rounds):
        for heading, environment in chosen:
            for key, value in ask_section(program, section, environment).items():
                found[heading].setdefault(key, []).append(value)
    return {heading: {key: statistics.median(values) for key, values in cases.items()}
            for heading, cases in found.items()}


def costs(builder, rounds, threads):
    """The sections of the micro program."""
    program, everything = builder.micro(), {}
    for section, title, indices in SECTIONS:
        chosen = [ways(threads)[i] for i in indices]
        found = measure_section(program, section, chosen, rounds)
        headings = [heading for heading, _ in chosen]
        lines = [[f"{case}, {unit}", *[digits(found[heading][case, unit]) for heading in headings]]
                 for case, unit in found[headings[0]]]
        print_table(title, headings, lines)
        everything[section] = {heading: {f"{case}, {unit}": value for (case, unit), value in cases.items()}
                               for heading, cases in found.items()}
    return everything


def counts_up_to(threads):
    """1, 2, 4, ... and the number itself."""
    counts = [1]
    while counts[-1] * 2 <= threads:
        counts.append(counts[-1] * 2)
    return counts if counts[-1] == threads else [*counts, threads]


def scaling(builder, rounds, threads):
    """Every row of the benchmark with 1, 2, 4, ... workers: the time with one, how many times faster the others."""
    program, counts = builder.softwarp(), counts_up_to(threads)
    opponents = {n: Opponent(f"{n} workers", [program], {"SOFTWARP_THREADS": str(n)}) for n in counts}
    series = {row.name: {n: Series() for n in counts} for row in ROWS}
    for _ in range(rounds):
        for row in ROWS:
            for n, opponent in opponents.items():
                series[row.name][n].add(take(opponent, row.name, 20))
    for opponent in opponents.values():
        opponent.close()
    faster = {name: {n: ratio(by[1], by[n]) for n in counts} for name, by in series.items()}
    lines = [[row.title, digits(series[row.name][1].median()), *[digits(faster[row.name][n]) for n in counts[1:]]]
             for row in ROWS]
    print_table("More workers", ["1, ms", *[f"{n}: faster" for n in counts[1:]]], lines)
    return {row.name: {"ms": {n: series[row.name][n].median() for n in counts}, "faster": faster[row.name]}
            for row in ROWS}


def checker_ways(builder):
    """Heading, program, environment; the first is what the others are compared with."""
    single = {"SOFTWARP_LANES": "1", "SOFTWARP_THREADS": "1"}
    checked = builder.checked()
    tools = [(tool, checked, {"SOFTWARP_CHECK": tool}) for tool in CHECKERS]
    return [("W = 1", builder.softwarp(), single), ("no tool", checked, single), *tools]


def checkers(builder, rounds, _threads):
    """Every row of the benchmark under each checker: times that of W = 1 without checks, one worker."""
    ways = checker_ways(builder)
    opponents = {heading: Opponent(heading, [program], environment) for heading, program, environment in ways}
    series = {row.name: {heading: Series() for heading in opponents} for row in ROWS}
    for _ in range(rounds):
        for row in ROWS:
            for heading, opponent in opponents.items():
                series[row.name][heading].add(take(opponent, row.name, 20))
    for opponent in opponents.values():
        opponent.close()
    base, *others = opponents
    slower = {name: {heading: ratio(by[heading], by[base]) for heading in others} for name, by in series.items()}
    means = {heading: geometric_mean([(slower[row.name][heading], row.weight) for row in ROWS]) for heading in others}
    wrong = [f"{name}, {heading}: {way.wrong}" for name, by in series.items() for heading, way in by.items() if way.wrong]
    lines = [[row.title, digits(series[row.name][base].median()), *[digits(slower[row.name][h]) for h in others]]
             for row in ROWS]
    print_table("Checkers: times W = 1 without checks", [f"{base}, ms", *others],
                [*lines, ["geometric mean", "", *[digits(means[heading]) for heading in others]]])
    print("\n".join(wrong))
    return {"slower": slower, "means": means, "wrong": wrong}


def verify(builder, rounds, threads):
    """Every row of the benchmark as under `softwarp verify`: times that of W = 1."""
    program, workers = builder.softwarp(), {"SOFTWARP_THREADS": str(threads)}
    opponents = {"W = 1": Opponent("W = 1", [program], {**workers, "SOFTWARP_LANES": "1"}),
                 "lockstep": Opponent("lockstep", [program], workers),
                 "verify": Opponent("verify", [program], {**workers, "SOFTWARP_VERIFY": "1"})}
    series = {row.name: {heading: Series() for heading in opponents} for row in ROWS}
    for _ in range(rounds):
        for row in ROWS:
            for heading, opponent in opponents.items():
                series[row.name][heading].add(take(opponent, row.name, 20))
    for opponent in opponents.values():
        opponent.close()
    slower = {name: ratio(by["verify"], by["W = 1"]) for name, by in series.items()}
    mean = geometric_mean([(slower[row.name], row.weight) for row in ROWS])
    lines = [[row.title, *[digits(series[row.name][h].median()) for h in opponents], digits(slower[row.name])]
             for row in ROWS]
    print_table("Verification", [*[f"{h}, ms" for h in opponents], "times W = 1"],
                [*lines, ["geometric mean", "", "", "", digits(mean)]])
    return {"slower": slower, "mean": mean}


SYMBOL = re.compile(r"^([^.\s]+)\.(?:block|threads)\.(w\d+(?:\.(?!resume|destroy|cleanup|cold)[\w-]+)*)")


def variant_sizes(objectfile):
    """Mangled kernel -> variant -> bytes of code, from the object's symbols."""
    sizes = {}
    for line in subprocess.run(["nm", "-S", objectfile], capture_output=True, text=True).stdout.splitlines():
        words = line.split()
        match = SYMBOL.match(words[3]) if len(words) == 4 and words[2] in "tTwW" else None
        if match:
            variants = sizes.setdefault(match.group(1), {})
            variants[match.group(2)] = variants.get(match.group(2), 0) + int(words[1], 16)
    return sizes


def plain_name(mangled):
    done = subprocess.run(["c++filt", "-p", mangled], capture_output=True, text=True)
    return re.sub(r"^void ", "", done.stdout.strip() or mangled)


def compile_time(swcc, source, output):
    """Median seconds of one compilation."""
    times = []
    for _ in range(COMPILATIONS):
        start = time.monotonic()
        subprocess.run([swcc, *SWCC_FLAGS, "-c", source, "-o", output], check=True)
        times.append(time.monotonic() - start)
    return statistics.median(times)


def compilation(builder, _rounds, _threads):
    """Seconds per source file, and bytes of code per kernel and variant."""
    found, lines = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted((HERE / "cuda").glob("*.cu")):
            output = pathlib.Path(folder) / "kernel.o"
            seconds = compile_time(builder.swcc, source, output)
            kernels = {plain_name(name): variants for name, variants in variant_sizes(output).items()}
            found[source.name] = {"seconds": seconds, "kernels": kernels}
            for number, (kernel, variants) in enumerate(kernels.items()):
                sizes = ", ".join(f"{name} {size}" for name, size in sorted(variants.items()))
                lines.append([f"{source.name}: {kernel}", digits(seconds) if number == 0 else "", sizes])
    print_table("Compilation: seconds of a file, bytes of code of each variant", ["s", "bytes"], lines, (0, 2))
    return found


PARTS = {"costs": costs, "scaling": scaling, "compile": compilation, "checkers": checkers, "verify": verify}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--swcc", required=True)
    parser.add_argument("--dir", help="where programs and results go (bench beside swcc's folder)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--parts", default=",".join(PARTS), help="which: " + ", ".join(PARTS))
    args = parser.parse_args()
    folder = pathlib.Path(args.dir or pathlib.Path(args.swcc).resolve().parent.parent / "bench")
    parts = args.parts.split(",")
    if not set(parts) <= set(PARTS):
        parser.error(f"parts are: {', '.join(PARTS)}")
    builder = Builder(folder, args.swcc)
    try:
        found = {part: PARTS[part](builder, args.rounds, args.threads) for part in parts}
    except BuildError as error:
        sys.exit(f"does not build: {error}")
    (folder / "micro.json").write_text(json.dumps(found, indent=1) + "\n")
    print(f"\nwritten: {folder / 'micro.json'}")


if __name__ == "__main__":
    main()
