/* Limits of devices (CUDA C++ Programming Guide, "Heap Memory Allocation", "Formatted Output"). The entry points are in
 * api/limit.c.
 *
 * Only the heap's size has an effect (the engine reads it at the first malloc in a kernel), and that of stacks on functions
 * that wait and call themselves (execute/slot.c): other stacks are as large as any program needs, and the printf buffer
 * never overflows. The other limits are kept, so that a program reads what it wrote.
 */

#include "device/device.h"

#include "os/thread/lock.h"

#define NUM_LIMITS (cudaLimitPersistingL2CacheSize + 1)

static const size_t defaults[NUM_LIMITS] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = (size_t)8 << 20,
    [cudaLimitMallocHeapSize] = (size_t)8 << 20,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct {
    size_t value;
    bool set;
} limits[SWRT_MAX_DEVICES][NUM_LIMITS];

bool swrt_device_has_limit(enum cudaLimit limit) {
    return (unsigned)limit < NUM_LIMITS;
}

size_t swrt_device_limit(int device, enum cudaLimit limit) {
    swrt_mutex_lock(&lock);
    size_t value = limits[device][limit].set ? limits[device][limit].value : defaults[limit];
    swrt_mutex_unlock(&lock);
    return value;
}

void swrt_device_reset_limits(int device) {
    swrt_mutex_lock(&lock);
    for (int limit = 0; limit < NUM_LIMITS; limit++)
        limits[device][limit].set = false;
    swrt_mutex_unlock(&lock);
}

void swrt_device_set_limit(int device, enum cudaLimit limit, size_t value) {
    swrt_mutex_lock(&lock);
    limits[device][limit].value = value;
    limits[device][limit].set = true;
    swrt_mutex_unlock(&lock);
}
