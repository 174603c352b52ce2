/* A cooperative launch on several devices (removed in CUDA 13): a grid for each, whose blocks can all wait for each
 * other. CUDA Runtime API reference, "Execution Control": cudaLaunchCooperativeKernelMultiDevice.
 *
 * Unless the flags say otherwise no grid starts before all streams have come to it, and no stream goes on before all
 * grids are done. */
#include <stdlib.h>

#include "device/device.h"
#include "execute/grid.h"
#include "execute/launch.h"
#include "report/error.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"

/* The device of a stream of the program's own; -1: no such stream. */
static int device_of(cudaStream_t handle) {
    swrt_lock();
    struct CUstream_st *stream = swrt_stream_find(handle);
    int device = stream && !stream->is_null ? stream->device : -1;
    swrt_unlock();
    return device;
}

static bool same_shape(const struct cudaLaunchParams *a, const struct cudaLaunchParams *b) {
    return a->func == b->func && a->sharedMem == b->sharedMem && a->gridDim.x == b->gridDim.x &&
           a->gridDim.y == b->gridDim.y && a->gridDim.z == b->gridDim.z && a->blockDim.x == b->blockDim.x &&
           a->blockDim.y == b->blockDim.y && a->blockDim.z == b->blockDim.z;
}

static cudaError_t check_list(const struct cudaLaunchParams *list, unsigned count, unsigned flags, int *devices) {
    const unsigned known = cudaCooperativeLaunchMultiDeviceNoPreSync | cudaCooperativeLaunchMultiDeviceNoPostSync;
    if (!list || !count || count > (unsigned)swrt_device_count() || flags & ~known)
        return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; i++) {
        devices[i] = device_of(list[i].stream);
        if (devices[i] < 0)
            return swrt_because(cudaErrorInvalidResourceHandle, "launch %u needs a stream of its own", i);
        if (!same_shape(&list[i], &list[0]))
            return swrt_because(cudaErrorInvalidValue, "launch %u differs from the first in kernel, grid or block", i);
        for (unsigned k = 0; k < i; k++)
            if (devices[k] == devices[i])
                return swrt_because(cudaErrorInvalidValue, "launches %u and %u are for the same device", k, i);
    }
    return cudaSuccess;
}

/* All other streams wait for what the one has now. */
static cudaError_t wait_for(const struct cudaLaunchParams *list, unsigned count, unsigned one) {
    cudaEvent_t event;
    SWRT_TRY(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    cudaError_t error = cudaEventRecord(event, list[one].stream);
    for (unsigned i = 0; i < count && !error; i++)
        if (i != one)
            error = cudaStreamWaitEvent(list[i].stream, event, 0);
    cudaEventDestroy(event);
    return error;
}

/* Every stream waits for what all of them have had so far. */
static cudaError_t meet(const struct cudaLaunchParams *list, unsigned count, const int *devices) {
    for (unsigned i = 0; i < count; i++) {
        swrt_set_current_device(devices[i]);
        SWRT_TRY(wait_for(list, count, i));
    }
    return cudaSuccess;
}

/* The first tells whether there is room; nothing but a lack of memory stops the others then. */
static cudaError_t launch_all(const struct cudaLaunchParams *list, unsigned count, const int *devices) {
    struct swrt_together *together = calloc(1, sizeof *together);
    cudaError_t error = together ? cudaSuccess : cudaErrorMemoryAllocation;
    if (together)
        together->refs = 1;
    for (unsigned i = 0; i < count && !error; i++) {
        const struct cudaLaunchParams *p = &list[i];
        swrt_set_current_device(devices[i]);
        struct swrt_launch launch = {p->func,      p->gridDim, p->blockDim,        p->args,
                                     p->sharedMem, p->stream,  .cooperative = true};
        error = swrt_launch_together(&launch, together, count, i);
    }
    swrt_lock();
    swrt_together_release(together);
    swrt_unlock();
    return error;
}

static cudaError_t launch_on_each(const struct cudaLaunchParams *list, unsigned count, unsigned flags) {
    int devices[SWRT_MAX_DEVICES], current = swrt_current_device();
    cudaError_t error = cudaSuccess;
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(check_list(list, count, flags, devices));
    if (!(flags & cudaCooperativeLaunchMultiDeviceNoPreSync))
        error = meet(list, count, devices);
    if (!error)
        error = launch_all(list, count, devices);
    if (!error && !(flags & cudaCooperativeLaunchMultiDeviceNoPostSync))
        error = meet(list, count, devices);
    swrt_set_current_device(current);
    return error;
}

cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *launchParamsList, unsigned int numDevices,
                                                   unsigned int flags) {
    return swrt_fail(launch_on_each(launchParamsList, numDevices, flags));
}
