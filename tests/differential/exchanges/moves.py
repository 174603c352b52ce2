"""Feature `moves`: bits that are only moved stay as they are, whatever type carries them: signalling NaNs and
denormals as float and double, alone, in vectors and structures; given to functions and returned by them (inline,
called, by pointers, virtual, recursive), kept in local and shared memory, shuffled, exchanged by atomics, chosen by
conditions."""

from places import filled

TYPES = [
    "float",
    "float2",
    "float3",
    "float4",
    "double",
    "double2",
    "double4",
    "Pair",
    "Mixed",
    "Array",
    "int4",
    "Nested",
]
SHAPES = [
    ((64,), (1,)),
    ((32,), (1,)),
    ((128,), (2,)),
    ((33,), (1,)),
    ((8, 8), (1,)),
    ((4, 3, 7), (2,)),
    ((256,), (1,)),
]
STEPS = {
    "return": "x = {f}_back(x);",
    "inline": "x = {f}_inline(x);",
    "pointer": "x = (one + me.t % 2 ? {f}_back : {f}_again)(x);",
    "virtual": "{{ {f}_Base a; {f}_Derived b; x = {f}_call(me.t % 2 ? &a : ({f}_Base *)&b, x); }}",
    "recursion": "x = {f}_deep(x, me.t % 3);",
    "local": "{{ {t} kept[4]; for (int k = 0; k < 4; k++) kept[k] = x; x = kept[me.t % 4]; }}",
    "shared": (
        "{{ cells[me.t] = x; __syncthreads(); {t} y = cells[me.n - 1 - me.t]; __syncthreads(); cells[me.t] = y;"
        " __syncthreads(); x = cells[me.n - 1 - me.t]; __syncthreads(); }}"
    ),
    "chosen": "x = me.t % 3 ? {f}_back(x) : x;",
    "selected": "{{ {t} y = x; if (one) y = x; x = me.t & 1 ? x : y; }}",
    "made": "x = {f}_of(first + me.g * 8);",
    "by reference": "{{ {t} y = x; {f}_swap(x, y); }}",
    "by value": "x = {f}_first(x, x, one);",
    "loop": "for (int k = 0; k < one + 2; k++) x = {f}_inline(x);",
    "passed on": "x = {f}_back({f}_again({f}_inline(x)));",
}
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d };
struct Pair { float a; double b; };
struct Mixed { double a; float b; int c; float d[2]; };
struct Array { float at[5]; };
struct Nested { float4 a; float b; double c; };
struct View { %(type)s inside[4]; };
HD u32 word(u32 x) { switch (x %% 5) { case 0: return 0x7f800001u + x; case 1: return 0xff812345u ^ x;
    case 2: return x + 1; case 3: return 0x7ff00000u | x; default: return hash(x); } }
__device__ __noinline__ static %(type)s f_back(%(type)s x) { return x; }
__device__ __noinline__ static %(type)s f_again(%(type)s x) { return x; }
__device__ __forceinline__ static %(type)s f_inline(%(type)s x) { return x; }
__device__ __noinline__ static %(type)s f_deep(%(type)s x, u32 depth) { return depth ? f_deep(x, depth - 1) : x; }
__device__ __noinline__ static %(type)s f_first(%(type)s x, %(type)s y, int one) { return one ? x : y; }
__device__ __noinline__ static void f_swap(%(type)s &x, %(type)s &y) { %(type)s z = x; x = y; y = z; }
__device__ __noinline__ static %(type)s f_of(const u32 *words) { %(type)s x; memcpy(&x, words, sizeof x); return x; }
struct f_Base { __device__ virtual %(type)s go(%(type)s x) { return x; } };
struct f_Derived : f_Base { __device__ %(type)s go(%(type)s x) override { return x; } };
__device__ __noinline__ static %(type)s f_call(f_Base *p, %(type)s x) { return p->go(x); }
__global__ void kernel(const u32 *first, u32 *out, int one, View view)
{
    __shared__ %(type)s cells[N];
    const Place me = here();
    %(type)s x = f_inline(*(const %(type)s *)(first + me.g * 8));
    (void)cells, (void)view;
%(steps)s
    memcpy(out + me.g * 8, &x, sizeof x);
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<u32> in(N * BLOCKS * 8), want(N * BLOCKS * 8, 0);
    for (u32 k = 0; k < in.size(); k++) in[k] = word(k + %(seed)d);
    for (u32 g = 0; g < N * BLOCKS; g++) memcpy(&want[g * 8], &in[g * 8], sizeof(%(type)s));
    Memory<u32> in_at(name, in), out(name, want.size());
    kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(in_at.at, out.at, 1, View{});
    must(name, cudaDeviceSynchronize());
    auto got = out.get();
    if (%(holes)s) for (u32 g = 0; g < N * BLOCKS; g++) %(patch)s;
    return differ(name, "bits", want, got);
}
}
"""
# Words of a structure that are padding.
HOLES = {"Pair": "1", "Nested": "5"}


class Moves:
    def __init__(self, name, c):
        self.name = name
        self.block, self.grid = c.pick("shape", SHAPES)
        self.type = c.pick("type", TYPES)
        self.steps = [
            c.pick(f"step {k}", list(STEPS)) for k in range(c.number("steps", 1, 4)) if c.keep(f"step {k} there")
        ]
        self.seed = c.number("values", 0, 9)
        self.kind = f"{self.type}: {', '.join(self.steps)}"

    def text(self):
        hole = HOLES.get(self.type)
        return filled(
            TEXT,
            self,
            type=self.type,
            steps="\n".join("    " + STEPS[step].format(f="f", t=self.type) for step in self.steps),
            seed=self.seed,
            holes="true" if hole else "false",
            patch=f"want[g * 8 + {hole}] = got[g * 8 + {hole}] = 0" if hole else ";",
        )
