/* atom and red of inline PTX on vectors (PTX ISA 8.1): every operation, type and number of elements, each of which is an
 * atomic operation of its own; with a cache policy, and without. One thread's sequence of operations gives what the CPU
 * computes, NaNs and signed zeros among the numbers; many threads' old values are those of
 * some order, element by element. */
// SWCC: -arch=sm_90
// NO-GPU: no GPU was to be had when it was written; nvcc 13 compiles it
#include "../check.h"

#include <cmath>

typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
enum { STEPS = 200, THREADS = 64, BLOCKS = 2, MOST = 8 };

/* How numbers lie in memory: as many bits of significand, the least exponent of normal ones, bits of a number. */
struct format { int digits, least, bits; };
constexpr format F16 = {11, -14, 16}, BF16 = {8, -126, 16}, F32 = {24, -126, 32};

#define OPERANDS_2(L) "=" L(o[0]), "=" L(o[1])
#define OPERANDS_4(L) OPERANDS_2(L), "=" L(o[2]), "=" L(o[3])
#define OPERANDS_8(L) OPERANDS_4(L), "=" L(o[4]), "=" L(o[5]), "=" L(o[6]), "=" L(o[7])
#define GIVEN_2(L) L(v[0]), L(v[1])
#define GIVEN_4(L) GIVEN_2(L), L(v[2]), L(v[3])
#define GIVEN_8(L) GIVEN_4(L), L(v[4]), L(v[5]), L(v[6]), L(v[7])
#define ATOM_2 " {%0, %1}, [%2], {%3, %4};"
#define ATOM_4 " {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"
#define ATOM_8 " {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], {%9, %10, %11, %12, %13, %14, %15, %16};"
#define RED_2 " [%0], {%1, %2};"
#define RED_4 " [%0], {%1, %2, %3, %4};"
#define RED_8 " [%0], {%1, %2, %3, %4, %5, %6, %7, %8};"

/* Name, elements, letter, type of a register, format, what is between the instruction and its operation, the operation. */
#define LOOPED(F)                                                                                                \
    F(add_v4_f32, 4, "f", float, F32, ".relaxed.gpu.global", SUM, ".add.v4.f32")                                 \
    F(add_v2_f16, 2, "h", u16, F16, ".global", SUM, ".add.noftz.v2.f16")                                         \
    F(min_v4_f16, 4, "h", u16, F16, ".release.gpu.global", LEAST, ".min.noftz.v4.f16")                           \
    F(add_v2_bf16, 2, "h", u16, BF16, ".relaxed.gpu", SUM, ".add.noftz.v2.bf16")                                 \
    F(max_v2_bf16, 2, "h", u16, BF16, ".global", GREATEST, ".max.noftz.v2.bf16")                                 \
    F(add_v2_f16x2, 2, "r", u32, F16, ".relaxed.gpu.global", SUM, ".add.noftz.v2.f16x2")                         \
    F(max_v2_f16x2, 2, "r", u32, F16, ".global", GREATEST, ".max.noftz.v2.f16x2")                                \
    F(add_v2_bf16x2, 2, "r", u32, BF16, ".global", SUM, ".add.noftz.v2.bf16x2")                                  \
    F(min_v2_bf16x2, 2, "r", u32, BF16, "", LEAST, ".min.noftz.v2.bf16x2")
/* The same in other numbers. */
#define OTHERS(F)                                                                                                \
    F(add_v2_f32, 2, "f", float, F32, ".global", SUM, ".add.v2.f32")                                             \
    F(add_v4_f16, 4, "h", u16, F16, "", SUM, ".add.noftz.v4.f16")                                                \
    F(add_v8_f16, 8, "h", u16, F16, ".relaxed.sys.global", SUM, ".add.noftz.v8.f16")                             \
    F(min_v2_f16, 2, "h", u16, F16, ".global", LEAST, ".min.noftz.v2.f16")                                       \
    F(max_v8_f16, 8, "h", u16, F16, ".global", GREATEST, ".max.noftz.v8.f16")                                    \
    F(add_v4_bf16, 4, "h", u16, BF16, ".global", SUM, ".add.noftz.v4.bf16")                                      \
    F(add_v8_bf16, 8, "h", u16, BF16, ".global", SUM, ".add.noftz.v8.bf16")                                      \
    F(min_v4_bf16, 4, "h", u16, BF16, ".relaxed.gpu.global", LEAST, ".min.noftz.v4.bf16")                        \
    F(max_v8_bf16, 8, "h", u16, BF16, ".global", GREATEST, ".max.noftz.v8.bf16")                                 \
    F(add_v4_f16x2, 4, "r", u32, F16, ".global", SUM, ".add.noftz.v4.f16x2")                                     \
    F(min_v4_f16x2, 4, "r", u32, F16, ".release.gpu.global", LEAST, ".min.noftz.v4.f16x2")                       \
    F(add_v4_bf16x2, 4, "r", u32, BF16, ".global", SUM, ".add.noftz.v4.bf16x2")                                  \
    F(max_v4_bf16x2, 4, "r", u32, BF16, ".global", GREATEST, ".max.noftz.v4.bf16x2")

enum operation { SUM, LEAST, GREATEST };

#define FORM(NAME, N, L, T, FORMAT, WORDS, OPERATION, TEXT)                                                      \
    struct NAME {                                                                                                \
        typedef T type;                                                                                          \
        static constexpr int count = N, numbers = N * (int)sizeof(T) * 8 / FORMAT.bits;                          \
        static constexpr operation what = OPERATION;                                                             \
        static constexpr format is = FORMAT;                                                                     \
        static const char *text() { return TEXT; }                                                               \
        static __device__ void atom(T *at, const T *v, T *o) {                                                   \
            asm volatile("atom" WORDS TEXT ATOM_##N : OPERANDS_##N(L) : "l"(at), GIVEN_##N(L) : "memory");       \
        }                                                                                                        \
        static __device__ void red(T *at, const T *v) {                                                          \
            asm volatile("red" WORDS TEXT RED_##N ::"l"(at), GIVEN_##N(L) : "memory");                           \
        }                                                                                                        \
    };
LOOPED(FORM)
OTHERS(FORM)

/* One operation of a sequence, number k: by atom, or by red. (Not inlined it is compiled once, not for each number of lanes.) */
template <class F> __device__ __noinline__ void operate(bool by_red, void *cell, const void *given, void *old, int k) {
    typedef typename F::type T;
    T v[F::count], o[F::count];
    for (int i = 0; i < F::count; i++) v[i] = ((const T *)given)[k * F::count + i], o[i] = ((T *)cell)[i];
    if (by_red) F::red((T *)cell, v);
    else F::atom((T *)cell, v, o);
    for (int i = 0; i < F::count; i++) ((T *)old)[k * F::count + i] = o[i];
}

/* Of one form, by one thread; the last by red. */
template <class F> __global__ void loop(void *cell, const void *given, void *old) {
    for (int k = 0; k < STEPS - 1; k++) operate<F>(false, cell, given, old, k);
    operate<F>(true, cell, given, old, STEPS - 1);
}

struct sequence { void *cell, *given, *old; };
enum {
#define NUMBER(NAME, ...) IS_##NAME,
    OTHERS(NUMBER) OTHER_FORMS
};

/* Two operations of each of the other forms. */
__global__ void others(const sequence *s) {
#define OPERATE(NAME, ...)                                                                                       \
    operate<NAME>(false, s[IS_##NAME].cell, s[IS_##NAME].given, s[IS_##NAME].old, 0);                            \
    operate<NAME>(true, s[IS_##NAME].cell, s[IS_##NAME].given, s[IS_##NAME].old, 1);
    OTHERS(OPERATE)
}

/* By many: each gives the same vector. */
template <class F> __global__ void together(typename F::type *cells, const typename F::type *given, typename F::type *old) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    typename F::type v[F::count], o[F::count];
    for (int k = 0; k < F::count; k++) v[k] = given[(F::what == SUM ? 0 : t) * F::count + k];
    F::atom(cells, v, o);
    F::red(cells + MOST, v);
    for (int k = 0; k < F::count; k++) old[t * F::count + k] = o[k];
}

static u32 bits_at(const void *from, int bits, int i) {
    return bits == 32 ? ((const u32 *)from)[i] : ((const u16 *)from)[i];
}
static void put_bits(void *to, int bits, int i, u32 value) {
    if (bits == 32) ((u32 *)to)[i] = value;
    else ((u16 *)to)[i] = (u16)value;
}

static double number_of(format f, u32 bits) {
    int width = f.bits - f.digits, bias = 1 - f.least; /* of the exponent */
    u32 part = bits & ((1u << (f.digits - 1)) - 1), exponent = bits >> (f.digits - 1) & ((1u << width) - 1);
    double x = exponent == (1u << width) - 1 ? part ? NAN : INFINITY
               : exponent ? std::ldexp((double)(part | 1u << (f.digits - 1)), (int)exponent - bias - f.digits + 1)
                          : std::ldexp((double)part, f.least - f.digits + 1);
    return bits >> (f.bits - 1) ? -x : x;
}

/* To the nearest of the format, of two the even one. */
static double rounded(format f, double x) {
    if (!std::isfinite(x) || x == 0) return x;
    int unit = std::max(std::ilogb(x), f.least) - f.digits + 1;
    double r = std::ldexp(std::nearbyint(std::ldexp(x, -unit)), unit);
    return std::fabs(r) >= std::ldexp(1.0, 2 - f.least) ? std::copysign(INFINITY, x) : r;
}
/* A float's addition in global memory flushes what is subnormal. */
static double flushed(format f, double x) {
    return f.bits == 32 && std::fabs(x) < std::ldexp(1.0, f.least) ? std::copysign(0.0, x) : x;
}

static double apply(operation what, format f, double old, double value) {
    if (what == SUM) return flushed(f, rounded(f, flushed(f, old) + flushed(f, value)));
    if (std::isnan(old)) return value;
    if (std::isnan(value)) return old;
    bool is_less = old < value || (old == value && std::signbit(old));
    return is_less == (what == LEAST) ? old : value;
}

static bool same(double a, double b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

static u64 state = 12345;
static u32 drawn() { return (u32)((state = state * 6364136223846793005ull + 1442695040888963407ull) >> 33); }

/* Near each other, so that their order and rounding matter; the rest are edges. */
static u32 drawn_bits(format f) {
    u32 part = drawn() & ((1u << (f.digits - 1)) - 1), sign = drawn() & 1, one = 1u - f.least;
    u32 exponent = one + drawn() % 5 - 2;
    if (drawn() % 8 == 0) exponent = 0, part &= drawn() % 2 ? ~0u : 0;
    if (drawn() % 64 == 0) exponent = 2 * one + 1, part = drawn() % 2 ? 1u << (f.digits - 2) : 0;
    return sign << (f.bits - 1) | exponent << (f.digits - 1) | part;
}

template <class F> sequence made(int steps) {
    typedef typename F::type T;
    sequence s = {managed<T>(F::count), managed<T>(steps * F::count), managed<T>(steps * F::count)};
    for (int i = 0; i < steps * F::numbers; i++) put_bits(s.given, F::is.bits, i, drawn_bits(F::is));
    return s;
}

template <class F> void check_sequence(const sequence &s, int steps) {
    constexpr int n = F::numbers;
    double now[2 * MOST] = {};
    for (int i = 0; i < steps * n; i++) {
        double got = number_of(F::is, bits_at(s.old, F::is.bits, i));
        if (!same(now[i % n], got)) check_failed(__FILE__, __LINE__, F::text(), i, now[i % n], got);
        now[i % n] = apply(F::what, F::is, now[i % n], number_of(F::is, bits_at(s.given, F::is.bits, i)));
    }
    for (int i = 0; i < n; i++) {
        double got = number_of(F::is, bits_at(s.cell, F::is.bits, i));
        if (!same(now[i], got)) check_failed(__FILE__, __LINE__, F::text(), i, now[i], got);
    }
}

template <class F> void check_loop() {
    sequence s = made<F>(STEPS);
    loop<F><<<1, 1>>>(s.cell, s.given, s.old);
    FINISH();
    check_sequence<F>(s, STEPS);
}

static void check_others() {
    sequence *all = managed<sequence>(OTHER_FORMS);
#define MAKE(NAME, ...) all[IS_##NAME] = made<NAME>(2);
    OTHERS(MAKE)
    others<<<1, 1>>>(all);
    FINISH();
#define CHECK_OTHER(NAME, ...) check_sequence<NAME>(all[IS_##NAME], 2);
    OTHERS(CHECK_OTHER)
}

/* Sums: number k of the vector is added up, and each old value is there once. Extremes: each is one that was given. */
template <class F> void check_together() {
    typedef typename F::type T;
    constexpr int n = F::numbers, all = THREADS * BLOCKS;
    T *cells = managed<T>(2 * MOST), *given = managed<T>(all * F::count), *old = managed<T>(all * F::count);
    u32 one = (u32)(1 - F::is.least) << (F::is.digits - 1); /* 1.0; a number of 7 bits behind is exact in all formats */
    for (int i = 0; i < all * n; i++) {
        u32 step = (u32)(i / n * 37 % all) << (F::is.digits - 8);
        put_bits(given, F::is.bits, i, F::what == SUM ? one - ((i % n & 1) << (F::is.digits - 1)) : one + step);
    }
    for (int i = 0; i < n && F::what == LEAST; i++) /* 2.0 */
        for (T *to : {cells, cells + MOST}) put_bits(to, F::is.bits, i, one + (1u << (F::is.digits - 1)));
    together<F><<<BLOCKS, THREADS>>>(cells, given, old);
    FINISH();
    for (int k = 0; k < n; k++) {
        double unit = k & 1 ? 0.5 : 1, result = number_of(F::is, bits_at(cells, F::is.bits, k));
        double by_red = number_of(F::is, bits_at(cells + MOST, F::is.bits, k));
        int seen[all + 1] = {};
        for (int t = 0; t < all; t++) {
            double was = number_of(F::is, bits_at(old, F::is.bits, t * n + k));
            int which = F::what == SUM ? (int)(was / unit) : was == 0 ? all : (int)((was - 1) * 128);
            if (which < 0 || which > all || (F::what == SUM && which * unit != was))
                check_failed(__FILE__, __LINE__, F::text(), t, 0.0, was);
            else
                seen[which]++;
        }
        double most = F::what == SUM ? all * unit : F::what == LEAST ? 1 : 1 + (all - 1) / 128.0;
        if (result != most) check_failed(__FILE__, __LINE__, F::text(), k, most, result);
        if (by_red != most) check_failed(__FILE__, __LINE__, F::text(), k, most, by_red);
        for (int i = 0; F::what == SUM && i < all; i++)
            if (seen[i] != 1) check_failed(__FILE__, __LINE__, F::text(), i, 1, seen[i]);
    }
}

/* A cache policy says nothing of the result. */
__global__ void with_policy(u64 *c, u32 *fences) {
    u64 policy;
    float o[4];
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
#define ATOM(n, text, letter, T, value)                                                                          \
    { T got; asm volatile(text " %0, [%1], %2, %3;" : "=" letter(got) : "l"(c + n), letter((T)(value)), "l"(policy) : "memory"); }
#define RED(n, text, letter, T, value)                                                                           \
    asm volatile(text " [%0], %1, %2;" ::"l"(c + n), letter((T)(value)), "l"(policy) : "memory");
    ATOM(0, "atom.global.add.L2::cache_hint.u32", "r", u32, 3)
    ATOM(1, "atom.relaxed.gpu.global.add.L2::cache_hint.u64", "l", u64, 5)
    ATOM(2, "atom.global.inc.L2::cache_hint.u32", "r", u32, 100)
    ATOM(3, "atom.global.max.L2::cache_hint.s64", "l", u64, 9)
    ATOM(4, "atom.global.or.L2::cache_hint.b32", "r", u32, 0x50)
    ATOM(5, "atom.global.exch.L2::cache_hint.b64", "l", u64, 77)
    ATOM(6, "atom.global.add.noftz.L2::cache_hint.f16x2", "r", u32, 0x3c003c00)
    RED(7, "red.global.add.L2::cache_hint.u32", "r", u32, 3)
    RED(8, "red.release.sys.global.min.L2::cache_hint.u64", "l", u64, 0)
    RED(9, "red.global.xor.L2::cache_hint.b64", "l", u64, 0x33)
    RED(10, "red.global.add.L2::cache_hint.f64", "d", double, 2)
    RED(11, "red.global.add.noftz.L2::cache_hint.bf16", "h", u16, 0x3f80)
    RED(12, "red.global.add.L2::cache_hint.f32", "f", float, 0.5f)
    asm volatile("atom.global.add.L2::cache_hint.v2.f32 {%0, %1}, [%2], {%3, %4}, %5;" : "=f"(o[0]), "=f"(o[1]) : "l"(c + 13), "f"(1.f), "f"(2.f), "l"(policy) : "memory");
    asm volatile("red.global.add.L2::cache_hint.v4.f32 [%0], {%1, %2, 1.0, 0f3F000000}, %3;" ::"l"(c + 14), "f"(1.f), "f"(2.f), "l"(policy) : "memory");
    /* Registers that are read and written; old values that nobody wants. */
    o[2] = 1, o[3] = 2;
    asm volatile("atom.global.add.v2.f32 {%0, %1}, [%2], {%1, %0};" : "+f"(o[2]), "+f"(o[3]) : "l"(c + 16) : "memory");
    asm volatile("atom.global.add.v2.f32 _, [%0], {%1, %2};" ::"l"(c + 16), "f"(10.f), "f"(20.f) : "memory");
    asm volatile("{.reg .pred p; setp.eq.u64 p, %1, 0; @p atom.global.add.v2.f32 {_, %0}, [%2], {%0, %0};}" : "+f"(o[3]) : "l"(policy * 0 + 1), "l"(c + 16) : "memory");
    asm volatile("{.reg .pred p; setp.ne.u64 p, %1, 0; @p atom.global.add.v2.f32 {_, %0}, [%2], {%0, %0};}" : "+f"(o[0]) : "l"(policy * 0 + 1), "l"(c + 17) : "memory");
    asm volatile("membar.proxy.alias; fence.proxy.alias;" ::: "memory");
    fences[0] = o[0] == 0 && o[1] == 0 && o[2] == 0 && o[3] == 0;
}

static u64 pair(float low, float high) {
    u64 bits;
    float both[2] = {low, high};
    std::memcpy(&bits, both, 8);
    return bits;
}

static void check_policy() {
    u64 *c = managed<u64>(18);
    u32 *fences = managed<u32>(1);
    double two = 2;
    u64 expected[18] = {3, 5, 1, 9, 0x50, 77, 0x3c003c00, 3, 0, 0x33, 0, 0x3f80, 0x3f000000, pair(1, 2), pair(1, 2), pair(1, 0.5f), pair(12, 21), 0};
    std::memcpy(&expected[10], &two, 8);
    with_policy<<<1, 1>>>(c, fences);
    FINISH();
    for (int i = 0; i < 18; i++) CHECK_AT(i, expected[i], c[i]);
    CHECK_EQUAL(1u, fences[0]);
}

int main() {
#define RUN(NAME, ...) check_loop<NAME>();
    LOOPED(RUN)
    check_others();
    check_together<add_v2_f32>(), check_together<min_v2_f16>(), check_together<add_v2_bf16x2>();
    check_policy();
    return check_result();
}
