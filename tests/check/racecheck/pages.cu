// Copies and fills of whole pages, whose words several threads have accessed at the same time.
// With two streams the report is the same in each run, too.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check --tool racecheck %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check --tool racecheck --seeds 1 %t wrong > %t.1 2>&1
// RUN: for i in 2 3 4 5; do %softwarp check --tool racecheck --seeds 1 %t wrong 2>&1 | diff %t.1 -; done
// RUN: FileCheck %s < %t.1
#include "check.h"

enum { PAGE = 1024, PAGES = 2, COUNT = PAGE * PAGES };
static int values[COUNT];

__global__ void count(int *counters)
{
    for (int i = 0; i < COUNT; i++)
        atomicAdd(&counters[i], 1);
}
__global__ void look(const int *counters, int *sums)
{
    for (int i = 0; i < COUNT; i++)
        sums[blockIdx.x * blockDim.x + threadIdx.x] += counters[i];
}

int main(int argc, char **argv)
{
    int *counters, *copy, *sums;
    cudaStream_t other;
    bool wrong = is_wrong(argc, argv);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMalloc(&counters, sizeof values);
    cudaMalloc(&copy, sizeof values);
    cudaMalloc(&sums, 16 * sizeof(int));
    cudaMemset(counters, 0, sizeof values);
    cudaMemset(sums, 0, 16 * sizeof(int));
    count<<<2, 8>>>(counters);
    cudaMemcpy(values, counters, sizeof values, cudaMemcpyDeviceToHost);
    count<<<2, 8>>>(counters);
    cudaMemcpyAsync(copy, counters, sizeof values, cudaMemcpyDeviceToDevice, wrong ? other : 0);
    cudaDeviceSynchronize();
    look<<<2, 8>>>(counters, sums);
    cudaMemsetAsync(counters, 0, sizeof values, wrong ? other : 0);
    return finish();
}
// RIGHT: cudaSuccess
// RIGHT: ERROR SUMMARY: 0 errors
// CHECK-DAG: atomic operation in scope device at count(int*)
// CHECK-DAG: read by a copy of the API
// CHECK-DAG: read at look(int const*, int*)
// CHECK-DAG: write by a fill of the API
// CHECK: ERROR SUMMARY: 2 errors
