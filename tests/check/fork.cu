// Processes that a program forks while its kernels run: CUDA does not work there, and nothing is checked; what they do
// with memory is not told, and waits for nobody.
// RUN: %swcc --check %s -o %t
// RUN: for t in memcheck racecheck all; do timeout 60 %softwarp check --seeds 1 --tool $t %t || exit 1; done 2>&1 | FileCheck %s
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

__global__ void add(int *values)
{
    for (int i = 0; i < 50; i++)
        values[blockIdx.x * blockDim.x + threadIdx.x] += i;
}

static int child(int *values)
{
    void *memory;
    for (int i = 0; i < 1000; i++)
        values[i] = values[(i + 1) % 1000] + 1;
    return cudaMalloc(&memory, 4) != cudaErrorInitializationError;
}

int main()
{
    int *values, failures = 0, status;
    cudaMallocManaged(&values, 4096);
    std::atomic<bool> is_over(false);
    std::thread launches([&] {
        while (!is_over) {
            add<<<4, 32>>>(values);
            cudaDeviceSynchronize();
        }
    });
    for (int i = 0; i < 60; i++) {
        pid_t process = fork();
        if (!process)
            exit(child(values));
        waitpid(process, &status, 0);
        failures += status != 0;
    }
    is_over = true;
    launches.join();
    // CHECK: 0 failures
    printf("%d failures\n", failures);
}
// CHECK: ERROR SUMMARY: 0 errors
// CHECK: 0 failures
// CHECK: ERROR SUMMARY: 0 errors
// CHECK: 0 failures
// CHECK: ERROR SUMMARY: 0 errors
