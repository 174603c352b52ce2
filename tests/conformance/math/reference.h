/* The math functions in long double: those that C lacks. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <cmath>
#include <limits>

static const long double pi_l = 3.141592653589793238462643383279502884L;

/* Under the table's names for what C has. */
#define REFERENCE_OF_C(name) \
    static inline long double exact_##name(long double x) { return name##l(x); }
REFERENCE_OF_C(cbrt)
REFERENCE_OF_C(exp)
REFERENCE_OF_C(exp2)
REFERENCE_OF_C(expm1)
REFERENCE_OF_C(log)
REFERENCE_OF_C(log2)
REFERENCE_OF_C(log10)
REFERENCE_OF_C(log1p)
REFERENCE_OF_C(sin)
REFERENCE_OF_C(cos)
REFERENCE_OF_C(tan)
REFERENCE_OF_C(asin)
REFERENCE_OF_C(acos)
REFERENCE_OF_C(atan)
REFERENCE_OF_C(sinh)
REFERENCE_OF_C(cosh)
REFERENCE_OF_C(tanh)
REFERENCE_OF_C(asinh)
REFERENCE_OF_C(acosh)
REFERENCE_OF_C(atanh)
REFERENCE_OF_C(erf)
REFERENCE_OF_C(erfc)
REFERENCE_OF_C(tgamma)
#undef REFERENCE_OF_C

/* At the poles of C's tgamma CUDA has what C has; lgamma without its variable. */
static inline long double exact_lgamma(long double x) {
    int sign;
    return lgammal_r(x, &sign);
}

static inline long double exact_rsqrt(long double x) { return 1 / sqrtl(x); }
static inline long double exact_rcbrt(long double x) { return 1 / cbrtl(x); }

/* 10^x = 10^n 10^r with powers of ten by squaring would round often; powl does it well. */
static inline long double exact_exp10(long double x) { return powl(10, x); }

/* sin((x + quarters / 2) pi), reduced exactly to within a quarter of a turn's quarter. */
static inline long double exact_turned(long double x, int quarters) {
    long double turn = fmodl(x, 2), nearest = rintl(2 * turn), rest = (turn - nearest / 2) * pi_l;
    switch (((int)nearest + quarters) & 3) {
    case 0: return sinl(rest);
    case 1: return cosl(rest);
    case 2: return -sinl(rest);
    default: return -cosl(rest);
    }
}
/* Zeros: a sine's has the sign of x, a cosine's is positive. */
static inline long double exact_sinpi(long double x) {
    if (x - x != 0) return x - x;
    long double value = exact_turned(x, 0);
    return value == 0 ? copysignl(0, x) : value;
}
static inline long double exact_cospi(long double x) {
    if (x - x != 0) return x - x;
    long double value = exact_turned(x, 1);
    return value == 0 ? 0 : value;
}

/* exp(x * x) with the square's own rounding error; negative: exp(-x * x). */
static inline long double exact_exp_of_square(long double x, int sign) {
    long double square = x * x, low = fmal(x, x, -square);
    return square < 12000 ? expl(sign * square) * (1 + sign * low) : expl(sign * square);
}

/* exp(x^2) erfc(x); its continued fraction where erfc vanishes. */
static inline long double exact_erfcx(long double x) {
    if (x < 6) return exact_exp_of_square(x, 1) * erfcl(x);
    long double fraction = 0;
    for (int k = 60; k > 0; k--) fraction = k / 2.0L / (x + fraction);
    return 1 / (sqrtl(pi_l) * (x + fraction));
}

/* erfc(-x / sqrt 2) / 2; what the argument loses by rounding comes in through the derivative. */
static inline long double exact_normcdf(long double x) {
    const long double root = sqrtl(0.5L);
    const long double root_low = -fmal(root, root, -0.5L) / (2 * root);
    long double z = -x * root, low = fmal(-x, root, -z) - x * root_low;
    if (z - z != 0) return erfcl(z) / 2;
    return 0.5L * (erfcl(z) - 2 / sqrtl(pi_l) * exact_exp_of_square(z, -1) * low);
}

/* The y > 0 with erfc(y) = q <= 1/2: log erfc is nearly a parabola, on which Newton's method converges. */
static inline long double exact_erfc_root(long double q) {
    long double level = logl(q), y = sqrtl(-level);
    for (int i = 0; i < 12; i++) {
        long double scaled = exact_erfcx(y), error = fmal(-y, y, -level) + logl(scaled);
        long double step = error * sqrtl(pi_l) * scaled / 2;
        y += step;
        if (fabsl(step) < 1e-16L * y) break;
    }
    return y;
}
/* The y with erf(y) = x, |x| <= 1/2. */
static inline long double exact_erf_root(long double x) {
    long double y = x * sqrtl(pi_l) / 2;
    for (int i = 0; i < 12; i++) {
        long double step = (erfl(y) - x) * sqrtl(pi_l) / 2 * expl(y * y);
        y -= step;
        if (fabsl(step) < 1e-16L * fabsl(y)) break;
    }
    return y;
}
static inline long double exact_erfcinv(long double x) {
    const long double infinity = std::numeric_limits<long double>::infinity();
    if (!(x >= 0 && x <= 2)) return std::numeric_limits<long double>::quiet_NaN();
    if (x == 0 || x == 2) return x == 0 ? infinity : -infinity;
    if (x > 0.5L && x < 1.5L) return exact_erf_root(1 - x);
    return x < 1 ? exact_erfc_root(x) : -exact_erfc_root(2 - x);
}
static inline long double exact_erfinv(long double x) {
    if (x == 0) return x;
    if (fabsl(x) <= 0.5L) return exact_erf_root(x);
    return x > 0 ? exact_erfcinv(1 - x) : -exact_erfcinv(1 + x);
}
static inline long double exact_normcdfinv(long double x) { return 0 - sqrtl(2) * exact_erfcinv(2 * x); }

/* The modified Bessel functions: power series, and beyond 40 the asymptotic one. */
static inline long double exact_bessel_i(int order, long double x) {
    long double size = fabsl(x), sign = order && x < 0 ? -1 : 1, term, sum;
    if (size < 40) {
        term = order ? x / 2 : 1, sum = term;
        for (int k = 1; k < 200 && fabsl(term) > 1e-22L * fabsl(sum); k++) sum += term *= x * x / 4 / k / (k + order);
        return sum;
    }
    if (size - size != 0) return sign * size;
    term = sum = 1;
    for (int k = 1; k < 40; k++) sum += term *= ((2 * k - 1) * (2 * k - 1) - 4 * order) / (8.0L * k * size);
    return sign * expl(size) / sqrtl(2 * pi_l * size) * sum;
}
static inline long double exact_cyl_bessel_i0(long double x) { return exact_bessel_i(0, x); }
static inline long double exact_cyl_bessel_i1(long double x) { return exact_bessel_i(1, x); }

static inline long double exact_pow(long double x, long double y) { return powl(x, y); }
static inline long double exact_atan2(long double y, long double x) { return atan2l(y, x); }
static inline long double exact_hypot(long double x, long double y) { return hypotl(x, y); }
static inline long double exact_rhypot(long double x, long double y) { return 1 / hypotl(x, y); }

/* As in hypot an infinity wins over a NaN. */
static inline long double exact_norm(const long double *v, int n) {
    long double sum = 0;
    for (int i = 0; i < n; i++) {
        if (std::isinf(v[i])) return std::numeric_limits<long double>::infinity();
        sum += v[i] * v[i];
    }
    return sqrtl(sum);
}

#endif
