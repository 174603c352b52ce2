/* Launching kernels, and what of one fits where. */
#ifndef SWRT_EXECUTE_LAUNCH_H
#define SWRT_EXECUTE_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

struct CUstream_st;
struct swrt_call_stack;
struct swrt_function;
struct swrt_grid;
struct swrt_kernel;
struct swrt_together;
struct swrt_variant;

/* launch.c */
struct swrt_launch {
    const void *function;
    dim3 grid, block;
    void **args;
    size_t shared;
    cudaStream_t stream;
    bool cooperative;
    dim3 cluster; /* zeros: not said */
    dim3 preferred_cluster;
    bool prefers_cluster;
};
cudaError_t swrt_launch(const struct swrt_launch *launch);
/* One of the grids of a launch on several devices: how many there are, and which it is. */
cudaError_t swrt_launch_together(const struct swrt_launch *launch, struct swrt_together *together, uint32_t grids,
                                 uint32_t rank);

/* The parts of that, for launches that others begin: shape and shared memory; null: no variant fits. */
cudaError_t swrt_launch_check(const struct swrt_launch *launch, const struct swrt_function *function);
const struct swrt_variant *swrt_launch_variant(const struct swrt_launch *launch, const struct swrt_function *function);
/* Another size of clusters for a grid that has not begun, of the kernel that the host calls so; zeros: as the kernel says. */
cudaError_t swrt_launch_set_cluster(struct swrt_grid *grid, const void *function, dim3 cluster);
void swrt_launch_fill(struct swrt_grid *grid, const struct swrt_launch *launch, const struct swrt_function *function,
                      struct CUstream_st *stream, const struct swrt_call_stack *caller);

/* occupancy.c */
void swrt_function_attributes(struct cudaFuncAttributes *attr, const struct swrt_function *function);
size_t swrt_static_shared(const struct swrt_kernel *kernel);        /* as the program has it, rounded up to 16 */
size_t swrt_static_shared_placed(const struct swrt_kernel *kernel); /* with red zones: where dynamic memory begins */
unsigned swrt_occupancy_blocks(const struct swrt_function *function, unsigned threads, size_t dynamic_shared);
size_t swrt_function_dynamic_limit(const struct swrt_function *function);

#endif
