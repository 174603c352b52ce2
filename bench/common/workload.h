/* The workloads' data: for each kind of input, who makes it, who clears what a run leaves, and who checks it. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include "bench.h"

#include <stdbool.h>

/* make:  allocates the arrays and computes the reference result; called once, and again for a second workload with the
 *        same inputs (it then finds them there).
 * reset: brings the outputs to the state before a run.
 * check: whether the outputs are those of a right run; says why not, or how exact they are, by bench_say. */
struct workload {
    const char *name;
    void (*make)(void);
    void (*reset)(void);
    bool (*check)(void);
};

#define WORKLOAD_INPUTS(F)                                                                                     \
    F(empty) F(sum) F(histogram32) F(histogram64) F(max) F(counter) F(counters) F(floats) F(dadd) F(saxpy)     \
    F(matmul) F(options) F(mandelbrot)
#define WORKLOAD_PROTOTYPES(inputs) \
    void make_##inputs(void);       \
    void reset_##inputs(void);      \
    bool check_##inputs(void);
WORKLOAD_INPUTS(WORKLOAD_PROTOTYPES)

/* workloads.c: the row of that name (what follows a dot does not count), or null. */
const struct workload *workload_find(const char *name);

/* serve.c: the remark that goes into the answer; the last one counts. */
void bench_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A xorshift generator: the same numbers in every program. seed must not be 0. */
struct bench_random {
    uint64_t state;
};

static inline uint32_t bench_random(struct bench_random *random) {
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return (uint32_t)(random->state >> 16);
}

/* In [0, 1), a multiple of 2^-24. */
static inline float bench_random_float(struct bench_random *random) {
    return (float)(bench_random(random) >> 8) * (1.0f / 16777216.0f);
}

#endif
