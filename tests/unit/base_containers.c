/* Arena, growing array, map and bit set. */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void arena_gives_zeroed_aligned_memory(void **state) {
    struct sw_arena *arena = sw_arena_create();
    for (size_t bytes = 0; bytes < 300; bytes += 7) {
        unsigned char *memory = sw_arena_alloc(arena, bytes);
        assert_int_equal((uintptr_t)memory % 16, 0);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xff, bytes);
    }
    sw_arena_destroy(arena);
}

static void arena_takes_more_than_a_chunk(void **state) {
    struct sw_arena *arena = sw_arena_create();
    char *small = sw_arena_strdup(arena, "small");
    char *large = sw_arena_alloc(arena, 10 << 20);
    large[(10 << 20) - 1] = 1;
    assert_string_equal(small, "small");
    assert_string_equal(sw_arena_strndup(arena, "abcdef", 3), "abc");
    sw_arena_destroy(arena);
    sw_arena_destroy(NULL);
}

static void arena_formats(void **state) {
    struct sw_arena *arena = sw_arena_create();
    assert_string_equal(sw_arena_printf(arena, "%d-%s", 7, "x"), "7-x");
    char *wide = sw_arena_printf(arena, "%100000d", 1);
    assert_int_equal(strlen(wide), 100000);
    sw_arena_destroy(arena);
}

static void vector_keeps_its_elements(void **state) {
    struct sw_arena *arena = sw_arena_create();
    SW_VEC(int) numbers = {0};
    for (int i = 0; i < 10000; i++)
        sw_vec_push(arena, &numbers, i);
    assert_int_equal(numbers.count, 10000);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(numbers.at[i], i);
    sw_arena_destroy(arena);
}

static void map_finds_what_was_put(void **state) {
    static char keys[5000];
    struct sw_arena *arena = sw_arena_create();
    struct sw_map *map = sw_map_create(arena);
    for (size_t i = 0; i < sizeof keys; i += 2)
        sw_map_put(map, &keys[i], &keys[sizeof keys - 1 - i]);
    for (size_t i = 0; i < sizeof keys; i++) {
        assert_int_equal(sw_map_has(map, &keys[i]), i % 2 == 0);
        assert_ptr_equal(sw_map_get(map, &keys[i]), i % 2 ? NULL : &keys[sizeof keys - 1 - i]);
    }
    sw_arena_destroy(arena);
}

static void map_replaces_and_keeps_null(void **state) {
    int a, b;
    struct sw_arena *arena = sw_arena_create();
    struct sw_map *map = sw_map_create(arena);
    sw_map_put(map, &a, &b);
    sw_map_put(map, &a, &a);
    sw_map_put(map, &b, NULL);
    assert_ptr_equal(sw_map_get(map, &a), &a);
    assert_true(sw_map_has(map, &b));
    assert_null(sw_map_get(map, &b));
    assert_false(sw_map_has(map, NULL));
    assert_null(sw_map_get(map, NULL));
    sw_arena_destroy(arena);
}

static void bitset_sets_and_gets(void **state) {
    struct sw_arena *arena = sw_arena_create();
    struct sw_bitset set = sw_bitset_create(arena, 130);
    sw_bitset_set(&set, 0);
    sw_bitset_set(&set, 63);
    sw_bitset_set(&set, 64);
    sw_bitset_set(&set, 129);
    for (size_t i = 0; i < 130; i++)
        assert_int_equal(sw_bitset_get(&set, i), i == 0 || i == 63 || i == 64 || i == 129);
    sw_arena_destroy(arena);
}

static void bitset_operations_say_whether_they_changed(void **state) {
    struct sw_arena *arena = sw_arena_create();
    struct sw_bitset a = sw_bitset_create(arena, 100), b = sw_bitset_create(arena, 100);
    sw_bitset_set(&b, 99);
    assert_true(sw_bitset_union(&a, &b));
    assert_false(sw_bitset_union(&a, &b));
    assert_true(sw_bitset_get(&a, 99));
    sw_bitset_set(&a, 5);
    assert_true(sw_bitset_intersect(&a, &b));
    assert_false(sw_bitset_intersect(&a, &b));
    assert_false(sw_bitset_get(&a, 5));
    sw_arena_destroy(arena);
}

static void bitset_fill_stays_in_range(void **state) {
    struct sw_arena *arena = sw_arena_create();
    struct sw_bitset set = sw_bitset_create(arena, 70);
    sw_bitset_fill(&set);
    for (size_t i = 0; i < 70; i++)
        assert_true(sw_bitset_get(&set, i));
    assert_int_equal(set.words[1], 63);
    struct sw_bitset empty = sw_bitset_create(arena, 0);
    sw_bitset_fill(&empty);
    assert_false(sw_bitset_union(&empty, &empty));
    sw_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(arena_takes_more_than_a_chunk),
        cmocka_unit_test(arena_formats),
        cmocka_unit_test(vector_keeps_its_elements),
        cmocka_unit_test(map_finds_what_was_put),
        cmocka_unit_test(map_replaces_and_keeps_null),
        cmocka_unit_test(bitset_sets_and_gets),
        cmocka_unit_test(bitset_fill_stays_in_range),
        cmocka_unit_test(bitset_operations_say_whether_they_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
