/* Predicates on outcomes: what holds, what is no predicate and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "explore/predicate.h"

/* Of A and B. */
static bool holds(const char *text, enum swrt_explore_ending ending, int64_t a, int64_t b) {
    char error[160];
    int64_t values[SWRT_PREDICATE_NAMES];
    struct swrt_predicate *p = swrt_predicate_parse(text, error, sizeof error);
    assert_non_null(p);
    for (unsigned i = 0; i < swrt_predicate_count(p); i++)
        values[i] = strcmp(swrt_predicate_name(p, i), "A") ? b : a;
    bool answer = swrt_predicate_holds(p, ending, values);
    swrt_predicate_free(p);
    return answer;
}

static bool of(const char *text, int64_t a, int64_t b) {
    return holds(text, SWRT_EXPLORE_ENDS, a, b);
}

static void compares(void **state) {
    (void)state;
    assert_true(of("A==1 && B==20", 1, 20));
    assert_false(of("A==1 && B==20", 1, 2));
    assert_true(of("A==1||B==20", 0, 20));
    assert_true(of(" A < B ", -1, 0));
    assert_true(of("A <= -0x10", -16, 0));
    assert_false(of("A > B", 2, 2));
    assert_true(of("A >= B", 2, 2));
    assert_true(of("1 != A", 2, 0));
    assert_true(of("A == 0xffffffffffffffff", -1, 0));
}

static void binds(void **state) {
    (void)state;
    assert_true(of("A==1 || A==2 && B==3", 1, 0));
    assert_false(of("(A==1 || A==2) && B==3", 1, 0));
    assert_true(of("!(A==1) && !B==1", 0, 0));
    assert_true(of("!!(A==0)", 0, 0));
}

static void knows_endings(void **state) {
    (void)state;
    assert_true(holds("deadlock", SWRT_EXPLORE_DEADLOCKS, 0, 0));
    assert_false(holds("deadlock", SWRT_EXPLORE_ENDS, 0, 0));
    assert_true(holds("assert || A==1", SWRT_EXPLORE_FAILS, 0, 0));
    assert_true(holds("trap", SWRT_EXPLORE_TRAPS, 0, 0));
    assert_false(holds("A==0", SWRT_EXPLORE_TRAPS, 0, 0));
    assert_true(of("deadlocks == 0", 0, 0)); /* a variable's name */
}

static void names_are_told_once(void **state) {
    char error[160];
    (void)state;
    struct swrt_predicate *p = swrt_predicate_parse("ns::a[3]==1 && s.x==2 || ns::a[3]==4", error, sizeof error);
    assert_non_null(p);
    assert_int_equal(swrt_predicate_count(p), 2);
    assert_string_equal(swrt_predicate_name(p, 0), "ns::a[3]");
    assert_string_equal(swrt_predicate_name(p, 1), "s.x");
    swrt_predicate_free(p);
}

static void assert_wrong(const char *text, const char *why) {
    char error[160] = "";
    assert_null(swrt_predicate_parse(text, error, sizeof error));
    assert_string_equal(error, why);
}

static void says_what_is_wrong(void **state) {
    char deep[256];
    (void)state;
    assert_wrong("", "a name or a number is expected at 'the end'");
    assert_wrong("A", "a comparison (== != < <= > >=) is expected at 'the end'");
    assert_wrong("A=1", "a comparison (== != < <= > >=) is expected at '=1'");
    assert_wrong("A==1 B==2", "&& or || is expected at 'B==2'");
    assert_wrong("(A==1", ") is expected at 'the end'");
    assert_wrong("A==1 &&", "a name or a number is expected at 'the end'");
    assert_wrong("A==1)", "&& or || is expected at ')'");
    memset(deep, '(', sizeof deep);
    deep[sizeof deep - 1] = 0;
    char error[512];
    assert_null(swrt_predicate_parse(deep, error, sizeof error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compares),           cmocka_unit_test(binds),
        cmocka_unit_test(knows_endings),      cmocka_unit_test(names_are_told_once),
        cmocka_unit_test(says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
