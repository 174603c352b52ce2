// Who spins on a plain load goes around for ever in optimised code, here as on a GPU. In check builds who it waits for has
// its turn: the program ends, and what it lacks is told. Several shapes of the loop.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: for i in 0 1 2 3; do timeout 60 %softwarp check --tool racecheck %t wrong $i; done > %t.wrong 2>&1
// RUN: FileCheck %s < %t.wrong
// RUN: for i in 0 1 2 3; do timeout 60 %softwarp check --tool racecheck %t right $i; done > %t.right 2>&1
// RUN: FileCheck --check-prefix=RIGHT --implicit-check-not=Race %s < %t.right
// RUN: timeout 60 %run env SOFTWARP_SHUFFLE=reverse %t wrong 0 | FileCheck --check-prefix=ALONE %s
#include "check.h"

template <bool WRONG> __device__ int look(int *flag)
{
    if constexpr (WRONG)
        return *flag;
    else
        return atomicAdd(flag, 0);
}

__global__ void within_a_block(int *out, bool wrong)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        if (wrong)
            flag = 1;
        else
            atomicExch(&flag, 1);
    } else if (threadIdx.x == 32) {
        if (wrong)
            while (!flag)
                ;
        else
            while (!atomicAdd(&flag, 0))
                ;
        out[1] = 1;
    }
}
template <bool WRONG> __global__ void between_blocks(int *out)
{
    if (blockIdx.x) {
        if (WRONG)
            *out = 3;
        else
            atomicExch(out, 3);
        return;
    }
    int tries = 0;
    for (;; tries++) {
        if (look<WRONG>(out) == 3)
            break;
        if (look<WRONG>(out) == 4)
            return;
    }
    out[1] = tries;
}
struct mail {
    int full, value;
};
template <bool WRONG> __global__ void to_a_lane(mail *box, int *out)
{
    if (threadIdx.x == 20) {
        box->value = 7;
        __threadfence();
        if (WRONG)
            box->full = 1;
        else
            atomicExch(&box->full, 1);
    } else if (threadIdx.x == 0) {
        do {
        } while (look<WRONG>(&box->full) != 1);
        __threadfence();
        out[2] = box->value;
    }
}
/* As many turns as memory says, and no race. */
__global__ void counts(int *n, int *out, bool wrong)
{
    int i = 0;
    while (i < *n)
        i++;
    for (int k = *n; k; k >>= 1)
        out[1] += 1;
    while (out[1] % 7)
        out[1]++;
    if (wrong)
        while (*n == threadIdx.x + blockIdx.x)
            ;
    else
        while (*n < 0)
            ;
    out[2] = i;
    if (threadIdx.x)
        *n = 40;
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    int *p;
    cudaMalloc(&p, 1024);
    cudaMemset(p, 0, 1024);
    switch (atoi(argv[2])) {
    case 0:
        // CHECK: Race on __shared__ memory: two plain accesses
        // CHECK: on 4 bytes at 0x0 of shared memory, flag
        // CHECK-NEXT: What would mend it: atomic accesses to the flag, and fences
        // ALONE: cudaSuccess
        within_a_block<<<1, 64>>>(p, wrong);
        break;
    case 1:
        // CHECK: Race on __global__ memory: two plain accesses
        // CHECK: What would mend it: atomic accesses to the flag, and fences
        wrong ? between_blocks<true><<<2, 1>>>(p) : between_blocks<false><<<2, 1>>>(p);
        break;
    case 2:
        // CHECK: Race on __global__ memory: two plain accesses
        // CHECK: What would mend it: atomic accesses to the flag, and fences
        // CHECK: ERROR SUMMARY: 2 errors
        if (wrong)
            to_a_lane<true><<<1, 32>>>(reinterpret_cast<mail *>(p), p + 16);
        else
            to_a_lane<false><<<1, 32>>>(reinterpret_cast<mail *>(p), p + 16);
        break;
    case 3:
        // CHECK: Race on __global__ memory: two plain accesses
        counts<<<1, wrong ? 2 : 1>>>(p, p + 16, wrong);
        break;
    }
    // RIGHT-COUNT-4: ERROR SUMMARY: 0 errors
    return finish();
}
