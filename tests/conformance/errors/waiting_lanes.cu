// NO-GPU: it may hang there
// STDERR: Barrier that can never complete
// STDERR: wait in __shfl_down_sync with mask 0xffffffff
// STDERR: wait in __match_any_sync with mask 0xffffffff
// STDERR: wait in __reduce_xor_sync with mask 0xffffffff
// STDERR: wait in __ballot_sync with mask 0x55555557
/* Lanes of a mask that never come, because they wait for others: in another function, in the same one with another
 * mask, at a barrier. That is reported with what each waits for, and is cudaErrorLaunchFailure instead of a hang.
 *
 * In lockstep the last two are no error: a warp function goes on with those lanes of its mask that have come when the
 * others can only come to a barrier, as programs that forget the mask find it on GPUs. */
#include "warp_functions.h"

__global__ void at_barrier(int row) {
    if (threadIdx.x < 16) call(row, 0xffffffffu, threadIdx.x);
    else __syncthreads();
}
__global__ void elsewhere(int row) {
    if (threadIdx.x % 2) call(row, 0xffffffffu, threadIdx.x);
    else kept[threadIdx.x] = __ballot_sync(0x55555557u, 1);
}
__global__ void of_each_other(int row) { call(row, threadIdx.x ? 0xffffffffu : 0x80000001u, threadIdx.x); }

static void launch_at_barrier(int row) { at_barrier<<<1, 64>>>(row); }
static void launch_elsewhere(int row) { elsewhere<<<1, 32>>>(row); }
static void launch_of_each_other(int row) { of_each_other<<<1, 32>>>(row); }

int main() {
    all_must_fail(launch_elsewhere);
    const char *lanes = std::getenv("SOFTWARP_LANES");
    if (lanes && !std::strcmp(lanes, "1")) {
        all_must_fail(launch_at_barrier);
        all_must_fail(launch_of_each_other);
    }
    return check_result();
}
