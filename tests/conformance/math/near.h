/* Comparing with a reference to within some units in the last place (ulp). */
#ifndef NEAR_H
#define NEAR_H

#include <cmath>
#include <limits>
#include "../check.h"

/* How far got is from the exact value, in ulps of T there; 0 if both are NaN or the same infinity. */
template <typename T> double ulps(long double exact, T got) {
    T rounded = (T)exact;
    if (rounded != rounded || got != got) return rounded != rounded && got != got ? 0 : 1e30;
    if (std::isinf(rounded) || std::isinf(got)) return rounded == got ? 0 : 1e30;
    int exponent = 0;
    std::frexp((double)std::fabs(rounded), &exponent);
    int least = std::numeric_limits<T>::min_exponent;
    if (exponent < least) exponent = least;
    long double unit = ldexpl(1, exponent - std::numeric_limits<T>::digits);
    return (double)(fabsl((long double)got - exact) / unit);
}

#define CHECK_ULPS(name, index, input, exact, got, limit)                                                     \
    do {                                                                                                      \
        double near_error = ulps(exact, got);                                                                 \
        if (!(near_error <= (limit))) {                                                                       \
            std::printf("%s(%.9g): %g ulp, at most %g wanted\n", name, (double)(input), near_error, (double)(limit)); \
            check_failed(__FILE__, __LINE__, name, index, (double)(exact), (double)(got));                    \
        }                                                                                                     \
    } while (0)

#endif
