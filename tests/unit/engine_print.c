/* printf in kernels: the text is what the host's printf makes of it, lines stay whole, and it comes when CUDA's does. */
#include <stdatomic.h>

#include "engine_kernels.h"

struct args {
    _Alignas(8) char bytes[128];
};

static void print_plain(struct swrt_block *b) {
    *ARG(b, 2, int *) = swrt_vprintf(b, ARG(b, 0, const char *), ARG(b, 1, const void *));
}

static void print_lines(struct swrt_block *b) {
    FOR_EACH_THREAD (b) {
        struct {
            uint32_t block, thread;
            double value;
        } args = {b->ctaid_x, b->tid, 0.5};
        swrt_vprintf(b, "block %u thread %u value %4.2f ", &args);
        swrt_vprintf(b, "block %u thread %u value %4.2f and more text to make the line long\n", &args);
    }
}

enum { PRINT, LINES };
static struct test_kernel rows[] = {
    [PRINT] = {.name = "print", .loop = print_plain, .num_params = 3},
    [LINES] = {.name = "lines", .loop = print_lines},
};

static char out[8 << 20];
static int saved;
static FILE *caught;

static void catch_stdout(void) {
    fflush(stdout);
    saved = dup(1);
    caught = tmpfile();
    dup2(fileno(caught), 1);
}

static size_t caught_bytes(void) {
    fflush(stdout);
    return (size_t)lseek(fileno(caught), 0, SEEK_END);
}

static void release_stdout(void) {
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    rewind(caught);
    out[fread(out, 1, sizeof out - 1, caught)] = 0;
    fclose(caught);
}

/* Prints through the kernel with arguments packed as clang packs them; types: i (4 bytes), l, s, d (8). */
static int print(const char *format, const char *types, ...) {
    struct args args = {{0}};
    size_t at = 0;
    int returned = -100;
    va_list list;
    va_start(list, types);
    for (; *types; types++) {
        size_t size = *types == 'i' ? 4 : 8;
        at = (at + size - 1) / size * size;
        if (*types == 'i')
            *(int *)(args.bytes + at) = va_arg(list, int);
        else if (*types == 'd')
            *(double *)(args.bytes + at) = va_arg(list, double);
        else
            *(int64_t *)(args.bytes + at) = va_arg(list, int64_t);
        at += size;
    }
    va_end(list);
    catch_stdout();
    cudaError_t launched = LAUNCH(&rows[PRINT], d1(1), d1(1), 0, 0, PTR(format), PTR(&args), PTR(&returned));
    cudaError_t waited = cudaDeviceSynchronize();
    release_stdout();
    assert_cuda(launched);
    assert_cuda(waited);
    return returned;
}

#define SAME(count, types, format, ...)                                                                               \
    do {                                                                                                              \
        char expected_[512];                                                                                          \
        snprintf(expected_, sizeof expected_, format, __VA_ARGS__);                                                   \
        assert_int_equal(print(format, types, __VA_ARGS__), count);                                                   \
        assert_string_equal(out, expected_);                                                                          \
    } while (0)

static void formats(void **state) {
    SAME(2, "ii", "%d %d\n", 1, -2);
    SAME(6, "iiiiii", "%i %u %x %X %o %c|\n", -5, 4000000000u, 255, 255, 8, 'x');
    SAME(4, "llli", "%lld %llu %llx %d\n", -123456789012ll, 5ull, 0xabcdef012345ull, 7);
    SAME(3, "ill", "%d %ld %zu\n", 1, (int64_t)-2, (int64_t)3);
    SAME(5, "ddddd", "%f %e %g %a %G\n", 1.5, 1e10, 0.0001, 1.0, 1e-20);
    SAME(3, "idi", "%d %8.3f %-6d|\n", 9, 3.14159, 7);
    SAME(4, "iiid", "%*d %.*f\n", 6, 5, 2, 1.2345);
    SAME(2, "ii", "%-*d|\n", -7, 5);
    SAME(2, "is", "%+05d %10s\n", 42, "text");
    SAME(2, "is", "%.2d %.3s\n", 4, "abcdef");
    SAME(1, "l", "%p\n", (void *)0x1234);
    SAME(2, "ii", "%hd %hhd\n", 70000, 300);
    SAME(3, "iii", "%#x % d %05d\n", 255, 3, -3);
    SAME(1, "d", "%.40f\n", 0.1);
}

static void odd_formats(void **state) {
    assert_int_equal(print("none\n", ""), 0);
    assert_string_equal(out, "none\n");
    assert_int_equal(print("100%% %d\n", "i", 5), 1);
    assert_string_equal(out, "100% 5\n");
    assert_int_equal(print("%s|\n", "s", (int64_t)0), 1);
    assert_string_equal(out, "(null)|\n");
    assert_int_equal(print("%q %d\n", "i", 5), 1); /* as an H200 prints it */
    assert_string_equal(out, "%q 5\n");
    assert_int_equal(print("end %", ""), 0);
    assert_int_equal(print(NULL, ""), -1);
    assert_int_equal(print("", ""), 0);
}

static void lines_stay_whole(void **state) {
    enum { BLOCKS = 300, THREADS = 64 };
    static uint8_t seen[BLOCKS * THREADS][2];
    memset(seen, 0, sizeof seen);
    catch_stdout();
    cudaError_t launched = LAUNCH(&rows[LINES], d1(BLOCKS), d1(THREADS), 0, 0, 0);
    cudaError_t waited = cudaDeviceSynchronize();
    release_stdout();
    assert_cuda(launched);
    assert_cuda(waited);
    char *at = out;
    for (int i = 0; i < 2 * BLOCKS * THREADS; i++) {
        unsigned block, thread;
        int n = 0;
        char start[128]; /* sscanf measures its whole string */
        snprintf(start, sizeof start, "%.120s", at);
        assert_int_equal(sscanf(start, "block %u thread %u value 0.50 %n", &block, &thread, &n), 2);
        assert_true(n > 0 && block < BLOCKS && thread < THREADS);
        at += n;
        bool is_long = !strncmp(at, "and more text to make the line long\n", 36);
        at += is_long ? 36 : 0;
        seen[block * THREADS + thread][is_long]++;
    }
    assert_int_equal(*at, 0);
    for (int i = 0; i < BLOCKS * THREADS; i++)
        assert_true(seen[i][0] == 1 && seen[i][1] == 1);
}

static void text_comes_when_the_host_waits(void **state) {
    int returned = 0;
    cudaStream_t stream;
    catch_stdout();
    cudaStreamCreate(&stream);
    LAUNCH(&rows[PRINT], d1(1), d1(1), 0, stream, PTR("one\n"), 0, PTR(&returned));
    while (cudaStreamQuery(stream) == cudaErrorNotReady)
        ;
    printf("host first\n");
    size_t before = caught_bytes();
    cudaStreamSynchronize(stream);
    printf("host last\n");
    release_stdout();
    cudaStreamDestroy(stream);
    assert_int_equal(before, strlen("host first\n"));
    assert_string_equal(out, "host first\none\nhost last\n");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(formats),
    cmocka_unit_test(odd_formats),
    cmocka_unit_test(lines_stay_whole),
    cmocka_unit_test(text_comes_when_the_host_waits),
};

ENGINE_MAIN(rows, tests)
