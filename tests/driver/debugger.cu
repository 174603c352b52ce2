// The debugger stops in a kernel by file and line, behind a barrier too, and shows built-in variables and locals.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: env SOFTWARP_THREADS=1 gdb -batch -nx -ex "break debugger.cu:20 if threadIdx.x == 3" -ex run -ex "print threadIdx" -ex "print blockDim.x" -ex "print n" -ex "print i" -ex "print v" -ex delete -ex "break doubled" -ex continue -ex "backtrace 2" -ex "print blockIdx" %t 2>&1 | FileCheck %s
#include <cstdio>

__device__ int doubled(int x)
{
    int y = x * 2;
    return y;
}

__global__ void kernel(int *p, int n)
{
    int i = threadIdx.x;
    __shared__ int s[32];
    s[i] = doubled(n + i);
    __syncthreads();
    int v = s[31 - i];
    p[i] = v;
}

int main()
{
    int *p;
    cudaMallocManaged(&p, 32 * sizeof(int));
    kernel<<<2, 32>>>(p, 5);
    cudaDeviceSynchronize();
    printf("%d\n", p[3]);
}

// CHECK: hit Breakpoint 1{{.*}}kernel (p=0x{{[0-9a-f]+}}, n=5) at {{.*}}debugger.cu:20
// CHECK: = {x = 3, y = 0, z = 0}
// CHECK: = 32
// CHECK: = 5
// CHECK: = 3
// CHECK: = 66
// CHECK: hit Breakpoint 2{{.*}}doubled (x=5)
// CHECK: #0 {{.*}}doubled (x=5)
// CHECK: #1 {{.*}}kernel (p=0x{{[0-9a-f]+}}, n=5)
// CHECK: = {x = 1, y = 0, z = 0}
