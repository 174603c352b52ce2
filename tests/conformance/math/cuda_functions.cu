/* CUDA's own math functions in kernels: rsqrt, sinpi, erfinv, norm3d and the rest, single, double and overloaded. */
#include "cuda_functions.h"

__global__ void compute(float *single, float *overloaded, double *wide) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= COUNT) return;
    CUDA_FUNCTIONS(CALL_ALL)
}

__global__ void several(float *f, double *d) {
    const double v[5] = {1, -2, 3, -4, 5};
    const float vf[5] = {1, -2, 3, -4, 5};
    *d++ = norm3d(1.0, 2.0, 2.0), *f++ = norm3df(1, 2, 2);
    *d++ = norm4d(1.0, 2.0, 4.0, 10.0), *f++ = norm4df(1, 2, 4, 10);
    *d++ = rnorm3d(1.0, 2.0, 2.0), *f++ = rnorm3df(1, 2, 2);
    *d++ = rnorm4d(1.0, 2.0, 4.0, 10.0), *f++ = rnorm4df(1, 2, 4, 10);
    *d++ = norm(5, v), *f++ = normf(5, vf);
    *d++ = rnorm(5, v), *f++ = rnormf(5, vf);
    *d++ = rhypot(3.0, 4.0), *f++ = rhypotf(3, 4);
    *d++ = fdivide(1.0, 3.0), *f++ = fdividef(1, 3);
    *d++ = norm3d(3e300, 4e300, 0.0), *f++ = norm3df(3e30f, 4e30f, 0);
    *d++ = jn(2, 3.0), *f++ = jnf(2, 3);
    *d++ = yn(2, 3.0), *f++ = ynf(2, 3);
    sincospi(0.25, d, d + 1), sincospif(0.25f, f, f + 1);
    d += 2, f += 2;
    *d++ = sinpi(1e15 + 0.5), *f++ = sinpif(8388607.5f);
    sincos(0.5, d, d + 1), sincosf(0.5f, f, f + 1);
}

int main() {
    float *single = managed<float>(FUNCTION_COUNT * COUNT), *overloaded = managed<float>(FUNCTION_COUNT * COUNT);
    double *wide = managed<double>(FUNCTION_COUNT * COUNT);
    compute<<<3, 64>>>(single, overloaded, wide);
    FINISH();
    CUDA_FUNCTIONS(COMPARE_ALL)

    float *f = managed<float>(32);
    double *d = managed<double>(32);
    several<<<1, 1>>>(f, d);
    FINISH();
    long double root = sqrtl(0.5L);
    const long double exact[] = {3, 11, 1 / 3.0L, 1 / 11.0L, sqrtl(55), 1 / sqrtl(55), 0.2L, 1 / 3.0L, 5e300L,
                                 jnl(2, 3), ynl(2, 3), root, root, 1, sinl(0.5L), cosl(0.5L)};
    for (int i = 0; i < 16; i++) {
        CHECK_ULPS("several", i, i, exact[i], d[i], 8);
        if (i != 8 && i != 13) CHECK_ULPS("several, single", i, i, exact[i], f[i], 8);
    }
    CHECK_ULPS("norm3df", 8, 0, 5e30L, f[8], 4);
    CHECK_EQUAL(-1.0f, f[13]);
    return check_result();
}
