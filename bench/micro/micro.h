/* What the small measurements share: how long something takes, and how an answer is printed. */
#ifndef BENCH_MICRO_H
#define BENCH_MICRO_H

#include <algorithm>
#include <chrono>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

inline void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

inline void wait_for_device(const char *what) {
    check(cudaGetLastError(), what);
    check(cudaDeviceSynchronize(), what);
}

template <typename T> T *device_array(size_t n) {
    T *array = nullptr;

    check(cudaMalloc(&array, n * sizeof(T)), "cudaMalloc");
    check(cudaMemset(array, 0, n * sizeof(T)), "cudaMemset");
    return array;
}

/* Median nanoseconds of one call of work, after one untimed; calls for about `milliseconds`, at least three unless that
 * takes very long. */
template <typename Work> double nanoseconds(Work work, double milliseconds = 4) {
    using clock = std::chrono::steady_clock;
    std::vector<double> times;
    double used = 0;

    work();
    while (used < milliseconds * 1e6 || (times.size() < 3 && used < 500e6)) {
        auto start = clock::now();
        work();
        times.push_back(std::chrono::duration<double, std::nano>(clock::now() - start).count());
        used += times.back();
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
}

/* One answer: a line with tabs between section, case, value and unit. */
inline void answer(const char *section, const char *what, double value, const char *unit) {
    printf("%s\t%s\t%.6g\t%s\n", section, what, value, unit);
    fflush(stdout);
}

/* The sections, by the name that is asked for. */
void measure_launches();
void measure_barriers();
void measure_shared_atomics();
void measure_global_atomics();
void measure_growth();

#endif
