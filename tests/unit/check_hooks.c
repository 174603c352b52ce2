/* Sites are numbered over all modules and found by number; the user's place is the first that is none of ours; hooks
 * reach the tools that are on, and generated code knows which it need not call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "check/check.h"

static struct swrt_site first[3], second[2];

static void numbers_go_on(void **state) {
    (void)state;
    swrt_register_sites(first, 3);
    swrt_register_sites(second, 2);
    assert_int_equal(first[0].number + 3, second[0].number);
    for (unsigned i = 0; i < 3; i++)
        assert_ptr_equal(swrt_site_numbered(first[i].number), &first[i]);
    for (unsigned i = 0; i < 2; i++)
        assert_ptr_equal(swrt_site_numbered(second[i].number), &second[i]);
    assert_null(swrt_site_numbered(0));
    assert_null(swrt_site_numbered(second[1].number + 1));
}

static void the_user_has_called(void **state) {
    (void)state;
    struct swrt_site user = {.line = 3}, ours = {.flags = SWRT_SITE_OURS, .caller = &user};
    struct swrt_site deep = {.flags = SWRT_SITE_OURS, .caller = &ours}, alone = {.flags = SWRT_SITE_OURS};
    assert_ptr_equal(swrt_site_of_user(&deep), &user);
    assert_ptr_equal(swrt_site_of_user(&user), &user);
    assert_ptr_equal(swrt_site_of_user(&alone), &alone);
}

static void tools_have_names(void **state) {
    (void)state;
    assert_non_null(swrt_check_find_tool("trace"));
    assert_null(swrt_check_find_tool("trac"));
    assert_null(swrt_check_find_tool(""));
}

/* The environment of the tests names no tool. */
static void nothing_is_on(void **state) {
    (void)state;
    struct swrt_kernel ordinary = {.name = (void *)"kernel"};
    assert_false(swrt_check_is_on());
    swrt_check_host(&ordinary, 4, 0, NULL);
    swrt_check_read(NULL, NULL, NULL);
    assert_true(swrt_check_launch(&ordinary));
}

/* What a process with these tools wants to be told; plus 128 if accesses are exempt. Tools are read once: before all else. */
static int wants_with(const char *tools) {
    pid_t child = fork();
    int status = -1;
    if (child == 0) {
        setenv("SOFTWARP_CHECK", tools, 1);
        swrt_check_is_on();
        _exit((int)swrt_check_quick.wants | (swrt_check_quick.bytes ? 128 : 0));
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void generated_code_calls_what_is_wanted(void **state) {
    (void)state;
    enum {
        MEMORY = SWRT_WANTS_MEMORY,
        WAIT = SWRT_WANTS_WAIT,
        OWN = SWRT_WANTS_UNWRITTEN,
        TURN = SWRT_WANTS_TURN,
        EXEMPT = 128,
        ALL = 31 | TURN
    };
    assert_int_equal(wants_with(""), 0);
    assert_int_equal(wants_with("memcheck"), MEMORY | EXEMPT);
    assert_int_equal(wants_with("synccheck"), WAIT | TURN);
    assert_int_equal(wants_with("memcheck,synccheck"), MEMORY | WAIT | TURN | EXEMPT);
    assert_int_equal(wants_with("initcheck"), MEMORY | OWN);
    assert_int_equal(wants_with("memcheck,initcheck"), MEMORY | OWN);
    assert_int_equal(wants_with("memcheck,racecheck") & (MEMORY | EXEMPT), MEMORY);
    assert_int_equal(wants_with("memcheck,trace"), ALL);
}

int main(void) {
    unsetenv("SOFTWARP_CHECK");
    const struct CMUnitTest tests[] = {cmocka_unit_test(generated_code_calls_what_is_wanted),
                                       cmocka_unit_test(numbers_go_on), cmocka_unit_test(the_user_has_called),
                                       cmocka_unit_test(tools_have_names), cmocka_unit_test(nothing_is_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
