/* cvt of inline PTX between all types (PTX ISA, cvt), and 8-bit values in wider registers. */
// FEW-WAYS
#include "instructions.h"

#include <cmath>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

static f32 ftz(f32 x) { return bits_of(x) & 0x7f800000 ? x : float_of(bits_of(x) & 0x80000000); }
static s64 clamped(s64 x, s64 lo, s64 hi) { return x < lo ? lo : x > hi ? hi : x; }
static s32 to_s32(f64 x) { return x != x ? 0 : x >= 2147483647.0 ? 2147483647 : x <= -2147483648.0 ? -2147483647 - 1 : (s32)x; }
static u32 to_u32(f64 x) { return x != x || x <= 0 ? 0 : x >= 4294967295.0 ? 4294967295u : (u32)x; }
static u16 half_of(f32 x) { return __half_as_ushort(__float2half_rn(x)); }
static f32 of_half(u16 x) { return __half2float(__ushort_as_half(x)); }
static u16 bfloat_of(f32 x) { return __bfloat16_as_ushort(__float2bfloat16_rn(x)); }

/* Of and to words. */
#define ROWS32(ROW)                                                                                              \
    ROW(u32, "cvt.u32.u8 %0, %1;", a & 255)                                                                      \
    ROW(u32, "cvt.s32.s8 %0, %1;", (s32)(signed char)a)                                                          \
    ROW(u32, "cvt.u32.u16 %0, %1;", a & 0xffff)                                                                  \
    ROW(u32, "cvt.s32.s16 %0, %1;", (s32)(s16)a)                                                                 \
    ROW(u32, "cvt.u8.u32 %0, %1;", a & 255)                                                                      \
    ROW(u32, "cvt.s8.s32 %0, %1;", (s32)(signed char)a)                                                          \
    ROW(u32, "cvt.sat.u8.s32 %0, %1;", clamped((s32)a, 0, 255))                                                  \
    ROW(u32, "cvt.sat.s8.s32 %0, %1;", clamped((s32)a, -128, 127))                                               \
    ROW(u32, "cvt.sat.u8.u32 %0, %1;", a > 255 ? 255 : a)                                                        \
    ROW(u32, "cvt.sat.s8.u32 %0, %1;", a > 127 ? 127 : a)                                                        \
    ROW(u32, "cvt.sat.u32.s32 %0, %1;", clamped((s32)a, 0, 0x7fffffff))                                          \
    ROW(u32, "cvt.sat.s32.u32 %0, %1;", a > 0x7fffffff ? 0x7fffffff : a)                                         \
    ROW(u32, "{.reg .u16 h; cvt.sat.u16.s32 h, %1; cvt.u32.u16 %0, h;}", clamped((s32)a, 0, 65535))              \
    ROW(u32, "{.reg .u64 w; mov.b64 w, {%1, %2}; cvt.sat.s32.s64 %0, w;}",                                       \
        clamped((s64)((u64)b << 32 | a), -0x80000000ll, 0x7fffffff))                                             \
    ROW(u32, "{.reg .s64 w; cvt.s64.s32 w, %1; shr.u64 w, w, 40; cvt.u32.u64 %0, w;}", (u64)(s64)(s32)a >> 40)   \
    ROW(u32, "cvt.pack.sat.u16.s32 %0, %1, %2;", clamped((s32)a, 0, 65535) << 16 | clamped((s32)b, 0, 65535))    \
    ROW(u32, "cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;",                                                          \
        c << 16 | ((u32)clamped((s32)a, -128, 127) & 255) << 8 | ((u32)clamped((s32)b, -128, 127) & 255))        \
    ROW(u32, "{.reg .f32 x; cvt.rn.f32.s32 x, %1; mov.b32 %0, x;}", bits_of((f32)(s32)a))                        \
    ROW(u32, "{.reg .f32 x; cvt.rn.f32.u32 x, %1; mov.b32 %0, x;}", bits_of((f32)a))                             \
    ROW(u32, "{.reg .f32 x; cvt.rz.f32.u32 x, %1; mov.b32 %0, x;}", bits_of(cut((f64)a)))                        \
    ROW(u32, "{.reg .f32 x; cvt.rn.f32.u8 x, %1; mov.b32 %0, x;}", bits_of((f32)(a & 255)))                      \
    ROW(u32, "{.reg .f64 x; .reg .u32 y; cvt.rn.f64.s32 x, %1; mov.b64 {y, %0}, x;}", bits_of((f64)(s32)a) >> 32) \
    ROW(u32, "{.reg .b16 h; cvt.rn.f16.s32 h, %1; cvt.u32.u16 %0, h;}", half_of((f32)clamped((s32)a, -70000, 70000)) ) \
    ROW(u32, "{.reg .b16 h; cvt.u16.u32 h, %1; cvt.rni.s32.f16 %0, h;}", to_s32(std::rint(of_half((u16)a))))     \
    ROW(u32, "{.reg .b16 h, g; cvt.u16.u32 h, %1; cvt.rpi.f16.f16 g, h; cvt.u32.u16 %0, g;}", half_of(std::ceil(of_half((u16)a))))

static f32 cut(f64 x) {
    f32 y = (f32)x;
    return std::fabs((f64)y) > std::fabs(x) ? std::nextafter(y, 0.0f) : y;
}

/* Floats to all types, and floats made of the answers. */
#define ROWSF(ROW)                                                                                               \
    ROW(f32, "{.reg .s32 n; cvt.rzi.s32.f32 n, %1; mov.b32 %0, n;}", float_of(to_s32(std::trunc(a))))            \
    ROW(f32, "{.reg .s32 n; cvt.rni.s32.f32 n, %1; mov.b32 %0, n;}", float_of(to_s32(std::rint(a))))             \
    ROW(f32, "{.reg .u32 n; cvt.rmi.u32.f32 n, %1; mov.b32 %0, n;}", float_of(to_u32(std::floor(a))))            \
    ROW(f32, "{.reg .u32 n; cvt.rpi.u32.f32 n, %1; mov.b32 %0, n;}", float_of(to_u32(std::ceil(a))))             \
    ROW(f32, "{.reg .u32 n; cvt.rpi.ftz.u32.f32 n, %1; mov.b32 %0, n;}", float_of(to_u32(std::ceil(ftz(a)))))    \
    ROW(f32, "{.reg .u32 n; cvt.rzi.u8.f32 n, %1; mov.b32 %0, n;}", float_of(a != a ? 0 : (u32)clamped(to_s32(a), 0, 255))) \
    ROW(f32, "{.reg .u32 n; cvt.rni.s8.f32 n, %1; mov.b32 %0, n;}", float_of(a != a ? 0 : (u32)clamped(to_s32(std::rint(a)), -128, 127))) \
    ROW(f32, "{.reg .u64 n; .reg .u32 x, y; cvt.rzi.s64.f32 n, %1; mov.b64 {x, y}, n; mov.b32 %0, y;}",          \
        float_of(a != a || a <= -9.2233720368547758e18f ? 0x80000000u                                            \
                 : a >= 9.2233720368547758e18f ? 0x7fffffffu : (u32)((u64)(s64)a >> 32)))                        \
    ROW(f32, "cvt.rni.f32.f32 %0, %1;", std::rint(a))                                                            \
    ROW(f32, "cvt.rzi.f32.f32 %0, %1;", std::trunc(a))                                                           \
    ROW(f32, "cvt.rmi.f32.f32 %0, %1;", std::floor(a))                                                           \
    ROW(f32, "cvt.rpi.f32.f32 %0, %1;", std::ceil(a))                                                            \
    ROW(f32, "cvt.sat.f32.f32 %0, %1;", a > 0 ? (a < 1 ? a : 1) : 0)                                             \
    ROW(f32, "cvt.ftz.f32.f32 %0, %1;", ftz(a))                                                                  \
    ROW(f32, "{.reg .f64 d; cvt.f64.f32 d, %1; mul.f64 d, d, 0d3FF5555555555555; cvt.rn.f32.f64 %0, d;}",        \
        (f32)((f64)a * double_of(0x3FF5555555555555)))                                                           \
    ROW(f32, "{.reg .f64 d; cvt.f64.f32 d, %1; mul.f64 d, d, 0d3FF5555555555555; cvt.rz.f32.f64 %0, d;}",        \
        cut((f64)a * double_of(0x3FF5555555555555)))                                                             \
    ROW(f32, "{.reg .b16 h; cvt.rn.f16.f32 h, %1; cvt.f32.f16 %0, h;}", of_half(half_of(a)))                     \
    ROW(f32, "{.reg .b16 h; cvt.rz.f16.f32 h, %1; cvt.f32.f16 %0, h;}", __half2float(__float2half_rz(a)))        \
    ROW(f32, "{.reg .b16 h; .reg .b32 w; cvt.rn.bf16.f32 h, %1; mov.b32 w, {0, h}; mov.b32 %0, w;}",             \
        float_of((u32)bfloat_of(a) << 16))                                                                       \
    ROW(f32, "{.reg .b32 w; cvt.rn.f16x2.f32 w, %1, %2; and.b32 w, w, 0x3bff3bff; mov.b32 %0, w;}",              \
        float_of(((u32)half_of(a) << 16 | half_of(b)) & 0x3bff3bff))                                             \
    ROW(f32, "{.reg .b32 w; cvt.rn.relu.bf16x2.f32 w, %1, %2; and.b32 w, w, 0x7f7fffff; mov.b32 %0, w;}",        \
        float_of(((u32)relu(bfloat_of(a)) << 16 | relu(bfloat_of(b))) & 0x7f7fffff))
static u16 relu(u16 x) { return (x & 0x7fff) > 0x7f80 ? 0x7fff : x & 0x8000 ? 0 : x; }

INSTRUCTIONS(u32, ROWS32)
INSTRUCTIONS(f32, ROWSF)

int main() {
    check_u32();
    check_f32();
    return check_result();
}
