/* What of locks is not inlined: waiting no longer than until a time. */
#define _GNU_SOURCE
#include "os/thread/lock.h"

#include <time.h>

bool swrt_cond_wait_until(struct swrt_cond *cond, struct swrt_mutex *mutex, uint64_t until) {
    const struct timespec time = {.tv_sec = (time_t)(until / 1000000000), .tv_nsec = (long)(until % 1000000000)};
    return !pthread_cond_clockwait(&cond->os, &mutex->os, CLOCK_MONOTONIC, &time);
}
