/* Message passing in all ways of access, fences and places, and counters in all scopes, as tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "explore_outcomes.h"

/* access: 0 plain, 1 volatile, 2 atomic. fences: of the writer and the reader, "" none. reads_x_first: A = X; B = Y. */
static void message(char *text, size_t size, unsigned access, const char *const fences[2], const char *place,
                    bool reads_x_first) {
    static const char *const stores[] = {"st.weak %s, %d", "st.volatile %s, %d", "atom.relaxed.gpu.exch r9, %s, %d"};
    static const char *const loads[] = {"ld.weak %s, %s", "ld.volatile %s, %s", "atom.relaxed.gpu.add %s, %s, 0"};
    char write_x[64], write_y[64], read_first[64], read_last[64];
    snprintf(write_x, sizeof write_x, stores[access], "X", 10);
    snprintf(write_y, sizeof write_y, stores[access], "Y", 20);
    snprintf(read_first, sizeof read_first, loads[access], reads_x_first ? "r0" : "r1", reads_x_first ? "X" : "Y");
    snprintf(read_last, sizeof read_last, loads[access], reads_x_first ? "r1" : "r0", reads_x_first ? "Y" : "X");
    snprintf(
        text, size,
        "PTX message (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n P0@cta 0,gpu 0 | P1@%s ;\n %s | %s ;\n %s | %s ;\n %s | "
        "%s ;\nexists (0==0)",
        place, write_x, read_first, fences[0], fences[1], write_y, read_last);
}

static const char *const places[] = {"cta 0,gpu 0", "cta 1,gpu 0", "cta 1,gpu 1"};

static void expect_message(unsigned access, const char *writer, const char *reader, unsigned place, bool reads_x_first,
                           bool is_allowed) {
    char text[1024], got[1024];
    message(text, sizeof text, access, (const char *const[]){writer, reader}, places[place], reads_x_first);
    for (enum swrt_model model = SWRT_MODEL_PTX60; model <= SWRT_MODEL_PTX75; model++) {
        struct litmus *litmus = parse(text);
        struct swrt_outcomes *outcomes = explore(litmus, model, false);
        print_outcomes(outcomes, got, sizeof got);
        if (strcmp(got, is_allowed ? "(1,2) (1,20) (10,2) (10,20)" : "(1,2) (10,2) (10,20)"))
            fail_msg("%s\n%s", text, got);
        swrt_outcomes_close(outcomes);
        litmus_close(litmus);
    }
}

/* allowed: of (1,20), in the same block, another block, on another device. */
static const struct {
    const char *writer, *reader;
    const char *allowed;
} fences[] = {
    {"", "", "yyy"},
    {"fence.sc.cta", "fence.sc.cta", "nyy"},
    {"fence.sc.gpu", "fence.sc.gpu", "nny"},
    {"fence.sc.sys", "fence.sc.sys", "nnn"},
    {"fence.sc.gpu", "", "yyy"},
    {"", "fence.sc.gpu", "yyy"},
    {"fence.sc.sys", "fence.sc.gpu", "nny"},
    {"fence.sc.gpu", "fence.sc.cta", "nyy"},
};

static void test_messages(void **state) {
    for (unsigned access = 0; access < 3; access++)
        for (unsigned f = 0; f < sizeof fences / sizeof *fences; f++)
            for (unsigned place = 0; place < 3; place++)
                expect_message(access, fences[f].writer, fences[f].reader, place, false,
                               fences[f].allowed[place] == 'y');
}

/* Release and acquire fences order what is strong only. */
static void test_release_fences(void **state) {
    for (unsigned access = 0; access < 3; access++)
        expect_message(access, "fence.acq_rel.gpu", "fence.acq_rel.gpu", 1, false, access == 0);
}

/* Who reads X first sees (1,20) in an interleaving. */
static void test_x_first(void **state) {
    for (unsigned access = 0; access < 3; access++)
        for (unsigned f = 0; f < 4; f++)
            expect_message(access, fences[f].writer, fences[f].reader, 1, true, true);
}

static void expect_counter(const char *scope, const char *place, const char *expected) {
    char text[512], got[256];
    snprintf(text, sizeof text,
             "PTX counter (* watch: x *) { x=0; }\n P0@cta 0,gpu 0 | P1@%s ;\n red.relaxed.%s.add x, 1 | "
             "red.relaxed.%s.add x, 1 ;\n",
             place, scope, scope);
    struct litmus *litmus = parse(text);
    struct swrt_outcomes *outcomes = explore(litmus, SWRT_MODEL_PTX75, true);
    print_outcomes(outcomes, got, sizeof got);
    assert_string_equal(got, expected);
    swrt_outcomes_close(outcomes);
    litmus_close(litmus);
}

static void test_counters(void **state) {
    expect_counter("cta", "cta 0,gpu 0", "(2)");
    expect_counter("cta", "cta 1,gpu 0", "(1) (2)");
    expect_counter("gpu", "cta 1,gpu 0", "(2)");
    expect_counter("gpu", "cta 1,gpu 1", "(1) (2)");
    expect_counter("sys", "cta 1,gpu 1", "(2)");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages), cmocka_unit_test(test_release_fences),
                                       cmocka_unit_test(test_x_first), cmocka_unit_test(test_counters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
