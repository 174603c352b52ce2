/* The pool: one thread per worker, created when there is work for it.
 *
 * A pool thread owns nothing. It looks for a part of a parallel job, an executor that was left with waiting blocks, or
 * a free executor and a grid, and sleeps when there is none.
 *
 * Waking a thread takes its waker some microseconds, and the thread more, as long as a small kernel altogether. So
 * idle threads spin for a while, until the next launch of a program that launches many: all of them shortly, and all
 * but one, whose core the host's thread has use for, longer.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "block.h"

enum { SIGNAL_STACK_BYTES = 64 << 10, STACK_RESERVE = 1 << 20, SPIN_NS = 20000, LONG_SPIN_NS = 150000 };

_Thread_local struct swrt_self swrt_self __attribute__((tls_model("initial-exec")));

static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;

bool swrt_on_worker(void) {
    return swrt_self.worker || swrt_self.executor;
}

static void drop_signal_stack(void *stack) {
    stack_t off = {.ss_flags = SS_DISABLE};
    sigaltstack(&off, NULL);
    munmap(stack, SIGNAL_STACK_BYTES);
}

static void make_stack_key(void) {
    pthread_key_create(&stack_key, drop_signal_stack);
}

/* A thread that has a signal stack already keeps it, if it is large enough for our handler. */
static bool give_signal_stack(void) {
    stack_t now;
    if (sigaltstack(NULL, &now) == 0 && !(now.ss_flags & SS_DISABLE) && now.ss_size >= 16 << 10)
        return true;
    void *stack = mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        return false;
    pthread_once(&stack_once, make_stack_key);
    pthread_setspecific(stack_key, stack);
    stack_t mine = {.ss_sp = stack, .ss_size = SIGNAL_STACK_BYTES};
    return sigaltstack(&mine, NULL) == 0;
}

static bool find_stack_bounds(void) {
    pthread_attr_t attr;
    void *low;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attr))
        return false;
    bool found = pthread_attr_getstack(&attr, &low, &size) == 0;
    pthread_attr_destroy(&attr);
    swrt_self.stack_low = low;
    return found;
}

bool swrt_thread_prepare(void) {
    if (!swrt_self.prepared) {
        swrt_self.prepared = true;
        swrt_self.usable = find_stack_bounds() && give_signal_stack();
    }
    char here;
    return swrt_self.usable && !swrt_self.callback && !swrt_self.executor &&
           (uintptr_t)&here > (uintptr_t)swrt_self.stack_low + STACK_RESERVE;
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

static void *body(void *unused) {
    swrt_self.worker = true;
    swrt_thread_prepare();
    swrt_lock();
    swrt_patience();
    for (;;) {
        if (swrt_parallel_help())
            continue;
        struct swrt_executor *executor = swrt_executor_take(true);
        if (executor) {
            swrt_executor_work(executor, NULL);
            swrt_executor_return(executor);
            continue;
        }
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
