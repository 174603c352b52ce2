// NO-GPU: an H200 ends a capture when another thread tries to end it, and says that that is not allowed
// What a capture forbids, and what becomes of it: each error, then whether the capture is still valid. All values are the
// guide's and the API reference's.
#include "../conformance.h"
#include "forms.h"
#include <thread>

__global__ void add(int *values) { atomicAdd(values, 1); }

static cudaStream_t stream, other;
static cudaEvent_t event;
static int *values;

static void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) { CHECK(cudaStreamBeginCapture(stream, mode)); }

/* Ends the capture, which must be invalid or not. */
static void end(cudaError_t expected, cudaStream_t of)
{
    cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(&graph);
    if (expected)
        EXPECT_ERROR(cudaStreamEndCapture(of, &graph), expected);
    else
        CHECK(cudaStreamEndCapture(of, &graph));
    EXPECT_EQ(graph == nullptr, expected != cudaSuccess);
    if (graph)
        CHECK(cudaGraphDestroy(graph));
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamIsCapturing(of, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusNone);
}

static void not_capturing()
{
    cudaGraph_t graph;
    EXPECT_ERROR(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
    EXPECT_ERROR(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
    EXPECT_ERROR(cudaStreamBeginCapture(stream, (cudaStreamCaptureMode)7), cudaErrorInvalidValue);
    begin();
    EXPECT_ERROR(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    end(cudaSuccess, stream);
}

/* Waiting for what does not run: it would never end. */
static void synchronous_calls()
{
    begin();
    add<<<1, 1, 0, stream>>>(values);
    EXPECT_ERROR(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
    cudaStreamCaptureStatus status;
    CHECK(cudaStreamIsCapturing(stream, &status));
    EXPECT_EQ(status, cudaStreamCaptureStatusInvalidated);
    add<<<1, 1, 0, stream>>>(values);
    EXPECT_EQ(cudaGetLastError(), cudaErrorStreamCaptureInvalidated);
    end(cudaErrorStreamCaptureInvalidated, stream);
    begin();
    EXPECT_ERROR(cudaStreamQuery(stream), cudaErrorStreamCaptureUnsupported);
    end(cudaErrorStreamCaptureInvalidated, stream);
    begin(cudaStreamCaptureModeRelaxed);
    EXPECT_ERROR(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    end(cudaErrorStreamCaptureInvalidated, stream);
}

/* The legacy stream would have to wait for a stream that captures; a non-blocking one it does not wait for. */
static void legacy_stream()
{
    begin();
    add<<<1, 1>>>(values);
    EXPECT_EQ(cudaGetLastError(), cudaErrorStreamCaptureImplicit);
    end(cudaErrorStreamCaptureInvalidated, stream);
    begin(cudaStreamCaptureModeRelaxed);
    int value;
    EXPECT_ERROR(cudaMemcpy(&value, values, sizeof value, cudaMemcpyDeviceToHost), cudaErrorStreamCaptureImplicit);
    end(cudaErrorStreamCaptureInvalidated, stream);
    begin();
    cudaStreamCaptureStatus status;
    EXPECT_ERROR(cudaStreamIsCapturing(0, &status), cudaErrorStreamCaptureImplicit);
    end(cudaSuccess, stream);
    CHECK(cudaStreamBeginCapture(other, cudaStreamCaptureModeRelaxed)); /* non-blocking */
    add<<<1, 1>>>(values);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&value, values, sizeof value, cudaMemcpyDeviceToHost));
    end(cudaSuccess, other);
}

static void events()
{
    begin();
    CHECK(cudaEventRecord(event, stream));
    EXPECT_ERROR(cudaEventQuery(event), cudaErrorCapturedEvent);
    end(cudaErrorStreamCaptureInvalidated, stream);
    begin(cudaStreamCaptureModeRelaxed);
    CHECK(cudaEventRecord(event, stream));
    EXPECT_ERROR(cudaEventSynchronize(event), cudaErrorCapturedEvent);
    end(cudaErrorStreamCaptureInvalidated, stream);
    CHECK(cudaEventRecord(event, other)); /* work outside: nothing to wait for inside */
    begin();
    EXPECT_ERROR(cudaStreamWaitEvent(stream, event, 0), cudaErrorStreamCaptureIsolation);
    end(cudaErrorStreamCaptureInvalidated, stream);
    CHECK(cudaEventSynchronize(event));
}

static void forks()
{
    begin();
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaStreamWaitEvent(other, event, 0));
    add<<<1, 1, 0, other>>>(values);
    end(cudaErrorStreamCaptureUnjoined, stream);
    begin();
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaStreamWaitEvent(other, event, 0));
    cudaGraph_t graph;
    EXPECT_ERROR(cudaStreamEndCapture(other, &graph), cudaErrorStreamCaptureUnmatched);
    end(cudaErrorStreamCaptureInvalidated, stream);
    begin();
    CHECK(cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(event, stream));
    EXPECT_ERROR(cudaStreamWaitEvent(other, event, 0), cudaErrorStreamCaptureMerge);
    end(cudaErrorStreamCaptureInvalidated, stream);
    end(cudaErrorStreamCaptureInvalidated, other);
}

static void try_to_end()
{
    cudaGraph_t graph;
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureWrongThread);
}

static void try_to_allocate(cudaError_t *error)
{
    void *memory = nullptr;
    *error = cudaMalloc(&memory, 1000);
    if (!*error)
        CHECK(cudaFree(memory));
}

/* cudaMalloc is unsafe during a capture: which threads it is forbidden to depends on the capture's mode and the thread's. */
static void modes()
{
    void *memory;
    begin(cudaStreamCaptureModeThreadLocal);
    EXPECT_ERROR(cudaMalloc(&memory, 1000), cudaErrorStreamCaptureUnsupported);
    end(cudaErrorStreamCaptureInvalidated, stream);
    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    begin();
    EXPECT_ERROR(cudaMallocArray(&array, &desc, 4, 4), cudaErrorStreamCaptureUnsupported);
    end(cudaErrorStreamCaptureInvalidated, stream);
    CHECK(cudaMallocArray(&array, &desc, 4, 4));
    begin();
    EXPECT_ERROR(cudaFreeArray(array), cudaErrorStreamCaptureUnsupported);
    end(cudaErrorStreamCaptureInvalidated, stream);
    CHECK(cudaFreeArray(array));
    begin(cudaStreamCaptureModeRelaxed);
    CHECK(cudaMalloc(&memory, 1000));
    end(cudaSuccess, stream);
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    CHECK(cudaThreadExchangeStreamCaptureMode(&mode));
    EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
    begin(cudaStreamCaptureModeGlobal);
    CHECK(cudaFree(memory));
    end(cudaSuccess, stream);
    CHECK(cudaThreadExchangeStreamCaptureMode(&mode));
    EXPECT_EQ(mode, cudaStreamCaptureModeRelaxed);
    cudaError_t error;
    begin(cudaStreamCaptureModeGlobal);
    std::thread(try_to_allocate, &error).join();
    EXPECT_EQ(error, cudaErrorStreamCaptureUnsupported);
    end(cudaErrorStreamCaptureInvalidated, stream);
    begin(cudaStreamCaptureModeThreadLocal);
    std::thread(try_to_allocate, &error).join();
    EXPECT_EQ(error, cudaSuccess);
    std::thread(try_to_end).join();
    end(cudaSuccess, stream);
    mode = (cudaStreamCaptureMode)9;
    EXPECT_ERROR(cudaThreadExchangeStreamCaptureMode(&mode), cudaErrorInvalidValue);
}

int main()
{
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CHECK(cudaMalloc(&values, sizeof(int)));
    CHECK(cudaMemset(values, 0, sizeof(int)));
    CHECK(cudaDeviceSynchronize());
    not_capturing();
    synchronous_calls();
    legacy_stream();
    events();
    forks();
    modes();
    int count;
    CHECK(cudaMemcpy(&count, values, sizeof count, cudaMemcpyDeviceToHost));
    EXPECT_EQ(count, 1);
    return finish();
}
