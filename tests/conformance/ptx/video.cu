/* Video instructions of inline PTX (PTX ISA, Scalar Video Instructions, SIMD Video Instructions). */
// FEW-WAYS
#include "instructions.h"

static s64 clamped(s64 x, s64 lo, s64 hi) { return x < lo ? lo : x > hi ? hi : x; }
static s64 distance(s64 a, s64 b) { return a < b ? b - a : a - b; }
static s64 mean(s64 a, s64 b) { return (a + b + (a + b >= 0)) >> 1; }
/* An element, signed or not. */
static s64 element(u32 word, int index, int bits, bool is_signed) {
    u32 x = word >> index * bits & (bits == 32 ? ~0u : (1u << bits) - 1);
    return is_signed ? (s64)(s32)(x << (32 - bits)) >> (32 - bits) : (s64)x;
}
/* f of all elements: side by side, or summed up onto c. */
template <typename F> static u32 each(int count, bool sa, bool sb, u32 a, u32 b, F f) {
    u32 result = 0, bits = 32 / count;
    for (int i = 0; i < count; i++)
        result |= ((u32)f(element(a, i, bits, sa), element(b, i, bits, sb)) & ((1u << bits) - 1)) << i * bits;
    return result;
}
template <typename F> static u32 total(int count, bool sa, bool sb, u32 a, u32 b, u32 c, F f) {
    for (int i = 0; i < count; i++) c += (u32)f(element(a, i, 32 / count, sa), element(b, i, 32 / count, sb));
    return c;
}
#define OF(op) [](s64 x, s64 y) -> s64 { (void)x, (void)y; return op; }

#define ROWS32(ROW)                                                                                              \
    ROW(u32, "vadd.u32.u32.u32 %0, %1, %2;", a + b)                                                              \
    ROW(u32, "vadd.s32.s32.s32.sat %0, %1, %2;", clamped((s64)(s32)a + (s32)b, -0x80000000ll, 0x7fffffff))       \
    ROW(u32, "vsub.u32.u32.u32 %0, %1, %2;", a - b)                                                              \
    ROW(u32, "vsub.s32.u32.u32.sat.add %0, %1, %2, %3;", (u32)clamped((s64)a - b, -0x80000000ll, 0x7fffffff) + c) \
    ROW(u32, "vadd.s32.s32.s32 %0, %1.b1, %2.h1;", element(a, 1, 8, true) + element(b, 1, 16, true))             \
    ROW(u32, "vsub.u32.u32.u32 %0, %1.b3, %2.b0;", element(a, 3, 8, false) - element(b, 0, 8, false))            \
    ROW(u32, "vabsdiff.u32.s32.s32 %0, %1, %2;", distance((s32)a, (s32)b))                                       \
    ROW(u32, "vabsdiff.u32.u32.u32.add %0, %1, %2, %3;", (u32)distance(a, b) + c)                                \
    ROW(u32, "vmin.s32.s32.s32.max %0, %1, %2, %3;", maximum((s32)a < (s32)b ? a : b, c))                        \
    ROW(u32, "vmax.u32.u32.u32 %0, %1, %2;", a > b ? a : b)                                                      \
    ROW(u32, "vshl.u32.u32.u32.clamp %0, %1, %2;", b < 32 ? a << b : 0)                                          \
    ROW(u32, "vshl.u32.u32.u32.wrap %0, %1, %2;", a << (b & 31))                                                 \
    ROW(u32, "vshr.u32.u32.u32.clamp.add %0, %1, %2, %3;", (b < 32 ? a >> b : 0) + c)                            \
    ROW(u32, "vshr.s32.s32.u32.wrap %0, %1, %2;", (s32)a >> (b & 31))                                            \
    ROW(u32, "vset.u32.u32.lt %0, %1, %2;", a < b)                                                               \
    ROW(u32, "vset.s32.s32.ge.add %0, %1, %2, %3;", ((s32)a >= (s32)b) + c)                                      \
    ROW(u32, "vadd2.s32.s32.s32.sat %0, %1, %2, %3;", each(2, true, true, a, b, OF(clamped(x + y, -32768, 32767)))) \
    ROW(u32, "vsub2.u32.u32.u32 %0, %1, %2, %3;", each(2, false, false, a, b, OF(x - y)))                        \
    ROW(u32, "vavrg2.s32.s32.s32 %0, %1, %2, %3;", each(2, true, true, a, b, OF(mean(x, y))))                    \
    ROW(u32, "vabsdiff2.u32.u32.u32.add %0, %1, %2, %3;", total(2, false, false, a, b, c, OF(distance(x, y))))   \
    ROW(u32, "vmax2.s32.s32.s32 %0, %1, %2, %3;", each(2, true, true, a, b, OF(x > y ? x : y)))                  \
    ROW(u32, "vset2.s32.s32.lt %0, %1, %2, %3;", each(2, true, true, a, b, OF(x < y)))                           \
    ROW(u32, "vadd4.u32.u32.u32.sat %0, %1, %2, %3;", each(4, false, false, a, b, OF(clamped(x + y, 0, 255))))   \
    ROW(u32, "vsub4.s32.s32.s32.sat %0, %1, %2, %3;", each(4, true, true, a, b, OF(clamped(x - y, -128, 127))))  \
    ROW(u32, "vavrg4.u32.u32.u32 %0, %1, %2, %3;", each(4, false, false, a, b, OF(mean(x, y))))                  \
    ROW(u32, "vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;", total(4, false, false, a, b, c, OF(distance(x, y))))   \
    ROW(u32, "vabsdiff4.u32.s32.s32 %0, %1, %2, %3;", each(4, true, true, a, b, OF(distance(x, y))))             \
    ROW(u32, "vmin4.u32.u32.u32 %0, %1, %2, %3;", each(4, false, false, a, b, OF(x < y ? x : y)))                \
    ROW(u32, "vset4.u32.u32.ne.add %0, %1, %2, %3;", total(4, false, false, a, b, c, OF(x != y)))

static u32 maximum(u32 a, u32 b) { return (s32)a > (s32)b ? a : b; }

INSTRUCTIONS(u32, ROWS32)

int main() {
    check_u32();
    return check_result();
}
