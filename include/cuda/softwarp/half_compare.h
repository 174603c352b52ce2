/* Comparisons of a 16-bit format, minimum and maximum. Included once per format (see half_types.h). Ordered ones are
 * false, unordered ones (…u) true where an operand is a NaN. CUDA Math API: Half Comparison Functions.
 */
#define SW_COMPARISON(name, expression)                                                                       \
    SW_NARROW_FN bool __h##name(const SW_N a, const SW_N b) {                                                 \
        const float x = sw_wide(a), y = sw_wide(b);                                                           \
        return expression;                                                                                    \
    }                                                                                                         \
    SW_NARROW_FN SW_N2 __h##name##2(const SW_N2 a, const SW_N2 b) {                                           \
        return SW_N2(SW_F(nearest_to)(__h##name(a.x, b.x)), SW_F(nearest_to)(__h##name(a.y, b.y)));           \
    }                                                                                                         \
    SW_NARROW_FN bool __hb##name##2(const SW_N2 a, const SW_N2 b) {                                           \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                                    \
    }                                                                                                         \
    SW_NARROW_FN unsigned __h##name##2_mask(const SW_N2 a, const SW_N2 b) {                                   \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);               \
    }
SW_COMPARISON(eq, x == y)
SW_COMPARISON(ne, x < y || x > y)
SW_COMPARISON(le, x <= y)
SW_COMPARISON(ge, x >= y)
SW_COMPARISON(lt, x < y)
SW_COMPARISON(gt, x > y)
SW_COMPARISON(equ, !(x < y || x > y))
SW_COMPARISON(neu, !(x == y))
SW_COMPARISON(leu, !(x > y))
SW_COMPARISON(geu, !(x < y))
SW_COMPARISON(ltu, !(x >= y))
SW_COMPARISON(gtu, !(x <= y))
#undef SW_COMPARISON

SW_NARROW_FN bool __hisnan(const SW_N a) {
    const float x = sw_wide(a);
    return x != x;
}

/* 1 for infinity, -1 for minus infinity, 0 otherwise. */
SW_NARROW_FN int __hisinf(const SW_N a) {
    const float x = sw_wide(a);
    return x == __builtin_inff() ? 1 : x == -__builtin_inff() ? -1 : 0;
}

SW_NARROW_FN SW_N2 __hisnan2(const SW_N2 a) {
    return SW_N2(SW_F(nearest_to)(__hisnan(a.x)), SW_F(nearest_to)(__hisnan(a.y)));
}

/* Which of the two has to be taken, -0 being less than +0. The order of the bits of numbers that compare equal decides
 * about zeros. */
SW_NARROW_FN bool sw_is_less(SW_N a, SW_N b) {
    const float x = sw_wide(a), y = sw_wide(b);
    return x < y || (x == y && sw_bits(a) > sw_bits(b));
}

#define SW_EXTREME(name, picks_a)                                                                             \
    SW_NARROW_FN SW_N name(const SW_N a, const SW_N b) {                                                      \
        if (__hisnan(a)) return __hisnan(b) ? SW_F(of_bits)(0x7fff) : b;                                      \
        return __hisnan(b) || picks_a ? a : b;                                                                \
    }                                                                                                         \
    SW_NARROW_FN SW_N name##_nan(const SW_N a, const SW_N b) {                                                \
        return __hisnan(a) || __hisnan(b) ? SW_F(of_bits)(0x7fff) : picks_a ? a : b;                          \
    }                                                                                                         \
    SW_PAIR_2(name##2, name)                                                                                  \
    SW_PAIR_2(name##2_nan, name##_nan)
SW_EXTREME(__hmin, sw_is_less(a, b))
SW_EXTREME(__hmax, sw_is_less(b, a))
#undef SW_EXTREME
