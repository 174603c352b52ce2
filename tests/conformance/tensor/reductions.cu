/* Reductions by tensor maps: each operation on each type of element that has it (PTX ISA, cp.reduce.async.bulk.tensor; the
 * sums of f64 and tf32 are an H200's), of tiles and pixels, out of the tensor, swizzled, by many blocks at once. */
// SWCC: -arch=sm_90
#define LOADS(ROW)
#define STORES(ROW)                                                                              \
    ROW(ADD, TILE, 1, "cp.reduce", "1d", "add.", "tile.", "{%3}")                                \
    ROW(ADD, TILE, 2, "cp.reduce", "2d", "add.", "", "{%3, %4}")                                 \
    ROW(ADD, IM2COL, 4, "cp.reduce", "4d", "add.", "im2col_no_offs.", "{%3, %4, %5, %6}")        \
    ROW(MIN, TILE, 1, "cp.reduce", "1d", "min.", "tile.", "{%3}")                                \
    ROW(MAX, TILE, 1, "cp.reduce", "1d", "max.", "tile.", "{%3}")                                \
    ROW(INC, TILE, 1, "cp.reduce", "1d", "inc.", "tile.", "{%3}")                                \
    ROW(DEC, TILE, 1, "cp.reduce", "1d", "dec.", "tile.", "{%3}")                                \
    ROW(AND, TILE, 1, "cp.reduce", "1d", "and.", "tile.", "{%3}")                                \
    ROW(OR, TILE, 1, "cp.reduce", "1d", "or.", "tile.", "{%3}")                                  \
    ROW(XOR, TILE, 1, "cp.reduce", "1d", "xor.", "tile.", "{%3}")
#include "copy.h"

#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define ROW_1 "dims=64 box=32 at=16"
static const char *const lines[] = {
    "op=2 type=2 " ROW_1, "op=2 type=3 " ROW_1, "op=2 type=4 " ROW_1, "op=2 type=6 " ROW_1, "op=2 type=7 " ROW_1, "op=2 type=8 " ROW_1,
    "op=2 type=9 " ROW_1, "op=2 type=10 " ROW_1, "op=2 type=11 " ROW_1, "op=2 type=12 " ROW_1,
    "op=3 type=2 " ROW_1, "op=3 type=3 " ROW_1, "op=3 type=4 " ROW_1, "op=3 type=5 " ROW_1, "op=3 type=6 " ROW_1, "op=3 type=9 " ROW_1,
    "op=4 type=2 " ROW_1, "op=4 type=3 " ROW_1, "op=4 type=4 " ROW_1, "op=4 type=5 " ROW_1, "op=4 type=6 " ROW_1, "op=4 type=9 " ROW_1,
    "op=5 type=2 " ROW_1, "op=6 type=2 " ROW_1, "op=7 type=2 " ROW_1, "op=7 type=3 " ROW_1, "op=7 type=4 " ROW_1, "op=8 type=2 " ROW_1,
    "op=8 type=4 " ROW_1, "op=9 type=3 " ROW_1, "op=9 type=4 " ROW_1,
    "op=2 type=2 dims=16,8 strides=64 box=8,4 at=12,6", "op=2 type=7 dims=64,20 strides=256 box=32,9 at=12,6 swizzle=3",
    "op=2 type=9 dims=64,20 strides=128 box=24,9 at=48,6 swizzle=2 steps=1,2",
    "op=2 type=2 dims=8,9,14,4 strides=32,288,4032 channels=8 pixels=12 at=0,6,7,0",
};

/* Numbers of the type that are exact, and some special ones. */
static void put(int type, u32 i, u8 *at) {
    u32 random = i * 2654435761u;
    float small = (float)((int)(random >> 24) - 128) / 4;
    if (i % 13 == 5) small = 0;
    u64 word = random ^ (u64)(random * 3) << 32;
    if (type == 7 || type >= 10) std::memcpy(at, &small, 4);
    else if (type == 8) { double wide = small; std::memcpy(at, &wide, 8); }
    else if (type == 6) { __half half = __float2half(small); std::memcpy(at, &half, 2); }
    else if (type == 9) { __nv_bfloat16 half = __float2bfloat16(small); std::memcpy(at, &half, 2); }
    else std::memcpy(at, &word, (size_t)element_bits(type) / 8);
    u32 denormal = i % 17 == 3 ? 0x00400001 : 0x00012345; /* sums of floats keep them, but for those that say ftz */
    if ((type == 7 || type >= 10) && i % 5 == 3) std::memcpy(at, &denormal, 4);
}

template <class T> T whole(int op, T a, T b) {
    switch (op) {
    case ADD: return (T)(a + b);
    case MIN: return a < b ? a : b;
    case MAX: return a > b ? a : b;
    case INC: return a >= b ? 0 : a + 1;
    case DEC: return a == 0 || a > b ? b : a - 1;
    case AND: return a & b;
    case OR: return a | b;
    }
    return a ^ b;
}
static float flushed(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; }
static float fraction(int op, float a, float b) { return op == ADD ? a + b : op == MIN ? std::fmin(a, b) : std::fmax(a, b); }

template <class T, class Op> void combine(u8 *at, const u8 *from, Op op) {
    T a, b;
    std::memcpy(&a, at, sizeof a), std::memcpy(&b, from, sizeof b);
    a = op(a, b);
    std::memcpy(at, &a, sizeof a);
}
static void reduce(const tensor_case &c, u8 *at, const u8 *from) {
    int op = c.op;
    bool flushes = c.type == 10 || c.type == 12;
    switch (c.type) {
    case 2: return combine<u32>(at, from, [=](u32 a, u32 b) { return whole(op, a, b); });
    case 3: return combine<int>(at, from, [=](int a, int b) { return op == ADD ? (int)((u32)a + b) : whole(op, a, b); });
    case 4: return combine<u64>(at, from, [=](u64 a, u64 b) { return whole(op, a, b); });
    case 5: return combine<long long>(at, from, [=](long long a, long long b) { return whole(op, a, b); });
    case 6: return combine<__half>(at, from, [=](__half a, __half b) { return __float2half(fraction(op, __half2float(a), __half2float(b))); });
    case 9:
        return combine<__nv_bfloat16>(at, from, [=](__nv_bfloat16 a, __nv_bfloat16 b) {
            return __float2bfloat16(fraction(op, __bfloat162float(a), __bfloat162float(b)));
        });
    case 8: return combine<double>(at, from, [=](double a, double b) { return a + b; });
    }
    combine<float>(at, from, [=](float a, float b) { return flushes ? flushed(flushed(a) + flushed(b)) : a + b; });
}

static void check_reduction(tensor_memory &m, const char *line) {
    tensor_case c = read_case(line);
    CUtensorMap map;
    int size = element_bits(c.type) / 8;
    CHECK_EQUAL(CUDA_SUCCESS, encode(c, &map, m.global));
    for (u32 i = 0; i < GLOBAL_BYTES / (u32)size; i++) put(c.type, i, m.global + i * size);
    for (u32 i = 0; i < SHARED_BYTES / (u32)size; i++) put(c.type, i * 7 + 4, m.image + i * size);
    std::memcpy(m.expected, m.global, GLOBAL_BYTES);
    each_element(c, [&](int place, long long to, int bytes) {
        u8 element[8];
        for (int i = 0; i < bytes; i++) element[i] = m.image[swizzled(c.swizzle, place + i)];
        if (to >= 0) reduce(c, m.expected + to, element);
    });
    m.run(c, map);
    int i = 0;
    while (i < GLOBAL_BYTES && m.expected[i] == m.global[i]) i++;
    if (i < GLOBAL_BYTES) check_failed(__FILE__, __LINE__, line, i, (int)m.expected[i], (int)m.global[i]);
    print_row(line, m.global, GLOBAL_BYTES);
}

/* Blocks that add to the same elements. */
static void check_many(tensor_memory &m) {
    enum { BLOCKS = 40 };
    tensor_case c = read_case("op=2 type=2 dims=64,8 strides=256 box=32,4 at=16,2");
    CUtensorMap map;
    CHECK_EQUAL(CUDA_SUCCESS, encode(c, &map, m.global));
    for (u32 i = 0; i < GLOBAL_BYTES / 4; i++) ((u32 *)m.global)[i] = i;
    for (u32 i = 0; i < SHARED_BYTES / 4; i++) ((u32 *)m.image)[i] = i + 1;
    copy_by<<<BLOCKS, 64, SHARED_BYTES>>>(map, arguments_of(c), m.image, m.told);
    FINISH();
    for (u32 i = 0; i < 64 * 8; i++) {
        u32 x = i % 64 - 16, y = i / 64 - 2, added = x < 32 && y < 4 ? BLOCKS * (y * 32 + x + 1) : 0;
        CHECK_AT(i, i + added, ((u32 *)m.global)[i]);
    }
}

int main() {
    tensor_memory memory;
    for (const char *line : lines) check_reduction(memory, line);
    check_many(memory);
    return check_result();
}
