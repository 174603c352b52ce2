/* What the runtime finds that this processor has is what the kernel says in /proc/cpuinfo; SOFTWARP_CPU takes from it. */
#include "device/processor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct row {
    const char *name;
};
static const struct row rows[] = {
#define SW_FEATURE(id, name, ...) {name},
#include "softwarp/processor_features.def"
};

/* The kernel's name, where it is another one. */
static const char *kernel_name(const char *name) {
    static const char *const others[][2] = {{"sahf", "lahf_lm"},
                                            {"sse3", "pni"},
                                            {"sse4.1", "sse4_1"},
                                            {"sse4.2", "sse4_2"},
                                            {"bmi", "bmi1"},
                                            {"lzcnt", "abm"},
                                            {"avx512vbmi2", "avx512_vbmi2"},
                                            {"avx512bitalg", "avx512_bitalg"},
                                            {"avx512vnni", "avx512_vnni"},
                                            {"avx512vpopcntdq", "avx512_vpopcntdq"},
                                            {"avx512fp16", "avx512_fp16"},
                                            {"avxvnni", "avx_vnni"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i][0], name))
            return others[i][1];
    return name;
}

static void read_flags(char *flags, size_t size) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    assert_non_null(file);
    while (fgets(flags, (int)size, file) && strncmp(flags, "flags", 5))
        ;
    fclose(file);
    char *end = strchr(flags, '\n');
    assert_non_null(end);
    *end = ' ';
}

static void features_are_the_kernels(void **state) {
    static char flags[16384];
    uint64_t own = swrt_processor_own_features();
    read_flags(flags, sizeof flags - 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char word[64];
        snprintf(word, sizeof word, " %s ", kernel_name(rows[i].name));
        if ((strstr(flags, word) != NULL) != (own >> i & 1))
            fail_msg("%s: the kernel says %d", rows[i].name, strstr(flags, word) != NULL);
    }
}

static void less_is_used(void **state) {
    setenv("SOFTWARP_CPU", "nehalem", 1);
    assert_int_equal(swrt_processor_features(), swrt_processor_own_features() & SW_LEVEL_V2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_the_kernels),
        cmocka_unit_test(less_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
