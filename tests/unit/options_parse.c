/* The command line: every row of the table in every spelling, and the words that no row takes. */
#include "driver/driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct sw_arena *arena;
static struct sw_options options;

/* Parses the words; the number of errors. */
static unsigned parse(const char *const *words) {
    struct sw_strings list = {0};
    for (; *words; words++)
        sw_vec_push(arena, &list, *words);
    options = (struct sw_options){0};
    unsigned before = sw_error_count();
    sw_options_parse(arena, &options, &list);
    return sw_error_count() - before;
}
#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

/* A value that the row accepts. */
static const char *sample(const struct sw_option *option) {
    switch (option->kind) {
    case SW_OPTION_BOOL:
        return "true";
    case SW_OPTION_JOIN:
        return "1";
    case SW_OPTION_ENUM:
        return sw_arena_strndup(arena, option->metavar, strcspn(option->metavar, "|"));
    default:
        return "value";
    }
}

static void check_spelling(const struct sw_option *option, const char *dashes, const char *name) {
    const char *word = sw_arena_printf(arena, "%s%s", dashes, name);
    unsigned errors = option->kind == SW_OPTION_DENY;
    if (!sw_option_takes_value(option)) {
        assert_int_equal(PARSE(word, "a.cu"), errors);
        assert_int_equal(PARSE(sw_arena_printf(arena, "%s=x", word)), 1);
    } else {
        assert_int_equal(PARSE(sw_arena_printf(arena, "%s=%s", word, sample(option)), "a.cu"), errors);
        if (!sw_equal(name, "Werror")) {
            assert_int_equal(PARSE(word, sample(option), "a.cu"), errors);
            assert_int_equal(PARSE(word), 1);
        }
    }
}

static void every_row_in_every_spelling(void **state) {
    for (size_t i = 0; i < sw_option_count; i++) {
        const struct sw_option *option = &sw_option_table[i];
        if (option->kind == SW_OPTION_GROUP)
            continue;
        check_spelling(option, "--", option->long_name);
        if (option->short_name)
            check_spelling(option, "-", option->short_name);
    }
}

static void no_name_has_two_rows(void **state) {
    for (size_t i = 0; i < sw_option_count; i++)
        for (size_t k = i + 1; k < sw_option_count; k++) {
            const struct sw_option *a = &sw_option_table[i], *b = &sw_option_table[k];
            if (a->kind == SW_OPTION_GROUP || b->kind == SW_OPTION_GROUP)
                continue;
            const char *names_a[] = {a->long_name, a->short_name}, *names_b[] = {b->long_name, b->short_name};
            for (int x = 0; x < 2; x++)
                for (int y = 0; y < 2; y++)
                    if (names_a[x] && names_b[y])
                        assert_string_not_equal(names_a[x], names_b[y]);
        }
}

static void every_row_is_explained(void **state) {
    for (size_t i = 0; i < sw_option_count; i++)
        assert_true(strlen(sw_option_table[i].help) > 0);
}

static void values_in_all_forms(void **state) {
    assert_int_equal(PARSE("-o", "x", "a.cu"), 0);
    assert_string_equal(options.output, "x");
    assert_int_equal(PARSE("--output-file=y"), 0);
    assert_string_equal(options.output, "y");
    assert_int_equal(PARSE("-O3", "-Idir", "-I", "a,b", "-I=c", "--include-path", "d"), 0);
    assert_string_equal(options.optimize, "3");
    assert_int_equal(options.include_dirs.count, 5);
    assert_string_equal(options.include_dirs.at[0], "dir");
    assert_string_equal(options.include_dirs.at[4], "d");
    assert_int_equal(PARSE("-rdc=true", "-ftz=false"), 0);
    assert_int_equal(options.relocatable, SW_TRUE);
    assert_int_equal(options.flush, SW_FALSE);
    assert_int_equal(options.fuse, SW_UNSET);
}

static void macros_keep_their_commas(void **state) {
    assert_int_equal(PARSE("-DF(a,b)=a", "-DX=1,Y=2", "-D", "S=\"a,b\"", "-DZ=1\\,2", "-DFOO=a=b"), 0);
    assert_int_equal(options.defines.count, 6);
    assert_string_equal(options.defines.at[0], "F(a,b)=a");
    assert_string_equal(options.defines.at[1], "X=1");
    assert_string_equal(options.defines.at[2], "Y=2");
    assert_string_equal(options.defines.at[3], "S=\"a,b\"");
    assert_string_equal(options.defines.at[4], "Z=1,2");
    assert_string_equal(options.defines.at[5], "FOO=a=b");
}

static void host_options_are_split(void **state) {
    const char *quoted = "\"-Wl\\,-rpath\\,x\"";
    assert_int_equal(PARSE("-Xcompiler", "-Wall,-Wextra", "-Xcompiler=-fPIC -g", "-Xcompiler", quoted), 0);
    assert_int_equal(options.compiler_options.count, 5);
    assert_string_equal(options.compiler_options.at[1], "-Wextra");
    assert_string_equal(options.compiler_options.at[3], "-g");
    assert_string_equal(options.compiler_options.at[4], "-Wl,-rpath,x");
}

static void werror_with_and_without_kind(void **state) {
    assert_int_equal(PARSE("-Werror", "a.cu"), 0);
    assert_string_equal(options.errors.at[0], "all-warnings");
    assert_int_equal(options.inputs.count, 1);
    assert_int_equal(PARSE("-Werror", "reorder,all-warnings", "a.cu"), 0);
    assert_int_equal(options.errors.count, 2);
    assert_int_equal(PARSE("-Werror=unused-variable"), 0);
    assert_string_equal(options.errors.at[0], "unused-variable");
}

static void unknown_options_are_errors(void **state) {
    assert_int_equal(PARSE("--ouput-file=x"), 1);
    assert_int_equal(PARSE("-oxyz"), 1);
    assert_int_equal(PARSE("-maxregcount=3"), 1);
    assert_int_equal(PARSE("-fmadd=true"), 1); /* -f.. goes to the host compiler, but this is a slip */
    assert_int_equal(PARSE("-qqq"), 1);
    assert_int_equal(PARSE("--"), 1);
    assert_int_equal(PARSE("-default-stream=mine"), 1);
    assert_int_equal(PARSE("-rdc=maybe"), 1);
}

static void options_of_gcc_go_to_the_host(void **state) {
    assert_int_equal(PARSE("-Wall", "-fPIC", "-pthread", "-march=native", "-Wl,-rpath,x"), 0);
    assert_int_equal(options.host_extra.count, 4);
    assert_int_equal(options.linker_extra.count, 1);
    assert_int_equal(PARSE("-fsanitize=undefined", "-flto", "-fno-exceptions"), 0);
    assert_int_equal(options.host_extra.count, 3);
}

static void forwarding_holds_for_the_whole_line(void **state) {
    assert_int_equal(PARSE("-qqq", "-forward-unknown-to-host-compiler"), 0);
    assert_string_equal(options.host_extra.at[0], "-qqq");
    assert_int_equal(PARSE("-forward-unknown-opts", "-qqq"), 0);
    assert_int_equal(options.host_extra.count + options.linker_extra.count, 2);
}

static void ignored_options_give_their_reason(void **state) {
    assert_int_equal(PARSE("-maxrregcount", "32", "-Xptxas=-v"), 0);
    assert_int_equal(options.ignored.count, 2);
    assert_non_null(strstr(options.ignored.at[0], "-maxrregcount 32"));
    assert_non_null(strstr(options.ignored.at[1], "ptxas"));
}

static const char *arch_of(const char *const *words) {
    struct sw_arch arch = {0};
    if (parse(words) || !sw_choose_arch(arena, &options, &arch))
        return "none";
    return sw_arena_printf(arena, "%u %s", arch.number, arch.clang_name);
}
#define ARCH_OF(...) arch_of((const char *const[]){__VA_ARGS__, NULL})

static void architectures(void **state) {
    assert_string_equal(ARCH_OF("a.cu"), "90 sm_90");
    assert_string_equal(ARCH_OF("-arch=sm_70"), "70 sm_70");
    assert_string_equal(ARCH_OF("-arch", "compute_61"), "61 sm_61");
    assert_string_equal(ARCH_OF("-arch=native"), "90 sm_90");
    assert_string_equal(ARCH_OF("-arch=sm_90a"), "90 sm_90a");
    assert_string_equal(ARCH_OF("-arch=sm_120"), "120 sm_90");
    assert_string_equal(ARCH_OF("-arch=compute_70", "-code=sm_75,compute_70"), "75 sm_75");
    assert_string_equal(ARCH_OF("-gencode", "arch=compute_60,code=sm_60", "-gencode=arch=compute_80,code=[sm_80]"),
                        "80 sm_80");
    assert_string_equal(ARCH_OF("-gencode=arch=compute_52,code=\"sm_52,compute_52\""), "52 sm_52");
    assert_string_equal(ARCH_OF("-arch=sm_20"), "50 sm_50");
    assert_string_equal(ARCH_OF("-arch=sm_15"), "none");
    assert_string_equal(ARCH_OF("-arch=70"), "none");
    assert_string_equal(ARCH_OF("-gencode", "what=sm_70"), "none");
    assert_string_equal(ARCH_OF("-gencode", "code=sm_80,arch=compute_80"), "80 sm_80");
    assert_string_equal(ARCH_OF("-gencode", "arch=compute_80"), "none");
    assert_string_equal(ARCH_OF("-gencode", "code=sm_80"), "none");
    assert_string_equal(ARCH_OF("-gencode", "arch=compute_80,code="), "none");
    assert_string_equal(ARCH_OF("-gencode", "arch=compute_80", "-gencode=arch=compute_90,code=sm_90"), "none");
    assert_string_equal(ARCH_OF("-gencode=arch=compute_90,code=sm_90", "-gencode", "arch=compute_80"), "none");
}

static void words_survive_a_shell(void **state) {
    assert_string_equal(sw_shell_quote(arena, "-I/usr/include"), "-I/usr/include");
    assert_string_equal(sw_shell_quote(arena, ""), "''");
    assert_string_equal(sw_shell_quote(arena, "-DS=\"a b\""), "'-DS=\"a b\"'");
    assert_string_equal(sw_shell_quote(arena, "it's"), "'it'\\''s'");
    struct sw_strings words = {0};
    sw_split_words(arena, &words, " a 'b c'  \"d \\\" e\" '' f\\ g\n", false);
    assert_int_equal(words.count, 5);
    assert_string_equal(words.at[1], "b c");
    assert_string_equal(words.at[2], "d \" e");
    assert_string_equal(words.at[3], "");
    assert_string_equal(words.at[4], "f g");
}

static void words_come_from_files_and_environment(void **state) {
    const char *inner = sw_arena_printf(arena, "%s/inner", sw_temp_dir(arena));
    const char *outer = sw_arena_printf(arena, "%s/outer", sw_temp_dir(arena));
    const char *text = sw_arena_printf(arena, "-c\n--options-file %s\n", inner);
    sw_write_file(inner, "-g '-DA=b c'", 12);
    sw_write_file(outer, text, strlen(text));
    setenv("NVCC_PREPEND_FLAGS", "-O1", 1);
    setenv("NVCC_APPEND_FLAGS", "-lm", 1);
    struct sw_strings words = {0};
    char *argv[] = {(char *)"swcc", sw_arena_printf(arena, "-optf=%s", outer), (char *)"a.cu"};
    sw_expand_words(arena, &words, 3, argv);
    static const char *const expected[] = {"-O1", "-c", "-g", "-DA=b c", "a.cu", "-lm"};
    assert_int_equal(words.count, 6);
    for (size_t i = 0; i < words.count; i++)
        assert_string_equal(words.at[i], expected[i]);
    unsetenv("NVCC_PREPEND_FLAGS");
    unsetenv("NVCC_APPEND_FLAGS");
}

static void options_files_may_not_include_themselves(void **state) {
    const char *path = sw_arena_printf(arena, "%s/self", sw_temp_dir(arena));
    const char *text = sw_arena_printf(arena, "-optf %s", path);
    sw_write_file(path, text, strlen(text));
    unsigned before = sw_error_count();
    struct sw_strings words = {0};
    char *argv[] = {(char *)"swcc", (char *)"--options-file", (char *)path};
    sw_expand_words(arena, &words, 3, argv);
    assert_int_equal(sw_error_count() - before, 1);
}

int main(void) {
    arena = sw_arena_create();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_in_every_spelling),
        cmocka_unit_test(no_name_has_two_rows),
        cmocka_unit_test(every_row_is_explained),
        cmocka_unit_test(values_in_all_forms),
        cmocka_unit_test(macros_keep_their_commas),
        cmocka_unit_test(host_options_are_split),
        cmocka_unit_test(werror_with_and_without_kind),
        cmocka_unit_test(unknown_options_are_errors),
        cmocka_unit_test(options_of_gcc_go_to_the_host),
        cmocka_unit_test(forwarding_holds_for_the_whole_line),
        cmocka_unit_test(ignored_options_give_their_reason),
        cmocka_unit_test(architectures),
        cmocka_unit_test(words_survive_a_shell),
        cmocka_unit_test(words_come_from_files_and_environment),
        cmocka_unit_test(options_files_may_not_include_themselves),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sw_arena_destroy(arena);
    return failed;
}
