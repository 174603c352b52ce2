/* The pool: one thread per worker, created when there is work for it.
 *
 * A pool thread owns nothing. It looks for a part of a parallel job, an executor that was left with waiting blocks, or
 * a free executor and a grid, and sleeps when there is none.
 *
 * Waking a thread takes its waker some microseconds, and the thread more, as long as a small kernel altogether. So
 * idle threads spin for a while, until the next launch of a program that launches many: all of them shortly, and all
 * but one, whose core the host's thread has use for, longer.
 */
#include <stdlib.h>

#include "os/memory/pages.h"
#include "os/thread/signal.h"
#include "os/thread/stack.h"
#include "stream/engine_internal.h"

enum { SPIN_NS = 20000, LONG_SPIN_NS = 150000 };

/* For faults of kernels, endless recursion among them. The thread never ends, so nobody gives it back. */
static void give_signal_stack(void) {
    void *stack = swrt_pages_map(SWRT_SIGNAL_STACK_BYTES);
    if (stack)
        swrt_signal_stack_use(stack, SWRT_SIGNAL_STACK_BYTES, NULL);
}

/* Called and returns with the lock held. */
static void idle(void) {
    struct swrt_engine *e = &swrt_engine;
    uint32_t seen = atomic_load(&e->work.epoch);
    uint64_t spin = e->spinning + 1 < e->num_workers ? LONG_SPIN_NS : SPIN_NS;
    e->idle_threads++;
    e->spinning++;
    swrt_unlock();
    bool called = swrt_spin(&e->work, seen, spin);
    swrt_lock();
    if (!called && atomic_load(&e->work.epoch) == seen) {
        e->spinning--;
        swrt_unlock();
        swrt_doze(&e->work, seen);
        swrt_lock();
    }
    e->idle_threads--;
}

void swrt_worker_begins(void) {
    swrt_self_noted()->worker = true;
    swrt_self_noted()->stack_low = swrt_thread_stack();
    give_signal_stack();
}

static void *body(void *unused) {
    swrt_worker_begins();
    swrt_lock();
    swrt_patience();
    for (;;) {
        if (swrt_parallel_help() || (swrt_engine.runner && swrt_engine.runner->work()))
            continue;
        idle();
        swrt_patience();
    }
    return NULL;
}

void swrt_workers_wake(unsigned count) {
    struct swrt_engine *e = &swrt_engine;
    for (unsigned n = e->idle_threads; n < count && e->num_threads < e->num_workers; n++) {
        e->num_threads++;
        swrt_spawn(body, NULL);
    }
    unsigned awake = e->spinning;
    e->spinning = 0;
    swrt_signal(&e->work, count > awake ? count - awake : 0);
}
