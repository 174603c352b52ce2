"""Programs of one seed after the other: what kernels.py and exchanges.py share.

Seeds are taken until there have been so many (--count), so much time has passed (--time), or compilers and programs
have used so much processor time (--seconds, --hours), by several threads at once (--jobs). What fails is told at once,
and the next seed comes; at the end a line says which seeds there were, how many programs, the processor hours, and
which failed.

A program that does not end in time has not failed yet: the machine may be full. It is run again with nothing else of
ours beside it and a limit PATIENCE times as long, and only what does not end then has failed.
"""

import concurrent.futures
import contextlib
import os
import resource
import shutil
import signal
import subprocess
import threading
import time
import traceback

NO_END = "no end"
GENERATORS_FAULT = 3  # exit status of a program whose model depends on the order of threads
PATIENCE = 6


class Gate:
    """Many go through at once, or one goes alone."""

    def __init__(self):
        self.changed, self.inside, self.waiting = threading.Condition(), 0, 0

    @contextlib.contextmanager
    def through(self, alone):
        with self.changed:
            self.waiting += alone
            self.changed.wait_for(lambda: not (self.inside if alone else self.waiting))
            self.inside += 1
        try:
            yield
        finally:
            with self.changed:
                self.inside -= 1
                self.waiting -= alone
                self.changed.notify_all()


GATE = Gate()
late = []  # commands that ended only when they were alone


def execute(command, timeout, environment=None, patient=True):
    """Exit status (negative: signal; NO_END) and all output."""
    with GATE.through(alone=False):
        result = execute_once(command, timeout, environment)
    if result[0] != NO_END or not patient:
        return result
    with GATE.through(alone=True):
        result = execute_once(command, timeout * PATIENCE, environment)
    if result[0] != NO_END:
        late.append(command)
        way = " ".join(f"{name}={value}" for name, value in (environment or {}).items())
        print(f"more than {timeout} s, but not alone: {way} {' '.join(map(str, command))}", flush=True)
    return result


def execute_once(command, timeout, environment):
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
        start_new_session=True,
    ) as process:
        try:
            out, _ = process.communicate(timeout=timeout)
            return process.returncode, out.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, _ = process.communicate()
            return NO_END, out.decode(errors="replace")


def processor_seconds():
    """What all compilers and programs have used that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tell(way):
    """The environment of a run."""
    return " ".join(f"{name}={value}" for name, value in way.items())


def run_program(path, way, timeout, preload=None, which=None, patient=True):
    """A program in a way, or one of its cases."""
    environment = {**way, **({"LD_PRELOAD": preload} if preload else {})}
    return execute([path] + ([str(which)] if which is not None else []), timeout, environment, patient)


def add_arguments(parser):
    parser.add_argument("--swcc", default="swcc")
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--count", type=int, default=10, help="programs")
    parser.add_argument("--time", type=float, help="seconds on the clock, instead of --count")
    parser.add_argument("--seconds", type=float, help="seconds of processors, instead of --count")
    parser.add_argument("--hours", type=float, help="hours of processors, instead of --count")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--flags", default="", help="more flags for swcc")
    parser.add_argument("--keep", help="folder for programs that fail")
    parser.add_argument("--reduce", action="store_true", help="make them small (with --keep)")
    parser.add_argument("--preload", help="a sanitizer's runtime that the programs need")


def checked(parser, args):
    if args.reduce and not args.keep:
        parser.error("--reduce needs --keep")
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    if args.hours:
        args.seconds = args.hours * 3600
    return args


def keep_report(args, seed, report):
    with open(os.path.join(args.keep, f"seed-{seed}.txt"), "w", encoding="ascii", errors="replace") as file:
        file.write(report)


def keep_files(folder, files):
    """The paths of what is written."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    paths = []
    for name, text in files.items():
        paths.append(os.path.join(folder, name))
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write(text)
    return paths


def seeds(args):
    """The next seed, as long as there is one."""
    end, seed = time.monotonic() + args.time if args.time else None, args.seed

    def more():
        if args.seconds:
            return processor_seconds() < args.seconds
        return time.monotonic() < end if end else seed < args.seed + args.count

    while more():
        yield seed
        seed += 1


def guarded(one_seed, seed):
    """What a seed's report is; a generator that breaks down is a failure among others."""
    try:
        return one_seed(seed)
    except Exception:  # pylint: disable=broad-except
        return f"seed {seed}: the generator breaks down\n{traceback.format_exc()}"


def run_seeds(args, one_seed, cases):
    """one_seed(seed): a report, or None if nothing is wrong. cases: of each program. Whether one failed."""
    started, done, failed, last = time.monotonic(), 0, [], args.seed - 1
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        source, running = seeds(args), {}
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                while len(running) < args.jobs and (seed := next(source, None)) is not None:
                    running[pool.submit(guarded, one_seed, seed)], last = seed, seed
                if not running:
                    break
                for future in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)[0]:
                    seed, done = running.pop(future), done + 1
                    if report := future.result():
                        failed.append(seed)
                        print(report, flush=True)
                    if done % 100 == 0:
                        print(summary(args.seed, last, done, cases, failed, started), flush=True)
    print(summary(args.seed, last, done, cases, failed, started))
    return bool(failed)


def summary(first, last, done, cases, failed, started):
    names = ": seeds " + " ".join(map(str, sorted(failed))) if failed else ""
    slow = f", {len(late)} times more than the limit, but not alone" if late else ""
    return (
        f"seeds {first} to {last}: {done} programs, {done * cases} cases, {processor_seconds() / 3600:.3f} processor"
        f" hours, {time.monotonic() - started:.0f} s{slow}; {len(failed)} failed{names}"
    )
