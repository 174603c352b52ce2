/* Interleavings of programs that are lists of events: how many there are, what they leave in memory, who waits for whom. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore/launch/interleave.h"
#include "softwarp/check_abi.h"

/* A thread: a row of steps. ADD: a read-modify-write; SPIN: reads until the value is there. SAVE: writes what was read last. */
enum step_kind { END, WRITE, READ, SAVE, ADD, SPIN, BARRIER, MEET, FAIL };
struct step {
    enum step_kind kind;
    uint64_t cell, value;
};

enum { THREADS = 3, CELLS = 8, STEPS = 8, MOST = 4096 };
struct thread {
    unsigned at, part;
    uint64_t read, met;
};
static struct program {
    struct step steps[THREADS][STEPS];
    struct thread threads[THREADS];
    uint64_t cells[CELLS];
} now;

static uint64_t initial(void *self, uint64_t address, uint32_t size) {
    (void)self;
    uint64_t value = 0;
    memcpy(&value, (void *)(uintptr_t)address, size);
    return value;
}

static void restart(void *self, uint32_t t) {
    (void)self;
    now.threads[t] = (struct thread){0};
}

static void access(struct swrt_explore_event *e, enum swrt_explore_kind kind, const struct step *s, uint64_t value) {
    *e = (struct swrt_explore_event){
        .kind = kind, .address = (uintptr_t)&now.cells[s->cell], .size = 8, .value = value, .site = s->cell + 1};
}

static void barrier(struct swrt_explore_event *e, const struct step *s) {
    *e = (struct swrt_explore_event){.kind = SWRT_EXPLORE_BARRIER};
    e->barrier = (struct swrt_explore_barrier){
        .id = s->cell + 1, .count = (uint32_t)s->value, .who = 7, .orders = true, .exchanges = s->kind == MEET};
}

static void meet(void *self, uint64_t threads) {
    (void)self;
    for (unsigned t = 0; t < THREADS; t++)
        if (threads >> t & 1)
            now.threads[t].met = threads;
}

/* An addition and a turn of a loop have two parts. */
static void next(void *self, uint32_t t, uint64_t answer, struct swrt_explore_event *e) {
    struct thread *thread = &now.threads[t];
    const struct step *s = &now.steps[t][thread->at];
    (void)self;
    if (s->kind == ADD && thread->part == 1) {
        thread->read = answer;
        access(e, SWRT_EXPLORE_WRITE, s, answer + s->value);
        e->flags = SWRT_EXPLORE_RMW;
        thread->part = 2;
        return;
    }
    if (s->kind == SPIN && thread->part == 1 && answer != s->value) {
        thread->part = 0;
        *e = (struct swrt_explore_event){.kind = SWRT_EXPLORE_TURN};
        return;
    }
    if (s->kind == READ && thread->part)
        thread->read = answer;
    if (s->kind == MEET && thread->part)
        thread->read = thread->met;
    if (thread->part) {
        thread->part = 0;
        s = &now.steps[t][++thread->at];
    }
    thread->part = 1;
    if (s->kind == END || s->kind == FAIL)
        *e = (struct swrt_explore_event){.kind = s->kind == END ? SWRT_EXPLORE_END : SWRT_EXPLORE_FAILED};
    else if (s->kind == BARRIER || s->kind == MEET)
        barrier(e, s);
    else if (s->kind == WRITE || s->kind == SAVE)
        access(e, SWRT_EXPLORE_WRITE, s, s->kind == SAVE ? thread->read : s->value);
    else
        access(e, SWRT_EXPLORE_READ, s, 0);
    if (s->kind == ADD)
        e->flags = SWRT_EXPLORE_RMW;
}

/* Outcomes: cells 4 to 7 as digits of a number in base 10; how often each ending came. */
static uint64_t endings[5];
static bool is_seen[10000];

static bool ended(void *data, struct swrt_interleaving *in, enum swrt_interleaved how, uint32_t thread,
                  const struct swrt_explore_event *event) {
    (void)data, (void)thread, (void)event;
    unsigned number = 0;
    for (unsigned i = 4; i < CELLS; i++)
        number = number * 10 + (unsigned)swrt_interleaved_value(in, (uintptr_t)&now.cells[i], 8);
    endings[how]++;
    if (how == SWRT_INTERLEAVED_ENDED)
        is_seen[number] = true;
    return true;
}

static uint64_t run(const struct step steps[THREADS][STEPS]) {
    struct swrt_explore_program program = {
        .self = &now, .threads = THREADS, .initial = initial, .restart = restart, .next = next, .meet = meet};
    struct swrt_interleave how = {.ended = ended, .most = MOST};
    bool is_complete;
    memcpy(now.steps, steps, sizeof now.steps);
    memset(endings, 0, sizeof endings);
    memset(is_seen, 0, sizeof is_seen);
    uint64_t count = swrt_interleave_all(&program, &how, &is_complete);
    assert_true(is_complete);
    return count;
}

static unsigned outcomes(void) {
    unsigned count = 0;
    for (size_t i = 0; i < sizeof is_seen; i++)
        count += is_seen[i];
    return count;
}

static void message_passing(void **state) {
    (void)state;
    static const struct step steps[THREADS][STEPS] = {{{WRITE, 0, 1}, {WRITE, 1, 2}},
                                                      {{READ, 1, 0}, {SAVE, 4, 0}, {READ, 0, 0}, {SAVE, 5, 0}}};
    assert_int_equal(run(steps), 15);
    assert_int_equal(outcomes(), 3);
    assert_true(is_seen[0] && is_seen[100] && is_seen[2100]);
    assert_int_equal(endings[SWRT_INTERLEAVED_ENDED], 15);
}

static void additions_are_one_access(void **state) {
    (void)state;
    static const struct step steps[THREADS][STEPS] = {
        {{ADD, 7, 1}, {SAVE, 4, 0}}, {{ADD, 7, 1}, {SAVE, 5, 0}}, {{ADD, 7, 1}, {SAVE, 6, 0}}};
    assert_int_equal(run(steps), 90);
    assert_int_equal(outcomes(), 6);
    assert_true(is_seen[123]); /* 0, 1, 2 and 3 in all */
}

static void barriers_part_before_from_behind(void **state) {
    (void)state;
    static const struct step steps[THREADS][STEPS] = {{{WRITE, 0, 3}, {BARRIER, 0, 0}, {READ, 1, 0}, {SAVE, 4, 0}},
                                                      {{WRITE, 1, 4}, {BARRIER, 0, 0}, {READ, 0, 0}, {SAVE, 5, 0}},
                                                      {{BARRIER, 0, 0}}};
    run(steps);
    assert_int_equal(outcomes(), 1);
    assert_true(is_seen[4300]);
}

/* One that has ended is not waited for, unless so many are wanted. */
static void barriers_have_members(void **state) {
    (void)state;
    static const struct step all[THREADS][STEPS] = {{{BARRIER, 0, 0}, {WRITE, 4, 1}}, {{BARRIER, 0, 0}}};
    static const struct step three[THREADS][STEPS] = {{{BARRIER, 0, 3}, {WRITE, 4, 1}}, {{BARRIER, 0, 3}}};
    run(all);
    assert_true(is_seen[1000] && outcomes() == 1);
    run(three);
    assert_int_equal(endings[SWRT_INTERLEAVED_STUCK], 1);
    assert_int_equal(endings[SWRT_INTERLEAVED_ENDED], 0);
}

static void threads_that_meet_exchange(void **state) {
    (void)state;
    static const struct step steps[THREADS][STEPS] = {
        {{MEET, 0, 0}, {SAVE, 4, 0}}, {{MEET, 0, 0}, {SAVE, 5, 0}}, {{MEET, 0, 0}}};
    run(steps);
    assert_int_equal(outcomes(), 1);
    assert_true(is_seen[7700]);
}

static void loops_wait(void **state) {
    (void)state;
    static const struct step flag[THREADS][STEPS] = {{{WRITE, 0, 5}, {WRITE, 1, 1}},
                                                     {{SPIN, 1, 1}, {READ, 0, 0}, {SAVE, 4, 0}}};
    static const struct step never[THREADS][STEPS] = {{{WRITE, 1, 2}}, {{SPIN, 1, 1}}};
    run(flag);
    assert_int_equal(outcomes(), 1);
    assert_true(is_seen[5000]);
    run(never);
    assert_int_equal(endings[SWRT_INTERLEAVED_ENDED], 0);
    assert_true(endings[SWRT_INTERLEAVED_STUCK] > 0);
}

static void failures_end_it(void **state) {
    (void)state;
    static const struct step steps[THREADS][STEPS] = {{{WRITE, 0, 1}, {FAIL, 0, 0}}, {{READ, 0, 0}}};
    run(steps);
    assert_int_equal(endings[SWRT_INTERLEAVED_STOPPED], 2);
    assert_int_equal(endings[SWRT_INTERLEAVED_ENDED], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message_passing),
        cmocka_unit_test(additions_are_one_access),
        cmocka_unit_test(barriers_part_before_from_behind),
        cmocka_unit_test(barriers_have_members),
        cmocka_unit_test(threads_that_meet_exchange),
        cmocka_unit_test(loops_wait),
        cmocka_unit_test(failures_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
