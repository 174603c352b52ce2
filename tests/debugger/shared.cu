// Shared variables are there anywhere in a kernel and in functions that name them, static and dynamic ones.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 %gdb %t 2>&1 | FileCheck %s
// RUN: %swcc -g -G -rdc=true %s -o %t
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
#include <cstdio>

struct pair { int a; float f; };
extern __shared__ pair dynamic[];

__device__ float both(int i)
{
    __shared__ int own[32];
    own[i] = 1000 + i;
    return dynamic[i].f + own[i];
}

template <class T> __global__ void kernel(T *p, int n)
{
    __shared__ T numbers[32];
    __shared__ pair one;
    int i = threadIdx.x;
    numbers[i] = n * i;
    dynamic[i].a = 10 * i;
    dynamic[i].f = i + 0.5f;
    if (i == 0)
        one = dynamic[0];
    __syncthreads();
    if (i > 30) {
        __shared__ short inner;
        inner = -3;
        numbers[0] += inner;
    }
    __syncthreads();
    p[i] = numbers[0] + numbers[31 - i] + both(i) + one.f;
}

void finished(double result) {}

int main()
{
    double *p;
    cudaMallocManaged(&p, 32 * sizeof *p);
    kernel<<<1, 32, 32 * sizeof(pair)>>>(p, 5);
    cudaDeviceSynchronize();
    finished(p[3]);
}

// GDB: break kernel<double> if threadIdx.x == 31
// GDB: run
// CHECK: hit Breakpoint 1{{.*}}kernel<double> (p=0x{{.*}}, n=5)
// GDB: print numbers
// CHECK: = {0, 5, 10, 15, {{.*}} 145, 150, 0}
// GDB: print one
// CHECK-NEXT: = {a = 0, f = 0.5}
// GDB: print dynamic[30]
// CHECK-NEXT: = {a = 300, f = 30.5}
// GDB: break both if threadIdx.x == 4
// GDB: tbreak shared.cu:35
// GDB: continue
// CHECK: hit Temporary breakpoint
// GDB: print inner
// CHECK: = -3
// GDB: print numbers[31]
// CHECK-NEXT: = 155
// GDB: continue
// CHECK: hit Breakpoint 2{{.*}}both (i=4)
// GDB: print dynamic[4]
// CHECK: = {a = 40, f = 4.5}
// GDB: next
// GDB: print own[4]
// CHECK: = 1004
// GDB: print dynamic[0]@3
// CHECK-NEXT: = {{{{}}a = 0, f = 0.5}, {a = 10, f = 1.5}, {a = 20, f = 2.5}}
// GDB: up
// CHECK: kernel<double>
// GDB: print numbers[0]
// CHECK: = -3
// GDB: delete
// GDB: break finished
// GDB: continue
// CHECK: hit Breakpoint {{.*}}finished (result=1144)
