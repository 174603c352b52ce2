"""A random kernel with its model, and a program of several that runs and compares them."""
import pathlib
import random

from kernels_block import BlockCode, Flow
from kernels_expression import FLOATS, INTEGERS, MEMBERS, Array, Function, Scope, literal, some_type, value
from kernels_thread import NEAR, Counters, Own, function
from kernels_tree import Plain, Region, Writer, for_model, model_all, write_all

BLOCKS = [(16, 16, 1), (8, 8, 1), (32, 8, 1), (5, 7, 1), (4, 4, 4), (33, 2, 3), (32, 1, 1), (64, 1, 1), (128, 1, 1),
          (256, 1, 1), (1, 1, 1), (16, 1, 1), (8, 1, 1), (24, 1, 1), (48, 1, 1), (32, 4, 1), (64, 2, 1), (16, 4, 1),
          (8, 4, 2),
          (2, 2, 2), (1, 33, 1), (3, 1, 40), (40, 3, 1), (16, 3, 1), (12, 12, 1), (96, 1, 1)]
WHOLE = [(16, 16, 1), (8, 8, 1), (32, 8, 1), (128, 1, 1), (256, 1, 1)] # there is code for all threads of these at once
GRIDS = [(1, 1, 1), (1, 1, 1), (2, 1, 1), (3, 1, 1), (5, 1, 1), (2, 2, 1), (3, 2, 1), (1, 3, 1), (2, 1, 2), (1, 2, 2)]
ATOMICS = [("i32", "add"), ("u32", "add"), ("u32", "add"), ("i32", "sub"), ("u64", "add"), ("i64", "add"),
           ("f32", "add"),
           ("f64", "add"), ("i32", "min"), ("i32", "max"), ("u32", "min"), ("u32", "max"), ("i64", "min"),
           ("i64", "max"),
           ("u64", "min"), ("u64", "max"), ("u32", "and"), ("i32", "or"), ("u32", "or"), ("u64", "xor"), ("u32", "xor"),
           ("u64", "and"), ("u32", "inc"), ("u32", "dec"), ("u32", "exch"), ("i64", "exch"), ("f32", "exch"),
           ("u32", "cas_add"),
           ("i32", "cas_max"), ("u64", "cas_max"), ("u32", "cas_mul"), ("u64", "cas_add"), ("u32", "cas_float"),
           ("u32", "cas_float_max"), ("u64", "cas_float"), ("u32", "together"), ("u32", "number"), ("u16", "cas_add"),
           ("u16", "cas_max"), ("i64", "or"), ("i64", "and"), ("i32", "xor"), ("i32", "and"), ("u64", "or"),
           ("i64", "xor"), ("i32", "exch"), ("u64", "exch"), ("i64", "cas_max"), ("i64", "cas_add"), ("u32", "lock"),
           ("i64", "lock"), ("f32", "lock")]
LINES = [60, 60, 90, 90, 140, 400] # most lines that a kernel may have: time to compile grows faster than they do
POISON = {"f32": "-77", "f64": "-77"}


class Geometry:
    def __init__(self, rnd):
        line = (rnd.choice([rnd.randrange(1, 130), rnd.randrange(1, 1025)]), 1, 1)
        self.block = rnd.choice([rnd.choice(BLOCKS), rnd.choice(BLOCKS), rnd.choice(WHOLE), line])
        self.threads = self.block[0] * self.block[1] * self.block[2]
        self.grid = rnd.choice(GRIDS) if self.threads <= 256 else rnd.choice(GRIDS[:3])
        self.blocks = self.grid[0] * self.grid[1] * self.grid[2]
        self.total = self.threads * self.blocks
        self.power = 1 # of two, at least one for each thread
        while self.power < self.total:
            self.power *= 2


class Kernel:
    """buffers: (type, name, count, seed, start value, const)."""

    def __init__(self, rnd, number, functions, numbers):
        self.rnd, self.number, self.numbers = rnd, number, numbers
        self.geometry = Geometry(rnd)
        self.barriers, self.warps = rnd.choice([(False, False)] * 8 + [(True, False)] * 4 + [(False, True)] * 3
                                               + [(True, True)] * 5)
        self.leaves, self.has_returned = rnd.random() < 0.4, False # threads may: by warps, alone
        self.is_flat = self.geometry.block[1] > 1 and self.geometry.block[2] == 1
        self.full_warps = self.geometry.threads % 32 == 0
        self.dynamic, self.restrict = rnd.random() < 0.3, rnd.random() < 0.3
        total = self.geometry.total
        self.n2 = rnd.choice([total, total + 1, total - 1, total // 2 + 1, max(total * 2 - 3, 1), max(total - 33, 3),
                              2 * total])
        self.variables, self.shared_arrays, self.buffers, self.constants = [], [], [], []
        self.functions_made, self.swept = 0, None
        self.scope = self.make_scope(functions)
        self.make_body()

    # ---- what is declared
    def variable(self, type_, stem, size=0):
        self.numbers[0] += 1
        name = f"{stem}{self.numbers[0]}"
        self.variables.append((type_, name, size))
        if stem == "v":
            self.scope.values.append(("$" + name, type_))
            self.scope.targets.append(("$" + name, type_))
        return name

    def type_of(self, name):
        return next(kind for kind, other, _ in self.variables if other == name)

    def function_name(self):
        self.functions_made += 1
        return f"part{self.number}_{self.functions_made}"

    def shared(self, type_, count, types=()):
        """A shared array of at least `count` elements; one of `types` will do as well."""
        size = 1
        while size < count:
            size *= 2
        used = sum(array.size * 8 for array in self.shared_arrays)
        fitting = [a for a in self.shared_arrays if a.size >= size and a.type in (types or [type_])]
        if fitting and (self.rnd.random() < 0.6 or used > 20000):
            return self.rnd.choice(fitting)
        array = Array(f"shared{len(self.shared_arrays)}", type_, size)
        self.shared_arrays.append(array)
        return array

    def buffer(self, type_, stem, count, seed=0, start=None, const=False):
        name = f"{stem}{len(self.buffers)}"
        if start is None:
            plain = type_ in INTEGERS or type_ in FLOATS
            start = POISON.get(type_, "90") if plain else f"{type_}()"
        self.buffers.append((type_, name, count, seed, start, const))
        return name

    def bag(self):
        """Room for a value of each thread, in any order, and a counter of them."""
        return self.buffer("Bag", "bag", self.geometry.total), self.buffer("u32", "kept", 1, start="0")

    def make_scope(self, functions):
        rnd, scope, g = self.rnd, Scope(self.rnd), self.geometry
        self.scope = scope
        scope.geometry, scope.functions = g, list(functions)
        for _ in range(rnd.randrange(2, 6)):
            type_ = rnd.choice(INTEGERS + ["i32", "i32", "u32", "f32", "f32", "f64"] + list(MEMBERS) + ["f16"])
            size = rnd.choice([64, 256, g.power, g.power, g.power * 2, g.power * 4])
            size = max(size, 64)
            name = self.buffer(type_, "in", size, seed=rnd.randrange(1, 1 << 30), const=True)
            volatile = rnd.random() < 0.06 and type_ not in MEMBERS and type_ != "f16"
            scope.arrays.append(Array(name, type_, size, size >= g.total, volatile))
        if rnd.random() < 0.4:
            type_ = rnd.choice(["i32", "u32", "f32", "u8", "i64"])
            name = f"constant{self.number}"
            where = rnd.choice(["__constant__", "__constant__", "__device__", "__device__ const"])
            self.constants.append((type_, name, [literal(rnd, type_) for _ in range(16)], where))
            scope.arrays.append(Array("$" + name, type_, 16))
        scope.uniforms = [("n0", "i32"), ("n1", "u32"), ("n2", "u32"), ("$bx", "u32"), ("$by", "u32"),
                          ("$dx", "u32"), ("$gx", "u32")]
        if rnd.random() < 0.5:
            self.config = True
            scope.uniforms += [("config.a", "i32"), ("config.b", "u32"), ("config.c", "i64"), ("config.d", "f32"),
                               ("config.e", "u8")]
            scope.arrays.append(Array("config.table", "i32", 4))
        else:
            self.config = False
        scope.indices = ["$gid", "$gid", "$tid", "$tid", "$tx", "$ty" if g.block[1] > 1 else "$tid", "$lane"]
        scope.indices += rnd.choice([[], ["($tid / 32)"], ["($tid >> 5)", "($tid >> 4)"]])
        scope.values = [("$gid", "u32"), ("$tid", "u32"), ("$tx", "u32"), ("$ty", "u32"), ("$tz", "u32"),
                        ("$lane", "u32")]
        for _ in range(rnd.randrange(3, 7)):
            self.variable(some_type(rnd), "v")
        if rnd.random() < 0.25:
            type_, size = rnd.choice(["i32", "u32", "f32", "u16", "f64"]), rnd.choice([4, 8])
            name = self.variable(type_, "local", size)
            scope.local_arrays.append(("$" + name, type_, size))
            scope.targets.append((f"${name}[{rnd.choice(['$tid', '$gid', '$lane'])} & {size - 1}]", type_))
            scope.targets.append((f"${name}[{rnd.randrange(size)}]", type_))
        return scope

    def own_buffer(self, type_, per):
        """An output with `per` elements for each thread, laid out somehow."""
        rnd, g = self.rnd, self.geometry
        whole = g.power * per
        name = self.buffer(type_, "out", whole)
        last = g.total - 1
        patterns = ["$gid * {per} + {{k}}", "{{k}} * {power} + $gid", "({last} - $gid) * {per} + {{k}}",
                    "{{k}} + {per} * (i32)$gid",
                    "(i64)$gid * {per} + {{k}}", "(($gid * 5u) & {mask}) * {per} + {{k}}",
                    "($gid ^ {flip}) * {per} + {{k}}",
                    "($gid + 7u & {mask}) + {{k}} * {power}", "({{k}} + 1) * {power} - 1 - $gid",
                    "$bid * {block} + $tid + {{k}} * {total}"]
        if g.block[2] == 1 and g.grid[2] == 1: # rows and columns of the grid
            patterns += ["(($by * $dy + $ty) * ($gx * $dx) + $bx * $dx + $tx) * {per} + {{k}}"] * 3
        pattern = rnd.choice(patterns).format(per=per, power=g.power, last=last, mask=g.power - 1,
                                              block=g.threads,
                                              flip=rnd.randrange(g.power), total=g.power)
        return Own(name, type_, per, pattern)

    # ---- what it does
    def make_body(self):
        rnd, g = self.rnd, self.geometry
        own = [self.own_buffer(rnd.choice(["i32", "u32", "f32", "u8", "i16", "i64", "f64", "f16"]
                                          + list(MEMBERS)),
                               rnd.choice([1, 1, 2, 4]))
               for _ in range(rnd.randrange(1, 4))]
        if rnd.random() < 0.25:
            own.append(self.own_buffer(rnd.choice(list(NEAR)), rnd.choice([1, 4])))
        if rnd.random() < 0.35:
            type_ = rnd.choice(["i32", "u32", "f32", "f64", "u8", "i64", "f16"] + list(MEMBERS))
            self.swept = Own(self.buffer(type_, "swept", 2 * g.total), type_, 1, "")
        counters = [self.counter() for _ in range(rnd.choice([0, 0, 1, 1, 2, 3]))]
        equal = []
        if rnd.random() < 0.3:
            name = self.buffer("i32", "flags", 8)
            for k in range(3):
                equal.append((f"{name}[{k}] = {rnd.choice(['n0', str(rnd.randrange(100)), '(i32)$dx'])}", "i32"))
            equal.append((f"{name}[4 + ($tid & 3)] = n0 + 1", "i32"))
        structs = [array for array in self.scope.arrays if array.type in MEMBERS]
        code = BlockCode(rnd, self, self.scope, own, counters, equal, structs)
        flow = Flow(mask="wm" if self.warps else None)
        names = [(text, kind) for text, kind in self.scope.targets if text.startswith("$v")]
        start = [Plain(f"{text} = {value(self.scope, kind, 2)};") for text, kind in names]
        self.body = [Region(start)] + code.steps(flow, rnd.randrange(2, 6) if self.barriers or self.warps
                                                 else rnd.randrange(1, 3))
        finals = []
        for text, kind in [(text, kind) for text, kind in self.scope.targets if text.startswith("$v")
                           or "local" in text]:
            finals.append(Plain(f"{self.own_buffer(kind, 1).at('0')} = {text};"))
        self.body.append(Region(finals))
        self.prologue = self.make_prologue()

    def counter(self):
        rnd = self.rnd
        type_, operation = rnd.choice(ATOMICS)
        size = rnd.choice([1, 2, 16, 64, 1024])
        start = "0" if type_ in FLOATS or "float" in operation else rnd.choice(["0", "1", "5", "1000"])
        if operation == "and":
            start = f"({type_})-1"
        name = self.buffer(type_, "count", size, start=start)
        check = None
        if operation == "lock":
            check = self.buffer("u32", "locks", size, start="0")
        elif operation == "number" or (rnd.random() < 0.45 and operation != "together"):
            check = self.buffer("u32", "check", size, start="0")
        scope = rnd.choice(["", "", "_system"] + (["_block"] * 2 if self.geometry.blocks == 1 else []))
        if operation in ("together", "number", "lock") or type_ == "u16":
            scope = ""
        return Counters(name, type_, size, operation, scope, check)

    def make_prologue(self):
        """Shared memory cleared; the lanes that the warp has."""
        lines = [f"for (u32 c = tid; c < {a.size}u; c += {self.geometry.threads}u) {a.name}[c] = 0;"
                 for a in self.shared_arrays]
        return lines + (["__syncthreads();"] if lines else [])

    # ---- text
    def names(self):
        """Everything that a part of the kernel may name: (kind, name, elements)."""
        fixed = [("const u32", name, 0) for name in ("tid", "bid", "gid", "lane")]
        pointers = [(f"{'const ' if const else ''}{kind} *", name, 0) for kind, name, _, _, _, const in self.buffers]
        shared = [(f"{a.type} *", a.name, 0) for a in self.shared_arrays]
        scalars = [("const i32", "n0", 0), ("const u32", "n1", 0), ("const u32", "n2", 0)]
        scalars += [("const Config &", "config", 0)] if self.config else []
        return fixed + pointers + shared + scalars + self.variables + ([("u32", "wm", 0)] if self.warps else [])

    def parameters(self):
        restrict = "__restrict__ " if self.restrict else ""
        rows = [f"{'const ' if const else ''}{kind} *{restrict}{name}" for kind, name, _, _, _, const in self.buffers]
        return ", ".join(rows + ["i32 n0", "u32 n1", "u32 n2"] + (["Config config"] if self.config else []))

    def declarations(self):
        return [f"{kind} {name}[{size}] = {{}};" if size else f"{kind} {name} = {kind}();" for kind, name,
                size in self.variables]

    def body_text(self):
        """The steps alone: what they name is needed."""
        w = Writer(0)
        write_all(self.body, w)
        return "\n".join(w.functions + w.lines)

    def device_text(self):
        w = Writer()
        w.add("const u32 tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);")
        w.add("const u32 bid = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);")
        w.add(f"const u32 gid = bid * {self.geometry.threads}u + tid, lane = tid & 31; (void)gid, (void)lane;"
              if self.geometry.block[1] * self.geometry.block[2] > 1 or self.number % 2 else
              "const u32 gid = blockIdx.x * blockDim.x + threadIdx.x"
              + (f" + {self.geometry.threads}u * gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)"
                 if self.geometry.blocks > self.geometry.grid[0] else "")
              + ", lane = tid & 31; (void)gid, (void)lane;")
        if self.warps:
            w.add(f"u32 wm = lanes_there({self.geometry.threads}u, tid);")
        offset = 0
        for a in self.shared_arrays:
            if self.dynamic:
                w.add(f"{a.type} *const {a.name} = ({a.type} *)(dynamic_memory + {offset});")
                offset += a.size * 8
            else:
                w.add(f"__shared__ {a.type} {a.name}[{a.size}];")
        for line in self.declarations() + self.prologue:
            w.add(line)
        w.depth = 0
        write_all(self.body, w)
        bounds = f"__launch_bounds__({self.geometry.threads}) " if self.number % 2 else ""
        constants = "".join(f"{where} {kind} {name}[16] = {{{', '.join(values)}}};\n"
                            for kind, name, values, where in self.constants)
        head = f"__global__ {bounds}void k{self.number}({self.parameters()})\n{{\n"
        return constants + "\n".join(w.functions) + head + "\n".join(w.lines) + "\n}\n"

    def model_text(self):
        w, g, k = Writer(0), self.geometry, self.number
        for kind, name, values, _ in self.constants:
            w.add(f"static const {kind} {name}_h[16] = {{{', '.join(values)}}};")
        w.add(f"struct S{k} {{")
        w.add("    u32 tx, ty, tz, bx, by, bz, dx, dy, dz, gx, gy, gz, tid, bid, gid, lane, wm; bool dead = false;")
        for line in self.declarations():
            w.add("    " + line)
        w.add("};")
        w.add(f"static void model{k}(bool backward, {self.parameters()})\n{{\n    (void)n0, (void)n1, (void)n2;")
        w.add(f"    for (u32 turn = 0; turn < {g.blocks}; turn++) {{")
        w.add(f"    const u32 block = backward ? {g.blocks - 1} - turn : turn;")
        for a in self.shared_arrays:
            w.add(f"    std::vector<{a.type}> {a.name}_all({a.size}); {a.type} *const {a.name} = {a.name}_all.data();")
        w.add(f"    typedef S{k} State; Model<State> M({g.threads}, backward);")
        w.add(f"    for (u32 t = 0; t < {g.threads}; t++) {{")
        w.add("        State &s = M.threads[t];")
        for name, size in (("d", g.block), ("g", g.grid)):
            w.add(f"        s.{name}x = {size[0]}, s.{name}y = {size[1]}, s.{name}z = {size[2]};")
        w.add("        s.tid = t, s.lane = t & 31, s.tx = t % s.dx, s.ty = t / s.dx % s.dy, s.tz = t / s.dx / s.dy;")
        w.add("        s.bid = block, s.bx = block % s.gx, s.by = block / s.gx % s.gy, s.bz = block / s.gx / s.gy;")
        w.add(f"        s.gid = block * {g.threads}u + t;")
        w.add(f"        s.wm = lanes_there({g.threads}u, t);")
        w.add("    }")
        w.add("    const Mask m0 = M.everyone();")
        model_all(self.body, w, "m0", [])
        w.add("    }\n}")
        return "\n".join(w.lines) + "\n"

    def run_text(self):
        k, g, lines = self.number, self.geometry, []
        for kind, name, count, seed, start, const in self.buffers:
            lines.append(f"    Buffer<{kind}> {name}({count}, {seed}u, {start});")
        config = ["    const Config config = {11, 0xfffffff3u, -5000000000ll, 2.5f, 200, {3, -1, 40, 0}};"]
        config = config if self.config else []
        rest = ["5", "3000000000u", f"{self.n2}u"] + (["config"] if self.config else [])
        model = lambda order: f"    model{k}({order}, " + ", ".join([f"{b[1]}.model({order})"
                                                                     for b in self.buffers] + rest) + ");"
        shared = sum(a.size * 8 for a in self.shared_arrays) if self.dynamic else 0
        launch = f"    k{k}<<<dim3({', '.join(map(str, g.grid))}), dim3({', '.join(map(str, g.block))}), {shared}>>>("\
                 + ", ".join([f"{b[1]}.device" for b in self.buffers] + rest) + ");"
        device = ["#ifndef MODEL_ONLY", launch, "    CALL(cudaGetLastError());", "    CALL(cudaDeviceSynchronize());",
                  "#endif"]
        compare = [f"    {b[1]}.compare(\"k{k}\", \"{b[1]}\");" for b in self.buffers if not b[5]]
        return f"static void run{k}()\n{{\n" + "\n".join(lines + config + [model("false"), model("true")] + device
                                                         + compare) + "\n}\n"

    def text(self):
        device = self.device_text()
        head = f"/* k{self.number}: blocks of {self.geometry.block}, a grid of {self.geometry.grid} */\n"
        return head + "#ifndef MODEL_ONLY\n" + device + "#endif\n" + self.model_text() + self.run_text() + "\n"


def short_kernel(rnd, number, functions):
    """The first that has not too many lines."""
    most = rnd.choice(LINES)
    while True:
        kernel = Kernel(rnd, number, functions, [0])
        if kernel.device_text().count("\n") <= most:
            return kernel


class Program:
    """Everything of one seed. kernels may be taken out, and so may nodes of their trees."""

    def __init__(self, seed, count):
        self.seed = seed
        rnd = random.Random(seed)
        numbers, self.functions = [0], []
        scope, callable_ = Scope(rnd), []
        for k in range(rnd.randrange(2, 5)):
            scope.functions = list(callable_)
            result, parameters, head, body, after = function(rnd, k, scope, numbers)
            self.functions.append((head, body, after))
            callable_.append(Function(f"f{k}", result, parameters))
        self.kernels = [short_kernel(random.Random(f"{seed}.{k}"), k, callable_) for k in range(count)]

    def function_text(self, functions=None):
        result = []
        for head, body, after in self.functions if functions is None else functions:
            w = Writer()
            for node in body:
                node.write(w, for_model)
            result.append(head + "\n{\n" + "\n".join(w.lines) + "\n}\n" + after)
        return "\n".join(result) + "\n"

    def text(self):
        head = "".join(pathlib.Path(__file__).with_name(name).read_text() for name in ("kernels.h", "kernels_model.h"))
        dynamic = "#ifndef MODEL_ONLY\nextern __shared__ __align__(16) unsigned char dynamic_memory[];\n#endif\n"
        # A kernel's text first: rendering is what finds out which variables its parts name.
        kernels = "".join(kernel.text() for kernel in self.kernels)
        runs = "".join(f"    if (argc < 2 || atoi(argv[1]) == {k.number}) run{k.number}();\n" for k in self.kernels)
        return f"/* kernels.py --seed {self.seed} */\n" + head + "\n" + dynamic + self.function_text() + kernels\
            + "int main(int argc, char **argv)\n{\n    (void)argc, (void)argv;\n" + runs\
            + "    return finish();\n}\n"
