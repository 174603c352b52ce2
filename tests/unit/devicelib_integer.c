/* Integer and SIMD-in-a-word functions: fixed values from CUDA's documentation and random words against the plainest
 * possible definition.
 */
#include "devicelib.h"
#include "devicelib_numbers.h"

#include <limits.h>

enum { ROUNDS = 200000 };

static int bit(uint64_t word, int i) {
    return (int)(word >> i & 1);
}

/* Position from the top of the first set bit, counted in a word of the given width; width when there is none. */
static int zeros_above(uint64_t word, int width) {
    int count = 0;
    while (count < width && !bit(word, width - 1 - count))
        count++;
    return count;
}

static int first_set(uint64_t word, int width) {
    for (int i = 0; i < width; i++)
        if (bit(word, i))
            return i + 1;
    return 0;
}

static int ones(uint64_t word) {
    int count = 0;
    for (int i = 0; i < 64; i++)
        count += bit(word, i);
    return count;
}

static uint64_t reversed(uint64_t word, int width) {
    uint64_t result = 0;
    for (int i = 0; i < width; i++)
        result |= (uint64_t)bit(word, i) << (width - 1 - i);
    return result;
}

static uint64_t random_word(int round) {
    static const uint64_t edges[] = {
        0, 1, ~0ull, 1ull << 63, 1ull << 31, 0x7fffffff, 0x8000000080000000, 0x7fffffffffffffff,
    };
    uint64_t r = random_bits();
    return round < 64 ? edges[round % 8] : r >> (random_bits() & 63);
}

static void test_bits(void **state) {
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t word = random_word(round);
        uint32_t low = (uint32_t)word;
        assert_int_equal(__nv_popc(low), ones(low));
        assert_int_equal(__nv_popcll(word), ones(word));
        assert_int_equal(__nv_clz((int)low), zeros_above(low, 32));
        assert_int_equal(__nv_clzll((long long)word), zeros_above(word, 64));
        assert_int_equal(__nv_ffs((int)low), first_set(low, 32));
        assert_int_equal(__nv_ffsll((long long)word), first_set(word, 64));
        assert_int_equal((uint32_t)__nv_brev((int)low), reversed(low, 32));
        assert_true((uint64_t)__nv_brevll((long long)word) == reversed(word, 64));
    }
}

static void test_byte_perm(void **state) {
    (void)state;
    assert_int_equal(__nv_byte_perm(0x33221100, 0x77665544, 0x3210), 0x33221100);
    assert_int_equal(__nv_byte_perm(0x33221100, 0x77665544, 0x7654), 0x77665544);
    assert_int_equal(__nv_byte_perm(0x33221100, 0x77665544, 0x0123), 0x00112233);
    assert_int_equal(__nv_byte_perm(0x33221100, 0x77665544, 0x5432), 0x55443322);
    assert_int_equal((uint32_t)__nv_byte_perm(0x000080, 0, 0x9898), 0x00ff00ff);
    assert_int_equal(__nv_byte_perm(0x33221100, 0x77665544, (int)0xffff3210), 0x33221100);
}

static void test_products(void **state) {
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t a = random_word(round), b = random_word(round / 8);
        int ia = (int)a, ib = (int)b;
        unsigned ua = (unsigned)a, ub = (unsigned)b;
        int64_t sa = ia & 0x800000 ? (ia & 0xffffff) - 0x1000000 : ia & 0xffffff;
        int64_t sb = ib & 0x800000 ? (ib & 0xffffff) - 0x1000000 : ib & 0xffffff;
        assert_int_equal(__nv_mulhi(ia, ib), (int)(((int64_t)ia * ib) >> 32));
        assert_int_equal(__nv_umulhi(ua, ub), (unsigned)(((uint64_t)ua * ub) >> 32));
        assert_true(__nv_mul64hi((long long)a, (long long)b) == (int64_t)(((__int128)(int64_t)a * (int64_t)b) >> 64));
        assert_true(__nv_umul64hi(a, b) == (uint64_t)(((unsigned __int128)a * b) >> 64));
        assert_int_equal(__nv_mul24(ia, ib), (int)(sa * sb));
        assert_int_equal(__nv_umul24(ua, ub), (unsigned)((uint64_t)(ua & 0xffffff) * (ub & 0xffffff)));
    }
}

static void test_averages_and_differences(void **state) {
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t wa = random_word(round), wb = random_word(round / 8);
        int a = (int)wa, b = (int)wb;
        unsigned ua = (unsigned)wa, ub = (unsigned)wb, c = (unsigned)random_bits();
        int64_t sum = (int64_t)a + b, difference = (int64_t)a - b;
        assert_int_equal(__nv_hadd(a, b), (int)(sum >> 1));
        assert_int_equal(__nv_rhadd(a, b), (int)((sum + 1) >> 1));
        assert_int_equal((unsigned)__nv_uhadd(ua, ub), (unsigned)(((uint64_t)ua + ub) >> 1));
        assert_int_equal(__nv_urhadd(ua, ub), (unsigned)(((uint64_t)ua + ub + 1) >> 1));
        assert_int_equal((unsigned)__nv_sad(a, b, (int)c), (unsigned)(difference < 0 ? -difference : difference) + c);
        assert_int_equal(__nv_usad(ua, ub, c), (ua > ub ? ua - ub : ub - ua) + c);
        assert_int_equal(__nv_max(a, b), a > b ? a : b);
        assert_int_equal(__nv_min(a, b), a > b ? b : a);
        assert_int_equal(__nv_umax(ua, ub), ua > ub ? ua : ub);
        assert_int_equal(__nv_umin(ua, ub), ua > ub ? ub : ua);
        assert_true(__nv_ullmax(wa, wb) == (wa > wb ? wa : wb) && __nv_ullmin(wa, wb) == (wa > wb ? wb : wa));
        long long la = (long long)wa, lb = (long long)wb;
        assert_true(__nv_llmax(la, lb) == (la > lb ? la : lb) && __nv_llmin(la, lb) == (la > lb ? lb : la));
    }
    assert_int_equal(__nv_abs(-5), 5);
    assert_int_equal(__nv_abs(INT_MIN), INT_MIN);
    assert_true(__nv_llabs(-5) == 5 && __nv_llabs(LLONG_MIN) == LLONG_MIN);
}

/* Lane i of a word as a number. */
static int lane(uint32_t word, int i, int bits, int is_signed) {
    int value = (int)(word >> i * bits & ((1u << bits) - 1));
    return is_signed && value >> (bits - 1) ? value - (1 << bits) : value;
}

static int bounded(int x, int lowest, int highest) {
    return x < lowest ? lowest : x > highest ? highest : x;
}

enum kind { SIGNED = 1, UNSIGNED = 0 };

/* The expected word, lane by lane, from the same rows that define the functions: what is checked here is how lanes
 * are cut out and put back, and with the fixed values below also the rows. */
#define clamp(x, lowest, highest) bounded(x, lowest, highest)
#define magnitude(x) abs_of(x)
#define LOWEST_SIGNED (-(1 << (bits - 1)))
#define HIGHEST_SIGNED ((1 << (bits - 1)) - 1)
#define HIGHEST_UNSIGNED ((1 << bits) - 1)
static int abs_of(int x) {
    return x < 0 ? -x : x;
}

#define EXPECT(expression, is_signed, combine)                                                               \
    uint32_t result = 0;                                                                                     \
    for (int i = 0; i < 32 / bits; i++) {                                                                    \
        int a = lane(wa, i, bits, is_signed), b = lane(wb, i, bits, is_signed);                              \
        (void)b;                                                                                             \
        combine;                                                                                             \
    }                                                                                                        \
    return result;
#define SW_LANEWISE(name, kind, expression)                                                                  \
    static uint32_t expect_##name(uint32_t wa, uint32_t wb, int bits)                                        \
    {                                                                                                        \
        EXPECT(expression, kind, result |= ((uint32_t)(expression) & HIGHEST_UNSIGNED) << i * bits)          \
    }
#define SW_LANEWISE_UNARY(name, kind, expression)                                                            \
    static uint32_t expect_##name(uint32_t wa, uint32_t wb, int bits)                                        \
    {                                                                                                        \
        EXPECT(expression, kind, result |= ((uint32_t)(expression) & HIGHEST_UNSIGNED) << i * bits)          \
    }
#define SW_LANE_SUM(name, kind, expression)                                                                  \
    static uint32_t expect_##name(uint32_t wa, uint32_t wb, int bits)                                        \
    {                                                                                                        \
        EXPECT(expression, kind, result += (uint32_t)(expression))                                           \
    }
#include "simd.def"

static void test_simd(void **state) {
    (void)state;
    for (int round = 0; round < ROUNDS / 4; round++) {
        int a = (int)random_bits(), b = round & 1 ? (int)random_bits() : a ^ (int)(0x80u << (random_bits() & 31));
#define SW_LANEWISE(name, kind, expression)                                                                  \
        assert_int_equal((uint32_t)__nv_##name##2(a, b), expect_##name((uint32_t)a, (uint32_t)b, 16));       \
        assert_int_equal((uint32_t)__nv_##name##4(a, b), expect_##name((uint32_t)a, (uint32_t)b, 8));
#define SW_LANEWISE_UNARY(name, kind, expression)                                                            \
        assert_int_equal((uint32_t)__nv_##name##2(a), expect_##name((uint32_t)a, 0, 16));                    \
        assert_int_equal((uint32_t)__nv_##name##4(a), expect_##name((uint32_t)a, 0, 8));
#define SW_LANE_SUM(name, kind, expression)                                                                  \
        assert_int_equal((uint32_t)__nv_##name##2(a, b), expect_##name((uint32_t)a, (uint32_t)b, 16));       \
        assert_int_equal((uint32_t)__nv_##name##4(a, b), expect_##name((uint32_t)a, (uint32_t)b, 8));
#include "simd.def"
    }
}

static void test_simd_values(void **state) {
    (void)state;
    assert_int_equal((uint32_t)__nv_vadd4((int)0xff01807f, 0x01010101), 0x00028180);
    assert_int_equal((uint32_t)__nv_vaddss4((int)0x7f01807f, 0x01010101), 0x7f02817f);
    assert_int_equal((uint32_t)__nv_vaddus2((int)0xffff0001, 0x00010001), 0xffff0002);
    assert_int_equal((uint32_t)__nv_vsubus2(0x00010005, 0x00020003), 0x00000002);
    assert_int_equal((uint32_t)__nv_vabsdiffs2((int)0x80007fff, 0x00010001), 0x80017ffe);
    assert_int_equal((uint32_t)__nv_vabsdiffu4(0x10ff0005, 0x20010500), 0x10fe0505);
    assert_int_equal((uint32_t)__nv_vavgu4(0x00ff0102, 0x01ff0203), 0x01ff0203);
    assert_int_equal((uint32_t)__nv_vavgs2((int)0xfffd0003, (int)0x00000004), 0xfffe0004);
    assert_int_equal((uint32_t)__nv_vcmpgts4((int)0x80ff0001, 0x00000000), 0x000000ff);
    assert_int_equal((uint32_t)__nv_vcmpgtu4((int)0x80ff0001, 0x00000000), 0xffff00ff);
    assert_int_equal((uint32_t)__nv_vseteq2(0x00010002, 0x00010003), 0x00010000);
    assert_int_equal((uint32_t)__nv_vabs2((int)0x8000fffe), 0x80000002);
    assert_int_equal((uint32_t)__nv_vabsss2((int)0x8000fffe), 0x7fff0002);
    assert_int_equal((uint32_t)__nv_vnegss4((int)0x80017fff), 0x7fff8101);
    assert_int_equal((uint32_t)__nv_vsadu4(0x01020304, 0x04030201), 8);
    assert_int_equal((uint32_t)__nv_vsads2((int)0xffff0001, 0x0001ffff), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),     cmocka_unit_test(test_byte_perm),
        cmocka_unit_test(test_products), cmocka_unit_test(test_averages_and_differences),
        cmocka_unit_test(test_simd),     cmocka_unit_test(test_simd_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
