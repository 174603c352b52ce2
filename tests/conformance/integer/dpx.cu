/* DPX functions: minima and maxima of sums and of three, on 32 bits and on pairs of 16, against plain arithmetic. */
#include "edges.h"

typedef unsigned long long u64;

/* F(name, element type of T in the reference, expression in a, b, c) for the three-operand functions. */
#define SIGNED_FUNCTIONS(F, suffix)                                    \
    F(__viaddmax_##suffix, larger(sum, c)) F(__viaddmin_##suffix, smaller(sum, c))             \
    F(__vimax3_##suffix, larger(larger(a, b), c)) F(__vimin3_##suffix, smaller(smaller(a, b), c))
#define RELU_FUNCTIONS(F, suffix)                                      \
    F(__viaddmax_##suffix##_relu, larger(larger(sum, c), 0)) F(__viaddmin_##suffix##_relu, larger(smaller(sum, c), 0)) \
    F(__vimax3_##suffix##_relu, larger(larger(larger(a, b), c), 0))                            \
    F(__vimin3_##suffix##_relu, larger(smaller(smaller(a, b), c), 0))
#define FUNCTIONS 30

__global__ void compute(const u64 *values, unsigned *out) {
    u64 u = values[blockIdx.x], v = values[threadIdx.x];
    unsigned x = (unsigned)u, y = (unsigned)(v >> 3), z = (unsigned)(u >> 17);
    int at = (blockIdx.x * blockDim.x + threadIdx.x) * FUNCTIONS;
#define CALL(name, expression) out[at++] = name(x, y, z);
    SIGNED_FUNCTIONS(CALL, s32)
    RELU_FUNCTIONS(CALL, s32)
    SIGNED_FUNCTIONS(CALL, u32)
    SIGNED_FUNCTIONS(CALL, s16x2)
    RELU_FUNCTIONS(CALL, s16x2)
    SIGNED_FUNCTIONS(CALL, u16x2)
    bool first, high, low;
    out[at++] = __vimax_s32_relu(x, y);
    out[at++] = __vimin_s16x2_relu(x, y);
    out[at++] = __vibmax_s32(x, y, &first);
    out[at++] = first;
    out[at++] = __vibmin_u16x2(x, y, &high, &low);
    out[at++] = high * 2 + low;
}

template <typename T> static T larger(T a, T b) { return a > b ? a : b; }
template <typename T> static T smaller(T a, T b) { return a < b ? a : b; }
static short larger(short a, int b) { return a > b ? a : (short)b; }

static const unsigned *check_out;
static int check_index;
static void check_next(unsigned expected, int line) {
    unsigned got = *check_out++;
    if (got != expected) check_failed(__FILE__, line, "DPX function", check_index, expected, got);
    check_index++;
}
/* Applies a reference to each element of type T in the words x, y, z. */
#define REFERENCE(name, expression)                                            \
    {                                                                          \
        unsigned expected = 0;                                                 \
        for (int i = 0; i < (int)(4 / sizeof(T)); i++) {                       \
            int shift = 8 * sizeof(T) * i;                                     \
            T a = (T)(x >> shift), b = (T)(y >> shift), c = (T)(z >> shift);   \
            T sum = (T)((unsigned)a + (unsigned)b);                            \
            (void)a, (void)b, (void)sum;                                       \
            T value = (T)(expression);                                         \
            expected |= (sizeof(T) == 4 ? (unsigned)value : (unsigned)(unsigned short)value) << shift; \
        }                                                                      \
        check_next(expected, __LINE__);                                        \
    }
template <typename T> static void check_four(unsigned x, unsigned y, unsigned z) { SIGNED_FUNCTIONS(REFERENCE, any) }
template <typename T> static void check_relu(unsigned x, unsigned y, unsigned z) { RELU_FUNCTIONS(REFERENCE, any) }

int main() {
    u64 *values = edge_values(64);
    unsigned *out = managed<unsigned>(EDGE_COUNT * EDGE_COUNT * FUNCTIONS);
    compute<<<EDGE_COUNT, EDGE_COUNT>>>(values, out);
    FINISH();
    for (int k = 0; k < EDGE_COUNT * EDGE_COUNT; k++) {
        u64 u = values[k / EDGE_COUNT], v = values[k % EDGE_COUNT];
        unsigned x = (unsigned)u, y = (unsigned)(v >> 3), z = (unsigned)(u >> 17);
        check_out = out + k * FUNCTIONS;
        check_index = k * FUNCTIONS;
        check_four<int>(x, y, z);
        check_relu<int>(x, y, z);
        check_four<unsigned>(x, y, z);
        check_four<short>(x, y, z);
        check_relu<short>(x, y, z);
        check_four<unsigned short>(x, y, z);
        check_next((unsigned)larger(larger((int)x, (int)y), 0), __LINE__);
        short low = larger(smaller((short)x, (short)y), 0);
        short high = larger(smaller((short)(x >> 16), (short)(y >> 16)), 0);
        check_next((unsigned)(unsigned short)high << 16 | (unsigned short)low, __LINE__);
        check_next((unsigned)larger((int)x, (int)y), __LINE__);
        check_next((int)x >= (int)y, __LINE__);
        unsigned short xl = (unsigned short)x, yl = (unsigned short)y;
        unsigned short xh = (unsigned short)(x >> 16), yh = (unsigned short)(y >> 16);
        check_next((unsigned)smaller(xh, yh) << 16 | smaller(xl, yl), __LINE__);
        check_next((xh <= yh) * 2 + (xl <= yl), __LINE__);
    }
    return check_result();
}
