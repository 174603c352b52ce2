/* Choosing, asking about and resetting devices (CUDA Runtime API, "Device Management"). */
#include <string.h>

#include "device/context.h"
#include "device/device.h"
#include "device/peer.h"
#include "graph/memory.h"
#include "ipc/ipc.h"
#include "memory/memory.h"
#include "memory/pool.h"
#include "module/registry.h"
#include "report/error.h"
#include "stream/engine.h"
#include "texture/array.h"
#include "texture/texture.h"

/* What is set per device. Races between threads that set it are the program's, as on a GPU. */
static struct {
    unsigned flags;
    enum cudaFuncCache cache_config;
} settings[SWRT_MAX_DEVICES];

static cudaError_t check_ordinal(int device) {
    SWRT_TRY(swrt_context_check_process());
    if (!swrt_device_count())
        return cudaErrorNoDevice;
    if (swrt_device_valid(device))
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidDevice, "device %d of %d", device, swrt_device_count());
}

static cudaError_t check_not_in_callback(void) {
    return swrt_self()->callback ? cudaErrorNotPermitted : cudaSuccess;
}

static cudaError_t get_count(int *count) {
    if (!count)
        return cudaErrorInvalidValue;
    *count = swrt_device_count();
    return *count ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaGetDeviceCount(int *count) {
    return swrt_fail(get_count(count));
}

static cudaError_t set_device(int device) {
    SWRT_TRY(check_not_in_callback());
    SWRT_TRY(check_ordinal(device));
    swrt_set_current_device(device);
    swrt_context_select(device);
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    return swrt_fail(set_device(device));
}

static cudaError_t get_device(int *device) {
    SWRT_TRY(check_not_in_callback());
    if (!device)
        return cudaErrorInvalidValue;
    if (!swrt_device_count())
        return cudaErrorNoDevice;
    *device = swrt_current_device();
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device) {
    return swrt_fail(get_device(device));
}

static cudaError_t init_device(int device, unsigned device_flags, unsigned flags) {
    SWRT_TRY(check_ordinal(device));
    if (flags & ~(unsigned)cudaInitDeviceFlagsAreValid)
        return cudaErrorInvalidValue;
    if (flags)
        settings[device].flags = device_flags;
    return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
    return swrt_fail(init_device(device, deviceFlags, flags));
}

static cudaError_t set_valid_devices(const int *devices, int count) {
    if (count < 0 || (count && !devices))
        return cudaErrorInvalidValue;
    for (int i = 0; i < count; i++)
        if (!swrt_device_valid(devices[i]))
            return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int *device_arr, int len) {
    return swrt_fail(set_valid_devices(device_arr, len));
}

/* All devices are alike, so any is the best. */
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop) {
    if (!device || !prop)
        return swrt_fail(cudaErrorInvalidValue);
    *device = 0;
    return swrt_fail(check_ordinal(0));
}

static cudaError_t get_properties(struct cudaDeviceProp *properties, int device) {
    if (!properties)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_ordinal(device));
    *properties = *swrt_device_properties(device);
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device) {
    return swrt_fail(get_properties(prop, device));
}

cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *prop, int device) {
    return swrt_fail(get_properties(prop, device));
}

static cudaError_t get_attribute(int *value, enum cudaDeviceAttr attribute, int device) {
    if (!value)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_ordinal(device));
    return swrt_device_attribute(value, attribute, device);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device) {
    return swrt_fail(get_attribute(value, attr, device));
}

/* At most one way of waiting, and no unknown bits. */
bool swrt_device_flags_valid(unsigned flags) {
    unsigned schedule = flags & cudaDeviceScheduleMask;
    return !(flags & ~(unsigned)cudaDeviceMask) && !(schedule & (schedule - 1));
}

unsigned swrt_device_flags(int device) {
    return settings[device].flags;
}

void swrt_device_set_flags(int device, unsigned flags) {
    settings[device].flags = flags;
}

static cudaError_t set_flags(unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (!swrt_device_flags_valid(flags))
        return swrt_because(cudaErrorInvalidValue, "flags are %#x", flags);
    settings[swrt_current_device()].flags = flags;
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    return swrt_fail(set_flags(flags));
}

static cudaError_t get_flags(unsigned *flags) {
    SWRT_TRY(swrt_check_device());
    if (!flags)
        return cudaErrorInvalidValue;
    *flags = settings[swrt_current_device()].flags | cudaDeviceMapHost;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
    return swrt_fail(get_flags(flags));
}

static cudaError_t set_cache_config(enum cudaFuncCache config) {
    SWRT_TRY(swrt_check_device());
    if ((unsigned)config > cudaFuncCachePreferEqual)
        return cudaErrorInvalidValue;
    settings[swrt_current_device()].cache_config = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig) {
    return swrt_fail(set_cache_config(cacheConfig));
}

static cudaError_t get_cache_config(enum cudaFuncCache *config) {
    SWRT_TRY(swrt_check_device());
    if (!config)
        return cudaErrorInvalidValue;
    *config = settings[swrt_current_device()].cache_config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig) {
    return swrt_fail(get_cache_config(pCacheConfig));
}

/* As on every GPU since Maxwell the banks are four bytes wide, whatever is asked for. */
static cudaError_t set_bank_size(enum cudaSharedMemConfig config) {
    SWRT_TRY(swrt_check_device());
    return (unsigned)config <= cudaSharedMemBankSizeEightByte ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    return swrt_fail(set_bank_size(config));
}

static cudaError_t get_bank_size(enum cudaSharedMemConfig *config) {
    SWRT_TRY(swrt_check_device());
    if (!config)
        return cudaErrorInvalidValue;
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig) {
    return swrt_fail(get_bank_size(pConfig));
}

/* Waits for the device's work, then makes it as it was at the start of the program. Also the way out of a sticky error.
 * No other thread may be using the device. */
static cudaError_t reset(void) {
    SWRT_TRY(check_not_in_callback());
    SWRT_TRY(check_ordinal(swrt_current_device()));
    swrt_device_reset(swrt_current_device());
    swrt_context_forget(swrt_current_device());
    return cudaSuccess;
}

void swrt_device_reset(int device) {
    swrt_engine_reset(device);
    swrt_texture_reset_device(device);
    swrt_array_reset_device(device);
    swrt_memory_free_device(device);
    swrt_graph_memory_reset_device(device);
    swrt_ipc_reset_device(device);
    swrt_memory_unregister_device(device);
    swrt_pool_reset_device(device);
    swrt_registry_reset_device(device);
    swrt_device_reset_limits(device);
    swrt_peer_reset_device(device);
    memset(&settings[device], 0, sizeof settings[device]);
    swrt_clear_sticky(device);
}

cudaError_t cudaDeviceReset(void) {
    return swrt_fail(reset());
}
