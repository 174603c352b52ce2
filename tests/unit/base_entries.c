/* Entries of sections: several behind each other, damaged ones, and what is left at the end. */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct sw_arena *arena;

static int set_up(void **state) {
    arena = sw_arena_create();
    return 0;
}

static int tear_down(void **state) {
    sw_arena_destroy(arena);
    return 0;
}

/* Two entries, as a linker puts them together. */
static char *two(size_t *size) {
    size_t first_size, second_size;
    char *first = sw_entry_of(arena, "FIRST001", "abc", 3, &first_size);
    char *second = sw_entry_of(arena, "SECOND01", "0123456789abcdef", 16, &second_size);
    assert_int_equal(first_size, 32);
    assert_int_equal(second_size, 32);
    char *both = sw_arena_alloc(arena, first_size + second_size);
    memcpy(both, first, first_size);
    memcpy(both + first_size, second, second_size);
    *size = first_size + second_size;
    return both;
}

static void entries_come_one_after_the_other(void **state) {
    size_t size;
    const char *at = two(&size);
    struct sw_entry entry;
    assert_true(sw_next_entry(&at, &size, &entry));
    assert_true(sw_is_entry(&entry, "FIRST001"));
    assert_false(sw_is_entry(&entry, "SECOND01"));
    assert_int_equal(entry.size, 3);
    assert_memory_equal(entry.bytes, "abc", 3);
    assert_true(sw_next_entry(&at, &size, &entry));
    assert_true(sw_is_entry(&entry, "SECOND01"));
    assert_memory_equal(entry.bytes, "0123456789abcdef", 16);
    assert_false(sw_next_entry(&at, &size, &entry));
}

static void an_empty_one_is_one(void **state) {
    size_t size;
    const char *at = sw_entry_of(arena, "EMPTY001", "", 0, &size);
    struct sw_entry entry;
    assert_int_equal(size, 16);
    assert_true(sw_next_entry(&at, &size, &entry));
    assert_int_equal(entry.size, 0);
    assert_false(sw_next_entry(&at, &size, &entry));
}

static void what_says_more_than_there_is_is_damaged(void **state) {
    static const uint64_t wrong[] = {17, 49, UINT64_MAX, UINT64_MAX - 15};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        size_t size;
        char *bytes = two(&size);
        const char *at = bytes;
        struct sw_entry entry;
        memcpy(bytes + 40, &wrong[i], 8); /* the second one's size */
        assert_true(sw_next_entry(&at, &size, &entry));
        assert_true(sw_next_entry(&at, &size, &entry));
        assert_true(entry.is_damaged);
        assert_false(sw_is_entry(&entry, "SECOND01"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_come_one_after_the_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_empty_one_is_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_says_more_than_there_is_is_damaged, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
