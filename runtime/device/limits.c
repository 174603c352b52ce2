/* cudaDeviceSetLimit and cudaDeviceGetLimit (CUDA C++ Programming Guide, "Heap Memory Allocation", "Formatted
 * Output").
 *
 * Only the heap's size has an effect (the engine reads it at the first malloc in a kernel), and that of stacks on functions
 * that wait and call themselves (execute/slot.c): other stacks are as large as any program needs, and the printf buffer
 * never overflows. The other limits are kept, so that a program reads what it wrote.
 */
#include <pthread.h>

#include "device/device.h"
#include "report/error.h"
#include "stream/engine.h"

#define NUM_LIMITS (cudaLimitPersistingL2CacheSize + 1)
#define LARGEST_STACK ((size_t)512 << 10) /* bytes of local memory a thread of CUDA can have */

static const size_t defaults[NUM_LIMITS] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = (size_t)8 << 20,
    [cudaLimitMallocHeapSize] = (size_t)8 << 20,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    size_t value;
    bool set;
} limits[SWRT_MAX_DEVICES][NUM_LIMITS];

static bool known(enum cudaLimit limit) {
    return (unsigned)limit < NUM_LIMITS;
}

size_t swrt_device_limit(int device, enum cudaLimit limit) {
    pthread_mutex_lock(&lock);
    size_t value = limits[device][limit].set ? limits[device][limit].value : defaults[limit];
    pthread_mutex_unlock(&lock);
    return value;
}

void swrt_device_reset_limits(int device) {
    pthread_mutex_lock(&lock);
    for (int limit = 0; limit < NUM_LIMITS; limit++) limits[device][limit].set = false;
    pthread_mutex_unlock(&lock);
}

static cudaError_t set_limit(enum cudaLimit limit, size_t value) {
    SWRT_TRY(swrt_check_device());
    if (!known(limit)) return swrt_because(cudaErrorInvalidValue, "there is no limit %d", (int)limit);
    if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
    if (limit == cudaLimitMallocHeapSize && swrt_heap_in_use(swrt_current_device()))
        return swrt_because(cudaErrorInvalidValue, "kernels have allocated from the heap already");
    if (limit == cudaLimitStackSize && value > LARGEST_STACK)
        return swrt_because(cudaErrorInvalidValue, "a stack of %zu bytes; at most %zu", value, LARGEST_STACK);
    if (limit == cudaLimitMaxL2FetchGranularity && value > 128)
        return swrt_because(cudaErrorInvalidValue, "a granularity of %zu bytes; at most 128", value);
    pthread_mutex_lock(&lock);
    limits[swrt_current_device()][limit].value = value;
    limits[swrt_current_device()][limit].set = true;
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

static cudaError_t get_limit(size_t *value, enum cudaLimit limit) {
    SWRT_TRY(swrt_check_device());
    if (!value || !known(limit)) return cudaErrorInvalidValue;
    if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
    *value = swrt_device_limit(swrt_current_device(), limit);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    return swrt_fail(set_limit(limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit) {
    return swrt_fail(get_limit(pValue, limit));
}
