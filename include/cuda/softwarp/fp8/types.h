/* The classes of one 8-bit format: a number, two, four. Included once per format, by cuda_fp8.h, which binds these
 * names (the end of this file unbinds them):
 *   SW_FP8, SW_FP8X2, SW_FP8X4   the types
 *   SW_FP8_KIND                  the format
 * All conversions are explicit, and those to the type saturate to finite numbers. A program turns them off with
 * __CUDA_NO_FP8_CONVERSIONS__, those from the type alone with __CUDA_NO_FP8_CONVERSION_OPERATORS__.
 * CUDA Math API: __nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3 and their like.
 */
#define SW_FP8_MEMBER __host__ __device__ SW_ALWAYS_INLINE

struct __attribute__((aligned(1))) SW_FP8 {
    __nv_fp8_storage_t __x;

    SW_FP8() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    SW_FP8_MEMBER explicit SW_FP8(const __half f) : __x(__nv_cvt_halfraw_to_fp8(f, __NV_SATFINITE, SW_FP8_KIND)) {}
    SW_FP8_MEMBER explicit SW_FP8(const __nv_bfloat16 f)
        : __x(__nv_cvt_bfloat16raw_to_fp8(f, __NV_SATFINITE, SW_FP8_KIND)) {}
    SW_FP8_MEMBER explicit SW_FP8(const float f) : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, SW_FP8_KIND)) {}
    SW_FP8_MEMBER explicit SW_FP8(const double f) : __x(__nv_cvt_double_to_fp8(f, __NV_SATFINITE, SW_FP8_KIND)) {}

/* A float holds every integer that is not too large for the format. */
#define SW_FP8_FROM(T) SW_FP8_MEMBER explicit SW_FP8(const T value) : SW_FP8((float)value) {}
    SW_FP8_FROM(short int)
    SW_FP8_FROM(unsigned short int)
    SW_FP8_FROM(int)
    SW_FP8_FROM(unsigned int)
    SW_FP8_FROM(long int)
    SW_FP8_FROM(unsigned long int)
    SW_FP8_FROM(long long int)
    SW_FP8_FROM(unsigned long long int)
#undef SW_FP8_FROM

#if !defined(__CUDA_NO_FP8_CONVERSION_OPERATORS__)
    SW_FP8_MEMBER explicit operator float() const { return sw_fp8_to_float(__x, SW_FP8_KIND); }
    SW_FP8_MEMBER explicit operator double() const { return (double)sw_fp8_to_float(__x, SW_FP8_KIND); }
    SW_FP8_MEMBER explicit operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, SW_FP8_KIND)); }
    SW_FP8_MEMBER explicit operator __nv_bfloat16() const {
        return __float2bfloat16_rz(sw_fp8_to_float(__x, SW_FP8_KIND)); /* every value is one */
    }
    SW_FP8_MEMBER explicit operator bool() const { return (__x & 0x7fu) != 0; }

/* Towards zero, saturating; a NaN becomes 0, in 64 bits the top bit alone. */
#define SW_FP8_TO(T) \
    SW_FP8_MEMBER explicit operator T() const { return sw_saturated<T>(sw_fp8_to_float(__x, SW_FP8_KIND), SW_RZ); }
    SW_FP8_TO(char)
    SW_FP8_TO(signed char)
    SW_FP8_TO(unsigned char)
    SW_FP8_TO(short int)
    SW_FP8_TO(unsigned short int)
    SW_FP8_TO(int)
    SW_FP8_TO(unsigned int)
    SW_FP8_TO(long int)
    SW_FP8_TO(unsigned long int)
    SW_FP8_TO(long long int)
    SW_FP8_TO(unsigned long long int)
#undef SW_FP8_TO
#endif
#endif
};

struct __attribute__((aligned(2))) SW_FP8X2 {
    __nv_fp8x2_storage_t __x;

    SW_FP8X2() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    SW_FP8_MEMBER explicit SW_FP8X2(const __half2 f)
        : __x(__nv_cvt_halfraw2_to_fp8x2(f, __NV_SATFINITE, SW_FP8_KIND)) {}
    SW_FP8_MEMBER explicit SW_FP8X2(const __nv_bfloat162 f)
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(f, __NV_SATFINITE, SW_FP8_KIND)) {}
    SW_FP8_MEMBER explicit SW_FP8X2(const float2 f) : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, SW_FP8_KIND)) {}
    SW_FP8_MEMBER explicit SW_FP8X2(const double2 f)
        : __x(__nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, SW_FP8_KIND)) {}

#if !defined(__CUDA_NO_FP8_CONVERSION_OPERATORS__)
    SW_FP8_MEMBER explicit operator __half2() const { return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, SW_FP8_KIND)); }
    SW_FP8_MEMBER explicit operator float2() const {
        float2 wide;
        wide.x = sw_fp8_to_float(__x & 0xffu, SW_FP8_KIND);
        wide.y = sw_fp8_to_float((unsigned)__x >> 8, SW_FP8_KIND);
        return wide;
    }
#endif
#endif
};

struct __attribute__((aligned(4))) SW_FP8X4 {
    __nv_fp8x4_storage_t __x;

    SW_FP8X4() = default;
#if !defined(__CUDA_NO_FP8_CONVERSIONS__)
    SW_FP8_MEMBER explicit SW_FP8X4(const __half2 flo, const __half2 fhi)
        : __x(SW_FP8X2(flo).__x | (__nv_fp8x4_storage_t)SW_FP8X2(fhi).__x << 16) {}
    SW_FP8_MEMBER explicit SW_FP8X4(const __nv_bfloat162 flo, const __nv_bfloat162 fhi)
        : __x(SW_FP8X2(flo).__x | (__nv_fp8x4_storage_t)SW_FP8X2(fhi).__x << 16) {}
    SW_FP8_MEMBER explicit SW_FP8X4(const float4 f)
        : __x(SW_FP8X2(float2{f.x, f.y}).__x | (__nv_fp8x4_storage_t)SW_FP8X2(float2{f.z, f.w}).__x << 16) {}
    SW_FP8_MEMBER explicit SW_FP8X4(const double4 f)
        : __x(SW_FP8X2(double2{f.x, f.y}).__x | (__nv_fp8x4_storage_t)SW_FP8X2(double2{f.z, f.w}).__x << 16) {}

#if !defined(__CUDA_NO_FP8_CONVERSION_OPERATORS__)
    SW_FP8_MEMBER explicit operator float4() const {
        float4 wide;
        wide.x = sw_fp8_to_float(__x & 0xffu, SW_FP8_KIND);
        wide.y = sw_fp8_to_float(__x >> 8 & 0xffu, SW_FP8_KIND);
        wide.z = sw_fp8_to_float(__x >> 16 & 0xffu, SW_FP8_KIND);
        wide.w = sw_fp8_to_float(__x >> 24, SW_FP8_KIND);
        return wide;
    }
#endif
#endif
};

#undef SW_FP8_MEMBER
#undef SW_FP8
#undef SW_FP8X2
#undef SW_FP8X4
#undef SW_FP8_KIND
