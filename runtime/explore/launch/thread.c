/* Threads under control: each on a stack of its own, from which it comes back with an event.
 *
 *      next ─► go ─► the kernel's code ─► a hook ─► tell: the event is here, come back
 *      next ─► go ─► tell returns the answer ─► the kernel's code ...
 *
 * A thread that is begun anew leaves what it had on its stack where it is. What it asks of the runtime besides hooks it
 * finds in a slot of its own: its coroutine's frames, where it stands, what stops it. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore/launch/launch.h"
#include "os/memory/pages.h"
#include "os/thread/float_env.h"

enum { STACK_BYTES = 1 << 20, GUARD_BYTES = 256 << 10 };

typedef void (*loop_fn)(struct swrt_block *block);
typedef void *(*coroutine_fn)(struct swrt_block *block, uint32_t tid);

uint64_t swrt_explored_tell(struct swrt_explored *t, const struct swrt_explore_event *event) {
    if (t->signalled && event->kind != SWRT_EXPLORE_BARRIER)
        swrt_explored_stop(t, SWRT_EXPLORE_REFUSED, "something between the two steps of a barrier");
    t->event = *event;
    swrt_fiber_come_back(&t->fiber);
    return t->answer;
}

_Noreturn void swrt_explored_stop(struct swrt_explored *t, enum swrt_explore_kind kind, const char *refused) {
    t->event = (struct swrt_explore_event){
        .kind = kind, .refused = refused, .site = t->wait && kind == SWRT_EXPLORE_REFUSED ? t->wait->number : 0};
    swrt_fiber_leave(&t->fiber);
}

/* Where the code is a coroutine, it is resumed here, and so what it suspends for is told by this stack, too. */
static void run_coroutine(struct swrt_explored *t, coroutine_fn coroutine) {
    struct swrt_block *block = &t->slot->block;
    void (**frame)(void *) = coroutine(block, t->tid);
    while (*frame) {
        swrt_explored_settle(t);
        swrt_explored_wait(t);
        block->wait_kind = SWRT_WAIT_NONE;
        (*frame)(frame);
    }
}

/* A loop over the block's threads that leaves out all but one. */
static void run_loop(struct swrt_explored *t, loop_fn loop) {
    t->slot->block.done = t->tid;
    t->slot->block.until = t->tid + 1;
    loop(&t->slot->block);
}

static void run(struct swrt_block *block) {
    struct swrt_explored *t = swrt_explored_of(block);
    const struct swrt_variant *variant = t->grid->variant;
    if (variant->loop)
        run_loop(t, (loop_fn)variant->loop);
    else
        run_coroutine(t, (coroutine_fn)variant->coroutine);
    swrt_explored_settle(t);
    swrt_explored_stop(t, SWRT_EXPLORE_END, NULL);
}

/* Leads here from where device code is stopped, perhaps out of a signal handler. */
static void stopped(struct swrt_slot *slot) {
    struct swrt_explored *t = swrt_explored_of(&slot->block);
    struct swrt_executor *x = slot->executor;
    bool has_failed = x->fault.kind == SWRT_FAULT_ASSERT;
    t->fault = x->fault;
    t->what = NULL;
    x->num_assertions = 0;
    x->attempt = NULL;
    swrt_float_env_begin(); /* it may have a signal handler's */
    swrt_explored_stop(t, has_failed ? SWRT_EXPLORE_FAILED : SWRT_EXPLORE_TRAPPED, NULL);
}

static void refuse(struct swrt_slot *slot, const char *what) {
    swrt_explored_stop(swrt_explored_of(&slot->block), SWRT_EXPLORE_REFUSED, what);
}

bool swrt_explored_owns(const struct swrt_explored *t, const void *address) {
    return (uintptr_t)address - (uintptr_t)t->fiber.low < t->fiber.bytes || swrt_guarded_holds(&t->locals, address) ||
           swrt_frames_hold(&t->slot->frames, address) || swrt_fibers_hold(t->slot, address);
}

static bool holds(const struct swrt_slot *slot, const void *address) {
    return swrt_explored_owns(swrt_explored_of(&slot->block), address);
}

static bool make_stack(struct swrt_explored *t) {
    char *start = swrt_pages_map(STACK_BYTES + 2 * GUARD_BYTES);
    if (!start)
        return false;
    swrt_pages_allow(start, GUARD_BYTES, SWRT_NO_ACCESS);
    swrt_pages_allow(start + GUARD_BYTES + STACK_BYTES, GUARD_BYTES, SWRT_NO_ACCESS);
    t->fiber.low = start + GUARD_BYTES;
    t->fiber.bytes = STACK_BYTES;
    swrt_stack_register(t->fiber.low, t->fiber.low + STACK_BYTES - 1);
    return true;
}

bool swrt_explored_create(struct swrt_explored *t, struct swrt_executor *executor) {
    t->steering = (struct swrt_steering){stopped, refuse, holds};
    t->slot = swrt_slot_create(executor);
    t->slot->steering = &t->steering;
    return make_stack(t) && swrt_locals_create(&t->locals);
}

void swrt_explored_restart(struct swrt_explored *t) {
    struct swrt_slot *slot = t->slot;
    struct swrt_coroutine *coroutine = swrt_coroutine_of(slot, t->tid);
    struct swrt_block *block = &slot->block;
    if (slot->grid->variant->coroutine) {
        swrt_frames_reset(&slot->frames);
        swrt_fibers_drop(slot);
        coroutine->frames = coroutine->bytes = 0;
    }
    block->tid = t->tid;
    block->tid_x = t->place[0];
    block->tid_y = t->place[1];
    block->tid_z = t->place[2];
    block->wait_kind = SWRT_WAIT_NONE;
    block->wait_result = block->wait_result2 = 0;
    block->locals = t->locals.high;
    t->has_store = false;
    t->wait = NULL;
    t->signalled = t->turned_at = 0;
    t->has_turned = false;
    t->reads = t->hooks = 0;
    swrt_fiber_begin_at(&t->fiber, run, block);
}

void swrt_explored_next(struct swrt_explored *t, uint64_t answer, struct swrt_explore_event *event) {
    struct swrt_executor *x = t->slot->executor;
    t->answer = answer;
    x->running = t->slot;
    swrt_fiber_go(&t->fiber);
    x->running = NULL;
    *event = t->event;
    if (event->kind == SWRT_EXPLORE_FAILED || event->kind == SWRT_EXPLORE_TRAPPED)
        event->site = swrt_explore_note_stop(t->launch, t);
}
