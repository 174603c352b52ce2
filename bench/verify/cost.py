#!/usr/bin/env -S python3 -B
"""What `softwarp verify` costs, by the program that is made of cost.cu.

    cost.py PROGRAM [--rounds 5] [--only PART-OF-A-NAME]

Each workload runs as usual, at W = 1, and verified, in turn; of each the run of least processor time counts. Prints a row
of a table: processor time in seconds, then how many times as long as lockstep both runs and verification take, and
verification as both runs; last, the most memory in MB as usual and verified.
"""
import argparse
import os
import subprocess

WAYS = {"lockstep": {}, "W = 1": {"SOFTWARP_LANES": "1"}, "verify": {"SOFTWARP_VERIFY": "1"}}


def measure(program, workload, environment):
    """Processor time, and the most memory."""
    done = subprocess.run([program, workload], env={**os.environ, **environment}, capture_output=True, text=True,
                          timeout=300, check=True)
    _, processor, memory = done.stdout.split()
    return float(processor), int(memory)


def row(program, workload, rounds):
    taken = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way, environment in WAYS.items():
            taken[way].append(measure(program, workload, environment))
    (plain, before), (narrow, _), (verified, after) = (min(taken[way]) for way in WAYS)
    return (f"| {workload} | {plain:.4f} | {narrow:.4f} | {verified:.4f} | {(plain + narrow) / plain:.1f} | "
            f"{verified / plain:.1f} | {verified / (plain + narrow):.1f} | {before} | {after} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    print("| launches | lockstep | W = 1 | verify | both / lockstep | verify / lockstep | verify / both | MB | verified |")
    print("|---" * 9 + "|")
    for workload in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines():
        if options.only in workload:
            print(row(program, workload, options.rounds), flush=True)


if __name__ == "__main__":
    main()
