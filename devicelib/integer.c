/* Integer functions: bit counting and moving, high products, 24-bit products, averages, absolute differences.
 *
 * CUDA C++ Programming Guide, "Integer Intrinsics". Results for zero are CUDA's (clz(0) = 32, ffs(0) = 0), and what
 * overflows wraps, so the arithmetic is done unsigned or in a wider type.
 */
#include "devicelib.h"
#include "number.h"

int __nv_popc(unsigned a) {
    return __builtin_popcount(a);
}

int __nv_popcll(unsigned long long a) {
    return __builtin_popcountll(a);
}

int __nv_clz(int a) {
    return a == 0 ? 32 : __builtin_clz((unsigned)a);
}

int __nv_clzll(long long a) {
    return a == 0 ? 64 : __builtin_clzll((unsigned long long)a);
}

int __nv_ffs(int a) {
    return a == 0 ? 0 : __builtin_ctz((unsigned)a) + 1;
}

int __nv_ffsll(long long a) {
    return a == 0 ? 0 : __builtin_ctzll((unsigned long long)a) + 1;
}

SW_INLINE uint32_t swap_bits(uint32_t x, uint32_t mask, int distance) {
    return (x >> distance & mask) | (x & mask) << distance;
}

int __nv_brev(int a) {
    uint32_t x = __builtin_bswap32((uint32_t)a);
    x = swap_bits(x, 0x0f0f0f0f, 4);
    x = swap_bits(x, 0x33333333, 2);
    return (int)swap_bits(x, 0x55555555, 1);
}

long long __nv_brevll(long long a) {
    uint64_t low = (uint32_t)__nv_brev((int)((uint64_t)a >> 32));
    uint64_t high = (uint32_t)__nv_brev((int)a);
    return (long long)(high << 32 | low);
}

/* Each nibble of selector picks one of the eight bytes of b:a; its fourth bit repeats that byte's sign instead. */
int __nv_byte_perm(int a, int b, int selector) {
    uint64_t bytes = (uint64_t)(uint32_t)b << 32 | (uint32_t)a;
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t pick = (uint32_t)selector >> 4 * i & 0xf;
        uint32_t byte = (uint32_t)(bytes >> 8 * (pick & 7)) & 0xff;
        uint32_t sign = byte & 0x80 ? 0xff : 0;
        result |= (pick & 8 ? sign : byte) << 8 * i;
    }
    return (int)result;
}

int __nv_mulhi(int a, int b) {
    return (int)((long long)a * b >> 32);
}

unsigned __nv_umulhi(unsigned a, unsigned b) {
    return (unsigned)((unsigned long long)a * b >> 32);
}

long long __nv_mul64hi(long long a, long long b) {
    return (long long)((__int128)a * b >> 64);
}

unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

int __nv_mul24(int a, int b) {
    long long low_a = (int)((unsigned)a << 8) >> 8, low_b = (int)((unsigned)b << 8) >> 8;
    return (int)(low_a * low_b);
}

unsigned __nv_umul24(unsigned a, unsigned b) {
    return (a & 0xffffff) * (b & 0xffffff);
}

int __nv_hadd(int a, int b) {
    return (int)(((long long)a + b) >> 1);
}

int __nv_rhadd(int a, int b) {
    return (int)(((long long)a + b + 1) >> 1);
}

int __nv_uhadd(unsigned a, unsigned b) {
    return (int)(((unsigned long long)a + b) >> 1);
}

unsigned __nv_urhadd(unsigned a, unsigned b) {
    return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}

int __nv_sad(int a, int b, int sum) {
    unsigned difference = a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a;
    return (int)(difference + (unsigned)sum);
}

unsigned __nv_usad(unsigned a, unsigned b, unsigned sum) {
    return (a > b ? a - b : b - a) + sum;
}

int __nv_abs(int a) {
    return (int)(a < 0 ? 0u - (unsigned)a : (unsigned)a);
}

long long __nv_llabs(long long a) {
    return (long long)(a < 0 ? 0ull - (unsigned long long)a : (unsigned long long)a);
}

#define SW_MIN_MAX(minimum, maximum, type)                                                                   \
    type minimum(type a, type b) { return a < b ? a : b; }                                                   \
    type maximum(type a, type b) { return a > b ? a : b; }
SW_MIN_MAX(__nv_min, __nv_max, int)
SW_MIN_MAX(__nv_umin, __nv_umax, unsigned)
SW_MIN_MAX(__nv_llmin, __nv_llmax, long long)
SW_MIN_MAX(__nv_ullmin, __nv_ullmax, unsigned long long)
