/* The fast single precision functions against the bounds of the guide (Intrinsic Functions). FAST_NAME(name) is the
 * function that stands for a row: the intrinsic, or under -use_fast_math the standard one. FAST_ONLY_NORMAL: denormal
 * numbers may be flushed.
 */
#ifndef FAST_H
#define FAST_H

#include "reference.h"
#include "report.h"

#ifdef FAST_ONLY_NORMAL
#define IS_IN(x) (std::fabs(x) >= std::numeric_limits<float>::min() || (x) == 0)
#else
#define IS_IN(x) true
#endif

enum {
#define FAST1(name, ...) of_##name,
#define FAST_PAIR(name, ...) of_##name, of_##name##_second,
#include <softwarp/math/functions.def>
    FUNCTIONS
};
enum {
#define FAST2(name, of) of_##name,
#include <softwarp/math/functions.def>
    FUNCTIONS_OF_TWO
};

__global__ void compute(const float *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
#define PLACE(name) out[of_##name * n + i]
#define FAST1(name, ...) PLACE(name) = FAST_NAME(name)(in[of_##name * n + i]);
#define FAST_PAIR(name, ...) FAST_NAME(name)(in[of_##name * n + i], &PLACE(name), &PLACE(name##_second));
#include <softwarp/math/functions.def>
}
__global__ void compute_two(const several<float> *in, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
#define FAST2(name, of) PLACE(name) = FAST_NAME(name)(in[i].x, in[i].y);
#include <softwarp/math/functions.def>
}

/* Between from and to the error is at most so many ulps, or so much; special values are the exact function's. */
template <typename E, typename U, typename A> void check_one(const char *label, const float *in, const float *out,
                                                             int n, double from, double to, E exact, U ulps,
                                                             A absolute) {
    report<float> row(label);
    int specials = (int)special_values<float>().size();
    for (int i = 0; i < n; i++) {
        double x = in[i];
        long double wanted = exact(x);
#ifndef FAST_ONLY_NORMAL
        if (i < specials && (x == 0 || x - x != 0)) row.special(wanted, out[i], x);
#endif
        if (!(x >= from && x <= to) || !IS_IN(in[i]) || !IS_IN((float)wanted)) continue;
        double distance = absolute(x);
        if (distance > 0 && fabsl(wanted - (long double)out[i]) <= distance)
            row.within(wanted, out[i], distance, x);
        else
            row.near(wanted, out[i], ulps(x), x);
    }
    row.print("within the guide's bound");
}

/* Two ulps for divisors up to 2^126. */
static bool check_fdividef(report<float> &row, float x, float y, float got) {
    if (!(std::fabs(y) >= 0x1p-126f && std::fabs(y) <= 0x1p126f) || x - x != 0) return false;
    float wanted = x / y;
    if (!IS_IN(x) || !IS_IN(wanted)) return false;
    row.near((long double)x / y, got, 2, x, y);
    return true;
}
/* 2^(y log2 x): what log2's error and the product's do to the result, and two ulps, and two for the way back. */
static bool check_powf(report<float> &row, float x, float y, float got) {
    if (!(x >= 0x1p-126f && x - x == 0 && y - y == 0)) return false;
    long double wanted = powl(x, y), log2x = fabsl(log2l(x)), size = fabsl((long double)y);
    if (!(wanted > 0x1p-120L && wanted < 0x1p120L)) return false;
    long double error = x >= 0.5f && x <= 2 ? 0x1p-22L : log2x * 0x1p-22L;
    long double allowed = expm1l(0.6932L * (size * error + size * log2x * 0x1p-24L)) + 0x1p-21L;
    if (allowed > 1) return false; /* nothing is left of the result */
    row.within(wanted, got, (double)(wanted * allowed), x, y);
    return true;
}

static void check_two(const char *label, const several<float> *in, const float *out, int n,
                      bool (*check)(report<float> &, float, float, float)) {
    report<float> row(label);
    for (int i = 0; i < n; i++) check(row, in[i].x, in[i].y, out[i]);
    row.print("within the guide's bound");
}

static void check_functions_of_two() {
    std::vector<several<float>> all = several_samples<float>(0, 4, -20, 20);
    int n = (int)all.size();
    several<float> *in = shared_copy(all);
    float *out = managed<float>((size_t)n * FUNCTIONS_OF_TWO);
    compute_two<<<(n + 127) / 128, 128>>>(in, out, n);
    FINISH();
#define FAST2(name, of) check_two(FAST_LABEL(name, "float, float"), in, out + of_##name * n, n, check_##name);
#include <softwarp/math/functions.def>
}

static void check_functions() {
    std::vector<float> all;
#define FAST1(name, of, from, to, ...) \
    for (float x : samples_of<float>(from, (to) < 100 ? (to) : 100)) all.push_back(x);
#define FAST_PAIR(name, ...)    \
    for (int k = 0; k < 2; k++) \
        for (float x : samples_of<float>(-3.1415925, 3.1415925)) all.push_back(x);
#include <softwarp/math/functions.def>
    int n = (int)all.size() / FUNCTIONS;
    float *in = shared_copy(all), *out = managed<float>(all.size());
    compute<<<(n + 127) / 128, 128>>>(in, out, n);
    FINISH();
#define FAST1(name, of, from, to, ulps, absolute)                                                    \
    check_one(                                                                                       \
        FAST_LABEL(name, "float"), in + of_##name * n, out + of_##name * n, n, from, to, exact_##of, \
        [](double x) -> double { return (void)x, ulps; }, [](double x) -> double { return (void)x, absolute; });
#define CHECK_PAIR(name, of, error)                                                                              \
    check_one(                                                                                                   \
        FAST_LABEL(sincosf, "float, float *, float *"), in + of_sincosf * n, out + of_##name * n, n, -3.1415925, \
        3.1415925, exact_##of, [](double) -> double { return 0; }, [](double) -> double { return error; });
#define FAST_PAIR(name, of, first, second)  \
    CHECK_PAIR(name, first, 0x1.8157dap-22) \
    CHECK_PAIR(name##_second, second, 0x1.c0d278p-22)
#include <softwarp/math/functions.def>
}

#endif
