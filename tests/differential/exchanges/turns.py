"""Feature `turns`: warps of a block go through loops each in its own way: as often as a number of the warp's or the
thread's says, some warps only, numbers that wrap, by several ways out, one loop in another, one behind another. A function of
the thread's number says what comes of it, on the host, too; barriers stand before and behind, or nowhere."""

from places import placed, volume

SHAPES = [(256,), (128,), (64,), (96,), (16, 16), (32, 8), (8, 8, 4), (512,), (1024,), (48,), (33, 3)]
BOUNDS = [
    "own[t / 32]",
    "own[t]",
    "(i32)(n % 23)",
    "own[t / 32] - (i32)(t % 3)",
    "(i32)(t / 32 * 3)",
    "own[(t / 32 + a) % N]",
    "own[0]",
]
GUARDS = [
    "t < 32",
    "t / 32 % 3 == 1",
    "own[t / 32] > 8",
    "t < N / 2",
    "(own[t] & 3) == 1",
    "table[a % 64] & 1",
    "n > 3",
    "t % 32 < 20",
    "h > n",
]
CHANGES = [
    "a = a * 31 + (u32)table[(a + {i}) % 64];",
    "a ^= (u32)(h >> 7) + {i};",
    "h = h * 7 + a + {i};",
    "h += (u64)own[({i} + t) % N] << 33;",
    "k += table[({i} * 5) % 64] - 3;",
    "c = (unsigned char)(c * 3 + {i});",
    "f = f * 0.5f + (float)(a & 7);",
    "a += (u32)k / (own[t / 32] + 1u);",
    "last = {i} ^ t;",
    "k = k < 1000 ? k + (i32)c : 0;",
    "assert(k > -100000000);",
    "*(volatile u32 *)&last = a + {i};",
]
WHENS = ["(a & 15) == 3", "c > 200", "table[a % 64] % 9 == 4", "k > 400"]
CASES = [
    "switch (a % 4) {",
    "case 0: a += 3; break;",
    "case 1: k ^= 5;",
    "case 2: h += a; break;",
    "default: c++;",
    "}",
]
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d };
%(inline)sHD u32 of(u32 t, const i32 *own, const i32 *table, u32 n)
{
    u32 a = t * 7 + 1, last = 77;
    u64 h = t;
    i32 k = 5;
    unsigned char c = (unsigned char)t;
    float f = 0.5f;
    (void)own, (void)table, (void)n;
%(body)s
    return a + last * 3 + (u32)(h ^ h >> 32) + (u32)k * 5 + c + (u32)(f * 16);
}
__global__ void kernel(const i32 *own, const i32 *table, u32 n, u32 *out)
{
    __shared__ u32 kept[N];
    const Place me = here();
    %(before)s
    u32 r = of(me.t, own, table, n);
    %(between)s
    %(behind)s
    out[me.g] = r + me.b;
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<i32> own(N), table(64);
    for (u32 i = 0; i < N; i++) own[i] = (i32)(hash(i + %(salt)d) %% %(most)d) * (i %% 5 != 2);
    for (u32 i = 0; i < 64; i++) table[i] = (i32)(hash(i * 3 + 1) %% 1000);
    std::vector<u32> want(N * BLOCKS);
    for (u32 b = 0; b < BLOCKS; b++)
        for (u32 t = 0; t < N; t++) want[b * N + t] = of(%(whose)s, own.data(), table.data(), %(given)d) + b;
    Memory<i32> own_at(name, own), table_at(name, table);
    Memory<u32> out_at(name, N * BLOCKS);
    kernel<<<dim3(BLOCKS), dim3(%(block)s)>>>(own_at.at, table_at.at, %(given)d, out_at.at);
    must(name, cudaDeviceSynchronize());
    return differ(name, "out", want, out_at.get());
}
}
"""


# A cycle with two ways in: which lanes come in by which is the same in each warp; which of a warp's come to it is not.
TWO_WAYS_IN = [
    "u32 q{label} = t % 32, g{label};",
    "if ({guard}) {{",
    "    if (q{label} & 1) goto middle{label};",
    "top{label}:",
    "    a = a * 3 + 1;",
    "middle{label}:",
    "    g{label} = a;",
    "    h = h * 5 + a;",
    "    q{label} += 3;",
    "    if (q{label} & 2) k += (i32)(g{label} & 7);",
    "    if (q{label} < {end}) goto top{label};",
    "    a += g{label};",
    "}}",
]


class Turns:
    includes = ["cassert"]

    def __init__(self, name, c):
        self.name, self.c, self.loops, self.labels = name, c, 0, 0
        self.block = c.pick("shape", SHAPES, [6, 4, 3, 2, 3, 2, 1, 1, 2, 1, 1])
        self.barriers = c.pick("barriers", ["both", "none", "behind"], [4, 2, 2])
        self.lines = self.statements(c.at("body"), 1, None, c.number("statements", 1, 3))
        self.kind = f"{self.loops} loops, barriers {self.barriers}, {'x'.join(map(str, self.block))}"

    def statements(self, c, depth, counter, count, nesting=0):
        lines = []
        for i in range(count):
            lines += self.statement(c.at(str(i)), depth, counter, nesting)
        return lines

    def statement(self, c, depth, counter, nesting):
        pad = "    " * depth
        may_loop, may_nest = self.loops < 4 and nesting < 2, depth < 5
        kinds = ["change", "loop", "if", "leave", "switch", "common", "cycle"]
        weights = [3, 6 if may_loop else 0, 3 if may_nest else 0, 2 if counter else 0, 1, 3 if may_loop else 0, 0.5]
        kind = c.pick("statement", kinds, weights)
        if kind == "loop":
            return self.loop(c, depth, pad, nesting)
        if kind == "if":
            return self.condition(c, depth, pad, counter, nesting)
        if kind == "leave":
            way = c.pick("leave", ["break;", "continue;", "return a + 5;"], [4, 2, 1])
            return [f"{pad}if ({c.pick('when', WHENS)}) {way}"]
        if kind == "switch":
            return [pad + line for line in CASES]
        if kind == "common":
            return self.common(c, depth, pad, nesting)
        if kind == "cycle":
            return self.cycle(c, pad)
        return [pad + c.pick("change", CHANGES).format(i=counter or "t")]

    def condition(self, c, depth, pad, counter, nesting):
        yes = self.statements(c.at("yes"), depth + 1, counter, c.number("in it", 1, 2), nesting)
        lines = [f"{pad}if ({c.pick('guard', GUARDS)}) {{", *yes]
        if c.chance("else"):
            lines += [pad + "} else {", *self.statements(c.at("no"), depth + 1, counter, 1, nesting)]
        return [*lines, pad + "}"]

    def common(self, c, depth, pad, nesting):
        """What each lane of a warp has in common with those of the others, read before a loop and needed behind it."""
        self.labels += 1
        x, y = f"x{self.labels}", f"y{self.labels}"
        lines = [f"{pad}if ({c.pick('guard', GUARDS)}) {{", f"{pad}    u32 {x} = (u32)table[t % 32], {y} = (u32)table[t % 32 + 32];"]
        lines += self.loop(c, depth + 1, pad + "    ", nesting)
        return [*lines, f"{pad}    a = a * {x} + {y};", f"{pad}    h ^= {y};", pad + "}"]

    def cycle(self, c, pad):
        self.labels += 1
        names = {"label": self.labels, "guard": c.pick("guard", GUARDS), "end": c.pick("end", [40, 100])}
        return [pad + "{", *(pad + "    " + line.format(**names) for line in TWO_WAYS_IN), pad + "}"]

    def loop(self, c, depth, pad, nesting):
        i = f"i{self.loops}"
        self.loops += 1
        end, stride = c.pick("end", ["300u", "n * 40", "N", "100u"]), c.pick("stride", ["N", "32", "50"])
        below, step = c.pick("below", [1000, 300, 31]), c.pick("step", [64, 32, 7, 256, 33])
        heads = [
            f"for (u32 {i} = 0; (i32){i} < {c.pick('bound', BOUNDS)}; {i}++) {{",
            f"for (u64 {i} = 0ull - {below} + t; {i} > 5000; {i} += {step}) {{",
            f"for (u32 {i} = t; {i} < {end}; {i} += {stride}) {{",
            f"for (unsigned char {i} = (unsigned char)t; {i} != (unsigned char)(t + own[t / 32]); {i}++) {{",
            f"for (u32 {i} = t % 32; {i} < (u32)own[t / 32] * 4; {i} += 32) {{",
        ]
        head = c.pick("loop", [*heads, "do"], [6, 2, 2, 2, 3, 4])
        body = self.statements(c.at("loop"), depth + 1, i, c.number("in it", 1, 3), nesting + 1)
        if head != "do":
            return [pad + head, *body, pad + "}"]
        return [f"{pad}u32 {i} = 0;", pad + "do {", *body, f"{pad}}} while ((i32)++{i} < {c.pick('bound', BOUNDS)});"]

    def text(self):
        c, n = self.c, volume(self.block)
        crosses = self.barriers != "none"
        text = TEXT % {
            "name": self.name,
            "kind": self.kind,
            "n": n,
            "blocks": c.pick("blocks", [2, 1, 3]),
            "inline": c.pick("inline", ["", "__noinline__ "], [6, 1]),
            "body": "\n".join(self.lines),
            "before": "kept[me.t] = me.t; __syncthreads();" if self.barriers == "both" else "(void)kept;",
            "between": "r += kept[N - 1 - me.t] - (N - 1 - me.t); __syncthreads();" if self.barriers == "both" else "",
            "behind": "kept[me.t] = r; __syncthreads(); r = kept[N - 1 - me.t];" if crosses else "",
            "whose": "N - 1 - t" if crosses else "t",
            "salt": c.pick("salt", [1, 2, 3, 4, 5]),
            "most": c.pick("most", [16, 40, 3]),
            "given": c.pick("n", [11, 3, 40]),
            "block": ", ".join(map(str, self.block)),
        }
        return placed(text, self.block)
