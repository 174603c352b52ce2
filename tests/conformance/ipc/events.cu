// FEW-WAYS
// Events between processes: a stream, a host thread and a query wait for what another process has recorded.
#include "process.h"

#include <chrono>
#include <thread>

struct Given {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t written, answered;
};

__global__ void set(int *cell, int value) { *cell = value; }
__global__ void answer(int *cells) { cells[1] = cells[0] + 1; }

static void CUDART_CB linger(void *milliseconds)
{
    std::this_thread::sleep_for(std::chrono::milliseconds((long)milliseconds));
}

/* Its stream waits for the parent's kernel; then it answers, slowly. */
static int child(const Given &given)
{
    void *memory;
    cudaEvent_t written, answered;
    cudaStream_t stream;
    CHECK(cudaIpcOpenMemHandle(&memory, given.memory, cudaIpcMemLazyEnablePeerAccess));
    CHECK(cudaIpcOpenEventHandle(&written, given.written));
    CHECK(cudaIpcOpenEventHandle(&answered, given.answered));
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int *cells = (int *)memory;
    CHECK(cudaStreamWaitEvent(stream, written, 0));
    answer<<<1, 1, 0, stream>>>(cells);
    CHECK(cudaGetLastError());
    CHECK(cudaLaunchHostFunc(stream, linger, (void *)100));
    CHECK(cudaEventRecord(answered, stream));
    CHECK(cudaEventSynchronize(written));
    CHECK(cudaEventQuery(written));
    CHECK(cudaEventSynchronize(answered));
    int got[2];
    CHECK(cudaMemcpy(got, cells, sizeof got, cudaMemcpyDeviceToHost));
    EXPECT_EQ(got[0], 41);
    EXPECT_EQ(got[1], 42);
    CHECK(cudaEventDestroy(written));
    CHECK(cudaEventDestroy(answered));
    CHECK(cudaIpcCloseMemHandle(memory));
    return failures != 0;
}

/* In a graph other processes would not see the record: refused, not forgotten. */
static void refused_as_nodes(cudaEvent_t shared)
{
    cudaGraph_t graph;
    cudaGraphNode_t node;
    CHECK(cudaGraphCreate(&graph, 0));
#ifdef __SOFTWARP__
    EXPECT_ERROR(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, shared), cudaErrorNotSupported);
    EXPECT_ERROR(cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, shared), cudaErrorNotSupported);
#endif
    (void)node, (void)shared;
    CHECK(cudaGraphDestroy(graph));
}

static void wrong_calls(cudaEvent_t shared)
{
    cudaIpcEventHandle_t handle;
    cudaEvent_t event, plain;
    EXPECT_ERROR(cudaEventCreateWithFlags(&event, cudaEventInterprocess), cudaErrorInvalidValue);
    CHECK(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
    EXPECT(cudaIpcGetEventHandle(&handle, plain) != cudaSuccess);
#ifdef __SOFTWARP__ /* NVIDIA's library does not look */
    EXPECT(cudaIpcGetEventHandle(nullptr, shared) != cudaSuccess);
#endif
    memset(&handle, 0x33, sizeof handle);
    EXPECT(cudaIpcOpenEventHandle(&event, handle) != cudaSuccess);
    cudaGetLastError();
    CHECK(cudaEventDestroy(plain));
    refused_as_nodes(shared);
}

int main(int argc, char **argv)
{
    if (argc > 2)
        return child(from_hexadecimal<Given>(argv[2]));
    Given given;
    DeviceArray<int> cells(2);
    cudaEvent_t written, answered;
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&written, cudaEventInterprocess | cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&answered, cudaEventInterprocess | cudaEventDisableTiming));
    CHECK(cudaIpcGetMemHandle(&given.memory, cells));
    CHECK(cudaIpcGetEventHandle(&given.written, written));
    CHECK(cudaIpcGetEventHandle(&given.answered, answered));
    CHECK(cudaEventQuery(written));
    /* The child begins long before this is over. */
    CHECK(cudaLaunchHostFunc(stream, linger, (void *)1500));
    set<<<1, 1, 0, stream>>>(cells, 41);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(written, stream));
    EXPECT_EQ(cudaEventQuery(written), cudaErrorNotReady);
    EXPECT_EQ(run("child", hexadecimal(&given, sizeof given)), 0);
    CHECK(cudaStreamWaitEvent(stream, answered, 0));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(cells.host() == (std::vector<int>{41, 42}));
    wrong_calls(written);
    CHECK(cudaEventDestroy(written));
    CHECK(cudaEventDestroy(answered));
    return finish();
}
