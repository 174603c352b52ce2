/* Pairs of halves and of bfloat16 as C++ sees them: their elements, steps and assignments in host code, and pairs made
 * of nothing. What functions and operators compute: arithmetic.cu, operators.cu, moves.cu.
 */
#include "formats.h"

template <typename F> static unsigned word(typename F::Pair a) { return F::bits(F::low(a)) | F::bits(F::high(a)) << 16; }

static void check_half_movement() {
    __half a = 1.0f, b = 2.0f, c = 3.0f, d = 4.0f;
    __half2 p = __halves2half2(a, b), q = make_half2(c, d);
    CHECK_EQUAL(0x40003c00u, word<Half>(p));
    CHECK_EQUAL(0x44004200u, word<Half>(q));
    CHECK(__low2float(p) == 1 && __high2float(p) == 2 && (float)__low2half(q) == 3 && (float)__high2half(q) == 4);
    CHECK(word<Half>(__half2half2(b)) == 0x40004000u && word<Half>(__lowhigh2highlow(p)) == 0x3c004000u);
    CHECK(word<Half>(__low2half2(q)) == 0x42004200u && word<Half>(__high2half2(q)) == 0x44004400u);
    CHECK(word<Half>(__lows2half2(p, q)) == 0x42003c00u && word<Half>(__highs2half2(p, q)) == 0x44004000u);
    CHECK(word<Half>(__float2half2_rn(2.0f)) == 0x40004000u);
    CHECK(word<Half>(__floats2half2_rn(1.0f, 3.0f)) == 0x42003c00u);
    float2 f = __half22float2(q);
    CHECK(f.x == 3 && f.y == 4 && word<Half>(__float22half2_rn(f)) == 0x44004200u);
    CHECK(__half_as_short(__half(-1.0f)) == (short)0xbc00 && Half::bits(__short_as_half((short)0x8001)) == 0x8001u);
    p += q;
    CHECK(word<Half>(p) == 0x46004400u && word<Half>(++p) == 0x47004500u && word<Half>(p--) == 0x47004500u);
    CHECK(p.x == __half(4.0f) && p.y == __half(6.0f));
#if defined(__SOFTWARP__) /* ambiguous with CUDA's header */
    p = {};
    CHECK_EQUAL(0u, word<Half>(p));
#endif
}

static void check_bfloat_movement() {
    __nv_bfloat16 a = 1.0f, b = 2.0f, c = 3.0f, d = 4.0f;
    __nv_bfloat162 p = __halves2bfloat162(a, b), q = make_bfloat162(c, d);
    CHECK_EQUAL(0x40003f80u, word<Bfloat>(p));
    CHECK_EQUAL(0x40804040u, word<Bfloat>(q));
    CHECK(__low2float(p) == 1 && __high2float(p) == 2);
    CHECK((float)__low2bfloat16(q) == 3 && (float)__high2bfloat16(q) == 4);
    CHECK(word<Bfloat>(__bfloat162bfloat162(b)) == 0x40004000u && word<Bfloat>(__lowhigh2highlow(p)) == 0x3f804000u);
    CHECK(word<Bfloat>(__low2bfloat162(q)) == 0x40404040u && word<Bfloat>(__high2bfloat162(q)) == 0x40804080u);
    CHECK(word<Bfloat>(__lows2bfloat162(p, q)) == 0x40403f80u && word<Bfloat>(__highs2bfloat162(p, q)) == 0x40804000u);
    CHECK(word<Bfloat>(__float2bfloat162_rn(2.0f)) == 0x40004000u);
    CHECK(word<Bfloat>(__floats2bfloat162_rn(1.0f, 3.0f)) == 0x40403f80u);
    float2 f = __bfloat1622float2(q);
    CHECK(f.x == 3 && f.y == 4 && word<Bfloat>(__float22bfloat162_rn(f)) == 0x40804040u);
    CHECK(__bfloat16_as_short(__nv_bfloat16(-1.0f)) == (short)0xbf80);
    CHECK(Bfloat::bits(__short_as_bfloat16((short)0x8001)) == 0x8001u);
#if defined(__SOFTWARP__)
    p = {};
    CHECK_EQUAL(0u, word<Bfloat>(p));
#endif
}

int main() {
    check_half_movement();
    check_bfloat_movement();
    return check_result();
}
