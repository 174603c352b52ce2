/* A program's own functions and variables by the names of the C library's mathematical ones. asm gives them the names,
 * so that the compiler does not take them for what it knows. */
int own_calls;

#define FUNCTION(name)                  \
    double own_##name(double) __asm__(#name); \
    double own_##name(double x)         \
    {                                   \
        own_calls++;                    \
        return -77 - x;                 \
    }
#define VARIABLE(name) char own_##name[64] __asm__(#name) = "not a function";
#define BOTH(name) FUNCTION(name) FUNCTION(name##f)

BOTH(acos) BOTH(acosh) BOTH(asin) BOTH(asinh) BOTH(atan) BOTH(atan2) BOTH(atanh) BOTH(cbrt) BOTH(ceil) BOTH(copysign)
BOTH(cos) BOTH(cosh) BOTH(erf) BOTH(erfc) BOTH(exp) BOTH(exp10) BOTH(exp2) BOTH(expm1) BOTH(fabs) BOTH(fdim)
BOTH(floor) BOTH(fma) BOTH(fmax) BOTH(fmin) BOTH(fmod) BOTH(frexp) BOTH(hypot) BOTH(ilogb) BOTH(j0) BOTH(jn)
BOTH(ldexp) BOTH(lgamma) BOTH(llrint) BOTH(llround) BOTH(log) BOTH(log10) BOTH(log1p) BOTH(log2) BOTH(logb)
BOTH(lrint) BOTH(lround) BOTH(modf) BOTH(nearbyint) BOTH(nextafter) BOTH(pow) BOTH(remainder) BOTH(remquo) BOTH(rint)
BOTH(round) BOTH(roundeven) BOTH(scalbln) BOTH(scalbn) BOTH(sin) BOTH(sincos) BOTH(sinh) BOTH(sqrt) BOTH(tan)
BOTH(tanh) BOTH(tgamma) BOTH(trunc) BOTH(y0) BOTH(yn) BOTH(gamma) BOTH(drem) BOTH(significand) BOTH(scalb)
FUNCTION(lgamma_r) FUNCTION(lgammaf_r) FUNCTION(pow10)
VARIABLE(y1) VARIABLE(j1) VARIABLE(y1f) VARIABLE(j1f)
