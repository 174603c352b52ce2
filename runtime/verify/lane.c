/* Who compares launches, one after the other: the host thread that waits for one, or else a thread of ours.
 *
 * Handing a small launch to another thread and waiting for it takes longer than to compare it; and as long as another
 * thread runs, each change of a page's protection interrupts its processor. So our thread leaves a launch to a host
 * thread that waits for it, as the engine's workers do with blocks (stream/wait.c), and while host threads do the work
 * it looks by itself now and then whether there is something left, instead of being woken for each launch. What is left
 * for PATIENCE looks is no longer left to anybody. */

#include "execute/grid.h"
#include "os/thread/stack.h"
#include "os/thread/thread.h"
#include "stream/wait.h"
#include "verify/verify_internal.h"

enum { LOOK_NS = 500000, PATIENCE = 4, LOOKS = 100 };

/* All with the engine's lock held. */
static bool is_spawned, is_asleep, is_busy;
static unsigned looks;                   /* our thread goes on looking so often */
static const struct swrt_waiter *waiter; /* a host thread that sleeps until somebody rings, and then compares */
static const struct swrt_op *left;       /* to a host thread, */
static unsigned patience;                /* and for how long still */
static struct swrt_cond handed = SWRT_COND_NEW;

bool swrt_verify_compares(void) {
    return swrt_self()->compares;
}

bool swrt_verify_is_alone(void) {
    return swrt_verify_compares() && !swrt_self()->worker && swrt_threads_counted() == swrt_threads_spawned() + 1;
}

static void compare_first(void) {
    struct swrt_op *op = swrt_engine.verified.first;
    swrt_op_list_remove(&swrt_engine.verified, op);
    is_busy = swrt_self_noted()->compares = true;
    swrt_verify_launch(op);
    is_busy = swrt_self_noted()->compares = false;
}

/* ---- Our thread ------------------------------------------------------------------------------------------------ */

static bool leaves(const struct swrt_op *op) {
    if (is_busy)
        return true;
    if (!waiter || !swrt_waiter_helps(waiter, op))
        return false;
    patience = op == left ? patience - 1 : PATIENCE;
    left = op;
    swrt_signal(&swrt_engine.done, INT32_MAX);
    return patience;
}

static void rest(void) {
    if (!swrt_engine.verified.first && !looks) {
        is_asleep = true;
        swrt_lock_wait(&handed);
        is_asleep = false;
        return;
    }
    looks -= looks > 0;
    swrt_unlock();
    swrt_nap(LOOK_NS);
    swrt_lock();
}

static void *body(void *unused) {
    (void)unused;
    swrt_worker_begins(); /* it runs blocks, too */
    swrt_lock();
    for (;;) {
        const struct swrt_op *op = swrt_engine.verified.first;
        if (op && !leaves(op))
            compare_first();
        else
            rest();
    }
    return NULL;
}

/* Whoever compares looks again by itself. */
void swrt_verify_handed(void) {
    if (!swrt_engine.verified.first || is_busy)
        return;
    if (waiter && swrt_waiter_helps(waiter, swrt_engine.verified.first))
        swrt_signal(&swrt_engine.done, INT32_MAX);
    if (!is_spawned)
        swrt_spawn(body, NULL);
    is_spawned = true;
    if (is_asleep)
        swrt_cond_wake_one(&handed);
}

/* ---- A host's thread ------------------------------------------------------------------------------------------- */

static void compare_all_of(void *data) {
    const struct swrt_waiter *mine = data;
    while (swrt_engine.verified.first && !is_busy && swrt_waiter_helps(mine, swrt_engine.verified.first))
        compare_first();
}

/* The calling thread is one of the runtime's, or runs something for it. */
static bool runs_kernels(void) {
    const struct swrt_thread *self = swrt_self();
    return self->callback || self->executor || self->worker;
}

bool swrt_verify_help(struct swrt_waiter *mine) {
    static struct swrt_stack stack; /* for whoever compares */
    const struct swrt_op *op = swrt_engine.verified.first;
    if (!op || is_busy || runs_kernels() || !swrt_waiter_helps(mine, op))
        return false;
    int before = swrt_thread_stays(); /* nothing may be left half done */
    bool helped = swrt_help_with(&stack, compare_all_of, mine);
    swrt_thread_may_go(before);
    looks = LOOKS;
    swrt_verify_handed();
    return helped;
}

void swrt_verify_host_sleeps(const struct swrt_waiter *mine) {
    waiter = mine && !runs_kernels() ? mine : NULL;
}
