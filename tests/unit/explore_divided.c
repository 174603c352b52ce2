/* A search by graphs that several processes share finds what one finds: outcomes in the same order, with the same
 * executions to show them, races, counts. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "explore/search/divided.h"
#include "explore_outcomes.h"

/* clang-format off */
static const char *const programs[] = {
    "PTX three_locks\n"
    "(* watch: N *)\n"
    "{ L=0; N=0; }\n"
    " P0@cta 0,gpu 0                   | P1@cta 1,gpu 0                   | P2@cta 2,gpu 0                   ;\n"
    " LC0:                             | LC0:                             | LC0:                             ;\n"
    " atom.relaxed.gpu.cas r0, L, 0, 1 | atom.relaxed.gpu.cas r0, L, 0, 1 | atom.relaxed.gpu.cas r0, L, 0, 1 ;\n"
    " beq r0, 0, LC1                   | beq r0, 0, LC1                   | beq r0, 0, LC1                   ;\n"
    " goto LC0                         | goto LC0                         | goto LC0                         ;\n"
    " LC1:                             | LC1:                             | LC1:                             ;\n"
    " ld.weak r1, N                    | ld.weak r1, N                    | ld.weak r1, N                    ;\n"
    " add r1, r1, 1                    | add r1, r1, 1                    | add r1, r1, 1                    ;\n"
    " st.weak N, r1                    | st.weak N, r1                    | st.weak N, r1                    ;\n"
    " atom.relaxed.gpu.exch r2, L, 0   | atom.relaxed.gpu.exch r2, L, 0   | atom.relaxed.gpu.exch r2, L, 0   ;\n",
    "PTX writers\n"
    "(* watch: A,B,X,Y *)\n"
    "{ X=0; Y=0; A=0; B=0; }\n"
    " P0@cta 0,gpu 0          | P1@cta 1,gpu 0          | P2@cta 2,gpu 0                | P3@cta 3,gpu 0                ;\n"
    " st.relaxed.gpu X, 1     | st.relaxed.gpu X, 2     | ld.relaxed.gpu r0, X          | ld.relaxed.gpu r0, Y          ;\n"
    " st.relaxed.gpu Y, 1     | st.relaxed.gpu Y, 2     | ld.relaxed.gpu r1, Y          | ld.relaxed.gpu r1, X          ;\n"
    " st.relaxed.gpu X, 3     | st.relaxed.gpu Y, 4     | add r2, r0, r1                | add r2, r0, r1                ;\n"
    "                         |                         | st.weak A, r2                 | st.weak B, r2                 ;\n",
    "PTX counters\n"
    "(* watch: X,A,B,C,D *)\n"
    "{ X=0; A=0; B=0; C=0; D=0; }\n"
    " P0@cta 0,gpu 0                | P1@cta 1,gpu 0                | P2@cta 2,gpu 0                | P3@cta 3,gpu 0                ;\n"
    " atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 ;\n"
    " atom.relaxed.gpu.add r1, X, 1 | atom.relaxed.gpu.add r1, X, 1 | atom.relaxed.gpu.add r1, X, 1 | atom.relaxed.gpu.add r1, X, 1 ;\n"
    " st.weak A, r0                 | st.weak B, r0                 | st.weak C, r0                 | st.weak D, r0                 ;\n",
    "PTX stuck\n"
    "(* watch: X,Y *)\n"
    "{ X=0; Y=0; F=0; }\n"
    " P0@cta 0,gpu 0                | P1@cta 1,gpu 0                | P2@cta 2,gpu 0                | P3@cta 3,gpu 0         ;\n"
    " atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 | LC0:                   ;\n"
    " atom.relaxed.gpu.add r1, X, 2 | atom.relaxed.gpu.add r1, X, 2 | st.relaxed.gpu F, r0          | ld.relaxed.gpu r1, F   ;\n"
    " st.weak Y, r0                 | st.weak Y, r1                 |                               | bne r1, 2, LC0         ;\n",
};
/* clang-format on */
enum { PROGRAMS = sizeof programs / sizeof *programs };

static void expect_witness(const struct swrt_witness *a, const struct swrt_witness *b) {
    assert_int_equal(a->count, b->count);
    for (unsigned e = 0; e < a->count; e++) {
        assert_int_equal(a->events[e].thread, b->events[e].thread);
        assert_int_equal(a->events[e].index, b->events[e].index);
        assert_int_equal(a->events[e].value, b->events[e].value);
        assert_int_equal(a->events[e].address, b->events[e].address);
    }
    assert_memory_equal(a->source, b->source, a->count * sizeof *a->source);
    assert_memory_equal(&a->co, &b->co, sizeof a->co);
    assert_memory_equal(&a->sc, &b->sc, sizeof a->sc);
}

static void expect_outcome(const struct swrt_outcome *a, const struct swrt_outcome *b, unsigned num_watch) {
    assert_int_equal(a->class, b->class);
    assert_memory_equal(a->values, b->values, num_watch * sizeof *a->values);
    assert_int_equal(a->threads, b->threads);
    assert_int_equal(a->graphs, b->graphs);
    assert_int_equal(a->in_sc, b->in_sc);
    assert_int_equal(a->in_x86, b->in_x86);
    assert_memory_equal(a->sites, b->sites, SWRT_EXPLORE_THREADS * sizeof *a->sites);
    expect_witness(a->witness, b->witness);
}

static void expect_same(const struct swrt_outcomes *a, const struct swrt_outcomes *b) {
    assert_int_equal(a->graphs, b->graphs);
    assert_int_equal(a->candidates, b->candidates);
    assert_int_equal(a->events, b->events);
    assert_int_equal(a->is_complete, b->is_complete);
    assert_int_equal(a->count, b->count);
    for (unsigned i = 0; i < a->count; i++)
        expect_outcome(&a->list[i], &b->list[i], a->num_watch);
    assert_int_equal(a->num_races, b->num_races);
    for (unsigned i = 0; i < a->num_races; i++) {
        assert_memory_equal(a->races[i].sites, b->races[i].sites, sizeof a->races[i].sites);
        expect_witness(a->races[i].witness, b->races[i].witness);
    }
}

/* Only of counters much is left to search when threads are interchanged. */
static struct swrt_explore_options options_of(const struct litmus *litmus, unsigned workers) {
    struct swrt_explore_options options = {
        .model = SWRT_MODEL_PTX75, .policy = SWRT_EXPLORE_STRICT, .compares = true, .workers = workers, .alone = 8};
    options.tells_apart = strcmp(litmus_name(litmus), "counters") != 0;
    options.watch = litmus_watch(litmus, &options.num_watch);
    return options;
}

static void finds_the_same(void **unused) {
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct litmus *litmus = parse(programs[i]);
        struct swrt_explore_options options = options_of(litmus, 1);
        struct swrt_outcomes *one = swrt_explore_divided(litmus_program(litmus), &options);
        assert_true(one->is_complete && one->candidates > options.alone);
        for (unsigned workers = 2; workers <= 5; workers++) {
            options.workers = workers;
            struct swrt_outcomes *several = swrt_explore_divided(litmus_program(litmus), &options);
            expect_same(one, several);
            swrt_outcomes_close(several);
        }
        swrt_outcomes_close(one);
        litmus_close(litmus);
    }
}

/* The parts are all there is, and none is there twice. */
static void parts_are_shared_out(void **unused) {
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct litmus *litmus = parse(programs[i]);
        struct swrt_explore_options options = options_of(litmus, 3);
        struct swrt_outcomes *one = swrt_explore_graphs(litmus_program(litmus), &options);
        struct swrt_division *division = swrt_division_open(litmus_program(litmus), &options);
        assert_non_null(division);
        assert_true(division->parts >= 3);
        for (uint32_t part = 0; part < division->parts; part++)
            division->owner[part] = 1 + part % 2;
        swrt_division_give_back(division, 1);
        struct swrt_outcomes *half = swrt_division_search(division, litmus_program(litmus), &options, 2);
        swrt_division_give_back(division, 0);
        struct swrt_outcomes *other = swrt_division_search(division, litmus_program(litmus), &options, 0);
        assert_true(half->candidates && other->candidates);
        swrt_outcomes_merge(half, other);
        swrt_outcomes_order(half);
        expect_same(one, half);
        swrt_outcomes_close(one);
        swrt_outcomes_close(half);
        swrt_division_close(division);
        litmus_close(litmus);
    }
}

/* A program that ends all processes but the first one, when they have come some way. */
static struct swrt_explore_program mortal;
static pid_t first;
static void (*next)(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event);

static void next_in_first(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    enum { SOME_WAY = 20, A_WHILE = 5000 /* us */ };
    static unsigned calls;
    if (getpid() == first)
        usleep(A_WHILE); /* so that the others come to something */
    else if (++calls == SOME_WAY)
        raise(SIGKILL);
    next(self, thread, answer, event);
}

/* What a twin had taken when it came to nothing is searched all the same. */
static void twins_may_be_lost(void **unused) {
    struct litmus *litmus = parse(programs[1]);
    struct swrt_explore_options options = options_of(litmus, 1);
    struct swrt_outcomes *one = swrt_explore_graphs(litmus_program(litmus), &options);
    mortal = *litmus_program(litmus);
    first = getpid();
    next = mortal.next;
    mortal.next = next_in_first;
    options.workers = 4;
    struct swrt_outcomes *several = swrt_explore_divided(&mortal, &options);
    expect_same(one, several);
    swrt_outcomes_close(one);
    swrt_outcomes_close(several);
    litmus_close(litmus);
}

static bool stop(void *self, uint64_t graphs, unsigned outcomes) {
    return ++*(unsigned *)self < 2;
}

/* Who is stopped has not seen all, whoever has left something out. */
static void is_stopped(void **unused) {
    struct litmus *litmus = parse(programs[1]);
    unsigned calls = 0;
    struct swrt_explore_options options = options_of(litmus, 4);
    options.progress = (struct swrt_explore_progress){stop, &calls};
    struct swrt_outcomes *outcomes = swrt_explore_divided(litmus_program(litmus), &options);
    assert_false(outcomes->is_complete);
    assert_int_equal(outcomes->bound, SWRT_EXPLORE_BOUND_STOPPED);
    swrt_outcomes_close(outcomes);
    litmus_close(litmus);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_same),
        cmocka_unit_test(parts_are_shared_out),
        cmocka_unit_test(twins_may_be_lost),
        cmocka_unit_test(is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
