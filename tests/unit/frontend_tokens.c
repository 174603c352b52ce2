/* Where words, texts and comments of C++ source end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "frontend/frontend.h"

static void words_and_numbers_end(void **state) {
    (void)state;
    assert_int_equal(sw_word_length("name_1+x"), 6);
    assert_int_equal(sw_word_length("1'000'000;"), 9);
    assert_int_equal(sw_word_length("0x1'p+1"), 5);
    assert_int_equal(sw_word_length("a'b'"), 1);
    assert_int_equal(sw_word_length("'1'"), 0);
}

static void texts_and_comments_end(void **state) {
    (void)state;
    const char *raw = "uR\"((\")\"", *no_raw = "KERR\"((\")\"";
    assert_string_equal(sw_behind_word("\"a \\\" b\" rest"), " rest");
    assert_string_equal(sw_behind_word("'\\'' rest"), " rest");
    assert_string_equal(sw_behind_word("\"open\nrest"), "\nrest");
    assert_string_equal(sw_behind_word("R\"(a \" ) b)\" rest"), " rest");
    assert_string_equal(sw_behind_word("u8R\"x(a)\" )y\" )x\" rest"), " rest");
    assert_string_equal(sw_behind_word("LR\"(a)\" rest"), " rest");
    assert_string_equal(sw_behind_word("R\"x(never"), "");
    assert_string_equal(sw_behind_word("PRIdPTR\"(a)\" rest"), "\"(a)\" rest");
    assert_string_equal(sw_behind_word("uLR\"(a)\" rest"), "\"(a)\" rest");
    assert_ptr_equal(sw_behind_other(raw, raw), raw + strlen(raw));
    assert_ptr_equal(sw_behind_other(no_raw, no_raw), no_raw);
    assert_string_equal(sw_behind_raw_text("\"(a)\""), "\"(a)\"");
    assert_string_equal(sw_behind_word("+1"), "+1");
    assert_string_equal(sw_behind_comment("// a \n rest"), "\n rest");
    assert_string_equal(sw_behind_comment("/* a \n */ rest"), " rest");
    assert_string_equal(sw_behind_comment("/* never"), "");
    assert_string_equal(sw_behind_comment("/ 2"), "/ 2");
}

/* Lines are joined before there are comments and texts, also where blanks stand behind the backslash. */
static void comments_go_on_where_lines_are_joined(void **state) {
    (void)state;
    assert_string_equal(sw_behind_comment("// c:\\k\\\n /* on\n rest"), "\n rest");
    assert_string_equal(sw_behind_comment("// a \\ \t\r\n b\\\\\n c\n rest"), "\n rest");
    assert_string_equal(sw_behind_comment("// a \\ b\n rest"), "\n rest");
    assert_string_equal(sw_behind_comment("/\\\n/ a\n rest"), "\n rest");
    assert_string_equal(sw_behind_comment("/\\ \n* a *\\\n/ rest"), " rest");
    assert_string_equal(sw_behind_comment("/* a \\\n */ rest"), " rest");
    assert_string_equal(sw_behind_comment("/\\\n 2"), "/\\\n 2");
    assert_string_equal(sw_behind_comment("// never \\\n"), "");
    assert_string_equal(sw_behind_word("\"a \\\n b \\ \n c\" rest"), " rest");
    assert_string_equal(sw_behind_word("R\"(a // \\\n)\" rest"), " rest");
}

static const char *behind_line(const char *text) {
    return sw_behind_other(text, text);
}

static void lines_of_the_preprocessor_go_on_with_their_comments(void **state) {
    (void)state;
    assert_string_equal(behind_line("#define N 4 /* begins\n ends */ + 1\nrest"), "\nrest");
    assert_string_equal(behind_line("#define N \\ \n 4 // a \\\n b\nrest"), "\nrest");
    assert_string_equal(behind_line("#define N \"/*\" R\"(\n)\"\nrest"), "\nrest");
    assert_string_equal(behind_line("#error don't \" /\nrest"), "\nrest");
    assert_string_equal(behind_line("#endif"), "");
}

static bool is_doubtful(const char *text) {
    struct sw_source_file file = {.path = "a.cu", .text = text, .size = strlen(text)};
    struct sw_source_files files = {&file, 1, 1};
    return sw_has_doubtful(&files, true);
}

/* What stands in texts and numbers neither opens nor closes anything. */
static void constants_of_the_host_are_found_behind_texts(void **state) {
    (void)state;
    static const char *const before[] = {"", "int f() { return 1'000; }\n", "void f() { puts(R\"(\"{)\"); }\n",
                                         "const char *text = R\"x(};{\")x\";\n", "void f() { g('{'); /* } */ }\n"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        char text[200];
        snprintf(text, sizeof text, "%sconstexpr float taps[3] = {1, 2, 1};\n", before[i]);
        assert_true(is_doubtful(text));
        snprintf(text, sizeof text, "%svoid g() { constexpr float taps[3] = {1, 2, 1}; }\n", before[i]);
        assert_false(is_doubtful(text));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_numbers_end),
        cmocka_unit_test(texts_and_comments_end),
        cmocka_unit_test(comments_go_on_where_lines_are_joined),
        cmocka_unit_test(lines_of_the_preprocessor_go_on_with_their_comments),
        cmocka_unit_test(constants_of_the_host_are_found_behind_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
