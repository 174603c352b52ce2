/* The end of every launch: waits for the kernel, and ends the program if it failed. */
#ifndef BENCH_CUDA_RUN_H
#define BENCH_CUDA_RUN_H

#include "../common/bench.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static inline void finish_launch(const char *what) {
    cudaError_t error = cudaGetLastError();

    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

#endif
