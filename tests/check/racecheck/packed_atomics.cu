// Atomic operations on packed types are one of each element (PTX ISA, atom, red), and no atomic access of another size.
//
// RUN: %swcc --check -lineinfo -arch=sm_90 %s -o %t
// RUN: %softwarp check --tool racecheck %t ok 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %softwarp check --tool racecheck %t 2>&1 | FileCheck %s
//
// OK-DAG: right
// OK-DAG: ERROR SUMMARY: 0 errors
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ __half2 halves, halves_by_ptx, whole;
__device__ __nv_bfloat162 bfloats, bfloats_by_ptx;

__global__ void parts()
{
    if (threadIdx.x & 1) {
        atomicAdd(&halves, __floats2half2_rn(1, 1));
        atomicAdd(&bfloats, __floats2bfloat162_rn(1, 1));
        asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(&halves_by_ptx), "r"(0x3c003c00) : "memory");
        asm volatile("red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(&bfloats_by_ptx), "r"(0x3f803f80) : "memory");
    } else {
        atomicAdd(&halves.y, __float2half(1));
        atomicAdd(&bfloats.x, __float2bfloat16(1));
        asm volatile("red.global.add.noftz.f16 [%0], %1;" ::"l"(&halves_by_ptx), "h"((short)0x3c00) : "memory");
        asm volatile("red.global.add.noftz.bf16 [%0], %1;" ::"l"((char *)&bfloats_by_ptx + 2), "h"((short)0x3f80) : "memory");
    }
}

// CHECK: Race on __global__ memory: atomic accesses of different sizes
// CHECK-NEXT: of_the_whole()
// CHECK: 2 bytes
__global__ void of_the_whole()
{
    if (threadIdx.x & 1) atomicAdd(&whole, __floats2half2_rn(1, 1));
    else atomicMax((unsigned *)&whole, 1u);
}

int main(int argc, char **)
{
    __half2 h[2];
    __nv_bfloat162 b[2];
    if (argc == 1) of_the_whole<<<1, 64>>>();
    else parts<<<1, 64>>>();
    cudaMemcpyFromSymbol(&h[0], halves, 4);
    cudaMemcpyFromSymbol(&h[1], halves_by_ptx, 4);
    cudaMemcpyFromSymbol(&b[0], bfloats, 4);
    cudaMemcpyFromSymbol(&b[1], bfloats_by_ptx, 4);
    bool is_right = __low2float(h[0]) == 32 && __high2float(h[0]) == 64 && __low2float(h[1]) == 64 && __high2float(h[1]) == 32 &&
                    __low2float(b[0]) == 64 && __high2float(b[0]) == 32 && __low2float(b[1]) == 32 && __high2float(b[1]) == 64;
    puts(is_right ? "right" : argc == 1 ? "" : "wrong");
}
