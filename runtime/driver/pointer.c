/* What a pointer points to, in the driver API (CUDA Driver API reference, "Unified Addressing"). */
#include "device/context.h"
#include "memory/memory.h"
#include "report/error.h"

static CUmemorytype type_of(enum swrt_memory_kind kind) {
    return kind == SWRT_MEMORY_HOST || kind == SWRT_MEMORY_REGISTERED ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

/* The structures in which the answers are given differ in size, so each is written as what it is. */
static cudaError_t answer(void *data, CUpointer_attribute attribute, CUdeviceptr pointer,
                          const struct swrt_allocation *found) {
    bool on_device = found->kind == SWRT_MEMORY_DEVICE;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)data = swrt_context_primary(found->device);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(CUmemorytype *)data = type_of(found->kind);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)data = pointer;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (on_device)
            return swrt_because(cudaErrorInvalidValue, "device memory has no host pointer");
        *(void **)data = (void *)(uintptr_t)pointer;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        *(int *)data = 0;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        *(unsigned long long *)data = (unsigned long long)(uintptr_t)found->base;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(int *)data = found->kind == SWRT_MEMORY_MANAGED;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)data = found->device;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        *(int *)data = on_device && !found->flags;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        *(CUdeviceptr *)data = (CUdeviceptr)(uintptr_t)found->base;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
        *(size_t *)data = found->bytes;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *(int *)data = 1;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        *(unsigned long long *)data = 0;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        *(int *)data = 0;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        *(int *)data = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        return cudaSuccess;
    default:
        return swrt_because(cudaErrorInvalidValue, "there is no pointer attribute %d", (int)attribute);
    }
}

static bool is_known(enum swrt_memory_kind kind) {
    return kind != SWRT_MEMORY_NONE && kind != SWRT_MEMORY_INVALID && kind != SWRT_MEMORY_RAW;
}

static cudaError_t get(void *data, CUpointer_attribute attribute, CUdeviceptr pointer) {
    struct swrt_allocation found;
    if (!data)
        return cudaErrorInvalidValue;
    if (!is_known(swrt_memory_find((void *)(uintptr_t)pointer, &found)))
        return swrt_because(cudaErrorInvalidValue, "%p is not CUDA's memory", (void *)(uintptr_t)pointer);
    return answer(data, attribute, pointer, &found);
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr) {
    SWRT_CONTEXT_CALL(get(data, attribute, ptr));
}

/* What a single question would have as its error is a zero here, for any pointer. */
static void get_or_zero(void *data, CUpointer_attribute attribute, CUdeviceptr pointer) {
    if (!get(data, attribute, pointer))
        return;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        *(uint64_t *)data = 0;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)data = CU_DEVICE_INVALID;
        break;
    default:
        *(int *)data = 0;
    }
}

static cudaError_t get_all(unsigned count, const CUpointer_attribute *attributes, void **data, CUdeviceptr pointer) {
    if (!count || !attributes || !data)
        return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; i++)
        if (!data[i] || attributes[i] < CU_POINTER_ATTRIBUTE_CONTEXT ||
            attributes[i] > CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID || attributes[i] == CU_POINTER_ATTRIBUTE_P2P_TOKENS)
            return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; i++)
        get_or_zero(data[i], attributes[i], pointer);
    return cudaSuccess;
}

CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes, void **data,
                                CUdeviceptr ptr) {
    SWRT_CONTEXT_CALL(get_all(numAttributes, attributes, data, ptr));
}

/* Copies of such memory are to be synchronous, for RDMA: memory here needs no such care. */
static cudaError_t set(const void *value, CUpointer_attribute attribute, CUdeviceptr pointer) {
    struct swrt_allocation found;
    if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return cudaErrorInvalidValue;
    return is_known(swrt_memory_find((void *)(uintptr_t)pointer, &found)) ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr ptr) {
    SWRT_CONTEXT_CALL(set(value, attribute, ptr));
}
