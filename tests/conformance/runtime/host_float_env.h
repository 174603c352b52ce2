/* What a host's thread may do to its floating-point environment, and a kernel whose results would tell. */
#ifndef HOST_FLOAT_ENV_H
#define HOST_FLOAT_ENV_H

#include "../conformance.h"
#include <fenv.h>
#include <xmmintrin.h>

enum { ENV_THREADS = 4096, ENV_VALUES = 6, FLUSH = 0x8040 };

/* Rounding (quotient, root, product, narrowing), a result and an operand that are denormal. */
template <class T> __host__ __device__ void compute(float x, float y, T *out)
{
    out[0] = x / y;
    out[1] = sqrtf(x) + y;
    out[2] = x * 1e-20f * (y * 1e-20f);
    out[3] = fmaf(x, y, -x);
    out[4] = static_cast<float>(static_cast<double>(x) / 3.0);
    out[5] = x * 1e-42f * 1e10f;
}

__global__ void compute_all(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    compute(in[i], in[(i + 1) % ENV_THREADS], out + i * ENV_VALUES);
}

static inline float env_input(int i) { return 0.37f + static_cast<float>(i) * 0.7131f; }

struct SseState {
    unsigned mxcsr;
    unsigned short x87_control, x87_status;
    bool operator==(const SseState &o) const
    {
        return mxcsr == o.mxcsr && x87_control == o.x87_control && x87_status == o.x87_status;
    }
};

static inline SseState host_env()
{
    SseState s;
    s.mxcsr = _mm_getcsr();
    __asm__ volatile("fnstcw %0" : "=m"(s.x87_control));
    __asm__ volatile("fnstsw %0" : "=m"(s.x87_status));
    return s;
}

static inline bool is_ordinary(const SseState &s)
{
    return (s.mxcsr & ~0x3fu) == 0x1f80 && s.x87_control == 0x37f;
}

#endif
