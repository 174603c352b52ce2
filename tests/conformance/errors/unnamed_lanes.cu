// UNSUPPORTED: quick
// ENV: SOFTWARP_STRICT_MASKS=1
// NO-GPU: the behaviour is undefined there (PTX ISA: shfl.sync and its kin)
// STDERR: __shfl_sync with mask 0xffffffdf, which does not name its caller (lane 5)
// STDERR: __shfl_xor_sync with mask 0x00000fdf, which does not name its caller (lane 5)
// STDERR: __ballot_sync with mask 0xffffffdf, which does not name its caller (lane 5)
// STDERR: __match_all_sync with mask 0xffffffdf, which does not name its caller (lane 5)
// STDERR: __reduce_max_sync with mask 0x00000fdf, which does not name its caller (lane 5)
// STDERR: __syncwarp with mask 0xffffffdf, which does not name its caller (lane 5)
// STDERR: block (1,0,0)
/* Under SOFTWARP_STRICT_MASKS a warp function whose mask does not name its caller is reported with function, mask and
 * lane, and becomes cudaErrorLaunchFailure; where the others' masks are right, too. */
#include "warp_functions.h"

__global__ void one_mask(int row, unsigned mask) {
    if (blockIdx.x == 1) call(row, mask, threadIdx.x);
}
__global__ void own_masks(int row, unsigned mask) {
    int lane = threadIdx.x;
    if (lane < 12) call(row, lane == 5 ? mask & 0xfffu : 0xfffu, lane);
}
__global__ void in_block(int row, unsigned mask) {
    __shared__ int cells[128];
    cells[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x / 32 == 2) call(row, mask, cells[threadIdx.x ^ 1]);
}

static void launch_one_mask(int row) { one_mask<<<2, 32>>>(row, ~0x20u); }
static void launch_own_masks(int row) { own_masks<<<1, 32>>>(row, ~0x20u); }
static void launch_in_block(int row) { in_block<<<1, 128>>>(row, ~0x20u); }

int main() {
    all_must_fail(launch_one_mask);
    all_must_fail(launch_own_masks);
    all_must_fail(launch_in_block);
    return check_result();
}
