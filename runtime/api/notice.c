/* What the links between devices and to the host can do, and notices that a device gives (CUDA Runtime API, "Device
 * Management"). */
#include <stdlib.h>

#include "device/device.h"
#include "os/thread/lock.h"
#include "report/error.h"

enum {
    OF_INTEGERS = cudaAtomicCapabilitySigned | cudaAtomicCapabilityUnsigned,
    OF_WORDS = cudaAtomicCapabilityReduction | cudaAtomicCapabilityScalar32 | cudaAtomicCapabilityScalar64,
};

/* All memory is the host's, so every atomic function that there is works on it. */
static const unsigned links[] = {
    [cudaAtomicOperationIntegerAdd] = OF_INTEGERS | OF_WORDS,
    [cudaAtomicOperationIntegerMin] = OF_INTEGERS | OF_WORDS,
    [cudaAtomicOperationIntegerMax] = OF_INTEGERS | OF_WORDS,
    [cudaAtomicOperationIntegerIncrement] = cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityScalar32 |
                                            cudaAtomicCapabilityReduction,
    [cudaAtomicOperationIntegerDecrement] = cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityScalar32 |
                                            cudaAtomicCapabilityReduction,
    [cudaAtomicOperationAnd] = OF_INTEGERS | OF_WORDS,
    [cudaAtomicOperationOr] = OF_INTEGERS | OF_WORDS,
    [cudaAtomicOperationXOR] = OF_INTEGERS | OF_WORDS,
    [cudaAtomicOperationExchange] = OF_INTEGERS | OF_WORDS | cudaAtomicCapabilityScalar128,
    [cudaAtomicOperationCAS] = OF_INTEGERS | OF_WORDS | cudaAtomicCapabilityScalar128,
    [cudaAtomicOperationFloatAdd] = OF_WORDS | cudaAtomicCapabilitySigned | cudaAtomicCapabilityVector32x4,
    [cudaAtomicOperationFloatMin] = 0,
    [cudaAtomicOperationFloatMax] = 0,
};

static cudaError_t capabilities_of(unsigned *capabilities, const enum cudaAtomicOperation *operations, unsigned count) {
    if (!capabilities || !operations || !count)
        return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; i++) {
        if ((unsigned)operations[i] >= sizeof links / sizeof *links)
            return swrt_because(cudaErrorInvalidValue, "there is no atomic operation %d", (int)operations[i]);
        capabilities[i] = links[operations[i]];
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const enum cudaAtomicOperation *operations,
                                                unsigned int count, int device) {
    if (!swrt_device_valid(device))
        return swrt_fail(cudaErrorInvalidDevice);
    return swrt_fail(capabilities_of(capabilities, operations, count));
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const enum cudaAtomicOperation *operations,
                                               unsigned int count, int srcDevice, int dstDevice) {
    if (!swrt_device_valid(srcDevice) || !swrt_device_valid(dstDevice) || srcDevice == dstDevice)
        return swrt_fail(cudaErrorInvalidDevice);
    return swrt_fail(capabilities_of(capabilities, operations, count));
}

/* Devices have no budget of memory that another could shrink, so no notice is ever given; who waits for one is kept, so
 * that handles can be told from others. */
struct cudaAsyncCallbackEntry {
    int device;
    struct cudaAsyncCallbackEntry *next;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct cudaAsyncCallbackEntry *entries;

static cudaError_t add_notice(int device, cudaAsyncCallback function, cudaAsyncCallbackHandle_t *handle) {
    if (!function || !handle)
        return cudaErrorInvalidValue;
    if (!swrt_device_valid(device))
        return cudaErrorInvalidDevice;
    struct cudaAsyncCallbackEntry *entry = malloc(sizeof *entry);
    if (!entry)
        return cudaErrorMemoryAllocation;
    swrt_mutex_lock(&lock);
    *entry = (struct cudaAsyncCallbackEntry){device, entries};
    entries = *handle = entry;
    swrt_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callbackFunc, void *userData,
                                                cudaAsyncCallbackHandle_t *callback) {
    return swrt_fail(add_notice(device, callbackFunc, callback));
}

static cudaError_t drop_notice(int device, const struct cudaAsyncCallbackEntry *handle) {
    if (!swrt_device_valid(device))
        return cudaErrorInvalidDevice;
    swrt_mutex_lock(&lock);
    struct cudaAsyncCallbackEntry **link = &entries;
    while (*link && (*link != handle || (*link)->device != device))
        link = &(*link)->next;
    struct cudaAsyncCallbackEntry *found = *link;
    if (found)
        *link = found->next;
    swrt_mutex_unlock(&lock);
    free(found);
    return found ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t callback) {
    return swrt_fail(drop_notice(device, callback));
}
