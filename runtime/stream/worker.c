/* The pool: one thread per worker, created when there is work for it.
 *
 * A pool thread owns nothing. It looks for a part of a parallel job, an executor that was left with waiting blocks, or
 * a free executor and a grid, and sleeps when there is none. So fewer threads than workers do the same, later; with none
 * at all nobody runs what no host's thread waits for, and launches are refused.
 *
 * Waking a thread takes its waker some microseconds, and the thread more, as long as a small kernel altogether. So
 * idle threads spin for a while, until the next launch of a program that launches many: all of them shortly, and all
 * but one, whose core the host's thread has use for, longer.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/plural.h"
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

/* One thread more. Where there can be none, the others do its work, and nobody asks for another again. */
static bool add_thread(void) {
    struct swrt_engine *e = &swrt_engine;
    int error = swrt_try_spawn(body, NULL);
    if (!error) {
        e->num_threads++;
        return true;
    }
    if (e->num_threads)
        fprintf(stderr, "softwarp: kernels run on %u thread%s, not on %u: error %d when creating another\n",
                e->num_threads, swrt_s(e->num_threads), e->num_workers, error);
    e->most_threads = e->num_threads;
    return false;
}

bool swrt_workers_any(void) {
    struct swrt_engine *e = &swrt_engine;
    if (!e->num_threads && add_thread() && !e->most_threads)
        e->most_threads = 1;
    return e->num_threads;
}

void swrt_workers_wake(unsigned count) {
    struct swrt_engine *e = &swrt_engine;
    for (unsigned n = e->idle_threads; n < count && e->num_threads < e->most_threads && add_thread(); n++)
        ;
    unsigned awake = e->spinning;
    e->spinning = 0;
    swrt_signal(&e->work, count > awake ? count - awake : 0);
}
