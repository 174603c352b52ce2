/* Floating-point instructions of inline PTX that LLVM has no operation for: denormals taken for zero, minima that NaNs
 * win, and the 16-bit formats, whose arithmetic is done in a wider one and rounded once (PTX ISA, Floating-Point
 * Instructions, Half Precision Floating-Point Instructions, cvt). Halves are passed as their bits. */
#include "number.h"
#include "ptx.h"

SW_INLINE uint16_t half_bits(_Float16 x) {
    union {
        _Float16 x;
        uint16_t bits;
    } u = {x};
    return u.bits;
}
SW_INLINE _Float16 bits_half(uint16_t bits) {
    union {
        uint16_t bits;
        _Float16 x;
    } u = {bits};
    return u.x;
}

float __nv_ptx_ftz_f32(float x) {
    uint32_t bits = bits_of_float(x);
    return float_of_bits(bits & 0x7f800000 ? bits : bits & 0x80000000);
}

double __nv_ptx_sat_f64(double x) {
    return x > 0 ? (x < 1 ? x : 1.0) : 0.0;
}

SW_INLINE float nan_or(float a, float b, float otherwise) {
    return a != a || b != b ? float_of_bits(0x7fffffff) : otherwise;
}

float __nv_ptx_min_nan_f32(float a, float b) {
    return nan_or(a, b, __nv_fminf(a, b));
}
float __nv_ptx_max_nan_f32(float a, float b) {
    return nan_or(a, b, __nv_fmaxf(a, b));
}

/* Rounded to odd: towards zero, and the last bit set where that cuts something off. Rounding again is then as good as
 * rounding once, for formats that have two bits less. */
float __nv_ptx_odd_f32_of_f64(double x) {
    float nearest = (float)x;
    uint32_t bits = bits_of_float(nearest);
    double error = x - (double)nearest;
    uint32_t too_far = bits >> 31 ? error > 0 : error < 0;
    return error < 0 || error > 0 ? float_of_bits((bits - too_far) | 1) : nearest;
}

float __nv_ptx_odd_f32_of_u64(uint64_t x) {
    uint64_t high = x >> 16 | ((x & 0xffff) != 0);
    return __nv_ptx_odd_f32_of_f64(x >> 32 ? (double)high * 65536.0 : (double)x);
}

float __nv_ptx_odd_f32_of_s64(uint64_t x) {
    float magnitude = __nv_ptx_odd_f32_of_u64((int64_t)x < 0 ? 0 - x : x);
    return (int64_t)x < 0 ? -magnitude : magnitude;
}

/* a + b in double, rounded to odd (Knuth's exact sum). */
SW_INLINE double odd_sum(double a, double b) {
    double sum = a + b, virtual_b = sum - a, error = (a - (sum - virtual_b)) + (b - virtual_b);
    uint64_t bits = bits_of_double(sum), outward = (error > 0) == (sum > 0) ? 1 : -(uint64_t)1;
    return (error < 0 || error > 0) && !(bits & 1) ? double_of_bits(bits + outward) : sum;
}

float __nv_ptx_f32_of_f16(uint16_t x) {
    return (float)bits_half(x);
}
float __nv_ptx_f32_of_bf16(uint16_t x) {
    return float_of_bits((uint32_t)x << 16);
}

uint16_t __nv_ptx_f16_of_f32_rn(float x) {
    return x != x ? 0x7fff : half_bits((_Float16)x);
}

uint16_t __nv_ptx_bf16_of_f32_rn(float x) {
    uint32_t bits = bits_of_float(x);
    return x != x ? 0x7fff : (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* The nearest, moved one step when it lies on the wrong side. down: towards the lesser numbers. */
SW_INLINE uint16_t step(uint16_t bits, int down) {
    if (!(bits & 0x7fff))
        return down ? 0x8001 : 0x0001;
    return (uint16_t)(bits + ((bits >> 15) == (unsigned)down ? 1 : -1));
}

#define SW_DIRECT(format)                                                                   \
    uint16_t __nv_ptx_##format##_of_f32_rd(float x) {                                       \
        uint16_t near = __nv_ptx_##format##_of_f32_rn(x);                                   \
        return __nv_ptx_f32_of_##format(near) > x ? step(near, 1) : near;                   \
    }                                                                                       \
    uint16_t __nv_ptx_##format##_of_f32_ru(float x) {                                       \
        uint16_t near = __nv_ptx_##format##_of_f32_rn(x);                                   \
        return __nv_ptx_f32_of_##format(near) < x ? step(near, 0) : near;                   \
    }                                                                                       \
    uint16_t __nv_ptx_##format##_of_f32_rz(float x) {                                       \
        return x > 0 ? __nv_ptx_##format##_of_f32_rd(x) : __nv_ptx_##format##_of_f32_ru(x); \
    }
SW_DIRECT(f16)
SW_DIRECT(bf16)

/* Sums, products and fused ones: in double, where products are exact, rounded to odd, and then once. */
#define SW_HALF(format, infinity)                                                                        \
    SW_INLINE uint16_t rounded_##format(double x) {                                                      \
        return __nv_ptx_##format##_of_f32_rn(__nv_ptx_odd_f32_of_f64(x));                                \
    }                                                                                                    \
    SW_INLINE double wide_##format(uint16_t x) { return (double)__nv_ptx_f32_of_##format(x); }           \
    uint16_t __nv_ptx_add_##format(uint16_t a, uint16_t b) {                                             \
        return rounded_##format(odd_sum(wide_##format(a), wide_##format(b)));                            \
    }                                                                                                    \
    uint16_t __nv_ptx_sub_##format(uint16_t a, uint16_t b) {                                             \
        return rounded_##format(odd_sum(wide_##format(a), -wide_##format(b)));                           \
    }                                                                                                    \
    uint16_t __nv_ptx_mul_##format(uint16_t a, uint16_t b) {                                             \
        return rounded_##format(wide_##format(a) * wide_##format(b));                                    \
    }                                                                                                    \
    uint16_t __nv_ptx_fma_##format(uint16_t a, uint16_t b, uint16_t c) {                                 \
        return rounded_##format(odd_sum(wide_##format(a) * wide_##format(b), wide_##format(c)));         \
    }                                                                                                    \
    uint16_t __nv_ptx_neg_##format(uint16_t a) { return a ^ 0x8000; }                                    \
    uint16_t __nv_ptx_abs_##format(uint16_t a) { return a & 0x7fff; }                                    \
    uint16_t __nv_ptx_ftz_##format(uint16_t a) { return a & infinity ? a : a & 0x8000; }                 \
    SW_INLINE int is_nan_##format(uint16_t a) { return (a & 0x7fff) > infinity; }                        \
    SW_INLINE int32_t order_##format(uint16_t a) { return a & 0x8000 ? -(int32_t)(a & 0x7fff) - 1 : a; } \
    uint16_t __nv_ptx_min_##format(uint16_t a, uint16_t b) {                                             \
        if (is_nan_##format(a) || is_nan_##format(b))                                                    \
            return is_nan_##format(a) ? (is_nan_##format(b) ? 0x7fff : b) : a;                           \
        return order_##format(a) < order_##format(b) ? a : b;                                            \
    }                                                                                                    \
    uint16_t __nv_ptx_max_##format(uint16_t a, uint16_t b) {                                             \
        if (is_nan_##format(a) || is_nan_##format(b))                                                    \
            return is_nan_##format(a) ? (is_nan_##format(b) ? 0x7fff : b) : a;                           \
        return order_##format(a) < order_##format(b) ? b : a;                                            \
    }                                                                                                    \
    uint16_t __nv_ptx_min_nan_##format(uint16_t a, uint16_t b) {                                         \
        return is_nan_##format(a) || is_nan_##format(b) ? 0x7fff : __nv_ptx_min_##format(a, b);          \
    }                                                                                                    \
    uint16_t __nv_ptx_max_nan_##format(uint16_t a, uint16_t b) {                                         \
        return is_nan_##format(a) || is_nan_##format(b) ? 0x7fff : __nv_ptx_max_##format(a, b);          \
    }                                                                                                    \
    uint16_t __nv_ptx_sat_##format(uint16_t a) {                                                         \
        float x = __nv_ptx_f32_of_##format(a);                                                           \
        return __nv_ptx_##format##_of_f32_rn(x > 0 ? (x < 1 ? x : 1.0f) : 0.0f);                         \
    }                                                                                                    \
    uint16_t __nv_ptx_relu_##format(uint16_t a) { return is_nan_##format(a) ? 0x7fff : a & 0x8000 ? 0 : a; }
SW_HALF(f16, 0x7c00)
SW_HALF(bf16, 0x7f80)
