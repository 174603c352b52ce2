/* The OpenCL program: the CUDA kernels as OpenCL C on the first CPU device, with PoCL in mind.
 *
 *   opencl KERNELS.cl      then the line protocol on standard input
 */
#include "../common/bench.h"
#include "device.h"

#include <stdio.h>

static void run_empty(void) {
    kernel("empty");
    launch(1);
}

static void run_sum(void) {
    kernel("sum");
    argument_array(bench.sum.in, SUM_N * sizeof(int));
    argument_int(SUM_N);
    argument_array(bench.sum.out, sizeof(int));
    launch(SUM_BLOCKS);
}

static void histogram(const char *name, void *bins, size_t bytes, int groups) {
    kernel(name);
    argument_array(bench.histogram.in, HISTOGRAM_N);
    argument_int(HISTOGRAM_N);
    argument_array(bins, bytes);
    launch(groups);
}

static void run_histogram32x4(void) {
    histogram("histogram32", bench.histogram.bins32, HISTOGRAM_BINS * sizeof(uint32_t), 4);
}

static void run_histogram32x64(void) {
    histogram("histogram32", bench.histogram.bins32, HISTOGRAM_BINS * sizeof(uint32_t), 64);
}

static void run_histogram64x4(void) {
    histogram("histogram64", bench.histogram.bins64, HISTOGRAM_BINS * sizeof(uint64_t), 4);
}

static void run_histogram64x64(void) {
    histogram("histogram64", bench.histogram.bins64, HISTOGRAM_BINS * sizeof(uint64_t), 64);
}

static void run_max(void) {
    kernel("max_of");
    argument_array(bench.max.in, MAX_N * sizeof(float));
    argument_array(bench.max.out, sizeof(float));
    argument_int(MAX_N);
    launch(MAX_N / BLOCK);
}

static void run_counter(void) {
    kernel("count");
    argument_array(bench.counter.one, sizeof(int));
    launch(COUNTER_N / BLOCK);
}

static void run_counters(void) {
    kernel("count_many");
    argument_array(bench.counter.many, COUNTERS * sizeof(int));
    launch(COUNTER_N / BLOCK);
}

static void run_lastblock(void) {
    kernel("last_block_sum");
    argument_array(bench.floats.in, FLOATS_N * sizeof(float));
    argument_int(FLOATS_N);
    argument_array(bench.floats.partial, FLOATS_BLOCKS * sizeof(float));
    argument_array(bench.floats.ticket, sizeof(unsigned));
    argument_array(bench.floats.out, sizeof(float));
    launch(FLOATS_BLOCKS);
}

static void run_dadd(void) {
    kernel("add_doubles");
    argument_array(bench.dadd.value, DADD_N * sizeof(double));
    argument_array(bench.dadd.bin, DADD_N * sizeof(int));
    argument_array(bench.dadd.out, DADD_BINS * sizeof(double));
    argument_int(DADD_N);
    launch(DADD_N / BLOCK);
}

static void run_saxpy(void) {
    kernel("saxpy");
    argument_int(SAXPY_N);
    argument_float(bench.saxpy.a);
    argument_array(bench.saxpy.x, SAXPY_N * sizeof(float));
    argument_array(bench.saxpy.y, SAXPY_N * sizeof(float));
    launch(SAXPY_N / BLOCK);
}

static void run_matmul(void) {
    const size_t bytes = MATMUL_N * MATMUL_N * sizeof(float);

    kernel("matmul");
    argument_array(bench.matmul.a, bytes);
    argument_array(bench.matmul.b, bytes);
    argument_array(bench.matmul.c, bytes);
    argument_int(MATMUL_N);
    launch_square(MATMUL_N / TILE);
}

static void run_options(void) {
    const size_t bytes = OPTIONS_N * sizeof(float);

    kernel("black_scholes");
    argument_array(bench.options.call, bytes);
    argument_array(bench.options.put, bytes);
    argument_array(bench.options.price, bytes);
    argument_array(bench.options.strike, bytes);
    argument_array(bench.options.years, bytes);
    argument_float(OPTIONS_RATE);
    argument_float(OPTIONS_VOLATILITY);
    argument_int(OPTIONS_N);
    launch(OPTIONS_N / BLOCK);
}

static void run_mandelbrot(void) {
    kernel("mandelbrot");
    argument_array(bench.mandelbrot.steps, MANDELBROT_SIDE * MANDELBROT_SIDE * sizeof(int));
    argument_int(MANDELBROT_SIDE);
    argument_int(MANDELBROT_STEPS);
    launch_square(MANDELBROT_SIDE / TILE);
}

static void run_shuffle(void) {
    kernel("shuffle_sum");
    argument_array(bench.floats.in, FLOATS_N * sizeof(float));
    argument_array(bench.floats.out, sizeof(float));
    argument_int(FLOATS_N);
    launch(FLOATS_BLOCKS);
}

static const struct bench_entry entries[] = {
#define WORKLOAD(name, inputs) {#name, run_##name},
#include "../common/workloads.def"
#undef WORKLOAD
};

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: opencl KERNELS.cl\n");
        return 2;
    }
    device_open(argv[1]);
    return bench_serve(entries, sizeof entries / sizeof entries[0]);
}
