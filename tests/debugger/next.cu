// `next` goes from line to line of one thread: over barriers, warp operations, functions that wait (one is recursive),
// and at a thread's end to the next breakpoint. `step` and `finish` go into a function that waits and out of it.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 %gdb %t 2>&1 | FileCheck %s
#include <cstdio>

__device__ int exchanged(int *s, int v)
{
    s[threadIdx.x] = v;
    __syncthreads();
    int other = s[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    return other;
}

__device__ int summed(int *s, int v, int depth)
{
    if (depth == 0)
        return v;
    __syncthreads();
    return v + summed(s, v, depth - 1);
}

__global__ void kernel(int *p, int n)
{
    __shared__ int s[64];
    int i = threadIdx.x;
    int a = exchanged(s, n + i);
    __syncthreads();
    int b = __shfl_xor_sync(0xffffffff, a, 1);
    int c = summed(s, b, 3);
    int d = exchanged(s, c);
    p[blockIdx.x * 64 + i] = d;
}

__global__ void plain(int *p)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    p[i] += 1;
}

void finished(int result) {}

int main()
{
    int *p;
    cudaMallocManaged(&p, 128 * sizeof(int));
    kernel<<<2, 64>>>(p, 5);
    cudaDeviceSynchronize();
    plain<<<2, 64>>>(p);
    cudaDeviceSynchronize();
    finished(p[3]);
}

// GDB: break kernel if threadIdx.x == 37 && blockIdx.x == 1
// GDB: run
// GDB: disable
// GDB: next
// GDB: next
// CHECK: hit Breakpoint 1{{.*}}kernel (p=0x{{[0-9a-f]+}}, n=5) at {{.*}}next.cu:30
// CHECK-NEXT: int i = threadIdx.x;
// CHECK: int a = exchanged
// CHECK-NEXT: __syncthreads();
// GDB: print a
// CHECK-NEXT: = 31
// GDB: next
// GDB: next
// GDB: next
// CHECK-NEXT: int b = __shfl
// CHECK-NEXT: int c = summed
// CHECK-NEXT: int d = exchanged
// GDB: print {b, c}
// CHECK-NEXT: = {32, 128}
// GDB: print threadIdx
// CHECK-NEXT: = (37, 0, 0)
// GDB: step
// GDB: next
// GDB: next
// CHECK-NEXT: exchanged ({{.*}}v=128)
// CHECK-NEXT: s[threadIdx.x] = v;
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: int other =
// GDB: next
// CHECK-NEXT: __syncthreads();
// GDB: print other
// CHECK-NEXT: = 164
// GDB: finish
// CHECK: kernel ({{.*}}n=5)
// CHECK: Value returned is {{.*}} 164
// GDB: next
// CHECK: p[blockIdx.x * 64 + i] = d;
// GDB: next
// CHECK-NEXT: {{^[0-9]+.*}}}
// GDB: break finished
// GDB: break plain if threadIdx.x == 63 && blockIdx.x == 1
// GDB: next
// CHECK: hit Breakpoint 3{{.*}}plain
// GDB: next
// GDB: next
// GDB: next
// CHECK: p[i] += 1;
// CHECK-NEXT: {{^[0-9]+.*}}}
// CHECK: hit Breakpoint {{.*}}finished (result=29)
