/* Streams and events in the driver API (CUDA Driver API reference, "Stream Management", "Event Management"). */
#include <stdlib.h>

#include "device/context.h"
#include "report/error.h"

CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags) {
    SWRT_CONTEXT_CALL(cudaStreamCreateWithFlags(phStream, Flags));
}

CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority) {
    SWRT_CONTEXT_CALL(cudaStreamCreateWithPriority(phStream, flags, priority));
}

CUresult cuStreamGetPriority(CUstream hStream, int *priority) {
    SWRT_CONTEXT_CALL(cudaStreamGetPriority(hStream, priority));
}

CUresult cuStreamGetFlags(CUstream hStream, unsigned int *flags) {
    SWRT_CONTEXT_CALL(cudaStreamGetFlags(hStream, flags));
}

CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId) {
    SWRT_CONTEXT_CALL(cudaStreamGetId(hStream, streamId));
}

/* Streams belong to devices: the current context if it is of that device, else the primary one. */
static cudaError_t get_context(CUstream stream, CUcontext *context) {
    int device;
    if (!context)
        return cudaErrorInvalidValue;
    SWRT_TRY(cudaStreamGetDevice(stream, &device));
    struct CUctx_st *current = swrt_context_current();
    *context = current->device == device ? current : swrt_context_primary(device);
    return cudaSuccess;
}

CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx) {
    SWRT_CONTEXT_CALL(get_context(hStream, pctx));
}

/* There are no green contexts. */
static cudaError_t get_both_contexts(CUstream stream, CUcontext *context, CUgreenCtx *green) {
    if (!green)
        return cudaErrorInvalidValue;
    SWRT_TRY(get_context(stream, context));
    *green = NULL;
    return cudaSuccess;
}

CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx) {
    SWRT_CONTEXT_CALL(get_both_contexts(hStream, pCtx, pGreenCtx));
}

CUresult cuStreamGetDevice(CUstream hStream, CUdevice *device) {
    SWRT_CONTEXT_CALL(cudaStreamGetDevice(hStream, device));
}

static cudaError_t is_capturing(CUstream stream, CUstreamCaptureStatus *status) {
    enum cudaStreamCaptureStatus answer;
    if (!status)
        return cudaErrorInvalidValue;
    SWRT_TRY(cudaStreamIsCapturing(stream, &answer));
    *status = (CUstreamCaptureStatus)answer; /* numbered alike */
    return cudaSuccess;
}

CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus) {
    SWRT_CONTEXT_CALL(is_capturing(hStream, captureStatus));
}

CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
    SWRT_CONTEXT_CALL(cudaStreamWaitEvent(hStream, hEvent, Flags));
}

/* A callback of this API gets this API's codes. */
struct callback {
    CUstreamCallback function;
    void *data;
};

static void call_back(cudaStream_t stream, cudaError_t status, void *data) {
    struct callback *callback = data;
    callback->function(stream, swrt_driver_code(status), callback->data);
    free(callback);
}

static cudaError_t add_callback(CUstream stream, CUstreamCallback function, void *data, unsigned flags) {
    struct callback *callback = function ? malloc(sizeof *callback) : NULL;
    if (!callback)
        return function ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    *callback = (struct callback){function, data};
    cudaError_t error = cudaStreamAddCallback(stream, call_back, callback, flags);
    if (error)
        free(callback);
    return error;
}

CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags) {
    SWRT_CONTEXT_CALL(add_callback(hStream, callback, userData, flags));
}

CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData) {
    SWRT_CONTEXT_CALL(cudaLaunchHostFunc(hStream, fn, userData));
}

CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) {
    SWRT_CONTEXT_CALL(cudaStreamAttachMemAsync(hStream, (void *)(uintptr_t)dptr, length, flags));
}

CUresult cuStreamQuery(CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaStreamQuery(hStream));
}

CUresult cuStreamSynchronize(CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaStreamSynchronize(hStream));
}

CUresult cuStreamDestroy_v2(CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaStreamDestroy(hStream));
}

CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags) {
    SWRT_CONTEXT_CALL(cudaEventCreateWithFlags(phEvent, Flags));
}

CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
    SWRT_CONTEXT_CALL(cudaEventRecord(hEvent, hStream));
}

CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
    SWRT_CONTEXT_CALL(cudaEventRecordWithFlags(hEvent, hStream, flags));
}

CUresult cuEventQuery(CUevent hEvent) {
    SWRT_CONTEXT_CALL(cudaEventQuery(hEvent));
}

CUresult cuEventSynchronize(CUevent hEvent) {
    SWRT_CONTEXT_CALL(cudaEventSynchronize(hEvent));
}

CUresult cuEventDestroy_v2(CUevent hEvent) {
    SWRT_CONTEXT_CALL(cudaEventDestroy(hEvent));
}

CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd) {
    SWRT_CONTEXT_CALL(cudaEventElapsedTime(pMilliseconds, hStart, hEnd));
}
