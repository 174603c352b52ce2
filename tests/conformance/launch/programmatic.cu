// Programmatic dependent launches: a kernel that is launched before the one in front of it has ended waits for all of that
// with cudaGridDependencySynchronize, whatever cudaTriggerProgrammaticLaunchCompletion came before.
// NO-GPU: it wants sm_90, and is not recorded yet
#include "../conformance.h"

enum { THREADS = 256, BLOCKS = 16, COUNT = THREADS * BLOCKS, ROUNDS = 20 };

// Architectures before 9.0 have neither; there the kernels depend on each other by the stream alone.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define TRIGGER() cudaTriggerProgrammaticLaunchCompletion()
#define WAIT() cudaGridDependencySynchronize()
#else
#define TRIGGER()
#define WAIT()
#endif

__global__ void add(int *to, const int *from, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2)
        TRIGGER();
    WAIT();
    int other = from[COUNT - 1 - i];
    __syncthreads();
    TRIGGER();
    to[i] = other + step;
}

static cudaError_t launch(cudaStream_t stream, int *to, const int *from, int step)
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = BLOCKS;
    config.blockDim = THREADS;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, add, to, from, step);
}

int main()
{
    std::vector<int> expected(COUNT);
    for (int i = 0; i < COUNT; i++)
        expected[i] = i;
    DeviceArray<int> one(expected), two(COUNT);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    for (int round = 0; round < ROUNDS; round++) {
        CHECK(launch(stream, round % 2 ? one : two, round % 2 ? two : one, round));
        std::vector<int> before = expected;
        for (int i = 0; i < COUNT; i++)
            expected[i] = before[COUNT - 1 - i] + round;
    }
    CHECK(cudaStreamSynchronize(stream));
    std::vector<int> got = one.host();
    for (int i = 0; i < COUNT; i++)
        EXPECT_EQ(got[i], expected[i]);
    CHECK(cudaStreamDestroy(stream));
    return finish();
}
