// Integer constants of the source have their values in device code, warpSize among them, though nothing is left of them; of
// the file, of a namespace, of a class; of every size and sign; those that lie in memory, too.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
// RUN: %swcc -g -G -rdc=true %s -o %t
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
#include <cstdio>

static const __device__ int five = 5;
static constexpr short minus = -7;
constexpr __device__ unsigned char large = 200;
static const unsigned long long huge = 0xfedcba9876543210ull;
static const bool yes = true;
static const __device__ int seen = 11;
namespace ns { static const unsigned nine = 4000000009u; }
struct owner { static constexpr int four = 4; };

__device__ int of(const int *p) { return *p; }

__global__ void kernel(int *p)
{
    *p = five + minus + large + (int)huge + yes + (int)ns::nine + owner::four + of(&seen) + warpSize;
}

int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof(int));
    kernel<<<1, 1>>>(p);
    cudaDeviceSynchronize();
}

// GDB: break kernel
// GDB: run
// CHECK: hit Breakpoint 1
// GDB: print warpSize
// CHECK: = 32
// GDB: print five
// CHECK-NEXT: = 5
// GDB: print minus
// CHECK-NEXT: = -7
// GDB: print (int)large
// CHECK-NEXT: = 200
// GDB: print/x huge
// CHECK-NEXT: = 0xfedcba9876543210
// GDB: print yes
// CHECK-NEXT: = true
// GDB: print ns::nine
// CHECK-NEXT: = 4000000009
// GDB: print owner::four
// CHECK-NEXT: = 4
// GDB: print seen
// CHECK-NEXT: = 11
// GDB: print five * warpSize
// CHECK-NEXT: = 160
