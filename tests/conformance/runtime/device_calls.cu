// FEW-WAYS
// NO-GPU: nvcc has these in device code with -rdc=true and cudadevrt only
// The runtime API in device code: memory of the device heap, errors, version; host code that names the same functions.
#include "../conformance.h"
#include <memory>

__host__ __device__ const char *say(cudaError_t error) { return cudaGetErrorString(error); }

__global__ void allocate(int *sums, int *good)
{
    int *mine = nullptr;
    void *raw = nullptr;
    bool ok = cudaMalloc(&mine, (threadIdx.x + 1) * sizeof(int)) == cudaSuccess && cudaMalloc(&raw, 8) == cudaSuccess;
    for (unsigned i = 0; ok && i <= threadIdx.x; i++)
        mine[i] = int(i);
    __syncthreads();
    int sum = 0;
    for (unsigned i = 0; ok && i <= threadIdx.x; i++)
        sum += mine[i];
    sums[threadIdx.x] = sum;
    ok = ok && cudaFree(mine) == cudaSuccess && cudaFree(raw) == cudaSuccess && cudaFree(nullptr) == cudaSuccess;
    ok = ok && cudaMalloc((void **)nullptr, 4) == cudaErrorInvalidValue;
    int version = 0;
    ok = ok && cudaRuntimeGetVersion(&version) == cudaSuccess && version >= 12000;
    good[threadIdx.x] = ok && cudaGetLastError() == cudaSuccess && cudaPeekAtLastError() == cudaSuccess;
}

__global__ void names(int *equal)
{
    const char *got[] = {say(cudaErrorInvalidValue), cudaGetErrorName(cudaErrorLaunchFailure), cudaGetErrorName(cudaError_t(12345))};
    const char *expected[] = {"invalid argument", "cudaErrorLaunchFailure", "unrecognized error code"};
    for (int k = 0; k < 3; k++) {
        int i = 0;
        while (expected[k][i] && got[k][i] == expected[k][i])
            i++;
        equal[k] = got[k][i] == expected[k][i];
    }
}

int main()
{
    enum { THREADS = 70 };
    DeviceArray<int> sums(THREADS), good(THREADS), equal(3);
    allocate<<<1, THREADS>>>(sums, good);
    CHECK_LAUNCH();
    names<<<1, 1>>>(equal);
    CHECK_LAUNCH();
    for (int i = 0; i < THREADS; i++) {
        EXPECT_EQ(sums.host()[i], i * (i + 1) / 2);
        EXPECT_EQ(good.host()[i], 1);
    }
    for (int k = 0; k < 3; k++)
        EXPECT_EQ(equal.host()[k], 1);

    /* Names of functions that both sides have, as host code uses them. */
    void *memory = nullptr;
    CHECK(cudaMalloc(&memory, 16));
    std::unique_ptr<void, decltype(&cudaFree)> a(memory, &cudaFree);
    std::shared_ptr<int> b(nullptr, cudaFree);
    cudaError_t (*last)() = cudaGetLastError;
    auto text = &cudaGetErrorString;
    EXPECT_EQ(last(), cudaSuccess);
    EXPECT_EQ(Words(text(cudaSuccess)), "no error");
    EXPECT_EQ(Words(say(cudaErrorInvalidValue)), "invalid argument");
    return finish();
}
