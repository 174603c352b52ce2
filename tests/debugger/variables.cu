// Device, constant and managed variables show what the device has, in any function, also of a namespace, of a class, of
// the file's own, of another file's header; and not what their shadows on the host have.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 %gdb %t 2>&1 | FileCheck %s
// RUN: %swcc -g -G -rdc=true %s -o %t
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
// RUN: %swcc -g -G -cudart=shared %s -o %t
// RUN: env SOFTWARP_THREADS=2 %gdb %t 2>&1 | FileCheck %s
#include <cstdio>

struct pair { int a; float f; };
struct owner { static __device__ int member; };
__device__ int counter = 7;
__constant__ float table[4] = {1, 2, 3, 4};
__managed__ int common = 11;
__device__ pair things[2];
static __device__ int hidden = 5;
namespace ns { __device__ double deep = 2.5; }
namespace { __constant__ int nameless = 1; }
__device__ int owner::member = 1;
__device__ int *pointer = &counter;

__device__ int sum()
{
    return counter + hidden + (int)ns::deep + common + things[1].a + (int)table[1] + owner::member + *pointer + nameless;
}

__global__ void kernel(int *p)
{
    counter += 1;
    __syncthreads();
    *p = sum();
}

template <class T> static void set(T &symbol, const T &value)
{
    if (cudaMemcpyToSymbol(symbol, &value, sizeof value))
        printf("set failed\n");
}

void finished(int result) {}

int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof(int));
    set(counter, 99);
    set(hidden, 55);
    set(ns::deep, 4.25);
    set(nameless, 66);
    set(owner::member, 77);
    float values[4] = {10, 20, 30, 40};
    cudaMemcpyToSymbol(table, values, sizeof values);
    pair pairs[2] = {{1, 2}, {3, 4}};
    cudaMemcpyToSymbol(things, pairs, sizeof pairs);
    common = 33;
    kernel<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    finished(*p);
}

// GDB: break finished
// GDB: break main
// GDB: run
// CHECK: Breakpoint 2, {{.*}}main ()
// GDB: print table
// CHECK: = {1, 2, 3, 4}
// GDB: print $device("counter")
// CHECK-NEXT: = 7
// GDB: print $device("ns::deep")
// CHECK-NEXT: = 2.5
// GDB: break kernel
// GDB: continue
// CHECK: hit Breakpoint 3
// GDB: print counter
// CHECK: = 99
// GDB: print table
// CHECK-NEXT: = {10, 20, 30, 40}
// GDB: print common
// CHECK-NEXT: = 33
// GDB: print things
// CHECK-NEXT: = {{{{}}a = 1, f = 2}, {a = 3, f = 4}}
// GDB: print hidden
// CHECK-NEXT: = 55
// GDB: print ns::deep
// CHECK-NEXT: = 4.25
// GDB: print nameless
// CHECK-NEXT: = 66
// GDB: print owner::member
// CHECK-NEXT: = 77
// GDB: print *pointer
// CHECK-NEXT: = 99
// GDB: break sum
// GDB: continue
// CHECK: hit Breakpoint 4{{.*}}sum ()
// GDB: print counter
// CHECK: = 100
// GDB: print *&counter
// CHECK-NEXT: = 100
// GDB: print {hidden, nameless, common, owner::member}
// CHECK-NEXT: = {55, 66, 33, 77}
// GDB: print ns::deep
// CHECK-NEXT: = 4.25
// GDB: set var counter = 1000
// GDB: set var common = 2000
// GDB: continue
// CHECK: hit Breakpoint {{.*}}finished (result=4225)
