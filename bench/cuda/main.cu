/* The CUDA program: every workload as somebody writes it for a GPU, one file each. It is plain CUDA and also right
 * under nvcc. Managed memory, so that host and device see the same arrays. */
#include "run.h"

extern "C" {
#define WORKLOAD(name, inputs) void run_##name(void);
#include "../common/workloads.def"
#undef WORKLOAD
}

static const struct bench_entry entries[] = {
#define WORKLOAD(name, inputs) {#name, run_##name},
#include "../common/workloads.def"
#undef WORKLOAD
};

extern "C" void *bench_allocate(size_t bytes)
{
    void *array = nullptr;

    if (cudaMallocManaged(&array, bytes) != cudaSuccess || cudaMemset(array, 0, bytes) != cudaSuccess ||
        cudaDeviceSynchronize() != cudaSuccess) {
        fprintf(stderr, "no memory for an array of %zu bytes\n", bytes);
        exit(1);
    }
    return array;
}

__global__ void empty()
{
}

extern "C" void run_empty(void)
{
    empty<<<1, 1>>>();
    finish_launch("empty");
}

int main()
{
    return bench_serve(entries, sizeof entries / sizeof entries[0]);
}
