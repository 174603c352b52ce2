"""Feature `textures`: threads fetch from textures and read and write surfaces in divergent code, from arrays of handles
of which only those of active threads lead anywhere, in warps of which some have no row or have returned. Texels are
numbers that floats hold exactly, fetched at their centres."""

from places import filled

SHAPES = [
    ((128,), (1,)),
    ((256,), (2,)),
    ((32, 4), (1,)),
    ((64,), (3,)),
    ((16, 16), (1,)),
    ((40,), (2,)),
    ((8, 8, 4), (1,)),
    ((32,), (4,)),
]
# name: (a fetch from handle h at x and y of a picture, of which objects)
FETCHES = {
    "line": ("tex1Dfetch<T>(h, (int)(y * WIDTH + x))", "lines"),
    "plane": ("tex2D<T>(h, (f32)x + 0.5f, (f32)y + 0.5f)", "planes"),
    "level": ("tex2DLod<T>(h, (f32)x + 0.5f, (f32)y + 0.5f, 0.0f)", "planes"),
    "surface": ("surf2Dread<T>(h, (int)(x * sizeof(T)), (int)y)", "surfaces"),
    "function": ("fetch(h, x, y)", "planes"),
    "chosen": ("(x & 1 ? fetch(h, x, y) : tex2D<T>(h, (f32)x + 0.5f, (f32)y + 0.5f))", "planes"),
    "pointer": ("(one + x % 2 ? fetch : fetch_too)(h, x, y)", "planes"),
}
WHICH = {  # which handle a thread has: of a table of HANDLES with holes
    "row": "me.w % HANDLES",
    "thread": "hash(me.g) % HANDLES",
    "lane": "me.lane % HANDLES",
    "block": "me.b % HANDLES",
}
THERE = ["k % 3 == 1", "k % 2 == 0", "k == 0", "k > 0", "true"]
GUARDS = ["if (!there[k]) return;", "if (there[k]) {", "if (me.w >= warps || !there[k]) return;", "while (there[k]) {"]
XS = ["me.t % WIDTH", "(me.t * 7 + 3) % WIDTH", "me.w % WIDTH", "hash(me.g) % WIDTH", "5"]
YS = ["me.b % HEIGHT", "me.w % HEIGHT", "hash(me.t) % HEIGHT", "(me.t / WIDTH) % HEIGHT", "0"]
AROUNDS = [
    "{}",
    "if (me.t % 3 == 1) {{ {} }}",
    "for (u32 i = 0; i < me.t % 4; i++) {{ {} }}",
    "if (me.w % 2) {{ {} }} else {{ sum += 3; }}",
    "switch (me.t % 5) {{ case 0: sum += 1; break; case 3: {} break; default: sum += 2; }}",
]
# A case has all of these, or what a warp has in common: a picture and a place of its own, in kernels of few and plain
# instructions behind a barrier, of which there is code for whole blocks.
ALL = {
    "shape": SHAPES,
    "which": list(WHICH),
    "guard": GUARDS,
    "first": ["", "__syncwarp();", "__syncthreads();"],
    "fetch": list(FETCHES),
    "around": AROUNDS,
    "x": XS,
    "y": YS,
}
OF_WARP = {
    "shape": SHAPES[:2],
    "which": ["row"],
    "guard": GUARDS[:3],
    "first": ["__syncthreads();"],
    "fetch": ["line", "plane", "level"],
    "around": AROUNDS[:1],
    "x": ["5", "me.w % WIDTH"],
    "y": ["0", "me.w % HEIGHT"],
}
TEXT = """
namespace %(name)s { /* %(kind)s */
typedef %(type)s T;
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, ALL = N * BLOCKS, HANDLES = %(handles)d, WIDTH = 32, HEIGHT = 4 };
HD T texel(u32 k, u32 x, u32 y) { return (T)(hash(k * 1000 + y * WIDTH + x) %% 100000); }
__device__ __noinline__ static T fetch(cudaTextureObject_t h, u32 x, u32 y)
{
    return tex2D<T>(h, (f32)x + 0.5f, (f32)y + 0.5f);
}
__device__ static T fetch_too(cudaTextureObject_t h, u32 x, u32 y)
{
    return tex2DLod<T>(h, (f32)x + 0.5f, (f32)y + 0.5f, 0.0f);
}
__global__ void kernel(const u64 *lines, const u64 *planes, const u64 *surfaces, const u64 *targets,
    const int *there, f64 *out, u32 warps, int one)
{
    const Place me = here();
    const u32 k = %(which)s;
    (void)lines, (void)planes, (void)surfaces, (void)targets, (void)warps, (void)one, (void)fetch, (void)fetch_too;
    f64 sum = 1;
    out[me.g] = -1;
    %(first)s
    %(guard)s
    {
%(body)s
    }
    out[me.g] = sum;
    %(close)s
}
static int test()
{
    const char *name = "%(name)s";
    std::vector<u64> lines(HANDLES, 0xdeadbeef00ull), planes(lines), surfaces(lines), targets(lines);
    std::vector<int> there(HANDLES);
    std::vector<T *> memory;
    std::vector<cudaArray_t> arrays;
    auto picture = [&](u32 k) { std::vector<T> v; for (u32 y = 0; y < HEIGHT; y++) for (u32 x = 0; x < WIDTH; x++)
        v.push_back(texel(k, x, y)); return v; };
    auto format = cudaCreateChannelDesc<T>();
    auto array_of = [&](u32 k) {
        cudaArray_t array;
        auto v = picture(k);
        must(name, cudaMallocArray(&array, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
        must(name, cudaMemcpy2DToArray(array, 0, 0, v.data(), WIDTH * sizeof(T), WIDTH * sizeof(T), HEIGHT,
            cudaMemcpyHostToDevice));
        arrays.push_back(array);
        return array;
    };
    for (u32 k = 0; k < HANDLES; k++) {
        there[k] = %(there)s;
        if (!there[k]) continue;
        cudaResourceDesc line = {}, plane = {}, target = {};
        cudaTextureDesc how = {};
        auto v = picture(k);
        T *at;
        must(name, cudaMalloc(&at, v.size() * sizeof(T)));
        must(name, cudaMemcpy(at, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
        memory.push_back(at);
        line.resType = cudaResourceTypeLinear, line.res.linear.devPtr = at, line.res.linear.desc = format;
        line.res.linear.sizeInBytes = v.size() * sizeof(T);
        plane.resType = target.resType = cudaResourceTypeArray;
        plane.res.array.array = array_of(k), target.res.array.array = array_of(k);
        cudaTextureObject_t object;
        must(name, cudaCreateTextureObject(&object, &line, &how, nullptr)), lines[k] = object;
        must(name, cudaCreateTextureObject(&object, &plane, &how, nullptr)), planes[k] = object;
        must(name, cudaCreateSurfaceObject(&object, &plane)), surfaces[k] = object;
        must(name, cudaCreateSurfaceObject(&object, &target)), targets[k] = object;
    }
    Memory<u64> lines_at(name, lines), planes_at(name, planes), surfaces_at(name, surfaces), targets_at(name, targets);
    Memory<int> there_at(name, there);
    Memory<f64> out(name, ALL);
    const u32 warps = %(warps)d;
    kernel<<<dim3(%(grid)s), dim3(%(block)s)>>>(lines_at.at, planes_at.at, surfaces_at.at, targets_at.at, there_at.at,
        out.at, warps, 1);
    must(name, cudaDeviceSynchronize());
    std::vector<f64> want(ALL, -1);
    std::vector<std::vector<T>> written;
    for (u32 k = 0; k < HANDLES; k++) written.push_back(picture(k));
    for (u32 g = 0; g < ALL; g++) {
        const Place me = place(g %% N, N, g / N, BLOCKS);
        const u32 k = %(which)s;
        if (!there[k] || (%(by_warp)s && me.w >= warps)) continue;
        f64 sum = 1;
%(model)s
        want[g] = sum;
    }
    int wrong = differ(name, "out", want, out.get());
    for (u32 k = 0, a = 1; k < HANDLES; k++) if (there[k]) {
        std::vector<T> got(WIDTH * HEIGHT);
        must(name, cudaMemcpy2DFromArray(got.data(), WIDTH * sizeof(T), arrays[a], 0, 0, WIDTH * sizeof(T), HEIGHT,
            cudaMemcpyDeviceToHost));
        wrong += differ(name, "surface", written[k], got);
        a += 2;
    }
    for (u32 k = 0; k < HANDLES; k++) if (there[k]) {
        must(name, cudaDestroyTextureObject(lines[k])), must(name, cudaDestroyTextureObject(planes[k]));
        must(name, cudaDestroySurfaceObject(surfaces[k])), must(name, cudaDestroySurfaceObject(targets[k]));
    }
    for (T *at : memory) must(name, cudaFree(at));
    for (cudaArray_t array : arrays) must(name, cudaFreeArray(array));
    return wrong;
}
}
"""


class Textures:
    def __init__(self, name, c):
        self.name = name
        self.options = OF_WARP if c.chance("of a warp", 4) else ALL
        self.block, self.grid = self.pick(c, "shape")
        self.type = c.pick("type", ["float", "int", "unsigned"])
        self.which = self.pick(c, "which")
        self.guard = self.pick(c, "guard")
        self.there = c.pick("there", THERE)
        self.warps = c.pick("warps", [1, 2, 5])
        self.handles = c.pick("handles", [4, 7, 8])
        self.first = self.pick(c, "first")
        self.body, self.model = [], []
        self.kind = f"{self.type} by {self.which}, {self.guard}:"
        for k in range(c.number("steps", 1, 3)):
            if c.keep(f"step {k} there"):
                self.step(c.at(f"step {k}"))
        if self.options is ALL and c.chance("writes"):
            self.write(c)

    def pick(self, c, name):
        return c.pick(name, self.options[name])

    def step(self, c):
        """A fetch, under a condition, in a loop."""
        fetch, objects = FETCHES[name := self.pick(c, "fetch")]
        self.kind += f" {name}"
        around = self.pick(c, "around")
        at = f"const u32 x = {self.pick(c, 'x')}, y = {self.pick(c, 'y')};"
        call = f"{{ {at} const u64 h = {objects}[k]; sum = sum * 3 + (f64)({fetch}); }}"
        self.body.append(around.format(call))
        self.model.append(around.format(f"{{ {at} sum = sum * 3 + (f64)texel(k, x, y); }}"))

    def write(self, c):
        """Who writes the same texel writes the same number."""
        at = f"const u32 x = {c.pick('write x', XS)}, y = {c.pick('write y', YS)};"
        who = c.pick("writers", ["true", "me.t % 2 == 0", "me.w == 1", "me.lane < 5"])
        number = "(T)(k * 5000 + x * 7 + y)"
        call = f"surf2Dwrite<T>({number}, targets[k], (int)(x * sizeof(T)), (int)y);"
        self.kind += " writes"
        self.body.append(f"if ({who}) {{ {at} {call} }}")
        self.model.append(f"if ({who}) {{ {at} written[k][y * WIDTH + x] = {number}; }}")

    def text(self):
        opened = self.guard.endswith("{")
        text = filled(
            TEXT,
            self,
            kind=self.kind.replace("*/", ""),
            type=self.type,
            handles=self.handles,
            which=WHICH[self.which],
            guard=self.guard,
            first=self.first,
            close="}" if opened and "while" not in self.guard else "return; }" if opened else "",
            by_warp="true" if "warps" in self.guard else "false",
            there=self.there,
            warps=self.warps,
            body="\n".join(self.body),
            model="\n".join(self.model),
        )
        return text
