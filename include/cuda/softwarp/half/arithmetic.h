/* Arithmetic of a 16-bit format: sums, products, quotients, fused multiply-adds and their saturating and relu
 * forms, for public.h to give them CUDA's names. Included once per format (see types.h). Besides its names:
 *   SW_NATIVE_ARITHMETIC   whether the compiler computes in the format itself (then the middle end sees its operations)
 *
 * Every result is rounded once. A float holds more than twice the bits of either format plus two, so rounding a
 * float's sum, product or quotient again does no harm; the fused forms, where that is not so, add exactly
 * (bits.h). The _rn forms are those that the compiler must not fuse. CUDA Math API: Half Arithmetic Functions.
 */
#if SW_NATIVE_ARITHMETIC
#define SW_OPERATION(op) sw_native_half(sw_half_native(a) op sw_half_native(b))
#else
#define SW_OPERATION(op) SW_F(nearest_to)(sw_wide(a) op sw_wide(b))
#endif
#define SW_ARITHMETIC(name, op)                                              \
    SW_NARROW_FN SW_N name(const SW_N a, const SW_N b) {                     \
        return SW_OPERATION(op);                                             \
    }                                                                        \
    SW_NARROW_FN SW_N name##_rn(const SW_N a, const SW_N b) {                \
        SW_STRICT                                                            \
        return SW_OPERATION(op);                                             \
    }                                                                        \
    SW_NARROW_FN SW_N name##_sat(const SW_N a, const SW_N b) {               \
        return sw_unit_interval(name(a, b));                                 \
    }

/* Clamped to [0, 1]; a NaN becomes 0. */
SW_NARROW_FN SW_N sw_unit_interval(SW_N a) {
    float x = sw_wide(a);
    return SW_F(nearest_to)(x > 0 ? (x < 1 ? x : 1.0f) : 0.0f);
}

/* Negative results become 0, a NaN stays one. */
SW_NARROW_FN SW_N sw_not_negative(SW_N a) {
    float x = sw_wide(a);
    return x != x ? SW_F(of_bits)(0x7fff) : x > 0 ? a : SW_F(of_bits)(0);
}

SW_ARITHMETIC(sw_hadd, +)
SW_ARITHMETIC(sw_hsub, -)
SW_ARITHMETIC(sw_hmul, *)

SW_NARROW_FN SW_N sw_hdiv(const SW_N a, const SW_N b) {
    return SW_OPERATION(/);
}
#undef SW_ARITHMETIC
#undef SW_OPERATION

SW_NARROW_FN SW_N sw_hneg(const SW_N a) {
    return SW_F(of_bits)(sw_bits(a) ^ 0x8000);
}

SW_NARROW_FN SW_N sw_habs(const SW_N a) {
    return SW_F(of_bits)(sw_bits(a) & 0x7fff);
}

SW_NARROW_FN SW_N sw_hfma(const SW_N a, const SW_N b, const SW_N c) {
    return SW_F(fused)(a, b, c);
}

SW_NARROW_FN SW_N sw_hfma_sat(const SW_N a, const SW_N b, const SW_N c) {
    return sw_unit_interval(sw_hfma(a, b, c));
}

SW_NARROW_FN SW_N sw_hfma_relu(const SW_N a, const SW_N b, const SW_N c) {
    return sw_not_negative(sw_hfma(a, b, c));
}

/* a * b + c of complex numbers x + i y, by four fused steps. */
SW_NARROW_FN SW_N2 sw_hcmadd(const SW_N2 a, const SW_N2 b, const SW_N2 c) {
    SW_N real = sw_hfma(sw_hneg(a.y), b.y, sw_hfma(a.x, b.x, c.x));
    SW_N imaginary = sw_hfma(a.y, b.x, sw_hfma(a.x, b.y, c.y));
    return SW_N2(real, imaginary);
}
