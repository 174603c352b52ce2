"""Feature `quiet`: kernels of atomic functions whose results nobody uses, without volatile accesses or fences, so
that a compiler may think of gathering them: on a thread's own cells, found through a table, in program order, with
other types on the same bytes and through a second name; on bins of everybody; in great numbers; before a thread exits
and others meet at a barrier behind which they read; on shared memory to which a structure given by value has come to
point."""

from places import filled
from threads_text import for_host

SHAPES = [
    ((32,), (1,)),
    ((256,), (1,)),
    ((128,), (2,)),
    ((64,), (3,)),
    ((16, 16), (1,)),
    ((33,), (1,)),
    ((512,), (1,)),
    ((8, 4, 4), (2,)),
    ((1,), (2,)),
    ((100,), (2, 2)),
]
# What one type's atomics do on own cells: (function, value).
OPERATIONS = {
    "u32": [
        ("Add", "5u"),
        ("Add", "7u"),
        ("Sub", "3u"),
        ("And", "0u"),
        ("And", "0xfffffff0u"),
        ("Or", "8u"),
        ("Xor", "0x55u"),
        ("Exch", "9u"),
        ("Min", "100u"),
        ("Max", "20u"),
        ("Inc", "50u"),
        ("Dec", "50u"),
        ("Add", "me.g"),
    ],
    "i32": [
        ("Add", "5"),
        ("Add", "-3"),
        ("Sub", "7"),
        ("Min", "-2"),
        ("Max", "4"),
        ("And", "6"),
        ("Exch", "1"),
        ("Xor", "-1"),
        ("Add", "(i32)me.t"),
    ],
    "u64": [
        ("Add", "5ull"),
        ("Add", "0xffffffffull"),
        ("And", "0xffull << 30"),
        ("Or", "1ull << 40"),
        ("Exch", "77ull"),
        ("Max", "1ull << 33"),
        ("Add", "(u64)me.g << 20"),
    ],
    "f32": [
        ("Add", "0.1f"),
        ("Add", "16777216.0f"),
        ("Add", "-16777216.0f"),
        ("Add", "1.0f"),
        ("Exch", "0.5f"),
        ("Add", "(f32)me.t"),
    ],
    "f64": [("Add", "0.1"), ("Add", "9007199254740992.0"), ("Add", "-9007199254740992.0"), ("Add", "1.0")],
}
PLACES = {
    "u32": "((u32 *)(CELL) + HALF)",
    "i32": "((i32 *)(CELL) + HALF)",
    "u64": "(u64 *)(CELL)",
    "f32": "((f32 *)(CELL) + HALF)",
    "f64": "(f64 *)(CELL)",
}
BINS = {
    "add": ("u32", "Add", "1u"),
    "add more": ("i32", "Add", "(i32)(me.g % 7 + i)"),
    "max": ("u32", "Max", "hash(me.g + i)"),
    "xor": ("u32", "Xor", "hash(me.g * 3 + i)"),
    "add 64": ("u64", "Add", "(u64)hash(me.g + i) << 5"),
    "float": ("f32", "Add", "1.0f"),
    "double": ("f64", "Add", "(f64)(i + 1)"),
    "or": ("u64", "Or", "1ull << (me.g + i) % 64"),
}
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, WIDE = 64, BINS = 64 };
struct Thread : Place { bool gone; };
struct Places { u64 *at[4]; };
__device__ u64 %(name)s_cells[N * BLOCKS * 2], %(name)s_bins[BLOCKS * BINS];
namespace device {
__global__ void kernel(const u32 *%(restrict)s index, u32 *%(restrict)s wide, u64 *%(restrict)s own_at,
    u64 *%(restrict)s bins_at, u64 *%(restrict)s out, u64 *again, Places places, int one, int two)
{
    Thread me{here(), false};
%(enter)s
    const u32 c = index[me.g] + 0 * one;
    (void)c, (void)again, (void)places, (void)one, (void)two, (void)bins, (void)own, (void)wide;
%(body)s
}
}
namespace model {
static void run(bool backwards, const std::vector<u32> &index, std::vector<u32> &wide_cells,
    std::vector<u64> &own_cells, std::vector<u64> &all_bins, std::vector<u64> &all_out)
{
    const int one = 1, two = 2;
    u32 *const wide = wide_cells.data();
    u64 *const out = all_out.data();
    for (u32 b = 0; b < BLOCKS; b++) {
        std::vector<Thread> all;
        for (u32 t = 0; t < N; t++) all.push_back(Thread{place(t, N, b, BLOCKS), false});
        auto each = [&](auto f) { for (u32 k = 0; k < N; k++) if (Thread &me = all[backwards ? N - 1 - k : k];
            !me.gone) f(me, index[me.g]); };
        u64 *const own = own_cells.data(), *const again = own, *const bins = &all_bins[%(bins_of_block)s];
        Places places = {{nullptr, own, nullptr, nullptr}};
        (void)one, (void)two, (void)wide, (void)own, (void)again, (void)bins, (void)places;
%(host_body)s
    }
}
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<u32> index(N * BLOCKS), wide(N * BLOCKS * WIDE);
    std::vector<u64> own(N * BLOCKS * 2), bins(BLOCKS * BINS), out(N * BLOCKS);
    for (u32 k = 0; k < index.size(); k++) index[k] = %(order)s;
    Memory<u32> index_at(name, index), wide_at(name, wide);
    Memory<u64> own_at(name, own), bins_at(name, bins), out_at(name, out);
    void *cells = own_at.at;
%(variables)s
    device::kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(index_at.at, wide_at.at, own_at.at, bins_at.at, out_at.at,
        (u64 *)cells, Places{{nullptr, (u64 *)cells, nullptr, nullptr}}, 1, 2);
    auto wide2 = wide;
    auto own2 = own, bins2 = bins, out2 = out;
    model::run(false, index, wide, own, bins, out);
    model::run(true, index, wide2, own2, bins2, out2);
    if (differ(name, "model: own", own, own2) + differ(name, "model: bins", bins, bins2) + differ(name, "model: out",
        out, out2)) exit(3);
    must(name, cudaDeviceSynchronize());
    auto got_own = own_at.get(), got_bins = bins_at.get();
%(get_variables)s
    return differ(name, "own", own, got_own) + differ(name, "bins", bins, got_bins) + differ(name, "out", out,
        out_at.get()) + differ(name, "wide", wide, wide_at.get());
}
}
"""


class Quiet:
    def __init__(self, name, c):
        self.name = name
        self.block, self.grid = c.pick("shape", SHAPES)
        self.variables = c.pick("memory", ["parameters", "variables"]) == "variables"
        self.restrict = c.chance("restrict") and not self.variables
        self.own_type = c.pick("own type", ["u32", "i32", "u64", "f32", "f64", "mixed"], [4, 3, 2, 2, 2, 2])
        self.bin_kind = c.pick("bins", list(BINS))
        self.tail = c.pick("tail", ["none", "exit", "shared by value"])
        if c.gpu and self.tail == "shared by value":
            self.tail = "none"  # nvcc 13 takes a pointer out of an argument for global, also where the kernel wrote it
        self.has_first = self.tail != "shared by value" or c.chance("before")
        self.order = c.pick(
            "order",
            [
                "k",
                "(u32)index.size() - 1 - k",
                "(k + 5) % (u32)index.size()",
                "k ^ (k + 1 < index.size() || k % 2 ? 1 : 0)",
            ],
        )
        self.names = ["own"] + ([] if self.restrict else ["again", "places.at[one]"])
        self.kind = (
            f"{'variables' if self.variables else 'parameters'}{', restrict' if self.restrict else ''},"
            f" {self.own_type}, {self.bin_kind}, {self.tail}"
        )
        self.first = self.statements(c.at("first"), 5)
        self.last = self.statements(c.at("last"), 3)
        self.cond = c.pick("who", ["me.t >= 32", "me.t % 2 == 1", "me.t > 0", "me.w % 2 == 1", "me.lane != 3"])
        self.alone = c.chance("alone", 7)
        self.added = c.pick("added", ["u32", "f32"], [3, 1])
        self.spot = c.pick("spot", ["0", "(c + k) % (N < 4 ? 1u : 4u)", "c % (N < 4 ? 1u : 4u)"])
        self.twice = c.number("twice", 1, 6)

    def own(self, c, base=None):
        kind = c.pick("type", ["u32", "u64", "i32"]) if self.own_type == "mixed" else self.own_type
        function, value = c.pick("operation", OPERATIONS[kind])
        cell = (
            f"{base or c.pick('name', self.names)} + {'c' if base is None else 'me.t'} * 2 + {c.number('word', 0, 1)}"
        )
        scope = c.pick("scope", ["", "_block"], [9, 1]) if function not in ("Inc", "Dec") else ""
        return (
            f"atomic{function}{scope}({PLACES[kind].replace('CELL', cell).replace('HALF', str(c.number('half', 0, 1)))},"
            f" {value});"
        )

    def bin(self, c):
        kind, function, value = BINS[self.bin_kind]
        at = c.pick("bin", ["0", "hash(me.g * 5 + i) % BINS", "me.lane % BINS", "c % BINS", "(me.t + i) % 5"])
        return f"atomic{function}(({kind} *)(bins + {at}), {value});"

    def in_order(self, c):
        """Additions to a cell, then more others than a table holds, then something that does not commute."""
        kind = c.pick("type", ["u32", "u64", "i32"]) if self.own_type == "mixed" else self.own_type
        place = PLACES[kind].replace("CELL", f"{c.pick('name', self.names)} + c * 2").replace("HALF", "0")
        other, value = c.pick("operation", OPERATIONS[kind])
        return "\n".join([
            f"atomicAdd({place}, ({kind})5);",
            f"atomicAdd({place}, ({kind})7);",
            self.many(c),
            f"atomic{other}({place}, {value});",
        ])

    def statements(self, c, most):
        lines = [self.in_order(c)] if c.chance("in order", 3) and c.keep("in order there") else []
        for k in range(c.number("statements", 1, most)):
            if not c.keep(f"s{k}"):
                continue
            part = c.at(f"s{k}")
            text = getattr(self, part.pick("kind", ["own", "bin", "many"], [5, 3, 2]))(part)
            around = part.pick(
                "around",
                [
                    "{}",
                    "for (u32 i = 0; i < 3; i++) {{ {} }}",
                    "if (me.t % 3 != 1) {{ {} }}",
                    "for (u32 i = 0; i < me.t % 5; i++) {{ {} }}",
                    "for (u32 i = 0; i < 8; i++) if (hash(i + me.g) & 1) {{ {} }}",
                ],
            )
            lines.append(around.format(text))
        return "\n".join(lines)

    @staticmethod
    def many(c):
        value = c.pick("value", ["1u", "i + 1", "me.t"])
        at = c.pick("wide", ["c + k * (N * BLOCKS)", "c * WIDE + k", "c * WIDE + (k * 7) % WIDE"])
        return f"for (u32 k = 0; k < WIDE; k++) atomicAdd(wide + {at}, {value});"

    def pointed_to(self):
        """Thread 0 adds to shared memory through a structure's pointer: integers, or floats that are denormal."""
        value = "5u + k" if self.added == "u32" else "1e-45f * (k + 1)"
        few = "for (int k = 0; k < 4 && k < (int)N; k++)"
        return (
            f"\nif (me.t == 0) {{\n{few} cell[k] = 0;\nplaces.at[one + 1] = SHARED;\n"
            f"for (u32 k = 0; k < {self.twice} + 2; k++)\n"
            f"    atomicAdd(({self.added} *)(places.at[two] + {self.spot}), {value});\n"
            f"{few} atomicAdd((u32 *)(out + me.g), (u32)cell[k] * (3u * k + 1));\n}}"
        )

    def parts(self):
        """(text of a phase, ...), with barriers between."""
        here = "const u32 i = 0; (void)i;\n"
        if self.tail == "none":
            return [here + self.first + "\n" + self.last]
        if self.tail == "exit":
            look = "out[me.g] = 0; for (u32 k = 0; k < BINS; k++) out[me.g] = mix(out[me.g], bins[k]);"
            return [here + f"if ({self.cond}) {{\n{self.first}\n{self.last}\nEXIT\n}}", look]
        first = self.first if self.has_first else ""
        if self.alone:
            return [here + first + self.pointed_to()]
        return [
            here
            + first
            + f"\nif ({self.cond}) {{\ncell[me.t] = me.t;\nplaces.at[one + 1] = SHARED;\nfor (int k = 0; k <"
            f" {self.twice}; k++) atomicAdd((u32 *)(places.at[two] + me.t), 5u);\natomicAdd((u32 *)(out + me.g),"
            " (u32)cell[me.t]);\n}"
        ]

    def text(self):
        parts = self.parts()
        bins = "b * BINS" if self.tail == "exit" else "0"
        declare = "__shared__ u64 cell[N];\n" if self.tail == "shared by value" else ""
        device = declare + "\n__syncthreads();\n".join(f"{{\n{part}\n}}" for part in parts).replace(
            "EXIT", "return;"
        ).replace("SHARED", "cell")
        local = "std::vector<u64> cell(N);\n" if declare else ""
        host = local + for_host(
            "\n".join("each([&](Thread &me, u32 c) { (void)c;\n" + part + "\n});" for part in parts)
        )
        host = host.replace("EXIT", "{ me.gone = true; return; }").replace("SHARED", "cell.data()")
        at, from_ = (f"{self.name}_cells", f"{self.name}_bins") if self.variables else ("own_at", "bins_at")
        return filled(
            TEXT,
            self,
            restrict="__restrict__" if self.restrict else "",
            enter=(
                f"u64 *const own = {at}, *const bins = {from_} + {bins.replace('b ', 'me.b ')};"
                + (" (void)own_at, (void)bins_at;" if self.variables else "")
            ),
            body=device,
            host_body=host,
            bins_of_block=bins,
            order=self.order,
            variables=(
                f"    must(name, cudaGetSymbolAddress(&cells, {self.name}_cells));" if self.variables else ""
            ),
            get_variables=(
                f"    must(name, cudaMemcpyFromSymbol(got_own.data(), {self.name}_cells, own.size() * 8));\n"
                f"    must(name, cudaMemcpyFromSymbol(got_bins.data(), {self.name}_bins, bins.size() * 8));"
                if self.variables
                else ""
            ),
        )
