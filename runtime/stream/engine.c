/* The engine's one instance: when it starts, its lock, and how threads sleep and wake.
 *
 * It starts at the first use and not when the program does, so that a program which only asks for device properties
 * pays nothing. Sleeping is a futex on an epoch counter: whoever changes something raises the epoch, whoever wants to
 * sleep names the epoch that it last saw, so no wake-up is lost although the lock is not held then. A short spin before
 * sleeping makes launch-and-wait round trips a matter of cache misses instead of system calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fatal.h"
#include "check/check.h"
#include "device/device.h"
#include "os/clock.h"
#include "os/thread/float_env.h"
#include "os/thread/futex.h"
#include "os/machine.h"
#include "report/refused.h"
#include "stream/engine.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"
#include "stream/verifier.h"

enum { SPIN_NS = 20000, YIELD_NS = 4000 };

const struct swrt_verifier *swrt_verifier;
struct swrt_engine swrt_engine = {.lock = SWRT_MUTEX_FREE};
static struct swrt_once once = SWRT_ONCE_NEW;

/* Checkers want one: the same order each time, and nobody beside them in shadow memory. */
static unsigned read_worker_count(void) {
    if (swrt_check_is_on())
        return 1;
    const char *text = getenv("SOFTWARP_THREADS");
    if (!text || !*text)
        return swrt_machine_cores();
    char *end;
    long n = strtol(text, &end, 10);
    if (*end || n < 1 || n > 4096) {
        fprintf(stderr, "softwarp: SOFTWARP_THREADS=%s is not a number from 1 to 4096; using one thread per core\n",
                text);
        return swrt_machine_cores();
    }
    return (unsigned)n;
}

static uint64_t read_shuffle_seed(void) {
    const char *text = getenv("SOFTWARP_SHUFFLE");
    if (!text || !*text)
        return 0;
    if (!strcmp(text, "reverse"))
        return SWRT_SHUFFLE_REVERSE;
    char *end;
    uint64_t seed = strtoull(text, &end, 0);
    if (*end)
        fprintf(stderr, "softwarp: SOFTWARP_SHUFFLE=%s is not a number or reverse; shuffling with seed %llu\n", text,
                (unsigned long long)seed);
    /* Any seed shuffles, 0 too; inside, 0 means in order, and all seeds are odd. */
    return seed * 0x9e3779b97f4a7c15u | 1;
}

static uint32_t read_width(void) {
    static const char *const words[] = {"1", "8", "16", "32"};
    const char *text = getenv("SOFTWARP_LANES");
    if (!text || !*text)
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i]))
            return (uint32_t)strtoul(text, NULL, 10);
    fprintf(stderr, "softwarp: SOFTWARP_LANES=%s is not 1, 8, 16 or 32; each kernel runs with its own number\n", text);
    return 0;
}

static void print_end(void) {
    if (swrt_engine.runner)
        swrt_engine.runner->end();
}

static void wait_for_all(void) {
    for (int device = 0; device < swrt_device_count(); device++)
        swrt_device_wait(device);
}

static void start(void) {
    struct swrt_engine *e = &swrt_engine;
    swrt_check_waits_by(wait_for_all);
    swrt_thread_at_end(swrt_streams_thread_ends);
    e->num_workers = e->most_threads = read_worker_count();
    e->shuffle = read_shuffle_seed();
    e->width = read_width();
    e->executors = calloc(e->num_workers, sizeof *e->executors);
    if (!e->executors)
        swrt_fatal("out of memory at start");
    atexit(print_end);
    swrt_refused_watch(); /* looks first at what is left to print */
}

/* What asks the loader for the list of files is no part of the start, which other threads wait for. */
void swrt_engine_start(void) {
    static _Atomic bool has_looked;
    swrt_once(&once, start);
    if (!has_looked && !atomic_exchange(&has_looked, true))
        swrt_copy_begins();
}

unsigned swrt_worker_count(void) {
    swrt_engine_start();
    return swrt_engine.num_workers;
}

static void note_locked(bool is_locked) {
    atomic_store_explicit(&swrt_engine.is_locked, is_locked, memory_order_relaxed);
}

void swrt_lock(void) {
    swrt_mutex_lock(&swrt_engine.lock);
    note_locked(true);
}

bool swrt_is_locked(void) {
    return atomic_load_explicit(&swrt_engine.is_locked, memory_order_relaxed);
}

static uint32_t take_due(struct swrt_eventcount *event) {
    uint32_t due = event->due;
    event->due = 0;
    return due && atomic_load(&event->sleepers) ? due : 0;
}

static void wake(struct swrt_eventcount *event, uint32_t due) {
    if (due)
        swrt_futex_wake(&event->epoch, due);
}

/* Whom a signal wakes wants the lock, so waiters are woken when the lock is free. */
void swrt_unlock(void) {
    struct swrt_engine *e = &swrt_engine;
    uint32_t workers = take_due(&e->work), waiters = take_due(&e->done);
    assert(swrt_is_locked());
    note_locked(false);
    swrt_mutex_unlock(&e->lock);
    wake(&e->work, workers);
    wake(&e->done, waiters);
}

void swrt_lock_wait(struct swrt_cond *changed) {
    struct swrt_engine *e = &swrt_engine;
    wake(&e->work, take_due(&e->work));
    wake(&e->done, take_due(&e->done));
    note_locked(false);
    swrt_cond_wait(changed, &e->lock);
    note_locked(true);
}

struct swrt_device_state *swrt_device_state(int device) {
    assert(device >= 0 && device < SWRT_MAX_DEVICES);
    struct swrt_device_state *state = &swrt_engine.devices[device];
    if (state->ready)
        return state;
    state->null_stream = (struct CUstream_st){
        .device = device, .is_null = true, .refs = 1, .id = ++swrt_engine.stream_ids};
    state->streams = &state->null_stream;
    state->ready = true;
    return state;
}

/* Whoever else wants the core gets it, the thread that is being waited for perhaps; and then there is no sense in
 * spinning on. */
static bool is_core_wanted(uint64_t now) {
    swrt_yield();
    return swrt_now() - now > YIELD_NS;
}

bool swrt_spin(struct swrt_eventcount *event, uint32_t seen, uint64_t nanoseconds) {
    uint64_t until = 0;
    for (;;) {
        for (int i = 0; i < 64; i++) {
            if (atomic_load_explicit(&event->epoch, memory_order_acquire) != seen)
                return true;
            __builtin_ia32_pause();
        }
        uint64_t now = swrt_now();
        until = until ? until : now + nanoseconds;
        if (now > until || is_core_wanted(now))
            return false;
    }
}

void swrt_doze(struct swrt_eventcount *event, uint32_t seen) {
    atomic_fetch_add(&event->sleepers, 1);
    if (atomic_load(&event->epoch) == seen)
        swrt_futex_wait(&event->epoch, seen);
    atomic_fetch_sub(&event->sleepers, 1);
}

void swrt_sleep(struct swrt_eventcount *event, uint32_t seen) {
    if (!swrt_spin(event, seen, SPIN_NS))
        swrt_doze(event, seen);
}

void swrt_signal(struct swrt_eventcount *event, uint32_t wake) {
    assert(swrt_is_locked());
    atomic_fetch_add(&event->epoch, 1);
    event->due = wake > UINT32_MAX / 2 - event->due ? INT32_MAX : event->due + wake;
}
