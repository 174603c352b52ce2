// Lanes that hand each other values through volatile memory, as before CUDA 9, are kept in step here; on GPUs since sm_70
// nothing keeps them so, and that is a race, whatever comes out here.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --tool racecheck %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check --tool racecheck %t wrong 2>&1 | FileCheck %s
#include "check.h"

__global__ void sum(int *out, bool wrong)
{
    __shared__ volatile int s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    if (wrong) {
        s[t] += s[t ^ 16];
    } else {
        int value = s[t] + s[t ^ 16];
        __syncwarp();
        s[t] = value;
    }
    out[t] = s[t];
}

int main(int argc, char **argv)
{
    int *out, result;
    cudaMalloc(&out, 128);
    sum<<<1, 32>>>(out, is_wrong(argc, argv));
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    // RIGHT: result 16
    // RIGHT: ERROR SUMMARY: 0 errors
    // CHECK: result 16
    // CHECK: Race on __shared__ memory: volatile used as synchronisation
    // CHECK-NEXT: volatile read at sum(int*, bool) in {{.*}}in_step.cu:15
    // CHECK: volatile write at sum(int*, bool) in {{.*}}in_step.cu:15
    printf("result %d\n", result);
    return finish();
}
