/* The classes of one format: a number, two, four. Included once per format, by cuda_fp8.h, cuda_fp6.h and cuda_fp4.h,
 * which bind these names (the end of this file unbinds them):
 *   SW_ONE, SW_PAIR, SW_FOUR    the types
 *   SW_BITS(count)              the integer that holds count of them: nothing, x2, x4
 *   SW_NARROW(from, x)          the bits of a float, a double, the bits of a half, as the constructors convert
 *   SW_NARROW_INTEGER(x)        the bits of an integer
 *   SW_WIDEN(to, bits)          a float, a double, the bits of a half
 * and for the family, which keeps them:
 *   SW_MINI_STEP                bits from one number of several to the next
 *   SW_MINI_CONVERSIONS         whether a program wants conversions (__CUDA_NO_FP8_CONVERSIONS__ turns them off)
 *   SW_MINI_OPERATORS           whether it wants those from the type (__CUDA_NO_FP8_CONVERSION_OPERATORS__)
 * All conversions are explicit. CUDA Math API: __nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3 and their like.
 */
#define SW_MINI_MEMBER __host__ __device__ SW_ALWAYS_INLINE

struct __attribute__((aligned(sizeof(SW_BITS())))) SW_ONE {
    SW_BITS() __x;

    SW_ONE() = default;
#if SW_MINI_CONVERSIONS
    SW_MINI_MEMBER explicit SW_ONE(const __half f) : __x(SW_NARROW(half, __half_raw(f).x)) {}
    SW_MINI_MEMBER explicit SW_ONE(const __nv_bfloat16 f)
        : __x(SW_NARROW(float, sw_mini_wide_bfloat(__nv_bfloat16_raw(f).x))) {}
    SW_MINI_MEMBER explicit SW_ONE(const float f) : __x(SW_NARROW(float, f)) {}
    SW_MINI_MEMBER explicit SW_ONE(const double f) : __x(SW_NARROW(double, f)) {}

#define SW_MINI_FROM(T) SW_MINI_MEMBER explicit SW_ONE(const T value) : __x(SW_NARROW_INTEGER(value)) {}
    SW_MINI_FROM(short int)
    SW_MINI_FROM(unsigned short int)
    SW_MINI_FROM(int)
    SW_MINI_FROM(unsigned int)
    SW_MINI_FROM(long int)
    SW_MINI_FROM(unsigned long int)
    SW_MINI_FROM(long long int)
    SW_MINI_FROM(unsigned long long int)
#undef SW_MINI_FROM

#if SW_MINI_OPERATORS
    SW_MINI_MEMBER explicit operator float() const { return SW_WIDEN(float, __x); }
    SW_MINI_MEMBER explicit operator double() const { return SW_WIDEN(double, __x); }
    SW_MINI_MEMBER explicit operator __half() const { return __half(__half_raw{SW_WIDEN(half, __x)}); }
    SW_MINI_MEMBER explicit operator __nv_bfloat16() const {
        return __nv_bfloat16(sw_mini_to_bfloat(SW_WIDEN(float, __x)));
    }
    SW_MINI_MEMBER explicit operator bool() const { return sw_mini_bits_of(SW_WIDEN(float, __x)) << 1 != 0; }

/* Towards zero, saturating; a NaN becomes 0, in 64 bits the top bit alone. */
#define SW_MINI_TO(T) \
    SW_MINI_MEMBER explicit operator T() const { return sw_saturated<T>(SW_WIDEN(float, __x), SW_RZ); }
    SW_MINI_TO(char)
    SW_MINI_TO(signed char)
    SW_MINI_TO(unsigned char)
    SW_MINI_TO(short int)
    SW_MINI_TO(unsigned short int)
    SW_MINI_TO(int)
    SW_MINI_TO(unsigned int)
    SW_MINI_TO(long int)
    SW_MINI_TO(unsigned long int)
    SW_MINI_TO(long long int)
    SW_MINI_TO(unsigned long long int)
#undef SW_MINI_TO
#endif
#endif
};

/* The first of several numbers is lowest. */
#define SW_MINI_OF_TWO(from, first, second) \
    ((SW_BITS(x2))(SW_NARROW(from, first) | SW_NARROW(from, second) << SW_MINI_STEP))
#define SW_MINI_OF_PAIRS(low, high) \
    ((SW_BITS(x4))(SW_PAIR(low).__x | (SW_BITS(x4))SW_PAIR(high).__x << 2 * SW_MINI_STEP))
#define SW_MINI_AT(i) (__x >> (i) * SW_MINI_STEP & ((1u << SW_MINI_STEP) - 1))

struct __attribute__((aligned(sizeof(SW_BITS(x2))))) SW_PAIR {
    SW_BITS(x2) __x;

    SW_PAIR() = default;
#if SW_MINI_CONVERSIONS
    SW_MINI_MEMBER explicit SW_PAIR(const __half2 f)
        : __x(SW_MINI_OF_TWO(half, __half2_raw(f).x, __half2_raw(f).y)) {}
    SW_MINI_MEMBER explicit SW_PAIR(const __nv_bfloat162 f)
        : __x(SW_MINI_OF_TWO(float, sw_mini_wide_bfloat(__nv_bfloat162_raw(f).x),
                             sw_mini_wide_bfloat(__nv_bfloat162_raw(f).y))) {}
    SW_MINI_MEMBER explicit SW_PAIR(const float2 f) : __x(SW_MINI_OF_TWO(float, f.x, f.y)) {}
    SW_MINI_MEMBER explicit SW_PAIR(const double2 f) : __x(SW_MINI_OF_TWO(double, f.x, f.y)) {}

#if SW_MINI_OPERATORS
    SW_MINI_MEMBER explicit operator __half2() const {
        return __half2(__half2_raw{SW_WIDEN(half, SW_MINI_AT(0)), SW_WIDEN(half, SW_MINI_AT(1))});
    }
#if defined(SW_BFLOAT_PAIRS)
    SW_MINI_MEMBER explicit operator __nv_bfloat162() const {
        return __nv_bfloat162(__nv_bfloat162_raw{sw_mini_to_bfloat(SW_WIDEN(float, SW_MINI_AT(0))).x,
                                                 sw_mini_to_bfloat(SW_WIDEN(float, SW_MINI_AT(1))).x});
    }
#endif
    SW_MINI_MEMBER explicit operator float2() const {
        return float2{SW_WIDEN(float, SW_MINI_AT(0)), SW_WIDEN(float, SW_MINI_AT(1))};
    }
#endif
#endif
};

struct __attribute__((aligned(sizeof(SW_BITS(x4))))) SW_FOUR {
    SW_BITS(x4) __x;

    SW_FOUR() = default;
#if SW_MINI_CONVERSIONS
    SW_MINI_MEMBER explicit SW_FOUR(const __half2 flo, const __half2 fhi) : __x(SW_MINI_OF_PAIRS(flo, fhi)) {}
    SW_MINI_MEMBER explicit SW_FOUR(const __nv_bfloat162 flo, const __nv_bfloat162 fhi)
        : __x(SW_MINI_OF_PAIRS(flo, fhi)) {}
    SW_MINI_MEMBER explicit SW_FOUR(const float4 f) : __x(SW_MINI_OF_PAIRS((float2{f.x, f.y}), (float2{f.z, f.w}))) {}

#define SW_MINI_FROM(T) \
    SW_MINI_MEMBER explicit SW_FOUR(const T f) : __x(SW_MINI_OF_PAIRS((double2{f.x, f.y}), (double2{f.z, f.w}))) {}
    SW_MINI_FROM(double4)
    SW_MINI_FROM(double4_16a)
    SW_MINI_FROM(double4_32a)
#undef SW_MINI_FROM

#if SW_MINI_OPERATORS
    SW_MINI_MEMBER explicit operator float4() const {
        return float4{SW_WIDEN(float, SW_MINI_AT(0)), SW_WIDEN(float, SW_MINI_AT(1)), SW_WIDEN(float, SW_MINI_AT(2)),
                      SW_WIDEN(float, SW_MINI_AT(3))};
    }
#endif
#endif
};

#undef SW_MINI_MEMBER
#undef SW_MINI_OF_TWO
#undef SW_MINI_OF_PAIRS
#undef SW_MINI_AT
#undef SW_ONE
#undef SW_PAIR
#undef SW_FOUR
#undef SW_NARROW
#undef SW_NARROW_INTEGER
#undef SW_WIDEN
