/* cudaMallocAsync, cudaFreeAsync and memory pools (CUDA Runtime API, "Stream Ordered Memory Allocator").
 *
 * An allocation is made at once, since its address is the call's answer; a free takes its turn in the stream. Pools
 * only keep accounts: memory that is freed goes back to where all memory comes from, so a pool never holds any in
 * reserve, and trimming it has nothing to do. What is freed in stream order may be handed out again at once, as far as
 * the pool's limit goes. A pool that processes share has a file, which its memory is a part of (pool_share.c).
 */
#include <stdatomic.h>
#include <stdint.h>

#include "base/plural.h"
#include "device/device.h"
#include "graph/capture.h"
#include "graph/memory.h"
#include "memory/memory.h"
#include "memory/pool.h"
#include "os/file.h"
#include "os/thread/lock.h"
#include "report/error.h"
#include "stream/engine.h"

#define MAX_POOLS 256
#define POOL_UNIT ((uint64_t)2 << 20) /* a GPU's pools grow by so many bytes, and so does their limit */

/* Pool numbers are indices; 0 is none, 1 .. SWRT_MAX_DEVICES are the devices' default pools. */
static struct CUmemPoolHandle_st pools[MAX_POOLS];
static _Atomic(cudaMemPool_t) chosen[SWRT_MAX_DEVICES]; /* by cudaDeviceSetMemPool; null: the default one */
static struct swrt_mutex lock = SWRT_MUTEX_FREE;

static void start_pool(cudaMemPool_t pool, int device) {
    *pool = (struct CUmemPoolHandle_st){
        .exists = true, .device = device, .follow_events = 1, .opportunistic = 1, .internal = 1};
}

static cudaMemPool_t default_pool(int device) {
    cudaMemPool_t pool = &pools[1 + device];
    swrt_mutex_lock(&lock);
    if (!pool->exists)
        start_pool(pool, device);
    swrt_mutex_unlock(&lock);
    return pool;
}

static bool is_default(cudaMemPool_t pool) {
    return pool <= &pools[SWRT_MAX_DEVICES];
}

static bool is_pool(cudaMemPool_t pool) {
    uintptr_t offset = (uintptr_t)pool - (uintptr_t)pools;
    return offset < sizeof pools && offset % sizeof pools[0] == 0 && pool->exists && !pool->destroyed;
}

cudaError_t swrt_pool_check(cudaMemPool_t pool) {
    SWRT_TRY(swrt_check_device());
    return is_pool(pool) ? cudaSuccess : swrt_because(cudaErrorInvalidValue, "%p is not a memory pool", (void *)pool);
}

/* With the lock held. */
static void end_pool(cudaMemPool_t pool) {
    pool->exists = false;
    if (pool->shared)
        swrt_file_close(pool->file);
}

void swrt_pool_count(cudaMemPool_t pool, size_t bytes, bool freed) {
    swrt_mutex_lock(&lock);
    pool->used = freed ? pool->used - bytes : pool->used + bytes;
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
    if (!pool->used && pool->destroyed)
        end_pool(pool);
    swrt_mutex_unlock(&lock);
}

/* What one that has a limit hands out. False: that would be too much. */
static bool hand_out(cudaMemPool_t pool, uint64_t bytes) {
    swrt_mutex_lock(&lock);
    bool fits = !pool->max || bytes <= pool->max - pool->held;
    if (pool->max && fits)
        pool->held += bytes;
    swrt_mutex_unlock(&lock);
    return fits;
}

static void give_back(cudaMemPool_t pool, uint64_t bytes) {
    swrt_mutex_lock(&lock);
    if (pool->max)
        pool->held -= bytes;
    swrt_mutex_unlock(&lock);
}

void swrt_pool_note_given_back(const struct swrt_allocation *allocation) {
    if (allocation->flags)
        give_back(&pools[allocation->flags], allocation->bytes);
}

void swrt_pool_note_freed(const struct swrt_allocation *allocation) {
    if (allocation->flags)
        swrt_pool_count(&pools[allocation->flags], allocation->bytes, true);
}

void swrt_pool_reset_device(int device) {
    swrt_mutex_lock(&lock);
    atomic_store_explicit(&chosen[device], NULL, memory_order_relaxed);
    for (int i = 0; i < MAX_POOLS; i++)
        if (pools[i].exists && pools[i].device == device)
            end_pool(&pools[i]);
    swrt_mutex_unlock(&lock);
}

/* Before anything is done that belongs to it. */
static cudaError_t check_stream(cudaStream_t stream) {
    int device;
    return cudaStreamGetDevice(stream, &device);
}

static cudaError_t allocate(void **out, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    if (!out)
        return swrt_because(cudaErrorInvalidValue, "nowhere to put the pointer");
    SWRT_TRY(swrt_pool_check(pool));
    bool captured;
    SWRT_TRY(check_stream(stream));
    if (pool->imported)
        return swrt_because(cudaErrorInvalidValue, "nothing can be allocated from an imported pool");
    SWRT_TRY(swrt_capture_pool_alloc(out, bytes, pool->device, stream, &captured));
    if (captured)
        return cudaSuccess;
    if (!hand_out(pool, bytes))
        return swrt_because(cudaErrorMemoryAllocation, "%zu byte%s of a pool that is limited to %zu", bytes,
                            swrt_s(bytes), (size_t)pool->max);
    if (!bytes)
        *out = NULL;
    else if (pool->shared)
        *out = swrt_pool_shared_alloc(pool, bytes);
    else
        *out = swrt_memory_alloc(bytes, SWRT_MEMORY_DEVICE, pool->device, swrt_pool_number(pool));
    if (!*out && bytes) {
        give_back(pool, bytes);
        return swrt_because(cudaErrorMemoryAllocation, "%zu byte%s; %zu are left", bytes, swrt_s(bytes),
                            swrt_memory_left(swrt_memory_allocated()));
    }
    swrt_memory_touch(*out, bytes);
    swrt_pool_count(pool, bytes, false);
    return cudaSuccess;
}

static cudaMemPool_t current_pool(int device) {
    cudaMemPool_t pool = atomic_load_explicit(&chosen[device], memory_order_acquire);
    return pool && is_pool(pool) ? pool : default_pool(device);
}

static cudaError_t allocate_async(void **out, size_t bytes, cudaStream_t stream) {
    SWRT_TRY(swrt_check_device());
    return allocate(out, bytes, current_pool(swrt_current_device()), stream);
}

cudaError_t cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream) {
    return swrt_fail(allocate_async(devPtr, size, hStream));
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
    return swrt_fail(allocate(ptr, size, memPool, stream));
}

static cudaError_t run_free(void *data) {
    struct swrt_allocation *allocation = data;
    swrt_memory_free(allocation->base, SWRT_MEMORY_RETIRED, SWRT_MEMORY_RETIRED);
    swrt_pool_note_freed(allocation);
    return cudaSuccess;
}

/* From the call on the pointer is no longer the program's; the memory is, for work that is in the stream already. */
static cudaError_t free_async(void *address, cudaStream_t stream) {
    struct swrt_allocation found;
    cudaError_t error;
    SWRT_TRY(swrt_check_device());
    if (!address)
        return cudaSuccess;
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    if (kind == SWRT_MEMORY_MANAGED)
        return swrt_because(cudaErrorNotSupported, "managed memory");
    SWRT_TRY(check_stream(stream));
    if (kind == SWRT_MEMORY_DEVICE && swrt_capture_pool_free(address, stream, &error))
        return error;
    if (kind == SWRT_MEMORY_DEVICE && swrt_graph_memory_free_async(address, stream, &error))
        return error;
    if (kind != SWRT_MEMORY_DEVICE || found.base != address || !swrt_memory_retire(address))
        return swrt_refuse_to_free(address, &found);
    swrt_pool_note_given_back(&found);
    return swrt_stream_submit(stream, run_free, &found, sizeof found);
}

cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t hStream) {
    return swrt_fail(free_async(devPtr, hStream));
}

unsigned swrt_pool_number(cudaMemPool_t pool) {
    return (unsigned)(pool - pools);
}

cudaMemPool_t swrt_pool_at(unsigned number) {
    return number ? &pools[number] : NULL;
}

cudaMemPool_t swrt_pool_new(int device) {
    cudaMemPool_t pool = NULL;
    swrt_mutex_lock(&lock);
    for (int i = 1 + SWRT_MAX_DEVICES; i < MAX_POOLS && !pool; i++)
        if (!pools[i].exists)
            start_pool(pool = &pools[i], device);
    swrt_mutex_unlock(&lock);
    return pool;
}

static cudaError_t make_pool(cudaMemPool_t *out, const struct cudaMemPoolProps *props) {
    if (props->handleTypes == cudaMemHandleTypePosixFileDescriptor)
        return swrt_pool_create_shared(out, props->location.id);
    if (props->handleTypes)
        return swrt_because(cudaErrorNotSupported, "handle types %#x", (unsigned)props->handleTypes);
    *out = swrt_pool_new(props->location.id);
    return *out ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t create_pool(cudaMemPool_t *out, const struct cudaMemPoolProps *props) {
    SWRT_TRY(swrt_check_device());
    if (!out || !props || props->allocType != cudaMemAllocationTypePinned)
        return cudaErrorInvalidValue;
    if (props->location.type != cudaMemLocationTypeDevice || !swrt_device_valid(props->location.id))
        return cudaErrorInvalidValue;
    SWRT_TRY(make_pool(out, props));
    uint64_t rest = props->maxSize % POOL_UNIT;
    (*out)->max = rest && props->maxSize <= UINT64_MAX - POOL_UNIT ? props->maxSize - rest + POOL_UNIT : props->maxSize;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps) {
    return swrt_fail(create_pool(memPool, poolProps));
}

static cudaError_t destroy_pool(cudaMemPool_t pool) {
    SWRT_TRY(swrt_pool_check(pool));
    if (is_default(pool))
        return swrt_because(cudaErrorInvalidValue, "the default pool cannot be destroyed");
    swrt_mutex_lock(&lock);
    pool->destroyed = true;
    if (!pool->used)
        end_pool(pool);
    swrt_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
    return swrt_fail(destroy_pool(memPool));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep) {
    return swrt_fail(swrt_pool_check(memPool));
}

static cudaError_t get_pool(cudaMemPool_t *out, int device, bool the_default) {
    if (!out)
        return cudaErrorInvalidValue;
    if (!swrt_device_valid(device))
        return cudaErrorInvalidDevice;
    *out = the_default ? default_pool(device) : current_pool(device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device) {
    return swrt_fail(get_pool(memPool, device, true));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device) {
    return swrt_fail(get_pool(memPool, device, false));
}

static cudaError_t set_pool(int device, cudaMemPool_t pool) {
    SWRT_TRY(swrt_pool_check(pool));
    if (!swrt_device_valid(device))
        return cudaErrorInvalidDevice;
    if (pool->device != device)
        return swrt_because(cudaErrorInvalidValue, "a pool of device %d", pool->device);
    if (pool->imported)
        return swrt_because(cudaErrorInvalidValue, "an imported pool");
    atomic_store_explicit(&chosen[device], pool, memory_order_release);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
    return swrt_fail(set_pool(device, memPool));
}

/* Peaks can only be set back, to 0; current amounts not at all. */
static cudaError_t set_attribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, const void *value) {
    SWRT_TRY(swrt_pool_check(pool));
    if (!value)
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
        pool->follow_events = *(const int *)value;
        return cudaSuccess;
    case cudaMemPoolReuseAllowOpportunistic:
        pool->opportunistic = *(const int *)value;
        return cudaSuccess;
    case cudaMemPoolReuseAllowInternalDependencies:
        pool->internal = *(const int *)value;
        return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
        pool->release_threshold = *(const uint64_t *)value;
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
        if (*(const uint64_t *)value)
            break;
        pool->used_high = pool->used;
        return cudaSuccess;
    default:
        break;
    }
    return cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value) {
    return swrt_fail(set_attribute(memPool, attr, value));
}

static cudaError_t get_attribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    SWRT_TRY(swrt_pool_check(pool));
    if (!value)
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
        *(int *)value = pool->follow_events;
        return cudaSuccess;
    case cudaMemPoolReuseAllowOpportunistic:
        *(int *)value = pool->opportunistic;
        return cudaSuccess;
    case cudaMemPoolReuseAllowInternalDependencies:
        *(int *)value = pool->internal;
        return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
        *(uint64_t *)value = pool->release_threshold;
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
        *(uint64_t *)value = pool->used;
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
        *(uint64_t *)value = pool->used_high;
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value) {
    return swrt_fail(get_attribute(memPool, attr, value));
}

/* Every device reaches all memory; a pool's own device may not be locked out. */
static cudaError_t set_access(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count) {
    SWRT_TRY(swrt_pool_check(pool));
    if (count && !list)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (list[i].location.type != cudaMemLocationTypeDevice)
            return cudaErrorInvalidValue;
        if (!swrt_device_valid(list[i].location.id))
            return cudaErrorInvalidDevice;
        if (list[i].location.id == pool->device && list[i].flags != cudaMemAccessFlagsProtReadWrite)
            return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList, size_t count) {
    return swrt_fail(set_access(memPool, descList, count));
}

static cudaError_t get_access(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                              const struct cudaMemLocation *location) {
    SWRT_TRY(swrt_pool_check(pool));
    if (!flags || !location || location->type != cudaMemLocationTypeDevice)
        return cudaErrorInvalidValue;
    if (!swrt_device_valid(location->id))
        return cudaErrorInvalidDevice;
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
                                 struct cudaMemLocation *location) {
    return swrt_fail(get_access(flags, memPool, location));
}
