/* Grids and blocks of device/launch_limits.def: at the limits every thread runs once and knows where it is; beyond them
 * the launch is an error and nothing runs. The built-in variables are used as values, in device functions and lambdas. */
#include "../check.h"

struct totals {
    unsigned long long threads, places, last[3];
    unsigned sizes[7];
};

__device__ __noinline__ unsigned long long place_of(uint3 block, dim3 grid, uint3 thread, dim3 size) {
    unsigned long long b = block.x + (unsigned long long)grid.x * (block.y + (unsigned long long)grid.y * block.z);
    return b * (size.x * size.y * size.z) + thread.x + size.x * (thread.y + size.y * thread.z);
}

__global__ void note(totals *t) {
    unsigned long long place = place_of(blockIdx, gridDim, threadIdx, blockDim);
    auto is_last = [] { return blockIdx.x == gridDim.x - 1 && blockIdx.y == gridDim.y - 1 && blockIdx.z == gridDim.z - 1; };
    atomicAdd(&t->threads, 1ull);
    atomicAdd(&t->places, place);
    if (is_last() && threadIdx.x == blockDim.x - 1 && threadIdx.y == blockDim.y - 1 && threadIdx.z == blockDim.z - 1) {
        t->last[0] = place;
        t->last[1] = blockIdx.x + 10ull * blockIdx.y + 100ull * blockIdx.z;
        t->last[2] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z;
        const unsigned sizes[7] = {gridDim.x, gridDim.y, gridDim.z, blockDim.x, blockDim.y, blockDim.z, (unsigned)warpSize};
        for (int i = 0; i < 7; i++) t->sizes[i] = sizes[i];
    }
}

static void check_runs(const char *label, dim3 grid, dim3 block) {
    totals *t = managed<totals>(1);
    note<<<grid, block>>>(t);
    FINISH();
    unsigned long long n = (unsigned long long)grid.x * grid.y * grid.z * (block.x * block.y * block.z);
    const unsigned sizes[7] = {grid.x, grid.y, grid.z, block.x, block.y, block.z, 32};
    CHECK_EQUAL(n, t->threads);
    CHECK_EQUAL(n * (n - 1) / 2, t->places);
    CHECK_EQUAL(n - 1, t->last[0]);
    CHECK_EQUAL(grid.x - 1 + 10ull * (grid.y - 1) + 100ull * (grid.z - 1), t->last[1]);
    CHECK_EQUAL(block.x - 1 + 10ull * (block.y - 1) + 100ull * (block.z - 1), t->last[2]);
    for (int i = 0; i < 7; i++) CHECK_AT(i, sizes[i], t->sizes[i]);
    std::printf("%s: %llu threads, places %llu, last %llu %llu\n", label, t->threads, t->places, t->last[1], t->last[2]);
    CUDA(cudaFree(t));
}

/* cudaErrorInvalidConfiguration in the documentation; CUDA 13 gives cudaErrorInvalidValue for some. */
static void check_refused(const char *label, dim3 grid, dim3 block) {
    totals *t = managed<totals>(1);
    note<<<grid, block>>>(t);
    cudaError_t error = cudaGetLastError();
    CHECK(error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue);
    CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL(0ull, t->threads);
    std::printf("%s: refused\n", label);
    CUDA(cudaFree(t));
}

int main() {
#define LABEL(gx, gy, gz, bx, by, bz) "<<<dim3(" #gx ", " #gy ", " #gz "), dim3(" #bx ", " #by ", " #bz ")>>>"
#define RUNS(gx, gy, gz, bx, by, bz) check_runs(LABEL(gx, gy, gz, bx, by, bz), dim3(gx, gy, gz), dim3(bx, by, bz));
#define REFUSED(gx, gy, gz, bx, by, bz) \
    check_refused(LABEL(gx, gy, gz, bx, by, bz), dim3(gx##u, gy##u, gz##u), dim3(bx##u, by##u, bz##u));
#include <softwarp/device/launch_limits.def>
    return check_result();
}
