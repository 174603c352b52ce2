/* Which variant of a kernel a launch takes: by the block's dimensions, and by SOFTWARP_LANES.
 *
 * The variable is read once in a process, so the program runs itself for every value.
 */
#include "engine_kernels.h"

/* A variant's mark: its lanes, and which blocks it is for. */
#define MARKED(name, mark)                                                                                            \
    static void name(struct swrt_block *b) {                                                                          \
        *ARG(b, 0, uint32_t *) = (mark);                                                                              \
    }
enum { FULL = 100, ROW = 200 };
MARKED(full_32, FULL + 32)
MARKED(row_32, ROW + 32)
MARKED(full_16, FULL + 16)
MARKED(full_8, FULL + 8)
MARKED(any_32, 32)
MARKED(any_1, 1)

#define VARIANT(lanes_, blocks_, function)                                                                            \
    {.lanes = (lanes_), .blocks = SWRT_BLOCKS_##blocks_, .loop = (void *)(function)}
static const struct swrt_variant every[] = {
    VARIANT(32, FULL_ROWS, full_32), VARIANT(32, ROWS, row_32), VARIANT(16, FULL_ROWS, full_16),
    VARIANT(8, FULL_ROWS, full_8),   VARIANT(32, ANY, any_32),  VARIANT(1, ANY, any_1),
};
static const struct swrt_variant whole_rows_only[] = {VARIANT(32, FULL_ROWS, full_32), VARIANT(1, ANY, any_1)};

enum { EVERY, WHOLE_ROWS_ONLY, SCALAR };
static struct test_kernel rows[] = {
    [EVERY] = {.name = "every", .num_params = 1, .variants = every, .num_variants = 6},
    [WHOLE_ROWS_ONLY] = {.name = "whole_rows_only", .num_params = 1, .variants = whole_rows_only, .num_variants = 2},
    [SCALAR] = {.name = "scalar", .num_params = 1, .loop = any_1},
};

/* One row per kernel and shape: what runs by itself, and with each number of lanes asked for. */
static const struct {
    int kernel;
    dim3 shape;
    uint32_t automatic, with_1, with_8, with_16, with_32;
    unsigned blocks; /* of the grid */
} choices[] = {
    {EVERY, {64, 1, 1}, FULL + 32, 1, FULL + 8, FULL + 16, FULL + 32, 3},
    {EVERY, {32, 4, 2}, FULL + 32, 1, FULL + 8, FULL + 16, FULL + 32, 3},
    {EVERY, {100, 1, 1}, ROW + 32, 1, 1, 1, ROW + 32, 3},
    {EVERY, {1, 1, 1}, ROW + 32, 1, 1, 1, ROW + 32, 3},
    {EVERY, {8, 1, 1}, ROW + 32, 1, FULL + 8, 1, ROW + 32, 3},
    {EVERY, {16, 16, 1}, FULL + 16, 1, FULL + 8, FULL + 16, 32, 3},
    {EVERY, {48, 1, 2}, FULL + 16, 1, FULL + 8, FULL + 16, 32, 3},
    {EVERY, {8, 8, 1}, FULL + 8, 1, FULL + 8, 1, 32, 3},
    {EVERY, {5, 7, 3}, 32, 1, 1, 1, 32, 3},
    {EVERY, {1, 32, 1}, 32, 1, 1, 1, 32, 3},
    {EVERY, {1001, 1, 1}, ROW + 32, 1, 1, 1, ROW + 32, 2145337}, /* fewer than 2^31 threads along x, */
    {EVERY, {1001, 1, 1}, 32, 1, 1, 1, 32, 2145339},             /* and more */
    {WHOLE_ROWS_ONLY, {96, 2, 1}, FULL + 32, 1, 1, 1, FULL + 32, 3},
    {WHOLE_ROWS_ONLY, {31, 1, 1}, 1, 1, 1, 1, 1, 3},
    {SCALAR, {64, 1, 1}, 1, 1, 1, 1, 1, 3},
};

static uint32_t expected(size_t i, bool ignored) {
    switch (ignored ? 0 : atoi(getenv("SOFTWARP_LANES"))) {
    case 1:
        return choices[i].with_1;
    case 8:
        return choices[i].with_8;
    case 16:
        return choices[i].with_16;
    case 32:
        return choices[i].with_32;
    default:
        return choices[i].automatic;
    }
}

static void the_first_variant_that_fits(void **state) {
    const char *value = getenv("SOFTWARP_LANES");
    bool ignored = !strcmp(value, "7") || !strcmp(value, "32x") || !strcmp(value, "0");
    catch_stderr();
    uint32_t marks[sizeof choices / sizeof *choices] = {0};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        dim3 grid = d1(choices[i].blocks);
        assert_cuda(LAUNCH(&rows[choices[i].kernel], grid, choices[i].shape, 0, 0, PTR(&marks[i])));
        assert_cuda(cudaDeviceSynchronize());
    }
    release_stderr();
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (marks[i] != expected(i, ignored))
            fail_msg("row %zu: variant %u, expected %u", i, marks[i], expected(i, ignored));
    char warning[200] = "";
    if (ignored)
        snprintf(warning, sizeof warning,
                 "softwarp: SOFTWARP_LANES=%s is not 1, 8, 16 or 32; each kernel runs with its own number\n", value);
    assert_string_equal(said, warning); /* once */
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_first_variant_that_fits),
};

int main(int argc, char **argv) {
    static const char *const values[] = {"", "1", "8", "16", "32", "7", "0", "32x"};
    if (getenv("ENGINE_TEST_CHILD")) {
        register_kernels(rows, sizeof rows / sizeof *rows);
        return cmocka_run_group_tests(tests, NULL, NULL);
    }
    int failures = 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        int pid = fork(), status = 0;
        if (pid == 0) {
            setenv("ENGINE_TEST_CHILD", "1", 1);
            setenv("SOFTWARP_LANES", values[i], 1);
            execv("/proc/self/exe", argv);
            _exit(127);
        }
        waitpid(pid, &status, 0);
        failures += status != 0;
    }
    return failures;
}
