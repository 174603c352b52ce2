/* CUDA arrays: making them and asking about them (CUDA Runtime API, "Memory Management"). */
#include "device/device.h"
#include "graph/capture.h"
#include "report/error.h"
#include "texture/array.h"

static cudaError_t create(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                          unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (!array || !desc)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_capture_unsafe());
    return swrt_array_create(array, desc, extent, flags);
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
                            unsigned int flags) {
    return swrt_fail(create(array, desc, (struct cudaExtent){width, height, 0}, flags));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                              unsigned int flags) {
    return swrt_fail(create(array, desc, extent, flags));
}

static cudaError_t destroy(cudaArray_t array) {
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(swrt_capture_unsafe());
    return array ? swrt_array_destroy(array) : cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return swrt_fail(destroy(array));
}

static cudaError_t create_mipmapped(cudaMipmappedArray_t *mipmapped, const struct cudaChannelFormatDesc *desc,
                                    struct cudaExtent extent, unsigned levels, unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (!mipmapped || !desc)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_capture_unsafe());
    return swrt_mipmapped_create(mipmapped, desc, extent, levels, flags);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray, const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned int numLevels, unsigned int flags) {
    return swrt_fail(create_mipmapped(mipmappedArray, desc, extent, numLevels, flags));
}

static cudaError_t destroy_mipmapped(cudaMipmappedArray_t mipmapped) {
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(swrt_capture_unsafe());
    return mipmapped ? swrt_mipmapped_destroy(mipmapped) : cudaSuccess;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray) {
    return swrt_fail(destroy_mipmapped(mipmappedArray));
}

static cudaError_t get_level(cudaArray_t *array, cudaMipmappedArray_const_t mipmapped, unsigned level) {
    SWRT_TRY(swrt_check_device());
    if (!array)
        return cudaErrorInvalidValue;
    if (!swrt_mipmapped_alive(mipmapped))
        return cudaErrorInvalidResourceHandle;
    if (level >= mipmapped->levels)
        return swrt_because(cudaErrorInvalidValue, "level %u of %u", level, mipmapped->levels);
    *array = mipmapped->level[level];
    return cudaSuccess;
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *levelArray, cudaMipmappedArray_const_t mipmappedArray,
                                       unsigned int level) {
    return swrt_fail(get_level(levelArray, mipmappedArray, level));
}

static cudaError_t get_info(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned *flags,
                            cudaArray_const_t array) {
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(swrt_array_valid(array));
    if (desc)
        *desc = array->desc;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array) {
    return swrt_fail(get_info(desc, extent, flags, array));
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array) {
    return swrt_fail(desc ? get_info(desc, NULL, NULL, array) : cudaErrorInvalidValue);
}

/* Only formats of several planes have planes, and there are none of those. */
static cudaError_t get_plane(cudaArray_t *plane, cudaArray_t array) {
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(swrt_array_valid(array));
    (void)plane;
    return swrt_because(cudaErrorInvalidValue, "the array's format has no planes");
}

cudaError_t cudaArrayGetPlane(cudaArray_t *pPlaneArray, cudaArray_t hArray, unsigned int planeIdx) {
    (void)planeIdx;
    return swrt_fail(get_plane(pPlaneArray, hArray));
}

/* Only arrays with deferred mapping have requirements: the program gives them their memory. There are none. */
static cudaError_t refuse_unless_alive(bool alive, const char *what) {
    SWRT_TRY(swrt_check_device());
    return alive ? swrt_because(cudaErrorInvalidValue, "%s", what) : cudaErrorInvalidResourceHandle;
}

static const char not_deferred[] = "the array was made without cudaArrayDeferredMapping";
static const char not_sparse[] = "the array was made without cudaArraySparse";

cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements, cudaArray_t array,
                                           int device) {
    (void)memoryRequirements, (void)device;
    return swrt_fail(refuse_unless_alive(swrt_array_alive(array), not_deferred));
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements,
                                                    cudaMipmappedArray_t mipmap, int device) {
    (void)memoryRequirements, (void)device;
    return swrt_fail(refuse_unless_alive(swrt_mipmapped_alive(mipmap), not_deferred));
}

cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *sparseProperties, cudaArray_t array) {
    (void)sparseProperties;
    return swrt_fail(refuse_unless_alive(swrt_array_alive(array), not_sparse));
}

cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *sparseProperties,
                                                  cudaMipmappedArray_t mipmap) {
    (void)sparseProperties;
    return swrt_fail(refuse_unless_alive(swrt_mipmapped_alive(mipmap), not_sparse));
}
