/* Pinned and registered host memory (CUDA Runtime API, "Memory Management"). All host memory is within reach of device
 * code here, so registering it and mapping it change no address. */
#include "base/plural.h"
#include "memory/memory.h"
#include "module/registry.h"
#include "os/memory/probe.h"
#include "report/error.h"
#include "stream/engine.h"

#define REGISTER_FLAGS \
    (cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly)

static cudaError_t register_memory(void *address, size_t bytes, unsigned flags) {
    struct swrt_allocation found;
    SWRT_TRY(swrt_check_device());
    if (!address || !bytes)
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s at %p", bytes, swrt_s(bytes), address);
    if (flags & ~(unsigned)REGISTER_FLAGS)
        return swrt_because(cudaErrorInvalidValue, "flags are %u", flags);
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    if (kind != SWRT_MEMORY_NONE && kind != SWRT_MEMORY_REGISTERED)
        return swrt_because(cudaErrorInvalidValue, "%p is CUDA's memory already", address);
    if (!swrt_memory_readable(address, bytes))
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s at %p cannot be read", bytes, swrt_s(bytes), address);
    return swrt_memory_register(address, bytes, flags | cudaHostRegisterMapped, swrt_current_device());
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags) {
    return swrt_fail(register_memory(ptr, size, flags));
}

static cudaError_t unregister_memory(void *address) {
    struct swrt_allocation found;
    SWRT_TRY(swrt_check_device());
    if (!address)
        return cudaErrorInvalidValue;
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    if (kind != SWRT_MEMORY_NONE && kind != SWRT_MEMORY_REGISTERED)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_devices_wait());
    return swrt_memory_unregister(address);
}

cudaError_t cudaHostUnregister(void *ptr) {
    return swrt_fail(unregister_memory(ptr));
}

static bool is_pinned(enum swrt_memory_kind kind) {
    return kind == SWRT_MEMORY_HOST || kind == SWRT_MEMORY_REGISTERED;
}

static cudaError_t get_device_pointer(void **device, void *host, unsigned flags) {
    struct swrt_allocation found;
    SWRT_TRY(swrt_check_device());
    if (!device || !host || flags)
        return cudaErrorInvalidValue;
    if (!is_pinned(swrt_memory_find(host, &found)))
        return swrt_because(cudaErrorInvalidValue, "%p is not pinned host memory", host);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags) {
    return swrt_fail(get_device_pointer(pDevice, pHost, flags));
}

static cudaError_t get_flags(unsigned *flags, void *host) {
    struct swrt_allocation found;
    SWRT_TRY(swrt_check_device());
    if (!flags)
        return cudaErrorInvalidValue;
    if (!is_pinned(swrt_memory_find(host, &found)))
        return swrt_because(cudaErrorInvalidValue, "%p is not pinned host memory", host);
    *flags = found.flags;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost) {
    return swrt_fail(get_flags(pFlags, pHost));
}
