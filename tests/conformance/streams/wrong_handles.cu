// FEW-WAYS
// NO-GPU: NVIDIA's library may crash where a handle has been destroyed
// Every function that takes a stream or an event, with one that is no more and with none: an error, and nothing has been
// done. Memory that was to be freed in such a stream is still there.
#include "../conformance.h"

__global__ void nothing() {}

static void CUDART_CB count(void *calls) { ++*(int *)calls; }
static void CUDART_CB count_status(cudaStream_t, cudaError_t, void *calls) { ++*(int *)calls; }

static cudaError_t prefetch(void *memory, cudaStream_t stream)
{
#if CUDART_VERSION >= 13000
    return cudaMemPrefetchAsync(memory, 1024, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, stream);
#else
    return cudaMemPrefetchAsync(memory, 1024, 0, stream);
#endif
}

#define REFUSED(call) EXPECT_ERROR(call, cudaErrorInvalidResourceHandle)

static void streams(cudaStream_t gone, cudaEvent_t event)
{
    int calls = 0, priority, device;
    unsigned flags;
    unsigned long long id;
    void *memory, *other = nullptr;
    cudaStreamCaptureStatus status;
    cudaGraph_t graph;
    cudaLaunchAttributeValue value = {};
    CHECK(cudaMalloc(&memory, 1024));
    REFUSED(cudaStreamSynchronize(gone));
    REFUSED(cudaStreamQuery(gone));
    REFUSED(cudaStreamDestroy(gone));
    REFUSED(cudaStreamGetPriority(gone, &priority));
    REFUSED(cudaStreamGetFlags(gone, &flags));
    REFUSED(cudaStreamGetId(gone, &id));
    REFUSED(cudaStreamGetDevice(gone, &device));
    REFUSED(cudaStreamWaitEvent(gone, event, 0));
    REFUSED(cudaEventRecord(event, gone));
    REFUSED(cudaLaunchHostFunc(gone, count, &calls));
    REFUSED(cudaStreamAddCallback(gone, count_status, &calls, 0));
    REFUSED(cudaMemcpyAsync(memory, (char *)memory + 512, 512, cudaMemcpyDeviceToDevice, gone));
    REFUSED(cudaMemsetAsync(memory, 0, 1024, gone));
    REFUSED(cudaStreamBeginCapture(gone, cudaStreamCaptureModeGlobal));
    REFUSED(cudaStreamEndCapture(gone, &graph));
    REFUSED(cudaStreamIsCapturing(gone, &status));
    REFUSED(cudaStreamGetAttribute(gone, cudaLaunchAttributePriority, &value));
    REFUSED(cudaStreamSetAttribute(gone, cudaLaunchAttributePriority, &value));
    REFUSED(cudaMallocAsync(&other, 1024, gone));
    CHECK(cudaMallocManaged(&other, 1024));
    EXPECT_ERROR(prefetch(other, gone), cudaErrorInvalidResourceHandle);
    REFUSED(cudaStreamAttachMemAsync(gone, (char *)other, 0, cudaMemAttachSingle));
    CHECK(cudaFree(other));
    REFUSED(cudaFreeAsync(memory, gone));
    nothing<<<1, 1, 0, gone>>>();
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(calls, 0);
    CHECK(cudaMemset(memory, 1, 1024));
    CHECK(cudaFreeAsync(memory, 0));
    CHECK(cudaDeviceSynchronize());
}

static void events(cudaEvent_t gone)
{
    cudaEvent_t event;
    float time;
    CHECK(cudaEventCreate(&event));
    CHECK(cudaEventRecord(event, 0));
    REFUSED(cudaEventRecord(gone, 0));
    REFUSED(cudaEventQuery(gone));
    REFUSED(cudaEventSynchronize(gone));
    REFUSED(cudaEventElapsedTime(&time, gone, event));
    REFUSED(cudaEventElapsedTime(&time, event, gone));
    REFUSED(cudaStreamWaitEvent(0, gone, 0));
    REFUSED(cudaEventDestroy(gone));
    CHECK(cudaEventSynchronize(event));
    CHECK(cudaEventDestroy(event));
}

static void missing_places()
{
    EXPECT_ERROR(cudaStreamCreate(nullptr), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaEventCreate((cudaEvent_t *)nullptr), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamGetPriority(0, nullptr), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamGetId(0, nullptr), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaLaunchHostFunc(0, nullptr, nullptr), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamDestroy(0), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaStreamDestroy(cudaStreamPerThread), cudaErrorInvalidResourceHandle);
}

int main()
{
    cudaStream_t stream;
    cudaEvent_t event, gone;
    CHECK(cudaEventCreate(&event));
    CHECK(cudaEventCreate(&gone));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaEventDestroy(gone));
    streams(stream, event);
    streams((cudaStream_t)event, event); /* a handle of another kind */
    streams((cudaStream_t)&event, event);
    events(gone);
    events(nullptr);
    CHECK(cudaStreamCreate(&stream));
    events((cudaEvent_t)stream);
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    streams((cudaStream_t)graph, event);
    EXPECT_ERROR(cudaGraphDestroy((cudaGraph_t)stream), cudaErrorInvalidValue);
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    missing_places();
    return finish();
}
