/* Call stacks are remembered by their place on the stack: whatever calls there were before in the same place, they are
 * those that the unwinder finds. */
#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "check/call_stack.h"
#include "check/call_stack_again.h"

#define CALLED __attribute__((noinline))

static uint32_t state;
static volatile unsigned after; /* no call is the last thing that a function does */
static unsigned taken;

static uint32_t next(uint32_t below) {
    return (state = state * 1664525 + 1013904223) / 65536 % below;
}

static CALLED void probe(void) {
    struct swrt_call_stack now;
    const struct swrt_call_stack *kept = swrt_call_stack_here();
    swrt_call_stack_take(&now);
    /* Ours; the two calls of this function's; and the calls that led here. */
    assert_non_null(kept);
    assert_int_equal(kept->count, now.count < SWRT_STACK_DEPTH ? now.count + 1 : SWRT_STACK_DEPTH);
    for (uint32_t i = 3; i < kept->count; i++)
        assert_ptr_equal(kept->pc[i], now.pc[i - 1]);
    taken++;
}

static void step(int depth);

static CALLED void left(int depth) {
    step(depth);
    after++;
}

static CALLED void right(int depth) {
    char room[16];
    memset(room, depth, sizeof room);
    if (depth & 1)
        step(depth);
    else
        step(depth);
    after += (unsigned char)room[depth & 15];
}

/* Of any size. */
static CALLED void wide(int depth) {
    char *room = alloca(16 * next(4) + 16);
    *(char *volatile *)&room[0] = (char *)__builtin_return_address(0); /* as old frames have it */
    step(depth);
    after += (unsigned char)room[1];
}

static CALLED void step(int depth) {
    if (depth == 0) {
        probe();
        after++;
        return;
    }
    switch (next(4)) {
    case 0:
        left(depth - 1);
        break;
    case 1:
        right(depth - 1);
        break;
    case 2:
        wide(depth - 1);
        break;
    default:
        step(depth - 1);
        break;
    }
    after++;
}

static void stacks_are_those_that_there_are(void **unused) {
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        state = (uint32_t)i / 2; /* each twice in a row */
        step(1 + i / 2 % 7);
        after++;
    }
    assert_int_equal(taken, 20000);
}

static CALLED const struct swrt_call_stack *remembered(bool *is_known) {
    const void *frame = __builtin_frame_address(0);
    struct swrt_call_stack now;
    static struct swrt_call_stack kept[2];
    static unsigned number;
    const struct swrt_call_stack *again = swrt_call_stack_again(frame);
    *is_known = again;
    if (again)
        return again;
    swrt_call_stack_take(&now);
    kept[number] = now;
    swrt_call_stack_remember(frame, &kept[number]);
    return &kept[number++];
}

static CALLED const struct swrt_call_stack *from_here(bool *is_known) {
    const struct swrt_call_stack *stack = remembered(is_known);
    after++;
    return stack;
}

/* Two places that call, of one frame: each is known the second time, and the first one no longer then. */
static void a_stack_is_known_again(void **unused) {
    (void)unused;
    const struct swrt_call_stack *stacks[3];
    bool is_known[3];
    volatile int most = 2; /* one call, not two */
#pragma GCC unroll 1
    for (int i = 0; i < most; i++)
        stacks[i] = from_here(&is_known[i]);
    stacks[2] = from_here(&is_known[2]);
    assert_false(is_known[0]);
    assert_true(is_known[1]);
    assert_ptr_equal(stacks[0], stacks[1]);
    assert_false(is_known[2]);
    assert_ptr_not_equal(stacks[2], stacks[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_stack_is_known_again),
                                       cmocka_unit_test(stacks_are_those_that_there_are)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
