/* CUDA's conversion functions on the bits of one family, in C too, always in one rounding. Included once per family, by
 * cuda_fp8.h, cuda_fp6.h and cuda_fp4.h, which bind (and undefine) these names:
 *   SW_MINI(before, behind)   the family's name within another: before##fp8##behind
 *   SW_MINI_PARAMETERS        what its functions to such numbers take behind the number
 *   SW_MINI_ARGUMENTS         the names of these parameters
 *   SW_MINI_KIND              the parameter that says which format: kind
 *   SW_MINI_STEP              bits from one number of several to the next
 * CUDA Math API: FP8, FP6 and FP4 Conversion and Data Movement.
 */
#define SW_BITS SW_MINI(__nv_, _storage_t)
#define SW_BITS2 SW_MINI(__nv_, x2_storage_t)

#define SW_MINI_TO(from, T, kind, value)                                                    \
    SW_MINI_FN SW_BITS SW_MINI(__nv_cvt_##from##_to_, )(const T x, SW_MINI_PARAMETERS) {    \
        return (SW_BITS)SW_MINI(sw_, _from_##kind)(value, SW_MINI_ARGUMENTS);               \
    }
SW_MINI_TO(float, float, float, x)
SW_MINI_TO(double, double, double, x)
SW_MINI_TO(halfraw, __half_raw, half, x.x)
SW_MINI_TO(bfloat16raw, __nv_bfloat16_raw, float, sw_mini_wide_bfloat(x.x))
#undef SW_MINI_TO

#define SW_MINI_TO2(from, T, kind, first, second)                                           \
    SW_MINI_FN SW_BITS2 SW_MINI(__nv_cvt_##from##_to_, x2)(const T x, SW_MINI_PARAMETERS) { \
        return (SW_BITS2)(SW_MINI(sw_, _from_##kind)(first, SW_MINI_ARGUMENTS) |            \
                          SW_MINI(sw_, _from_##kind)(second, SW_MINI_ARGUMENTS) << SW_MINI_STEP); \
    }
SW_MINI_TO2(float2, float2, float, x.x, x.y)
SW_MINI_TO2(double2, double2, double, x.x, x.y)
SW_MINI_TO2(halfraw2, __half2_raw, half, x.x, x.y)
SW_MINI_TO2(bfloat16raw2, __nv_bfloat162_raw, float, sw_mini_wide_bfloat(x.x), sw_mini_wide_bfloat(x.y))
#undef SW_MINI_TO2

SW_MINI_FN __half_raw SW_MINI(__nv_cvt_, _to_halfraw)(const SW_BITS x, SW_MINI_KIND) {
    __half_raw half;
    half.x = SW_MINI(sw_, _to_half)(x, kind);
    return half;
}

SW_MINI_FN __half2_raw SW_MINI(__nv_cvt_, x2_to_halfraw2)(const SW_BITS2 x, SW_MINI_KIND) {
    __half2_raw pair;
    pair.x = SW_MINI(sw_, _to_half)(x & ((1u << SW_MINI_STEP) - 1), kind);
    pair.y = SW_MINI(sw_, _to_half)((unsigned)x >> SW_MINI_STEP, kind);
    return pair;
}

#undef SW_BITS
#undef SW_BITS2
