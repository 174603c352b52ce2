#!/usr/bin/env python3
"""Records what the conformance programs print on a GPU.

    record.py [--build DIR] [--run DIR] [--store DIR] [PROGRAM.cu | CHAPTER ...]

Without options all three steps are done, in a temporary folder; with them, those that are named, so that nvcc, the GPU
and the sources may be on different machines:

    --build DIR   compiles the programs with nvcc into DIR (needs the CUDA toolkit, no GPU)
    --run DIR     runs what is in DIR, and leaves in DIR what it printed (needs a GPU, and nothing but DIR and this file)
    --store DIR   writes NAME.gpu beside NAME.cu, with the GPU, the driver, CUDA's version and the date in its head

Programs with a RUN line or the directive NO-GPU (see run-matrix.py) are left out. A program that ends other than its
directives say is told, and gets no recording.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent
CHAPTERS = TESTS / "conformance"
TABLES = TESTS.parent / "include/cuda/softwarp"
EXTENSIONS = TESTS.parent / "include/softwarp"
USUAL = ["-arch=sm_90", "-std=c++17", "--extended-lambda", "--expt-relaxed-constexpr", "-w", "-cudart", "shared"]


def matrix():
    """run-matrix.py, which knows the directives; it lies beside the sources only."""
    import importlib.util
    spec = importlib.util.spec_from_file_location("matrix", TESTS / "run-matrix.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def programs(names):
    roots = [pathlib.Path(name) if pathlib.Path(name).exists() else CHAPTERS / name for name in names] or [CHAPTERS]
    found = [path for root in roots for path in ([root] if root.is_file() else sorted(root.rglob("*.cu")))]
    return [path.resolve() for path in found if "Inputs" not in path.parts and "RUN:" not in path.read_text()]


def key_of(path):
    return str(path.relative_to(CHAPTERS).with_suffix("")).replace("/", "-")


def share_tables(folder):
    """Our tables and portable headers, and none of those that stand for CUDA's own."""
    include = folder / "include/softwarp"
    include.mkdir(parents=True, exist_ok=True)
    for root, pattern in ((TABLES, "**/*.def"), (EXTENSIONS, "*.def"), (EXTENSIONS, "*.cuh")):
        for source in root.glob(pattern):
            copy = include / source.relative_to(root)
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(source.read_text())
    return folder / "include"


def build(folder, names, jobs):
    folder.mkdir(parents=True, exist_ok=True)
    include, tool, plans = share_tables(folder), matrix(), {}

    def compile_one(path):
        plan = tool.Plan(path)
        if plan.no_gpu is not None:
            return
        flags = [flag for flag in plan.flags if not flag.startswith(("-march", "--lanes"))]
        usual = [flag for flag in USUAL if not any(own.startswith(flag[:5]) for own in flags + plan.nvcc)]
        command = ["nvcc", *usual, "-I", str(include), *flags, *plan.nvcc, *plan.sources, "-o", str(folder / key_of(path))]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"{path.relative_to(CHAPTERS)}: nvcc refuses it:\n{done.stderr[:2000]}{done.stdout[:1000]}")
            return
        plans[key_of(path)] = {"source": str(path.relative_to(CHAPTERS)), "exit": plan.exit, "timeout": plan.timeout,
                               "environment": plan.environment, "flags": " ".join([*usual[:-2], *flags, *plan.nvcc])}

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(compile_one, programs(names)))
    version = subprocess.run(["nvcc", "--version"], capture_output=True, text=True).stdout
    release = re.search(r"V([\d.]+)", version).group(1)
    old = json.loads((folder / "plans.json").read_text())["programs"] if (folder / "plans.json").exists() else {}
    (folder / "plans.json").write_text(json.dumps({"cuda": release, "programs": {**old, **plans}}, indent=1))
    print(f"{len(plans)} programs compiled")


def machine(cuda):
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader", "-i", "0"]
    name, driver = subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip().split(", ")
    return f"{name}, driver {driver}, CUDA {cuda}, {datetime.date.today()}"


def run(folder, jobs):
    everything = json.loads((folder / "plans.json").read_text())
    everything["machine"] = machine(everything["cuda"])

    def run_one(key):
        plan = everything["programs"][key]
        try:
            done = subprocess.run([str(folder / key)], capture_output=True, timeout=plan["timeout"], cwd=folder,
                                  stdin=subprocess.DEVNULL, env={**os.environ, **plan["environment"]})
            plan["status"] = done.returncode if done.returncode >= 0 else 128 - done.returncode
            plan["out"] = done.stdout.decode(errors="replace")
            plan["err"] = done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            plan["status"], plan["out"], plan["err"] = 124, "", f"no end after {plan['timeout']} s"

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(run_one, everything["programs"]))
    (folder / "results.json").write_text(json.dumps(everything, indent=1))


def store(folder):
    results = json.loads((folder / "results.json").read_text())
    bad = 0
    for plan in results["programs"].values():
        source = CHAPTERS / plan["source"]
        if plan["status"] != plan["exit"]:
            bad += 1
            print(f"{plan['source']}: exit status {plan['status']}, expected {plan['exit']}")
            print((plan["out"] + plan["err"])[:1500])
            continue
        head = f"# {results['machine']}\n# nvcc {plan['flags']}\n"
        source.with_suffix(".gpu").write_text(head + plan["out"])
    print(f"{len(results['programs']) - bad} recordings, {bad} programs that did not end as they should")
    return bad != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for step in ("build", "run", "store"):
        parser.add_argument(f"--{step}", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("programs", nargs="*")
    args = parser.parse_args()
    if not (args.build or args.run or args.store):
        args.build = args.run = args.store = pathlib.Path(tempfile.mkdtemp(prefix="softwarp-record-"))
    if args.build:
        build(args.build.absolute(), args.programs, args.jobs)
    if args.run:
        run(args.run.absolute(), min(args.jobs, 4))
    return store(args.store.absolute()) if args.store else 0


if __name__ == "__main__":
    sys.exit(main())
