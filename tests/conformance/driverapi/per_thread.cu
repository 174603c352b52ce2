// SWCC: --default-stream per-thread
// NVCC: --default-stream per-thread -lcuda
// FEW-WAYS
// With --default-stream per-thread stream 0 is the calling thread's own stream in the driver API too, and in the runtime
// API's copies to and from arrays: their work does not wait for another stream's kernel, as the legacy stream's would.
// And stream 0 captures what is put into it.
#include "driver.h"

__global__ void wait_for(volatile int *flag)
{
    while (*flag == 0) {
    }
}

static const int count = 64;

/* Each would wait for the legacy stream if it went there; pinned memory, so that copies need not be waited for. */
static void driver_functions(CUdeviceptr memory, int *pinned)
{
    CUstream none = nullptr;
    DRIVER(cuMemsetD32Async(memory, 7, count, none));
    DRIVER(cuMemcpyDtoHAsync(pinned, memory, count * sizeof(int), none));
    DRIVER(cuStreamSynchronize(none));
    EXPECT_EQ(pinned[count - 1], 7);
    DRIVER(cuMemsetD16(memory, 0x0102, 2 * count));
    DRIVER(cuMemcpyDtoH(pinned, memory, count * sizeof(int)));
    EXPECT_EQ(pinned[count - 1], 0x01020102);
    pinned[0] = 5;
    DRIVER(cuMemcpyHtoD(memory, pinned, sizeof(int)));
    DRIVER(cuMemcpyDtoD(memory + 8, memory, sizeof(int)));
    DRIVER(cuMemcpy((CUdeviceptr)(pinned + 1), memory + 8, sizeof(int)));
    EXPECT_EQ(pinned[1], 5);
    CUevent event;
    DRIVER(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    DRIVER(cuEventRecord(event, none));
    DRIVER(cuEventSynchronize(event));
    DRIVER(cuEventDestroy(event));
    DRIVER(cuStreamQuery(none));
    unsigned long long own, of_thread, legacy;
    DRIVER(cuStreamGetId(none, &own));
    DRIVER(cuStreamGetId(CU_STREAM_PER_THREAD, &of_thread));
    DRIVER(cuStreamGetId(CU_STREAM_LEGACY, &legacy));
    EXPECT(own == of_thread && own != legacy);
}

static void entry_points(CUdeviceptr memory)
{
    CUresult (*set)(CUdeviceptr, unsigned, size_t, CUstream), (*query)(CUstream), (*legacy)(CUstream);
    cudaDriverEntryPointQueryResult found;
    CUdriverProcAddressQueryResult status;
    CHECK(cudaGetDriverEntryPoint("cuMemsetD32Async", (void **)&set, cudaEnableDefault, &found));
    DRIVER(cuGetProcAddress("cuStreamQuery", (void **)&query, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
    DRIVER(set(memory, 9, count, nullptr));
    CHECK(cudaStreamSynchronize(0));
    DRIVER(query(nullptr));
    DRIVER(cuGetProcAddress("cuStreamQuery", (void **)&legacy, 12000, CU_GET_PROC_ADDRESS_LEGACY_STREAM, &status));
    EXPECT_RESULT(legacy(nullptr), CUDA_ERROR_NOT_READY);
}

static void array_copies(int *pinned)
{
    cudaArray_t array, other;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    CHECK(cudaMallocArray(&array, &desc, 8, 8));
    CHECK(cudaMallocArray(&other, &desc, 8, 8));
    for (int i = 0; i < count; i++)
        pinned[i] = 100 + i;
    CHECK(cudaMemcpy2DToArray(array, 0, 0, pinned, 32, 32, 8, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, 32, 8, cudaMemcpyDeviceToDevice));
    memset(pinned, 0, count * sizeof(int));
    CHECK(cudaMemcpy2DFromArrayAsync(pinned, 32, other, 0, 0, 32, 8, cudaMemcpyDeviceToHost, 0));
    CHECK(cudaStreamSynchronize(0));
    EXPECT_EQ(pinned[63], 163);
    /* Captured: the legacy stream could not. */
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    size_t nodes = 0;
    CHECK(cudaStreamBeginCapture(0, cudaStreamCaptureModeThreadLocal));
    CHECK(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned + 32, 32, 32, 2, cudaMemcpyHostToDevice, 0));
    CHECK(cudaMemcpy2DFromArrayAsync(pinned, 32, array, 0, 0, 32, 2, cudaMemcpyDeviceToHost, 0));
    CHECK(cudaStreamEndCapture(0, &graph));
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    EXPECT_EQ(nodes, (size_t)2);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaStreamSynchronize(0));
    EXPECT_EQ(pinned[15], 147);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

int main()
{
    int *flag, *pinned;
    CUdeviceptr memory;
    cudaStream_t stream;
    CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
    CHECK(cudaMallocHost(&pinned, count * sizeof(int)));
    CHECK(cudaMalloc((void **)&memory, count * sizeof(int)));
    /* In a blocking stream: the legacy stream waits for it, a thread's own stream does not. */
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamDefault));
    *flag = 1;
    wait_for<<<1, 1, 0, stream>>>(flag); /* a GPU loads a kernel at its first launch */
    CHECK(cudaDeviceSynchronize());
    *flag = 0;
    wait_for<<<1, 1, 0, stream>>>(flag);
    CHECK(cudaGetLastError());
    driver_functions(memory, pinned);
    entry_points(memory);
    array_copies(pinned);
    *const_cast<volatile int *>(flag) = 1;
    CHECK(cudaDeviceSynchronize());
    return finish();
}
