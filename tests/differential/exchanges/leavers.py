"""Feature `leavers`: threads of a warp leave one after the other, and those that are left vote, match, reduce, shuffle
and elect among themselves, by masks of those who are there or of all; in loops, both arms of a branch, functions. The
host does the same for each warp."""

from places import filled

SHAPES = [((32,), (1,)), ((64,), (2,)), ((128,), (1,)), ((8, 8), (1,)), ((256,), (1,)), ((4, 4, 6), (1,))]
# How many turns a thread stays.
STAYS = [
    "1 + t % 5",
    "rounds",
    "t % 32 / 4",
    "(hash(t) % 4)",
    "(t % 32 == 31 ? rounds : t % 3)",
    "t % 32 < 5 ? 0 : rounds",
]
# name: (what a lane has of it, what that is for lane t of the lanes of m; x(l): a number of lane l)
OPERATIONS = {
    "ballot": ("__ballot_sync(MASK, x & 1)", "of([&](u32 l, u32 s) { return s | (X(l) & 1) << l; }, 0u)"),
    "any": ("(u32)!!__any_sync(MASK, x % 5 == 0)", "of([&](u32 l, u32 s) { return s | (X(l) % 5 == 0); }, 0u)"),
    "all": ("(u32)!!__all_sync(MASK, x % 7)", "of([&](u32 l, u32 s) { return s & (X(l) % 7 != 0); }, 1u)"),
    "uni": (
        "(u32)__popc(__ballot_sync(MASK, x % 3 == 0))",
        "of([&](u32 l, u32 s) { return s + (X(l) % 3 == 0); }, 0u)",
    ),
    "add": ("__reduce_add_sync(MASK, x)", "of([&](u32 l, u32 s) { return s + X(l); }, 0u)"),
    "min": ("__reduce_min_sync(MASK, x)", "of([&](u32 l, u32 s) { return X(l) < s ? X(l) : s; }, ~0u)"),
    "max": (
        "(u32)__reduce_max_sync(MASK, (i32)x)",
        "of([&](u32 l, u32 s) { return (i32)X(l) > (i32)s ? X(l) : s; }, 0x80000000u)",
    ),
    "and": ("__reduce_and_sync(MASK, x | 0xff)", "of([&](u32 l, u32 s) { return s & (X(l) | 0xff); }, ~0u)"),
    "or": ("__reduce_or_sync(MASK, x)", "of([&](u32 l, u32 s) { return s | X(l); }, 0u)"),
    "xor": ("__reduce_xor_sync(MASK, x)", "of([&](u32 l, u32 s) { return s ^ X(l); }, 0u)"),
    "match": (
        "__match_any_sync(MASK, x % 3) & LEFT",
        "of([&](u32 l, u32 s) { return s | (u32)(X(l) % 3 == X(t % 32) % 3) << l; }, 0u)",
    ),
    "match 64": (
        "__match_any_sync(MASK, (u64)(x % 2) << 40) & LEFT",
        "of([&](u32 l, u32 s) { return s | (u32)(X(l) % 2 == X(t % 32) % 2) << l; }, 0u)",
    ),
    "match all": (
        "match_all(MASK, x % 64 / 60, LEFT)",
        "of([&](u32 l, u32 s) { return s & (X(l) % 64 / 60 == X(t % 32) % 64 / 60); }, 1u) ? M + 1 : 0u",
    ),
    "shuffle": ("__shfl_sync(MASK, x, __ffs(LEFT) - 1)", "X((u32)__builtin_ctz(M))"),
    "shuffle last": ("__shfl_sync(MASK, x, 31 - __clz(LEFT))", "X(31u - (u32)__builtin_clz(M))"),
    "elect": (
        "elected(MASK, LEFT)",
        "1u",
    ),
    "active": ("(__activemask() & ~LEFT) + 5", "5u"),
}
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d };
/* What all have if all have the same: the mask and one. */
__device__ static u32 match_all(u32 mask, u32 x, u32 left)
{
    int same;
    u32 found = __match_all_sync(mask, x, &same);
    return same ? (found & left) + 1 : found;
}
/* 1, if one of those who are left is the leader, and all know it. */
__device__ static u32 elected(u32 mask, u32 left)
{
    u32 leader, is_leader;
    asm volatile("{ .reg .pred p; elect.sync %%0|p, %%2; selp.u32 %%1, 1, 0, p; }"
        : "=r"(leader), "=r"(is_leader) : "r"(mask) : "memory");
    u32 me = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    u32 leaders = __ballot_sync(left, is_leader);
    return leader < 32 && leaders == 1u << leader && (left >> leader & 1) && is_leader == (leader == me %% 32);
}
%(functions)s
__global__ void kernel(u32 *out, u32 rounds)
{
    const Place me = here();
    const u32 t = me.t;
    u32 acc = 1;
    (void)match_all, (void)elected;
    for (u32 r = 0; r < rounds; r++) {
        const u32 left = who_is_left(t / 32, r, rounds);
        (void)left;
        if (r >= stay(t, rounds)) { out[me.g] = acc; %(leave)s }
        const u32 x = hash(t * 5 + r * 100);
        (void)x;
%(body)s
    }
    out[me.g] = acc;
}
static int test()
{
    const char *name = "%(name)s";
    const u32 rounds = %(rounds)d;
    std::vector<u32> want(N * BLOCKS);
    std::vector<u32> acc(N, 1);
    for (u32 r = 0; r < rounds; r++) for (u32 w = 0; w < N / 32; w++) {
        const u32 left = who_is_left(w, r, rounds);
        auto X = [&](u32 l) { return hash((w * 32 + l) * 5 + r * 100); };
        (void)X;
        for (u32 t = w * 32; t < w * 32 + 32; t++) if (left >> t %% 32 & 1) {
%(model)s
        }
    }
    for (u32 g = 0; g < N * BLOCKS; g++) want[g] = acc[g %% N];
    Memory<u32> out(name, want.size());
    kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(out.at, rounds);
    must(name, cudaDeviceSynchronize());
    return differ(name, "out", want, out.get());
}
}
"""
FUNCTIONS = """
HD u32 stay(u32 t, u32 rounds) { (void)rounds, (void)t; return STAY; }
HD u32 who_is_left(u32 w, u32 r, u32 rounds)
{
    u32 mask = 0;
    for (u32 l = 0; l < 32; l++) mask |= (u32)(r < stay(w * 32 + l, rounds)) << l;
    return mask;
}
"""
ARMS = ["t % 2", "t % 32 < 16", "t % 32 >= 24", "t % 4 == 1"]


class Leavers:
    def __init__(self, name, c):
        self.name = name
        self.block, self.grid = c.pick("shape", SHAPES)
        self.rounds = c.pick("rounds", [2, 1, 6])
        self.stay = c.pick("stay", STAYS)
        self.leave = c.pick("leave", ["return;", "break;", 'asm volatile("exit;");'])
        self.functions, self.body, self.model, names = [FUNCTIONS.replace("STAY", self.stay)], [], [], []
        for k in range(c.number("steps", 1, 4)):
            if c.keep(f"step {k} there"):
                names.append(self.step(c.at(f"step {k}"), k))
        self.kind = f"{self.stay}, {self.leave} {', '.join(names)}"

    def step(self, c, k):
        name = c.pick("operation", list(OPERATIONS))
        how = c.pick("how", ["all", "left", "arms"])
        at = c.pick("at", ["here", "noinline"])
        if how == "arms" and name == "active":
            how = "left"
        if how == "arms":
            arm = c.pick("arm", ARMS)
            lanes = f"lanes{k}(left)"
            self.functions.append(
                f"HD u32 lanes{k}(u32 left) {{ u32 mask = 0; for (u32 t = 0; t < 32; t++) mask |= (u32)!!({arm}) << t;"
                " return mask & left; }"
            )
            other = c.pick("other", list(OPERATIONS))
            other = "add" if other == "active" else other
            self.body.append(
                f"if ({arm}) {{ {self.call(name, lanes, lanes, at, k)} }} else"
                f" {{ {self.call(other, f'(left & ~{lanes})', f'(left & ~{lanes})', at, f'{k}_')} }}"
            )
            self.model.append(
                f"if ({arm}) {{ {self.host(name, lanes)} }} else {{ {self.host(other, f'(left & ~{lanes})')} }}"
            )
            return f"{name} / {other}"
        mask = "0xffffffffu" if how == "all" else "left"
        self.body.append(self.call(name, mask, "left", at, k))
        self.model.append(self.host(name, "left"))
        return f"{name} of {how}"

    def call(self, name, mask, left, at, k):
        text = OPERATIONS[name][0].replace("MASK", "mask").replace("LEFT", "there")
        if at == "noinline":
            self.functions.append(
                f"__device__ __noinline__ static u32 f{k}(u32 x, u32 mask, u32 there)"
                f" {{ (void)there, (void)mask, (void)x; return {text}; }}"
            )
            text = f"f{k}(x, mask, there)"
        return f"{{ const u32 mask = {mask}, there = {left}; (void)mask, (void)there; acc = (u32)mix(acc, {text}); }}"

    @staticmethod
    def host(name, mask):
        of = "auto of = [&](auto f, u32 s) { for (u32 l = 0; l < 32; l++) if (M >> l & 1) s = f(l, s); return s; };"
        return f"{{ const u32 M = {mask}; {of} (void)of, (void)M; acc[t] = (u32)mix(acc[t], {OPERATIONS[name][1]}); }}"

    def text(self):
        return filled(
            TEXT,
            self,
            functions="\n".join(self.functions),
            rounds=self.rounds,
            leave=self.leave,
            body="\n".join(self.body),
            model="\n".join(self.model),
        )
