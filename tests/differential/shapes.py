#!/usr/bin/env python3
"""Checks what the shape analysis says of random straight-line functions against the numbers themselves.

    shapes.py --softwarp-cc PATH [--functions N] [--seed S] [--keep FILE]

Each function is a random chain of integer operations over threadIdx.x, blockDim.x, blockIdx.x, the lane, parameters and
constants. It is computed here for all 32 lanes of warps of several blocks, with random parameters, modulo 2^width and
with poison where a flag is broken. What is printed must hold for them:
  uniform        the same in all lanes
  affine s       lane 0's number, whatever flags say of it, + i * s, modulo 2^width; in every lane without poison
  a line         the same without the modulo. Anchored: between any two lanes without poison
  of n, below n  lane 0's number is a multiple of n, is less than n
and where a value is affine only under a test, wherever that test holds.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile

LANES = 32
HEAD = """target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
"""
REGISTERS = ["tid.x", "ntid.x", "ctaid.x", "laneid"]
BINARY = ["add", "sub", "mul", "shl", "lshr", "ashr", "and", "or", "xor", "udiv", "urem", "sdiv", "srem"]
LIMITS = ["smin", "smax", "umin", "umax"]
PREDICATES = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) else value


def constant(random_, operation, width):
    if operation in ("shl", "lshr", "ashr"):
        return random_.randrange(0, min(width, 9))
    if random_.random() < 0.5 or operation in ("udiv", "urem", "sdiv", "srem"):
        return 1 << random_.randrange(0, min(width - 1, 8))
    value = random_.choice([31, 32, 63, 96, 1023, -32, -1, (1 << (width - 1)) - 5, random_.randrange(1, 200)])
    return value % (1 << width)


class Function:
    """Instructions as (name, operation, flags, width, operands); operands are names or numbers."""

    def __init__(self, random_, index):
        self.random, self.name, self.code, self.names = random_, f"f{index}", [], {}
        for i, register in enumerate(REGISTERS):
            self.put(f"r{i}", "register", [], 32, [register])
        for i in range(2):
            self.names[f"n{i}"] = 32
        for i in range(random_.randrange(6, 16)):
            self.grow(f"v{i}")

    def put(self, name, operation, flags, width, operands):
        self.code.append((name, operation, flags, width, operands))
        self.names[name] = width

    def pick(self, width=None):
        names = [n for n, w in self.names.items() if (w == width if width else w > 1)]
        late = names[-4:]
        return self.random.choice(late if self.random.random() < 0.7 else names)

    def grow(self, name):
        first = self.pick()
        width, choice = self.names[first], self.random.random()
        if choice < 0.22 and width < 64:
            to = self.random.choice([w for w in (16, 32, 64) if w > width])
            operation = self.random.choice(["sext", "zext"])
            flags = ["nneg"] if operation == "zext" and self.random.random() < 0.4 else []
            self.put(name, operation, flags, to, [first])
        elif choice < 0.28 and width > 16:
            self.put(name, "trunc", [], self.random.choice([8, 16]), [first])
        elif choice < 0.38:
            second = self.pick(width) if self.random.random() < 0.5 else constant(self.random, "icmp", width)
            self.put(name, "icmp", [self.random.choice(PREDICATES)], 1, [first, second])
        elif choice < 0.48:
            second = self.pick(width) if self.random.random() < 0.5 else constant(self.random, "limit", width)
            self.put(name, self.random.choice(LIMITS), [], width, [first, second])
        else:
            self.grow_binary(name, first, width)

    def grow_binary(self, name, first, width):
        operation = self.random.choice(BINARY)
        variable = operation in ("add", "sub", "mul", "and", "or", "xor") and self.random.random() < 0.45
        second = self.pick(width) if variable else constant(self.random, operation, width)
        flags = [f for f in ("nuw", "nsw") if self.random.random() < 0.3]
        if operation not in ("add", "sub", "mul", "shl"):
            flags = ["disjoint"] if operation == "or" and self.random.random() < 0.4 else []
        operands = [second, first] if operation in ("add", "sub") and self.random.random() < 0.3 else [first, second]
        self.put(name, operation, flags, width, operands)

    def text(self):
        lines = [f"define void @{self.name}(i32 %n0, i32 %n1) {{", "entry:"]
        for name, operation, flags, width, operands in self.code:
            shown = [f"%{o}" if isinstance(o, str) else str(o) for o in operands]
            if operation == "register":
                lines.append(f"  %{name} = call i32 @llvm.nvvm.read.ptx.sreg.{operands[0]}()")
            elif operation in LIMITS:
                lines.append(f"  %{name} = call i{width} @llvm.{operation}.i{width}(i{width} {shown[0]}, i{width} {shown[1]})")
            elif operation in ("sext", "zext", "trunc"):
                words = " ".join([operation] + flags)
                lines.append(f"  %{name} = {words} i{self.names[operands[0]]} {shown[0]} to i{width}")
            else:
                of = next(self.names[o] for o in operands if isinstance(o, str))
                lines.append(f"  %{name} = {' '.join([operation] + flags)} i{of} {shown[0]}, {shown[1]}")
        return "\n".join(lines + ["  ret void", "}", ""])


def divide(operation, a, b, width):
    if operation in ("udiv", "urem"):
        return a // b if operation == "udiv" else a % b
    x, y = signed(a, width), signed(b, width)
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return quotient if operation == "sdiv" else x - quotient * y


def compare(predicate, a, b, width):
    if predicate[0] == "s":
        a, b = signed(a, width), signed(b, width)
    relation = predicate if predicate in ("eq", "ne") else predicate[1:]
    return int({"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[relation])


def limit_of(operation, a, b, width):
    read = (lambda n: signed(n, width)) if operation[0] == "s" else (lambda n: n)
    return (min if operation.endswith("min") else max)(a, b, key=read)


def compute(operation, flags, width, args, of):
    """The number modulo 2^width, and whether a flag is broken."""
    a, b = args[0], args[-1]
    exact = {"add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y,
             "shl": lambda x, y: x << b}.get(operation)
    if exact:
        limit = 1 << (width - 1)
        broken = ("nuw" in flags and not 0 <= exact(a, b) < 2 * limit) or \
                 ("nsw" in flags and not -limit <= exact(signed(a, width), signed(b, width)) < limit)
        return exact(a, b) % (2 * limit), broken
    if operation in ("sext", "zext", "trunc"):
        value = signed(a, of) if operation == "sext" else a
        return value % (1 << width), "nneg" in flags and a >> (of - 1) == 1
    if operation == "icmp":
        return compare(flags[0], a, b, of), False
    if operation in LIMITS:
        return limit_of(operation, a, b, width), False
    if operation in ("udiv", "urem", "sdiv", "srem"):
        return divide(operation, a, b, width) % (1 << width), False
    value = {"lshr": a >> b, "ashr": signed(a, width) >> b, "and": a & b, "or": a | b, "xor": a ^ b}[operation]
    return value % (1 << width), "disjoint" in flags and a & b != 0


def registers_of(launch, lane):
    return {"tid.x": launch["first"] + lane, "ntid.x": launch["ntid"], "ctaid.x": launch["ctaid"],
            "laneid": (launch["first"] + lane) % LANES}


def base_operation(function, instruction, shapes):
    """How lane 0's number is computed (sw_base_opcode)."""
    name, operation, flags, _, operands = instruction
    known = [shapes[function.name, o] for o in operands if (function.name, o) in shapes]
    if all(kind != "affine" for kind, _, _ in known):
        return operation
    if "disjoint" in flags:
        return "add"
    return "sext" if "nneg" in flags and "signed" in known[0][2] else operation


def run(function, launch, lane, shapes=None):
    """Numbers without regard to flags, and the names of those that are poison. With shapes: lane 0's as a scalar."""
    values, poison = dict(launch["parameters"]), set()
    for instruction in function.code:
        name, operation, flags, width, operands = instruction
        if operation == "register":
            values[name] = registers_of(launch, lane)[operands[0]]
            continue
        args = [values[o] if isinstance(o, str) else o for o in operands]
        of = next(function.names[o] for o in operands if isinstance(o, str))
        operation = base_operation(function, instruction, shapes) if shapes else operation
        values[name], broken = compute(operation, flags, width, args, of)
        if broken or any(o in poison for o in operands if isinstance(o, str)):
            poison.add(name)
    return values, poison


def launches(random_, is_full):
    for _ in range(6):
        warps = random_.randrange(1, 33)
        ntid = warps * 32 if is_full else warps * 32 - random_.randrange(0, 32)
        edge = random_.choice([0, 1, 5, 33, (1 << 31) - 40, (1 << 31) + 3, (1 << 32) - 20, random_.randrange(1 << 32)])
        yield {"ntid": ntid, "first": random_.randrange(warps) * 32, "ctaid": random_.choice([0, 7, 123456789]),
               "parameters": {"n0": edge, "n1": random_.randrange(1 << 32)}}


def shapes_of(text):
    shapes, name = {}, None
    for line in text.splitlines():
        if match := re.match(r"shapes of '(.*)'", line):
            name = match[1]
        elif match := re.match(r"  %(\S+) (uniform|affine|varying)(?: (-?\d+))?(.*)", line):
            shapes[name, match[1]] = (match[2], int(match[3] or 0), match[4].split(", ")[1:])
    return shapes


def wrong_bits(facts, base):
    for fact in facts:
        if match := re.match(r"(of |below |)(\d+)$", fact):
            number = int(match[2])
            if base != number if not match[1] else base % number if match[1] == "of " else base >= number:
                return fact
    return None


def wrong_line(facts, base, stride, width, numbers):
    for reading in ("signed", "unsigned"):
        if ("signed" in facts or "unsigned" in facts) and reading not in facts:
            continue
        read = (lambda n: signed(n % (1 << width), width)) if reading == "signed" else (lambda n: n % (1 << width))
        lanes = numbers.keys() if "anchored" in facts else range(LANES)
        if len({read(base + i * stride) - i * stride for i in lanes}) > 1:
            return reading
    return None


def wrong(function, name, shape, base, lanes):
    """What is wrong of what is said of one value, or None."""
    kind, stride, facts = shape
    width = function.names[name]
    numbers = {i: values[name] for i, (values, poison) in enumerate(lanes) if name not in poison}
    if kind == "varying" or (kind == "uniform" and not numbers):
        return None
    if any((number - base - i * stride) % (1 << width) for i, number in numbers.items()):
        return kind
    return wrong_bits(facts, base) or \
        (wrong_line(facts, base, stride, width, numbers) if kind == "affine" and "wraps" not in facts else None)


def runs_on(first, stride, width, is_signed):
    """Lane 0's and the last lane's number, or None when they lie on both sides of a wrap."""
    ends = [first, (first + (LANES - 1) * stride) % (1 << width)]
    if is_signed:
        ends = [signed(end, width) for end in ends]
    return ends if ends[1] - ends[0] == (LANES - 1) * stride else None


def test_holds(function, instruction, shapes, base):
    name, operation, _, _, operands = instruction
    line = next(o for o in operands if shapes.get((function.name, o), ("",))[0] == "affine")
    width, stride = function.names[line], shapes[function.name, line][1]
    if operation not in LIMITS and operation != "and":
        return runs_on(base[line], stride, width, base_operation(function, instruction, shapes) == "sext")
    limit = operands[operands[0] == line]
    limit = base[limit] if isinstance(limit, str) else limit
    if operation == "and":
        return not limit & (limit + 1) and 0 <= base[name] + (LANES - 1) * stride <= limit
    ends = runs_on(base[line], stride, width, operation[0] == "s")
    limit = signed(limit, width) if operation[0] == "s" else limit
    return ends and (max(ends) <= limit if operation.endswith("min") else min(ends) >= limit)


def check(function, shapes, launch):
    lanes, failed = [run(function, launch, lane) for lane in range(LANES)], set()
    base, _ = run(function, launch, 0, shapes)
    for instruction in function.code:
        name, operands, shape = instruction[0], instruction[4], shapes[function.name, instruction[0]]
        if "under a test" in shape[2] and not test_holds(function, instruction, shapes, base):
            failed.add(name)
        if "tested" in shape[2] and failed.intersection(o for o in operands if isinstance(o, str)):
            failed.add(name)
        if name in failed:
            continue
        if fault := wrong(function, name, shape, base[name], lanes):
            return f"@{function.name}: %{name} is not '{fault}' for {launch}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--softwarp-cc", required=True)
    parser.add_argument("--functions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="where to leave the functions")
    args = parser.parse_args()
    random_ = random.Random(args.seed)
    functions = [Function(random_, i) for i in range(args.functions)]
    faults, counts = [], {"uniform": 0, "affine": 0, "varying": 0}
    with tempfile.TemporaryDirectory() as folder:
        path = args.keep or folder + "/functions.ll"
        with open(path, "w") as file:
            file.write(HEAD + "\n".join(f.text() for f in functions))
        for mode in ("shapes", "shapes-full"):
            printed = subprocess.run([args.softwarp_cc, "--print=" + mode, path], check=True, capture_output=True,
                                     text=True).stdout
            shapes = shapes_of(printed)
            for kind, _, _ in shapes.values():
                counts[kind] += 1
            for function in functions:
                for launch in launches(random_, mode == "shapes-full"):
                    if fault := check(function, shapes, launch):
                        faults.append(f"--print={mode} {fault}")
                        break
    print("\n".join(faults[:20]))
    print(f"{args.functions} functions, {counts}, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
