/* What a generated program of kernels.py starts with (pasted in, so that a program stands alone).
 *
 * A program holds kernels and, for each, a model in plain C++. What a thread does between two synchronising operations
 * is the same text in both; the helpers below give that text one meaning on both sides. What a warp or a block does
 * together is a device function in the kernel and a method of Model (kernels_model.h) in the model, which goes through
 * the threads one by one.
 * Compiled with -x c++ -DMODEL_ONLY the program is plain C++ and runs the models only (for sanitizers).
 *
 * Exit status: 0 agreed; 1 device and model differ; 3 the generator's fault (the order of threads matters to the model,
 * or a warp function was called with lanes missing); 4 a CUDA call failed. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#ifdef MODEL_ONLY
#define HD static inline
#define NOINLINE static __attribute__((noinline))
#define OUT_OF_SIGHT __attribute__((noinline)) // not static: LLVM takes what all callers of such give for known
#define METHOD
#else
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define HD __host__ __device__ static inline
#define NOINLINE __host__ __device__ static __noinline__
#define OUT_OF_SIGHT __host__ __device__ __noinline__
#define METHOD __host__ __device__
#endif

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;

/* ---- arithmetic that wraps: through the unsigned type, at least 32 bits wide */
template <class T> struct Wide {
    typedef typename std::conditional<sizeof(T) == 8, u64, u32>::type type;
};
#define WIDE(x) ((typename Wide<T>::type)(x))
template <class T> HD T add(T a, T b) { return (T)(WIDE(a) + WIDE(b)); }
template <class T> HD T sub(T a, T b) { return (T)(WIDE(a) - WIDE(b)); }
template <class T> HD T mul(T a, T b) { return (T)(WIDE(a) * WIDE(b)); }
template <class T> HD T shl(T a, u32 n) { return (T)(WIDE(a) << (n & (sizeof(T) * 8 - 1))); }
template <class T> HD T shr(T a, u32 n) { return (T)(a >> (n & (sizeof(T) * 8 - 1))); }
template <class T> HD T rotate(T a, u32 n)
{
    typedef typename std::make_unsigned<T>::type U;
    const u32 bits = sizeof(T) * 8, k = n & (bits - 1);
    return k ? (T)(U)(WIDE((U)a) << k | WIDE((U)a) >> (bits - k)) : a;
}
template <class T> HD bool traps(T a, T b)
{
    const T lowest = (T)((typename Wide<T>::type)1 << (sizeof(T) * 8 - 1));
    return b == 0 || (std::is_signed<T>::value && b == (T)-1 && a == lowest);
}
template <class T> HD T divide(T a, T b) { return traps(a, b) ? (T)(a ^ b) : (T)(a / b); }
template <class T> HD T modulo(T a, T b) { return traps(a, b) ? b : (T)(a % b); }
template <class T> HD T least(T a, T b) { return a < b ? a : b; }
template <class T> HD T most(T a, T b) { return a > b ? a : b; }

/* ---- what C++ leaves open and a GPU defines. A compiler may fold what it can see to be undefined, and a user of such
 * a result with it ((x >> n & 1) becomes (x & 1 << n)). So the operands come straight from memory, and the result goes
 * straight into it, or (far_...) the operation is out of the compiler's sight. */
#ifdef __CUDA_ARCH__
#define ON_DEVICE(...) __VA_ARGS__
#define ON_HOST(...)
#else
#define ON_DEVICE(...)
#define ON_HOST(...) __VA_ARGS__
#endif
template <class T> HD T by_zero(T a) /* what an H200 gives for a / 0 and a % 0 */
{
    return sizeof(T) == 8 && (u64)a <= 0xffffffffu ? (T)0xffffffffu : (T)-1;
}
template <class T> HD T raw_divide(T a, T b)
{
    ON_DEVICE(return (T)(a / b);)
    ON_HOST(return b == 0 ? by_zero(a) : traps(a, b) ? a : (T)(a / b);)
}
template <class T> HD T raw_modulo(T a, T b)
{
    ON_DEVICE(return (T)(a % b);)
    ON_HOST(return b == 0 ? by_zero(a) : traps(a, b) ? (T)0 : (T)(a % b);)
}
template <class T> HD T raw_shl(T a, u32 n) /* T: 32 or 64 bits */
{
    ON_DEVICE(return (T)(WIDE(a) << n);)
    ON_HOST(return n >= sizeof(T) * 8 ? 0 : (T)(WIDE(a) << n);)
}
template <class T> HD T raw_shr(T a, u32 n)
{
    ON_DEVICE(return a >> n;)
    ON_HOST(return n >= sizeof(T) * 8 ? (a < 0 ? (T)-1 : 0) : (T)(a >> n);)
}
template <class T> OUT_OF_SIGHT T far_divide(T a, T b) { return raw_divide<T>(a, b); }
template <class T> OUT_OF_SIGHT T far_modulo(T a, T b) { return raw_modulo<T>(a, b); }
template <class T> OUT_OF_SIGHT T far_shl(T a, u32 n) { return raw_shl<T>(a, n); }
template <class T> OUT_OF_SIGHT T far_shr(T a, u32 n) { return raw_shr<T>(a, n); }
/* I: 32 or 64 bits */
template <class I, class F> HD I raw_convert(F value)
{
    ON_DEVICE(return (I)value;)
#ifndef __CUDA_ARCH__
    if (value != value)
        return sizeof(I) == 8 || sizeof(F) == 8 ? (I)((typename Wide<I>::type)1 << (sizeof(I) * 8 - 1)) : 0;
    const F limit = (F)ldexp(1.0, (int)sizeof(I) * 8 - (std::is_signed<I>::value ? 1 : 0));
    const F low = std::is_signed<I>::value ? -limit : 0;
    return value >= limit ? std::numeric_limits<I>::max() : value <= low ? std::numeric_limits<I>::min() : (I)value;
#endif
}

/* ---- floats. A NaN's bits are nobody's promise, so they are never looked at. */
template <class I, class F> HD I convert(F value)
{
    const F limit = (F)(sizeof(I) == 1 ? 127 : sizeof(I) == 2 ? 32767 : 1000000000);
    if (!(value < limit))
        return (I)7;
    if (std::is_signed<I>::value ? !(value > -limit) : !(value > (F)-0.5))
        return (I)9;
    return (I)value;
}
HD u32 bits_of(f32 value)
{
    u32 bits;
    memcpy(&bits, &value, 4);
    return value != value ? 0x7fc00000u : bits;
}
HD u64 bits_of(f64 value)
{
    u64 bits;
    memcpy(&bits, &value, 8);
    return value != value ? 0x7ff8000000000000ull : bits;
}
HD f32 from_bits(u32 bits)
{
    f32 value;
    memcpy(&value, &bits, 4);
    return value;
}
HD f64 from_bits(u64 bits)
{
    f64 value;
    memcpy(&value, &bits, 8);
    return value;
}
/* Adding 0 because -0 and 0 are equal, and either may win. */
HD f32 flow(f32 a, f32 b) { return fminf(a, b) + 0.0f; }
HD f64 flow(f64 a, f64 b) { return fmin(a, b) + 0.0; }
HD f32 fhigh(f32 a, f32 b) { return fmaxf(a, b) + 0.0f; }
HD f64 fhigh(f64 a, f64 b) { return fmax(a, b) + 0.0; }
HD f32 fuse(f32 a, f32 b, f32 c) { return fmaf(a, b, c); }
HD f64 fuse(f64 a, f64 b, f64 c) { return fma(a, b, c); }
HD f32 root(f32 a) { return sqrtf(a < 0 ? -a : a); }
HD f64 root(f64 a) { return sqrt(a < 0 ? -a : a); }
HD f32 magnitude(f32 a) { return fabsf(a); }
HD f64 magnitude(f64 a) { return fabs(a); }
HD f32 round_down(f32 a) { return floorf(a); }
HD f64 round_down(f64 a) { return floor(a); }
HD f32 round_to_zero(f32 a) { return truncf(a); }
HD f64 round_to_zero(f64 a) { return trunc(a); }
/* ---- half precision: in memory, and operations on it. In a model: float with each result rounded, which is exact. */
struct f16 { u16 bits; };
HD f32 half_value(u32 bits)
{
    const u32 sign = (bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent == 0)
        return (sign ? -1.0f : 1.0f) * (f32)fraction * 0x1p-24f;
    return from_bits(sign | (exponent == 31 ? 0xffu : exponent + 112) << 23 | fraction << 13);
}
/* To nearest, ties to even: adding and taking away a power of two rounds what lies below it. */
HD u16 half_bits(f32 value)
{
    const u32 bits = bits_of(value), sign = bits >> 16 & 0x8000, size = bits & 0x7fffffffu;
    if (size >= 0x477ff000u) /* 65520 */
        return (u16)(size > 0x7f800000u ? 0x7fff : sign | 0x7c00);
    if (size < 0x38800000u) /* less than the smallest normal one */
        return (u16)(sign | (bits_of(from_bits(size) + 0.5f) - bits_of(0.5f)));
    return (u16)(sign | (((size + 0xfffu + (size >> 13 & 1)) >> 13) - (112u << 10)));
}
#ifdef __CUDA_ARCH__
HD __half half_of(f32 value) { return __float2half_rn(value); }
HD f32 from_half(f16 value) { return __half2float(__ushort_as_half(value.bits)); }
HD f16 to_half(f32 value) { return f16{value != value ? (u16)0x7fff : __half_as_ushort(half_of(value))}; }
HD f32 half_sum(f32 a, f32 b) { return __half2float(__hadd(half_of(a), half_of(b))); }
HD f32 half_product(f32 a, f32 b) { return __half2float(__hmul(half_of(a), half_of(b))); }
HD bool half_less(f32 a, f32 b) { return __hlt(half_of(a), half_of(b)); }
HD f32 half_pair(f32 a, f32 b, f32 c)
{
    const __half2 both = __hadd2(__hmul2(__floats2half2_rn(a, b), __float2half2_rn(c)), __floats2half2_rn(c, a));
    return __low2float(both) - __high2float(both);
}
#else
HD f32 rounded(f32 value) { return half_value(half_bits(value)); }
HD f32 from_half(f16 value) { return half_value(value.bits); }
HD f16 to_half(f32 value) { return f16{half_bits(value)}; }
HD f32 half_sum(f32 a, f32 b) { return rounded(rounded(a) + rounded(b)); }
HD f32 half_product(f32 a, f32 b) { return rounded(rounded(a) * rounded(b)); }
HD bool half_less(f32 a, f32 b) { return rounded(a) < rounded(b); }
HD f32 half_pair(f32 a, f32 b, f32 c)
{
    return half_sum(half_product(a, c), c) - half_sum(half_product(b, c), a);
}
#endif

/* Keeps the values of loops from running away to infinity, where all tests look alike. */
template <class T> HD T tame(T a) { return a > (T)-1e6 && a < (T)1e6 ? a : (T)0.75; }

/* ---- bits */
#ifdef __CUDA_ARCH__
HD i32 count_ones(u32 a) { return __popc(a); }
HD i32 count_ones(u64 a) { return __popcll(a); }
HD i32 leading_zeros(u32 a) { return __clz((i32)a); }
HD i32 leading_zeros(u64 a) { return __clzll((i64)a); }
HD i32 first_one(u32 a) { return __ffs((i32)a); }
HD i32 first_one(u64 a) { return __ffsll((i64)a); }
HD u32 reverse_bits(u32 a) { return __brev(a); }
HD u64 reverse_bits(u64 a) { return __brevll(a); }
HD u32 high_product(u32 a, u32 b) { return __umulhi(a, b); }
HD i32 high_product(i32 a, i32 b) { return __mulhi(a, b); }
HD u64 high_product(u64 a, u64 b) { return __umul64hi(a, b); }
HD i64 high_product(i64 a, i64 b) { return __mul64hi(a, b); }
HD u32 permute_bytes(u32 a, u32 b, u32 s) { return __byte_perm(a, b, s & 0x7777); }
HD u32 funnel(u32 low, u32 high, u32 n) { return __funnelshift_l(low, high, n); }
HD i32 smaller(i32 a, i32 b) { return min(a, b); }
HD u32 smaller(u32 a, u32 b) { return min(a, b); }
HD i64 smaller(i64 a, i64 b) { return min(a, b); }
HD u64 smaller(u64 a, u64 b) { return min(a, b); }
HD i32 larger(i32 a, i32 b) { return max(a, b); }
HD u32 larger(u32 a, u32 b) { return max(a, b); }
HD i64 larger(i64 a, i64 b) { return max(a, b); }
HD u64 larger(u64 a, u64 b) { return max(a, b); }
#else
HD i32 count_ones(u32 a) { return __builtin_popcount(a); }
HD i32 count_ones(u64 a) { return __builtin_popcountll(a); }
HD i32 leading_zeros(u32 a) { return a ? __builtin_clz(a) : 32; }
HD i32 leading_zeros(u64 a) { return a ? __builtin_clzll(a) : 64; }
HD i32 first_one(u32 a) { return __builtin_ffs((i32)a); }
HD i32 first_one(u64 a) { return __builtin_ffsll((i64)a); }
template <class T> HD T reverse_bits(T a)
{
    T result = 0;
    for (u32 i = 0; i < sizeof(T) * 8; i++)
        result = (T)(result << 1 | (a >> i & 1));
    return result;
}
HD u32 high_product(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
HD i32 high_product(i32 a, i32 b) { return (i32)((i64)a * b >> 32); }
HD u64 high_product(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
HD i64 high_product(i64 a, i64 b) { return (i64)((__int128)a * b >> 64); }
HD u32 permute_bytes(u32 a, u32 b, u32 s)
{
    u64 both = (u64)b << 32 | a;
    u32 result = 0;
    for (u32 i = 0; i < 4; i++)
        result |= ((u32)(both >> 8 * (s >> 4 * i & 7)) & 255) << 8 * i;
    return result;
}
HD u32 funnel(u32 low, u32 high, u32 n) { return (u32)((((u64)high << 32 | low) << (n & 31)) >> 32); }
template <class T> HD T smaller(T a, T b) { return b < a ? b : a; }
template <class T> HD T larger(T a, T b) { return a < b ? b : a; }
#endif

/* ---- hashes: of values into 32 bits */
HD u32 mix(u32 a)
{
    a ^= a >> 16;
    a *= 0x7feb352du;
    a ^= a >> 15;
    a *= 0x846ca68bu;
    return a ^ a >> 16;
}
template <class T> HD typename std::enable_if<std::is_integral<T>::value, u32>::type hash(T a)
{
    return mix((u32)a ^ mix((u32)((u64)(i64)a >> 32) + 0x9e3779b9u));
}
HD u32 hash(f32 a) { return hash(bits_of(a == 0 ? 0.0f : a)); }
HD u32 hash(f64 a) { return hash(bits_of(a == 0 ? 0.0 : a)); }

/* ---- small structures */
struct alignas(16) Quad { f32 x, y, z, w; };
struct alignas(8) Pair { i32 x, y; };
struct Odd { i32 x; i8 y; u16 z; };
struct Triple { f32 x, y, z; };
struct Mixed { f64 x; u8 y; i16 z; u64 w; };
struct alignas(4) Bytes { u8 x, y, z, w; };
struct Truth { bool x; };
struct alignas(16) Twice { f64 x, y; };
struct Near { f32 x; }; /* results of library functions: right within a few units in the last place */
struct NearDouble { f64 x; };
struct Bag { u32 x; }; /* of its elements, the order is nobody's promise */
struct Config { i32 a; u32 b; i64 c; f32 d; u8 e; i32 table[4]; };

/* ---- indirect and virtual calls */
struct Shape {
    i32 size;
    METHOD explicit Shape(i32 s) : size(s) {}
    METHOD virtual i32 area(i32 a) const { return add(a, size); }
};
struct Square : Shape {
    METHOD explicit Square(i32 s) : Shape(s) {}
    METHOD i32 area(i32 a) const override { return mul(size, a); }
};
struct Ring : Shape {
    METHOD explicit Ring(i32 s) : Shape(s) {}
    METHOD i32 area(i32 a) const override
    {
        i32 sum = size;
        for (i32 i = 0; i < (a & 7); i++)
            sum = sub(sum, i);
        return sum;
    }
};

/* ---- atomics: on the device the CUDA function, in a model the same on plain memory */
#define ATOMIC(name, T, D, call, new_value)                       \
    HD T name(T *at, T v)                                         \
    {                                                             \
        ON_DEVICE(return (T)call((D *)at, (D)v);)                 \
        ON_HOST(T old = *at; *at = (T)(new_value); return old;)   \
    }
#define ATOMICS_OF(T, D, suffix)                                                             \
    ATOMIC(atomic_add##suffix, T, D, atomicAdd##suffix, add(old, v))                         \
    ATOMIC(atomic_exch##suffix, T, D, atomicExch##suffix, v)                                 \
    ATOMIC(atomic_and##suffix, T, D, atomicAnd##suffix, old & v)                             \
    ATOMIC(atomic_or##suffix, T, D, atomicOr##suffix, old | v)                               \
    ATOMIC(atomic_xor##suffix, T, D, atomicXor##suffix, old ^ v)                             \
    ATOMIC(atomic_min##suffix, T, T, atomicMin##suffix, v < old ? v : old)                   \
    ATOMIC(atomic_max##suffix, T, T, atomicMax##suffix, v > old ? v : old)                   \
    HD T atomic_cas##suffix(T *at, T expected, T v)                                          \
    {                                                                                        \
        ON_DEVICE(return (T)atomicCAS##suffix((D *)at, (D)expected, (D)v);)                  \
        ON_HOST(T old = *at; if (old == expected) *at = v; return old;)                      \
    }
ATOMICS_OF(i32, i32, )
ATOMICS_OF(u32, u32, )
ATOMICS_OF(i64, u64, )
ATOMICS_OF(u64, u64, )
ATOMICS_OF(i32, i32, _block)
ATOMICS_OF(u32, u32, _block)
ATOMICS_OF(i64, u64, _block)
ATOMICS_OF(u64, u64, _block)
ATOMICS_OF(i32, i32, _system)
ATOMICS_OF(u32, u32, _system)
ATOMICS_OF(i64, u64, _system)
ATOMICS_OF(u64, u64, _system)
#define MORE_ATOMICS_OF(suffix)                                                                    \
    ATOMIC(atomic_sub##suffix, i32, i32, atomicSub##suffix, sub(old, v))                           \
    ATOMIC(atomic_sub##suffix, u32, u32, atomicSub##suffix, sub(old, v))                           \
    ATOMIC(atomic_inc##suffix, u32, u32, atomicInc##suffix, old >= v ? 0u : old + 1)               \
    ATOMIC(atomic_dec##suffix, u32, u32, atomicDec##suffix, old == 0 || old > v ? v : old - 1)     \
    ATOMIC(atomic_add##suffix, f32, f32, atomicAdd##suffix, old + v)                               \
    ATOMIC(atomic_add##suffix, f64, f64, atomicAdd##suffix, old + v)                               \
    ATOMIC(atomic_exch##suffix, f32, f32, atomicExch##suffix, v)
MORE_ATOMICS_OF()
MORE_ATOMICS_OF(_block)
MORE_ATOMICS_OF(_system)
HD u16 atomic_cas(u16 *at, u16 expected, u16 v)
{
    ON_DEVICE(return atomicCAS(at, expected, v);)
    ON_HOST(u16 old = *at; if (old == expected) *at = v; return old;)
}
/* One turn between two places that change roles. */
template <class T> HD void take_turn(T *__restrict__ to, const T *__restrict__ from, T k)
{
    const T before = *from;
    *to = (T)(before + k);
}
HD void fence() { ON_DEVICE(__threadfence();) }
/* Locks: taken in a loop whose holder lets go in the same turn, or waited for. A model's threads run one by one. */
HD bool take_lock(u32 *lock)
{
    ON_DEVICE(if (atomicCAS(lock, 0u, 1u) != 0) return false; __threadfence(); return true;)
    ON_HOST((void)lock; return true;)
}
HD void wait_for_lock(u32 *lock)
{
    ON_DEVICE(while (atomicCAS(lock, 0u, 1u) != 0) {} __threadfence();)
    ON_HOST((void)lock;)
}
HD void release_lock(u32 *lock)
{
    ON_DEVICE(__threadfence(); atomicExch(lock, 0u);)
    ON_HOST((void)lock;)
}

/* What an atomic leaves when it finds `old`: for checks that no order of threads can change. Summed over all threads,
 * hash(new) - hash(old) telescopes to hash(last) - hash(first). */
template <class T> HD T then_add(T old, T v) { return add(old, v); }
HD f32 then_add(f32 old, f32 v) { return old + v; }
HD f64 then_add(f64 old, f64 v) { return old + v; }
template <class T> HD T then_sub(T old, T v) { return sub(old, v); }
template <class T> HD T then_exch(T, T v) { return v; }
template <class T> HD T then_and(T old, T v) { return old & v; }
template <class T> HD T then_or(T old, T v) { return old | v; }
template <class T> HD T then_xor(T old, T v) { return old ^ v; }
template <class T> HD T then_min(T old, T v) { return v < old ? v : old; }
template <class T> HD T then_max(T old, T v) { return v > old ? v : old; }
HD u32 then_inc(u32 old, u32 v) { return old >= v ? 0u : old + 1; }
HD u32 then_dec(u32 old, u32 v) { return old == 0 || old > v ? v : old - 1; }

/* An addition that the lanes which happen to run together make as one. */
HD void add_together(u32 *at, u32 v)
{
#ifdef __CUDA_ARCH__
    u32 together = __activemask(), sum = __reduce_add_sync(together, v);
    u32 lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31;
    if (lane == (u32)__ffs((i32)together) - 1)
        atomicAdd(at, sum);
#else
    *at += v;
#endif
}
/* Numbers from a counter, taken for all lanes that happen to run together. */
HD u32 take_number(u32 *counter)
{
#ifdef __CUDA_ARCH__
    u32 together = __activemask(), base, leader = (u32)__ffs((i32)together) - 1;
    u32 lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31;
    if (lane == leader)
        base = atomicAdd(counter, (u32)__popc(together));
    return __shfl_sync(together, base, (i32)leader) + (u32)__popc(together & ((1u << lane) - 1));
#else
    return (*counter)++;
#endif
}

/* ---- warps: the lanes that a thread's warp has, and from which of them a shuffle reads */
HD u32 lanes_there(u32 threads, u32 tid)
{
    return threads - (tid & ~31u) >= 32 ? 0xffffffffu : (1u << (threads & 31)) - 1;
}
HD u32 source_idx(u32 lane, u32 source, u32 width) { return (lane & ~(width - 1)) | (source & (width - 1)); }
HD u32 source_up(u32 lane, u32 delta, u32 width) { return (lane & (width - 1)) < delta ? lane : lane - delta; }
HD u32 source_down(u32 lane, u32 delta, u32 width)
{
    return (lane & (width - 1)) + delta > width - 1 ? lane : lane + delta;
}
HD u32 source_xor(u32 lane, u32 with, u32 width)
{
    return (lane ^ with) > (lane | (width - 1)) ? lane : lane ^ with;
}
