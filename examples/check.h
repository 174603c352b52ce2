/* What the examples use to check themselves. Every CUDA call returns an error code, and a program that ignores it goes
 * on with garbage: CHECK stops with the place and the reason instead. EXPECT does the same for a result. */
#ifndef EXAMPLES_CHECK_H
#define EXAMPLES_CHECK_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                        \
    do {                                                                                                   \
        cudaError_t error_ = (call);                                                                       \
        if (error_ != cudaSuccess) {                                                                       \
            fprintf(stderr, "%s:%d: %s\n  %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(error_),  \
                    cudaGetErrorString(error_));                                                           \
            exit(1);                                                                                       \
        }                                                                                                  \
    } while (0)

/* A kernel launch returns nothing: a bad configuration shows in cudaGetLastError, what goes wrong while the kernel runs
 * shows in the next call that waits for it. */
#define CHECK_LAUNCH()                  \
    do {                                \
        CHECK(cudaGetLastError());      \
        CHECK(cudaDeviceSynchronize()); \
    } while (0)

#define EXPECT(condition)                                                                     \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);    \
            exit(1);                                                                          \
        }                                                                                     \
    } while (0)

#endif
