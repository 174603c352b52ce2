// With all tools one cause is told once: what is read outside of a local array, of shared, global, constant and device
// variables' memory is told by memcheck alone, of reads and of atomic operations.
// RUN: %swcc --check -Wno-array-bounds -Wno-uninitialized %s -o %t
// RUN: for i in `%t`; do %softwarp check --tool all %t $i; done > %t.txt 2>&1
// RUN: FileCheck --implicit-check-not=Uninitialized --implicit-check-not=Race --implicit-check-not="2 errors" %s < %t.txt
#include <cstdio>
#include <cstdlib>

__constant__ int table[4];
__device__ int words[4];
struct pair { int first, second; };

// CHECK: Invalid __local__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void local_read(int *o, int i) { int a[4]; for (int k = 0; k < 4; k++) a[k] = k; o[0] = a[i]; }
// CHECK: Invalid __local__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void local_far(int *o, int i) { int a[4]; for (int k = 0; k < 4; k++) a[k] = k; o[0] = a[i << 28]; }
// CHECK: Invalid __local__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void local_constant(int *o, int i) { int a[4]; a[1] = i; a[i % 2] = 3; o[0] = a[5] + a[1]; }
// CHECK: Invalid __local__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void local_update(int *o, int i) { int a[4]; for (int k = 0; k < 4; k++) a[k] = k; a[i] += 2; o[0] = a[1]; }
// CHECK: Invalid __local__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void local_later(int *o, int i)
{
    int a[4];
    a[1] = 3;
    int x = a[i];
    if (o[1] == 0)
        o[0] = x;
}
// CHECK: Invalid __local__ read of size
// CHECK: ERROR SUMMARY: 1 error
__global__ void local_members(int *o, int i)
{
    pair a[3];
    for (int k = 0; k < 3; k++)
        a[k] = pair{k, k};
    pair p = a[i];
    o[0] = p.first + p.second;
}
// CHECK: Invalid __shared__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void shared_read(int *o, int i) { __shared__ int s[4]; s[0] = 1; o[0] = s[i]; }
// CHECK: Invalid __shared__ atomic of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void shared_atomic(int *o, int i) { __shared__ int s[4]; s[0] = 1; o[0] = atomicAdd(s + i, 1); }
// CHECK: Invalid __shared__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void dynamic_read(int *o, int i) { extern __shared__ int d[]; d[0] = 1; o[0] = d[i]; }
// CHECK: Invalid __global__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void global_read(int *o, int i) { o[0] = o[i]; }
// CHECK: Invalid __global__ atomic of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void global_atomic(int *o, int i) { o[0] = atomicMax(o + i, 1); }
// CHECK: Invalid __global__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void constant_read(int *o, int i) { o[0] = table[i]; }
// CHECK: Invalid __global__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void device_read(int *o, int i) { o[0] = words[i]; }
// CHECK: Invalid __global__ atomic of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void device_atomic(int *o, int i) { o[0] = atomicCAS(words + i, 0, 1); }
// CHECK: Invalid __global__ read of size 4 bytes
// CHECK: ERROR SUMMARY: 1 error
__global__ void heap_read(int *o, int i)
{
    int *p = (int *)malloc(16);
    p[0] = 1;
    o[0] = p[i];
    free(p);
}

static void (*const kernels[])(int *, int) = {
    local_read, local_far, local_constant, local_update, local_later, local_members, shared_read, shared_atomic, dynamic_read,
    global_read, global_atomic, constant_read, device_read, device_atomic, heap_read};

int main(int argc, char **argv)
{
    int *o, count = sizeof kernels / sizeof *kernels;
    for (int i = 0; i < count && argc == 1; i++)
        printf("%d\n", i);
    if (argc == 1)
        return 0;
    cudaMalloc(&o, 16);
    cudaMemset(o, 0, 16);
    kernels[atoi(argv[1])]<<<1, 1, 16>>>(o, 5);
    cudaDeviceSynchronize();
    cudaFree(o);
}
