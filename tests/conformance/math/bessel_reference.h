/* Bessel functions with digits to spare near their zeros too: power series in 113 bits below 8, the C library's long
 * double functions elsewhere, where the guide's bounds are absolute.
 */
#ifndef BESSEL_REFERENCE_H
#define BESSEL_REFERENCE_H

#include <cmath>

typedef __float128 quad;

/* ln x, by one step of Newton's method from the C library's; exp(-l) = exp of its head by its Taylor series. */
static inline quad quad_log(quad x) {
    quad l = logl((long double)x);
    const int halvings = l > -4 && l < 4 ? 3 : 10;
    quad small = -l / (1 << halvings), term = 1, power = 1;
    for (int k = 1; k < 32; k++) power += term *= small / k;
    for (int k = 0; k < halvings; k++) power *= power;
    quad rest = x * power - 1;
    return l + rest - rest * rest / 2;
}

static const quad quad_euler = (quad)0x1.2788cfc6fb619p-1 - (quad)0x1.6cb90701fbfabp-58 - (quad)0x1.34a95e3133c51p-112;
static const quad quad_pi = (quad)0x1.921fb54442d18p+1 + (quad)0x1.1a62633145c07p-53 - (quad)0x1.f1976b7ed8fbcp-109;

/* J of order 0 or 1. */
static inline quad quad_j(int order, quad x) {
    quad square = -x * x / 4, term = order ? x / 2 : 1, sum = term;
    for (int k = 1; k < 60; k++) sum += term *= square / (k * (k + order));
    return sum;
}
/* pi Y_0 = 2 (ln(x/2) + gamma) J_0 - 2 sum H_k (-x^2/4)^k / k!^2;
 * pi Y_1 = 2 ln(x/2) J_1 - 2/x - x/2 sum (psi(k+1) + psi(k+2)) (-x^2/4)^k / k! (k+1)!. */
static inline quad quad_y(int order, quad x) {
    quad square = -x * x / 4, term = 1, harmonic = 0, sum = 0;
    if (order) sum = 1 - 2 * quad_euler;
    for (int k = 1; k < 60; k++) {
        term *= square / (k * (k + order));
        harmonic += (quad)1 / k;
        sum += order ? term * (2 * (harmonic - quad_euler) + (quad)1 / (k + 1)) : term * harmonic;
    }
    quad log = quad_log(x / 2);
    return order ? (2 * log * quad_j(1, x) - 2 / x - x / 2 * sum) / quad_pi
                 : (2 * (log + quad_euler) * quad_j(0, x) - 2 * sum) / quad_pi;
}

static inline long double exact_j0(long double x) { return fabsl(x) < 8 ? (long double)quad_j(0, x) : j0l(x); }
static inline long double exact_j1(long double x) {
    return fabsl(x) < 8 ? x == 0 ? x : (long double)quad_j(1, x) : j1l(x);
}
static inline long double exact_y0(long double x) {
    return x >= 0 ? x > 0 && x < 8 ? (long double)quad_y(0, x) : y0l(x) : x - x == 0 ? NAN : x < 0 ? NAN : x;
}
static inline long double exact_y1(long double x) {
    return x >= 0 ? x > 0 && x < 8 ? (long double)quad_y(1, x) : y1l(x) : x - x == 0 ? NAN : x < 0 ? NAN : x;
}

#endif
