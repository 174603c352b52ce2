/* What every program of the benchmark shares: sizes, the arrays they all work on, and the line protocol.
 *
 * A program (Softwarp's, OpenMP's, ...) has a table of struct bench_entry, one row per workload that it can do, and
 * calls bench_serve. Inputs, reference results and checks are common (workload.h), so all of them do the same work on
 * the same data and are held to the same result.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SUM_N = 10000000,
    SUM_BLOCKS = 32,
    HISTOGRAM_N = 10 << 20,
    HISTOGRAM_BINS = 256,
    MAX_N = 1 << 20,
    COUNTER_N = 1 << 22,
    COUNTERS = 1024,
    FLOATS_N = 1 << 24,
    FLOATS_BLOCKS = 64,
    DADD_N = 1 << 20,
    DADD_BINS = 1024,
    SAXPY_N = 1 << 24,
    MATMUL_N = 512,
    OPTIONS_N = 1 << 22,
    MANDELBROT_SIDE = 1024,
    MANDELBROT_STEPS = 256,
    BLOCK = 256, /* threads of a block; 16 x 16 where a block has two dimensions */
    TILE = 16,
};

#define OPTIONS_RATE 0.02f
#define OPTIONS_VOLATILITY 0.30f
#define MANDELBROT_LEFT (-2.0f)
#define MANDELBROT_BOTTOM (-1.5f)
#define MANDELBROT_STEP (3.0f / MANDELBROT_SIDE)

/* The arrays, allocated by bench_allocate when a workload is first asked for. */
struct bench_data {
    struct {
        int *in, *out;
    } sum;
    struct {
        uint8_t *in;
        uint32_t *bins32;
        uint64_t *bins64;
    } histogram;
    struct {
        float *in, *out;
    } max;
    struct {
        int *one, *many;
    } counter;
    struct {
        float *in, *partial, *out;
        unsigned *ticket;
    } floats; /* the last-block and the warp-shuffle sum */
    struct {
        double *value, *out;
        int *bin;
    } dadd;
    struct {
        float *x, *y;
        float a;
    } saxpy;
    struct {
        float *a, *b, *c;
    } matmul;
    struct {
        float *price, *strike, *years, *call, *put;
    } options;
    struct {
        int *steps;
    } mandelbrot;
};
extern struct bench_data bench;

/* Does one workload once, from launch to completion, on `bench`. name: a row of workloads.def, perhaps followed by a
 * dot and the name of another way to do it ("counter.same"). */
struct bench_entry {
    const char *name;
    void (*run)(void);
};

/* Zeroed memory for an array; each program has its own way. Ends the program when there is none. */
void *bench_allocate(size_t bytes);

/* Answers requests on standard input, one line each, until it ends. README.md describes the protocol. */
int bench_serve(const struct bench_entry *entries, size_t count);

#ifdef __cplusplus
}
#endif

#endif
