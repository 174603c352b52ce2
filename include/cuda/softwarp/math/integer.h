/* Integer intrinsics: bit counts, permutations, high halves of products, averages, funnel shifts, dot products.
 *
 * Written in plain C on clang's generic builtins wherever possible, so that the compiler can fold and vectorise them.
 * CUDA Math API: Integer Intrinsics.
 */
#ifndef SOFTWARP_INTEGER_H
#define SOFTWARP_INTEGER_H

#pragma GCC system_header

SW_PURE int __popc(unsigned int x) { return __builtin_popcount(x); }
SW_PURE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SW_PURE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
SW_PURE int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
SW_PURE int __ffs(int x) { return __builtin_ffs(x); }
SW_PURE int __ffsll(long long x) { return __builtin_ffsll(x); }
SW_PURE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
SW_PURE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

/* Four bytes picked from the eight of y:x by the low three bits of the selector's four digits. */
SW_PURE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    return __nvvm_prmt(x, y, selector & 0x7777);
}

/* Position of the n-th set bit of mask, counted from base upwards (n > 0) or downwards (n < 0); ~0 if there is none. */
SW_PURE unsigned int __fns(unsigned int mask, unsigned int base, int n) { return __nvvm_fns(mask, base, n); }

SW_PURE int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
SW_PURE unsigned int __umulhi(unsigned int x, unsigned int y) {
    return (unsigned int)((unsigned long long)x * y >> 32);
}
SW_PURE long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
SW_PURE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
/* Products of the low 24 bits; of the 48 bits the low 32 count. */
SW_PURE int __mul24(int x, int y) {
    return (int)((unsigned)((int)((unsigned)x << 8) >> 8) * (unsigned)((int)((unsigned)y << 8) >> 8));
}
SW_PURE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffff) * (y & 0xffffff); }

SW_PURE unsigned int __sad(int x, int y, unsigned int z) {
    return z + (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x);
}
SW_PURE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return z + (x > y ? x - y : y - x); }

/* Averages rounded down, and (r) up, without overflow in the sum. */
SW_PURE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
SW_PURE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
SW_PURE unsigned int __uhadd(unsigned int x, unsigned int y) {
    return (unsigned int)(((unsigned long long)x + y) >> 1);
}
SW_PURE unsigned int __urhadd(unsigned int x, unsigned int y) {
    return (unsigned int)(((unsigned long long)x + y + 1) >> 1);
}

/* high:low shifted, the high word (l) or the low word (r) of it; the count wraps at 32 or (c) is clamped to 32. */
SW_PURE unsigned long long sw_join(unsigned int low, unsigned int high) {
    return (unsigned long long)high << 32 | low;
}
SW_PURE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int count) {
    return (unsigned int)(sw_join(low, high) << (count & 31) >> 32);
}
SW_PURE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int count) {
    return count < 32 ? __funnelshift_l(low, high, count) : low;
}
SW_PURE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int count) {
    return (unsigned int)(sw_join(low, high) >> (count & 31));
}
SW_PURE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int count) {
    return count < 32 ? __funnelshift_r(low, high, count) : high;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610

/* Dot products of bytes (dp4a) or of 16-bit halves with bytes (dp2a), added to c with wrap-around. B: the byte type,
 * signed or unsigned, H: the 16-bit type; shift: where the pair of bytes of dp2a starts. */
template <typename B_> SW_PURE unsigned int sw_dp4a(unsigned int a, unsigned int b, unsigned int c) {
    for (int i = 0; i < 32; i += 8) c += (unsigned int)((int)(B_)(a >> i) * (int)(B_)(b >> i));
    return c;
}
template <typename H_, typename B_>
SW_PURE unsigned int sw_dp2a(unsigned int a, unsigned int b, unsigned int c, int shift) {
    b >>= shift;
    return c + (unsigned int)((int)(H_)a * (int)(B_)b) + (unsigned int)((int)(H_)(a >> 16) * (int)(B_)(b >> 8));
}

SW_PURE int __dp4a(int a, int b, int c) {
    return (int)sw_dp4a<signed char>((unsigned)a, (unsigned)b, (unsigned)c);
}
SW_PURE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) { return sw_dp4a<unsigned char>(a, b, c); }
SW_PURE int __dp4a(char4 a, char4 b, int c) {
    return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
SW_PURE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
    return __dp4a(__builtin_bit_cast(unsigned int, a), __builtin_bit_cast(unsigned int, b), c);
}

#define SW_DP2A(name, shift)                                                                                           \
    SW_PURE int name(int a, int b, int c) {                                                                            \
        return (int)sw_dp2a<short, signed char>((unsigned)a, (unsigned)b, (unsigned)c, shift);                         \
    }                                                                                                                  \
    SW_PURE unsigned int name(unsigned int a, unsigned int b, unsigned int c) {                                        \
        return sw_dp2a<unsigned short, unsigned char>(a, b, c, shift);                                                 \
    }                                                                                                                  \
    SW_PURE int name(short2 a, char4 b, int c) {                                                                       \
        return name(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);                                        \
    }                                                                                                                  \
    SW_PURE unsigned int name(ushort2 a, uchar4 b, unsigned int c) {                                                   \
        return name(__builtin_bit_cast(unsigned int, a), __builtin_bit_cast(unsigned int, b), c);                      \
    }
SW_DP2A(__dp2a_lo, 0)
SW_DP2A(__dp2a_hi, 16)
#undef SW_DP2A

#endif

#endif
