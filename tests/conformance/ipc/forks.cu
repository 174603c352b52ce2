// FEW-WAYS
// fork: a child may use CUDA if its parent has not; otherwise every call in the child is cudaErrorInitializationError,
// and the child ends as it should.
#include "process.h"

__global__ void set(int *cell) { *cell = 17; }

static int compute()
{
    DeviceArray<int> cell(1);
    set<<<1, 1>>>(cell);
    CHECK_LAUNCH();
    return cell.host()[0];
}

template <class T> static int in_child(T work)
{
    fflush(stdout);
    pid_t child = fork();
    if (child)
        return status_of(child);
    exit(work());
}

static int refused()
{
    void *memory;
    cudaStream_t stream;
    int count;
    if (cudaMalloc(&memory, 16) != cudaErrorInitializationError) return 1;
    if (cudaGetLastError() != cudaErrorInitializationError) return 2;
    if (cudaStreamCreate(&stream) != cudaErrorInitializationError) return 3;
    set<<<1, 1>>>((int *)memory);
    if (cudaGetLastError() != cudaErrorInitializationError) return 4;
    if (cudaDeviceSynchronize() != cudaErrorInitializationError) return 5;
    if (cudaGetDeviceCount(&count) != cudaSuccess) return 6;
    if (cudaSetDevice(0) != cudaErrorInitializationError) return 7;
    return 0;
}

int main()
{
    EXPECT_EQ(in_child([] { return compute() != 17; }), 0);
    EXPECT_EQ(compute(), 17);
    EXPECT_EQ(in_child(refused), 0);
    EXPECT_EQ(compute(), 17);
    return finish();
}
