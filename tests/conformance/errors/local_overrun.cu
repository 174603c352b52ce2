// Writes beyond the end of a local array in a kernel that waits are a fault of the thread that made them, however far they go,
// and leave the program alive. The frames of other threads lie there, and often show nothing of it. Those before the start
// meet memory that nobody may touch, unless they stay within the frames. What a thread cannot go on with because of one is no call
// of the program's, and no access of it; those have a line here.
// RUN: %swcc -O3 -lineinfo %s -o %t
// RUN: %run %t 2>&1 | FileCheck -DWAY="swcc --check and softwarp check find where" %s
// RUN: env SOFTWARP_LANES=1 %run %t 2>&1 | FileCheck -DWAY="swcc --check and softwarp check find where" %s
// RUN: %if !quick %{ env SOFTWARP_LANES=8 %run %t 2>&1 | FileCheck -DWAY="swcc --check and softwarp check find where" %s %}
// RUN: %if !quick %{ env SOFTWARP_LANES=32 %run %t 2>&1 | FileCheck -DWAY="swcc --check and softwarp check find where" %s %}
// RUN: %if !quick %{ %swcc --check %s -o %t %}
// RUN: %if !quick %{ %run %t 2>&1 | FileCheck -DWAY="softwarp check finds where" %s %}
#include <cstdio>

__global__ void fill(int *cell, int n)
{
    int own[8];
    for (int i = 0; i < n; i++)
        own[i] = i * cell[0];
    __syncthreads();
    cell[1] = own[cell[0] & 7];
}

__global__ void fill_down(int *cell, int from)
{
    int own[8];
    for (int i = 7; i > from; i--)
        own[i] = i;
    __syncthreads();
    cell[1] = own[cell[0] & 7];
}

/* More frames than a block has memory for at first. */
__global__ void fill_large(int *cell, int from)
{
    int own[2000];
    for (int i = 1999; i >= from; i--)
        own[i] = i * cell[0];
    __syncthreads();
    cell[1] = own[cell[0] & 1023];
}

/* One element far from the array, with nothing overwritten in between: where a neighbour's frame begins, or in it. */
template <class T> __global__ void jump(int *cell, int n)
{
    T own[8];
    for (int i = 0; i < 8; i++)
        own[i] = i + n;
    __syncthreads();
    own[n] = 5;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += own[(i + n) % 8];
    cell[1 + threadIdx.x] = sum;
}

static void run(const char *name, void (*kernel)(int *, int), int threads, int n)
{
    int *cell;
    cudaMallocManaged(&cell, 65 * sizeof *cell);
    cell[0] = 1;
    volatile int warps_of_any_number = threads; /* no code for whole blocks of just so many */
    kernel<<<1, warps_of_any_number>>>(cell, n);
    cudaError_t error = cudaDeviceSynchronize();
    fprintf(stderr, "%s%d: %s\n", name, n, cudaGetErrorName(error));
    if (error)
        cudaDeviceReset();
}

int main()
{
    for (int n : {8, 20, 200, 5000, 100000, 10000000})
        run("", fill, 64, n);
    for (int from : {-1, -1000000, -3000000, -10000000})
        run("down ", fill_down, 64, from);
    for (int from : {0, -10000000})
        run("large ", fill_large, 1024, from);
    for (int n = 8; n < 40; n++) {
        run("int ", jump<int>, 64, n);
        run("float ", jump<float>, 64, n);
    }
}
// CHECK: 8: cudaSuccess
// CHECK-NEXT: Write outside of a local variable in kernel fill(int*, int), block (0,0,0), thread (0,0,0)
// CHECK-NEXT: seen when it had happened, and perhaps a neighbouring thread's doing; [[WAY]]
// CHECK-NEXT: 20: cudaErrorIllegalAddress
// CHECK: Write {{outside|beyond}}
// CHECK: 200: cudaErrorIllegalAddress
// CHECK: Write {{outside|beyond}}
// CHECK: 5000: cudaErrorIllegalAddress
// CHECK: Write {{outside|beyond}}
// CHECK: 100000: cudaErrorIllegalAddress
// CHECK: Write {{outside|beyond}}
// CHECK: 10000000: cudaErrorIllegalAddress
// CHECK-NEXT: down -1: cudaSuccess
// CHECK-NEXT: Write before the start of a local variable in kernel fill_down(int*, int), block (0,0,0)
// CHECK: down -1000000: cudaErrorIllegalAddress
// CHECK-NEXT: Write before the start
// CHECK: down -3000000: cudaErrorIllegalAddress
// CHECK-NEXT: Write before the start
// CHECK: down -10000000: cudaErrorIllegalAddress
// CHECK-NEXT: large 0: cudaSuccess
// CHECK-NEXT: Write be{{fore the start|yond the end}} of a local variable in kernel fill_large(int*, int), block (0,0,0)
// CHECK: large -10000000: cudaErrorIllegalAddress
// CHECK-NOT: Invalid call of a function
// CHECK-NOT: {{impossible high bits .*[)]$}}
// CHECK: float 39: cuda
