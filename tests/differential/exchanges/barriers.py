"""Feature `barriers`: groups of warps at named barriers, whole and in parts (arrive and wait), reductions of each
kind; lanes that meet by __syncwarp with masks of their own; warp operations in both arms of a branch; elections among
the threads that are left. What must come out is computed thread by thread on the host."""

from places import filled, volume

SHAPES = [
    ((64,), (1,)),
    ((128,), (1,)),
    ((256,), (2,)),
    ((32, 4), (1,)),
    ((8, 8, 2), (2,)),
    ((192,), (1,)),
    ((16, 16), (1, 2)),
    ((96,), (3,)),
    ((512,), (1,)),
    ((4, 8, 4), (1,)),
]
PREDICATES = [
    "t % 2 == 0",
    "t % 3 == 1",
    "t >= 64",
    "t < 32",
    "hash(t + r) & 1",
    "t / 32 == 1",
    "true",
    "(t + r) % 5 == 0",
]
CALLS = {
    "popc": (
        'asm volatile("{{ .reg .pred p; setp.ne.u32 p, %%1, 0; bar.red.popc.u32 %%0, %%2, %%3, p; }}" : "=r"(got) :'
        ' "r"((u32)({p})), "r"({id}), "r"({count}) : "memory");'
    ),
    "and": (
        'asm volatile("{{ .reg .pred p, q; setp.ne.u32 p, %%1, 0; bar.red.and.pred q, %%2, %%3, p; selp.u32 %%0, 1,'
        ' 0, q; }}" : "=r"(got) : "r"((u32)({p})), "r"({id}), "r"({count}) : "memory");'
    ),
    "or": (
        'asm volatile("{{ .reg .pred p, q; setp.ne.u32 p, %%1, 0; bar.red.or.pred q, %%2, %%3, p; selp.u32 %%0, 1, 0,'
        ' q; }}" : "=r"(got) : "r"((u32)({p})), "r"({id}), "r"({count}) : "memory");'
    ),
    "sync": 'asm volatile("bar.sync %%0, %%1;" :: "r"({id}), "r"({count}) : "memory"); got = 0;',
}
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d };
__global__ void kernel(u32 *out, int rounds)
{
    __shared__ u32 cells[N];
    const Place me = here();
    const u32 t = me.t;
    u32 acc = 1, got = 0;
    (void)got;
    cells[t] = t;
    __syncthreads();
%(body)s
    out[me.g] = acc;
}
static int test()
{
    const char *name = "%(name)s";
    const int rounds = %(rounds)d;
    std::vector<u32> want(N * BLOCKS, 0);
    for (u32 b = 0; b < BLOCKS; b++) {
        std::vector<u32> acc(N, 1), cells(N);
        for (u32 t = 0; t < N; t++) cells[t] = t;
%(model)s
        for (u32 t = 0; t < N; t++) want[b * N + t] = %(gone)s ? 0 : acc[t];
    }
    Memory<u32> out(name, want.size());
    kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(out.at, rounds);
    must(name, cudaDeviceSynchronize());
    return differ(name, "out", want, out.get());
}
}
"""


class Barriers:
    def __init__(self, name, c):
        self.name = name
        self.block, self.grid = c.pick("shape", SHAPES)
        self.n = volume(self.block)
        self.rounds = c.pick("rounds", [1, 2, 4])
        self.gone = "false"
        what = c.pick(
            "what", ["groups", "arrive", "wavefront", "arms", "elect", "loops of lanes", "exits", "odd places"]
        )
        self.kind = what
        self.body, self.model = getattr(self, what.replace(" ", "_"))(c)

    def groups(self, c):
        """Groups of warps, each with a barrier of its own; steps of CALLS and exchanges between."""
        group = c.pick("group", [32, 64, 96, 32])
        while self.n % group:
            group = 32
        ids = c.pick("ids", ["1 + t / GROUP", "t / GROUP", "15 - t / GROUP"]).replace("GROUP", f"{group}u")
        if self.n // group > 14:
            ids, group = "1u", self.n
        body, model = [], []
        for k in range(c.number("steps", 1, 4)):
            call, p = c.pick(f"call {k}", list(CALLS)), c.pick(f"predicate {k}", PREDICATES)
            self.kind += f" {call}"
            yes = {"popc": "yes", "and": f"(u32)(yes == {group})", "or": "(u32)(yes > 0)", "sync": "0u"}[call]
            body.append(
                CALLS[call].replace("%%", "%").format(p=p, id=ids, count=group) + " acc = (u32)mix(acc, got);"
            )
            model.append(
                f"for (u32 g = 0; g < N; g += {group}) {{ u32 yes = 0; for (u32 t = g; t < g + {group}; t++) yes +="
                f" !!({p});\nfor (u32 t = g; t < g + {group}; t++) acc[t] = (u32)mix(acc[t], {yes}); (void)yes; }}"
            )
            if c.chance(f"exchange {k}"):
                sync = CALLS["sync"].replace("%%", "%").format(id=ids, count=group)
                partner = f"t / {group} * {group} + (t + {c.pick(f'far {k}', [1, 7, 31])}) % {group}"
                body.append(
                    f"cells[t] = acc; {sync} {{ u32 other = cells[{partner}]; {sync} acc = (u32)mix(acc, other); }}"
                )
                model.append(f"cells = acc; for (u32 t = 0; t < N; t++) acc[t] = (u32)mix(acc[t], cells[{partner}]);")
        turns = "for (int r = 0; r < rounds; r++) {\n%s\n}"
        return turns % "\n".join(body), turns % "\n".join(model)

    def arrive(self, c):
        """Warps that write arrive and go on; warps that read wait; and the other way round before the next round."""
        writers = c.pick("writers", [32, 64]) if self.n > 64 else 32
        readers = self.n - writers
        self.kind += f" {writers} of {self.n}"
        order = c.chance("writers last")
        mine = f"t {'>= ' + str(readers) if order else '< ' + str(writers)}"
        first = readers if order else 0
        one, two = c.pick("ids", [(1, 2), (7, 3)])
        bar = 'asm volatile("bar.{} {}, {};" ::: "memory");'
        body = (
            f"for (int r = 0; r < rounds; r++) {{\nif ({mine}) {{\nif (r) {bar.format('sync', two, self.n)}\ncells[t]"
            f" = hash(t + r * 100); __threadfence_block();\n{bar.format('arrive', one, self.n)}\n}} else"
            f" {{\n{bar.format('sync', one, self.n)}\nacc = (u32)mix(acc, cells[{first} + t % {writers}]);\nif (r + 1"
            f" < rounds) {bar.format('arrive', two, self.n)}\n}}\n}}"
        )
        model = (
            f"for (int r = 0; r < rounds; r++) for (u32 t = 0; t < N; t++) if (!({mine})) acc[t] = (u32)mix(acc[t],"
            f" hash({first} + t % {writers} + r * 100));"
        )
        return body, model

    def wavefront(self, c):
        """Parts of a warp wait by __syncwarp for the part before them."""
        width = c.pick("width", [8, 4, 16])
        self.kind += f" of {width}"
        masks = (
            f"const u32 part = me.lane / {width}, own = {(1 << width) - 1}u << {width} * part;\nconst u32 before ="
            f" part ? own | own >> {width} : own, behind = part < {32 // width - 1} ? own | own << {width} : own;\n"
        )
        step = f"cells[t] = cells[t] * 2 + cells[part ? t - {width} : t];"
        between = "__syncwarp(); " if c.chance("all meet", 7) else ""
        body = (
            masks
            + "for (int r = 0; r < rounds; r++) {\ncells[t] = t + r;"
            f" __syncwarp();\n__syncwarp(before);\n{step}\n__syncwarp(behind);\n{between or '__syncwarp();'} acc ="
            " (u32)mix(acc, cells[t]); __syncwarp();\n}"
        )
        model = (
            "for (int r = 0; r < rounds; r++) { for (u32 t = 0; t < N; t++) cells[t] = t + r;\n"
            f"for (u32 t = 0; t < N; t++) cells[t] = cells[t] * 2 + cells[t % 32 < {width} ? t : t - {width}];\n"
            "for (u32 t = 0; t < N; t++) acc[t] = (u32)mix(acc[t], cells[t]); }"
        )
        return body, model

    def arms(self, c):
        """Warp operations in both arms of a branch, each among the lanes that go there."""
        who, mask = c.pick(
            "who",
            [
                ("t % 2", 0xAAAAAAAA),
                ("t % 32 < 16", 0xFFFF),
                ("t % 32 >= 24", 0xFF000000),
                ("t % 4 == 1", 0x22222222),
            ],
        )
        operations = [
            "__shfl_sync({m}, acc + t, (int)(31 - __clz({m})))",
            "(u32)__popc(__ballot_sync({m}, {p}))",
            "__reduce_add_sync({m}, t + acc)",
            "(u32)__any_sync({m}, {p})",
            "(u32)__all_sync({m}, {p})",
            "__reduce_max_sync({m}, hash(t))",
        ]
        models = [
            "acc0[w + 31 - __builtin_clz({m})] + w + 31 - __builtin_clz({m})",
            "count",
            "sum",
            "(u32)(count > 0)",
            "(u32)(count == (u32)__builtin_popcount({m}))",
            "most",
        ]
        body, model = [], []
        for arm, m in ((0, mask), (1, mask ^ 0xFFFFFFFF)):
            k, p = c.number(f"operation {arm}", 0, 5), c.pick(f"predicate {arm}", PREDICATES)
            text = f"0x{m:08x}u"
            body.append(f"acc = (u32)mix(acc, {operations[k].format(m=text, p=p)});")
            model.append(
                f"{{ const u32 m = {text}; u32 count = 0, sum = 0, most = 0; for (u32 t = w; t < w + 32; t++) if (m"
                f" >> t % 32 & 1) {{ count += !!({p}); sum += t + acc0[t]; most = hash(t) > most ? hash(t) : most;"
                " }\nfor (u32 t = w; t < w + 32; t++) if (m >> t % 32 & 1) acc[t] = (u32)mix(acc0[t],"
                f" {models[k].format(m='m')}); (void)count, (void)sum, (void)most; }}"
            )
            self.kind += f" {operations[k].split('(')[0] or operations[k]}"
        return (
            f"for (int r = 0; r < rounds; r++) {{\nif ({who}) {{\n{body[0]}\n}} else {{\n{body[1]}\n}}\n}}",
            "for (int r = 0; r < rounds; r++) { auto acc0 = acc; for (u32 w = 0; w < N; w += 32) {\n"
            + "\n".join(model)
            + "\n} }",
        )

    def elect(self, c):
        """elect.sync among the lanes that have not exited."""
        first = c.pick("first", [0, 1, 5, 31])
        self.kind += f" from lane {first}"
        self.gone = f"(t % 32 < {first})"
        full = "0xffffffffu"
        body = (
            f'if (me.lane < {first}) return;\nu32 leader, is_leader;\nasm volatile("{{ .reg .pred p; elect.sync %0|p,'
            ' %2; selp.u32 %1, 1, 0, p; }" : "=r"(leader), "=r"(is_leader) : "r"('
            + full
            + ') : "memory");\n'
            "acc = (u32)__popc(__ballot_sync(0xffffffffu, is_leader)) * 100 + (leader == me.lane) * is_leader\n"
            "+ (leader != me.lane && !is_leader) + (leader < "
            + str(first)
            + " || leader > 31 ? 1000 : 0);"
        )
        return body, "for (u32 t = 0; t < N; t++) acc[t] = 101;"

    def loops_of_lanes(self, c):
        """Each lane has its own number of turns, with __syncwarp of its quarter or none, and all meet behind."""
        times = c.pick("times", ["me.lane % 5", "hash(t) % 9", "t / 8 % 4"])
        inner = "__syncwarp(0xffu << me.lane / 8 * 8);" if times == "t / 8 % 4" else ""
        add = c.pick("add", ["cells[t] += k + 1;", "atomicAdd(cells + t, k + 1);", "acc = (u32)mix(acc, k);"])
        body = (
            f"for (int r = 0; r < rounds; r++) {{\nfor (u32 k = 0; k < {times}; k++) {{ {add} {inner}"
            " }\n__syncwarp();\n{ u32 other = cells[t ^ 1]; __syncwarp(); acc = (u32)mix(acc, other); }\n}"
        )
        host = times.replace("me.lane", "t % 32")
        step = (
            {"c": "cells[t] += k + 1;", "a": "cells[t] += k + 1;"}[add[0]]
            if "mix" not in add
            else "acc[t] = (u32)mix(acc[t], k);"
        )
        model = (
            f"for (int r = 0; r < rounds; r++) {{ for (u32 t = 0; t < N; t++) for (u32 k = 0; k < {host}; k++)"
            f" {step}\nfor (u32 t = 0; t < N; t++) acc[t] = (u32)mix(acc[t], cells[t ^ 1]); }}"
        )
        return body, model

    def exits(self, c):
        """Threads do what they have to do and exit; the barrier of the others shows it."""
        self.gone = c.pick("who", ["t >= 32", "t % 2 == 1", "t / 32 % 2 == 0", "t % 32 >= 7", "hash(t) % 3 == 0"])
        self.gone = f"(t != 40 && {self.gone})"
        work = c.pick(
            "work", ["atomicAdd(cells + {k}, 1u);", "cells[t] = t * 3 + 1;", "atomicMax(cells + {k}, t + 1000);"]
        )
        cell = c.pick("cell", ["40u", "t % 8 * 4"])
        model_work = {
            "atomicA": "cells[{k}] += 1;",
            "cells[t": "cells[t] = t * 3 + 1;",
            "atomicM": "cells[{k}] = t + 1000 > cells[{k}] ? t + 1000 : cells[{k}];",
        }
        model_work = next(
            text for start, text in model_work.items() if work.startswith(start[:7]) or work.startswith(start)
        )
        times = c.pick("times", [1, 3, 8])
        barrier = c.pick("barrier", ["__syncthreads();", "got = (u32)__syncthreads_count(t % 2 == 0);"])
        body = (
            f"if {self.gone} {{ for (int k = 0; k < {times}; k++) {{ {work.format(k=cell)} }} return; }}\n"
            f"{barrier}\nfor (u32 k = 0; k < 50 && k < N; k++) acc = (u32)mix(acc, cells[k]);\nacc += got;"
        )
        if self.n <= 40:
            return "", ""
        count = (
            "u32 got = 0;"
            if "count" not in barrier
            else f"u32 got = 0; for (u32 t = 0; t < N; t++) got += !{self.gone} && t % 2 == 0;"
        )
        model = (
            f"for (u32 t = 0; t < N; t++) if {self.gone} for (int k = 0; k < {times}; k++) {{"
            f" {model_work.format(k=cell)} }}\n{count}\nfor (u32 t = 0; t < N; t++) {{ for (u32 k = 0; k < 50 && k <"
            " N; k++) acc[t] = (u32)mix(acc[t], cells[k]); acc[t] += got; }"
        )
        return body, model

    def odd_places(self, c):
        """Barriers in loops with uniform counts that nobody sees, in switches, behind `continue`, in functions."""
        barrier = c.pick(
            "barrier",
            [
                "__syncthreads();",
                "if (rounds > 0) __syncthreads();",
                (
                    "switch (r % 3) { case 0: __syncthreads(); break; case 1: "
                    "__syncthreads(); break; default: __syncthreads(); }"
                ),
                "for (int k = 0; k <= r % 2; k++) __syncthreads();",
                "[]() { __syncthreads(); }();",
            ],
        )
        skip = c.pick("skip", ["", "if (r == 1) continue;", "if (r > 2) break;"])
        far = c.pick("far", ["N - 1 - t", "(t + 1) % N", "(t + 32) % N"])
        body = (
            f"for (int r = 0; r < rounds; r++) {{\n{skip}\ncells[t] = acc + r;\n{barrier}\n{{ u32 other ="
            f" cells[{far}];\n{barrier}\nacc = (u32)mix(acc, other + t); }}\n}}"
        )
        model = (
            f"for (int r = 0; r < rounds; r++) {{\n{skip}\nfor (u32 t = 0; t < N; t++) cells[t] = acc[t] + r;\n"
            f"for (u32 t = 0; t < N; t++) acc[t] = (u32)mix(acc[t], cells[{far}] + t);\n}}"
        )
        return body, model

    def text(self):
        return filled(
            TEXT,
            self,
            body=self.body,
            model=self.model,
            rounds=self.rounds,
            gone=self.gone,
        )
