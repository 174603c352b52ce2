/* SIMD within a word (__vadd4, __vmaxs2, ...): each function against element-by-element arithmetic on edge values. */
#include "edges.h"

typedef unsigned long long u64;

/* F(name, signed?, expression in a, b: the elements, lo, hi: their type's range) */
#define BINARY(F)                                              \
    F(__vadd, false, a + b)                                    \
    F(__vsub, false, a - b)                                    \
    F(__vaddss, true, clamp(a + b, lo, hi))                    \
    F(__vaddus, false, clamp(a + b, lo, hi))                   \
    F(__vsubss, true, clamp(a - b, lo, hi))                    \
    F(__vsubus, false, clamp(a - b, lo, hi))                   \
    F(__vabsdiffs, true, a > b ? a - b : b - a)                \
    F(__vabsdiffu, false, a > b ? a - b : b - a)               \
    F(__vmaxs, true, a > b ? a : b)                            \
    F(__vmaxu, false, a > b ? a : b)                           \
    F(__vmins, true, a < b ? a : b)                            \
    F(__vminu, false, a < b ? a : b)                           \
    F(__vhaddu, false, (a + b) >> 1)                           \
    F(__vavgu, false, (a + b + 1) >> 1)                        \
    F(__vavgs, true, (a + b + (a + b >= 0)) >> 1)              \
    F(__vcmpeq, false, -(a == b)) F(__vseteq, false, a == b)   \
    F(__vcmpne, false, -(a != b)) F(__vsetne, false, a != b)   \
    F(__vcmpges, true, -(a >= b)) F(__vsetges, true, a >= b)   \
    F(__vcmpgts, true, -(a > b)) F(__vsetgts, true, a > b)     \
    F(__vcmples, true, -(a <= b)) F(__vsetles, true, a <= b)   \
    F(__vcmplts, true, -(a < b)) F(__vsetlts, true, a < b)     \
    F(__vcmpgeu, false, -(a >= b)) F(__vsetgeu, false, a >= b) \
    F(__vcmpgtu, false, -(a > b)) F(__vsetgtu, false, a > b)   \
    F(__vcmpleu, false, -(a <= b)) F(__vsetleu, false, a <= b) \
    F(__vcmpltu, false, -(a < b)) F(__vsetltu, false, a < b)
#define UNARY(F)                                               \
    F(__vneg, false, -a)                                       \
    F(__vnegss, true, clamp(-a, lo, hi))                       \
    F(__vabs, true, a < 0 ? -a : a)                            \
    F(__vabsss, true, clamp(a < 0 ? -a : a, lo, hi))
#define FUNCTIONS 41

/* Results: those of one function for all pairs, then the next one's. */
#define PAIRS (EDGE_COUNT * EDGE_COUNT)
__global__ void compute(const u64 *values, unsigned *out2, unsigned *out4) {
    unsigned x = (unsigned)values[blockIdx.x], y = (unsigned)(values[threadIdx.x] >> 3);
    int at = blockIdx.x * blockDim.x + threadIdx.x;
#define PUT(two, four) out2[at] = two, out4[at] = four, at += PAIRS;
#define CALL2(name, is_signed, expression) PUT(name##2(x, y), name##4(x, y))
#define CALL1(name, is_signed, expression) PUT(name##2(x), name##4(x))
    BINARY(CALL2)
    UNARY(CALL1)
    PUT(__vsads2(x, y), __vsads4(x, y))
    PUT(__vsadu2(x, y), __vsadu4(x, y))
}

static int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static int element(unsigned word, int i, int bits, bool is_signed) {
    int v = word >> (i * bits) & ((1 << bits) - 1);
    return is_signed && v >> (bits - 1) ? v - (1 << bits) : v;
}

static int next_check;
static void check_word(const char *name, const unsigned *out, int k, int bits, unsigned x, unsigned y,
                       unsigned expected) {
    unsigned got = out[next_check * PAIRS + k];
    if (got == expected) return;
    std::printf("%s%d(%08x, %08x):\n", name, 32 / bits, x, y);
    check_failed(__FILE__, __LINE__, name, k, expected, got);
}

static void check_pair(const unsigned *out, int k, int bits, unsigned x, unsigned y) {
    next_check = 0;
#define REFERENCE(name, is_signed, expression)                                                        \
    {                                                                                                 \
        unsigned expected = 0, mask = (1u << bits) - 1;                                               \
        int lo = is_signed ? -(1 << (bits - 1)) : 0, hi = lo + (int)mask;                             \
        for (int i = 0; i < 32 / bits; i++) {                                                         \
            int a = element(x, i, bits, is_signed), b = element(y, i, bits, is_signed);               \
            expected |= ((unsigned)(expression) & mask) << (i * bits);                                \
            (void)a, (void)b, (void)lo, (void)hi;                                                     \
        }                                                                                             \
        check_word(#name, out, k, bits, x, y, expected);                                              \
        next_check++;                                                                                 \
    }
    BINARY(REFERENCE)
    UNARY(REFERENCE)
    for (int is_signed = 1; is_signed >= 0; is_signed--) {
        unsigned sum = 0;
        for (int i = 0; i < 32 / bits; i++)
            sum += std::abs(element(x, i, bits, is_signed) - element(y, i, bits, is_signed));
        check_word(is_signed ? "__vsads" : "__vsadu", out, k, bits, x, y, sum);
        next_check++;
    }
    if (next_check != FUNCTIONS) std::printf("%d functions\n", next_check), std::exit(1);
}

int main() {
    u64 *values = edge_values(64);
    const unsigned corners[] = {0x80808080, 0x7f7f7f7f, 0x80007fff, 0x7fff8000, 0x017f80ff, 0xff80007f, 0x80018000};
    for (int i = 0; i < 7; i++) values[2 * i] = (u64)corners[i] << 3 | corners[i];
    unsigned *out2 = managed<unsigned>(EDGE_COUNT * EDGE_COUNT * FUNCTIONS);
    unsigned *out4 = managed<unsigned>(EDGE_COUNT * EDGE_COUNT * FUNCTIONS);
    compute<<<EDGE_COUNT, EDGE_COUNT>>>(values, out2, out4);
    FINISH();
    for (int k = 0; k < EDGE_COUNT * EDGE_COUNT; k++) {
        unsigned x = (unsigned)values[k / EDGE_COUNT], y = (unsigned)(values[k % EDGE_COUNT] >> 3);
        check_pair(out2, k, 16, x, y);
        check_pair(out4, k, 8, x, y);
    }
    return check_result();
}
