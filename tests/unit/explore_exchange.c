/* Votes: what threads do behind one depends on what the others bring, so that all have to be brought there, again and
 * again. Two threads read X, vote whether all have seen a 1, read it again, vote whether any has; a third writes X. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "explore/search/search.h"
#include "softwarp/check_abi.h"

enum { X = 0x100, ALL = 0x200, ANY = 0x300, VOTERS = 2 };

struct votes {
    unsigned at[VOTERS + 1], runs;
    uint64_t brings[VOTERS], gets[VOTERS];
    uint32_t order;
};

static void tell_place(void *self, uint32_t thread, struct swrt_explore_place *place) {
    *place = (struct swrt_explore_place){.block = thread / VOTERS, .warp = thread / VOTERS};
}

static uint64_t tell_initial(void *self, uint64_t address, uint32_t size) {
    return 0;
}

static void restart(void *self, uint32_t thread) {
    struct votes *votes = self;
    votes->at[thread] = 0;
    votes->runs++;
}

static void access_to(struct swrt_explore_event *event, enum swrt_explore_kind kind, uint64_t address, uint64_t value,
                      uint32_t order) {
    event->kind = kind;
    event->address = address;
    event->size = 4;
    event->value = value;
    event->order = order;
    event->scope = SWRT_SCOPE_DEVICE;
    event->site = address;
}

static void next(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    struct votes *votes = self;
    unsigned step = votes->at[thread]++;
    if (thread == VOTERS) {
        access_to(event, SWRT_EXPLORE_WRITE, X, 1, votes->order);
        if (step)
            event->kind = SWRT_EXPLORE_END;
        return;
    }
    switch (step % 3) {
    case 0:
        if (step)
            access_to(event, SWRT_EXPLORE_WRITE, (step == 3 ? ALL : ANY) + 4 * thread, votes->gets[thread], 0);
        else
            access_to(event, SWRT_EXPLORE_READ, X, 0, votes->order);
        break;
    case 1:
        if (step == 7) {
            event->kind = SWRT_EXPLORE_END;
        } else if (step == 4) {
            access_to(event, SWRT_EXPLORE_READ, X, 0, votes->order);
        } else {
            votes->brings[thread] = answer;
            event->kind = SWRT_EXPLORE_BARRIER;
            event->site = 1;
            event->barrier = (struct swrt_explore_barrier){.id = 7, .count = VOTERS, .exchanges = true};
        }
        break;
    default:
        if (step == 5) {
            votes->brings[thread] = answer;
            event->kind = SWRT_EXPLORE_BARRIER;
            event->site = 2;
            event->barrier = (struct swrt_explore_barrier){.id = 8, .count = VOTERS, .exchanges = true};
        } else { /* behind the first vote: a fence, which is only there to be something */
            event->kind = SWRT_EXPLORE_FENCE;
            event->order = SWRT_ORDER_BOTH;
            event->scope = SWRT_SCOPE_BLOCK;
        }
    }
}

static void meet(void *self, uint64_t threads) {
    struct votes *votes = self;
    assert_int_equal(threads, 3);
    assert_int_equal(votes->at[0], votes->at[1]);
    bool is_first = votes->at[0] == 2;
    uint64_t result = is_first ? votes->brings[0] & votes->brings[1] : votes->brings[0] | votes->brings[1];
    votes->gets[0] = votes->gets[1] = result;
}

/* expected: pairs of votes, as bits 2 * all + any. */
static void expect(uint32_t order, unsigned expected) {
    struct votes votes = {.order = order};
    struct swrt_explore_program program = {.self = &votes,
                                           .threads = VOTERS + 1,
                                           .place = tell_place,
                                           .initial = tell_initial,
                                           .restart = restart,
                                           .next = next,
                                           .meet = meet};
    struct swrt_explore_watch watch[] = {{ALL, 4}, {ALL + 4, 4}, {ANY, 4}, {ANY + 4, 4}};
    struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75, .watch = watch, .num_watch = 4};
    struct swrt_outcomes *outcomes = swrt_explore(&program, &options);
    unsigned got = 0;
    assert_null(outcomes->refused);
    assert_true(outcomes->is_complete);
    assert_true(outcomes->keeps_order);
    for (unsigned i = 0; i < outcomes->count; i++) {
        const uint64_t *values = outcomes->list[i].values;
        assert_int_equal(outcomes->list[i].class, SWRT_OUTCOME_END);
        assert_int_equal(values[0], values[1]);
        assert_int_equal(values[2], values[3]);
        got |= 1u << (2 * values[0] + values[2]);
    }
    assert_int_equal(got, expected);
    swrt_outcomes_close(outcomes);
}

static void test_plain(void **state) {
    expect(SWRT_ORDER_WEAK, 15);
}

/* Atomic reads do not go backwards: if all have seen it, any has. */
static void test_atomic(void **state) {
    expect(SWRT_ORDER_RELAXED, 11);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plain), cmocka_unit_test(test_atomic)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
