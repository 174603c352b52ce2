#!/usr/bin/env -S python3 -B
"""The benchmark: Softwarp against hand-written OpenMP, PoCL and the limit of this machine, on the same work and data.

    bench/run.py --swcc build/bin/swcc [--dir build/bench] [--rounds 11] [--budget 40] [--threads N] [--only sum,max]
    bench/run.py --swcc build/bin/swcc --smoke

Prints a table and writes results.json and chart.svg into the folder. Every opponent's result is checked; a wrong one is
the only thing that makes the exit status 1. A bar that is missed is said, not punished. README.md explains the columns.
--smoke: one run of each workload by Softwarp and OpenMP only, for the checks' sake.
"""
import argparse
import datetime
import json
import os
import pathlib
import sys

from chart import chart
from opponents import BuildError, Builder, Missing, Opponent
from report import results, table
from rounds import Series, take
from rows import ROWS

MIN_ROUNDS = 9


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


def optional(start):
    """What start() returns; None, with a line that says why, if the opponent is missing."""
    try:
        return start()
    except Missing as missing:
        print(f"left out: {missing}")
        return None


def thread_environment(threads):
    """As many threads for everybody. OpenMP's stay on their processors: woken ones share one for a while otherwise."""
    return {"OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true", "OPENBLAS_THREAD_TIMEOUT": "20",
            "SOFTWARP_THREADS": str(threads), "POCL_MAX_PTHREAD_COUNT": str(threads)}


def start_pocl(builder, environment):
    kernels = pathlib.Path(__file__).with_name("opencl") / "kernels.cl"
    return Opponent("pocl", [builder.opencl(), kernels], environment)


def start_limit(builder, environment):
    program, remark = builder.limit()
    if remark:
        print(f"left out: {remark}")
    return Opponent("limit", [program], environment)


def start_opponents(builder, threads, smoke):
    """Key -> running program, in the order of asking."""
    environment = thread_environment(threads)
    environment["POCL_CACHE_DIR"] = str(builder.folder.resolve() / "pocl-cache")
    pathlib.Path(environment["POCL_CACHE_DIR"]).mkdir(exist_ok=True)
    cuda, openmp = builder.softwarp(), builder.openmp()
    found = {"softwarp": Opponent("softwarp", [cuda], environment), "openmp": Opponent("openmp", [openmp], environment)}
    if smoke:
        return found
    found["w1"] = Opponent("w1", [cuda], {**environment, "SOFTWARP_LANES": "1"})
    found["pocl"] = optional(lambda: start_pocl(builder, environment))
    found["limit"] = optional(lambda: start_limit(builder, environment))
    return {key: opponent for key, opponent in found.items() if opponent}


def questions(opponents, workload):
    """Who is asked what in one round of a workload: (column, opponent, request)."""
    for key, opponent in opponents.items():
        yield key, opponent, workload
        if key == "openmp":
            yield "same", opponent, f"{workload}.same"


def measure(opponents, rows, rounds, budget):
    """Row name -> column -> Series."""
    series = {row.name: {} for row in rows}
    for number in range(rounds):
        for row in rows:
            for column, opponent, request in questions(opponents, row.name):
                sample = take(opponent, request, budget)
                if sample:
                    series[row.name].setdefault(column, Series()).add(sample)
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return series


def smoke(opponents):
    """One run of everything. Returns what was wrong."""
    wrong = []
    for row in ROWS:
        for column, opponent, request in questions(opponents, row.name):
            sample = opponent.ask(request, 0)
            if sample and not sample.right:
                wrong.append(f"{request} by {opponent.name}: {sample.note}")
            elif sample:
                print(f"ok: {request} by {opponent.name}, {sample.median:.3g} ms {sample.note}")
    return wrong


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--swcc", required=True)
    parser.add_argument("--dir", help="where programs and results go (bench beside swcc's folder)")
    parser.add_argument("--rounds", type=int, default=11, help=f"samples per opponent and row, {MIN_ROUNDS} or more")
    parser.add_argument("--budget", type=float, default=40, help="milliseconds of timed runs per sample")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--only", help="names of rows, with commas between")
    parser.add_argument("--smoke", action="store_true", help="one run of everything, Softwarp and OpenMP only")
    args = parser.parse_args()
    if args.rounds < MIN_ROUNDS:
        parser.error(f"medians are of at least {MIN_ROUNDS} rounds")
    args.dir = pathlib.Path(args.dir or pathlib.Path(args.swcc).resolve().parent.parent / "bench")
    return args


def chosen_rows(only):
    if not only:
        return ROWS
    names = only.split(",")
    unknown = set(names) - {row.name for row in ROWS}
    if unknown:
        sys.exit(f"no such row: {', '.join(sorted(unknown))}")
    return [row for row in ROWS if row.name in names]


def write_results(found, folder):
    (folder / "results.json").write_text(json.dumps(found, indent=1) + "\n")
    (folder / "chart.svg").write_text(chart(found))
    print(f"\nwritten: {folder / 'results.json'}, {folder / 'chart.svg'}")


def benchmark(opponents, args):
    """The whole. Returns what was wrong."""
    series = measure(opponents, chosen_rows(args.only), args.rounds, args.budget)
    machine = {"processor": processor(), "threads": args.threads, "rounds": args.rounds,
               "date": datetime.date.today().isoformat()}
    found = results(series, machine)
    print(table(found))
    write_results(found, args.dir)
    return [f"{row['name']} by {key}: {note}" for row in found["rows"] for key, note in row["wrong"].items()]


def main():
    args = parse_arguments()
    try:
        opponents = start_opponents(Builder(args.dir, args.swcc), args.threads, args.smoke)
    except BuildError as error:
        sys.exit(f"does not build: {error}")
    wrong = smoke(opponents) if args.smoke else benchmark(opponents, args)
    for opponent in opponents.values():
        opponent.close()
    for line in wrong:
        print(f"WRONG: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
