/* A 16-bit floating-point type and the pair of two: the classes. Included once per format, by cuda_fp16.h and
 * cuda_bf16.h, which bind (and undefine) these names:
 *   SW_N, SW_N2          the type and its pair: __half, __half2
 *   SW_RAW, SW_RAW2      the plain structs of bits
 *   SW_OTHER             the other format, which converts explicitly (mixed.h)
 *   SW_F(name)           our functions on the bits: sw_half_<name>
 *   SW_CONVERSIONS       whether a program wants implicit conversions (__CUDA_NO_HALF_CONVERSIONS__ turns them off)
 * Conversions are implicit because CUDA's are. CUDA Math API: __half, __half2.
 */
struct __attribute__((aligned(2))) SW_RAW {
    unsigned short x;
};

struct __attribute__((aligned(4))) SW_RAW2 {
    unsigned short x, y;
};

#define SW_HALF_MEMBER __host__ __device__ SW_ALWAYS_INLINE

struct __attribute__((aligned(2))) SW_N {
protected:
    unsigned short __x;

public:
    SW_N() = default;
    SW_HALF_MEMBER constexpr SW_N(const SW_RAW &raw) : __x(raw.x) {}
    SW_HALF_MEMBER SW_N &operator=(const SW_RAW &raw) {
        __x = raw.x;
        return *this;
    }
    SW_HALF_MEMBER volatile SW_N &operator=(const SW_RAW &raw) volatile {
        __x = raw.x;
        return *this;
    }
    SW_HALF_MEMBER volatile SW_N &operator=(const volatile SW_RAW &raw) volatile {
        __x = raw.x;
        return *this;
    }
    explicit __host__ __device__ SW_N(const SW_OTHER &other);
    SW_HALF_MEMBER constexpr operator SW_RAW() const { return SW_RAW{__x}; }
    SW_HALF_MEMBER operator SW_RAW() const volatile { return SW_RAW{__x}; }

#if SW_CONVERSIONS
    SW_HALF_MEMBER SW_N(float x) : __x(SW_F(from_float)(x, SW_RN)) {}
    SW_HALF_MEMBER SW_N(double x) : __x(SW_F(from_float)(sw_odd_float(x), SW_RN)) {}
    SW_HALF_MEMBER SW_N &operator=(float x) { return *this = SW_N(x); }
    SW_HALF_MEMBER SW_N &operator=(double x) { return *this = SW_N(x); }
    SW_HALF_MEMBER operator float() const { return SW_F(to_float)(__x); }
    SW_HALF_MEMBER constexpr operator bool() const { return (__x & 0x7fff) != 0; }

#define SW_FROM_INTEGER(T)                                                              \
    SW_HALF_MEMBER SW_N(T x) : __x(SW_F(from_float)(sw_odd_integer(x), SW_RN)) {}            \
    SW_HALF_MEMBER SW_N &operator=(T x) { return *this = SW_N(x); }
    SW_FROM_INTEGER(short)
    SW_FROM_INTEGER(unsigned short)
    SW_FROM_INTEGER(int)
    SW_FROM_INTEGER(unsigned int)
    SW_FROM_INTEGER(long)
    SW_FROM_INTEGER(unsigned long)
    SW_FROM_INTEGER(long long)
    SW_FROM_INTEGER(unsigned long long)
#undef SW_FROM_INTEGER

/* Towards zero, saturating. */
#define SW_TO_INTEGER(T) \
    SW_HALF_MEMBER operator T() const { return sw_saturated<T>(SW_F(to_float)(__x), SW_RZ); }
    SW_TO_INTEGER(signed char)
    SW_TO_INTEGER(unsigned char)
    SW_TO_INTEGER(char)
    SW_TO_INTEGER(short)
    SW_TO_INTEGER(unsigned short)
    SW_TO_INTEGER(int)
    SW_TO_INTEGER(unsigned int)
    SW_TO_INTEGER(long)
    SW_TO_INTEGER(unsigned long)
    SW_TO_INTEGER(long long)
    SW_TO_INTEGER(unsigned long long)
#undef SW_TO_INTEGER
#endif
};

struct __attribute__((aligned(4))) SW_N2 {
    SW_N x, y;

    SW_N2() = default;
    SW_HALF_MEMBER constexpr SW_N2(const SW_N &low, const SW_N &high) : x(low), y(high) {}
    SW_HALF_MEMBER constexpr SW_N2(const SW_RAW2 &raw) : x(SW_RAW{raw.x}), y(SW_RAW{raw.y}) {}
    /* No assignment from SW_RAW2 of its own (it converts): `pair = {}` would be ambiguous. */
    SW_HALF_MEMBER operator SW_RAW2() const { return SW_RAW2{SW_RAW(x).x, SW_RAW(y).x}; }
};
#undef SW_HALF_MEMBER

/* The bits of a number, and the number of given bits. */
SW_NARROW_FN unsigned short sw_bits(SW_N a) {
    return SW_RAW(a).x;
}

SW_NARROW_FN SW_N SW_F(of_bits)(unsigned short bits) {
    return SW_N(SW_RAW{bits});
}

/* The exact value as a float, and the nearest number to a float. */
SW_NARROW_FN float sw_wide(SW_N a) {
    return SW_F(to_float)(sw_bits(a));
}

SW_NARROW_FN SW_N SW_F(nearest_to)(float x) {
    return SW_F(of_bits)(SW_F(from_float)(x, SW_RN));
}

/* Both numbers of a pair as one word, and back. */
SW_NARROW_FN unsigned sw_word(SW_N2 a) {
    return sw_bits(a.x) | (unsigned)sw_bits(a.y) << 16;
}

SW_NARROW_FN SW_N2 SW_F(of_word)(unsigned word) {
    return SW_N2(SW_F(of_bits)((unsigned short)word), SW_F(of_bits)((unsigned short)(word >> 16)));
}
