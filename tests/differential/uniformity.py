#!/usr/bin/env python3
"""Compares our divergence analysis with LLVM's on random functions.

    uniformity.py --softwarp-cc PATH --opt PATH [--functions N] [--seed S] [--keep FILE]

Each function is a random control-flow graph (loops, several exits, cycles with several entries) over a few variables
that start uniform (the arguments) or different in each thread (threadIdx.x). What LLVM's uniformity analysis for nvptx calls
divergent must be affine or varying for us, value by value and branch by branch; a value that we take for uniform and
LLVM does not is an error. The other way round there are a few: LLVM 19 overlooks joins behind two loops (a branch on
threadIdx.x, a loop on either side, a phi of two constants behind both: it is divergent, and LLVM says uniform). More than
one in a hundred of those means that we have become imprecise, and is an error too; cycles with several entries aside,
of which we take nothing for uniform once lanes run them at different times. Prints the differences.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile

HEAD = """target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""
PASSES = "function(mem2reg,simplifycfg,loop-simplify,lcssa,instnamer)"
VARIABLES = 4


def statement(random_, number):
    """One assignment v = a op b, and the names it needs."""
    target, a, b = (random_.randrange(VARIABLES) for _ in range(3))
    operation = random_.choice(["add", "xor", "and", "or"])
    other = f"%b{number}" if random_.random() < 0.6 else str(random_.randrange(1, 9))
    return [f"  %a{number} = load i32, ptr %v{a}", f"  %b{number} = load i32, ptr %v{b}",
            f"  %r{number} = {operation} i32 %a{number}, {other}", f"  store i32 %r{number}, ptr %v{target}"]


def function(random_, index):
    count = random_.randrange(3, 14)
    lines = [f"define void @f{index}(ptr addrspace(1) %out, i32 %n, i32 %m) {{", "entry:",
             "  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"]
    for v in range(VARIABLES):
        start = random_.choice(["%n", "%m", "%n", "7", "%tid"])
        lines += [f"  %v{v} = alloca i32", f"  store i32 {start}, ptr %v{v}"]
    lines.append("  br label %bb0")
    for bb in range(count):
        lines.append(f"bb{bb}:")
        for k in range(random_.randrange(0, 3)):
            lines += statement(random_, f"{bb}.{k}")
        targets = [f"%bb{random_.randrange(1, count)}" if random_.random() < 0.25 and count > 1
                   else f"%bb{min(bb + random_.randrange(1, 4), count)}" for _ in range(2)]
        if bb and random_.random() < 0.25:
            lines.append(f"  br label {targets[0]}")
        else:
            lines += [f"  %c{bb} = load i32, ptr %v{random_.randrange(VARIABLES)}",
                      f"  %t{bb} = icmp slt i32 %c{bb}, {random_.randrange(9)}",
                      f"  br i1 %t{bb}, label {targets[0]}, label {targets[1]}"]
    lines.append(f"bb{count}:")
    for v in range(VARIABLES):
        lines += [f"  %e{v} = load i32, ptr %v{v}", f"  store volatile i32 %e{v}, ptr addrspace(1) %out"]
    return lines + ["  ret void", "}", ""]


def kernels(count):
    marks = [f"!{i} = !{{ptr @f{i}, !\"kernel\", i32 1}}" for i in range(count)]
    return ["!nvvm.annotations = !{" + ", ".join(f"!{i}" for i in range(count)) + "}"] + marks


def of_llvm(text):
    found, name, bb = set(), None, None
    for line in text.splitlines():
        if match := re.match(r"UniformityInfo for function '(.*)'", line):
            name = match[1]
        elif match := re.match(r"BLOCK (\S+)", line):
            bb = match[1]
        elif match := re.match(r"\s*DIVERGENT:\s+%(\S+) =", line):
            found.add((name, "%" + match[1]))
        elif re.match(r"\s*DIVERGENT:\s+(br|switch)", line):
            found.add((name, "branch of " + bb))
    return found


def of_softwarp(text):
    found, irreducible, name = set(), set(), None
    for line in text.splitlines():
        if match := re.match(r"shapes of '(.*)'(, irreducible)?", line):
            name = match[1]
            if match[2]:
                irreducible.add(name)
        elif match := re.match(r"  %(\S+) (affine|varying|unseen)", line):
            found.add((name, "%" + match[1]))
        elif (match := re.match(r"(\S+):.* divergent-branch", line)):
            found.add((name, "branch of " + match[1]))
    return found, irreducible


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--softwarp-cc", required=True)
    parser.add_argument("--opt", required=True)
    parser.add_argument("--functions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="where to leave the functions")
    args = parser.parse_args()
    random_ = random.Random(args.seed)
    text = HEAD + "\n".join(line for i in range(args.functions) for line in function(random_, i))
    text += "\n".join(kernels(args.functions)) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        raw, path = folder + "/raw.ll", args.keep or folder + "/functions.ll"
        with open(raw, "w") as file:
            file.write(text)
        subprocess.run([args.opt, "-S", "-passes=" + PASSES, raw, "-o", path], check=True)
        llvm = subprocess.run([args.opt, "-passes=print<uniformity>", "-disable-output", path], check=True,
                              capture_output=True, text=True)
        ours = subprocess.run([args.softwarp_cc, "--print=shapes-anyhow", path], check=True, capture_output=True,
                              text=True)
    expected, (got, irreducible) = of_llvm(llvm.stderr), of_softwarp(ours.stdout)
    missing, further = sorted(expected - got), sorted(row for row in got - expected if row[0] not in irreducible)
    for name, what in missing:
        print(f"@{name}: {what} is divergent, we say uniform")
    for name, what in further:
        print(f"@{name}: {what} is uniform, we say it is not")
    print(f"{args.functions} functions, {len(irreducible)} of them irreducible, {len(expected)} divergent values and "
          f"branches, {len(missing) + len(further)} differences")
    return 1 if missing or len(further) * 100 > len(expected) else 0


if __name__ == "__main__":
    sys.exit(main())
