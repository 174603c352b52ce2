/* Attributes of kernels: cudaFunc*. The settings live in the registry's entry; what is computed from them, in
 * execute/occupancy.c. */
#include "execute/launch.h"
#include "module/registry.h"
#include "report/error.h"

enum { BLOCK_SHARED_MOST = 227 << 10, BLOCK_THREADS = 1024 };

static cudaError_t function_attributes(struct cudaFuncAttributes *attr, const void *func) {
    SWRT_TRY(swrt_check_device());
    if (!attr)
        return cudaErrorInvalidValue;
    const struct swrt_function *function = swrt_function_find(func);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    swrt_function_attributes(attr, function);
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func) {
    return swrt_fail(function_attributes(attr, func));
}

static cudaError_t set_dynamic_shared(struct swrt_function *function, int bytes) {
    if (bytes < 0 || (size_t)bytes + swrt_static_shared(function->kernel) > BLOCK_SHARED_MOST)
        return cudaErrorInvalidValue;
    function->max_dynamic_shared = bytes ? bytes : -1;
    return cudaSuccess;
}

/* One axis; all or none have to be set when it is launched. */
static cudaError_t set_cluster(struct swrt_function *function, unsigned axis, int value) {
    if (function->kernel->cluster_x)
        return swrt_because(cudaErrorInvalidValue, "the kernel was compiled with its cluster's size");
    if (value < 0)
        return cudaErrorInvalidValue;
    function->required_cluster[axis] = (uint32_t)value;
    return cudaSuccess;
}

static cudaError_t set_attribute(const void *func, enum cudaFuncAttribute attr, int value) {
    SWRT_TRY(swrt_check_device());
    struct swrt_function *function = swrt_function_find(func);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    switch (attr) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        return set_dynamic_shared(function, value);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100)
            return cudaErrorInvalidValue;
        function->carveout = value;
        return cudaSuccess;
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
        return set_cluster(function, (unsigned)attr - cudaFuncAttributeRequiredClusterWidth, value);
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
        function->has_large_clusters = value != 0;
        return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
        if (value < 0 || value > cudaClusterSchedulingPolicyLoadBalancing)
            return cudaErrorInvalidValue;
        function->cluster_policy = (enum cudaClusterSchedulingPolicy)value;
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value) {
    return swrt_fail(set_attribute(func, attr, value));
}

static cudaError_t set_cache_config(const void *func, enum cudaFuncCache config) {
    SWRT_TRY(swrt_check_device());
    struct swrt_function *function = swrt_function_find(func);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    if ((unsigned)config > cudaFuncCachePreferEqual)
        return cudaErrorInvalidValue;
    function->cache_config = config;
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache cacheConfig) {
    return swrt_fail(set_cache_config(func, cacheConfig));
}

static cudaError_t set_bank_size(const void *func, enum cudaSharedMemConfig config) {
    SWRT_TRY(swrt_check_device());
    if (!swrt_function_find(func))
        return cudaErrorInvalidDeviceFunction;
    return (unsigned)config > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config) {
    return swrt_fail(set_bank_size(func, config));
}

static cudaError_t function_name(const char **name, const void *func) {
    if (!name)
        return cudaErrorInvalidValue;
    const struct swrt_function *function = swrt_function_find(func);
    if (!function)
        return cudaErrorInvalidDeviceFunction;
    *name = function->kernel->name;
    return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **name, const void *func) {
    return swrt_fail(function_name(name, func));
}
