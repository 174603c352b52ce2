// A program that has set its floating-point environment before CUDA starts (host code compiled with -ffast-math does so
// before main): the engine's threads, which are made by that thread, know nothing of it.
// NO-GPU: CUDA's own runtime calls host functions with what the program set before
#include "host_float_env.h"

static SseState seen;
static void look(void *) { seen = host_env(); }

static bool is_denormal(float x) { return x != 0 && fabsf(x) < 1.17549435e-38f; }

int main()
{
    unsigned ordinary = _mm_getcsr();
    fesetround(FE_UPWARD);
    _mm_setcsr(_mm_getcsr() | FLUSH);
    const size_t values = static_cast<size_t>(ENV_THREADS) * ENV_VALUES;
    float *in, *out;
    CHECK(cudaMallocManaged(&in, ENV_THREADS * sizeof(float)));
    CHECK(cudaMallocManaged(&out, values * sizeof(float)));
    _mm_setcsr(ordinary);
    for (int i = 0; i < ENV_THREADS; i++)
        in[i] = env_input(i);
    fesetround(FE_UPWARD);
    _mm_setcsr(_mm_getcsr() | FLUSH);

    compute_all<<<ENV_THREADS / 64, 64>>>(in, out);
    CHECK(cudaGetLastError());
    CHECK(cudaLaunchHostFunc(0, look, nullptr));
    while (cudaStreamQuery(0) == cudaErrorNotReady) { /* this thread lends no hand */
    }
    EXPECT_EQ(_mm_getcsr() & FLUSH, static_cast<unsigned>(FLUSH));
    EXPECT_EQ(fegetround(), FE_UPWARD);
    fesetround(FE_TONEAREST);
    _mm_setcsr(ordinary);
    CHECK(cudaDeviceSynchronize());
    EXPECT(is_ordinary(seen));
    EXPECT(is_denormal(out[2]) && is_denormal(1e-42f * in[0]));
    for (int i = 0; i < ENV_THREADS; i++) {
        float expected[ENV_VALUES];
        compute(in[i], in[(i + 1) % ENV_THREADS], expected);
        for (int k = 0; k < ENV_VALUES; k++)
            EXPECT_EQ(out[i * ENV_VALUES + k], expected[k]);
    }
    return finish();
}
