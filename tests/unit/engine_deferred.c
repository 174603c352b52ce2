/* Deferred atomic operations: every kind, places that two addresses want, the switch, what a fault leaves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "execute/deferred.h"
#include "softwarp/abi.h"

enum { ELEMENTS = 20000, CALLS = 3000, LANES = 32 };

static bool is_off(const struct swrt_deferred *d) {
    return *(const uint32_t *)d;
}

static uint32_t next(uint32_t *state) {
    return *state = *state * 1664525u + 1013904223u;
}

#define JOIN_add(x, y) ((x) + (y))
#define JOIN_addftz(x, y) JOIN_add(x, y) /* of whole numbers */
#define JOIN_and(x, y) ((x) & (y))
#define JOIN_or(x, y) ((x) | (y))
#define JOIN_xor(x, y) ((x) ^ (y))
#define JOIN_min(x, y) ((x) < (y) ? (x) : (y))
#define JOIN_max(x, y) ((x) > (y) ? (x) : (y))

/* Random lanes, random values, on few addresses and on more than there are places for. Sums of floats are exact: all
 * values are small whole numbers. */
#define KIND(op, name, type)                                                                                   \
    static void check_##op##_##name(struct swrt_deferred *d, unsigned elements) {                              \
        static type memory[ELEMENTS], expected[ELEMENTS];                                                      \
        uint32_t state = 7;                                                                                    \
        for (unsigned i = 0; i < elements; i++)                                                                \
            memory[i] = expected[i] = (type)(next(&state) >> 20);                                              \
        swrt_deferred_begin(d, "kernel");                                                                      \
        for (unsigned c = 0; c < CALLS; c++) {                                                                 \
            void *address[LANES];                                                                              \
            type value[LANES];                                                                                 \
            uint32_t lanes = next(&state) | next(&state) >> 16;                                                \
            for (unsigned i = 0; i < LANES; i++) {                                                             \
                unsigned at = (next(&state) >> 8) % elements;                                                  \
                address[i] = &memory[at];                                                                      \
                value[i] = (type)(int)((next(&state) >> 16) % 2001 - 1000);                                    \
                if (lanes >> i & 1)                                                                            \
                    expected[at] = JOIN_##op(expected[at], value[i]);                                          \
            }                                                                                                  \
            swrt_defer_##op##_##name(d, address, value, lanes);                                                \
        }                                                                                                      \
        swrt_deferred_settle(d, "kernel");                                                                     \
        assert_memory_equal(memory, expected, elements * sizeof(type));                                        \
    }
SWRT_DEFERRED_KINDS(KIND)
#undef KIND

/* The same of chains, with values of all magnitudes: bit for bit what one addition after the other gives. */
#define CHAIN(op, name, type)                                                                                  \
    static void check_chain_##op##_##name(struct swrt_deferred *d, unsigned elements) {                        \
        static type memory[ELEMENTS], expected[ELEMENTS];                                                      \
        uint32_t state = 7;                                                                                    \
        memset(memory, 0, sizeof memory);                                                                      \
        memset(expected, 0, sizeof expected);                                                                  \
        swrt_deferred_begin(d, "kernel");                                                                      \
        for (unsigned c = 0; c < CALLS; c++) {                                                                 \
            void *address[LANES];                                                                              \
            type value[LANES];                                                                                 \
            uint32_t lanes = next(&state) | next(&state) >> 16;                                                \
            for (unsigned i = 0; i < LANES; i++) {                                                             \
                unsigned at = (next(&state) >> 8) % elements;                                                  \
                address[i] = &memory[at];                                                                      \
                value[i] = (type)((int)(next(&state) >> 8) - (1 << 23)) * (next(&state) >> 31 ? (type)1e9 : 1);  \
                if (lanes >> i & 1)                                                                            \
                    expected[at] = expected[at] + value[i];                                                    \
            }                                                                                                  \
            swrt_defer_chain_##op##_##name(d, address, value, lanes);                                          \
        }                                                                                                      \
        swrt_deferred_settle(d, "kernel");                                                                     \
        assert_memory_equal(memory, expected, elements * sizeof(type));                                        \
    }
SWRT_DEFERRED_CHAINS(CHAIN)
#undef CHAIN

/* 0x1p-127 is denormal, 0x1p-126 is not. */
static void denormals_are_zero(void **state) {
    struct swrt_deferred *d = swrt_deferred_create();
    float memory[3] = {0x1p-127f, 0, 0x1.8p-126f}, kept = 0;
    void *address[] = {&memory[0], &memory[1], &memory[2], &kept};
    const float values[] = {0x1p-126f, 0x1p-127f, -0x1p-126f, 0x1p-127f};
    swrt_deferred_begin(d, "kernel");
    swrt_defer_addftz_f32(d, address, values, 7);
    swrt_defer_addftz_f32(d, address, values, 2);
    swrt_defer_add_f32(d, address, values, 8);
    swrt_deferred_settle(d, "kernel");
    assert_true(memory[0] == 0x1p-126f);
    assert_true(memory[1] == 0);
    assert_true(memory[2] == 0);
    assert_true(kept == 0x1p-127f);
    free(d);
}

static void every_kind(void **state) {
    struct swrt_deferred *d = swrt_deferred_create();
#define KIND(op, name, type)                                    \
    for (unsigned n = 1; n <= ELEMENTS; n = n * 7 + 1)          \
        check_##op##_##name(d, n);
    SWRT_DEFERRED_KINDS(KIND)
#undef KIND
#define CHAIN(op, name, type)                                   \
    for (unsigned n = 1; n <= ELEMENTS; n = n * 7 + 1)          \
        check_chain_##op##_##name(d, n);
    SWRT_DEFERRED_CHAINS(CHAIN)
#undef CHAIN
    free(d);
}

/* Each value by itself: 2^53 + 1 is 2^53 as often as one likes; and what overflows in a sum of its own does not here. */
static void chains_round_each(void **state) {
    struct swrt_deferred *d = swrt_deferred_create();
    double ones[LANES], great = 0x1p53, low = -1e308;
    float tiny = 0;
    void *same[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        ones[i] = 1;
        same[i] = &great;
    }
    swrt_deferred_begin(d, "kernel");
    for (unsigned i = 0; i < 5; i++)
        swrt_defer_chain_add_f64(d, same, ones, 0xfffffff7u);
    swrt_defer_chain_add_f64(d, (void *[]){&low}, (double[]){0}, 1);
    swrt_defer_chain_add_f64(d, (void *[]){&low}, (double[]){1.5e308}, 1);
    swrt_defer_chain_add_f64(d, (void *[]){&low}, (double[]){1e308}, 1);
    for (unsigned i = 0; i < 40; i++)
        swrt_defer_chain_addftz_f32(d, (void *[]){&tiny}, (float[]){0x1p-127f}, 1);
    swrt_deferred_settle(d, "kernel");
    assert_true(great == 0x1p53);
    assert_true(low == -1e308 + 1.5e308 + 1e308);
    assert_true(tiny == 0);
    free(d);
}

/* Until it is settled, memory has what came first only; a thread's operations on an address keep their order. */
static void gathers(void **state) {
    struct swrt_deferred *d = swrt_deferred_create();
    uint32_t memory = 10;
    int32_t limit = 12;
    swrt_deferred_begin(d, "kernel");
    for (unsigned i = 0; i < 5; i++)
        swrt_defer_add_u32(d, (void *[]){&memory}, (uint32_t[]){1}, 1);
    assert_int_equal(memory, 11);
    swrt_defer_min_i32(d, (void *[]){&memory}, &limit, 1);
    assert_int_equal(memory, 12);
    swrt_defer_add_u32(d, (void *[]){&memory}, (uint32_t[]){3}, 1);
    swrt_deferred_settle(d, "kernel");
    assert_int_equal(memory, 15);
    swrt_deferred_settle(d, "kernel");
    assert_int_equal(memory, 15);
    free(d);
}

static void scatter(struct swrt_deferred *d, uint64_t *memory) {
    for (unsigned i = 0; i < ELEMENTS; i++)
        swrt_defer_or_u64(d, (void *[]){&memory[i]}, (uint64_t[]){1}, 1);
}

/* What waits is done before others may go to memory themselves. */
static void settles_before_it_is_off(void **state) {
    static uint64_t memory[ELEMENTS];
    struct swrt_deferred *d = swrt_deferred_create();
    uint64_t own = 0;
    double cell = 0;
    swrt_deferred_begin(d, "scatters");
    for (unsigned i = 0; i < 3; i++) {
        swrt_defer_add_u64(d, (void *[]){&own}, (uint64_t[]){7}, 1);
        swrt_defer_chain_add_f64(d, (void *[]){&cell}, (double[]){0.5}, 1);
    }
    for (unsigned i = 0; i < ELEMENTS && !is_off(d); i++)
        swrt_defer_or_u64(d, (void *[]){&memory[i]}, (uint64_t[]){1}, 1);
    assert_true(is_off(d));
    assert_int_equal(own, 21);
    assert_true(cell == 1.5);
    free(d);
}

/* Where hardly an address comes twice it is switched off for that kernel, and tried again some launches later. */
static void switches_off(void **state) {
    static uint64_t memory[ELEMENTS];
    struct swrt_deferred *d = swrt_deferred_create();
    unsigned on = 0;
    swrt_deferred_begin(d, "scatters");
    scatter(d, memory);
    assert_true(is_off(d));
    swrt_deferred_settle(d, "scatters");
    for (unsigned i = 0; i < ELEMENTS; i++)
        assert_int_equal(memory[i], 1);
    swrt_deferred_begin(d, "another");
    assert_false(is_off(d));
    swrt_deferred_settle(d, "another");
    for (unsigned launch = 0; launch < 40; launch++) {
        swrt_deferred_begin(d, "scatters");
        on += !is_off(d);
        if (!is_off(d))
            scatter(d, memory);
        swrt_deferred_settle(d, "scatters");
    }
    assert_in_range(on, 1, 4);
    free(d);
}

/* Addresses of one place in turns: each gets what is its own. */
static void places_are_shared(void **state) {
    enum { APART = 1 << 24 };
    struct swrt_deferred *d = swrt_deferred_create();
    char *memory = calloc(4, APART);
    assert_non_null(memory);
    swrt_deferred_begin(d, "kernel");
    for (unsigned i = 0; i < 900; i++) {
        void *address[] = {memory, memory + APART, memory + 2 * APART, memory + 3 * APART - 8};
        swrt_defer_add_f64(d, address, (double[]){1, 2, 3, 4}, 15);
    }
    swrt_deferred_settle(d, "kernel");
    for (unsigned i = 0; i < 3; i++)
        assert_true(*(double *)(memory + i * APART) == 900.0 * (i + 1));
    assert_true(*(double *)(memory + 3 * APART - 8) == 3600.0);
    free(memory);
    free(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind),        cmocka_unit_test(denormals_are_zero),       cmocka_unit_test(gathers),
        cmocka_unit_test(chains_round_each), cmocka_unit_test(settles_before_it_is_off), cmocka_unit_test(switches_off),
        cmocka_unit_test(places_are_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
