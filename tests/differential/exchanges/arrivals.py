"""Feature `arrivals`: barriers at which threads arrive and for which they wait apart: cuda::barrier and __mbarrier by
tokens and parities, the block's and the cluster's, named barriers at which warps arrive and exit. Threads do something
between, come by different ways, leave at different turns; some only ever arrive. Each turn a thread writes to one of
two rows and reads there what another wrote; the host does the same turn by turn."""

from places import filled, volume

SHAPES = [
    ((64,), (1,)),
    ((128,), (1,)),
    ((32,), (2,)),
    ((96,), (2,)),
    ((16, 16), (1,)),
    ((8, 4, 4), (1, 2)),
    ((192,), (1,)),
    ((40,), (1,)),
]
WORK = [
    "",
    "acc = (u32)mix(acc, r);",
    "for (u32 k = 0; k < t % 7; k++) acc = (u32)mix(acc, k + r);",
    "if (t % 3 == 1) acc = (u32)mix(acc, t);",
]
# declarations, initialisation by one thread, ways to meet, how a thread leaves
MEANS = {
    "barrier": (
        "__shared__ cuda::barrier<cuda::thread_scope_block> bar;",
        "init(&bar, N);",
        [
            "{ auto token = bar.arrive(); WORK bar.wait(std::move(token)); }",
            "(void)bar.arrive(); WORK bar.wait_parity(r & 1);",
            "WORK bar.arrive_and_wait();",
        ],
        "bar.arrive_and_drop();",
    ),
    "many arrivals": (
        "__shared__ cuda::barrier<cuda::thread_scope_block> bar;",
        "init(&bar, 3 * N);",
        [
            "{ auto token = bar.arrive(3); WORK bar.wait(std::move(token)); }",
            "(void)bar.arrive(); (void)bar.arrive(2); WORK bar.wait_parity(r & 1);",
        ],
        None,
    ),
    "mbarrier": (
        "__shared__ __mbarrier_t word;",
        "__mbarrier_init(&word, N);",
        [
            "{ auto token = __mbarrier_arrive(&word); WORK while (!__mbarrier_test_wait(&word, token)) ; }",
            "{ auto token = __mbarrier_arrive(&word); WORK while (!__mbarrier_try_wait(&word, token, 1000)) ; }",
        ],
        "(void)__mbarrier_arrive_and_drop(&word);",
    ),
    "cluster": (
        "",
        "",
        [
            'asm volatile("barrier.cluster.arrive;" ::: "memory"); WORK asm volatile("barrier.cluster.wait;" :::'
            ' "memory");',
            'asm volatile("barrier.cluster.arrive.release;" ::: "memory"); WORK'
            ' asm volatile("barrier.cluster.wait.acquire;" ::: "memory");',
        ],
        "",
    ),
    "block": (
        "namespace cg = cooperative_groups;",
        "",
        ["{ auto token = cg::this_thread_block().barrier_arrive(); WORK"
         " cg::this_thread_block().barrier_wait(std::move(token)); }"],
        "",
    ),
}
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, HALF = N / 64 ? N / 64 * 32 : N / 2 };
__global__ void kernel(u32 *out, u32 rounds)
{
    __shared__ u32 rows[2][N];
    const Place me = here();
    const u32 t = me.t;
    u32 acc = 1;
    rows[0][t] = rows[1][t] = 0;
%(declare)s
    if (t == 0) { %(init)s }
    __syncthreads();
%(body)s
    out[me.g] = acc;
}
static int test()
{
    const char *name = "%(name)s";
    const u32 rounds = %(rounds)d;
    std::vector<u32> want(N * BLOCKS);
    for (u32 b = 0; b < BLOCKS; b++) {
        std::vector<u32> acc(N, 1);
        std::vector<std::vector<u32>> rows(2, std::vector<u32>(N, 0));
        auto work = [&](u32 t, u32 r, u32 &acc) { (void)t, (void)r, (void)acc; %(work)s };
        (void)work;
%(model)s
        for (u32 t = 0; t < N; t++) want[b * N + t] = acc[t];
    }
    Memory<u32> out(name, want.size());
    kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(out.at, rounds);
    must(name, cudaDeviceSynchronize());
    return differ(name, "out", want, out.get());
}
}
"""


class Arrivals:
    includes = ["cuda/barrier", "cuda_awbarrier_primitives.h", "cooperative_groups.h", "utility"]

    def __init__(self, name, c):
        self.name = name
        self.block, self.grid = c.pick("shape", SHAPES)
        self.n = volume(self.block)
        self.rounds = c.pick("rounds", [2, 1, 5, 8])
        self.work = c.pick("work", WORK)
        self.declare, self.init = "", ""
        what = c.pick("what", ["turns", "producers", "arrive and exit"], [5, 2, 2])
        self.kind = what
        self.body, self.model = getattr(self, what.replace(" ", "_"))(c)

    def turns(self, c):
        """All meet each turn, until they leave."""
        means = c.pick("means", list(MEANS))
        self.kind += f" {means}"
        self.declare, self.init, ways, leave = MEANS[means]
        one, other = c.pick("way", ways), c.pick("other way", ways)
        meet = one
        if one != other or c.chance("two places", 4) and means != "block":
            meet = f"if ({c.pick('who', ['t % 2', 't / 32 % 2', 't % 32 > 20'])}) {{ {one} }} else {{ {other} }}"
        stay = "rounds"
        if leave is not None and c.chance("leave"):
            stay = c.pick("stay", ["t % 5", "t / 32", "t % 32 / 8", "(t < 33 ? rounds : 1)", "hash(t) % 4"])
            self.kind += f", leaving after {stay}"
        far = c.pick("far", ["(t + 1) % N", "N - 1 - t", "(t + 33) % N", "(t * 5 + 2) % N"])
        write, read = "hash(t * 3 + r * 1000)", f"rows[r & 1][{far}]"
        body = (
            f"for (u32 r = 0; r < rounds; r++) {{\nif (r >= {stay}) {{ {leave or ''} out[me.g] = acc; return; }}\n"
            f"rows[r & 1][t] = {write};\n{meet.replace('WORK', self.work)}\nacc = (u32)mix(acc, {read});\n}}"
        )
        model = (
            f"for (u32 r = 0; r < rounds; r++) {{\nfor (u32 t = 0; t < N; t++) if (r < {stay}) {{ rows[r & 1][t] ="
            f" {write}; work(t, r, acc[t]); }}\n"
            f"for (u32 t = 0; t < N; t++) if (r < {stay}) acc[t] = (u32)mix(acc[t], {read});\n}}"
        )
        return body, model

    def producers(self, c):
        """One half only writes and arrives, the other waits; and the other way round for empty rows."""
        self.declare = "__shared__ cuda::barrier<cuda::thread_scope_block> full[2], empty[2];"
        self.init = "for (int k = 0; k < 2; k++) init(&full[k], N), init(&empty[k], N);"
        self.work = ""
        give = c.pick("give", ["t < HALF", "t >= HALF", "t % 2 == 0"])
        if give == "t % 2 == 0" and self.n % 2:
            give = "t < HALF"
        self.kind += f" {give}"
        at = {"t < HALF": "t % HALF", "t >= HALF": "HALF + t % (N - HALF)", "t % 2 == 0": "t ^ 1"}[give]
        body = (
            f"if ({give}) {{\nfor (u32 r = 0; r < rounds; r++) {{\nempty[r & 1].arrive_and_wait();\n"
            "rows[r & 1][t] = hash(t * 3 + r * 1000);\n(void)full[r & 1].arrive();\n}\n} else {\n"
            "(void)empty[0].arrive(); (void)empty[1].arrive();\nfor (u32 r = 0; r < rounds; r++) {\n"
            f"full[r & 1].arrive_and_wait();\nacc = (u32)mix(acc, rows[r & 1][{at}]);\n"
            "(void)empty[r & 1].arrive();\n}\n}"
        )
        model = (
            f"for (u32 r = 0; r < rounds; r++) for (u32 t = 0; t < N; t++) if (!({give})) acc[t] = (u32)mix(acc[t],"
            f" hash(({at}) * 3 + r * 1000));"
        )
        return body, model

    def arrive_and_exit(self, c):
        """Warps write, arrive at a named barrier and are gone; the others wait and read."""
        self.work = ""
        if self.n < 64 or self.n % 32:
            return "", ""
        number = c.pick("number", [1, 7, 15])
        leave = c.pick("leave", ["t < HALF", "t >= HALF", "t / 32 == 1"])
        at = {"t < HALF": "t % HALF", "t >= HALF": "HALF + t % (N - HALF)", "t / 32 == 1": "32 + t % 32"}[leave]
        self.kind += f" {leave}"
        fence = c.pick("fence", ["__threadfence_block();", ""])
        gone = c.pick("gone", ["return;", 'asm volatile("exit;"); return;'])
        bar = f'asm volatile("bar.{{}} {number}, {self.n};" ::: "memory");'
        body = (
            f"if ({leave}) {{\nrows[0][t] = hash(t);\n{fence}\nout[me.g] = acc;\n{bar.format('arrive')}\n{gone}\n}}\n"
            f"{bar.format('sync')}\nacc = (u32)mix(acc, rows[0][{at}]);"
        )
        return body, f"for (u32 t = 0; t < N; t++) if (!({leave})) acc[t] = (u32)mix(acc[t], hash({at}));"

    def text(self):
        return filled(
            TEXT,
            self,
            rounds=self.rounds,
            declare=self.declare,
            init=self.init,
            body=self.body,
            model=self.model,
            work=self.work,
        )
