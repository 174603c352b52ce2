/* Scales of 8 bits: all patterns as every type; floats, doubles, halves and bfloat16s, rounded up and towards zero, with
 * and without saturation; integers of every type; vectors (CUDA Math API, FP8 Conversion and Data Movement, __nv_fp8_e8m0
 * and vectors of it).
 */
// NO-GPU: not yet recorded on a GPU
#include "formats0.h"
#include "classes.h"
#include "narrowing.h"
#include "widening.h"

SAME_LAYOUT(__nv_fp8_e8m0, __nv_fp8_storage_t);
SAME_LAYOUT(__nv_fp8x2_e8m0, __nv_fp8x2_storage_t);
SAME_LAYOUT(__nv_fp8x4_e8m0, __nv_fp8x4_storage_t);

typedef E8m0<4> Scale;

/* Integers beside powers of two as each type. */
enum { INTEGERS = 8 };
struct FromIntegers {
    unsigned char of[INTEGERS];
};

__host__ __device__ inline long long integer(int i) {
    return (long long)((1ull << i / 3 % 64) + (unsigned long long)(i % 3 - 1)) * (i < 192 ? 1 : -1);
}

struct Integers {
    __host__ __device__ FromIntegers operator()(int i) const {
        typedef __nv_fp8_e8m0 N;
        long long x = integer(i);
        return FromIntegers{{N((short)x).__x, N((unsigned short)x).__x, N((int)x).__x, N((unsigned)x).__x,
                             N((long)x).__x, N((unsigned long)x).__x, N(x).__x, N((unsigned long long)x).__x}};
    }
};

/* The first power of two that is not below. */
static unsigned above(unsigned long long x) {
    unsigned exponent = 0;
    if (x == 0) return 0;
    while (exponent < 64 && 1ull << exponent < x) exponent++;
    return 127 + exponent;
}

static unsigned of_signed(long long x) { return above(x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x); }

static void check_integers(int i, const FromIntegers &row) {
    long long x = integer(i);
    unsigned expected[INTEGERS] = {of_signed((short)x), above((unsigned short)x), of_signed((int)x),
                                   above((unsigned)x), of_signed(x), above((unsigned long long)x), of_signed(x),
                                   above((unsigned long long)x)};
    for (int k = 0; k < INTEGERS; k++) CHECK_AT(i, expected[k], (unsigned)row.of[k]);
}

/* All pairs of patterns as bfloat16s, by the function and by the class. */
struct Bfloats {
    unsigned short x, y, class_x, class_y, one;
};

struct AsBfloats {
    __host__ __device__ Bfloats operator()(int i) const {
        __nv_fp8x2_e8m0 pair;
        pair.__x = (unsigned short)i;
        __nv_bfloat162_raw two = __nv_cvt_e8m0x2_to_bf162raw(pair.__x), of_class = __nv_bfloat162(pair);
        return Bfloats{two.x, two.y, of_class.x, of_class.y, __nv_cvt_e8m0_to_bf16raw((unsigned char)i).x};
    }
};

static unsigned bfloat_bits(unsigned pattern) {
    float x = (float)scale_value(pattern);
    unsigned word;
    std::memcpy(&word, &x, sizeof word);
    return pattern == 0xff ? 0x7fff : word >> 16;
}

static void check_bfloats(int i, const Bfloats &row) {
    unsigned low = (unsigned)i & 0xff, high = (unsigned)i >> 8;
    CHECK_AT(i, bfloat_bits(low), (unsigned)row.x);
    CHECK_AT(i, bfloat_bits(high), (unsigned)row.y);
    CHECK_AT(i, bfloat_bits(low), (unsigned)row.class_x);
    CHECK_AT(i, bfloat_bits(high), (unsigned)row.class_y);
    CHECK_AT(i, bfloat_bits(low), (unsigned)row.one);
}

int main() {
    run_both<Widened>("all types from e8m0", 256, Widen<Scale>(), check_widened<Scale>);
    run_both<Pairs>("pairs from e8m0", 0x10000, WidenPairs<Scale>(), check_pairs<Scale>);
    run_both<Bfloats>("bfloat16s from e8m0", 0x10000, AsBfloats(), check_bfloats);
    check_sixteen<Scale>("half and bfloat16 to e8m0");
    check_dense<Scale>("float and double to e8m0");
    run_both<FromIntegers>("e8m0 from integers", 384, Integers(), check_integers);
    run_both<Vectors>("vectors of e8m0", 300, Vectorise<Scale>(), check_vectors<Scale>);
    check_aligned<Scale>();
    return check_result();
}
