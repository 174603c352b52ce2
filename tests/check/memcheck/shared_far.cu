// A fault at a shared variable is told as one of shared memory wherever the index leads, and once: what is read outside of
// everything is not told as unwritten as well.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp check --tool memcheck,initcheck %t store 20000 2>&1 | FileCheck -DWHAT=write --check-prefixes=FAULT,BEHIND %s
// RUN: %softwarp check --tool memcheck,initcheck %t store 1000000 2>&1 | FileCheck -DWHAT=write --check-prefixes=FAULT,BEHIND %s
// RUN: %softwarp check --tool memcheck,initcheck %t load -200000 2>&1 | FileCheck -DWHAT=read --check-prefixes=FAULT,BEFORE %s
// RUN: %softwarp check --tool memcheck,initcheck %t add 1000000 2>&1 | FileCheck -DWHAT=atomic --check-prefixes=FAULT,BEHIND %s
// RUN: %softwarp check --tool memcheck,initcheck %t none 0 2>&1 | FileCheck -DWHAT=write --check-prefixes=FAULT,NONE %s
// RUN: %softwarp check --tool memcheck,initcheck %t load 8 2>&1 | FileCheck -DWHAT=read --check-prefixes=FAULT %s
// RUN: %softwarp check --tool memcheck,initcheck %t global 10 2>&1 | FileCheck --check-prefix=GLOBAL %s
// What is allocated and unwritten is still told, alone or not; outside, initcheck alone tells it.
// RUN: %softwarp check --tool memcheck,initcheck %t global 9 2>&1 | FileCheck --check-prefix=UNWRITTEN %s
// RUN: %softwarp check --tool initcheck %t global 9 2>&1 | FileCheck --check-prefix=UNWRITTEN %s
// RUN: %softwarp check --tool initcheck %t global 10 2>&1 | FileCheck --check-prefix=UNWRITTEN %s
// RUN: %softwarp check --tool memcheck,initcheck %t load 7 2>&1 | FileCheck --check-prefix=RIGHT %s
#include "../check.h"

__global__ void store(int at, int *out)
{
    __shared__ int values[8];
    values[threadIdx.x] = 0;
    values[at] = 1;
    *out = values[0];
}
__global__ void load(int at, int *out)
{
    __shared__ int values[8];
    for (int i = 0; i < 8; i++)
        values[i] = 0;
    int *place = values + at;
    *out = *place;
}
__global__ void add(int at, int *out)
{
    __shared__ int values[8];
    values[threadIdx.x] = 0;
    atomicAdd(&values[at], 1);
}
__global__ void none(int at, int *out)
{
    extern __shared__ int dynamic[];
    dynamic[at] = 1;
}
__global__ void global(int at, int *out) { out[0] = out[at]; }

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*kernel)(int, int *); } kernels[] = {
        {"store", store}, {"load", load}, {"add", add}, {"none", none}, {"global", global}};
    int *out;
    cudaMalloc(&out, 10 * sizeof *out);
    for (auto &each : kernels)
        if (!strcmp(each.name, argv[1]))
            each.kernel<<<1, 1>>>(atoi(argv[2]), out);
    return finish();
}
// FAULT-NOT: Uninitialized
// FAULT: ========= Invalid __shared__ [[WHAT]] of size 4 bytes
// BEHIND: bytes from the start of the 32-byte variable values
// BEFORE: Address is before the block's shared memory
// NONE: The block has no shared memory
// FAULT-NOT: Uninitialized
// FAULT: ERROR SUMMARY: 1 error in
// GLOBAL: Invalid __global__ read
// GLOBAL: ERROR SUMMARY: 1 error in
// UNWRITTEN: Uninitialized __global__ memory read
// UNWRITTEN: ERROR SUMMARY: 1 error in
// RIGHT: ERROR SUMMARY: 0 errors in
