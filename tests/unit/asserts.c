/* A failed assert of the runtime's says where it stands, and ends the program. */
#include "base/map.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static void put_null(int to) {
    struct swrt_map map = {0};
    int value = 0;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGABRT, SIG_DFL);
    dup2(to, STDERR_FILENO);
    swrt_map_put(&map, NULL, &value);
    _exit(0);
}

static void failed_ones_name_their_place(void **state) {
#ifdef SOFTWARP_NO_ASSERTS
    skip();
#endif
    int ends[2], status;
    char said[512] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (!child)
        put_null(ends[1]);
    close(ends[1]);
    size_t count = 0;
    for (ssize_t got; (got = read(ends[0], said + count, sizeof said - 1 - count)) > 0;)
        count += (size_t)got;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_ptr_equal(strstr(said, "softwarp: base/map.c:"), said);
    assert_non_null(strstr(said, ": assertion 'key && value' failed: this is a bug in Softwarp"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(failed_ones_name_their_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
