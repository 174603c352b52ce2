/* The warp functions that take a mask, each once, as rows of softwarp/sync/warp.def: what can go wrong with them. */
#ifndef WARP_FUNCTIONS_H
#define WARP_FUNCTIONS_H

#include "../check.h"

__device__ unsigned kept[64];

#define SW_WARP_SHUFFLE(arch, name, mode, A, T, bits) ROW((unsigned)name##_sync(mask, (T)x, (A)1))
#define SW_WARP_VOTE(arch, name, R, mode) ROW(name##_sync(mask, x & 1))
#define SW_WARP_SYNC_VOTE SW_WARP_VOTE
#define SW_WARP_MATCH_ANY(arch, name, T, bits, code) ROW(name(mask, (T)x))
#define SW_WARP_MATCH_ALL(arch, name, T, bits, code) ROW(name(mask, (T)x, &p))
#define SW_WARP_REDUCE(arch, name, T, code) ROW(name(mask, (T)x))
#define ROW(call) case __LINE__: result = call; break;
__device__ __forceinline__ void call(int row, unsigned mask, int x) {
    unsigned result = 0;
    int p = 0;
    switch (row) {
#include <softwarp/sync/warp.def>
    default: __syncwarp(mask);
    }
    kept[threadIdx.x] = result + p;
}
#undef ROW

/* Every row makes a kernel fail, and says so; afterwards the device is as new. */
inline void must_fail(const char *name, int row, void (*launch)(int row)) {
    launch(row);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaErrorLaunchFailure) std::printf("%s: %s\n", name, cudaGetErrorName(error));
    CHECK_AT(row, (int)cudaErrorLaunchFailure, (int)error);
    CUDA(cudaDeviceReset());
}
inline void all_must_fail(void (*launch)(int row)) {
#define SW_WARP_SHUFFLE(arch, name, mode, A, T, bits) must_fail(#name, __LINE__, launch);
#define SW_WARP_VOTE(arch, name, R, mode) must_fail(#name, __LINE__, launch);
#define SW_WARP_SYNC_VOTE SW_WARP_VOTE
#define SW_WARP_MATCH_ANY(arch, name, T, bits, code) must_fail(#name, __LINE__, launch);
#define SW_WARP_MATCH_ALL SW_WARP_MATCH_ANY
#define SW_WARP_REDUCE(arch, name, T, code) must_fail(#name, __LINE__, launch);
#include <softwarp/sync/warp.def>
    must_fail("__syncwarp", 0, launch);
}

#endif
