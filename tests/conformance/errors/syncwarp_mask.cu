// STDERR: __syncwarp with mask 0x0000fffe, which does not name its caller (lane 0)
// STDERR: kernel all_but_first(unsigned int, int*), block (0,0,0)
// ENV: SOFTWARP_STRICT_MASKS=1
// NO-GPU: the behaviour is undefined there (PTX ISA, bar.warp.sync)
// Under SOFTWARP_STRICT_MASKS a __syncwarp whose mask does not name its caller is reported, with kernel, block and lane,
// and becomes cudaErrorLaunchFailure. With masks that name their callers the kernel is right.
#include "../check.h"

__global__ void all_but_first(unsigned mask, int *out) {
    int lane = threadIdx.x % 32;
    if (lane < 16)
        __syncwarp(mask);
    out[threadIdx.x] = lane;
}

int main() {
    int *out = managed<int>(64);
    all_but_first<<<1, 64>>>(0xffffu, out);
    FINISH();
    for (int i = 0; i < 64; i++)
        CHECK_AT(i, i % 32, out[i]);
    all_but_first<<<1, 32>>>(0xfffeu, out);
    CHECK_EQUAL(cudaErrorLaunchFailure, cudaDeviceSynchronize());
    CHECK_EQUAL(cudaErrorLaunchFailure, cudaGetLastError());
    return check_result();
}
