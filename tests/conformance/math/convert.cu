/* Conversions with a stated rounding, and bit casts: in range against rint, trunc, ceil and floor, out of range the
 * nearest representable integer; NaN gives 0 from float to 32 bits, else only the top bit set. */
#include <cfenv>
#include <cmath>
#include <limits>
#include "../check.h"

typedef long long ll;
typedef unsigned long long ull;
enum { RN, RZ, RU, RD, ROUNDINGS };
static const int modes[ROUNDINGS] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

template <typename F> struct from_floating {
    int i[ROUNDINGS];
    unsigned u[ROUNDINGS];
    ll l[ROUNDINGS];
    ull ul[ROUNDINGS];
};
struct to_floating {
    float i[ROUNDINGS], u[ROUNDINGS], l[ROUNDINGS], ul[ROUNDINGS], d[ROUNDINGS];
    double wide_l[ROUNDINGS], wide_ul[ROUNDINGS], wide_i, wide_u;
};

#define FROM(from, r, R)                     \
    out->i[R] = __##from##2int_##r(x);       \
    out->u[R] = __##from##2uint_##r(x);      \
    out->l[R] = __##from##2ll_##r(x);        \
    out->ul[R] = __##from##2ull_##r(x);
#define FROM_ALL(from) FROM(from, rn, RN) FROM(from, rz, RZ) FROM(from, ru, RU) FROM(from, rd, RD)
__device__ void convert(float x, from_floating<float> *out) { FROM_ALL(float) }
__device__ void convert(double x, from_floating<double> *out) { FROM_ALL(double) }
template <typename F> __global__ void convert_from(const F *x, from_floating<F> *out) {
    convert(x[threadIdx.x], &out[threadIdx.x]);
}

#define TO(r, R)                             \
    out->i[R] = __int2float_##r((int)x);     \
    out->u[R] = __uint2float_##r((unsigned)x); \
    out->l[R] = __ll2float_##r((ll)x);       \
    out->ul[R] = __ull2float_##r(x);         \
    out->d[R] = __double2float_##r(d);       \
    out->wide_l[R] = __ll2double_##r((ll)x); \
    out->wide_ul[R] = __ull2double_##r(x);
__global__ void convert_to(const ull *integers, const double *doubles, to_floating *all) {
    ull x = integers[threadIdx.x];
    double d = doubles[threadIdx.x];
    to_floating *out = &all[threadIdx.x];
    TO(rn, RN) TO(rz, RZ) TO(ru, RU) TO(rd, RD)
    out->wide_i = __int2double_rn((int)x);
    out->wide_u = __uint2double_rn((unsigned)x);
}

/* The integer of type I that x, of type F, becomes under rounding r. */
template <typename I, typename F> static I expected_integer(F of, int r) {
    double x = of;
    if (x != x) return sizeof(I) == 8 || sizeof(F) == 8 ? (I)(1ull << (8 * sizeof(I) - 1)) : (I)0;
    double whole = r == RN ? std::rint(x) : r == RZ ? std::trunc(x) : r == RU ? std::ceil(x) : std::floor(x);
    if (whole <= (double)std::numeric_limits<I>::min()) return std::numeric_limits<I>::min();
    if (whole >= (double)std::numeric_limits<I>::max()) return std::numeric_limits<I>::max();
    return (I)whole;
}

template <typename F> static void check_from() {
    const double sample[] = {0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.9999, 1e-30, -1e-30, 2147483646.5, 2147483647,
                             2147483648.0, -2147483648.0, -2147483649.0, 4294967295.0, 4294967295.5, 4294967296.0,
                             9.2e18, 9.3e18, -9.3e18, 1.8e19, 1.9e19, 1e30, -1e30, INFINITY, -INFINITY, NAN, 8388607.5,
                             123456.789, -123456.789};
    const int count = sizeof sample / sizeof *sample;
    F *x = managed<F>(count);
    for (int k = 0; k < count; k++) x[k] = (F)sample[k];
    from_floating<F> *out = managed<from_floating<F>>(count);
    convert_from<F><<<1, count>>>(x, out);
    FINISH();
    for (int k = 0; k < count; k++)
        for (int r = 0; r < ROUNDINGS; r++) {
            CHECK_AT(4 * k + r, expected_integer<int>(x[k], r), out[k].i[r]);
            CHECK_AT(4 * k + r, expected_integer<unsigned>(x[k], r), out[k].u[r]);
            CHECK_AT(4 * k + r, expected_integer<ll>(x[k], r), out[k].l[r]);
            CHECK_AT(4 * k + r, expected_integer<ull>(x[k], r), out[k].ul[r]);
        }
}

template <typename F, typename X> static __attribute__((noinline)) F rounded(X value, int r) {
    volatile X x = value;
    std::fesetround(modes[r]);
    volatile F f = (F)x;
    std::fesetround(FE_TONEAREST);
    return f;
}

static void check_to() {
    const ull integers[] = {0, 1, ~0ull, 16777217, 16777219, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
                            0x8000000000000000, 0x20000000000001, 0x20000000000003, 0xfffffffffffff001,
                            0x123456789abcdef, 0x100000001000001, 33554435};
    const double doubles[] = {0.1, -0.1, 1e300, -1e300, 1e-50, -1e-50, 3.4028235677973366e38, 1 + 0x1p-24,
                              1 + 0x1p-25, INFINITY, 1e-45, 7e-46, 16777217, -16777219, 1.0, NAN};
    const int count = 16;
    ull *x = managed<ull>(count);
    double *d = managed<double>(count);
    std::memcpy(x, integers, sizeof integers);
    std::memcpy(d, doubles, sizeof doubles);
    to_floating *out = managed<to_floating>(count);
    convert_to<<<1, count>>>(x, d, out);
    FINISH();
    for (int k = 0; k < count; k++) {
        CHECK_AT(k, (double)(int)x[k], out[k].wide_i);
        CHECK_AT(k, (double)(unsigned)x[k], out[k].wide_u);
        for (int r = 0; r < ROUNDINGS; r++) {
            CHECK_AT(4 * k + r, (rounded<float>((int)x[k], r)), out[k].i[r]);
            CHECK_AT(4 * k + r, (rounded<float>((unsigned)x[k], r)), out[k].u[r]);
            CHECK_AT(4 * k + r, (rounded<float>((ll)x[k], r)), out[k].l[r]);
            CHECK_AT(4 * k + r, (rounded<float>(d[k], r)), out[k].d[r]);
            CHECK_AT(4 * k + r, (rounded<double>((ll)x[k], r)), out[k].wide_l[r]);
            /* x86-64 has no rounding conversion of unsigned 64-bit integers: through long double, which is exact. */
            CHECK_AT(4 * k + r, (rounded<float>((long double)x[k], r)), out[k].ul[r]);
            CHECK_AT(4 * k + r, (rounded<double>((long double)x[k], r)), out[k].wide_ul[r]);
        }
    }
}

__global__ void casts(ull *out) {
    out[0] = (unsigned)__float_as_int(-1.5f);
    out[1] = __float_as_uint(1.0f);
    out[2] = __int_as_float(0x40490fdb) == 3.14159274f;
    out[3] = __uint_as_float(0x80000000u) == 0;
    out[4] = __double_as_longlong(-2.0);
    out[5] = __longlong_as_double(0x3ff8000000000000ll) == 1.5;
    out[6] = (unsigned)__double2hiint(-2.0);
    out[7] = (unsigned)__double2loint(0.1);
    out[8] = __hiloint2double(0x3ff80000, 0) == 1.5;
    out[9] = __hiloint2double(0x3fb99999, (int)0x9999999a) == 0.1;
}

/* C's own conversions, of values that the compiler sees: what is out of range is so at compile time, too, and is no
 * reason to drop the rest of the kernel. */
__global__ void constants(ll *out) {
    const float big = 3e38f, small = -5.5f, nan = __int_as_float(0x7fffffff);
    const double huge = -1e300;
    out[0] = (int)big;
    out[1] = (unsigned)small;
    out[2] = (int)huge;
    out[3] = (ll)big;
    out[4] = (int)nan;
    out[5] = (ll)(ull)huge;
    if ((int)big > 0) out[6] = 7;
}

static void check_constants() {
    const ll expected[] = {0x7fffffff, 0, -0x7fffffff - 1, 0x7fffffffffffffff, 0, 0, 7};
    ll *out = managed<ll>(7);
    constants<<<1, 1>>>(out);
    FINISH();
    for (int i = 0; i < 7; i++) CHECK_AT(i, expected[i], out[i]);
}

int main() {
    check_constants();
    check_from<float>();
    check_from<double>();
    check_to();
    const ull expected[] = {0xbfc00000, 0x3f800000, 1, 1, 0xc000000000000000ull, 1, 0xc0000000, 0x9999999a, 1, 1};
    ull *out = managed<ull>(10);
    casts<<<1, 1>>>(out);
    FINISH();
    for (int i = 0; i < 10; i++) CHECK_AT(i, expected[i], out[i]);
    return check_result();
}
