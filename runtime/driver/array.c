/* CUDA arrays in the driver API (CUDA Driver API reference, "Memory Management"): the runtime API's, by other words. */
#include "device/context.h"
#include "report/error.h"
#include "texture/array.h"

/* Components of `bits` bits; bits 0: no format of arrays. */
static struct cudaChannelFormatDesc component_of(CUarray_format format) {
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_UNSIGNED_INT32:
        return (struct cudaChannelFormatDesc){.x = 4 << (int)format, .f = cudaChannelFormatKindUnsigned};
    case CU_AD_FORMAT_SIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT32:
        return (struct cudaChannelFormatDesc){.x = 8 << ((int)format - CU_AD_FORMAT_SIGNED_INT8),
                                              .f = cudaChannelFormatKindSigned};
    case CU_AD_FORMAT_HALF:
        return (struct cudaChannelFormatDesc){.x = 16, .f = cudaChannelFormatKindFloat};
    case CU_AD_FORMAT_FLOAT:
        return (struct cudaChannelFormatDesc){.x = 32, .f = cudaChannelFormatKindFloat};
    }
    return (struct cudaChannelFormatDesc){.f = cudaChannelFormatKindNone};
}

static CUarray_format format_of(enum swrt_texel format) {
    static const CUarray_format formats[] = {
        [SWRT_TEXEL_U8] = CU_AD_FORMAT_UNSIGNED_INT8,   [SWRT_TEXEL_I8] = CU_AD_FORMAT_SIGNED_INT8,
        [SWRT_TEXEL_U16] = CU_AD_FORMAT_UNSIGNED_INT16, [SWRT_TEXEL_I16] = CU_AD_FORMAT_SIGNED_INT16,
        [SWRT_TEXEL_U32] = CU_AD_FORMAT_UNSIGNED_INT32, [SWRT_TEXEL_I32] = CU_AD_FORMAT_SIGNED_INT32,
        [SWRT_TEXEL_F16] = CU_AD_FORMAT_HALF,           [SWRT_TEXEL_F32] = CU_AD_FORMAT_FLOAT};
    return formats[format];
}

static cudaError_t create(CUarray *out, const CUDA_ARRAY3D_DESCRIPTOR *d) {
    if (!out || !d)
        return cudaErrorInvalidValue;
    struct cudaChannelFormatDesc desc = component_of(d->Format);
    if (!desc.x || (d->NumChannels != 1 && d->NumChannels != 2 && d->NumChannels != 4))
        return swrt_because(cudaErrorInvalidValue, "%u components of format %d", d->NumChannels, (int)d->Format);
    if (d->NumChannels > 1)
        desc.y = desc.x;
    if (d->NumChannels > 2)
        desc.z = desc.w = desc.x;
    struct cudaArray *array = NULL;
    SWRT_TRY(swrt_array_create(&array, &desc, (struct cudaExtent){d->Width, d->Height, d->Depth}, d->Flags));
    *out = (CUarray)array;
    return cudaSuccess;
}

static cudaError_t create_2d(CUarray *out, const CUDA_ARRAY_DESCRIPTOR *d) {
    if (!d)
        return cudaErrorInvalidValue;
    CUDA_ARRAY3D_DESCRIPTOR full = {d->Width, d->Height, 0, d->Format, d->NumChannels, 0};
    return create(out, &full);
}

static cudaError_t describe(CUDA_ARRAY3D_DESCRIPTOR *d, CUarray handle) {
    const struct cudaArray *array = (const struct cudaArray *)handle;
    unsigned channels;
    if (!d)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_array_valid(array));
    enum swrt_texel format = swrt_channel_format(&array->desc, &channels);
    *d = (CUDA_ARRAY3D_DESCRIPTOR){
        array->extent.width, array->extent.height, array->extent.depth, format_of(format), channels, array->flags};
    return cudaSuccess;
}

static cudaError_t describe_2d(CUDA_ARRAY_DESCRIPTOR *d, CUarray handle) {
    CUDA_ARRAY3D_DESCRIPTOR full;
    if (!d)
        return cudaErrorInvalidValue;
    SWRT_TRY(describe(&full, handle));
    *d = (CUDA_ARRAY_DESCRIPTOR){full.Width, full.Height, full.Format, full.NumChannels};
    return cudaSuccess;
}

static cudaError_t destroy(CUarray handle) {
    SWRT_TRY(swrt_array_valid((struct cudaArray *)handle));
    return swrt_array_destroy((struct cudaArray *)handle);
}

CUresult cuArrayCreate_v2(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray) {
    SWRT_CONTEXT_CALL(create_2d(pHandle, pAllocateArray));
}

CUresult cuArray3DCreate_v2(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray) {
    SWRT_CONTEXT_CALL(create(pHandle, pAllocateArray));
}

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray) {
    SWRT_CONTEXT_CALL(describe_2d(pArrayDescriptor, hArray));
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray) {
    SWRT_CONTEXT_CALL(describe(pArrayDescriptor, hArray));
}

CUresult cuArrayDestroy(CUarray hArray) {
    SWRT_CONTEXT_CALL(destroy(hArray));
}

/* ---- Copies along a row ------------------------------------------------------------------------------------------ */

static cudaError_t copy_row(CUarray handle, size_t offset, void *memory, size_t bytes, enum cudaMemcpyKind kind,
                            bool to_array) {
    const struct cudaArray *array = (const struct cudaArray *)handle;
    struct swrt_copy copy = {.shape = {bytes, 1, 1}};
    struct swrt_place texels, other = {memory, bytes, bytes};
    SWRT_TRY(swrt_array_valid(array));
    if (!bytes)
        return cudaSuccess;
    if (!memory)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_array_place(array, offset, 0, 0, copy.shape, &texels));
    copy.dst = to_array ? texels : other;
    copy.src = to_array ? other : texels;
    return swrt_copy_submit(&copy, kind, NULL, SWRT_SYNC);
}

CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) {
    SWRT_CONTEXT_CALL(copy_row(dstArray, dstOffset, (void *)srcHost, ByteCount, cudaMemcpyHostToDevice, true));
}

CUresult cuMemcpyAtoH_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
    SWRT_CONTEXT_CALL(copy_row(srcArray, srcOffset, dstHost, ByteCount, cudaMemcpyDeviceToHost, false));
}

CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
    void *memory = (void *)(uintptr_t)srcDevice;
    SWRT_CONTEXT_CALL(copy_row(dstArray, dstOffset, memory, ByteCount, cudaMemcpyDeviceToDevice, true));
}

CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
    void *memory = (void *)(uintptr_t)dstDevice;
    SWRT_CONTEXT_CALL(copy_row(srcArray, srcOffset, memory, ByteCount, cudaMemcpyDeviceToDevice, false));
}
