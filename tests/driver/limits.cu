// What no GPU has room for is refused where the kernel or variable is; what just fits compiles.
// RUN: %swcc -c %s -o %t.o
// RUN: %if !quick %{ %swcc -c %s -o %t.o -arch=sm_70 -DLESS=28668 %}
// RUN: not %swcc -c %s -o %t.o -arch=sm_60 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: %if !quick %{ %swcc -c %s -o %t.o -arch=sm_60 -DLESS=28668 %}
// RUN: not %swcc -c %s -o %t.o -DLESS=-1 2>&1 | FileCheck %s --check-prefix=PARAMETERS
// RUN: not %swcc -c %s -o %t.o -DMORE_SHARED=1 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not %swcc -c %s -o %t.o -DMORE_CONSTANT=1 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: %if !quick %{ not %swcc -c %s -o %t.o -DBOTH=__constant__ 2>&1 | FileCheck %s --check-prefix=BOTH %}
#ifndef LESS
#define LESS 0
#endif
#ifndef MORE_SHARED
#define MORE_SHARED 0
#endif
#ifndef MORE_CONSTANT
#define MORE_CONSTANT 0
#endif
#ifndef BOTH
#define BOTH
#endif

struct __attribute__((packed)) Many { char bytes[32756 - LESS]; };

// OLD: limits.cu:[[@LINE+2]]: error: the parameters of kernel '{{.*}}parameters{{.*}}' take 32764 bytes; 4096 is the most below sm_70
// PARAMETERS: limits.cu:[[@LINE+1]]: error: the parameters of kernel '{{.*}}parameters{{.*}}' take 32765 bytes; 32764 is the most
__global__ void parameters(int *out, Many many) { *out = many.bytes[*out]; }

// SHARED: limits.cu:[[@LINE+1]]: error: the __shared__ variables of kernel '{{.*}}shared{{.*}}' take 49153 bytes; 49152 is the most
__global__ void shared(int *out)
{
    __shared__ char tile[49152 + MORE_SHARED];
    tile[threadIdx.x] = *out;
    __syncthreads();
    *out = tile[*out];
}

__constant__ int small[4];
// CONSTANT: limits.cu:[[@LINE+1]]: error: the __constant__ variables take 65537 bytes; 65536 is the most (the largest is 'large', with 65521)
__constant__ char large[65520 + MORE_CONSTANT];
__global__ void constants(int *out) { *out = small[*out] + large[*out]; }

// BOTH: limits.cu:[[@LINE+1]]: error: 'both' is both __managed__ and __constant__
__managed__ BOTH int both;
