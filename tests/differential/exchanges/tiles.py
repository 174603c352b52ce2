"""Feature `tiles`: memory that is written as one type and read as another, behind barriers of the block or the warp,
in loops; shared (static, dynamic) or global; through casts, unions and by-value structures that point to it. The
model keeps the bytes."""

from places import filled, volume

TYPES = ["i32", "f32", "u64", "f64", "short", "unsigned char", "int2", "float4", "uint4"]
SHAPES = [
    ((128,), (1,)),
    ((32,), (1,)),
    ((64,), (2,)),
    ((256,), (1,)),
    ((16, 8), (1,)),
    ((48,), (2,)),
    ((4, 4, 5), (1,)),
    ((512,), (1,)),
    ((7, 3), (2,)),
]
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, BYTES = N * 16 };
struct View { void *at[3]; int count; };
template <class T> HD T value(u32 x)
{
    T result;
    u32 words[4] = {hash(x), hash(x + 1), hash(x + 2), hash(x + 3)};
    for (u32 &word : words) word &= 0xbfbfbfbf; /* no NaN of any type: moves.py has those */
    memcpy(&result, words, sizeof result);
    return result;
}
template <class T> HD u64 digest(T x)
{
    unsigned char bytes[sizeof(T)];
    memcpy(bytes, &x, sizeof x);
    u64 sum = 0;
    for (u32 k = 0; k < sizeof(T); k++) sum = sum * 257 + bytes[k];
    return sum;
}
/* How many of the elements that are read lie in n that are written (one, should there be none: of zeros and others). */
template <class W, class R> HD u32 most(u32 n) { return n * sizeof(W) < sizeof(R) ? 1 : n * sizeof(W) / sizeof(R); }
%(functions)s
__global__ void kernel(char *global, u64 *out, View view, int one, int rounds)
{
%(tile)s
    const Place me = here();
    const u32 t = me.t, first = %(first)s, n = %(many)s;
    u64 acc = 1;
    (void)view, (void)one, (void)first;
    for (int r = 0; r < rounds; r++) {
%(body)s
    }
    out[me.g] = acc;
}
static int test()
{
    const char *name = "%(name)s";
    const int rounds = %(rounds)d;
    std::vector<u64> want(N * BLOCKS);
    for (u32 b = 0; b < BLOCKS; b++) {
        std::vector<char> memory(BYTES, 0);
        std::vector<u64> all(N, 1);
        char *tile = memory.data();
        for (int r = 0; r < rounds; r++) {
%(model)s
        }
        for (u32 t = 0; t < N; t++) want[b * N + t] = all[t];
    }
    Memory<char> global(name, BYTES * BLOCKS);
    Memory<u64> out(name, want.size());
    kernel<<<dim3(%(grid)s), dim3(%(block)s), %(dynamic)s>>>(global.at, out.at, View{}, 1, rounds);
    must(name, cudaDeviceSynchronize());
    return differ(name, "out", want, out.get());
}
}
"""


class Tiles:
    def __init__(self, name, c):
        self.name, self.functions = name, []
        self.block, self.grid = c.pick("shape", SHAPES)
        self.n = volume(self.block)
        self.rounds = c.pick("rounds", [3, 1, 8])
        self.at = c.pick("at", ["shared", "dynamic", "global"])
        self.warp = c.chance("warp", 4)
        self.base_type = c.pick("declared", ["char", "f32", "i32", "u64"])
        self.kind = f"{self.at} as {self.base_type}, {'warp' if self.warp else 'block'}:"
        self.body, self.model = [], []
        for k in range(c.number("steps", 1, 3)):
            self.step(c.at(f"step {k}"), k)

    def tile(self):
        size = {"char": 1, "f32": 4, "i32": 4, "u64": 8}[self.base_type]
        if self.at == "shared":
            return f"__shared__ __align__(16) {self.base_type} tile[BYTES / {size}]; (void)global;"
        if self.at == "dynamic":
            return (
                f"extern __shared__ __align__(16) char {self.name}_dynamic[]; {self.base_type} *tile ="
                f" ({self.base_type} *){self.name}_dynamic; (void)global;"
            )
        return f"{self.base_type} *tile = ({self.base_type} *)(global + BYTES * here().b);"

    def access(self, c, kind, at):
        """An lvalue of the tile as an array of a type."""
        how = c.pick("how", ["cast", "cast", "view", "function", "offset"])
        if how == "view" and (self.at == "global" or not c.gpu):  # else nvcc takes the pointer for global
            return f"(({kind} *)view.at[one])[{at}]"
        if how == "function":
            f = f"place{len(self.functions)}"
            self.functions.append(
                f"__device__ {c.pick('inline', ['', '__noinline__ '])}static {kind} &{f}(void *p, u32 k) {{ return"
                f" (({kind} *)p)[k]; }}"
            )
            return f"{f}(tile, {at})"
        if how == "offset":
            return f"*({kind} *)((char *)tile + ({at}) * sizeof({kind}))"
        return f"(({kind} *)tile)[{at}]"

    def step(self, c, k):
        """All write as a type; behind a barrier all read what others wrote, as another; a barrier again."""
        wide, other = c.pick("written", TYPES), c.pick("read", TYPES[1:] + TYPES[:1])
        meet = (
            "__syncwarp();"
            if self.warp
            else c.pick(
                "meet", ["__syncthreads();", "__syncthreads_or(t == 1);", "__threadfence_block(); __syncthreads();"]
            )
        )
        far = c.pick("far", ["n - 1 - @", "(@ + 1) % n", "(@ * 5 + 3) % n", "@"])
        value = f"value<{wide}>(t * 7 + r * 1000 + {k})"
        self.kind += f" {wide}>{other}"
        # A warp's part of the tile is its own: 32 times 16 bytes.
        index = far.replace("@", "(t - first)")
        read = f"first * 16 / sizeof({other}) + ({index}) % most<{wide}, {other}>(n)"
        write = f"first * 16 / sizeof({wide}) + (t - first)"
        self.body.append(
            f"view.at[one] = tile; {self.access(c.at('write'), wide, write)} = {value};\n{meet}\n"
            f"acc = mix(acc, digest({self.access(c.at('read'), other, read)}));\n{meet}"
        )
        head = (
            "for (u32 t = 0; t < N; t++) { const u32 first = "
            + self.first("t")
            + ", n = "
            + self.many("first")
            + "; (void)n; "
        )
        self.model.append(
            f"{head}{wide} x = {value}; memcpy(tile + ({write}) * sizeof x, &x, sizeof x); }}\n"
            f"{head}{other} x; memcpy(&x, tile + ({read}) * sizeof x, sizeof x); all[t] = mix(all[t], digest(x)); }}"
        )

    def first(self, t):
        return f"{t} / 32 * 32" if self.warp else "0u"

    def many(self, first):
        return f"(N - {first} < 32 ? N - {first} : 32u)" if self.warp else "N"

    def text(self):
        return filled(
            TEXT,
            self,
            tile=self.tile(),
            functions="\n".join(self.functions),
            first=self.first("me.t"),
            many=self.many("first"),
            rounds=self.rounds,
            body="\n".join(self.body),
            model="\n".join(self.model),
            dynamic="BYTES" if self.at == "dynamic" else "0",
        )
