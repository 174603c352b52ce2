"""Feature `calls`: what waits is called: through pointers that differ from lane to lane, virtual functions of objects
of several classes, recursion; in the same file or another (-rdc=true), where the compiler knows nothing of it. Threads
take turns, meet at barriers, ask for numbers that only the callee knows, exit there, and allocate again and again until
others have freed what they hold."""

from places import filled, volume

SHAPES = [((32,), (1,)), ((64,), (1,)), ((33,), (2,)), ((128,), (1,)), ((8, 8), (1,)), ((7, 5), (2,)), ((2,), (3,))]
POLLS = [
    "*(volatile u32 *)p",
    "atomicAdd(p, 0u)",
    "atomicCAS(p, 99999u, 99999u)",
    "atomicOr(p, 0u)",
    "atomicMax(p, 0u)",
]
POSTS = ["*(volatile u32 *)p = {};", "atomicExch(p, {});", "atomicAdd(p, 1u);", "atomicMax(p, {});"]
LOOPS = ["while ({}) ;", "do {{ if (!({})) break; }} while (true);", "while ({}) __nanosleep(20);"]
HOWS = ["pointer", "virtual", "direct", "recursion", "pointer of structure"]
ORDERS = ["g", "ALL - 1 - g", "g ^ (g / 2 * 2 + 1 < ALL ? 1 : 0)"]
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, ALL = N * BLOCKS, ROUNDS = %(rounds)d };
%(functions)s
__global__ void kernel(u32 *word, u32 *data, u32 *out, u32 one)
{
    __shared__ u32 cells[N];
    const Place me = here();
    u32 acc = 1;
    (void)cells, (void)acc, (void)word, (void)data, (void)one;
%(body)s
    out[me.g] = acc;
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<u32> data(ALL + 8, 0), acc(ALL, 1);
%(model)s
    Memory<u32> word_at(name, 8), data_at(name, ALL + 8), out_at(name, ALL);
    kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(word_at.at, data_at.at, out_at.at, 1);
    must(name, cudaDeviceSynchronize());
    return differ(name, "data", data, data_at.get()) + differ(name, "out", acc, out_at.get());
}
}
"""


class Calls:
    def __init__(self, name, c):
        self.name, self.other, self.functions = name, [], []
        self.block, self.grid = c.pick("shape", SHAPES)
        self.n = volume(self.block)
        self.rounds = c.pick("rounds", [1, 2, 4])
        self.what = c.pick("what", ["turns", "meetings", "allocations", "numbers", "exits"], [5, 2, 2, 2, 1])
        self.apart = c.chance("apart", 4)
        self.kind = f"{self.what}{' in another file' if self.apart else ''}"
        self.body, self.model = getattr(self, self.what)(c)

    def define(self, signature, text):
        """A function of the device, never inlined, here or in another file."""
        if self.apart:
            self.functions.append(f"__device__ {signature};")
            self.other.append(f"__device__ {signature}\n{{\n{text}\n}}")
        else:
            self.functions.append(f"__device__ __noinline__ static {signature}\n{{\n{text}\n}}")

    def called(self, c, texts):
        """A call of one of several functions that do the same, which is chosen by the thread."""
        parameters = "u32 *p, u32 *data, u32 *cells, u32 t, u32 mine"
        how = c.pick("how", HOWS)
        self.kind += f" by {how}"
        for k, text in enumerate(texts):
            self.define(f"void go{k}({parameters})", text)
        pick = c.pick("which", ["me.t % 3", "me.w % 3", "me.lane / 11", "one"])
        if self.what == "meetings":
            pick = self.uniform = c.pick("uniform", ["one", "r % 3", "me.b % 3"])
        arguments = "(word, data, cells, me.t, mine);"
        if how == "direct":
            return (
                f"switch ({pick}) {{ case 0: go0{arguments} break; case 1: go1{arguments} break; default:"
                f" go2{arguments} }}"
            )
        if how == "recursion":
            self.functions.append(
                f"__device__ __noinline__ static void deep({parameters}, u32 which, u32 left)\n{{\n"
                "if (left) { deep(p, data, cells, t, mine, which, left - 1); return; }\n"
                "if (which == 0) go0(p, data, cells, t, mine); else if (which == 1) go1(p, data, cells, t, mine);"
                " else go2(p, data, cells, t, mine);\n}"
            )
            depth = "one + r" if self.what == "meetings" else c.pick("depth", ["me.t % 4", "one", "me.lane / 8"])
            return f"deep(word, data, cells, me.t, mine, {pick}, {depth});"
        if how == "virtual":
            for k in range(3):
                base = " : Class0" if k else ""
                self.functions.append(
                    f"struct Class{k}{base} {{ __device__ {'virtual ' if not k else ''}void go({parameters})"
                    f"{' override' if k else ''} {{ go{k}(p, data, cells, t, mine); }} }};"
                )
            self.functions.append(
                f"__device__ __noinline__ static void go_on(Class0 *o, {parameters})"
                " { o->go(p, data, cells, t, mine); }"
            )
            return (
                f"{{ Class0 a; Class1 b; Class2 d; Class0 *all[3] = {{&a, &b, &d}}; go_on(all[{pick}], word, data,"
                " cells, me.t, mine); }"
            )
        if how == "pointer of structure":
            self.functions.append(f"struct Table {{ void (*go)({parameters}); u32 more; }};")
            return (
                f"{{ Table all[3] = {{{{go0, 1}}, {{go1, 2}}, {{go2, 3}}}}; const Table *mine_of_all = all + {pick};"
                f" mine_of_all->go{arguments} }}"
            )
        return f"{{ void (*all[3])({parameters}) = {{go0, go1, go2}}; all[{pick}]{arguments} }}"

    def turns(self, c):
        """Threads take turns, in rounds."""
        order = c.pick("order", ORDERS)
        texts = []
        for k in range(3):
            poll, loop = c.pick(f"poll {k}", POLLS), c.pick(f"loop {k}", LOOPS)
            post = c.pick(f"post {k}", POSTS).format("mine + 1")
            self.kind += f" [{poll}]"
            texts.append(
                f"{loop.format(f'{poll} != mine')}\n__threadfence();\ndata[0] = (u32)mix(data[0], mine * 3 + t);"
                f" data[1] = data[1] + 1;\n__threadfence();\n{post}\n(void)cells;"
            )
        number = f"r * ALL + ({order.replace('g', 'me.g')})"
        body = f"for (u32 r = 0; r < ROUNDS; r++) {{ const u32 mine = {number};\n{self.called(c, texts)}\n}}"
        model = (
            "for (u32 r = 0; r < ROUNDS; r++) for (u32 turn = 0; turn < ALL; turn++) for (u32 g = 0; g < ALL; g++) if"
            f" (({order}) == turn) data[0] = (u32)mix(data[0], (r * ALL + turn) * 3 + g % N), data[1]++;"
        )
        return body, model

    def meetings(self, c):
        """All threads of a block meet in what they call, and have each other's cells."""
        texts, cells = [], []
        for k in range(3):
            far = c.pick(f"far {k}", [f"(t + {k + 1}) % {self.n}u", f"{self.n - 1}u - t"])
            barrier = c.pick(f"barrier {k}", ["__syncthreads();", "__syncthreads_or(t == 1);"])
            texts.append(f"{barrier}\nu32 x = cells[{far}];\n{barrier}\ncells[t] = x * 3 + mine;\n(void)p, (void)data;")
            cells.append(f"case {k}: return x[{far}];")
        call = self.called(c, texts)
        body = (
            f"cells[me.t] = me.t * 7;\nfor (u32 r = 0; r < ROUNDS; r++) {{ const u32 mine = r;\n{call}\n}}\n"
            "acc = cells[me.t];"
        )
        pick = self.uniform.replace("me.b", "b").replace("one", "1")
        model = (
            "for (u32 b = 0; b < BLOCKS; b++) {\nstd::vector<u32> x(N);\nfor (u32 t = 0; t < N; t++) x[t] = t * 7;\n"
            "for (u32 r = 0; r < ROUNDS; r++) { std::vector<u32> y(N); for (u32 t = 0; t < N; t++) y[t] = [&] {"
            f" switch ({pick}) {{ {' '.join(cells)} }} return 0u; }}() * 3 + r; x = y; }}\n"
            "for (u32 t = 0; t < N; t++) acc[b * N + t] = x[t];\n}"
        )
        return body, model

    def allocations(self, c):
        """More than the heap holds: who got memory frees it for who has none. nvcc lets the lanes of a warp meet before
        they free, and those that have memory wait for those that have none: with it one lane of a warp allocates."""
        self.block, self.grid, self.n = c.pick("many", [(128,), (64,), (32,), (16, 8)]), (1,), 0
        size = c.pick("KiB", [3000, 4000, 7000] if c.gpu else [100, 400, 1000])
        who = "g % N % 32 == 0" if c.gpu else "true"
        retry = c.pick(
            "retry",
            [
                "while (!at) at = (u32 *)malloc(size);",
                "do { at = (u32 *)malloc(size); } while (!at);",
                "for (;;) { at = (u32 *)malloc(size); if (at) break; }",
                "while (!(at = get(size))) ;",
            ],
        )
        self.kind += f" of {size} KiB"
        self.apart = False
        self.functions.append(
            "__device__ __noinline__ static u32 *get(size_t size) { return (u32 *)malloc(size); }"
        )
        body = (
            f"if ({who.replace('g % N', 'me.t')}) for (u32 r = 0; r < ROUNDS; r++) {{\n"
            f"const size_t size = {size} << 10;\nu32 *at = nullptr;\n(void)get;\n"
            f"{retry}\nat[0] = me.g + r; at[size / 4 - 1] = me.g * 3;\nacc = (u32)mix(acc, at[0]);"
            " acc = (u32)mix(acc, at[size / 4 - 1]);\nfree(at);\n}"
        )
        model = (
            f"for (u32 g = 0; g < ALL; g++) if ({who}) for (u32 r = 0; r < ROUNDS; r++)"
            " acc[g] = (u32)mix(acc[g], g + r), acc[g] = (u32)mix(acc[g], g * 3);"
        )
        return body, model

    def numbers(self, c):
        """A function of no parameters, or uniform ones, whose result is another for each thread."""
        number, host = c.pick(
            "number",
            [
                ("here().t", "g % N"),
                ("here().lane + x", "g % N % 32 + 5"),
                ("atomicAdd(words + here().g, 3u) + x", "r * 3 + 5"),
                ("x + here().b * 10 + (here().t % 3 == 1)", "5 + g / N * 10 + (g % N % 3 == 1)"),
                ("here().t % 2 ? x : x * 2", "g % N % 2 ? 5 : 10"),
            ],
        )
        self.kind += f" {number}"
        self.define("u32 number(u32 *words, u32 x)", f"(void)words, (void)x; return {number};")
        use = c.pick("use", ["acc = (u32)mix(acc, x);", "if (x % 2) acc = (u32)mix(acc, x); else acc += 3;",
                             "for (u32 k = 0; k < x % 9; k++) acc = (u32)mix(acc, k);"])
        body = f"for (u32 r = 0; r < ROUNDS; r++) {{ const u32 x = number(data + 4, one * 5); {use} }}"
        model = (
            f"for (u32 g = 0; g < ALL; g++) for (u32 r = 0; r < ROUNDS; r++) {{ const u32 x = {host};"
            f" {use.replace('acc', 'acc[g]')} }}"
        )
        if "words" in number:
            model += "\nfor (u32 g = 0; g < ALL; g++) data[4 + g] = ROUNDS * 3;"
        return body, model

    def exits(self, c):
        """Threads exit in what they call, after a last word; the others meet behind it and see that."""
        who = c.pick("who", ["t % 3 == 1", "t > 40", "t % 32 == 7", "t / 32 == 1"])
        self.define(
            "void leave(u32 *data, u32 t, u32 g)",
            f'atomicAdd(data + 4, g + 1);\nif ({who}) {{ data[5] = 0; asm volatile("exit;"); }}\n'
            "atomicAdd(data + 6, 1u);",
        )
        body = (
            "cells[me.t] = me.t;\nout[me.g] = 7;\nleave(data, me.t, me.g);\n__syncthreads();\n"
            "if (BLOCKS == 1) acc = atomicAdd(data + 4, 0u);"
        )
        model = (
            "for (u32 g = 0; g < ALL; g++) data[4] += g + 1;\nfor (u32 g = 0; g < ALL; g++) { const u32 t = g % N;"
            f" if ({who}) acc[g] = 7; else data[6]++, acc[g] = BLOCKS == 1 ? data[4] : 1; }}"
        )
        return body, model

    def text(self):
        return filled(
            TEXT,
            self,
            rounds=self.rounds,
            functions="\n".join(self.functions),
            body=self.body,
            model=self.model,
        )

    def second_file(self):
        if not self.other:
            return ""
        text = "\n".join(self.other)
        return f"namespace {self.name} {{\n{text}\n}}\n"
