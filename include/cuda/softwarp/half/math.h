/* Mathematical functions of a 16-bit format, for public.h to give them CUDA's names. Included once per format (see
 * types.h).
 *
 * CUDA says that they round to nearest. What is computed as a float and rounded once more misses that for about one
 * argument in a thousand, and for others with other numbers of lanes; from a double it is right for every argument (the
 * tests try all), so the bits are the same in every variant of a kernel. CUDA Math API: Half Math Functions.
 */
#define SW_MATH(name, expression)                         \
    SW_NARROW_FN SW_N sw_h##name(const SW_N a) {          \
        const float x = sw_wide(a);                       \
        return SW_F(nearest_to)(expression);              \
    }
#define SW_MATH_DOUBLE(name, expression)                        \
    SW_NARROW_FN SW_N sw_h##name(const SW_N a) {                \
        const double x = sw_wide(a);                            \
        return SW_F(nearest_to)(sw_cut_float(expression));      \
    }
SW_MATH_DOUBLE(exp, ::exp(x))
SW_MATH_DOUBLE(exp2, ::exp2(x))
SW_MATH_DOUBLE(exp10, ::exp10(x))
SW_MATH_DOUBLE(log, ::log(x))
SW_MATH_DOUBLE(log2, ::log2(x))
SW_MATH_DOUBLE(log10, ::log10(x))
SW_MATH_DOUBLE(sin, ::sin(x))
SW_MATH_DOUBLE(cos, ::cos(x))
SW_MATH_DOUBLE(tanh, ::tanh(x))
SW_MATH_DOUBLE(rsqrt, 1.0 / __builtin_sqrt(x))
SW_MATH(tanh_approx, ::tanhf(x))
/* A float's square root and quotient have bits enough for rounding them again. */
SW_MATH(sqrt, __builtin_sqrtf(x))
SW_MATH(rcp, 1.0f / x)
SW_MATH(floor, __builtin_floorf(x))
SW_MATH(ceil, __builtin_ceilf(x))
SW_MATH(trunc, __builtin_truncf(x))
SW_MATH(rint, __builtin_rintf(x))
#undef SW_MATH_DOUBLE
#undef SW_MATH
