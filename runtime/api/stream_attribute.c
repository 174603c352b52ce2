/* Stream attributes: hints that programs set and read back. CUDA Runtime API reference, cudaStreamSetAttribute. */
#include <string.h>

#include "report/error.h"
#include "stream/engine_internal.h"
#include "stream/stream.h"

enum { DOMAINS = 4 }; /* Programming Guide, "Memory Synchronization Domains": as compute capability 9 has */

/* With the lock held. */
static cudaError_t set(struct CUstream_st *stream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue *value) {
    switch (attr) {
    case cudaLaunchAttributeAccessPolicyWindow:
        stream->window = value->accessPolicyWindow;
        return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
        if (value->syncPolicy < cudaSyncPolicyAuto || value->syncPolicy > cudaSyncPolicyBlockingSync)
            return cudaErrorInvalidValue;
        stream->sync_policy = value->syncPolicy;
        return cudaSuccess;
    case cudaLaunchAttributePriority: /* out of range it is the nearest, as when a stream is created */
        stream->priority = value->priority > SWRT_PRIORITY_LOW    ? SWRT_PRIORITY_LOW
                           : value->priority < SWRT_PRIORITY_HIGH ? SWRT_PRIORITY_HIGH
                                                                  : value->priority;
        return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomain:
        if ((unsigned)value->memSyncDomain > cudaLaunchMemSyncDomainRemote)
            return cudaErrorInvalidValue;
        stream->domain = value->memSyncDomain;
        return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomainMap:
        if (value->memSyncDomainMap.default_ >= DOMAINS || value->memSyncDomainMap.remote >= DOMAINS)
            return swrt_because(cudaErrorInvalidValue, "there are %d domains", DOMAINS);
        stream->domains = value->memSyncDomainMap;
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

static cudaError_t get(const struct CUstream_st *stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value) {
    memset(value, 0, sizeof *value);
    switch (attr) {
    case cudaLaunchAttributeAccessPolicyWindow:
        value->accessPolicyWindow = stream->window;
        return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
        value->syncPolicy = stream->sync_policy ? stream->sync_policy : cudaSyncPolicyAuto;
        return cudaSuccess;
    case cudaLaunchAttributePriority:
        value->priority = stream->priority;
        return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomain:
        value->memSyncDomain = stream->domain;
        return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomainMap:
        value->memSyncDomainMap = stream->domains;
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue *value) {
    cudaError_t error = swrt_check_device();
    if (error || !value)
        return swrt_fail(error ? error : cudaErrorInvalidValue);
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(hStream);
    error = stream ? set(stream, attr, value) : cudaErrorInvalidResourceHandle;
    swrt_unlock();
    return swrt_fail(error);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   cudaLaunchAttributeValue *value_out) {
    cudaError_t error = swrt_check_device();
    if (error || !value_out)
        return swrt_fail(error ? error : cudaErrorInvalidValue);
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(hStream);
    error = stream ? get(stream, attr, value_out) : cudaErrorInvalidResourceHandle;
    swrt_unlock();
    return swrt_fail(error);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
    cudaError_t error = swrt_check_device();
    if (error)
        return swrt_fail(error);
    swrt_lock();
    struct CUstream_st *to = swrt_stream_find(dst), *from = swrt_stream_find(src);
    if (to && from) {
        to->window = from->window;
        to->sync_policy = from->sync_policy;
        to->priority = from->priority;
        to->domain = from->domain;
        to->domains = from->domains;
    }
    swrt_unlock();
    return swrt_fail(to && from ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
