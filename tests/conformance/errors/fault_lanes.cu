// A fault names the thread that made it, also where all of a warp or of a block make the access at once, and leaves no
// trace of how that was found out. Where it cannot be, the report names the threads that ran side by side.
// RUN: %swcc -lineinfo %s -o %t
// RUN: %run %t store 2>&1 | FileCheck %s --check-prefixes=HERE,STORE
// RUN: env SOFTWARP_LANES=32 %run %t store 2>&1 | FileCheck %s --check-prefixes=HERE,STORE
// RUN: env SOFTWARP_LANES=8 %run %t store 2>&1 | FileCheck %s --check-prefixes=HERE,STORE
// RUN: env SOFTWARP_LANES=1 %run %t store 2>&1 | FileCheck %s --check-prefixes=HERE,STORE
// RUN: env SOFTWARP_SHUFFLE=reverse %run %t store 2>&1 | FileCheck %s --check-prefixes=HERE,STORE
// RUN: %run %t gather 2>&1 | FileCheck %s --check-prefixes=HERE,GATHER
// RUN: %run %t wild 2>&1 | FileCheck %s --check-prefixes=HERE,WILD
// RUN: %run %t side 2>&1 | FileCheck %s --check-prefixes=HERE,SIDE
// RUN: %run %t block 2>&1 | FileCheck %s --check-prefixes=HERE,BLOCK
// RUN: env SOFTWARP_LANES=32 %run %t block 2>&1 | FileCheck %s --check-prefixes=HERE,BLOCK
// RUN: %run %t atomic 2>&1 | FileCheck %s --check-prefixes=HERE,ATOMIC
// RUN: %run %t later 2>&1 | FileCheck %s --check-prefixes=LATER
// RUN: %run %t ticket 2>&1 | FileCheck %s --check-prefixes=TICKET
#include <cstdio>
#include <cstring>

enum { BAD = 43, COUNT = 128 };

__global__ void store(float **at) { *at[threadIdx.x] = threadIdx.x; }

__global__ void gather(const float *from, const long long *index, float *to)
{
    to[threadIdx.x] = from[index[threadIdx.x]];
}

/* All side by side: those from BAD on lie behind the allocation. */
__global__ void side(float *at, int offset) { at[threadIdx.x + offset] = threadIdx.x; }

__global__ void block(const float *from, const long long *index, float *to)
{
    __shared__ float s[COUNT];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    to[threadIdx.x] = from[index[threadIdx.x]] + s[COUNT - 1 - threadIdx.x];
}

__global__ void atomic(int *at, const long long *index) { atomicAdd(&at[index[threadIdx.x]], 1); }

/* What another thread of the warp does after the access of all is as bad, but BAD faults first. */
__global__ void later(float **at, float *far, int *done)
{
    atomicAdd(&done[threadIdx.x], 1);
    *at[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 32)
        *far = 1;
}

/* Run again it does not fault. */
__global__ void ticket(float **at, int *next)
{
    int own = atomicAdd(next, 1);
    if (own < COUNT)
        *at[own] = 1;
}

int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    float *memory, **at;
    long long *index;
    int *done;
    const size_t bytes = 1 << 20, far = 64 << 20;
    cudaMalloc(&memory, bytes);
    cudaMallocManaged(&at, COUNT * sizeof *at);
    cudaMallocManaged(&index, COUNT * sizeof *index);
    cudaMallocManaged(&done, COUNT * sizeof *done);
    for (int i = 0; i < COUNT; i++) {
        at[i] = &memory[i * 7];
        index[i] = i * 7;
        done[i] = 0;
    }
    at[BAD] = (float *)16;
    index[BAD] = !strcmp(how, "wild") ? 1ll << 60 : -(long long)(size_t)memory / 4 + 4;
    if (!strcmp(how, "store"))
        store<<<1, COUNT>>>(at);
    else if (!strcmp(how, "gather") || !strcmp(how, "wild"))
        gather<<<1, COUNT>>>(memory, index, memory + COUNT);
    else if (!strcmp(how, "side"))
        side<<<1, COUNT>>>(memory, bytes / sizeof(float) - BAD);
    else if (!strcmp(how, "block"))
        block<<<1, COUNT>>>(memory, index, memory + COUNT);
    else if (!strcmp(how, "atomic"))
        atomic<<<1, COUNT>>>((int *)memory, index);
    else if (!strcmp(how, "later"))
        later<<<1, COUNT>>>(at, (float *)far, done);
    else
        ticket<<<1, COUNT>>>(at, done);
    cudaError_t error = cudaDeviceSynchronize();
    int most = 0;
    for (int i = 0; i < COUNT; i++)
        most = done[i] > most ? done[i] : most;
    fprintf(stderr, "%s, %d\n", cudaGetErrorName(error), !strcmp(how, "ticket") ? most <= COUNT : most);
}

// STORE: Invalid access to 0x10 in kernel store(float**), block (0,0,0), thread (43,0,0), at {{.*}}fault_lanes.cu:22
// GATHER: Invalid access to 0x10 in kernel gather{{.*}}, block (0,0,0), thread (43,0,0), at {{.*}}fault_lanes.cu:26
// WILD: in kernel gather{{.*}}, block (0,0,0), thread (43,0,0), at {{.*}}fault_lanes.cu:26
// SIDE: in kernel side(float*, int), block (0,0,0), thread (43,0,0), at {{.*}}fault_lanes.cu:30
// SIDE: is 0 bytes past the 1048576-byte allocation
// BLOCK: Invalid access to 0x10 in kernel block{{.*}}, block (0,0,0), thread (43,0,0), at {{.*}}fault_lanes.cu:37
// ATOMIC: Invalid access to 0x10 in kernel atomic{{.*}}, block (0,0,0), thread (43,0,0), at {{.*}}fault_lanes.cu:40
// LATER: Invalid access to 0x10 in kernel later{{.*}}, block (0,0,0), thread (43,0,0), at {{.*}}fault_lanes.cu:46
// LATER: cudaErrorIllegalAddress, 1
// HERE: cudaErrorIllegalAddress
// TICKET: Invalid access to 0x10 in kernel ticket{{.*}}, one of the threads (32,0,0) to (63,0,0)
// TICKET: cudaErrorIllegalAddress, 1
