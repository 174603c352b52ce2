/* Strings in JSON: what must be escaped is, and what is not UTF-8 does not spoil the document. */
#include "pipeline/pipeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void expect(const char *text, const char *json) {
    char *written = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&written, &size);
    sw_json_string(to, text);
    fclose(to);
    assert_string_equal(written, json);
    free(written);
}

static void plain_text_stays(void **state) {
    expect("", "\"\"");
    expect("a/b c.cu:12", "\"a/b c.cu:12\"");
    expect("f<int*>(char const&)", "\"f<int*>(char const&)\"");
}

static void quotes_and_controls_are_escaped(void **state) {
    expect("say \"a\\b\"", "\"say \\\"a\\\\b\\\"\"");
    expect("\n\t\x01\x1f\x7f", "\"\\u000a\\u0009\\u0001\\u001f\\u007f\"");
}

static void utf8_stays(void **state) {
    expect("\xc3\xb1", "\"\xc3\xb1\"");
    expect("\xe2\x82\xac", "\"\xe2\x82\xac\"");
    expect("\xf0\x9f\x98\x80!", "\"\xf0\x9f\x98\x80!\"");
}

static void other_bytes_are_replaced(void **state) {
    expect("a\xff"
           "b",
           "\"a\\ufffdb\"");
    expect("\xc3", "\"\\ufffd\""); /* cut off */
    expect("\xe2\x82", "\"\\ufffd\\ufffd\"");
    expect("\xc3(", "\"\\ufffd(\"");
    expect("\xc0\xaf", "\"\\ufffd\\ufffd\""); /* longer than need be */
    expect("\xe0\x80\xaf", "\"\\ufffd\\ufffd\\ufffd\"");
    expect("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");            /* half a surrogate pair */
    expect("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""); /* beyond Unicode */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays),
        cmocka_unit_test(quotes_and_controls_are_escaped),
        cmocka_unit_test(utf8_stays),
        cmocka_unit_test(other_bytes_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
