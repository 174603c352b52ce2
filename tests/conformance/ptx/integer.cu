/* Integer instructions of inline PTX (PTX ISA, Integer Arithmetic Instructions). */
// FEW-WAYS
#include "instructions.h"

static int top_bit(u64 x) {
    int at = -1;
    for (; x; x >>= 1) at++;
    return at;
}
static u32 field(u32 a, u32 pos, u32 len, bool is_signed, int width, u64 whole) {
    (void)a;
    u64 result = 0;
    pos &= 255, len &= 255;
    u32 last = pos + len - 1 < (u32)width - 1 ? pos + len - 1 : width - 1;
    u64 sign = is_signed && len ? whole >> last & 1 : 0;
    for (int i = 0; i < width; i++)
        result |= ((u32)i < len && pos + i < (u32)width ? whole >> (pos + i) & 1 : sign) << i;
    return (u32)result;
}
static u64 inserted(u64 a, u64 b, u32 pos, u32 len, int width) {
    pos &= 255, len &= 255;
    for (u32 i = 0; i < len && pos + i < (u32)width; i++)
        b = (b & ~(1ull << (pos + i))) | (a >> i & 1) << (pos + i);
    return b;
}
static s32 sat(s64 x) { return x > 0x7fffffff ? 0x7fffffff : x < -0x80000000ll ? -0x80000000ll : (s32)x; }
static s64 s24(u32 x) { return (s32)(x << 8) >> 8; }
static u64 u24(u32 x) { return x & 0xffffff; }
static u32 ones(u32 n) { return n >= 32 ? ~0u : (1u << n) - 1; }
static u32 dot4(u32 a, bool sa, u32 b, bool sb, u32 c) {
    for (int i = 0; i < 32; i += 8)
        c += (u32)((sa ? (int)(signed char)(a >> i) : (int)(a >> i & 255)) * (sb ? (int)(signed char)(b >> i) : (int)(b >> i & 255)));
    return c;
}
static u32 dot2(u32 a, bool sa, u32 b, bool sb, u32 c) {
    for (int i = 0; i < 2; i++)
        c += (u32)((sa ? (int)(short)(a >> 16 * i) : (int)(a >> 16 * i & 65535)) *
                   (sb ? (int)(signed char)(b >> 8 * i) : (int)(b >> 8 * i & 255)));
    return c;
}
static u32 nth(u32 mask, u32 base, s32 offset) {
    base &= 31;
    if (!offset) return mask >> base & 1 ? base : ~0u;
    s64 left = offset < 0 ? -(s64)offset : offset;
    for (int at = base; at >= 0 && at < 32; at += offset < 0 ? -1 : 1)
        if (mask >> at & 1 && !--left) return at;
    return ~0u;
}

#define ROWS32(ROW)                                                                                              \
    ROW(u32, "add.u32 %0, %1, %2;", a + b)                                                                       \
    ROW(u32, "add.sat.s32 %0, %1, %2;", sat((s64)(s32)a + (s32)b))                                               \
    ROW(u32, "sub.s32 %0, %1, %2;", a - b)                                                                       \
    ROW(u32, "sub.sat.s32 %0, %1, %2;", sat((s64)(s32)a - (s32)b))                                               \
    ROW(u32, "mul.lo.s32 %0, %1, %2;", a *b)                                                                     \
    ROW(u32, "mul.hi.u32 %0, %1, %2;", (u64)a *b >> 32)                                                          \
    ROW(u32, "mul.hi.s32 %0, %1, %2;", (s64)(s32)a * (s32)b >> 32)                                               \
    ROW(u32, "mad.lo.u32 %0, %1, %2, %3;", a *b + c)                                                             \
    ROW(u32, "mad.hi.u32 %0, %1, %2, %3;", ((u64)a * b >> 32) + c)                                               \
    ROW(u32, "mad.hi.sat.s32 %0, %1, %2, %3;", sat(((s64)(s32)a * (s32)b >> 32) + (s32)c))                       \
    ROW(u32, "mul24.lo.u32 %0, %1, %2;", u24(a) * u24(b))                                                        \
    ROW(u32, "mul24.hi.u32 %0, %1, %2;", u24(a) * u24(b) >> 16)                                                  \
    ROW(u32, "mul24.lo.s32 %0, %1, %2;", s24(a) * s24(b))                                                        \
    ROW(u32, "mul24.hi.s32 %0, %1, %2;", s24(a) * s24(b) >> 16)                                                  \
    ROW(u32, "mad24.lo.s32 %0, %1, %2, %3;", (u32)(s24(a) * s24(b)) + c)                                         \
    ROW(u32, "mad24.hi.u32 %0, %1, %2, %3;", (u32)(u24(a) * u24(b) >> 16) + c)                                   \
    ROW(u32, "mad24.hi.sat.s32 %0, %1, %2, %3;", sat((s64)(s32)(s24(a) * s24(b) >> 16) + (s32)c))                \
    ROW(u32, "sad.u32 %0, %1, %2, %3;", c + (a < b ? b - a : a - b))                                             \
    ROW(u32, "sad.s32 %0, %1, %2, %3;", c + ((s32)a < (s32)b ? b - a : a - b))                                   \
    ROW(u32, "div.u32 %0, %1, %2;", b ? a / b : ~0u)                                                             \
    ROW(u32, "div.s32 %0, %1, %2;", b ? (s64)(s32)a / (s32)b : ~0ll)                                             \
    ROW(u32, "rem.u32 %0, %1, %2;", b ? a % b : ~0u)                                                             \
    ROW(u32, "rem.s32 %0, %1, %2;", b ? (s64)(s32)a % (s32)b : ~0ll)                                             \
    ROW(u32, "abs.s32 %0, %1;", (s32)a < 0 ? 0 - a : a)                                                          \
    ROW(u32, "neg.s32 %0, %1;", 0 - a)                                                                           \
    ROW(u32, "min.u32 %0, %1, %2;", a < b ? a : b)                                                               \
    ROW(u32, "min.s32 %0, %1, %2;", (s32)a < (s32)b ? a : b)                                                     \
    ROW(u32, "max.u32 %0, %1, %2;", a < b ? b : a)                                                               \
    ROW(u32, "max.s32 %0, %1, %2;", (s32)a < (s32)b ? b : a)                                                     \
    ROW(u32, "popc.b32 %0, %1;", __builtin_popcount(a))                                                          \
    ROW(u32, "clz.b32 %0, %1;", 31 - top_bit(a))                                                                 \
    ROW(u32, "bfind.u32 %0, %1;", top_bit(a))                                                                    \
    ROW(u32, "bfind.s32 %0, %1;", top_bit((s32)a < 0 ? ~a : a))                                                  \
    ROW(u32, "bfind.shiftamt.u32 %0, %1;", a ? 31 - top_bit(a) : -1)                                             \
    ROW(u32, "bfind.shiftamt.s32 %0, %1;", top_bit((s32)a < 0 ? ~a : a) < 0 ? -1 : 31 - top_bit((s32)a < 0 ? ~a : a)) \
    ROW(u32, "fns.b32 %0, %1, 5, 2;", nth(a, 5, 2))                                                              \
    ROW(u32, "fns.b32 %0, %1, 20, -3;", nth(a, 20, -3))                                                          \
    ROW(u32, "bfe.u32 %0, %1, %2, %3;", field(0, b, c, false, 32, a))                                            \
    ROW(u32, "bfe.s32 %0, %1, %2, %3;", field(0, b, c, true, 32, a))                                             \
    ROW(u32, "bfe.s32 %0, %1, 7, 9;", field(0, 7, 9, true, 32, a))                                               \
    ROW(u32, "bfi.b32 %0, %1, %2, %3, 11;", inserted(a, b, c, 11, 32))                                           \
    ROW(u32, "bfi.b32 %0, %1, %2, 4, %3;", inserted(a, b, 4, c, 32))                                             \
    ROW(u32, "szext.wrap.u32 %0, %1, %2;", a &ones(b & 31))                                                      \
    ROW(u32, "szext.clamp.s32 %0, %1, 9;", (s32)(a << 23) >> 23)                                                 \
    ROW(u32, "bmsk.wrap.b32 %0, %1, %2;", ones(b & 31) << (a & 31))                                              \
    ROW(u32, "bmsk.clamp.b32 %0, %1, %2;", a >= 32 ? 0 : ones(b) << a)                                           \
    ROW(u32, "dp4a.u32.u32 %0, %1, %2, %3;", dot4(a, false, b, false, c))                                        \
    ROW(u32, "dp4a.s32.s32 %0, %1, %2, %3;", dot4(a, true, b, true, c))                                          \
    ROW(u32, "dp4a.s32.u32 %0, %1, %2, %3;", dot4(a, true, b, false, c))                                         \
    ROW(u32, "dp2a.lo.u32.s32 %0, %1, %2, %3;", dot2(a, false, b, true, c))                                      \
    ROW(u32, "dp2a.hi.s32.u32 %0, %1, %2, %3;", dot2(a, true, b >> 16, false, c))

#define ROWS64(ROW)                                                                                              \
    ROW(u64, "add.s64 %0, %1, %2;", a + b)                                                                       \
    ROW(u64, "sub.u64 %0, %1, %2;", a - b)                                                                       \
    ROW(u64, "mul.lo.u64 %0, %1, %2;", a *b)                                                                     \
    ROW(u64, "mul.hi.u64 %0, %1, %2;", (unsigned __int128)a *b >> 64)                                            \
    ROW(u64, "mul.hi.s64 %0, %1, %2;", (__int128)(s64)a * (s64)b >> 64)                                          \
    ROW(u64, "mad.lo.s64 %0, %1, %2, %3;", a *b + c)                                                             \
    ROW(u64, "mad.hi.u64 %0, %1, %2, %3;", (u64)((unsigned __int128)a * b >> 64) + c)                            \
    ROW(u64, "sad.s64 %0, %1, %2, %3;", c + ((s64)a < (s64)b ? b - a : a - b))                                   \
    ROW(u64, "min.s64 %0, %1, %2;", (s64)a < (s64)b ? a : b)                                                     \
    ROW(u64, "max.u64 %0, %1, %2;", a < b ? b : a)                                                               \
    ROW(u64, "abs.s64 %0, %1;", (s64)a < 0 ? 0 - a : a)                                                          \
    ROW(u64, "brev.b64 %0, %1;", reversed(a))                                                                    \
    ROW(u64, "{.reg .b32 n; popc.b64 n, %1; cvt.u64.u32 %0, n;}", (u64)__builtin_popcountll(a))                  \
    ROW(u64, "{.reg .b32 n; clz.b64 n, %1; cvt.u64.u32 %0, n;}", (u64)(63 - top_bit(a)))                         \
    ROW(u64, "{.reg .u32 n; bfind.s64 n, %1; cvt.s64.s32 %0, n;}", (s64)top_bit((s64)a < 0 ? ~a : a))            \
    ROW(u64, "{.reg .u32 n; cvt.u32.u64 n, %2; and.b32 n, n, 255; bfe.u64 %0, %1, n, 21;}", extracted(a, (u32)b, 21))               \
    ROW(u64, "{.reg .u32 n; cvt.u32.u64 n, %3; and.b32 n, n, 255; bfi.b64 %0, %1, %2, n, 13;}", inserted(a, b, (u32)c, 13, 64))     \
    ROW(u64, "{.reg .u32 x, y; mov.b64 {x, y}, %1; mul.wide.u32 %0, x, y;}", (u64)(u32)a *(a >> 32))             \
    ROW(u64, "{.reg .u32 x, y; mov.b64 {x, y}, %1; mad.wide.s32 %0, x, y, %2;}", (u64)((s64)(s32)a * (s32)(a >> 32)) + b)

#define ROWS16(ROW)                                                                                              \
    ROW(u16, "add.u16 %0, %1, %2;", a + b)                                                                       \
    ROW(u16, "mul.hi.s16 %0, %1, %2;", (s32)(s16)a * (s16)b >> 16)                                               \
    ROW(u16, "mul.hi.u16 %0, %1, %2;", (u32)a *b >> 16)                                                          \
    ROW(u16, "mad.lo.u16 %0, %1, %2, %3;", (u32)a *b + c)                                                        \
    ROW(u16, "sad.s16 %0, %1, %2, %3;", c + ((s16)a < (s16)b ? b - a : a - b))                                   \
    ROW(u16, "max.s16 %0, %1, %2;", (s16)a < (s16)b ? b : a)                                                     \
    ROW(u16, "neg.s16 %0, %1;", 0 - a)                                                                           \
    ROW(u16, "{.reg .u32 w; mul.wide.s16 w, %1, %2; shr.u32 w, w, 8; cvt.u16.u32 %0, w;}",                       \
        (u32)((s32)(s16)a * (s16)b) >> 8)

static u64 reversed(u64 x) {
    u64 result = 0;
    for (int i = 0; i < 64; i++) result |= (x >> i & 1) << (63 - i);
    return result;
}
static u64 extracted(u64 a, u32 pos, u32 len) {
    pos &= 255;
    return pos < 64 ? a >> pos & ((1ull << len) - 1) : 0;
}

INSTRUCTIONS(u32, ROWS32)
INSTRUCTIONS(u64, ROWS64)
INSTRUCTIONS(u16, ROWS16)

int main() {
    check_u32();
    check_u64();
    check_u16();
    return check_result();
}
