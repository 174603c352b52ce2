/* CUDA's names for the functions of a 16-bit format and their forms on pairs, from the rows of functions.def.
 * Included once per format (see types.h). Besides its names:
 *   SW_SINCE_OF(half, bf16)   which of a row's two architectures is this format's
 *
 * What CUDA has only from some architecture on is declared for the device from there on, and not below it; for the
 * host, which knows no architecture, as a template: that yields to a program's own function of the same parameters
 * (as in atomics.h).
 */
#define SW_SINCE(arch, ...) SW_HALF_SINCE_NUMBER(arch, __VA_ARGS__)
#define SW_HALF_SINCE_NUMBER(arch, ...) SW_HALF_SINCE_##arch(__VA_ARGS__)
#define SW_HALF_SINCE_500(define, ...) define(SW_NARROW_FN, __VA_ARGS__)
#define SW_HALF_NOT_YET(define, ...)
#if !defined(__CUDA_ARCH__)
#define SW_HALF_SINCE_530(define, ...) define(SW_YIELDS SW_NARROW_FN, __VA_ARGS__)
#define SW_HALF_SINCE_800 SW_HALF_SINCE_530
#else
#if __CUDA_ARCH__ >= 530
#define SW_HALF_SINCE_530 SW_HALF_SINCE_500
#else
#define SW_HALF_SINCE_530 SW_HALF_NOT_YET
#endif
#if __CUDA_ARCH__ >= 800
#define SW_HALF_SINCE_800 SW_HALF_SINCE_500
#else
#define SW_HALF_SINCE_800 SW_HALF_NOT_YET
#endif
#endif

#define SW_PUBLIC_1(how, name, pair, scalar)                                                              \
    how SW_N name(const SW_N a) { return scalar(a); }                                                     \
    how SW_N2 pair(const SW_N2 a) { return SW_N2(scalar(a.x), scalar(a.y)); }
#define SW_PUBLIC_2(how, name, pair, scalar)                                                              \
    how SW_N name(const SW_N a, const SW_N b) { return scalar(a, b); }                                    \
    how SW_N2 pair(const SW_N2 a, const SW_N2 b) { return SW_N2(scalar(a.x, b.x), scalar(a.y, b.y)); }
#define SW_PUBLIC_3(how, name, pair, scalar)                                                              \
    how SW_N name(const SW_N a, const SW_N b, const SW_N c) { return scalar(a, b, c); }                   \
    how SW_N2 pair(const SW_N2 a, const SW_N2 b, const SW_N2 c) {                                         \
        return SW_N2(scalar(a.x, b.x, c.x), scalar(a.y, b.y, c.y));                                       \
    }
#define SW_PUBLIC_COMPLEX(how, name)                                                                      \
    how SW_N2 __##name(const SW_N2 a, const SW_N2 b, const SW_N2 c) { return sw_##name(a, b, c); }
#define SW_PUBLIC_COMPARE(how, name)                                                                      \
    how bool __h##name(const SW_N a, const SW_N b) { return sw_h##name(a, b); }                           \
    how SW_N2 __h##name##2(const SW_N2 a, const SW_N2 b) {                                                \
        return SW_F(truths)(sw_h##name(a.x, b.x), sw_h##name(a.y, b.y));                                  \
    }                                                                                                     \
    how bool __hb##name##2(const SW_N2 a, const SW_N2 b) {                                                \
        return sw_h##name(a.x, b.x) & sw_h##name(a.y, b.y);                                               \
    }                                                                                                     \
    how unsigned __h##name##2_mask(const SW_N2 a, const SW_N2 b) {                                        \
        return (sw_h##name(a.x, b.x) ? 0xffffu : 0u) | (sw_h##name(a.y, b.y) ? 0xffff0000u : 0u);         \
    }
#define SW_PUBLIC_TEST(how, name, result) how result __##name(const SW_N a) { return sw_##name(a); }
#define SW_PUBLIC_PAIR_TEST(how, name) how SW_N2 __##name(const SW_N2 a) { return sw_##name(a); }

#define SW_ROW_UNARY(name, pair, half, bf16) \
    SW_SINCE(SW_SINCE_OF(half, bf16), SW_PUBLIC_1, __##name, __##pair, sw_##name)
#define SW_ROW_BINARY(name, pair, half, bf16) \
    SW_SINCE(SW_SINCE_OF(half, bf16), SW_PUBLIC_2, __##name, __##pair, sw_##name)
#define SW_ROW_TERNARY(name, pair, half, bf16) \
    SW_SINCE(SW_SINCE_OF(half, bf16), SW_PUBLIC_3, __##name, __##pair, sw_##name)
#define SW_ROW_COMPLEX(name, half, bf16) SW_SINCE(SW_SINCE_OF(half, bf16), SW_PUBLIC_COMPLEX, name)
#define SW_ROW_WHOLE(name, half, bf16) \
    SW_SINCE(SW_SINCE_OF(half, bf16), SW_PUBLIC_1, h##name, h2##name, sw_h##name)
#define SW_ROW_MATH SW_ROW_WHOLE
#define SW_ROW_APPROX(name, half, bf16, ...) SW_ROW_WHOLE(name, half, bf16)
#define SW_ROW_COMPARE(name, half, bf16) SW_SINCE(SW_SINCE_OF(half, bf16), SW_PUBLIC_COMPARE, name)
#define SW_ROW_TEST(name, result, half, bf16) SW_SINCE(SW_SINCE_OF(half, bf16), SW_PUBLIC_TEST, name, result)
#define SW_ROW_PAIR_TEST(name, half, bf16) SW_SINCE(SW_SINCE_OF(half, bf16), SW_PUBLIC_PAIR_TEST, name)
#include "functions.def"

#undef SW_PUBLIC_1
#undef SW_PUBLIC_2
#undef SW_PUBLIC_3
#undef SW_PUBLIC_COMPLEX
#undef SW_PUBLIC_COMPARE
#undef SW_PUBLIC_TEST
#undef SW_PUBLIC_PAIR_TEST
#undef SW_SINCE
#undef SW_HALF_SINCE_NUMBER
#undef SW_HALF_SINCE_500
#undef SW_HALF_SINCE_530
#undef SW_HALF_SINCE_800
#undef SW_HALF_NOT_YET
