// With --default-stream per-thread, stream 0 is a stream like others: it captures, and graphs are launched into it. Streams
// of two threads capture at the same time.
// SWCC: --default-stream per-thread
// NVCC: --default-stream per-thread
// FEW-WAYS
#include "../conformance.h"
#include <thread>

__global__ void add(int *values, int what) { values[threadIdx.x] += what; }

static void one_thread(int *values, int what)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(0, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemsetAsync(values, 0, 32 * sizeof(int), 0));
    for (int i = 0; i < 10; i++)
        add<<<1, 32>>>(values, what);
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamIsCapturing(0, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusActive);
    CHECK(cudaStreamEndCapture(0, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 20; i++)
        CHECK(cudaGraphLaunch(exec, 0));
    add<<<1, 32>>>(values, 1);
    CHECK(cudaStreamSynchronize(0));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

int main()
{
    int *values;
    CHECK(cudaMallocManaged(&values, 64 * sizeof(int)));
    std::thread other(one_thread, values, 3);
    one_thread(values + 32, 5);
    other.join();
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++) {
        EXPECT_EQ(values[i], 31);
        EXPECT_EQ(values[32 + i], 51);
    }
    return finish();
}
