/* One counter, and a table of counters that all get the same count. */
#include "workload.h"

#include <string.h>

static void make(void) {
    if (bench.counter.one)
        return;
    bench.counter.one = bench_allocate(sizeof(int));
    bench.counter.many = bench_allocate(COUNTERS * sizeof(int));
}

void make_counter(void) {
    make();
}

void make_counters(void) {
    make();
}

void reset_counter(void) {
    *bench.counter.one = 0;
}

void reset_counters(void) {
    memset(bench.counter.many, 0, COUNTERS * sizeof(int));
}

bool check_counter(void) {
    if (*bench.counter.one != COUNTER_N)
        bench_say("counter %d, expected %d", *bench.counter.one, COUNTER_N);
    return *bench.counter.one == COUNTER_N;
}

bool check_counters(void) {
    for (int i = 0; i < COUNTERS; i++)
        if (bench.counter.many[i] != COUNTER_N / COUNTERS) {
            bench_say("counter %d: %d, expected %d", i, bench.counter.many[i], COUNTER_N / COUNTERS);
            return false;
        }
    return true;
}
