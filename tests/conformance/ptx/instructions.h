/* Instructions of inline PTX, a row each: ROW(T, text, expression). The text has %0 as its result, %1, %2, %3 as operands
 * a, b, c, all of type T; the expression is what it gives, on the CPU. Operands are edge cases in all combinations
 * of two, and numbers of all sizes.
 *
 *   #define ROWS(ROW) ROW(u32, "add.u32 %0, %1, %2;", a + b)
 *   RUN_ROWS(u32)      in main, behind INSTRUCTIONS(u32, ROWS)
 */
#ifndef INSTRUCTIONS_H
#define INSTRUCTIONS_H

#include "../check.h"
#include "../rows.h"

typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef float f32;
typedef double f64;

#define LETTER_u16 "h"
#define LETTER_u32 "r"
#define LETTER_u64 "l"
#define LETTER_f32 "f"
#define LETTER_f64 "d"

enum { CASES = 512 };

inline u64 mixed(u64 x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9ull;
    return x ^ x >> 32;
}

/* Operand number `which` of case i. */
inline u64 operand_bits(int i, int which) {
    static const u64 edges[16] = {0, 1, 2, 5, 31, 32, 33, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000,
                                  0x7fffffffffffffffull, 0x8000000000000000ull};
    if (i < 256) return which == 2 ? ~edges[i * 7 % 16] : which ? edges[i / 16] : edges[i % 16] * (i & 1 ? ~0ull : 1);
    return mixed(i * 3 + which) >> (mixed(i * 3 + which + 9999) & 63);
}

template <typename T> T operand(int i, int which) { return (T)operand_bits(i, which); }

inline f32 float_of(u32 bits) { f32 x; std::memcpy(&x, &bits, 4); return x; }
inline u32 bits_of(f32 x) { u32 bits; std::memcpy(&bits, &x, 4); return bits; }
inline f64 double_of(u64 bits) { f64 x; std::memcpy(&x, &bits, 8); return x; }
inline u64 bits_of(f64 x) { u64 bits; std::memcpy(&bits, &x, 8); return bits; }

template <> inline f32 operand<f32>(int i, int which) {
    static const u32 edges[16] = {0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x3fc00000, 0x40490fdb,
                                  0xc2c80000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x4b800001};
    if (i < 256) return float_of(which == 2 ? edges[i * 7 % 16] : which ? edges[i / 16] : edges[i % 16]);
    u32 bits = (u32)mixed(i * 3 + which);
    return float_of((bits & 0x807fffff) | (112 + (bits >> 23 & 31)) << 23);
}
template <> inline f64 operand<f64>(int i, int which) {
    if (i < 256) return operand<f32>(i, which);
    u64 bits = mixed(i * 3 + which);
    return double_of((bits & 0x800fffffffffffffull) | (1008 + (bits >> 52 & 31)) << 52);
}

#define COUNT_ROW(T, text, expression) +1
#define RUN_ROW(T, text, expression)                                                                             \
    asm(text : "=" LETTER(T)(result) : LETTER(T)(a), LETTER(T)(b), LETTER(T)(c));                                \
    out[at] = result, at += CASES;
#define LETTER(T) LETTER_##T
#define CHECK_ROW(T, text, expression)                                                                           \
    for (int i = 0; i < CASES; i++) {                                                                            \
        const T a = operand<T>(i, 0), b = operand<T>(i, 1), c = operand<T>(i, 2);                                \
        const T expected = (T)(expression);                                                                      \
        (void)a, (void)b, (void)c;                                                                               \
        if (!check_same(expected, out[i])) {                                                                     \
            std::printf("%s\n", text);                                                                           \
            check_print("a", a), check_print("b", b), check_print("c", c);                                       \
            check_failed(__FILE__, __LINE__, text, i, expected, out[i]);                                         \
        }                                                                                                        \
    }                                                                                                            \
    print_row(text, out, CASES);                                                                                 \
    out += CASES;

inline bool check_same(u16 a, u16 b) { return a == b; }
inline void check_print(const char *name, u16 x) { check_print(name, (u64)x); }

#define INSTRUCTIONS(T, ROWS)                                                                                    \
    __global__ void run_##T(const T *in, T *out) {                                                               \
        int at = blockIdx.x * blockDim.x + threadIdx.x;                                                          \
        T a = in[at], b = in[CASES + at], c = in[2 * CASES + at], result;                                        \
        ROWS(RUN_ROW)                                                                                            \
    }                                                                                                            \
    void check_##T() {                                                                                           \
        enum { COUNT = 0 ROWS(COUNT_ROW) };                                                                      \
        T *in, *out;                                                                                             \
        CUDA(cudaMallocManaged(&in, 3 * CASES * sizeof(T)));                                                     \
        CUDA(cudaMallocManaged(&out, COUNT *CASES * sizeof(T)));                                                 \
        for (int i = 0; i < 3 * CASES; i++) in[i] = operand<T>(i % CASES, i / CASES);                            \
        run_##T<<<CASES / 64, 64>>>(in, out);                                                                    \
        CUDA(cudaDeviceSynchronize());                                                                           \
        ROWS(CHECK_ROW)                                                                                          \
    }

#endif
