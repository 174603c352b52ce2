// As many blocks as a GPU holds at once may wait for the last of them: more than a worker holds if it need not.
// NO-GPU: its outcome does not depend on the machine, unless that holds too few blocks
#include "../check.h"

enum { BLOCKS = 1200, GO = 5 };

__global__ void wait_for_last(int *flag, int *seen) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == BLOCKS - 1)
            atomicExch(flag, GO);
        else
            while (atomicAdd(flag, 0) == 0) {}
        seen[blockIdx.x] = atomicAdd(flag, 0);
    }
}

int main() {
    int *flag, *seen;
    CUDA(cudaMallocManaged(&flag, sizeof *flag));
    CUDA(cudaMallocManaged(&seen, BLOCKS * sizeof *seen));
    *flag = 0;
    wait_for_last<<<BLOCKS, 32>>>(flag, seen);
    FINISH();
    for (int b = 0; b < BLOCKS; b++) CHECK_AT(b, (int)GO, seen[b]);
    return check_result();
}
