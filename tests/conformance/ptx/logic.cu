/* Logic, shifts, bytes, selection of inline PTX (PTX ISA, Logic and Shift, Comparison and Selection Instructions, prmt). */
// FEW-WAYS
#include "instructions.h"

static u32 permuted(u32 a, u32 b, u32 selector) {
    u64 bytes = (u64)b << 32 | a;
    u32 result = 0;
    for (int i = 0; i < 4; i++) {
        u32 s = selector >> 4 * i & 15, byte = (u32)(bytes >> 8 * (s & 7)) & 255;
        result |= (s & 8 ? (byte & 128 ? 255u : 0u) : byte) << 8 * i;
    }
    return result;
}
/* Which byte each mode takes, highest first, for mode numbers 0 .. 3 (PTX ISA, prmt). */
static u32 by_mode(u32 a, u32 b, u32 mode, u32 m0, u32 m1, u32 m2, u32 m3) {
    const u32 table[] = {m0, m1, m2, m3};
    return permuted(a, b, table[mode & 3]);
}
static u32 looked_up(u32 a, u32 b, u32 c, int table) {
    u32 result = 0;
    for (int i = 0; i < 32; i++)
        result |= (u32)(table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    return result;
}
static u64 join(u32 low, u32 high) { return (u64)high << 32 | low; }

#define ROWS32(ROW)                                                                                              \
    ROW(u32, "and.b32 %0, %1, %2;", a &b)                                                                        \
    ROW(u32, "or.b32 %0, %1, %2;", a | b)                                                                        \
    ROW(u32, "xor.b32 %0, %1, %2;", a ^ b)                                                                       \
    ROW(u32, "not.b32 %0, %1;", ~a)                                                                              \
    ROW(u32, "cnot.b32 %0, %1;", !a)                                                                             \
    ROW(u32, "shl.b32 %0, %1, %2;", b < 32 ? a << b : 0)                                                         \
    ROW(u32, "shl.b32 %0, %1, 40;", 0)                                                                           \
    ROW(u32, "shr.u32 %0, %1, %2;", b < 32 ? a >> b : 0)                                                         \
    ROW(u32, "shr.b32 %0, %1, 3;", a >> 3)                                                                       \
    ROW(u32, "shr.s32 %0, %1, %2;", (s32)a >> (b < 32 ? b : 31))                                                 \
    ROW(u32, "shf.l.wrap.b32 %0, %1, %2, %3;", join(a, b) << (c & 31) >> 32)                                     \
    ROW(u32, "shf.l.clamp.b32 %0, %1, %2, %3;", c < 32 ? join(a, b) << c >> 32 : a)                              \
    ROW(u32, "shf.r.wrap.b32 %0, %1, %2, %3;", join(a, b) >> (c & 31))                                           \
    ROW(u32, "shf.r.clamp.b32 %0, %1, %2, %3;", c < 32 ? join(a, b) >> c : b)                                    \
    ROW(u32, "lop3.b32 %0, %1, %2, %3, 0xe8;", looked_up(a, b, c, 0xe8))                                         \
    ROW(u32, "lop3.b32 %0, %1, %2, %3, 0x96;", a ^ b ^ c)                                                        \
    ROW(u32, "lop3.b32 %0, %1, %2, %3, 0x1d;", looked_up(a, b, c, 0x1d))                                         \
    ROW(u32, "lop3.b32 %0, %1, %2, %3, 0;", 0)                                                                   \
    ROW(u32, "lop3.b32 %0, %1, %2, %3, 255;", ~0u)                                                               \
    ROW(u32, "prmt.b32 %0, %1, %2, %3;", permuted(a, b, c))                                                      \
    ROW(u32, "prmt.b32 %0, %1, %2, 0x3bd9;", permuted(a, b, 0x3bd9))                                             \
    ROW(u32, "prmt.b32.f4e %0, %1, %2, %3;", by_mode(a, b, c, 0x3210, 0x4321, 0x5432, 0x6543))                   \
    ROW(u32, "prmt.b32.b4e %0, %1, %2, %3;", by_mode(a, b, c, 0x5670, 0x6701, 0x7012, 0x0123))                   \
    ROW(u32, "prmt.b32.rc8 %0, %1, %2, %3;", by_mode(a, b, c, 0x0000, 0x1111, 0x2222, 0x3333))                   \
    ROW(u32, "prmt.b32.ecl %0, %1, %2, %3;", by_mode(a, b, c, 0x3210, 0x3211, 0x3222, 0x3333))                   \
    ROW(u32, "prmt.b32.ecr %0, %1, %2, %3;", by_mode(a, b, c, 0x0000, 0x1110, 0x2210, 0x3210))                   \
    ROW(u32, "prmt.b32.rc16 %0, %1, %2, %3;", by_mode(a, b, c, 0x1010, 0x3232, 0x1010, 0x3232))                  \
    ROW(u32, "brev.b32 %0, %1;", looked_up(0, 0, 0, 0) | reversed(a))                                            \
    ROW(u32, "set.lt.u32.s32 %0, %1, %2;", (s32)a < (s32)b ? ~0u : 0)                                            \
    ROW(u32, "set.hi.u32.u32 %0, %1, %2;", a > b ? ~0u : 0)                                                      \
    ROW(u32, "slct.u32.s32 %0, %1, %2, %3;", (s32)c >= 0 ? a : b)                                                \
    ROW(u32, "{.reg .pred p; setp.ge.s32 p, %1, %2; selp.b32 %0, %3, 7, p;}", (s32)a >= (s32)b ? c : 7)          \
    ROW(u32, "{.reg .pred p, q; setp.eq.u32 p|q, %1, %2; selp.u32 %0, 1, 2, p; @q add.u32 %0, %0, 10;}",         \
        a == b ? 1 : 12)                                                                                         \
    ROW(u32, "{.reg .pred p, q; setp.ls.u32 p, %1, 40; setp.ne.and.b32 q, %2, 5, p; selp.b32 %0, 1, 0, q;}",     \
        a <= 40 && b != 5)                                                                                       \
    ROW(u32, "{.reg .pred p, q; setp.lo.u32 p, %1, %2; setp.gt.xor.s32 q, %2, %3, !p; selp.b32 %0, 1, 0, q;}",   \
        ((s32)b > (s32)c) ^ !(a < b))                                                                            \
    ROW(u32, "{.reg .pred p, q; setp.lt.u32 p, %1, %2; not.pred q, p; or.pred p, p, q; selp.b32 %0, 3, 4, p;}", 3) \
    ROW(u32, "{.reg .pred p, q; setp.ne.u32 p, %3, 31; lop3.or.b32 %0|q, %1, %2, %3, 0x80, p; @!q mov.u32 %0, 99;}", \
        (a & b & c) || c != 31 ? a & b & c : 99)                                                                 \
    ROW(u32, "{.reg .b16 x, y; mov.b32 {x, y}, %1; mov.b32 %0, {y, x};}", a << 16 | a >> 16)                     \
    ROW(u32, "{.reg .b64 w; mov.b64 w, {%1, %2}; shr.u64 w, w, 12; cvt.u32.u64 %0, w;}", join(a, b) >> 12)

#define ROWS64(ROW)                                                                                              \
    ROW(u64, "and.b64 %0, %1, %2;", a &b)                                                                        \
    ROW(u64, "xor.b64 %0, %1, %2;", a ^ b)                                                                       \
    ROW(u64, "not.b64 %0, %1;", ~a)                                                                              \
    ROW(u64, "{.reg .u32 n; cvt.u32.u64 n, %2; shl.b64 %0, %1, n;}", (u32)b < 64 ? a << (u32)b : 0)              \
    ROW(u64, "{.reg .u32 n; cvt.u32.u64 n, %2; shr.s64 %0, %1, n;}", (s64)a >> ((u32)b < 64 ? (u32)b : 63))      \
    ROW(u64, "{.reg .b32 x, y; mov.b64 {x, y}, %1; mov.b64 %0, {y, x};}", a << 32 | a >> 32)                     \
    ROW(u64, "{.reg .b16 w, x, y, z; mov.b64 {w, x, y, z}, %1; mov.b64 %0, {z, y, x, w};}",                      \
        a << 48 | a >> 48 | (a >> 16 & 0xffff) << 32 | (a >> 32 & 0xffff) << 16)                                 \
    ROW(u64, "{.reg .pred p; setp.hs.u64 p, %1, %2; selp.b64 %0, %1, %2, p;}", a >= b ? a : b)                   \
    ROW(u64, "/* a comment */ mov.u64 %0, 0x123456789abcdefU; // another\n add.u64 %0, %0, 0b101;", 0x123456789abcdefull + 5)

#define ROWS16(ROW)                                                                                              \
    ROW(u16, "shl.b16 %0, %1, 5;", a << 5)                                                                       \
    ROW(u16, "shr.s16 %0, %1, 20;", (s16)a >> 15)                                                                \
    ROW(u16, "shr.u16 %0, %1, 4;", a >> 4)                                                                       \
    ROW(u16, "and.b16 %0, %1, %2;", a &b)                                                                        \
    ROW(u16, "or.b16 %0, %1, %2;", a | b)

static u32 reversed(u32 x) {
    u32 result = 0;
    for (int i = 0; i < 32; i++) result |= (x >> i & 1) << (31 - i);
    return result;
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
