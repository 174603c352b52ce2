"""Random expressions of one thread: integers of all widths, floats, conditions, and indices of all the shapes that
memory accesses have.

Nothing here is undefined in C++ (arithmetic that may wrap goes through the helpers of kernels.h) except what a GPU
defines, and that only where no compiler can see it (kernels.h says how). Float operations are those that IEEE 754
gives one result for.
"""

INTEGERS = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"]
FLOATS = ["f32", "f64"]
BITS = {"i8": 8, "u8": 8, "i16": 16, "u16": 16, "i32": 32, "u32": 32, "i64": 64, "u64": 64, "f32": 32, "f64": 64}
MEMBERS = {"Quad": [("x", "f32"), ("y", "f32"), ("z", "f32"), ("w", "f32")], "Pair": [("x", "i32"), ("y", "i32")],
           "Odd": [("x", "i32"), ("y", "i8"), ("z", "u16")], "Triple": [("x", "f32"), ("y", "f32"), ("z", "f32")],
           "Mixed": [("x", "f64"), ("y", "u8"), ("z", "i16"), ("w", "u64")], "Twice": [("x", "f64"), ("y", "f64")],
           "Bytes": [("x", "u8"), ("y", "u8"), ("z", "u8"), ("w", "u8")], "Truth": [("x", "bool")]}


def some_type(rnd):
    return rnd.choice(["i32"] * 6 + ["u32"] * 5 + ["i64", "u64"] * 2 + ["f32"] * 4 + ["f64"] * 2
                      + ["i8", "u8", "i16", "u16"])


class Array:
    """Readable memory. size: a power of two. thread: one element per thread of the grid is there, at least."""

    def __init__(self, name, type_, size, covers_grid=False, volatile=False):
        self.name, self.type, self.size, self.covers_grid, self.volatile = name, type_, size, covers_grid, volatile

    def at(self, index):
        if self.volatile:
            return f"(*(const volatile {self.type} *)&{self.name}[{index}])"
        return f"{self.name}[{index}]"


class Function:
    def __init__(self, name, result, parameters):
        self.name, self.result, self.parameters = name, result, parameters


class Scope:
    """What an expression may name. values, uniforms, targets: (text, type); a target may be assigned."""

    def __init__(self, rnd):
        self.rnd = rnd
        self.values, self.uniforms, self.targets = [], [], []
        self.arrays, self.functions, self.local_arrays = [], [], []
        self.indices = [] # affine things of type u32, below the number of threads of the grid or block
        self.geometry = None

    def inner(self):
        copy = Scope(self.rnd)
        copy.__dict__.update(self.__dict__)
        copy.values, copy.targets = list(self.values), list(self.targets)
        copy.local_arrays = list(self.local_arrays)
        return copy

    def only_uniform(self):
        copy = self.inner()
        copy.values, copy.targets = list(self.uniforms), []
        copy.arrays, copy.local_arrays, copy.functions, copy.indices = [], [], [], []
        return copy

    def value_of(self, type_):
        """A name of that type, or None."""
        found = [text for text, kind in self.values + self.uniforms if kind == type_]
        return self.rnd.choice(found) if found else None


def literal(rnd, type_):
    if type_ in FLOATS:
        number = rnd.choice([0, 1, 2, 3, 0.5, 0.25, 10, 100, rnd.randrange(-800, 800) / 8])
        return f"({type_}){number}" if number >= 0 else f"({type_})({number})"
    bits, signed = BITS[type_], type_[0] == "i"
    number = rnd.choice([0, 1, 2, 3, 5, 7, 8, 31, 32, 100, rnd.randrange(128), rnd.randrange(1 << (bits - signed)),
                         (1 << (bits - signed)) - 1])
    if signed and rnd.random() < 0.25:
        number = -number
    suffix = ("ll" if signed else "ull") if bits == 64 else ("" if signed else "u")
    return f"({type_})({number}{suffix})" if bits < 32 or number < 0 else f"{number}{suffix}"


def leaf(scope, type_):
    rnd = scope.rnd
    roll = rnd.random()
    if roll < 0.15:
        return literal(rnd, type_)
    if roll < 0.3 and scope.arrays:
        return load(scope, type_)
    if roll < 0.36 and scope.local_arrays:
        name, kind, size = rnd.choice(scope.local_arrays)
        return converted(type_, kind, f"{name}[{value(scope, 'u32', 1)} & {size - 1}]")
    name = scope.value_of(type_)
    if name and roll < 0.85:
        return name
    found = scope.values or scope.uniforms
    if not found:
        return literal(rnd, type_)
    text, kind = rnd.choice(found)
    return converted(type_, kind, text)


def converted(to, kind, text):
    if kind == "f16":
        text, kind = f"from_half({text})", "f32"
    if to == kind:
        return text
    if to == "bool":
        return f"({text} != 0)"
    if kind in FLOATS and to in INTEGERS:
        return f"convert<{to}, {kind}>({text})"
    return f"({to})({text})"


def value(scope, type_, depth=3):
    if type_ == "bool":
        return f"(bool)({condition(scope, depth - 1)})"
    if type_ == "f16":
        return f"to_half({value(scope, 'f32', depth)})"
    if depth <= 0 or scope.rnd.random() < 0.2:
        return leaf(scope, type_)
    return real(scope, type_, depth) if type_ in FLOATS else integer(scope, type_, depth)


def call(scope, type_, depth):
    rnd = scope.rnd
    found = [f for f in scope.functions if f.result == type_]
    if not found:
        return leaf(scope, type_)
    function = rnd.choice(found)
    return f"{function.name}({', '.join(value(scope, kind, depth - 1) for kind in function.parameters)})"


def binary(scope, type_, depth):
    rnd = scope.rnd
    a, b = value(scope, type_, depth - 1), value(scope, type_, depth - 1)
    raw = type_ in ("u32", "u64")
    operation = rnd.choice(["add"] * 4 + ["sub"] * 3 + ["mul"] * 2 + ["and", "or", "xor", "min", "max"])
    if operation in ("and", "or", "xor"):
        return f"({type_})({a} {dict(zip(('and', 'or', 'xor'), '&|^'))[operation]} {b})"
    if operation in ("min", "max"):
        if BITS[type_] >= 32 and rnd.random() < 0.6:
            return f"{'smaller' if operation == 'min' else 'larger'}(({type_})({a}), ({type_})({b}))"
        return f"{'least' if operation == 'min' else 'most'}<{type_}>({a}, {b})"
    if raw:
        return f"({a} {dict(add='+', sub='-', mul='*')[operation]} {b})"
    return f"{operation}<{type_}>({a}, {b})"


def narrow(scope, type_, depth):
    """Signed arithmetic that cannot wrap, so that clang marks it nsw."""
    rnd = scope.rnd
    a, b = value(scope, "i32", depth - 1), value(scope, "i32", depth - 1)
    mask = rnd.choice([15, 255, 4095])
    return f"({type_})(({a} & {mask}) {rnd.choice('+-*')} ({b} & {rnd.choice([7, 255, 1023])}))"


def division(scope, type_, depth):
    rnd = scope.rnd
    a, word = value(scope, type_, depth - 1), rnd.choice(["divide", "modulo"])
    roll = rnd.random()
    if roll < 0.4:
        return f"{word}<{type_}>({a}, {value(scope, type_, depth - 1)})"
    if roll < 0.6:
        divisor = f"(({value(scope, type_, depth - 1)} & {rnd.choice([3, 15, 63])}) + 1)"
        return f"({type_})({a} {'/' if word == 'divide' else '%'} {divisor})"
    fitting = [array for array in scope.arrays if array.type == type_]
    if roll < 0.75 or not fitting or BITS[type_] < 32:
        return f"({type_})({a} {'/' if word == 'divide' else '%'} {rnd.choice([2, 3, 7, 8, 10, 64, 100])})"
    return f"far_{word}<{type_}>({from_memory(scope, fitting)}, {from_memory(scope, fitting)})"


def from_memory(scope, arrays):
    array = scope.rnd.choice(arrays)
    return array.at(index(scope, array))


def undefined(scope, type_):
    """Something that C++ does not define, with operands of which nothing can be known: of different arrays, or x / x is
    1. None where there are none."""
    rnd = scope.rnd
    fitting = [array for array in scope.arrays if array.type == type_]
    counts = [array for array in scope.arrays if array.type in ("i32", "u32")]
    if not fitting:
        return None
    first = rnd.choice(fitting)
    word = rnd.choice(["divide", "modulo", "shl", "shr"])
    others = [array for array in (fitting if word in ("divide", "modulo") else counts) if array.name != first.name]
    if not others:
        return None
    second = from_memory(scope, others)
    if word in ("shl", "shr"):
        second = f"(u32){second} & 127"
    return f"raw_{word}<{type_}>({first.at(index(scope, first))}, {second})"


def shift(scope, type_, depth):
    rnd = scope.rnd
    a, word = value(scope, type_, depth - 1), rnd.choice(["shl", "shr"])
    roll = rnd.random()
    if roll < 0.35:
        return f"{word}<{type_}>({a}, {rnd.randrange(BITS[type_])})"
    counts = [array for array in scope.arrays if array.type in ("i32", "u32")]
    fitting = [array for array in scope.arrays if array.type == type_]
    if roll < 0.7 or BITS[type_] < 32 or not counts or not fitting:
        return f"{rnd.choice([word, 'rotate'])}<{type_}>({a}, {value(scope, 'u32', depth - 1)})"
    return f"far_{word}<{type_}>({from_memory(scope, fitting)}, (u32){from_memory(scope, counts)} & 127)"


def bits(scope, type_, depth):
    rnd = scope.rnd
    u = rnd.choice(["u32", "u64"])
    a, b = value(scope, u, depth - 1), value(scope, u, depth - 1)
    kind = rnd.choice(["u32", "i32", "u64", "i64"])
    return f"({type_})" + rnd.choice([
        f"count_ones(({u})({a}))", f"leading_zeros(({u})({a}))", f"first_one(({u})({a}))", f"reverse_bits(({u})({a}))",
        f"high_product(({kind})({a}), ({kind})({b}))",
                                      f"permute_bytes((u32)({a}), (u32)({b}), {value(scope, 'u32', 1)})",
        f"funnel((u32)({a}), (u32)({b}), {value(scope, 'u32', 1)})", f"hash(({u})({a}))"])


def integer(scope, type_, depth):
    rnd = scope.rnd
    roll = rnd.random()
    if roll < 0.42:
        return binary(scope, type_, depth)
    if roll < 0.50:
        return narrow(scope, type_, depth)
    if roll < 0.57:
        return division(scope, type_, depth)
    if roll < 0.64:
        return shift(scope, type_, depth)
    if roll < 0.69:
        return bits(scope, type_, depth)
    if roll < 0.76:
        return f"({condition(scope, depth - 1)} ? {value(scope, type_, depth - 1)} : {value(scope, type_, depth - 1)})"
    if roll < 0.80:
        return f"({type_})({condition(scope, depth - 1)})"
    if roll < 0.84:
        return f"({type_})({rnd.choice('~-') if type_[0] == 'u' else '~'}{value(scope, type_, depth - 1)})"
    if roll < 0.90:
        kind = rnd.choice(INTEGERS)
        return f"({type_})({value(scope, kind, depth - 1)})"
    if roll < 0.93:
        kind = rnd.choice(FLOATS)
        fitting = [array for array in scope.arrays if array.type == kind]
        if rnd.random() < 0.5 and BITS[type_] >= 32 and fitting:
            array = rnd.choice(fitting)
            factor = rnd.choice(["1", "1e7", "1e17"])
            return f"raw_convert<{type_}, {kind}>({array.at(index(scope, array))} * ({kind}){factor})"
        return f"convert<{type_}, {kind}>({value(scope, kind, depth - 1)})"
    if roll < 0.95:
        kind = rnd.choice(FLOATS)
        return f"({type_})bits_of(({kind})({value(scope, kind, depth - 1)}))"
    return call(scope, type_, depth)


def real(scope, type_, depth):
    rnd = scope.rnd
    a, b = value(scope, type_, depth - 1), value(scope, type_, depth - 1)
    roll = rnd.random()
    if roll < 0.5:
        return f"({a} {rnd.choice('++--**')} {b})"
    if roll < 0.55:
        return f"({a} / {b})"
    if roll < 0.62:
        return f"{rnd.choice(['flow', 'fhigh'])}(({type_})({a}), ({type_})({b}))"
    if roll < 0.72:
        name = rnd.choice(["root", "magnitude", "round_down", "round_to_zero", "tame"])
        return f"{name}(({type_})({a}))"
    if roll < 0.75 and type_ == "f32":
        return rnd.choice([f"half_sum({a}, {b})", f"half_product({a}, {b})", f"(half_less({a}, {b}) ? {a} : {b})",
                           f"half_pair({a}, {b}, {leaf(scope, type_)})"])
    if roll < 0.79:
        return f"fuse(({type_})({a}), ({type_})({b}), ({type_})({leaf(scope, type_)}))"
    if roll < 0.84:
        return f"({condition(scope, depth - 1)} ? {a} : {b})"
    if roll < 0.94:
        kind = rnd.choice(INTEGERS + FLOATS)
        return f"({type_})({value(scope, kind, depth - 1)})"
    return call(scope, type_, depth)


def condition(scope, depth=2):
    rnd = scope.rnd
    roll = rnd.random()
    if roll < 0.12 and depth > 0:
        return f"({condition(scope, depth - 1)} {rnd.choice(['&&', '||'])} {condition(scope, depth - 1)})"
    if roll < 0.17 and depth > 0:
        return f"!({condition(scope, depth - 1)})"
    if roll < 0.40:
        return f"(({value(scope, rnd.choice(['i32', 'u32']), depth)} & {rnd.choice([1, 1, 3, 7, 16])}) "\
               f"{rnd.choice(['==', '!='])} {rnd.choice([0, 0, 1])})"
    if roll < 0.58 and scope.indices:
        index = rnd.choice(scope.indices)
        return rnd.choice([f"({index} < {rnd.choice([1, 5, 16, 31, 32, 33, 40, 64])})",
                           f"(({index} & {rnd.choice([1, 2, 3, 4, 8, 16])}) == 0)",
                           f"({index} % {rnd.choice([3, 5, 7])} == {rnd.randrange(3)})",
                           f"({index} == {rnd.randrange(40)})", f"({index} < n2)",
                           f"({index} - {rnd.choice([3, 33, 40, 70])}u < {rnd.choice([2, 30, 64])}u)",
                           f"({index} / 32 {rnd.choice(['==', '!=', '>'])} {rnd.randrange(4)})",
                           f"({index} + {rnd.randrange(9)} >= n2)"])
    if roll < 0.63 and scope.uniforms:
        uniform = scope.only_uniform()
        return f"(({value(uniform, 'i32', 1)} & {rnd.choice([1, 2, 3])}) {rnd.choice(['==', '!='])} 0)"
    type_ = some_type(rnd)
    comparison = rnd.choice(["<", "<", ">", "<=", ">=", "==", "!="])
    return f"({value(scope, type_, depth)} {comparison} {value(scope, type_, depth - 1)})"


def load(scope, type_):
    """An element of some readable array, as type_."""
    rnd = scope.rnd
    fitting = [array for array in scope.arrays if array.type == type_]
    array = rnd.choice(fitting if fitting and rnd.random() < 0.6 else scope.arrays)
    text, kind = array.at(index(scope, array)), array.type
    if kind in MEMBERS:
        member, kind = rnd.choice(MEMBERS[kind])
        text += "." + member
    if rnd.random() < 0.1 and not array.volatile:
        text = guarded(scope, array, text, type_)
        return text
    return converted(type_, kind, text)


def guarded(scope, array, text, type_):
    """An access whose index wraps below zero, or runs past the end, for lanes that must not make it."""
    rnd = scope.rnd
    if not array.covers_grid or not scope.indices:
        kind = dict(MEMBERS[array.type])[text.rsplit(".", 1)[1]] if array.type in MEMBERS else array.type
        return converted(type_, kind, text)
    member, kind = rnd.choice(MEMBERS[array.type]) if array.type in MEMBERS else ("", array.type)
    member = "." + member if member else ""
    i, k, limit = rnd.choice(scope.indices), rnd.choice([1, 3, 17, 40]), rnd.choice([array.size, 50, 33])
    other = literal(rnd, type_)
    if rnd.random() < 0.5: # unsigned: wraps to something huge
        at = f"({i} - {k}u)"
        return f"({at} < {limit}u ? {converted(type_, kind, f'{array.name}[{at}]{member}')} : {other})"
    at = f"((i32){i} {rnd.choice('+-')} {k})"
    return f"({at} >= 0 && {at} < {limit} ? {converted(type_, kind, f'{array.name}[{at}]{member}')} : {other})"


def index(scope, array):
    """An index below array.size."""
    rnd, mask = scope.rnd, array.size - 1
    roll = rnd.random()
    grid, block = "$gid", "$tid"
    if not scope.indices: # in a function: what it has
        return f"{value(scope, 'u32', 1)} & {mask}"
    if array.covers_grid and roll < 0.40:
        total = scope.geometry.total
        return rnd.choice([grid, grid, f"(i32){grid}", f"(i64){grid}", f"{total - 1} - {grid}",
                           f"{total - 1} - (i32){grid}",
                           f"$bid * {scope.geometry.threads} + $tid", f"$bid * ($dx * $dy * $dz) + $tid", block,
                           f"$tx + $dx * ($ty + $dy * $tz)", f"$tx * ($dy * $dz) + $ty * $dz + $tz",
                           f"((i32)($ty + {rnd.randrange(3)}) * (i32)$dx + (i32)$tx - {rnd.randrange(3)}) & {mask}",
                           f"(($by * $dy + $ty) * ($gx * $dx) + ($bx * $dx + $tx)) & {mask}",
                           f"(i32)(({value(scope, 'i32', 1)} & 3) * (i32)$dx + (i32)$tx) & {mask}"])
    if roll < 0.58:
        i = rnd.choice(scope.indices)
        step = rnd.choice([2, 3, 4, 5, 8, 16, 33])
        kind = rnd.choice(["", "", "(i64)", "(u64)"])
        return rnd.choice([f"({kind}{i} + {rnd.randrange(1, 70)}) & {mask}", f"({kind}{i} * {step}) & {mask}",
                           f"({i} * {step}u + {value(scope, 'u32', 1)}) & {mask}",
                           f"({i} - {rnd.randrange(1, 90)}u) & {mask}",
                           f"({i} ^ {rnd.randrange(1, 40)}) & {mask}", f"(u8)({i} + {rnd.randrange(250)}) & {mask}",
                           f"({i} + 0x{rnd.choice(['fffffff0', '80000000', 'ffffff81'])}u) & {mask}",
                           f"(u16)({i} * {rnd.randrange(1, 60000)}u) & {mask}",
                           f"(i8)({i} * {rnd.randrange(1, 9)} - {rnd.randrange(99)}) & {mask}",
                           f"(i16)({i} + {rnd.randrange(32700, 32768)}) & {mask}"])
    if roll < 0.70 and scope.uniforms:
        return f"{value(scope.only_uniform(), rnd.choice(['u32', 'u32', 'u64']), 1)} & {mask}"
    if roll < 0.74:
        return str(rnd.randrange(array.size))
    kind = rnd.choice(["u32", "u32", "u64", "u8", "u16"])
    return rnd.choice([f"{value(scope, kind, 2)} & {mask}", f"(u32)({value(scope, kind, 2)}) % {array.size}u",
                       f"({value(scope, 'i32', 2)} & {mask})"])
