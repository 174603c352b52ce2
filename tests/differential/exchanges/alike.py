"""Feature `alike`: a function gives one result for one argument, bit by bit: for arguments that all threads share,
that a warp shares, that each thread has for itself, that some lanes have; in blocks of every shape; called in every
way."""

FLOATS = """
sinf cosf tanf expf logf exp2f log2f log10f sinhf coshf tanhf asinf acosf atanf cbrtf erff erfcf lgammaf tgammaf
rsqrtf sqrtf exp10f expm1f log1pf asinhf acoshf atanhf sinpif cospif j0f j1f y0f y1f normcdff erfinvf erfcxf rcbrtf
__expf __logf __sinf __cosf __log2f __log10f normcdfinvf
""".split()
DOUBLES = """
sin cos tan exp log exp2 log2 log10 sinh cosh tanh asin acos atan cbrt erf erfc lgamma tgamma rsqrt sqrt exp10 expm1
log1p asinh acosh atanh sinpi cospi j0 j1 y0 y1 normcdf erfinv erfcx rcbrt
""".split()
TWO = ["pow", "atan2", "hypot", "fmod", "remainder", "fdim", "rhypot"]
TEXT = """
namespace %(name)s { /* %(kind)s */
typedef %(type)s T;
enum { COUNT = 192, F = %(count)d };
struct Base { __device__ virtual void all(T x, T y, T *o) const; };
__device__ __forceinline__ static void here_all(T x, T y, T *o) { (void)y;
%(calls)s
}
__device__ __noinline__ static void out_of_line(T x, T y, T *o) { here_all(x, y, o); }
__device__ void Base::all(T x, T y, T *o) const { here_all(x, y, o); }
__global__ void each(const T *in, T *out) { u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < COUNT) here_all(in[i], in[(i + 1) %% COUNT], out + i * F); }
__global__ void same(const T *in, T *out) { u32 i = blockIdx.x; here_all(in[i], in[(i + 1) %% COUNT], out + i * F); }
__global__ void warps(const T *in, T *out) { u32 i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (i < COUNT) here_all(in[i], in[(i + 1) %% COUNT], out + i * F); }
__global__ void some(const T *in, T *out)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT) return;
    if (i %% 3 == 1) here_all(in[i], in[(i + 1) %% COUNT], out + i * F);
    else if (i %% 3 == 2) out_of_line(in[i], in[(i + 1) %% COUNT], out + i * F);
    else { Base base; const Base *p = &base; p->all(in[i], in[(i + 1) %% COUNT], out + i * F); }
}
__global__ void called(const T *in, T *out) { u32 i = blockIdx.x; out_of_line(in[i], in[(i + 1) %% COUNT],
    out + i * F); }
__global__ void pointed(const T *in, T *out, int one)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    void (*f)(T, T, T *) = one + i %% 2 ? out_of_line : here_all;
    if (i < COUNT) f(in[i], in[(i + 1) %% COUNT], out + i * F);
}
/* The greatest of all values is one that somebody has. */
__global__ void greatest(const T *in, T *out)
{
    for (u32 i = 0; i < COUNT; i++) {
        T mine[F], all[F];
        here_all(in[(i + threadIdx.x) %% COUNT], in[(i + threadIdx.x + 1) %% COUNT], mine);
        here_all(in[i], in[(i + 1) %% COUNT], all);
        if (threadIdx.x == 0) for (int k = 0; k < F; k++) out[i * F + k] =
             mine[k] == all[k] || mine[k] != mine[k] ? all[k] : (T)12345;
    }
}
static int compare(const char *name, const char *what, std::vector<T> &want, const Memory<T> &got_at)
{
    static const char *const names[] = {%(names)s};
    must(name, cudaDeviceSynchronize());
    auto got = got_at.get();
    for (size_t k = 0; k < got.size(); k++)
        if (memcmp(&want[k], &got[k], sizeof(T)) && !(want[k] != want[k] && got[k] != got[k]))
            return complain(name, "%%s, %%s of argument %%zu: %%.17g, not %%.17g", names[k %% F], what, k / F,
                (double)got[k], (double)want[k]);
    return 0;
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<T> in(COUNT);
    for (int k = 0; k < COUNT; k++) in[k] = (T)((k %% 3 == 0 ? -1 : 1) * (k * %(step)s + 0.003)
            * (k %% 7 == 6 ? 1000.0 : 1.0) * (k %% 11 == 10 ? 1e-3 : 1.0) * (k %% 17 == 16 ? %(tiny)s : 1.0));
    Memory<T> in_at(name, in), out(name, COUNT * F);
    each<<<2, 128>>>(in_at.at, out.at);
    must(name, cudaDeviceSynchronize());
    auto want = out.get();
    int wrong = 0;
%(ways)s
    return wrong;
}
}
"""
# Environments of a host that are not a program's first; one that traps ends the program where kernels trap.
HOSTS = {
    "rounding upward": (
        "fesetround(FE_UPWARD); each<<<2, 128>>>(in_at.at, out.at); cudaDeviceSynchronize(); fesetround(FE_TONEAREST);"
    ),
    "rounding to zero": (
        "fesetround(FE_TOWARDZERO); same<<<COUNT, 32>>>(in_at.at, out.at); cudaDeviceSynchronize();"
        " fesetround(FE_TONEAREST);"
    ),
    "flushing to zero": (
        "_mm_setcsr(_mm_getcsr() | 0x8040); each<<<2, 128>>>(in_at.at, out.at); cudaDeviceSynchronize();"
        " _mm_setcsr(_mm_getcsr() & ~0x8040u);"
    ),
    "trapping": "feenableexcept(FE_ALL_EXCEPT & ~FE_INEXACT); same<<<COUNT, 32>>>(in_at.at, out.at);"
    " cudaDeviceSynchronize(); fedisableexcept(FE_ALL_EXCEPT);",
}
WAYS = {
    "same": "same<<<COUNT, 32>>>(in_at.at, out.at);",
    "same of 1": "same<<<COUNT, 1>>>(in_at.at, out.at);",
    "each of 1": "each<<<COUNT, 1>>>(in_at.at, out.at);",
    "each of 33": "each<<<6, 33>>>(in_at.at, out.at);",
    "each of 256": "each<<<1, 256>>>(in_at.at, out.at);",
    "warps": "warps<<<COUNT / 4, 128>>>(in_at.at, out.at);",
    "some lanes": "some<<<3, 64>>>(in_at.at, out.at);",
    "called": "called<<<COUNT, 32>>>(in_at.at, out.at);",
    "pointed": "pointed<<<2, 96>>>(in_at.at, out.at, 1);",
    "greatest": "greatest<<<1, 32>>>(in_at.at, out.at);",
    "same of 64": "same<<<COUNT, 64>>>(in_at.at, out.at);",
    "each of 7": "each<<<28, 7>>>(in_at.at, out.at);",
}


class Alike:
    includes = ["xmmintrin.h"]

    def __init__(self, name, c):
        self.name = name
        self.type = c.pick("type", ["float", "double"])
        names = FLOATS if self.type == "float" else DOUBLES
        suffix = "f" if self.type == "float" else ""
        self.functions = [f"{c.pick(f'function {k}', names)}(x)" for k in range(3) if c.keep(f"function {k} there")]
        self.functions.append(f"{c.pick('function of two', TWO)}{suffix}(x, y)")
        self.step = c.pick("step", ["0.0171", "0.11", "1.0"])
        self.tiny = c.pick("tiny", ["1.0", "1e-41" if self.type == "float" else "1e-312"])
        host = c.pick("host", list(HOSTS))
        self.ways = [(way, text) for way, text in [(host, HOSTS[host]), *WAYS.items()] if c.keep(way)]
        self.kind = ", ".join(self.functions)

    def text(self):
        return TEXT % {
            "name": self.name,
            "kind": self.kind,
            "type": self.type,
            "count": len(self.functions),
            "step": self.step,
            "tiny": self.tiny,
            "calls": "\n".join(f"    o[{k}] = {f};" for k, f in enumerate(self.functions)),
            "names": ", ".join(f'"{f}"' for f in self.functions),
            "ways": "\n".join(
                f'    {text}\n    wrong += compare(name, "{way}", want, out);' for way, text in self.ways
            ),
        }
