/* Comparisons of a 16-bit format, minimum and maximum, for public.h to give them CUDA's names. Included once per
 * format (see types.h). Ordered ones are false, unordered ones (…u) true where an operand is a NaN. CUDA Math API:
 * Half Comparison Functions. No && or ||: both sides cost less than a branch.
 */
#define SW_COMPARISON(name, expression)                             \
    SW_NARROW_FN bool sw_h##name(const SW_N a, const SW_N b) {      \
        const float x = sw_wide(a), y = sw_wide(b);                 \
        return expression;                                          \
    }
SW_COMPARISON(eq, x == y)
SW_COMPARISON(ne, (x < y) | (x > y))
SW_COMPARISON(le, x <= y)
SW_COMPARISON(ge, x >= y)
SW_COMPARISON(lt, x < y)
SW_COMPARISON(gt, x > y)
SW_COMPARISON(equ, !((x < y) | (x > y)))
SW_COMPARISON(neu, !(x == y))
SW_COMPARISON(leu, !(x > y))
SW_COMPARISON(geu, !(x < y))
SW_COMPARISON(ltu, !(x >= y))
SW_COMPARISON(gtu, !(x <= y))
#undef SW_COMPARISON

SW_NARROW_FN bool sw_hisnan(const SW_N a) {
    const float x = sw_wide(a);
    return x != x;
}

/* 1 for infinity, -1 for minus infinity, 0 otherwise. */
SW_NARROW_FN int sw_hisinf(const SW_N a) {
    const float x = sw_wide(a);
    return x == __builtin_inff() ? 1 : x == -__builtin_inff() ? -1 : 0;
}

/* What is true or false as 1 or 0 of the format. */
SW_NARROW_FN SW_N2 SW_F(truths)(bool low, bool high) {
    return SW_N2(SW_F(nearest_to)(low), SW_F(nearest_to)(high));
}

SW_NARROW_FN SW_N2 sw_hisnan2(const SW_N2 a) {
    return SW_F(truths)(sw_hisnan(a.x), sw_hisnan(a.y));
}

/* Which of the two has to be taken, -0 being less than +0. The order of the bits of numbers that compare equal decides
 * about zeros. */
SW_NARROW_FN bool sw_is_less(SW_N a, SW_N b) {
    const float x = sw_wide(a), y = sw_wide(b);
    return (x < y) | ((x == y) & (sw_bits(a) > sw_bits(b)));
}

#define SW_EXTREME(name, picks_a)                                                                             \
    SW_NARROW_FN SW_N name(const SW_N a, const SW_N b) {                                                      \
        if (sw_hisnan(a)) return sw_hisnan(b) ? SW_F(of_bits)(0x7fff) : b;                                    \
        return sw_hisnan(b) || picks_a ? a : b;                                                               \
    }                                                                                                         \
    SW_NARROW_FN SW_N name##_nan(const SW_N a, const SW_N b) {                                                \
        return sw_hisnan(a) || sw_hisnan(b) ? SW_F(of_bits)(0x7fff) : picks_a ? a : b;                        \
    }
SW_EXTREME(sw_hmin, sw_is_less(a, b))
SW_EXTREME(sw_hmax, sw_is_less(b, a))
#undef SW_EXTREME
