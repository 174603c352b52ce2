/* SIMD within a word: two 16-bit or four 8-bit elements of an unsigned int at once.
 *
 * Written on clang's vector types; the names follow the CUDA Math API (SIMD Intrinsics): a trailing 2 or 4 is the
 * number of elements, s and u their signedness, ss and us saturation.
 */
#ifndef SOFTWARP_SIMD_H
#define SOFTWARP_SIMD_H

#pragma GCC system_header

typedef signed char sw_s4 __attribute__((ext_vector_type(4)));
typedef unsigned char sw_u4 __attribute__((ext_vector_type(4)));
typedef short sw_s2 __attribute__((ext_vector_type(2)));
typedef unsigned short sw_u2 __attribute__((ext_vector_type(2)));

#define SW_WORD(x) __builtin_bit_cast(unsigned int, x)
/* The expression is over the vectors a and b, of type V; U is the unsigned type of the same shape. */
#define SW_SIMD_UNARY(name, V, U, expression)                                                                          \
    SW_PURE unsigned int name(unsigned int x) {                                                                        \
        typedef U unsigned_type __attribute__((unused));                                                               \
        V a = __builtin_bit_cast(V, x);                                                                                \
        return SW_WORD(expression);                                                                                    \
    }
#define SW_SIMD_BINARY(name, V, U, expression)                                                                         \
    SW_PURE unsigned int name(unsigned int x, unsigned int y) {                                                        \
        typedef U unsigned_type __attribute__((unused));                                                               \
        V a = __builtin_bit_cast(V, x), b = __builtin_bit_cast(V, y);                                                  \
        return SW_WORD(expression);                                                                                    \
    }
/* One row for both widths. */
#define SW_SIGNED(form, name, expression) \
    form(name##2, sw_s2, sw_u2, expression) form(name##4, sw_s4, sw_u4, expression)
#define SW_UNSIGNED(form, name, expression) \
    form(name##2, sw_u2, sw_u2, expression) form(name##4, sw_u4, sw_u4, expression)

#define SW_AS_UNSIGNED(v) __builtin_bit_cast(unsigned_type, v)
#define SW_MAX(a, b) __builtin_elementwise_max(a, b)
#define SW_MIN(a, b) __builtin_elementwise_min(a, b)
#define SW_DISTANCE(a, b) (SW_AS_UNSIGNED(SW_MAX(a, b)) - SW_AS_UNSIGNED(SW_MIN(a, b)))
/* Halves of a sum without its carry: rounded down, and up. */
#define SW_HALF_DOWN(a, b) ((a & b) + ((a ^ b) >> 1))
#define SW_HALF_UP(a, b) ((a | b) - ((a ^ b) >> 1))

SW_UNSIGNED(SW_SIMD_BINARY, __vadd, a + b)
SW_UNSIGNED(SW_SIMD_BINARY, __vsub, a - b)
SW_SIGNED(SW_SIMD_BINARY, __vaddss, __builtin_elementwise_add_sat(a, b))
SW_UNSIGNED(SW_SIMD_BINARY, __vaddus, __builtin_elementwise_add_sat(a, b))
SW_SIGNED(SW_SIMD_BINARY, __vsubss, __builtin_elementwise_sub_sat(a, b))
SW_UNSIGNED(SW_SIMD_BINARY, __vsubus, __builtin_elementwise_sub_sat(a, b))
SW_UNSIGNED(SW_SIMD_UNARY, __vneg, -a)
SW_SIGNED(SW_SIMD_UNARY, __vnegss, __builtin_elementwise_sub_sat((a ^ a), a))
SW_SIGNED(SW_SIMD_UNARY, __vabs, __builtin_elementwise_abs(a))
SW_SIGNED(SW_SIMD_UNARY, __vabsss, SW_MAX(a, __builtin_elementwise_sub_sat((a ^ a), a)))
SW_SIGNED(SW_SIMD_BINARY, __vabsdiffs, SW_DISTANCE(a, b))
SW_UNSIGNED(SW_SIMD_BINARY, __vabsdiffu, SW_DISTANCE(a, b))
SW_SIGNED(SW_SIMD_BINARY, __vmaxs, SW_MAX(a, b))
SW_UNSIGNED(SW_SIMD_BINARY, __vmaxu, SW_MAX(a, b))
SW_SIGNED(SW_SIMD_BINARY, __vmins, SW_MIN(a, b))
SW_UNSIGNED(SW_SIMD_BINARY, __vminu, SW_MIN(a, b))
SW_UNSIGNED(SW_SIMD_BINARY, __vhaddu, SW_HALF_DOWN(a, b))
SW_UNSIGNED(SW_SIMD_BINARY, __vavgu, SW_HALF_UP(a, b))
/* Half a unit is rounded away from zero. */
SW_SIGNED(SW_SIMD_BINARY, __vavgs, (SW_HALF_DOWN(a, b) >= 0 ? SW_HALF_UP(a, b) : SW_HALF_DOWN(a, b)))

/* A comparison gives all ones (cmp) or 1 (set) where it holds, else 0. */
#define SW_COMPARE(kind, name, operator)                                                                               \
    kind(SW_SIMD_BINARY, __vcmp##name, (a operator b))                                                                 \
    kind(SW_SIMD_BINARY, __vset##name, (SW_AS_UNSIGNED(a operator b) & 1))
SW_COMPARE(SW_UNSIGNED, eq, ==)
SW_COMPARE(SW_UNSIGNED, ne, !=)
SW_COMPARE(SW_UNSIGNED, geu, >=)
SW_COMPARE(SW_UNSIGNED, gtu, >)
SW_COMPARE(SW_UNSIGNED, leu, <=)
SW_COMPARE(SW_UNSIGNED, ltu, <)
SW_COMPARE(SW_SIGNED, ges, >=)
SW_COMPARE(SW_SIGNED, gts, >)
SW_COMPARE(SW_SIGNED, les, <=)
SW_COMPARE(SW_SIGNED, lts, <)
#undef SW_COMPARE

/* Sums of absolute differences. */
SW_PURE unsigned int sw_sum4(unsigned int x) { return (x & 255) + (x >> 8 & 255) + (x >> 16 & 255) + (x >> 24); }
SW_PURE unsigned int sw_sum2(unsigned int x) { return (x & 65535) + (x >> 16); }
SW_PURE unsigned int __vsads4(unsigned int x, unsigned int y) { return sw_sum4(__vabsdiffs4(x, y)); }
SW_PURE unsigned int __vsadu4(unsigned int x, unsigned int y) { return sw_sum4(__vabsdiffu4(x, y)); }
SW_PURE unsigned int __vsads2(unsigned int x, unsigned int y) { return sw_sum2(__vabsdiffs2(x, y)); }
SW_PURE unsigned int __vsadu2(unsigned int x, unsigned int y) { return sw_sum2(__vabsdiffu2(x, y)); }

#undef SW_HALF_UP
#undef SW_HALF_DOWN
#undef SW_DISTANCE
#undef SW_MIN
#undef SW_MAX
#undef SW_AS_UNSIGNED
#undef SW_UNSIGNED
#undef SW_SIGNED
#undef SW_SIMD_BINARY
#undef SW_SIMD_UNARY
#undef SW_WORD

#endif
