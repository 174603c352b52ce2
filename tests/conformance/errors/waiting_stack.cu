// Recursion without end in a function that waits ends soon, as that of any other function does. A larger stack permits
// deeper recursion.
// RUN: %swcc -lineinfo %s -o %t
// RUN: %run %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_LANES=1 %run %t 2>&1 | FileCheck %s
// RUN: %if !quick %{ env SOFTWARP_LANES=32 %run %t 2>&1 | FileCheck %s %}
// RUN: %if !quick %{ %swcc --check %s -o %t %}
// RUN: %if !quick %{ %run %t 2>&1 | FileCheck %s %}
// RUN: %if !quick %{ %swcc -G %s -o %t %}
// RUN: %if !quick %{ %run %t 2>&1 | FileCheck %s --check-prefix=DEBUG %}
#include <cstdio>

/* Of large frames only some are taken, whatever their number. */
template <int WORDS>
__device__ __noinline__ int sum(volatile int *from, int n)
{
    __syncthreads();
    volatile int own[WORDS];
    own[n % WORDS] = *from;
    return n == 0 ? 0 : own[n % WORDS] + sum<WORDS>(from, n - 1) + (own[n % WORDS] - 1);
}

template <int WORDS>
__global__ void run(int *cell, int depth) { cell[1] = sum<WORDS>(cell, depth); }

int main()
{
    int *cell;
    size_t before;
    cudaMallocManaged(&cell, 2 * sizeof *cell);
    cudaDeviceGetLimit(&before, cudaLimitStackSize);
    cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10);
    cell[0] = 1;
    run<16><<<1, 8>>>(cell, 1000);
    cudaError_t error = cudaDeviceSynchronize();
    fprintf(stderr, "%s %d\n", cudaGetErrorName(error), cell[1]);

    cudaDeviceSetLimit(cudaLimitStackSize, before);
    run<16><<<1, 64>>>(cell, 1 << 30);
    fprintf(stderr, "endless: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();

    cudaMallocManaged(&cell, 2 * sizeof *cell);
    cell[0] = 1;
    run<10000><<<1, 64>>>(cell, 200);
    fprintf(stderr, "large: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
}
// CHECK: cudaSuccess 1000
// CHECK-NEXT: Stack overflow in kernel void run<16>{{.*}}, block (0,0,0), thread ({{[0-9]+}},0,0), at {{.*}}waiting_stack.cu:
// CHECK-NEXT: endless: cudaErrorIllegalAddress
// CHECK-NEXT: Stack overflow in kernel void run<10000>{{.*}}, block (0,0,0), thread
// CHECK-NEXT: large: cudaErrorIllegalAddress

// A stack that ends in the barrier, which is no code of the program's: a debug build has lines, so no way to them is said.
// DEBUG: Stack overflow in kernel void run<16>
// DEBUG-NEXT: endless: cudaErrorIllegalAddress
