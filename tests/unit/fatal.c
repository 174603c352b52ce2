/* What a program says that cannot go on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fatal.h"

static void it_says_why_and_aborts(void **state) {
    (void)state;
    char said[128] = {0};
    int ends[2], status = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (!child) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        dup2(ends[1], 2);
        swrt_fatal("out of memory for %d blocks", 7);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    close(ends[0]);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_string_equal(said, "softwarp: out of memory for 7 blocks\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_says_why_and_aborts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
