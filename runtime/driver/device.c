/* Devices in the driver API (CUDA Driver API reference, "Device Management", "Peer Context Memory Access"). */
#include <string.h>

#include "device/context.h"
#include "device/device.h"
#include "memory/memory.h"
#include "report/error.h"

static cudaError_t check(int device) {
    if (swrt_device_valid(device))
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidDevice, "device %d of %d", device, swrt_device_count());
}

static cudaError_t get(CUdevice *device, int ordinal) {
    if (!device)
        return cudaErrorInvalidValue;
    SWRT_TRY(check(ordinal));
    *device = ordinal;
    return cudaSuccess;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    SWRT_DEVICE_CALL(get(device, ordinal));
}

static cudaError_t get_count(int *count) {
    if (!count)
        return cudaErrorInvalidValue;
    *count = swrt_device_count();
    return cudaSuccess;
}

CUresult cuDeviceGetCount(int *count) {
    SWRT_DEVICE_CALL(get_count(count));
}

/* As much of the name as fits, with its end. */
static cudaError_t get_name(char *name, int length, CUdevice device) {
    if (!name || length <= 0)
        return cudaErrorInvalidValue;
    SWRT_TRY(check(device));
    strncpy(name, swrt_device_properties(device)->name, (size_t)length);
    name[length - 1] = 0;
    return cudaSuccess;
}

CUresult cuDeviceGetName(char *name, int len, CUdevice dev) {
    SWRT_DEVICE_CALL(get_name(name, len, dev));
}

static cudaError_t get_uuid(CUuuid *uuid, CUdevice device) {
    if (!uuid)
        return cudaErrorInvalidValue;
    SWRT_TRY(check(device));
    *uuid = swrt_device_properties(device)->uuid;
    return cudaSuccess;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev) {
    SWRT_DEVICE_CALL(get_uuid(uuid, dev));
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice dev) {
    SWRT_DEVICE_CALL(get_uuid(uuid, dev));
}

static cudaError_t total_memory(size_t *bytes, CUdevice device) {
    if (!bytes)
        return cudaErrorInvalidValue;
    SWRT_TRY(check(device));
    *bytes = swrt_device_properties(device)->totalGlobalMem;
    return cudaSuccess;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev) {
    SWRT_DEVICE_CALL(total_memory(bytes, dev));
}

/* What the runtime API has no attribute for; the others have the same numbers there. */
static cudaError_t get_attribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    if (!value)
        return cudaErrorInvalidValue;
    SWRT_TRY(check(device));
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS:
    case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
        *value = 1;
        return cudaSuccess;
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
    case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_NUMA_CONFIG:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MPS_ENABLED:
        *value = 0;
        return cudaSuccess;
    case CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT:
        *value = 1;
        return cudaSuccess;
    case CU_DEVICE_ATTRIBUTE_NUMA_ID:
    case CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID:
        *value = -1;
        return cudaSuccess;
    default:
        return cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
    }
}

CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev) {
    SWRT_DEVICE_CALL(get_attribute(pi, attrib, dev));
}

static cudaError_t get_properties(CUdevprop *out, CUdevice device) {
    if (!out)
        return cudaErrorInvalidValue;
    SWRT_TRY(check(device));
    const struct cudaDeviceProp *p = swrt_device_properties(device);
    *out = (CUdevprop){.maxThreadsPerBlock = p->maxThreadsPerBlock,
                       .sharedMemPerBlock = (int)p->sharedMemPerBlock,
                       .totalConstantMemory = (int)p->totalConstMem,
                       .SIMDWidth = p->warpSize,
                       .memPitch = (int)p->memPitch,
                       .regsPerBlock = p->regsPerBlock,
                       .clockRate = p->clockRate,
                       .textureAlign = (int)p->textureAlignment};
    memcpy(out->maxThreadsDim, p->maxThreadsDim, sizeof out->maxThreadsDim);
    memcpy(out->maxGridSize, p->maxGridSize, sizeof out->maxGridSize);
    return cudaSuccess;
}

CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev) {
    SWRT_DEVICE_CALL(get_properties(prop, dev));
}

static cudaError_t capability(int *major, int *minor, CUdevice device) {
    if (!major || !minor)
        return cudaErrorInvalidValue;
    SWRT_TRY(check(device));
    *major = swrt_device_properties(device)->major;
    *minor = swrt_device_properties(device)->minor;
    return cudaSuccess;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev) {
    SWRT_DEVICE_CALL(capability(major, minor, dev));
}

CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId) {
    SWRT_DEVICE_CALL(cudaDeviceGetByPCIBusId(dev, pciBusId));
}

CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev) {
    SWRT_DEVICE_CALL(cudaDeviceGetPCIBusId(pciBusId, len, dev));
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev) {
    SWRT_DEVICE_CALL(cudaDeviceGetDefaultMemPool(pool_out, dev));
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev) {
    SWRT_DEVICE_CALL(cudaDeviceGetMemPool(pool, dev));
}

CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
    SWRT_DEVICE_CALL(cudaDeviceSetMemPool(dev, pool));
}

static cudaError_t affinity(int *supported, CUexecAffinityType type, CUdevice device) {
    if (!supported || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
        return cudaErrorInvalidValue;
    *supported = 0;
    return check(device);
}

CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType type, CUdevice dev) {
    SWRT_DEVICE_CALL(affinity(pi, type, dev));
}

CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev) {
    SWRT_DEVICE_CALL(cudaDeviceCanAccessPeer(canAccessPeer, dev, peerDev));
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice) {
    SWRT_DEVICE_CALL(cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attrib, srcDevice, dstDevice));
}
