/* What a pointer points to, and advice about managed memory (CUDA Runtime API, "Unified Addressing", "Memory
 * Management"). */
#include "base/plural.h"
#include "device/context.h"
#include "memory/memory.h"
#include "module/registry.h"
#include "os/memory/probe.h"
#include "report/error.h"
#include "report/refused.h"
#include "stream/engine.h"

static enum cudaMemoryType type_of(enum swrt_memory_kind kind) {
    switch (kind) {
    case SWRT_MEMORY_DEVICE:
        return cudaMemoryTypeDevice;
    case SWRT_MEMORY_MANAGED:
        return cudaMemoryTypeManaged;
    case SWRT_MEMORY_HOST:
    case SWRT_MEMORY_REGISTERED:
        return cudaMemoryTypeHost;
    default:
        return cudaMemoryTypeUnregistered;
    }
}

static cudaError_t get_attributes(struct cudaPointerAttributes *attributes, const void *address) {
    struct swrt_allocation found;
    if (!attributes)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_context_check_process());
    attributes->type = type_of(swrt_memory_find(address, &found));
    bool known = attributes->type != cudaMemoryTypeUnregistered;
    attributes->device = known ? found.device : cudaInvalidDeviceId;
    attributes->devicePointer = known ? (void *)address : NULL;
    attributes->hostPointer = attributes->type != cudaMemoryTypeDevice ? (void *)address : NULL;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr) {
    return swrt_fail(get_attributes(attributes, ptr));
}

/* The pages that advice is about. */
struct pages {
    char *start;
    size_t bytes;
};

/* All of them on which some of the bytes lie, but nothing beside the bytes from..end. */
static struct pages pages_of(const void *address, size_t bytes, uintptr_t from, uintptr_t end) {
    enum { PAGE = 4096 };
    uintptr_t first = (uintptr_t)address / PAGE * PAGE, last = ((uintptr_t)address + bytes - 1) / PAGE * PAGE;
    uintptr_t start = first > from ? first : from, stop = last < end - PAGE ? last + PAGE : end;
    return (struct pages){(char *)start, stop - start};
}

/* Managed memory, and ordinary host memory, which kernels reach too unless programs are to be strict. */
static cudaError_t find_pages(const void *address, size_t bytes, struct pages *pages) {
    struct swrt_allocation found;
    SWRT_TRY(swrt_check_device());
    if (!bytes)
        return swrt_because(cudaErrorInvalidValue, "no bytes");
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    bool is_reached = swrt_reaches_host() || !swrt_is_strict();
    if (kind == SWRT_MEMORY_NONE && is_reached && swrt_memory_readable(address, bytes)) {
        *pages = pages_of(address, bytes, 0, UINTPTR_MAX);
        return cudaSuccess;
    }
    if (kind != SWRT_MEMORY_MANAGED)
        return swrt_because(cudaErrorInvalidValue, "%p is not managed memory", address);
    if (bytes > found.bytes - (size_t)((const char *)address - found.base))
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s %s the %zu-byte allocation", bytes, swrt_s(bytes),
                            swrt_verb(bytes, "leaves", "leave"), found.bytes);
    *pages = pages_of(address, bytes, (uintptr_t)found.base, (uintptr_t)found.base + found.bytes);
    return cudaSuccess;
}

static bool is_place(int device) {
    return device == cudaCpuDeviceId || swrt_device_valid(device);
}

static int device_of(struct cudaMemLocation location) {
    if (location.type == cudaMemLocationTypeDevice)
        return location.id;
    return location.type == cudaMemLocationTypeInvalid ? cudaInvalidDeviceId : cudaCpuDeviceId;
}

static void note_prefetch(struct swrt_advice *advice, const void *device) {
    advice->last_prefetch = *(const int *)device;
}

static cudaError_t prefetch(const void *address, size_t bytes, int device, cudaStream_t stream) {
    struct pages pages;
    int of_stream;
    SWRT_TRY(find_pages(address, bytes, &pages));
    if (!is_place(device))
        return swrt_because(cudaErrorInvalidDevice, "device %d", device);
    SWRT_TRY(cudaStreamGetDevice(stream, &of_stream));
    swrt_advice_change(pages.start, pages.bytes, note_prefetch, &device);
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice, cudaStream_t stream) {
    return swrt_fail(prefetch(devPtr, count, dstDevice, stream));
}

cudaError_t cudaMemPrefetchAsync_v2(const void *devPtr, size_t count, struct cudaMemLocation location,
                                    unsigned int flags, cudaStream_t stream) {
    return swrt_fail(flags ? cudaErrorInvalidValue : prefetch(devPtr, count, device_of(location), stream));
}

struct order {
    enum cudaMemoryAdvise what;
    int device;
};

static void follow(struct swrt_advice *advice, const void *data) {
    const struct order *order = data;
    unsigned bit = 1u << (order->device == cudaCpuDeviceId ? SWRT_MAX_DEVICES : order->device);
    switch (order->what) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
        advice->read_mostly = order->what == cudaMemAdviseSetReadMostly;
        break;
    case cudaMemAdviseSetPreferredLocation:
        advice->preferred = order->device;
        break;
    case cudaMemAdviseUnsetPreferredLocation:
        advice->preferred = cudaInvalidDeviceId;
        break;
    case cudaMemAdviseSetAccessedBy:
        advice->accessed_by |= bit;
        break;
    case cudaMemAdviseUnsetAccessedBy:
        advice->accessed_by &= ~bit;
        break;
    }
}

static cudaError_t advise(const void *address, size_t bytes, enum cudaMemoryAdvise what, int device) {
    struct pages pages;
    SWRT_TRY(find_pages(address, bytes, &pages));
    bool about_device = what >= cudaMemAdviseSetPreferredLocation && what != cudaMemAdviseUnsetPreferredLocation;
    if (what < cudaMemAdviseSetReadMostly || what > cudaMemAdviseUnsetAccessedBy)
        return swrt_because(cudaErrorInvalidValue, "there is no advice %d", (int)what);
    if (about_device && !is_place(device))
        return swrt_because(cudaErrorInvalidValue, "device %d", device);
    struct order order = {what, about_device ? device : cudaCpuDeviceId};
    swrt_advice_change(pages.start, pages.bytes, follow, &order);
    return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice, int device) {
    return swrt_fail(advise(devPtr, count, advice, device));
}

cudaError_t cudaMemAdvise_v2(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
                             struct cudaMemLocation location) {
    return swrt_fail(advise(devPtr, count, advice, device_of(location)));
}

/* The devices of a set, then cudaInvalidDeviceId up to the end of the array. */
static void list_devices(unsigned set, int *devices, size_t count) {
    size_t next = 0;
    for (int i = 0; i <= SWRT_MAX_DEVICES && next < count; i++)
        if (set >> i & 1)
            devices[next++] = i == SWRT_MAX_DEVICES ? cudaCpuDeviceId : i;
    while (next < count)
        devices[next++] = cudaInvalidDeviceId;
}

static int location_type(int device) {
    if (device == cudaInvalidDeviceId)
        return cudaMemLocationTypeInvalid;
    return device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
}

static cudaError_t get_range_attribute(int *data, size_t size, enum cudaMemRangeAttribute attribute,
                                       const void *address, size_t bytes) {
    struct pages pages;
    SWRT_TRY(find_pages(address, bytes, &pages));
    struct swrt_advice advice = swrt_advice_of(pages.start, pages.bytes);
    bool is_list = attribute == cudaMemRangeAttributeAccessedBy;
    if (!data || !size || (is_list ? size % sizeof *data : size != sizeof *data))
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
        *data = advice.read_mostly;
        break;
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationId:
        *data = advice.preferred;
        break;
    case cudaMemRangeAttributeAccessedBy:
        list_devices(advice.accessed_by, data, size / sizeof *data);
        break;
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId:
        *data = advice.last_prefetch;
        break;
    case cudaMemRangeAttributePreferredLocationType:
        *data = location_type(advice.preferred);
        break;
    case cudaMemRangeAttributeLastPrefetchLocationType:
        *data = location_type(advice.last_prefetch);
        break;
    default:
        return swrt_because(cudaErrorInvalidValue, "there is no range attribute %d", (int)attribute);
    }
    return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t dataSize, enum cudaMemRangeAttribute attribute,
                                     const void *devPtr, size_t count) {
    return swrt_fail(get_range_attribute(data, dataSize, attribute, devPtr, count));
}

static cudaError_t get_range_attributes(void **data, const size_t *sizes, const enum cudaMemRangeAttribute *attributes,
                                        size_t number, const void *address, size_t bytes) {
    if (!data || !sizes || !attributes || !number)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < number; i++)
        SWRT_TRY(get_range_attribute(data[i], sizes[i], attributes[i], address, bytes));
    return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *dataSizes, enum cudaMemRangeAttribute *attributes,
                                      size_t numAttributes, const void *devPtr, size_t count) {
    return swrt_fail(get_range_attributes(data, dataSizes, attributes, numAttributes, devPtr, count));
}
