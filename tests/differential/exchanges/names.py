"""Feature `names`: a host program with functions of its own whose names libm or CUDA's mathematical library has, too,
but not C (`j1`, `yn`, `sincos`, `exp10`, `rsqrt`, ...), in a file of C++. They are the host's; kernels call CUDA's."""

from places import filled

SHAPES = [((64,), (1,)), ((32,), (2,)), ((128,), (1,)), ((8, 8), (1,)), ((1,), (64,)), ((40,), (2,))]
# name: (what it returns and takes, a call for x > 0.5, what it must be, if that is easily said)
REAL = {
    "j0": ("{t} j0{s}({t} x)", "j0{s}(x)", "bessel(0, x)"),
    "j1": ("{t} j1{s}({t} x)", "j1{s}(x)", "bessel(1, x)"),
    "jn": ("{t} jn{s}(int n, {t} x)", "jn{s}(3, x)", "bessel(3, x)"),
    "y0": ("{t} y0{s}({t} x)", "y0{s}(x)", None),
    "y1": ("{t} y1{s}({t} x)", "y1{s}(x)", None),
    "yn": ("{t} yn{s}(int n, {t} x)", "yn{s}(2, x)", None),
    "exp10": ("{t} exp10{s}({t} x)", "exp10{s}(x - 2)", "std::pow(10.0, (f64)(T)((T)x - 2))"),
    "sincos": ("void sincos{s}({t} x, {t} *a, {t} *b)", "both(x)", "std::sin(x) + 2 * std::cos(x)"),
    "rsqrt": ("{t} rsqrt{s}({t} x)", "rsqrt{s}(x)", "1 / std::sqrt(x)"),
    "rcbrt": ("{t} rcbrt{s}({t} x)", "rcbrt{s}(x)", "1 / std::cbrt(x)"),
    "sinpi": ("{t} sinpi{s}({t} x)", "sinpi{s}(x)", "std::sin(PI * x)"),
    "cospi": ("{t} cospi{s}({t} x)", "cospi{s}(x)", "std::cos(PI * x)"),
    "erfinv": ("{t} erfinv{s}({t} x)", "erf{s}(erfinv{s}(x / 20))", "x / 20"),
    "normcdf": ("{t} normcdf{s}({t} x)", "normcdf{s}(x)", "0.5 * std::erfc(-x / std::sqrt(2.0))"),
    "erfcx": ("{t} erfcx{s}({t} x)", "erfcx{s}(x)", "std::exp(x * x) * std::erfc(x)"),
    "rhypot": ("{t} rhypot{s}({t} x, {t} y)", "rhypot{s}(x, x)", "1 / (x * std::sqrt(2.0))"),
    "cyl_bessel_i0": ("{t} cyl_bessel_i0{s}({t} x)", "cyl_bessel_i0{s}(x)", None),
    "norm3d": ("{t} norm3d{s}({t} x, {t} y, {t} z)", "norm3d{s}(x, x, x)", "x * std::sqrt(3.0)"),
}
OWN = "int own_functions_called;\n"
CALLS = ["here", "noinline", "pointer", "divergent"]
TEXT = """
namespace %(name)s { /* %(kind)s */
typedef %(type)s T;
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, ALL = N * BLOCKS, F = %(count)d };
static const f64 PI = 3.14159265358979323846;
__device__ static T both(T x) { T a, b; sincos%(suffix)s(x, &a, &b); return a + 2 * b; }
%(functions)s
__global__ void kernel(const T *in, T *out, int one)
{
    const Place me = here();
    T x = in[me.g %% 64], *o = out + me.g * F;
    (void)one, (void)both;
%(calls)s
}
/* The integral of a period is that of its points. */
static f64 bessel(int n, f64 x)
{
    f64 sum = 0;
    for (int k = 0; k < 200; k++) sum += std::cos(n * PI * (k + 0.5) / 200 - x * std::sin(PI * (k + 0.5) / 200));
    return sum / 200;
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<T> in(64);
    for (u32 k = 0; k < 64; k++) in[k] = (T)(0.51 + k * 0.11);
    Memory<T> in_at(name, in), out(name, ALL * F);
    kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(in_at.at, out.at, 1);
    must(name, cudaDeviceSynchronize());
    auto got = out.get();
    (void)bessel;
    if (own_functions_called) return complain(name, "%%d calls of the host's functions", own_functions_called);
    for (u32 g = 0; g < ALL; g++) {
        const f64 x = in[g %% 64];
        const f64 want[F] = {%(wants)s};
        for (u32 k = 0; k < F; k++) {
            f64 y = got[g * F + k];
            const bool is_near = std::fabs(y - want[k]) <= %(error)s * (1 + std::fabs(want[k]));
            if (!(std::fabs(y) < 1e6) || (want[k] < 1e9 && !is_near))
                return complain(name, "function %%u of %%.9g: %%.9g, not %%.9g", k, x, y, want[k]);
        }
    }
    return 0;
}
}
"""


class Names:
    def __init__(self, name, c):
        self.name = name
        self.block, self.grid = c.pick("shape", SHAPES)
        self.type = c.pick("type", ["double", "float"])
        self.suffix = "f" if self.type == "float" else ""
        self.chosen = [name for name in REAL if c.chance(f"{name} there", 4)] or ["j1"]
        self.how = [c.pick(f"call of {name}", CALLS) for name in self.chosen]
        self.kind = f"{self.type}: {', '.join(self.chosen)}"
        form = {"t": self.type, "s": self.suffix}
        self.rows = [[part and part.format(**form) for part in REAL[name]] for name in self.chosen]
        self.own_functions = [OWN] + [own_function(row[0]) for row in self.rows]

    def text(self):
        functions, calls = [], []
        for k, ((_, call, _), how) in enumerate(zip(self.rows, self.how)):
            functions.append(f"__device__ __noinline__ static T f{k}(T x) {{ return {call}; }}")
            functions.append(f"__device__ static T g{k}(T x) {{ return {call}; }}")
            text = {
                "here": call,
                "noinline": f"f{k}(x)",
                "pointer": f"(one + me.t % 2 ? f{k} : g{k})(x)",
                "divergent": f"0; if (me.t % 3 == 1) o[{k}] = {call}; else o[{k}] = f{k}(x)",
            }[how]
            calls.append(f"    o[{k}] = {text};")
        text = filled(
            TEXT,
            self,
            type=self.type,
            suffix=self.suffix,
            count=len(self.rows),
            functions="\n".join(functions),
            calls="\n".join(calls),
            wants=", ".join(row[2] or "1e9" for row in self.rows),
            error="2e-4" if self.type == "float" else "1e-9",
        )
        return f"extern int own_functions_called;\n{text}"


def own_function(declaration):
    result = "" if declaration.startswith("void") else " return -12345;"
    return f'extern "C" {declaration} {{ own_functions_called++;{result} }}\n'
