/* Which source texts look as if nvcc refused something in them that clang takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "frontend/frontend.h"

struct text {
    const char *text;
    bool is_doubtful;
};

static bool is_doubtful(const char *text, bool has_lambdas) {
    struct sw_source_file file = {.path = "file.cu", .text = text, .size = strlen(text)};
    struct sw_source_files files = {&file, 1, 1};
    return sw_has_doubtful(&files, has_lambdas);
}

static void lambdas_for_the_device(void **state) {
    static const struct text texts[] = {
        {"run([=] __device__ (int i) { });", true},
        {"run([&x]\n  __host__ __device__ (int i) { });", true},
        {"#define BOTH __host__ __device__\nrun([=] BOTH (int i) { });", true},
        {"run([=](int i) { });", false},
        {"[[nodiscard]] __device__ int f();", false},
        {"delete[] p;", false},
        {"x[i] = y[i] * z[i];", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(is_doubtful(texts[i].text, false), texts[i].is_doubtful);
        assert_false(is_doubtful(texts[i].text, true));
    }
}

static void constant_arrays_of_the_host(void **state) {
    static const struct text texts[] = {
        {"constexpr float taps[3] = {1, 2, 1};", true},
        {"static const int sizes[] = {1, 2};", true},
        {"constexpr int table[2]{1, 2};", true},
        {"namespace a { namespace b {\nstruct C { static constexpr int t[2] = {1, 2}; }; } }", true},
        {"void f() { g(\"}\"); if (x) { } }\nconst int t[2] = {1, 2};", true},
        {"#define OPEN {\nconst int t[2] = {1, 2};", true},
        {"/* { */ const int t[2] = {1, 2}; // }", true},
        {"__constant__ const float taps[3] = {1, 2, 1};", false},
        {"__device__ constexpr float taps[3] = {1, 2, 1};", false},
        {"void f() { const float taps[3] = {1, 2, 1}; }", false},
        {"void f(const float taps[3]) { }", false},
        {"constexpr int n = 3; int t[n];", false},
        {"extern const int t[3];", false},
        {"// const int t[2] = {1, 2};", false},
        {"const char *text = \"const int t[2] = {1, 2};\";", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(is_doubtful(texts[i].text, true), texts[i].is_doubtful);
}

static void unfinished_texts_end(void **state) {
    static const char *const texts[] = {"", "]", "/*", "\"", "#", "#\\\n", "{", "{{\"", "const", "'\\", "namespace {"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(is_doubtful(texts[i], false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lambdas_for_the_device),
        cmocka_unit_test(constant_arrays_of_the_host),
        cmocka_unit_test(unfinished_texts_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
