/* Fingerprints of memory: whatever changes, they do; and what is beyond the end is none of their business. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "verify/verify_internal.h"

enum { MOST = 3 * SWRT_FINGERPRINTED + 100, BEYOND = 64 };

static char memory[1 + MOST + BEYOND];

static char *fill(void) {
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = (char)(i * 7 + i / 251);
    return memory + 1; /* not aligned */
}

static void every_bit_matters(void **state) {
    (void)state;
    const size_t sizes[] = {1, 3, 8, 15, 16, 17, 100, SWRT_FINGERPRINTED - 1, SWRT_FINGERPRINTED, MOST};
    struct swrt_fingerprint prints[4];
    char *at = fill();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t bytes = sizes[s];
        assert_in_range(swrt_fingerprints_count(bytes), 1, 4);
        swrt_fingerprints_take(at, bytes, prints);
        assert_true(swrt_fingerprints_match(at, bytes, prints));
        for (size_t bit = 0; bit < 8 * bytes; bit++) {
            at[bit / 8] ^= (char)(1 << bit % 8);
            assert_false(swrt_fingerprints_match(at, bytes, prints));
            at[bit / 8] ^= (char)(1 << bit % 8);
        }
        memset(at + bytes, 55, BEYOND);
        assert_true(swrt_fingerprints_match(at, bytes, prints));
        fill();
    }
}

/* Sums over what is multiplied by nothing else would not see these. */
static void the_place_matters(void **state) {
    (void)state;
    struct swrt_fingerprint prints[1];
    uint64_t *words = (uint64_t *)(memory + 8);
    for (size_t i = 0; i < SWRT_FINGERPRINTED / 8; i++)
        words[i] = i & 1;
    swrt_fingerprints_take((char *)words, SWRT_FINGERPRINTED, prints);
    for (size_t i = 0; i + 1 < SWRT_FINGERPRINTED / 8; i++) {
        uint64_t kept = words[i];
        words[i] = words[i + 1];
        words[i + 1] = kept;
        assert_false(swrt_fingerprints_match((char *)words, SWRT_FINGERPRINTED, prints));
        words[i + 1] = words[i];
        words[i] = kept;
    }
}

static int begin(void **state) {
    (void)state;
    swrt_fingerprints_begin();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_bit_matters), cmocka_unit_test(the_place_matters)};
    return cmocka_run_group_tests(tests, begin, NULL);
}
