"""Feature `rows`: a warp (or a row of the block) for each row of a matrix, with more warps than rows. Those without a
row touch nothing, whatever the rows compute: mathematical functions of a value that all lanes of a row share,
divisions by it, tables that it is an index of. Values that are there are compared with the host's within an error,
and behind the last row with what was there before."""

from places import placed, volume

UNARY = [
    "expf",
    "logf",
    "sinf",
    "cosf",
    "tanhf",
    "sqrtf",
    "cbrtf",
    "erff",
    "lgammaf",
    "tgammaf",
    "log1pf",
    "exp2f",
    "atanf",
    "asinhf",
    "expm1f",
    "rintf",
    "floorf",
    "erfcf",
    "log2f",
    "sinhf",
    "log10f",
    "acoshf",
    "roundf",
    "logbf",
    "tanf",
    "j0f",
    "y0f",
    "j1f",
    "y1f",
    "rsqrtf",
    "rcbrtf",
    "exp10f",
    "truncf",
    "ceilf",
    "asinf(x / 10)",
    "acosf(x / 10)",
    "atanhf(x / 10)",
]
BINARY = ["powf", "fmodf", "hypotf", "atan2f", "fmaxf", "remainderf", "nextafterf", "copysignf", "fdimf"]
DOUBLE = ["exp", "log", "sin", "cos", "tanh", "cbrt", "erf", "lgamma", "tgamma", "atan", "log1p", "sqrt", "sinh"]
OTHER = [
    "(float)table[(int)x]",
    "(float)(1000 / (int)x)",
    "(float)ilogbf(x)",
    "ldexpf(x, (int)x)",
    "(float)(7777u % (unsigned)x)",
    "(float)(1000000ll / (long long)(int)x)",
    "(float)lrintf(x)",
    "1.0f / x",
    "(float)chosen((int)x)",
    "(float)deep((int)x)",
    "(float)trapping((int)x)",
    "x + both(x)",
]
GUARDS = [
    "if (row >= rows) return;",
    "if (row < rows) {",
    "if (flags[row] == 0) return;",
    "if (flags[row]) {",
    "const float *mine = starts[row]; if (mine) {",
    "if (!starts[row]) return;",
    "if (row < rows && flags[row]) {",
    "for (; row < rows; row += 10000) {",
]
SHAPES = [
    ((128,), "w"),
    ((256,), "w"),
    ((32, 4), "y"),
    ((32, 8), "y"),
    ((16, 16), "w"),
    ((64,), "w"),
    ((512,), "w"),
    ((64, 2), "w"),
    ((8, 8, 4), "w"),
    ((96,), "w"),
    ((32, 2, 4), "w"),
]
TEXT = """
namespace %(name)s { /* %(kind)s */
enum { N = %(n)d, WARPS = N / 32, ROWS = %(rows)d, BLOCKS = (ROWS + WARPS - 1) / WARPS + %(more)d,
    MOST = BLOCKS * WARPS, COLUMNS = %(columns)d };
__host__ __device__ static int chosen(int k) { switch (k) { case 1: return 10; case 2: return 300; case 3: return 7;
    default: return k * 3; } }
__host__ __device__ static int deep(int k) { int sum = 0; for (int i = 0; i != k; i++) sum += i * i; return sum; }
__host__ __device__ static int trapping(int k)
{
#ifdef __CUDA_ARCH__
    if (k < 1 || k > 6) __trap();
#endif
    return k * 5;
}
__host__ __device__ static float both(float x) { float a, b; sincosf(x, &a, &b); return a * 2 + b; }
%(inline)s__host__ __device__ static float of_row(float x, float y, const int *table) { (void)y, (void)table;
    return (float)(%(function)s); }
__global__ void kernel(const float *in, const float *gain, const int *flags, const float *const *starts,
    const int *table, float *out, float *gains, int rows)
{
    %(shared)s
    const Place me = here();
    int row = blockIdx.x * WARPS + %(row)s, lane = %(lane)s;
    (void)in, (void)flags, (void)starts, (void)table, (void)of_row;
    %(first)s
    %(guard)s
        %(result)s
        %(condition)s
        %(store)s
        for (int c = lane; c < COLUMNS; c += 32) out[row * COLUMNS + c] = in[row * COLUMNS + c] * g;
        %(end)s
    %(close)s
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<float> in(ROWS * COLUMNS), gain(ROWS), out(MOST * COLUMNS, -77.0f), gains(MOST + 1, -77.0f);
    std::vector<int> flags(MOST + 10000, 0), table(64);
    for (int k = 0; k < 64; k++) table[k] = k * k - 5;
    for (int k = 0; k < ROWS * COLUMNS; k++) in[k] = (float)(k %% 1000);
    for (int r = 0; r < ROWS; r++) gain[r] = 1 + r * 7 %% 23 * 0.25f, flags[r] = %(flag)s;
    auto want = out, want_gains = gains;
    for (int r = 0; r < ROWS; r++) {
        if (!flags[r] && %(by_flag)s) continue;
        float g = of_row(gain[r], %(host_second)s, table.data());
        %(host_condition)s
        want_gains[r] = g;
        for (int c = 0; c < COLUMNS; c++) want[r * COLUMNS + c] = in[r * COLUMNS + c] * g;
    }
    Memory<float> in_at(name, in), gain_at(name, gain), out_at(name, out), gains_at(name, gains);
    Memory<int> flags_at(name, flags), table_at(name, table);
    std::vector<const float *> starts(MOST, nullptr);
    for (int r = 0; r < ROWS; r++) starts[r] = flags[r] ? in_at.at + r : nullptr;
    Memory<const float *> starts_at(name, starts);
    kernel<<<dim3(BLOCKS), dim3(%(block)s)>>>(in_at.at, gain_at.at, flags_at.at, starts_at.at, table_at.at,
        out_at.at, gains_at.at, ROWS);
    must(name, cudaDeviceSynchronize());
    auto got = out_at.get(), got_gains = gains_at.get();
    for (int r = 0; r < MOST; r++) {
        bool there = want_gains[r] != -77.0f;
        if (there ? !(fabsf(got_gains[r] - want_gains[r]) <= 2e-4f * (1 + fabsf(want_gains[r])))
                  : got_gains[r] != -77.0f)
            return complain(name, "gain of row %%d of %%d: %%g, not %%g", r, ROWS, got_gains[r], want_gains[r]);
        for (int c = 0; c < COLUMNS; c++) {
            float x = want[r * COLUMNS + c], y = got[r * COLUMNS + c];
            if (there ? !(fabsf(x - y) <= 2e-4f * (1000 + fabsf(x))) : y != -77.0f)
                return complain(name, "row %%d of %%d, column %%d: %%g, not %%g", r, ROWS, c, y, x);
        }
    }
    return got_gains[MOST] != -77.0f ? complain(name, "behind the last") : 0;
}
}
"""


class Rows:
    def __init__(self, name, c):
        self.name, self.c = name, c
        self.block, self.by = c.pick("shape", SHAPES, [5, 4, 2, 2, 2, 1, 1, 1, 1, 1, 1])
        self.function = self.pick_function(c)
        self.guard = c.pick("guard", GUARDS, [5, 4, 3, 3, 1, 1, 2, 1])
        self.columns = c.pick("columns", [70, 32, 5, 33], [6, 1, 1, 2])
        self.rows = c.pick("rows", [11, 1, 3, 6, 13, 26])
        self.barrier = c.chance("barrier before", 1)
        self.kind = f"{self.function}, {self.guard} {'x'.join(map(str, self.block))}"

    @staticmethod
    def pick_function(c):
        kind = c.pick("kind", ["unary", "binary", "double", "other"], [4, 2, 1, 2])
        if kind == "unary":
            name = c.pick("function", UNARY)
            if "(" in name:
                return name
            return f"{name}(x + 1.5f)" if name == "acoshf" else f"{name}(x)"
        if kind == "binary":
            return f"{c.pick('function of two', BINARY)}(x, y)"
        if kind == "double":
            return f"{c.pick('double function', DOUBLE)}((double)x)"
        return c.pick("other", OTHER)

    def text(self):
        c, opened = self.c, self.guard.endswith("{")
        condition = c.pick("condition", ["", "if (g > 1.5f) g += 0.5f;", "while (g > 100.0f) g *= 0.5f;"], [6, 1, 1])
        n = volume(self.block)
        second = c.pick("second", ["0.5f", "gain[row] * 0.75f", "gain[(row + 1) % rows]"], [5, 1, 1])
        flagged = "flags" in self.guard or "starts" in self.guard
        shared = "__shared__ float kept[N];" if self.barrier else ""
        row = "threadIdx.y" if self.by == "y" else "threadIdx.x / 32" if len(self.block) == 1 else "me.w"
        lane = "threadIdx.x" if self.by == "y" else "threadIdx.x % 32" if len(self.block) == 1 else "me.lane"
        text = TEXT % {
            "name": self.name,
            "kind": self.kind,
            "n": n,
            "rows": self.rows,
            "more": c.pick("more blocks", [0, 1]),
            "columns": self.columns,
            "inline": c.pick("inline", ["", "__noinline__ "], [4, 1]),
            "function": self.function,
            "shared": shared,
            "row": row,
            "lane": lane,
            "first": "kept[me.t] = me.t; __syncthreads();" if self.barrier else "",
            "guard": self.guard,
            "result": (
                f"const float x = gain[row], y = {second}; (void)y; float g = (float)({self.function});"
                if c.chance("direct")
                else f"float g = of_row(gain[row], {second}, table);"
            ),
            "host_second": second.replace("rows", "ROWS").replace("row", "r"),
            "condition": condition,
            "host_condition": condition,
            "store": c.pick(
                "store", ["gains[row] = g;", "if (lane == 0) gains[row] = g;", "atomicExch(gains + row, g);"], [5, 1, 1]
            ),
            "end": "gains[row] += kept[me.t] - me.t;" if self.barrier and c.chance("barrier's", 0) else "",
            "close": "}" if opened else "",
            "flag": c.pick("flag", ["1", "r % 3 != 1", "r % 2"]) if flagged else "1",
            "by_flag": "true" if flagged else "false",
            "block": ", ".join(map(str, self.block)),
        }
        return placed(text, self.block)
