/* Mathematical functions of a 16-bit format: computed as floats, rounded once more. Included once per format (see
 * half_types.h). CUDA Math API: Half Math Functions.
 */
#define SW_MATH(name, expression)                     \
    SW_NARROW_FN SW_N h##name(const SW_N a) {         \
        const float x = sw_wide(a);                   \
        return SW_F(nearest_to)(expression);          \
    }                                                 \
    SW_PAIR_1(h2##name, h##name)
SW_MATH(exp, ::expf(x))
SW_MATH(exp2, ::exp2f(x))
SW_MATH(exp10, ::exp10f(x))
SW_MATH(log, ::logf(x))
SW_MATH(log2, ::log2f(x))
SW_MATH(log10, ::log10f(x))
SW_MATH(sin, ::sinf(x))
SW_MATH(cos, ::cosf(x))
SW_MATH(tanh, ::tanhf(x))
SW_MATH(tanh_approx, ::tanhf(x))
SW_MATH(sqrt, __builtin_sqrtf(x))
SW_MATH(rsqrt, 1.0f / __builtin_sqrtf(x))
SW_MATH(rcp, 1.0f / x)
SW_MATH(floor, __builtin_floorf(x))
SW_MATH(ceil, __builtin_ceilf(x))
SW_MATH(trunc, __builtin_truncf(x))
SW_MATH(rint, __builtin_rintf(x))
#undef SW_MATH
