"""Feature `fibers`: a host that launches kernels and waits for them on small stacks of its own (makecontext, as fibers
do), one after the other or several in turn, on a thread of its own or the first. Kernels have many local variables,
call and recur; their results are right, and of the memory around the stacks nothing changes."""

from places import filled

SHAPES = [((64,), (16,)), ((32,), (20,)), ((128,), (4,)), ((16, 16), (2,)), ((33,), (10, 2)), ((256,), (3,))]
WAITS = {
    "device": "must(name, cudaDeviceSynchronize());",
    "stream": "must(name, cudaStreamSynchronize(me->stream));",
    "copy": "{ u32 x; must(name, cudaMemcpy(&x, me->out, 4, cudaMemcpyDeviceToHost)); }",
    "query": "while (cudaStreamQuery(me->stream) == cudaErrorNotReady) ;",
    "event": (
        "{ cudaEvent_t e; must(name, cudaEventCreate(&e)); must(name, cudaEventRecord(e, me->stream)); must(name,"
        " cudaEventSynchronize(e)); must(name, cudaEventDestroy(e)); }"
    ),
}
STEPS = {
    "local": "x += many(x, x %% %(locals)d);",
    "recursion": "x += deep(x, x %% %(depth)d);",
    "mathematics": "x += (u32)(rintf(expf(logf((f32)(x %% 1000u + 1)))));",
    "barrier": "%(barrier)s",
}
TEXT = """
namespace %(name)s { /* %(kind)s */
enum : u32 { N = %(n)d, BLOCKS = %(blocks)d, FIBERS = %(fibers)d, LOCALS = %(locals)d };
enum : size_t { STACK = %(stack)dul << 10, AROUND = 1ul << 20, EACH = AROUND + STACK };
__host__ __device__ static u32 many(u32 x, u32 first)
{
    u32 a[LOCALS], sum = 0;
    for (u32 k = 0; k < LOCALS; k++) a[(k * 7 + x) %% LOCALS] = k + x;
    for (u32 k = first; k < LOCALS; k += 5) sum += a[k] %% 1000;
    return sum;
}
__host__ __device__ __noinline__ static u32 deep(u32 x, u32 left) { u32 a[16];
    for (u32 k = 0; k < 16; k++) a[k] = x ^ k;
    return left ? deep(a[x %% 16] * 5, left - 1) + a[left %% 16] : x; }
__global__ void kernel(u32 *out, u32 turn)
{
    __shared__ u32 cells[N];
    const Place me = here();
    u32 x = me.g + turn * 100;
    (void)cells;
%(steps)s
    out[me.g] = x;
}
static void model(std::vector<u32> &want, u32 turn)
{
    for (u32 b = 0; b < BLOCKS; b++) {
        std::vector<u32> all(N), cells(N);
        for (u32 t = 0; t < N; t++) all[t] = b * N + t + turn * 100;
%(model)s
        for (u32 t = 0; t < N; t++) want[b * N + t] = all[t];
    }
}
struct Fiber { ucontext_t context; cudaStream_t stream; u32 *out; bool done; };
static Fiber fibers[FIBERS];
static ucontext_t outside;
static u32 current;
static const char *const name = "%(name)s";
static int wrong;
static void on_fiber()
{
    Fiber *me = &fibers[current];
    must(name, cudaMalloc(&me->out, N * BLOCKS * 4));
    must(name, cudaStreamCreate(&me->stream));
    std::vector<u32> want(N * BLOCKS), got(N * BLOCKS);
    for (u32 turn = 0; turn < %(turns)d; turn++) {
        kernel<<<dim3(%(grid)s), dim3(%(block)s), %(stream)s>>>(me->out, turn + (u32)(me - fibers));
        %(swap)s
        %(wait)s
        must(name, cudaDeviceSynchronize());
        must(name, cudaMemcpy(got.data(), me->out, got.size() * 4, cudaMemcpyDeviceToHost));
        model(want, turn + (u32)(me - fibers));
        wrong += differ(name, "out", want, got);
    }
    must(name, cudaFree(me->out));
    must(name, cudaStreamDestroy(me->stream));
    me->done = true;
    swapcontext(&me->context, &outside);
}
static void *all(void *memory)
{
    for (u32 k = 0; k < FIBERS; k++) {
        Fiber *me = &fibers[k];
        me->done = false;
        getcontext(&me->context);
        me->context.uc_stack.ss_sp = (char *)memory + k * EACH + AROUND;
        me->context.uc_stack.ss_size = STACK;
        me->context.uc_link = &outside;
        makecontext(&me->context, on_fiber, 0);
    }
    for (bool more = true; more;) {
        more = false;
        for (current = 0; current < FIBERS; current++)
            if (!fibers[current].done) swapcontext(&outside, &fibers[current].context), more = true;
    }
    return nullptr;
}
static int test()
{
    size_t size = EACH * FIBERS + AROUND;
    must(name, cudaDeviceSetLimit(cudaLimitStackSize, sizeof(u32) * LOCALS + (8 << 10)));
    unsigned char *memory = (unsigned char *)mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
        -1, 0);
    memset(memory, 0xab, size);
    wrong = 0;
%(start)s
    size_t touched = 0;
    for (size_t k = 0; k < size; k++) touched += k %% EACH < AROUND && memory[k] != 0xab;
    munmap(memory, size);
    return wrong + (touched ? complain(name, "%%zu bytes around the stacks", touched) : 0);
}
}
"""
STARTS = {
    "thread": "    pthread_t thread; pthread_create(&thread, nullptr, all, memory); pthread_join(thread, nullptr);",
    "here": "    all(memory);",
}


class Fibers:
    includes = ["pthread.h", "sys/mman.h", "ucontext.h"]
    flags = ["-lpthread"]

    def __init__(self, name, c):
        self.name = name
        self.block, self.grid = c.pick("shape", SHAPES)
        self.fields = {
            "locals": c.pick("locals", [2000, 100, 3000], [4, 1, 2]),
            "depth": c.pick("depth", [3, 20]),
            "fibers": c.pick("fibers", [1, 2, 3]),
            "stack": c.pick("stack", [128, 128 if c.gpu else 64, 256]),
            "turns": c.pick("turns", [3, 6]),
            "wait": WAITS[c.pick("wait", list(WAITS))],
            "start": STARTS[c.pick("where", list(STARTS), [3, 1])],
            "swap": "",
            "stream": c.pick("stream", ["0", "0, me->stream"], [3, 1]),
        }
        if c.chance("in turn"):
            self.fields["swap"] = "swapcontext(&me->context, &outside);"
        names = ["local"] + [name for name in list(STEPS)[1:] if c.chance(name)]
        self.kind = f"{self.fields['stack']} KiB, {self.fields['fibers']}, {', '.join(names)}"
        self.steps, self.model = [], []
        for step in names:
            self.step(STEPS[step] % {**self.fields, "barrier": "BARRIER"})

    def step(self, text):
        if text == "BARRIER":
            self.steps.append("cells[me.t] = x; __syncthreads(); x += cells[N - 1 - me.t]; __syncthreads();")
            self.model.append("cells = all; for (u32 t = 0; t < N; t++) all[t] += cells[N - 1 - t];")
        else:
            self.steps.append(text)
            self.model.append(f"for (u32 t = 0; t < N; t++) {{ u32 &x = all[t]; {text} }}")

    def text(self):
        steps, model = "\n".join(self.steps), "\n".join(self.model)
        return filled(TEXT, self, steps=steps, model=model, **self.fields)
