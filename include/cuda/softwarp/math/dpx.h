/* DPX: minima and maxima of sums and of three values, for dynamic programming, on 32 bits and on pairs of 16 bits.
 *
 * relu: the result is not below 0. CUDA C++ Programming Guide: DPX Functions; CUDA Math API: SIMD and DPX intrinsics.
 */
#ifndef SOFTWARP_DPX_H
#define SOFTWARP_DPX_H

#pragma GCC system_header

#define SW_DPX_BITS(V, x) __builtin_bit_cast(V, x)
#define SW_DPX_MIN __builtin_elementwise_min
#define SW_DPX_MAX __builtin_elementwise_max

/* T: the parameter type, V: what is computed on (T itself or a vector of two), U: its unsigned twin, for sums that
 * wrap. */
#define SW_DPX(suffix, T, V, U)                                                                                        \
    SW_DPX_TERNARY(__vimax3_##suffix, T, V, SW_DPX_MAX(SW_DPX_MAX(a, b), c))                                           \
    SW_DPX_TERNARY(__vimin3_##suffix, T, V, SW_DPX_MIN(SW_DPX_MIN(a, b), c))                                           \
    SW_DPX_TERNARY(__viaddmax_##suffix, T, V, SW_DPX_MAX(SW_DPX_SUM(V, U), c))                                         \
    SW_DPX_TERNARY(__viaddmin_##suffix, T, V, SW_DPX_MIN(SW_DPX_SUM(V, U), c))
#define SW_DPX_RELU(suffix, T, V, U)                                                                                   \
    SW_DPX_BINARY(__vimax_##suffix##_relu, T, V, SW_DPX_MAX(SW_DPX_MAX(a, b), a ^ a))                                  \
    SW_DPX_BINARY(__vimin_##suffix##_relu, T, V, SW_DPX_MAX(SW_DPX_MIN(a, b), a ^ a))                                  \
    SW_DPX_TERNARY(__vimax3_##suffix##_relu, T, V, SW_DPX_MAX(SW_DPX_MAX(SW_DPX_MAX(a, b), c), a ^ a))                 \
    SW_DPX_TERNARY(__vimin3_##suffix##_relu, T, V, SW_DPX_MAX(SW_DPX_MIN(SW_DPX_MIN(a, b), c), a ^ a))                 \
    SW_DPX_TERNARY(__viaddmax_##suffix##_relu, T, V, SW_DPX_MAX(SW_DPX_MAX(SW_DPX_SUM(V, U), c), a ^ a))               \
    SW_DPX_TERNARY(__viaddmin_##suffix##_relu, T, V, SW_DPX_MAX(SW_DPX_MIN(SW_DPX_SUM(V, U), c), a ^ a))
#define SW_DPX_SUM(V, U) SW_DPX_BITS(V, SW_DPX_BITS(U, a) + SW_DPX_BITS(U, b))
#define SW_DPX_BINARY(name, T, V, expression)                                                                          \
    SW_PURE T name(T x, T y) {                                                                                         \
        V a = SW_DPX_BITS(V, x), b = SW_DPX_BITS(V, y);                                                                \
        return SW_DPX_BITS(T, (V)(expression));                                                                        \
    }
#define SW_DPX_TERNARY(name, T, V, expression)                                                                         \
    SW_PURE T name(T x, T y, T z) {                                                                                    \
        V a = SW_DPX_BITS(V, x), b = SW_DPX_BITS(V, y), c = SW_DPX_BITS(V, z);                                         \
        return SW_DPX_BITS(T, (V)(expression));                                                                        \
    }
SW_DPX(s32, int, int, unsigned int)
SW_DPX(u32, unsigned int, unsigned int, unsigned int)
SW_DPX(s16x2, unsigned int, sw_s2, sw_u2)
SW_DPX(u16x2, unsigned int, sw_u2, sw_u2)
SW_DPX_RELU(s32, int, int, unsigned int)
SW_DPX_RELU(s16x2, unsigned int, sw_s2, sw_u2)

/* The larger or smaller of two, and whether that was the first one (equal counts as the first). */
#define SW_DPX_CHOICE(name, T, operator)                                                                               \
    SW_DEVICE T name(T x, T y, bool *first) {                                                                          \
        *first = x operator y;                                                                                         \
        return *first ? x : y;                                                                                         \
    }
SW_DPX_CHOICE(__vibmax_s32, int, >=)
SW_DPX_CHOICE(__vibmax_u32, unsigned int, >=)
SW_DPX_CHOICE(__vibmin_s32, int, <=)
SW_DPX_CHOICE(__vibmin_u32, unsigned int, <=)
#define SW_DPX_CHOICES(name, V, operator)                                                                              \
    SW_DEVICE unsigned int name(unsigned int x, unsigned int y, bool *first_high, bool *first_low) {                   \
        V a = SW_DPX_BITS(V, x), b = SW_DPX_BITS(V, y);                                                                \
        *first_low = a[0] operator b[0];                                                                               \
        *first_high = a[1] operator b[1];                                                                              \
        V chosen = {*first_low ? a[0] : b[0], *first_high ? a[1] : b[1]};                                              \
        return SW_DPX_BITS(unsigned int, chosen);                                                                      \
    }
SW_DPX_CHOICES(__vibmax_s16x2, sw_s2, >=)
SW_DPX_CHOICES(__vibmax_u16x2, sw_u2, >=)
SW_DPX_CHOICES(__vibmin_s16x2, sw_s2, <=)
SW_DPX_CHOICES(__vibmin_u16x2, sw_u2, <=)

#undef SW_DPX_CHOICES
#undef SW_DPX_CHOICE
#undef SW_DPX_TERNARY
#undef SW_DPX_BINARY
#undef SW_DPX_SUM
#undef SW_DPX_RELU
#undef SW_DPX
#undef SW_DPX_MAX
#undef SW_DPX_MIN
#undef SW_DPX_BITS

#endif
