// What a host's thread does to its floating-point environment (rounding, flush to zero, traps, the x87 unit's precision)
// changes nothing of what kernels compute, and is as it was, with its flags, when the host goes on.
// NO-GPU: CUDA's own runtime computes on host threads, and traps where they do
#include "host_float_env.h"

struct Run {
    DeviceArray<float> in{inputs()}, out{static_cast<size_t>(ENV_THREADS) * ENV_VALUES};
    std::vector<float> expected = std::vector<float>(static_cast<size_t>(ENV_THREADS) * ENV_VALUES);

    static std::vector<float> inputs()
    {
        std::vector<float> v;
        for (int i = 0; i < ENV_THREADS; i++)
            v.push_back(env_input(i));
        return v;
    }
    Run()
    {
        for (int i = 0; i < ENV_THREADS; i++)
            compute(env_input(i), env_input((i + 1) % ENV_THREADS), expected.data() + i * ENV_VALUES);
    }
    /* Launches and waits; what else happens to the environment is the caller's. */
    void launch()
    {
        for (int turn = 0; turn < 5; turn++) {
            compute_all<<<ENV_THREADS / 64, 64>>>(in.at, out.at);
            cudaStreamSynchronize(0);
        }
    }
    void compare(const char *what)
    {
        std::vector<float> got = out.host();
        for (size_t i = 0; i < got.size(); i++)
            if (memcmp(&got[i], &expected[i], sizeof(float)))
                report(__FILE__, __LINE__, Words(what) + ", value " + show(i) + ": expected " + show(expected[i]) +
                                               ", got " + show(got[i]));
        CHECK(cudaMemset(out.at, 0, got.size() * sizeof(float)));
    }
};

/* Sets something up, launches, and puts it all back before anything is compared. */
template <class F> static void with(Run &run, const char *what, F set)
{
    fenv_t before;
    fegetenv(&before);
    unsigned mxcsr = _mm_getcsr();
    set();
    SseState set_up = host_env();
    run.launch();
    SseState after = host_env();
    feclearexcept(FE_ALL_EXCEPT);
    fesetenv(&before);
    _mm_setcsr(mxcsr);
    if (!(after == set_up))
        report(__FILE__, __LINE__, Words(what) + ": the host's environment is another: " + show(after.mxcsr) + ", " +
                                       show(after.x87_control) + ", " + show(after.x87_status));
    run.compare(what);
}

static void set_x87_precision()
{
    unsigned short control = 0x07f; /* 24 bits, downwards */
    __asm__ volatile("fldcw %0" : : "m"(control));
}

static SseState seen[3];
static void look(void *at)
{
    *static_cast<SseState *>(at) = host_env();
    fesetround(FE_UPWARD); /* and nobody minds */
    _mm_setcsr(_mm_getcsr() | FLUSH);
}
static void look_as_callback(cudaStream_t, cudaError_t, void *at) { look(at); }

/* Host functions start in an ordinary environment, whatever the thread has that is the first to need one, and whatever
 * the host function before did to it. */
static void check_host_functions()
{
    CHECK(cudaLaunchHostFunc(0, look, &seen[0]));
    CHECK(cudaLaunchHostFunc(0, look, &seen[1]));
    CHECK(cudaStreamAddCallback(0, look_as_callback, &seen[2], 0));
}

__global__ void write_to(int *at) { *at = 1; }

/* A kernel that faults leaves the host's environment as it was, too. */
static void check_fault()
{
    fenv_t before;
    fegetenv(&before);
    unsigned mxcsr = _mm_getcsr();
    fesetround(FE_UPWARD);
    feraiseexcept(FE_INVALID);
    _mm_setcsr(_mm_getcsr() | FLUSH);
    SseState set_up = host_env();
    write_to<<<1, 32>>>(reinterpret_cast<int *>(64));
    cudaError_t error = cudaStreamSynchronize(0);
    SseState after = host_env();
    fesetenv(&before);
    _mm_setcsr(mxcsr);
    EXPECT_EQ(error, cudaErrorIllegalAddress);
    EXPECT(after == set_up);
    cudaGetLastError();
    CHECK(cudaDeviceReset());
}

static void check_kernels()
{
    Run run;
    fesetround(FE_DOWNWARD);
    check_host_functions();
    CHECK(cudaDeviceSynchronize());
    fesetround(FE_TONEAREST);
    for (const SseState &s : seen)
        EXPECT(is_ordinary(s));
    with(run, "nothing", [] {});
    with(run, "upward", [] { fesetround(FE_UPWARD); });
    with(run, "downward", [] { fesetround(FE_DOWNWARD); });
    with(run, "towards zero", [] { fesetround(FE_TOWARDZERO); });
    with(run, "flush to zero", [] { _mm_setcsr(_mm_getcsr() | 0x8000); });
    with(run, "denormals are zero", [] { _mm_setcsr(_mm_getcsr() | 0x0040); });
    with(run, "all flags", [] { feraiseexcept(FE_ALL_EXCEPT); });
    with(run, "no flags", [] { feclearexcept(FE_ALL_EXCEPT); });
    with(run, "traps", [] {
        feclearexcept(FE_ALL_EXCEPT);
        feenableexcept(FE_ALL_EXCEPT);
    });
    with(run, "x87 precision", set_x87_precision);
}

int main()
{
    check_kernels();
    check_fault();
    return finish();
}
