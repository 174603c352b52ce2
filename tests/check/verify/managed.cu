// Managed memory that is written to by kernels, by the host between launches, and by another host thread during them:
// all of it stays as it would without verification, whether pages are protected or the system notes what is written to.
// RUN: %swcc %s -o %t
// RUN: %softwarp verify %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_VERIFY_SCANS=always %softwarp verify %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_VERIFY_SCANS=never %softwarp verify %t 2>&1 | FileCheck %s
#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

constexpr int COUNT = 1 << 16, LAUNCHES = 60, PAGE = 1024; // a page, in words

__global__ void step(int *values, int from, int rounds)
{
    int i = from + threadIdx.x;
    for (int k = 0; k < rounds; k++) values[i] = values[i] * 3 + i;
}

static unsigned expected[COUNT];

static void expect_step(int from, int rounds)
{
    for (int i = from; i < from + 256; i++)
        for (int k = 0; k < rounds; k++) expected[i] = expected[i] * 3 + i;
}

static int wrong(const int *values)
{
    int count = 0;
    for (int i = 0; i < COUNT; i++) count += unsigned(values[i]) != expected[i];
    return count;
}

// The host writes itself, and lets the system write.
static void host_alone(int *values)
{
    int zeros = open("/dev/zero", O_RDONLY);
    for (int k = 0; k < LAUNCHES; k++) {
        int from = k * 37 % 64 * PAGE, at = k * 11 % 64 * PAGE + 300;
        values[at] = expected[at] = k;
        int *start = values + k * 5 % 64 * PAGE + 600;
        if (read(zeros, start, 8) == 8) expected[start - values] = expected[start - values + 1] = 0;
        step<<<1, 256>>>(values, from, 2);
        cudaDeviceSynchronize();
        expect_step(from, 2);
    }
    close(zeros);
}

// Another thread writes to pages that the launch does not write to, while it is compared.
static void host_beside(int *values)
{
    std::atomic<int> launched{0};
    std::atomic<bool> is_done{false};
    int writes = 0;
    std::thread other([&] {
        while (!is_done) {
            int k = launched;
            values[(k + 32) % 64 * PAGE + 700] += 1;
            expected[(k + 32) % 64 * PAGE + 700] += 1;
            writes++;
            if (writes % 16 == 0) usleep(50);
        }
    });
    for (int k = 0; k < LAUNCHES; k++) {
        launched = k;
        step<<<1, 256>>>(values, k % 64 * PAGE, 2000);
        cudaDeviceSynchronize();
        expect_step(k % 64 * PAGE, 2000);
    }
    is_done = true;
    other.join();
}

int main()
{
    int *values;
    cudaMallocManaged(&values, COUNT * sizeof(int));
    for (int i = 0; i < COUNT; i++) values[i] = expected[i] = i;
    host_alone(values);
    // CHECK-DAG: alone: 0 words are wrong
    printf("alone: %d words are wrong\n", wrong(values));
    host_beside(values);
    // CHECK-DAG: beside: 0 words are wrong
    printf("beside: %d words are wrong\n", wrong(values));
    host_alone(values);
    // CHECK-DAG: alone again: 0 words are wrong
    printf("alone again: %d words are wrong\n", wrong(values));
    // CHECK-DAG: VERIFY SUMMARY: 180 launches: 0 differ; 180 the same
    return 0;
}
