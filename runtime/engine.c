/* The engine's one instance: when it starts, its lock, and how threads sleep and wake.
 *
 * It starts at the first use and not when the program does, so that a program which only asks for device properties
 * pays nothing. Sleeping is a futex on an epoch counter: whoever changes something raises the epoch, whoever wants to
 * sleep names the epoch that it last saw, so no wake-up is lost although the lock is not held. A short spin before
 * sleeping makes launch-and-wait round trips a matter of cache misses instead of system calls.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "block.h"

enum { SPIN_NS = 20000, STACK_BYTES = 64 << 20 };

struct swrt_engine swrt_engine = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_once_t once = PTHREAD_ONCE_INIT;

uint64_t swrt_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static unsigned cores_allowed(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

static unsigned read_worker_count(void) {
    const char *text = getenv("SOFTWARP_THREADS");
    if (!text || !*text)
        return cores_allowed();
    char *end;
    long n = strtol(text, &end, 10);
    if (*end || n < 1 || n > 4096) {
        fprintf(stderr, "softwarp: SOFTWARP_THREADS=%s is not a number from 1 to 4096; using one thread per core\n",
                text);
        return cores_allowed();
    }
    return (unsigned)n;
}

static uint64_t read_shuffle_seed(void) {
    const char *text = getenv("SOFTWARP_SHUFFLE");
    if (!text || !*text)
        return 0;
    char *end;
    uint64_t seed = strtoull(text, &end, 0);
    if (*end)
        fprintf(stderr, "softwarp: SOFTWARP_SHUFFLE=%s is not a number; shuffling with seed %llu\n", text,
                (unsigned long long)seed);
    /* Any seed shuffles, 0 too; inside, 0 means in order. */
    return seed * 0x9e3779b97f4a7c15u | 1;
}

static void start(void) {
    struct swrt_engine *e = &swrt_engine;
    e->num_workers = read_worker_count();
    e->shuffle = read_shuffle_seed();
    e->executors = calloc(e->num_workers, sizeof *e->executors);
    if (!e->executors) {
        fprintf(stderr, "softwarp: out of memory at start\n");
        abort();
    }
    atexit(swrt_print_flush);
}

void swrt_engine_start(void) {
    pthread_once(&once, start);
}

unsigned swrt_worker_count(void) {
    swrt_engine_start();
    return swrt_engine.num_workers;
}

void swrt_lock(void) {
    pthread_mutex_lock(&swrt_engine.lock);
}

void swrt_unlock(void) {
    pthread_mutex_unlock(&swrt_engine.lock);
}

struct swrt_device_state *swrt_device_state(int device) {
    struct swrt_device_state *state = &swrt_engine.devices[device];
    if (state->ready)
        return state;
    state->null_stream = (struct CUstream_st){
        .device = device, .is_null = true, .refs = 1, .id = ++swrt_engine.stream_ids};
    state->streams = &state->null_stream;
    state->ready = true;
    return state;
}

static void futex(_Atomic uint32_t *word, int op, uint32_t value) {
    syscall(SYS_futex, word, op | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static bool spin(_Atomic uint32_t *epoch, uint32_t seen) {
    uint64_t until = 0;
    for (;;) {
        for (int i = 0; i < 64; i++) {
            if (atomic_load_explicit(epoch, memory_order_acquire) != seen)
                return true;
            __builtin_ia32_pause();
        }
        uint64_t now = swrt_now();
        if (!until)
            until = now + SPIN_NS;
        else if (now > until)
            return false;
    }
}

void swrt_sleep(_Atomic uint32_t *epoch, uint32_t seen, _Atomic uint32_t *sleepers) {
    if (spin(epoch, seen))
        return;
    atomic_fetch_add(sleepers, 1);
    if (atomic_load(epoch) == seen)
        futex(epoch, FUTEX_WAIT, seen);
    atomic_fetch_sub(sleepers, 1);
}

void swrt_signal(_Atomic uint32_t *epoch, _Atomic uint32_t *sleepers, unsigned wake) {
    atomic_fetch_add(epoch, 1);
    if (atomic_load(sleepers))
        futex(epoch, FUTEX_WAKE, wake);
}

void swrt_spawn(void *(*body)(void *), void *data) {
    sigset_t all, before;
    sigfillset(&all);
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&all, faults[i]);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, &attr, body, data);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    if (error) {
        fprintf(stderr, "softwarp: cannot create a thread: error %d\n", error);
        abort();
    }
}
