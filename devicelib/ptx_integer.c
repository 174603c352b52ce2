/* Integer instructions of inline PTX that are hard to say in IR (PTX ISA, Integer Arithmetic Instructions, Data Movement and
 * Conversion Instructions). src/ptx/instructions.def names them. Straight code: lockstep makes vectors of it. */
#include "number.h"
#include "ptx.h"

/* bfe: len bits of a from pos on; those beyond the top are copies of the sign, for signed types, of the field's last bit. */
#define SW_EXTRACT(name, U, S, width)                                                                        \
    U __nv_ptx_bfe_u##name(U a, uint32_t b, uint32_t c)                                                      \
    {                                                                                                        \
        uint32_t pos = b & 255, len = c & 255;                                                               \
        U field = pos < width ? a >> (pos & (width - 1)) : 0;                                                \
        return len < width ? field & (((U)1 << (len & (width - 1))) - 1) : field;                            \
    }                                                                                                        \
    U __nv_ptx_bfe_s##name(U a, uint32_t b, uint32_t c)                                                      \
    {                                                                                                        \
        uint32_t pos = b & 255, len = c & 255;                                                               \
        U field = pos < width ? a >> (pos & (width - 1)) : 0;                                                \
        uint32_t last = pos + len - 1 < width - 1 ? pos + len - 1 : width - 1;                               \
        U sign = len ? a >> (last & (width - 1)) & 1 : 0;                                                    \
        uint32_t there = pos < width ? width - pos : 0;                                                      \
        uint32_t kept = len < there ? len : there;                                                           \
        U mask = kept < width ? ((U)1 << (kept & (width - 1))) - 1 : ~(U)0;                                  \
        return len ? (field & mask) | (sign ? ~mask : 0) : 0;                                                \
    }                                                                                                        \
    U __nv_ptx_bfi_b##name(U a, U b, uint32_t c, uint32_t d)                                                 \
    {                                                                                                        \
        uint32_t pos = c & 255, len = d & 255;                                                               \
        U low = len < width ? ((U)1 << (len & (width - 1))) - 1 : ~(U)0;                                     \
        U mask = pos < width ? low << (pos & (width - 1)) : 0;                                               \
        U moved = pos < width ? a << (pos & (width - 1)) : 0;                                                \
        return (moved & mask) | (b & ~mask);                                                                 \
    }
SW_EXTRACT(32, uint32_t, int32_t, 32u)
SW_EXTRACT(64, uint64_t, int64_t, 64u)

/* bfind: the position of the highest bit that is not the sign's, or its distance from the top; all ones: there is none. */
#define SW_FIND(name, U, S, clz, width)                                                                      \
    uint32_t __nv_ptx_bfind_u##name(U a)                                                                     \
    {                                                                                                        \
        return a ? width - 1 - (uint32_t)clz(a) : UINT32_MAX;                                                \
    }                                                                                                        \
    uint32_t __nv_ptx_bfind_shiftamt_u##name(U a)                                                            \
    {                                                                                                        \
        return a ? (uint32_t)clz(a) : UINT32_MAX;                                                            \
    }                                                                                                        \
    uint32_t __nv_ptx_bfind_s##name(U a)                                                                     \
    {                                                                                                        \
        return __nv_ptx_bfind_u##name((S)a < 0 ? ~a : a);                                                    \
    }                                                                                                        \
    uint32_t __nv_ptx_bfind_shiftamt_s##name(U a)                                                            \
    {                                                                                                        \
        return __nv_ptx_bfind_shiftamt_u##name((S)a < 0 ? ~a : a);                                           \
    }
SW_FIND(32, uint32_t, int32_t, __builtin_clz, 32u)
SW_FIND(64, uint64_t, int64_t, __builtin_clzll, 64u)

uint32_t __nv_ptx_fns(uint32_t mask, uint32_t base, uint32_t offset) {
    return __sw_fns(mask, base, (int32_t)offset);
}

#define SW_SAD(name, T, U)                                                                                   \
    U __nv_ptx_sad_##name(U x, U y, U sum)                                                                   \
    {                                                                                                        \
        return (U)(sum + ((T)x < (T)y ? (U)(y - x) : (U)(x - y)));                                           \
    }
SW_SAD(u16, uint16_t, uint16_t)
SW_SAD(u32, uint32_t, uint32_t)
SW_SAD(u64, uint64_t, uint64_t)
SW_SAD(s16, int16_t, uint16_t)
SW_SAD(s32, int32_t, uint32_t)
SW_SAD(s64, int64_t, uint64_t)

/* Products of 24 bits: of the 48 bits the low or the high 32. */
SW_INLINE int64_t signed_24(uint32_t a, uint32_t b) {
    return (int64_t)((int32_t)(a << 8) >> 8) * ((int32_t)(b << 8) >> 8);
}

SW_INLINE uint64_t unsigned_24(uint32_t a, uint32_t b) {
    return (uint64_t)(a & 0xffffff) * (b & 0xffffff);
}

#define SW_PRODUCT_24(half, name, product, shift)                                                            \
    uint32_t __nv_ptx_mul24_##half##_##name(uint32_t a, uint32_t b)                                          \
    {                                                                                                        \
        return (uint32_t)(product(a, b) >> shift);                                                           \
    }                                                                                                        \
    uint32_t __nv_ptx_mad24_##half##_##name(uint32_t a, uint32_t b, uint32_t c)                              \
    {                                                                                                        \
        return (uint32_t)(product(a, b) >> shift) + c;                                                       \
    }
SW_PRODUCT_24(lo, u32, unsigned_24, 0)
SW_PRODUCT_24(hi, u32, unsigned_24, 16)
SW_PRODUCT_24(lo, s32, signed_24, 0)
SW_PRODUCT_24(hi, s32, signed_24, 16)

SW_INLINE uint32_t saturated(int64_t x) {
    return (uint32_t)(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}

uint32_t __nv_ptx_mad24_hi_sat_s32(uint32_t a, uint32_t b, uint32_t c) {
    return saturated((int64_t)(int32_t)(signed_24(a, b) >> 16) + (int32_t)c);
}

/* szext: the low len bits, extended; bmsk: len ones from pos on. wrap takes the numbers modulo 32. */
SW_INLINE uint32_t ones(uint32_t count) {
    return count < 32 ? ((uint32_t)1 << (count & 31)) - 1 : UINT32_MAX;
}

SW_INLINE uint32_t extended(uint32_t a, uint32_t len) {
    uint32_t sign = len && len < 32 ? a >> ((len - 1) & 31) & 1 : 0;
    return (a & ones(len)) | (sign ? ~ones(len) : 0);
}

uint32_t __nv_ptx_szext_clamp_u32(uint32_t a, uint32_t len) {
    return a & ones(len);
}
uint32_t __nv_ptx_szext_wrap_u32(uint32_t a, uint32_t len) {
    return a & ones(len & 31);
}
uint32_t __nv_ptx_szext_clamp_s32(uint32_t a, uint32_t len) {
    return extended(a, len);
}
uint32_t __nv_ptx_szext_wrap_s32(uint32_t a, uint32_t len) {
    return extended(a, len & 31);
}
uint32_t __nv_ptx_bmsk_wrap(uint32_t pos, uint32_t len) {
    return ones(len & 31) << (pos & 31);
}
uint32_t __nv_ptx_bmsk_clamp(uint32_t pos, uint32_t len) {
    return pos < 32 ? ones(len) << (pos & 31) : 0;
}

/* Dot products of bytes, and of halves with bytes. A and B: how an element is read. */
#define SW_DOT(a_name, A8, A16, b_name, B8)                                                                  \
    uint32_t __nv_ptx_dp4a_##a_name##_##b_name(uint32_t a, uint32_t b, uint32_t c)                           \
    {                                                                                                        \
        for (unsigned i = 0; i < 32; i += 8)                                                                 \
            c += (uint32_t)((int32_t)(A8)(a >> i) * (int32_t)(B8)(b >> i));                                  \
        return c;                                                                                            \
    }                                                                                                        \
    uint32_t __nv_ptx_dp2a_lo_##a_name##_##b_name(uint32_t a, uint32_t b, uint32_t c)                        \
    {                                                                                                        \
        return c + (uint32_t)((int32_t)(A16)a * (B8)b) + (uint32_t)((int32_t)(A16)(a >> 16) * (B8)(b >> 8)); \
    }                                                                                                        \
    uint32_t __nv_ptx_dp2a_hi_##a_name##_##b_name(uint32_t a, uint32_t b, uint32_t c)                        \
    {                                                                                                        \
        return __nv_ptx_dp2a_lo_##a_name##_##b_name(a, b >> 16, c);                                          \
    }
SW_DOT(u32, uint8_t, uint16_t, u32, uint8_t)
SW_DOT(u32, uint8_t, uint16_t, s32, int8_t)
SW_DOT(s32, int8_t, int16_t, u32, uint8_t)
SW_DOT(s32, int8_t, int16_t, s32, int8_t)

/* prmt: a byte of b:a for each of the selector's nibbles; the modes say the nibbles by a number (PTX ISA, prmt). */
uint32_t __nv_ptx_prmt(uint32_t a, uint32_t b, uint32_t selector) {
    return __sw_prmt(a, b, selector);
}

SW_INLINE uint32_t picked(uint32_t a, uint32_t b, uint64_t selectors, uint32_t mode) {
    return __sw_prmt(a, b, (uint32_t)(selectors >> (16 * (mode & 3))) & 0xffff);
}

uint32_t __nv_ptx_prmt_f4e(uint32_t a, uint32_t b, uint32_t mode) {
    return picked(a, b, 0x6543543243213210, mode);
}
uint32_t __nv_ptx_prmt_b4e(uint32_t a, uint32_t b, uint32_t mode) {
    return picked(a, b, 0x0123701267015670, mode);
}
uint32_t __nv_ptx_prmt_rc8(uint32_t a, uint32_t b, uint32_t mode) {
    return picked(a, b, 0x3333222211110000, mode);
}
uint32_t __nv_ptx_prmt_ecl(uint32_t a, uint32_t b, uint32_t mode) {
    return picked(a, b, 0x3333322232113210, mode);
}
uint32_t __nv_ptx_prmt_ecr(uint32_t a, uint32_t b, uint32_t mode) {
    return picked(a, b, 0x3210221011100000, mode);
}
uint32_t __nv_ptx_prmt_rc16(uint32_t a, uint32_t b, uint32_t mode) {
    return picked(a, b, 0x3232101032321010, mode);
}

/* cvt.pack.sat: two numbers, saturated, side by side, b the lower; bytes before half of c. */
SW_INLINE uint32_t between(int32_t x, int32_t least, int32_t most, uint32_t mask) {
    return (uint32_t)(x < least ? least : x > most ? most : x) & mask;
}

uint32_t __nv_ptx_cvt_pack_u16(uint32_t a, uint32_t b) {
    return between((int32_t)a, 0, 65535, 65535) << 16 | between((int32_t)b, 0, 65535, 65535);
}

uint32_t __nv_ptx_cvt_pack_s16(uint32_t a, uint32_t b) {
    return between((int32_t)a, -32768, 32767, 65535) << 16 | between((int32_t)b, -32768, 32767, 65535);
}

uint32_t __nv_ptx_cvt_pack_u8(uint32_t a, uint32_t b, uint32_t c) {
    return c << 16 | between((int32_t)a, 0, 255, 255) << 8 | between((int32_t)b, 0, 255, 255);
}

uint32_t __nv_ptx_cvt_pack_s8(uint32_t a, uint32_t b, uint32_t c) {
    return c << 16 | between((int32_t)a, -128, 127, 255) << 8 | between((int32_t)b, -128, 127, 255);
}

/* Four bytes from `at` on of what is copied, of which so many bytes count; the others are zeros and not read. */
uint32_t __nv_ptx_read_part(const unsigned char *bytes, uint32_t count, uint32_t at) {
    uint32_t word = 0;
    for (uint32_t i = 0; i < 4; i++)
        if (at + i < count)
            word |= (uint32_t)bytes[i] << (8 * i);
    return word;
}
