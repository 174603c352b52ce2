/* What time it is, and letting time pass. Times are in nanoseconds. */
#ifndef SWRT_CLOCK_H
#define SWRT_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Of a clock that never goes back and that nobody sets; all processes of this machine see the same. Signal handlers may
 * ask. */
static inline uint64_t swrt_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Since 1970, by the clock that people set. */
uint64_t swrt_calendar_now(void);

/* Of the processor time that the calling thread has used. */
uint64_t swrt_own_time(void);

/* Sleeps for that long, somewhat longer, or until a signal has come. */
void swrt_nap(uint64_t nanoseconds);

/* Lets others have the core, if any wait for it. */
void swrt_yield(void);

#endif
