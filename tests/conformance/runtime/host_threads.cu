// Several host threads use the device at once; each has its own last error.
#include "../conformance.h"
#include <atomic>
#include <thread>

__global__ void add(int *sum, int n) { atomicAdd(sum, n); }
__global__ void reduce(const int *in, int *out)
{
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    for (int active = 32; active; active /= 2) {
        __syncthreads();
        if (threadIdx.x < active)
            values[threadIdx.x] += values[threadIdx.x + active];
    }
    if (threadIdx.x == 0)
        *out = values[0];
}

static std::atomic<int> wrong;

static void work(int *shared_sum, int me)
{
    cudaStream_t stream;
    std::vector<int> numbers(64);
    wrong += cudaStreamCreate(&stream) != cudaSuccess;
    for (int round = 0; round < 50; round++) {
        int expected = 0, got = -1;
        for (int i = 0; i < 64; i++)
            expected += numbers[i] = i * me + round;
        DeviceArray<int> in(numbers), out(1);
        cudaStreamSynchronize(0);
        reduce<<<1, 64, 0, stream>>>(in, out);
        add<<<3, 2, 0, stream>>>(shared_sum, 1);
        cudaMemcpyAsync(&got, out, sizeof got, cudaMemcpyDeviceToHost, stream);
        wrong += cudaStreamSynchronize(stream) != cudaSuccess;
        wrong += got != expected;
    }
    /* This thread makes an error; the others must not see it. */
    if (me % 2)
        cudaMalloc(static_cast<int **>(nullptr), 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    wrong += cudaGetLastError() != (me % 2 ? cudaErrorInvalidValue : cudaSuccess);
    wrong += cudaStreamDestroy(stream) != cudaSuccess;
}

int main()
{
    DeviceArray<int> sum(1);
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; i++)
        threads.emplace_back(work, sum.at, i);
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(wrong.load(), 0);
    EXPECT_EQ(sum.host()[0], 6 * 50 * 6);
    return finish();
}
