/* What forbids an outcome: of faulty programs the smallest repairs are the textbook's. And fences that nobody needs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "explore/repair/repair.h"
#include "litmus.h"
#include "softwarp/check_abi.h"

/* asked: the values, of what is watched. repairs: the smallest ones, in order; a fence stands before thread.line;
 * threads of the same code have the first one's lines. */
/* clang-format off */
static const struct row {
    const char *name, *repairs, *text;
    unsigned count;
    uint64_t asked[4];
} rows[] = {
    {"message passing", "fence.gpu 0.1 + fence.gpu 1.1",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
     "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
     "st.weak X, 10  | ld.weak r1, Y;\n"
     "st.weak Y, 20  | ld.weak r0, X;\n", 2, {1, 20}},
    {"message passing in a block", "fence.cta 0.1 + fence.cta 1.1",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
     "P0@cta 0,gpu 0 | P1@cta 0,gpu 0;\n"
     "st.weak X, 10  | ld.weak r1, Y;\n"
     "st.weak Y, 20  | ld.weak r0, X;\n", 2, {1, 20}},
    {"message passing between devices", "fence.sys 0.1 + fence.sys 1.1",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
     "P0@cta 0,gpu 0 | P1@cta 0,gpu 1;\n"
     "st.weak X, 10  | ld.weak r1, Y;\n"
     "st.weak Y, 20  | ld.weak r0, X;\n", 2, {1, 20}},
    {"message passing, the writer's fence there", "fence.gpu 1.1",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
     "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
     "st.weak X, 10  | ld.weak r1, Y;\n"
     "fence.sc.gpu   | ld.weak r0, X;\n"
     "st.weak Y, 20  | ;\n", 2, {1, 20}},
    {"message passing, fences of a block", "scope.gpu 0.1 + scope.gpu 1.1",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
     "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
     "st.weak X, 10  | ld.weak r1, Y;\n"
     "fence.sc.cta   | fence.sc.cta;\n"
     "st.weak Y, 20  | ld.weak r0, X;\n", 2, {1, 20}},
    {"message passing by atomics",
     "order 0.1 + order 1.0; order 0.1 + fence.gpu 1.1; order 1.0 + fence.gpu 0.1; fence.gpu 0.1 + fence.gpu 1.1",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=0; Y=0; }\n"
     "P0@cta 0,gpu 0      | P1@cta 1,gpu 0;\n"
     "st.weak X, 1        | ld.relaxed.gpu r0, Y;\n"
     "st.relaxed.gpu Y, 1 | ld.weak r1, X;\n", 2, {1, 0}},
    {"acquire, without a release", "order 0.1; fence.gpu 0.1",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=0; Y=0; }\n"
     "P0@cta 0,gpu 0      | P1@cta 1,gpu 0;\n"
     "st.weak X, 1        | ld.acquire.gpu r0, Y;\n"
     "st.relaxed.gpu Y, 1 | ld.weak r1, X;\n", 2, {1, 0}},
    {"who reads X first", "interleaving hopeless",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
     "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
     "st.weak X, 10  | ld.weak r0, X;\n"
     "st.weak Y, 20  | ld.weak r1, Y;\n", 2, {1, 20}},
    {"what never comes", "absent",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
     "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
     "st.weak X, 10  | ld.weak r1, Y;\n"
     "st.weak Y, 20  | ld.weak r0, X;\n", 2, {3, 4}},
    {"store buffering", "fence.gpu 0.1 + fence.gpu 1.1",
     "PTX sb (* watch: P0:r0,P1:r0 *) { X=0; Y=0; }\n"
     "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
     "st.weak X, 1   | st.weak Y, 1;\n"
     "ld.weak r0, Y  | ld.weak r0, X;\n", 2, {0, 0}},
    {"plain reads that go backwards", "volatile",
     "PTX corr (* watch: P1:r0,P1:r1 *) { X=0; }\n"
     "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
     "st.weak X, 1   | ld.weak r0, X;\n"
     "               | ld.weak r1, X;\n", 2, {1, 0}},
    {"the last block, without its second fence", "order 0.1; fence.gpu 0.4",
     "PTX last (* watch: P0:r0,P0:r1 *) { X=0; C=0; }\n"
     "P0@cta 0,gpu 0                | P1@cta 1,gpu 0;\n"
     "fence.sc.gpu                  | st.weak X, 1;\n"
     "atom.relaxed.gpu.add r0, C, 1 | fence.sc.gpu;\n"
     "bne r0, 1, LC0                | atom.relaxed.gpu.add r0, C, 1;\n"
     "ld r2, 0                      | ;\n"
     "ld.weak r1, X                 | ;\n"
     "LC0:                          | ;\n", 2, {1, 0}},
    {"independent reads", "fence.gpu 2.1 + fence.gpu 3.1",
     "PTX iriw (* watch: P2:r0,P2:r1,P3:r0,P3:r1 *) { X=0; Y=0; }\n"
     "P0@cta 0,gpu 0      | P1@cta 1,gpu 0      | P2@cta 2,gpu 0       | P3@cta 3,gpu 0;\n"
     "st.release.gpu X, 1 | st.release.gpu Y, 1 | ld.acquire.gpu r0, X | ld.acquire.gpu r0, Y;\n"
     "                    |                     | ld.acquire.gpu r1, Y | ld.acquire.gpu r1, X;\n", 4, {1, 0, 1, 0}},
    {"counters of a block, from two", "scope.gpu 0.0",
     "PTX counters (* watch: X *) { X=0; }\n"
     "P0@cta 0,gpu 0         | P1@cta 1,gpu 0;\n"
     "red.relaxed.cta.add X, 1 | red.relaxed.cta.add X, 1;\n", 1, {1}},
};
/* clang-format on */

static bool is_asked(void *self, const uint64_t *values) {
    const struct row *row = self;
    return !memcmp(values, row->asked, row->count * sizeof *values);
}

static void print_edit(const struct swrt_edit *edit, char *text) {
    static const char *const scopes[] = {"warp", "cta", "cluster", "gpu", "sys"};
    static const char *const kinds[] = {"fence", "barrier", "order", "scope", "volatile", "without"};
    bool has_scope = edit->kind == SWRT_EDIT_FENCE || edit->kind == SWRT_EDIT_BARRIER || edit->kind == SWRT_EDIT_SCOPE;
    text += sprintf(text, "%s%s%s", kinds[edit->kind], has_scope ? "." : "", has_scope ? scopes[edit->scope] : "");
    if (edit->kind != SWRT_EDIT_PLACE)
        sprintf(text, " %u.%u", (unsigned)edit->site / 1000, (unsigned)edit->site % 1000);
}

static void print_repairs(const struct swrt_repairs *repairs, char *text) {
    *text = 0;
    strcat(text, repairs->is_absent ? "absent" : "");
    strcat(text, repairs->is_interleaving ? "interleaving" : "");
    strcat(text, repairs->is_hopeless ? " hopeless" : "");
    for (unsigned i = 0; i < repairs->count && repairs->list[i].count == repairs->list[0].count; i++)
        for (unsigned k = 0; k < repairs->list[i].count; k++) {
            strcat(text, k ? " + " : i ? "; " : "");
            print_edit(&repairs->list[i].edits[k], text + strlen(text));
        }
}

static void test_repairs(void **state) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *error = 0;
        char got[2048];
        struct litmus *litmus = litmus_parse(rows[i].text, &error);
        if (!litmus)
            fail_msg("%s: wants %s", rows[i].name, error);
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75};
        options.watch = litmus_watch(litmus, &options.num_watch);
        options.question = (struct swrt_explore_question){is_asked, (void *)&rows[i]};
        struct swrt_repairs *repairs = swrt_repair_find(litmus_program(litmus), &options, 8);
        print_repairs(repairs, got);
        if (strcmp(got, rows[i].repairs) || !repairs->is_complete)
            fail_msg("%s: %s (%u tried); expected %s", rows[i].name, got, (unsigned)repairs->tried, rows[i].repairs);
        swrt_repairs_close(repairs);
        litmus_close(litmus);
    }
}

/* Of two fences one behind the other, either; a fence behind all accesses. */
static void test_needless(void **state) {
    const char *error = 0;
    struct litmus *litmus = litmus_parse("PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
                                         "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
                                         "st.weak X, 10  | ld.weak r1, Y;\n"
                                         "fence.sc.gpu   | fence.sc.gpu;\n"
                                         "st.weak Y, 20  | ld.weak r0, X;\n"
                                         "fence.sc.sys   | ;\n",
                                         &error);
    struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75};
    options.watch = litmus_watch(litmus, &options.num_watch);
    struct swrt_repairs *repairs = swrt_repair_needless(litmus_program(litmus), &options);
    assert_true(repairs->is_complete);
    assert_int_equal(repairs->num_needless, 1);
    assert_int_equal(repairs->needless[0], 3);
    swrt_repairs_close(repairs);
    litmus_close(litmus);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_repairs), cmocka_unit_test(test_needless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
