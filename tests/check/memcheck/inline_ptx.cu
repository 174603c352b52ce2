// Shared memory by addresses in it, as inline PTX and conversions make them: where it begins is read from the block,
// which no tool takes for an access of the program's. Places outside of it are found.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --tool memcheck,initcheck,racecheck,synccheck %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check %t wrong 2>&1 | FileCheck %s
#include "check.h"

extern __shared__ int dynamic[];
__device__ __noinline__ unsigned offset_of(const void *place) { return (unsigned)__cvta_generic_to_shared(place); }

__global__ void converted(int *out, int ahead)
{
    __shared__ int values[32];
    unsigned at = (unsigned)__cvta_generic_to_shared(&values[threadIdx.x]) + 4 * ahead, place;
    values[threadIdx.x] = threadIdx.x;
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(out[threadIdx.x]) : "r"(at));
    asm volatile("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(place) : "l"(values));
    out[threadIdx.x] += *(int *)__cvta_shared_to_generic(place + 4 * threadIdx.x);
    asm volatile("st.shared.s32 [%0], %1;" ::"r"(offset_of(&dynamic[threadIdx.x])), "r"(out[threadIdx.x]));
    out[threadIdx.x] = dynamic[threadIdx.x];
}

int main(int argc, char **argv)
{
    int *out;
    cudaMallocManaged(&out, 32 * sizeof *out);
    // CHECK: Invalid __shared__ read of size 4 bytes
    // CHECK-NEXT: at converted(int*, int) in {{.*}}inline_ptx.cu:16
    // CHECK-NEXT: by thread (0,0,0) in block (0,0,0)
    // CHECK: ERROR SUMMARY: 1 error
    converted<<<1, 32, 128>>>(out, is_wrong(argc, argv) ? 1000 : 0);
    // RIGHT: cudaSuccess
    // RIGHT-NEXT: 62
    // RIGHT: ERROR SUMMARY: 0 errors
    finish();
    printf("%d\n", out[31]);
}
