/* Outcomes of other kinds than final values: who waits for ever, what fails, what cannot be said; bounds, and being stopped.
 * Both engines say the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "explore/search/search.h"
#include "litmus.h"
#include "softwarp/check_abi.h"

typedef struct swrt_outcomes *engine(const struct swrt_explore_program *, const struct swrt_explore_options *);
static engine *const engines[] = {swrt_explore_values, swrt_explore_graphs, swrt_explore};

/* classes: of all outcomes: e end, d deadlock, f failed, t trapped; in this order. threads: that wait or fail. */
/* clang-format off */
static const struct row {
    const char *name, *classes;
    unsigned threads;
    const char *text;
} rows[] = {
    {"a flag that comes", "e", 0,
     "PTX a { f=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\nst.relaxed.gpu f, 1 | A0:;\n| ld.relaxed.gpu r0, f;\n"
     "| bne r0, 1, A0;\n"},
    {"a flag that never comes", "d", 2,
     "PTX a { f=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\nst.relaxed.gpu f, 2 | A0:;\n| ld.relaxed.gpu r0, f;\n"
     "| bne r0, 1, A0;\n"},
    {"a flag that goes", "ed", 2,
     "PTX a { f=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\nst.relaxed.gpu f, 1 | A0:;\nst.relaxed.gpu f, 0 | ld.relaxed.gpu r0, f;\n"
     "| bne r0, 1, A0;\n"},
    {"a lock that nobody gives back", "d", 1,
     "PTX a { l=1; }\nP0@cta 0,gpu 0 ;\nA0:;\natom.relaxed.gpu.exch r0, l, 1;\nbne r0, 0, A0;\n"},
    {"each waits for the other", "d", 3,
     "PTX a { f=0; g=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\nA0: | A0:;\nld.weak r0, f | ld.weak r0, g;\n"
     "beq r0, 0, A0 | beq r0, 0, A0;\nst.weak g, 1 | st.weak f, 1;\n"},
    {"a barrier that all reach", "e", 0,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0;\nbar.sync 0 | bar.sync 0;\n"},
    {"a barrier for three", "d", 3,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0;\nbar.sync 0, 3 | bar.sync 0, 3;\n"},
    {"two barriers crosswise", "d", 3,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0;\nbar.sync 0, 2 | bar.sync 1, 2;\nbar.sync 1, 2 | bar.sync 0, 2;\n"},
    {"a barrier that one arrives at", "e", 0,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0;\nbar.arrive 0, 2 | bar.sync 0, 2;\n"},
    {"a barrier behind a branch", "ed", 2,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0;\nld.weak r0, x | bar.sync 0, 2 | st.weak x, 1;\n"
     "bne r0, 0, A0 | |;\nbar.sync 0, 2 | |;\nA0:| |;\n"},
    {"a barrier that who has ended need not reach", "e", 0,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0;\nld.weak r0, x | bar.sync 0;\nbne r0, 1, A0 |;\nbar.sync 0 |;\nA0:|;\n"},
    {"an assertion that may fail", "ef", 2,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\nst.weak x, 1 | ld.weak r0, x;\n| bne r0, 1, A0;\n| fail;\n| A0:;\n"},
    {"an assertion that cannot fail", "e", 0,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\nst.weak x, 1 | ld.weak r0, x;\n| bne r0, 2, A0;\n| fail;\n| A0:;\n"},
    {"a trap, while another waits", "t", 1,
     "PTX a { x=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\ntrap | A0:;\n| ld.weak r0, x;\n| beq r0, 0, A0;\n"},
};
/* clang-format on */

static struct litmus *parse(const char *name, const char *text) {
    const char *error = 0;
    struct litmus *litmus = litmus_parse(text, &error);
    if (!litmus)
        fail_msg("%s: wants %s", name, error);
    return litmus;
}

static void print_classes(const struct swrt_outcomes *outcomes, char *text, unsigned *threads) {
    *threads = 0;
    for (unsigned class = 0; class <= SWRT_OUTCOME_TRAPPED; class ++) {
        bool has = false;
        for (unsigned i = 0; i < outcomes->count; i++)
            if (outcomes->list[i].class == class) {
                has = true;
                *threads |= (unsigned)outcomes->list[i].threads;
            }
        if (has)
            *text++ = "edft"[class];
    }
    *text = 0;
}

static void test_classes(void **state) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned e = 0; e < sizeof engines / sizeof *engines; e++) {
            char got[8];
            unsigned threads;
            struct litmus *litmus = parse(rows[i].name, rows[i].text);
            struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75};
            struct swrt_outcomes *outcomes = engines[e](litmus_program(litmus), &options);
            print_classes(outcomes, got, &threads);
            if (strcmp(got, rows[i].classes) || threads != rows[i].threads || !outcomes->is_complete ||
                outcomes->refused)
                fail_msg("%s, engine %u: %s of %u%s; expected %s of %u", rows[i].name, e, got, threads,
                         outcomes->is_complete ? "" : ", bounded", rows[i].classes, rows[i].threads);
            swrt_outcomes_close(outcomes);
            litmus_close(litmus);
        }
}

/* Of three that come to a barrier for two, any may be the one that waits for ever. Of four, any two meet. */
static void test_contested(void **state) {
    static const char three[] = "PTX three { x=0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0;\n"
                                "bar.sync 0, 2 | bar.sync 0, 2 | bar.sync 0, 2;\n";
    static const char four[] = "PTX four (* watch: P1:r0,P2:r0,P3:r0 *) { x=0; }\n"
                               "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 | P3@cta 0,gpu 0;\n"
                               "st.weak x, 1 | bar.sync 0, 2 | bar.sync 0, 2 | bar.sync 0, 2;\n"
                               "bar.sync 0, 2 | ld.weak r0, x | ld.weak r0, x | ld.weak r0, x;\n";
    for (unsigned i = 0; i < 2; i++) {
        struct litmus *litmus = parse("contested", i ? four : three);
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75};
        options.watch = litmus_watch(litmus, &options.num_watch);
        struct swrt_outcomes *outcomes = swrt_explore_values(litmus_program(litmus), &options);
        char got[8];
        unsigned threads;
        print_classes(outcomes, got, &threads);
        assert_string_equal(got, i ? "e" : "d");
        assert_int_equal(threads, i ? 0 : 7);
        assert_int_equal(outcomes->count, i ? 7 : 3); /* not (0,0,0): somebody has met the writer */
        swrt_outcomes_close(outcomes);
        outcomes = swrt_explore_graphs(litmus_program(litmus), &options);
        assert_non_null(outcomes->refused);
        swrt_outcomes_close(outcomes);
        litmus_close(litmus);
    }
}

/* --- bounds ------------------------------------------------------------------------------------------------------- */

static const char endless[] = "PTX endless { x=0; }\nP0@cta 0,gpu 0 ;\nA0:;\nld.weak r0, x;\nadd r0, r0, 1;\n"
                              "st.weak x, r0;\nblt r0, 1000, A0;\n";
static const char many[] = "PTX many { x=0; }\n"
                           "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0;\n"
                           "red.relaxed.gpu.add x, 1 | red.relaxed.gpu.add x, 1 | red.relaxed.gpu.add x, 1 | "
                           "red.relaxed.gpu.add x, 1;\n"
                           "red.relaxed.gpu.add x, 1 | red.relaxed.gpu.add x, 1 | red.relaxed.gpu.add x, 1 | "
                           "red.relaxed.gpu.add x, 1;\n";

/* A loop that writes other values each time is followed up to a bound, and that is said. */
static void test_bound(void **state) {
    for (unsigned e = 0; e < 2; e++) {
        struct litmus *litmus = parse("endless", endless);
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75};
        struct swrt_outcomes *outcomes = engines[e](litmus_program(litmus), &options);
        assert_false(outcomes->is_complete);
        assert_true(outcomes->bound == SWRT_EXPLORE_BOUND_TURNS || outcomes->bound == SWRT_EXPLORE_BOUND_EVENTS);
        swrt_outcomes_close(outcomes);
        litmus_close(litmus);
    }
}

static bool stops(void *self, uint64_t graphs, unsigned outcomes) {
    ++*(unsigned *)self;
    return false;
}

static void test_stop(void **state) {
    for (unsigned e = 0; e < 2; e++) {
        unsigned calls = 0;
        struct litmus *litmus = parse("many", many);
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75, .progress = {stops, &calls}};
        struct swrt_outcomes *outcomes = engines[e](litmus_program(litmus), &options);
        assert_int_equal(calls, 1);
        assert_false(outcomes->is_complete);
        assert_int_equal(outcomes->bound, SWRT_EXPLORE_BOUND_STOPPED);
        assert_true(!outcomes->count || outcomes->list[0].values[0] == 8); /* what is known so far */
        swrt_outcomes_close(outcomes);
        litmus_close(litmus);
    }
}

static void test_graphs_bound(void **state) {
    for (unsigned e = 0; e < 2; e++) {
        struct litmus *litmus = parse("many", many);
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75, .graphs = 10};
        struct swrt_outcomes *outcomes = engines[e](litmus_program(litmus), &options);
        assert_int_equal(outcomes->bound, SWRT_EXPLORE_BOUND_GRAPHS);
        swrt_outcomes_close(outcomes);
        litmus_close(litmus);
    }
}

/* --- overlapping accesses ----------------------------------------------------------------------------------------- */

struct overlap {
    unsigned at[2];
};

static void tell_place(void *self, uint32_t thread, struct swrt_explore_place *place) {
    *place = (struct swrt_explore_place){.block = thread, .warp = thread};
}

static uint64_t tell_initial(void *self, uint64_t address, uint32_t size) {
    return 0;
}

static void restart(void *self, uint32_t thread) {
    ((struct overlap *)self)->at[thread] = 0;
}

static void next(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    struct overlap *overlap = self;
    event->kind = overlap->at[thread]++ ? SWRT_EXPLORE_END : SWRT_EXPLORE_WRITE;
    event->address = 0x100 + 2 * thread;
    event->size = thread ? 2 : 4;
    event->site = 5 + thread;
}

/* Two bytes of four: no model says anything about that. */
static void test_overlap(void **state) {
    for (unsigned e = 0; e < 2; e++) {
        struct overlap overlap = {0};
        struct swrt_explore_program program = {.self = &overlap,
                                               .threads = 2,
                                               .place = tell_place,
                                               .initial = tell_initial,
                                               .restart = restart,
                                               .next = next};
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75};
        struct swrt_outcomes *outcomes = engines[e](&program, &options);
        assert_true(outcomes->is_mixed);
        assert_int_equal(outcomes->mixed_sites[0] + outcomes->mixed_sites[1], 11);
        swrt_outcomes_close(outcomes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes), cmocka_unit_test(test_contested),    cmocka_unit_test(test_bound),
        cmocka_unit_test(test_stop),    cmocka_unit_test(test_graphs_bound), cmocka_unit_test(test_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
