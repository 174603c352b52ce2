"""Feature `wide`: atomic functions of other sizes than a word: exchanges and compare-and-swap of 16 bytes, of which no
half may be another's; additions of halves, bfloats and vectors of floats that are exact in any order of single
additions, but not as sums of sums; compare-and-swap of 16 bits beside neighbours. By all lanes, some, in loops."""

from places import filled

SHAPES = [((64,), (1,)), ((32,), (2,)), ((128,), (2,)), ((8, 8), (1,)), ((33,), (2,)), ((256,), (1,))]
# Exact sums: type, its start and the big value that one thread adds, the small one, and a number of what it holds.
SUMS = {
    "half": ("__half", 2048, "__float2half({})", "(f64)__half2float(x)"),
    "half2": ("__half2", 2048, "__floats2half2_rn({0}, {0})", "(f64)__low2float(x) * 3 + (f64)__high2float(x)"),
    "bfloat": ("__nv_bfloat16", 256, "__float2bfloat16({})", "(f64)__bfloat162float(x)"),
    "bfloat2": (
        "__nv_bfloat162",
        256,
        "__floats2bfloat162_rn({0}, {0})",
        "(f64)__low2float(x) * 3 + (f64)__high2float(x)",
    ),
    "float": ("f32", 16777216, "(f32)({})", "(f64)x"),
    "double": ("f64", 9007199254740992, "(f64)({})", "x"),
    "float2": ("float2", 16777216, "make_float2({0}, {0})", "(f64)x.x * 3 + (f64)x.y"),
    "float4": ("float4", 16777216, "make_float4({0}, {0}, {0}, {0})", "(f64)x.x * 3 + x.y + x.z * 5 + (f64)x.w"),
}
WHO = ["true", "me.t % 2 == 0", "me.t % 3 != 1", "me.lane < 9", "me.w % 2 == 0", "hash(me.g) % 3 == 0"]
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, ALL = N * BLOCKS, CELLS = 8 };
struct alignas(16) Wide { u64 low, high; };
HD Wide wide(u64 x) { return {x * 0x9e3779b97f4a7c15ull + 1, ~(x * 0x9e3779b97f4a7c15ull + 1)}; }
%(declare)s
__global__ void kernel(%(cell)s *cells, u64 *told, u32 rounds)
{
    const Place me = here();
    u64 acc = 0;
%(enter)s
    for (u32 r = 0; r < rounds; r++) {
        if (%(who)s) {
%(body)s
        }
    }
%(leave)s
    told[me.g] = acc;
}
static int test()
{
    const char *name = "%(name)s";
    const u32 rounds = %(rounds)d;
    u64 count[CELLS * BLOCKS] = {};
    (void)count;
    for (u32 g = 0; g < ALL; g++) {
        const Place me = place(g %% N, N, g / N, BLOCKS);
        for (u32 r = 0; r < rounds; r++) if (%(who)s) count[%(cell_of)s]++;
    }
%(test)s
}
}
"""
# What does the operation, declared for the type of a case; {p}: a cell.
ADD_TEST = """
    std::vector<{t}> start(CELLS * BLOCKS);
    for (auto &x : start) x = {make_start};
    Memory<{t}> cells(name, start);
    Memory<u64> told(name, ALL);
    kernel<<<dim3({grid}), dim3({block})>>>(cells.at, told.at, rounds);
    must(name, cudaDeviceSynchronize());
    auto got = cells.get();
    for (u32 k = 0; k < CELLS * BLOCKS; k++) {{
        {t} x = {make_want};
        f64 want = {number};
        x = got[k];
        if ({number} != want) return complain(name, "cell %u of %llu additions: %.17g, not %.17g", k, count[k],
            {number}, want);
    }}
    return 0;
"""
WIDE_TEST = """
    std::vector<Wide> start(CELLS * BLOCKS);
    for (u32 k = 0; k < CELLS * BLOCKS; k++) start[k] = {start};
    Memory<Wide> cells(name, start);
    Memory<u64> told(name, ALL);
    kernel<<<dim3({grid}), dim3({block})>>>(cells.at, told.at, rounds);
    must(name, cudaDeviceSynchronize());
    auto got = cells.get();
    auto all = told.get();
    u64 sum = 0, want = 0;
    for (u64 x : all) sum += x;
    for (u32 k = 0; k < CELLS * BLOCKS; k++) {{
        {check}
    }}
    return sum != want ? complain(name, "what was told: %llx, not %llx", sum, want) : 0;
"""


class Wide:
    includes = ["cuda_bf16.h"]

    def __init__(self, name, c):
        self.name = name
        self.block, self.grid = c.pick("shape", SHAPES)
        self.rounds = c.pick("rounds", [1, 2, 7])
        self.who = c.pick("who", WHO)
        self.shared = c.chance("shared", 4)
        self.cell = c.pick("cell", ["0", "me.lane % CELLS", "hash(me.g + r) % CELLS", "me.w % CELLS", "(me.t + r) % 3"])
        self.what = c.pick("what", ["sum", "swap 16", "exchange 16", "swap of halves"], [5, 3, 3, 1])
        self.scope = c.pick("scope", ["", "_block", "_system"]) if self.shared else c.pick("far", ["", "_system"])
        self.kind = f"{self.what}{' shared' if self.shared else ''}, {self.who}"
        getattr(self, self.what.replace(" ", "_"))(c)

    def sum(self, c):
        """One thread adds the big value that the cell lacks, all others one."""
        name = c.pick("type", list(SUMS))
        if self.shared and name in ("float2", "float4"):
            name = "float"  # these are for global memory only
        self.type, big, make, number = SUMS[name]
        self.rounds = 1 if "bfloat" in name else self.rounds  # eight bits hold no more
        scope = self.scope if name.startswith(("float", "double")) else ""
        self.kind += f" {name}"
        where = f"{self.cell} + (me.b * CELLS)"
        self.declare = ""
        spike = f"(me.t == 2 && r == 0 && ({self.who}) ? {big}.0f : 1.0f)"
        if name == "double":
            spike = spike.replace("0f", "0")
        small = c.chance("small", 3)
        if small:
            spike = "1.0f" if name != "double" else "1.0"
        start = -min(big, 1000) if small else -big
        used = c.chance("used", 3)
        call = f"atomicAdd{scope}(at + {self.cell}, {make.format(spike)})"
        keep = f"{{ {self.type} x = {call}; acc += (u64)({number} != 0.5); }}"
        self.body = keep if used else f"{call};"
        # A cell at which thread 2 adds has the big value.
        has = (
            "[&] { for (u32 b = 0; b < BLOCKS; b++) { const Place me = place(2, N, b, BLOCKS); const u32 r = 0;"
            f" (void)r; if (({self.who}) && k == {where}) return true; }} return false; }}()"
        )
        total = f"((f64)count[k] + {start}.0)"
        if not small:
            total = f"({has} ? (f64)count[k] - 1 : {start}.0 + (f64)count[k])"
        self.test = ADD_TEST.format(
            t=self.type,
            make_start=make.format(f"{start}.0"),
            make_want=make.format(total),
            number=number,
            grid=", ".join(map(str, self.grid)),
            block=", ".join(map(str, self.block)),
        )

    def swap_16(self, c):
        """A counter in each half of 16 bytes, one counting down."""
        self.type = "Wide"
        self.declare = (
            f"__device__ {c.pick('inline', ['', '__noinline__ '])}static u64 count_up(Wide *p)\n{{\n    Wide old = *p,"
            f" seen;\n    do {{ seen = old; old = atomicCAS{self.scope}(p, seen, Wide{{seen.low + 1, seen.high - 1}});"
            " } while (old.low != seen.low || old.high != seen.high);\n    return old.low;\n}"
        )
        self.body = f"acc += count_up(at + {self.cell});"
        self.test = self.wide_test(
            "Wide{k * 100, ~0ull - k * 100}",
            "for (u64 j = 0; j < count[k]; j++) want += k * 100 + j;\n"
            "if (got[k].low != k * 100 + count[k] || got[k].high != ~got[k].low) return complain(name,"
            ' "cell %u: %llx %llx", k, got[k].low, got[k].high);',
        )

    def exchange_16(self, c):
        """Values go round, whole: what is told and what is left are all that were there."""
        self.type = "Wide"
        self.declare = ""
        self.body = (
            f"{{ Wide x = atomicExch{self.scope}(at + {self.cell}, wide(1000 + me.g * 10 + r)); acc += x.low * 3 +"
            " (x.high != ~x.low ? 1ull << 40 : 0); }"
        )
        self.test = self.wide_test(
            "wide(k)",
            "want += wide(k).low * 3, sum += got[k].low * 3;\nif (got[k].high != ~got[k].low) return complain(name,"
            ' "torn: cell %u: %llx %llx", k, got[k].low, got[k].high);',
        ).replace(
            "u64 sum = 0, want = 0;",
            "u64 sum = 0, want = 0;\n    for (u32 g = 0; g < ALL; g++) { const Place me = place(g % N, N, g / N,"
            f" BLOCKS); for (u32 r = 0; r < rounds; r++) if ({self.who}) want += wide(1000 + g * 10 + r).low * 3; }}",
        )

    def swap_of_halves(self, c):
        """Counters of 16 bits, eight in one cell."""
        self.type = "Wide"
        self.declare = (
            "__device__ static void count_up(unsigned short *p)\n{\n    unsigned short old = *(volatile unsigned short"
            " *)p, seen;\n    do { seen = old; old = atomicCAS(p, seen, (unsigned short)(seen + 1)); } while (old !="
            " seen);\n}"
        )
        self.body = f"count_up((unsigned short *)at + {self.cell}), acc++;"
        self.test = self.wide_test(
            "Wide{}",
            "want += count[k];\nunsigned short x;\n"
            "memcpy(&x, (const char *)&got[k / CELLS * CELLS] + k % CELLS * 2, 2);\n"
            'if (x != count[k]) return complain(name, "counter %u: %u, not %llu", k, x, count[k]);',
        )

    def wide_test(self, start, check):
        return WIDE_TEST.format(
            start=start,
            check=check,
            grid=", ".join(map(str, self.grid)),
            block=", ".join(map(str, self.block)),
        )

    def text(self):
        at = f"{self.type} *at = cells + me.b * CELLS;"
        enter, leave = at, ""
        if self.shared:
            enter = (
                f"__shared__ __align__(16) unsigned char memory[CELLS * sizeof({self.type})]; {self.type} *at ="
                f" ({self.type} *)memory;\nfor (u32 k = me.t; k < CELLS; k += N) at[k] = cells[me.b * CELLS + k];\n"
                "__syncthreads();"
            )
            leave = "__syncthreads();\nfor (u32 k = me.t; k < CELLS; k += N) cells[me.b * CELLS + k] = at[k];"
        return filled(
            TEXT,
            self,
            declare=self.declare,
            cell=self.type,
            enter=enter,
            leave=leave,
            who=self.who,
            body=self.body,
            rounds=self.rounds,
            cell_of=f"{self.cell} + me.b * CELLS",
            test=self.test,
        )
