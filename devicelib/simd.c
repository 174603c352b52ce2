/* Arithmetic on the two 16-bit or four 8-bit lanes of a 32-bit word: __nv_vadd2, __nv_vcmpgtu4, ...
 *
 * GPUs had instructions for these once; here each is a loop over lanes, unrolled and, where the machine can, made one
 * vector operation by LLVM. The rows are in simd.def.
 */
#include "devicelib.h"
#include "number.h"

SW_INLINE int clamp(int x, int lowest, int highest) {
    return x < lowest ? lowest : x > highest ? highest : x;
}

SW_INLINE int magnitude(int x) {
    return x < 0 ? -x : x;
}

#define LOWEST_SIGNED (-(1 << (bits - 1)))
#define HIGHEST_SIGNED ((1 << (bits - 1)) - 1)
#define HIGHEST_UNSIGNED ((1 << bits) - 1)

#define LANE_SIGNED_16(word, i) ((int16_t)((uint32_t)(word) >> 16 * (i)))
#define LANE_UNSIGNED_16(word, i) ((uint16_t)((uint32_t)(word) >> 16 * (i)))
#define LANE_SIGNED_8(word, i) ((int8_t)((uint32_t)(word) >> 8 * (i)))
#define LANE_UNSIGNED_8(word, i) ((uint8_t)((uint32_t)(word) >> 8 * (i)))

#define SW_LANES_LOOP(width, kind, expression, combine)                                                      \
    enum { bits = width };                                                                                   \
    uint32_t result = 0;                                                                                     \
    for (int i = 0; i < 32 / bits; i++) {                                                                    \
        int a = LANE_##kind##_##width(word_a, i), b = LANE_##kind##_##width(word_b, i);                      \
        (void)b;                                                                                             \
        combine(expression);                                                                                 \
    }                                                                                                        \
    return (int)result;
#define PUT_LANE(value) result |= ((uint32_t)(value) & HIGHEST_UNSIGNED) << bits * i
#define ADD_LANE(value) result += (uint32_t)(value)

#define SW_LANEWISE(name, kind, expression)                                                                  \
    int __nv_##name##2(int word_a, int word_b) { SW_LANES_LOOP(16, kind, expression, PUT_LANE) }             \
    int __nv_##name##4(int word_a, int word_b) { SW_LANES_LOOP(8, kind, expression, PUT_LANE) }
#define SW_LANEWISE_UNARY(name, kind, expression)                                                            \
    int __nv_##name##2(int word_a) { const int word_b = 0; SW_LANES_LOOP(16, kind, expression, PUT_LANE) }   \
    int __nv_##name##4(int word_a) { const int word_b = 0; SW_LANES_LOOP(8, kind, expression, PUT_LANE) }
#define SW_LANE_SUM(name, kind, expression)                                                                  \
    int __nv_##name##2(int word_a, int word_b) { SW_LANES_LOOP(16, kind, expression, ADD_LANE) }             \
    int __nv_##name##4(int word_a, int word_b) { SW_LANES_LOOP(8, kind, expression, ADD_LANE) }
#include "simd.def"
