// What the host does while kernels are compared: it reads files into memory that kernels may use, and forks.
// RUN: %swcc %s -o %t
// RUN: %softwarp verify %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=TOLD %s < %t.err
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

constexpr int COUNT = 1 << 20;

__global__ void step(int *values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 20; k++) values[i] = values[i] * 3 + k;
}

// The system reports an error where it may not write, so no read may meet protected pages.
static int read_all(int file, void *to, size_t bytes)
{
    return read(file, to, bytes) != (ssize_t)bytes;
}

int main()
{
    int *values, *pinned, *managed, failed = 0, file = open("/dev/zero", O_RDONLY);
    void *registered = aligned_alloc(4096, 1 << 16);
    cudaMalloc(&values, COUNT * sizeof(int));
    cudaMemset(values, 0, COUNT * sizeof(int));
    cudaMallocHost(&pinned, 1 << 16);
    cudaMallocManaged(&managed, 1 << 16);
    cudaHostRegister(registered, 1 << 16, 0);
    for (int i = 0; i < 3; i++) {
        step<<<COUNT / 256, 256>>>(values);
        usleep(1000);
        failed += read_all(file, pinned, 1 << 16) + read_all(file, registered, 1 << 16) +
                  read_all(file, managed, 1 << 16);
        cudaDeviceSynchronize();
    }
    // CHECK: 0 of 9 reads failed
    printf("%d of 9 reads failed\n", failed);
    // The child has pages as they were in the parent, which goes on comparing, and must not wait for its end.
    int ended = 0, status;
    for (int i = 0; i < 3; i++) {
        step<<<COUNT / 256, 256>>>(values);
        usleep(25000);
        pid_t child = fork();
        if (!child) {
            alarm(20);
            pinned[0] = pinned[5000] = 7;
            _exit(pinned[0] == 7);
        }
        waitpid(child, &status, 0);
        ended += WIFEXITED(status) && WEXITSTATUS(status) == 1;
        cudaDeviceSynchronize();
    }
    // CHECK: 3 of 3 children ended, pinned 0, error 0
    printf("%d of 3 children ended, pinned %d, error %d\n", ended, pinned[0], cudaGetLastError());
    // TOLD: VERIFY SUMMARY: 6 launches: 0 differ; 6 the same
    return 0;
}
