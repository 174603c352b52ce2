/* Arithmetic with a stated rounding, on all pairs of awkward values: against the host's own arithmetic under
 * fesetround. Also that the stated rounding keeps a product and a sum apart. */
#include <cfenv>
#include <cmath>
#include "../check.h"

#define COUNT 24
enum { RN, RZ, RU, RD, ROUNDINGS };
static const int modes[ROUNDINGS] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

template <typename T> struct results {
    T add[ROUNDINGS], sub[ROUNDINGS], mul[ROUNDINGS], div[ROUNDINGS], fma[ROUNDINGS], rcp[ROUNDINGS], sqrt[ROUNDINGS];
};

#define FORMS(r, R, prefix, fused, x, y, z)    \
    out->add[R] = __##prefix##add_##r(x, y);   \
    out->sub[R] = __##prefix##sub_##r(x, y);   \
    out->mul[R] = __##prefix##mul_##r(x, y);   \
    out->div[R] = __##prefix##div_##r(x, y);   \
    out->fma[R] = __##fused##_##r(x, y, z);    \
    out->rcp[R] = __##prefix##rcp_##r(x);      \
    out->sqrt[R] = __##prefix##sqrt_##r(x);

__device__ void compute_one(results<float> *out, float x, float y, float z) {
    FORMS(rn, RN, f, fmaf, x, y, z)
    FORMS(rz, RZ, f, fmaf, x, y, z)
    FORMS(ru, RU, f, fmaf, x, y, z)
    FORMS(rd, RD, f, fmaf, x, y, z)
}
__device__ void compute_one(results<double> *out, double x, double y, double z) {
    FORMS(rn, RN, d, fma, x, y, z)
    FORMS(rz, RZ, d, fma, x, y, z)
    FORMS(ru, RU, d, fma, x, y, z)
    FORMS(rd, RD, d, fma, x, y, z)
}
template <typename T> __global__ void compute(const T *values, results<T> *out) {
    int i = blockIdx.x, j = threadIdx.x;
    compute_one(&out[i * COUNT + j], values[i], values[j], values[(i * 7 + j * 5 + 3) % COUNT]);
}

/* noinline and volatile: nothing may be folded at compile time or moved across fesetround. */
template <typename T> static __attribute__((noinline)) void reference(results<T> *out, int r, T x0, T y0, T z0) {
    volatile T x = x0, y = y0, z = z0, v;
    std::fesetround(modes[r]);
    v = x + y, out->add[r] = v;
    v = x - y, out->sub[r] = v;
    v = x * y, out->mul[r] = v;
    v = x / y, out->div[r] = v;
    v = std::fma((T)x, (T)y, (T)z), out->fma[r] = v;
    v = (T)1 / x, out->rcp[r] = v;
    v = std::sqrt((T)x), out->sqrt[r] = v;
    std::fesetround(FE_TONEAREST);
}

template <typename T> static void check_type(T tiny, T huge, T epsilon) {
    T *values = managed<T>(COUNT);
    const T sample[COUNT] = {0, (T)-0.0, 1, -1, (T)(1 + epsilon), (T)(1 - epsilon / 2), 3, (T)(1 / 3.0), (T)-0.1, 10,
                             (T)1e10,
                             (T)-7e-9, (T)123456789, tiny, -tiny, huge, -huge, (T)(huge / 3), (T)(tiny * 12345), (T)1.5,
                             (T)0.7, (T)-2.25, (T)6.02e23, (T)1e-20};
    std::memcpy(values, sample, sizeof sample);
    results<T> *out = managed<results<T>>(COUNT * COUNT), expected;
    compute<T><<<COUNT, COUNT>>>(values, out);
    FINISH();
    for (int k = 0; k < COUNT * COUNT; k++) {
        int i = k / COUNT, j = k % COUNT;
        for (int r = 0; r < ROUNDINGS; r++) {
            reference(&expected, r, values[i], values[j], values[(i * 7 + j * 5 + 3) % COUNT]);
            CHECK_AT(4 * k + r, expected.add[r], out[k].add[r]);
            CHECK_AT(4 * k + r, expected.sub[r], out[k].sub[r]);
            CHECK_AT(4 * k + r, expected.mul[r], out[k].mul[r]);
            CHECK_AT(4 * k + r, expected.div[r], out[k].div[r]);
            CHECK_AT(4 * k + r, expected.fma[r], out[k].fma[r]);
            CHECK_AT(4 * k + r, expected.rcp[r], out[k].rcp[r]);
            CHECK_AT(4 * k + r, expected.sqrt[r], out[k].sqrt[r]);
        }
    }
}

__global__ void keep_apart(float *out, float x, float y, float z) {
    out[0] = __fadd_rn(__fmul_rn(x, y), z);
    out[1] = __fsub_rn(__fmul_rn(x, y), z);
    out[2] = fmaf(x, y, z);
    out[3] = __frsqrt_rn(4.0f);
}

int main() {
    check_type<float>(1e-45f, 3.4028235e38f, 1.1920929e-7f);
    check_type<double>(4.94e-324, 1.7976931348623157e308, 2.220446049250313e-16);
    float *out = managed<float>(4);
    const float x = 1 + 0x1p-12f, z = -(1 + 0x1p-11f);
    keep_apart<<<1, 1>>>(out, x, x, z);
    FINISH();
    CHECK_EQUAL(0.0f, out[0]);
    CHECK_EQUAL(2 + 0x1p-10f, out[1]);
    CHECK_EQUAL(0x1p-24f, out[2]);
    CHECK_EQUAL(0.5f, out[3]);
    return check_result();
}
