/* Why an outcome is forbidden: the axiom, and the cycle that breaks it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "litmus.h"

/* asked: the values that are asked about, of what is watched. cycle: thread.event, "i" for initial writes. */
/* clang-format off */
static const struct row {
    const char *name, *axiom, *cycle, *text;
    uint64_t asked[2];
} rows[] = {
    {"message passing", "causality", "1.2 fr 0.0; 0.0 po 0.1; 0.1 sc 1.1; 1.1 po 1.2",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n"
     "P0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
     "st.weak X, 10  | ld.weak r1, Y;\n"
     "fence.sc.gpu   | fence.sc.gpu;\n"
     "st.weak Y, 20  | ld.weak r0, X;\n", {1, 20}},
    {"message passing by release and acquire", "causality", "1.1 fr 0.0; 0.0 po 0.1; 0.1 sync 1.0; 1.0 po 1.1",
     "PTX mp (* watch: P1:r0,P1:r1 *) { X=0; Y=0; }\n"
     "P0@cta 0,gpu 0      | P1@cta 1,gpu 0;\n"
     "st.weak X, 1        | ld.acquire.gpu r0, Y;\n"
     "st.release.gpu Y, 1 | ld.weak r1, X;\n", {1, 0}},
    {"two acquire patterns in a ring", "causality", "1.1 rf 0.0; 0.0 po 0.1; 0.1 sync 1.0; 1.0 po 1.1",
     "PTX lb (* watch: P0:r0,P1:r0 *) { X=0; Y=0; }\n"
     "P0@cta 0,gpu 0       | P1@cta 1,gpu 0;\n"
     "ld.acquire.gpu r0, X | ld.acquire.gpu r0, Y;\n"
     "st.release.gpu Y, 1  | st.release.gpu X, 1;\n", {1, 1}},
    {"a barrier", "causality", "1.1 fr 0.0; 0.0 po 0.1; 0.1 barrier 1.0; 1.0 po 1.1",
     "PTX bar (* watch: P1:r0 *) { X=0; }\n"
     "P0@cta 0,gpu 0 | P1@cta 0,gpu 0;\n"
     "st.weak X, 1   | bar.cta.sync 0;\n"
     "bar.cta.sync 0 | ld.weak r0, X;\n", {0, 0}},
    {"reads go backwards", "causality", "1.1 fr 0.0; 0.0 rf 1.0; 1.0 po 1.1",
     "PTX corr (* watch: P1:r0,P1:r1 *) { X=0; }\n"
     "P0@cta 0,gpu 0     | P1@cta 1,gpu 0;\n"
     "st.relaxed.gpu X, 1 | ld.relaxed.gpu r0, X;\n"
     "                   | ld.relaxed.gpu r1, X;\n", {1, 0}},
    {"a write in the middle", "atomicity", "0.0 fr 1.0; 1.0 co 0.1; 0.1 po 0.0",
     "PTX rmw (* watch: X,P0:r0 *) { X=0; }\n"
     "P0@cta 0,gpu 0                | P1@cta 1,gpu 0;\n"
     "atom.relaxed.gpu.add r0, X, 1 | st.relaxed.gpu X, 7;\n", {1, 0}},
};
/* clang-format on */

static bool is_asked(void *self, const uint64_t *values) {
    const struct row *row = self;
    return values[0] == row->asked[0] && (!strchr(row->text, ',') || values[1] == row->asked[1]);
}

static void print_event(const struct swrt_witness *witness, unsigned e, char *text) {
    if (witness->events[e].thread == SWRT_MODEL_NOBODY)
        strcpy(text, "i");
    else
        sprintf(text, "%u.%u", witness->events[e].thread, witness->events[e].index);
}

static void print_cycle(const struct swrt_refutation *refutation, char *text) {
    *text = 0;
    for (unsigned i = 0; i < refutation->why.count; i++) {
        char from[16], to[16];
        print_event(refutation->witness, refutation->why.steps[i].from, from);
        print_event(refutation->witness, refutation->why.steps[i].to, to);
        sprintf(text + strlen(text), "%s%s %s %s", i ? "; " : "", from,
                swrt_step_name((enum swrt_step)refutation->why.steps[i].step), to);
    }
}

static bool is_first_only(const struct row *row) {
    return !strcmp(row->name, "a barrier");
}

static bool is_asked_first(void *self, const uint64_t *values) {
    return values[0] == ((const struct row *)self)->asked[0];
}

static void test_cycles(void **state) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *error = 0;
        char cycle[512];
        struct litmus *litmus = litmus_parse(rows[i].text, &error);
        if (!litmus)
            fail_msg("%s: wants %s", rows[i].name, error);
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75};
        options.watch = litmus_watch(litmus, &options.num_watch);
        options.question.holds = is_first_only(&rows[i]) ? is_asked_first : is_asked;
        options.question.self = (void *)&rows[i];
        struct swrt_outcomes *outcomes = swrt_explore_values(litmus_program(litmus), &options);
        for (unsigned k = 0; k < outcomes->count; k++)
            assert_false(options.question.holds((void *)&rows[i], outcomes->list[k].values));
        if (!outcomes->refutation.witness)
            fail_msg("%s: nothing says why", rows[i].name);
        print_cycle(&outcomes->refutation, cycle);
        if (strcmp(swrt_axiom_name(outcomes->refutation.why.axiom), rows[i].axiom) || strcmp(cycle, rows[i].cycle))
            fail_msg("%s: %s: %s", rows[i].name, swrt_axiom_name(outcomes->refutation.why.axiom), cycle);
        swrt_outcomes_close(outcomes);
        litmus_close(litmus);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cycles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
