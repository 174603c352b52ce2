/* The machine's processor time comes from /proc/stat in ticks (10 ms as a rule), so differences over short times are
 * only as exact as that. */
#include "clock.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double clock_now(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

double clock_own(void) {
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1e3 + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-3;
}

double clock_machine(void) {
    enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, KINDS };
    unsigned long long ticks[KINDS], busy = 0;
    FILE *file = fopen("/proc/stat", "r");

    if (!file)
        return 0;
    int found = fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &ticks[USER], &ticks[NICE], &ticks[SYSTEM],
                       &ticks[IDLE], &ticks[IOWAIT], &ticks[IRQ], &ticks[SOFTIRQ], &ticks[STEAL]);
    fclose(file);
    if (found != KINDS)
        return 0;
    for (int kind = 0; kind < KINDS; kind++)
        if (kind != IDLE && kind != IOWAIT)
            busy += ticks[kind];
    return busy * 1e3 / sysconf(_SC_CLK_TCK);
}
