/* Texture and surface references (CUDA 11's Runtime API, "Texture Reference Management", "Surface Reference
 * Management"). What the host's variable says when it is bound counts. */
#include <stdint.h>
#include <string.h>

#include "base/plural.h"
#include "device/device.h"
#include "report/error.h"
#include "texture/reference.h"

static cudaError_t describe(const struct textureReference *t, struct cudaTextureDesc *d) {
    int normalised_read;
    SWRT_TRY(swrt_reference_find(t, &normalised_read));
    *d = (struct cudaTextureDesc){.filterMode = t->filterMode,
                                  .readMode = (enum cudaTextureReadMode)normalised_read,
                                  .sRGB = t->sRGB,
                                  .normalizedCoords = t->normalized,
                                  .maxAnisotropy = t->maxAnisotropy,
                                  .mipmapFilterMode = t->mipmapFilterMode,
                                  .mipmapLevelBias = t->mipmapLevelBias,
                                  .minMipmapLevelClamp = t->minMipmapLevelClamp,
                                  .maxMipmapLevelClamp = t->maxMipmapLevelClamp,
                                  .disableTrilinearOptimization = t->disableTrilinearOptimization};
    memcpy(d->addressMode, t->addressMode, sizeof d->addressMode);
    return cudaSuccess;
}

static bool is_long_integer(const struct cudaChannelFormatDesc *desc) {
    return desc->x == 32 && desc->f != cudaChannelFormatKindFloat;
}

static cudaError_t bind(const struct textureReference *texref, const struct cudaResourceDesc *resource,
                        const struct cudaChannelFormatDesc *desc, size_t offset) {
    struct cudaTextureDesc how;
    struct swrt_object *object;
    SWRT_TRY(describe(texref, &how));
    if (how.readMode == cudaReadModeNormalizedFloat && is_long_integer(desc))
        return cudaErrorInvalidNormSetting;
    SWRT_TRY(swrt_texture_create(&object, resource, &how, NULL));
    cudaError_t error = swrt_reference_bind(texref, object, offset);
    if (error)
        swrt_object_destroy(object);
    return error;
}

/* How far the address is from the aligned one before it, which the program must add to its indices if it asked for it.
 */
static cudaError_t align(size_t *offset, const void *address, const char **aligned, size_t *distance) {
    size_t unit = swrt_device_properties(swrt_current_device())->textureAlignment;
    *distance = (size_t)address % unit;
    if (*distance && !offset)
        return swrt_because(cudaErrorInvalidValue, "%p is not aligned to %zu byte%s", address, unit, swrt_s(unit));
    *aligned = (const char *)address - *distance;
    if (offset)
        *offset = *distance;
    return cudaSuccess;
}

static cudaError_t bind_linear(size_t *offset, const struct textureReference *texref, const void *address,
                               const struct cudaChannelFormatDesc *desc, size_t bytes) {
    const char *aligned;
    size_t distance;
    SWRT_TRY(swrt_check_device());
    if (!texref || !desc || !address)
        return texref ? cudaErrorInvalidValue : cudaErrorInvalidTexture;
    SWRT_TRY(align(offset, address, &aligned, &distance));
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeLinear};
    resource.res.linear.devPtr = (void *)aligned;
    resource.res.linear.desc = *desc;
    resource.res.linear.sizeInBytes = bytes < SIZE_MAX - distance ? bytes + distance : SIZE_MAX;
    return bind(texref, &resource, desc, distance);
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *texref, const void *devPtr,
                            const struct cudaChannelFormatDesc *desc, size_t size) {
    return swrt_fail(bind_linear(offset, texref, devPtr, desc, size));
}

static cudaError_t bind_pitched(size_t *offset, const struct textureReference *texref, const void *address,
                                const struct cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch) {
    const char *aligned;
    size_t distance;
    unsigned texel;
    SWRT_TRY(swrt_check_device());
    if (!texref || !desc || !address)
        return texref ? cudaErrorInvalidValue : cudaErrorInvalidTexture;
    SWRT_TRY(align(offset, address, &aligned, &distance));
    SWRT_TRY(swrt_channel_check(desc, &texel));
    struct cudaResourceDesc resource = {.resType = cudaResourceTypePitch2D};
    resource.res.pitch2D.devPtr = (void *)aligned;
    resource.res.pitch2D.desc = *desc;
    resource.res.pitch2D.width = width + distance / texel;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return bind(texref, &resource, desc, distance);
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *texref, const void *devPtr,
                              const struct cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch) {
    return swrt_fail(bind_pitched(offset, texref, devPtr, desc, width, height, pitch));
}

/* What an array is bound to, and as what. */
static cudaError_t check_binding(const struct textureReference *texref, const struct cudaChannelFormatDesc *desc) {
    SWRT_TRY(swrt_check_device());
    if (!texref)
        return cudaErrorInvalidTexture;
    if (!desc)
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

static bool same_channels(const struct cudaChannelFormatDesc *a, const struct cudaChannelFormatDesc *b) {
    return a->x == b->x && a->y == b->y && a->z == b->z && a->w == b->w && a->f == b->f;
}

static cudaError_t bind_array(const struct textureReference *texref, cudaArray_const_t array,
                              const struct cudaChannelFormatDesc *desc) {
    SWRT_TRY(check_binding(texref, desc));
    SWRT_TRY(swrt_array_valid(array));
    if (!same_channels(desc, &array->desc))
        return swrt_because(cudaErrorInvalidValue, "the descriptor is not the array's");
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray};
    resource.res.array.array = (cudaArray_t)array;
    return bind(texref, &resource, desc, 0);
}

cudaError_t cudaBindTextureToArray(const struct textureReference *texref, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc) {
    return swrt_fail(bind_array(texref, array, desc));
}

static cudaError_t bind_mipmapped(const struct textureReference *texref, cudaMipmappedArray_const_t mipmapped,
                                  const struct cudaChannelFormatDesc *desc) {
    SWRT_TRY(check_binding(texref, desc));
    if (!swrt_mipmapped_alive(mipmapped))
        return cudaErrorInvalidResourceHandle;
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeMipmappedArray};
    resource.res.mipmap.mipmap = (cudaMipmappedArray_t)mipmapped;
    return bind(texref, &resource, desc, 0);
}

cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *texref,
                                            cudaMipmappedArray_const_t mipmappedArray,
                                            const struct cudaChannelFormatDesc *desc) {
    return swrt_fail(bind_mipmapped(texref, mipmappedArray, desc));
}

static cudaError_t unbind(const struct textureReference *texref) {
    SWRT_TRY(swrt_check_device());
    return texref ? swrt_reference_bind(texref, NULL, 0) : cudaErrorInvalidTexture;
}

cudaError_t cudaUnbindTexture(const struct textureReference *texref) {
    return swrt_fail(unbind(texref));
}

static cudaError_t get_offset(size_t *offset, const struct textureReference *texref) {
    SWRT_TRY(swrt_check_device());
    if (!texref)
        return cudaErrorInvalidTexture;
    return offset ? swrt_reference_offset(texref, offset) : cudaErrorInvalidValue;
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texref) {
    return swrt_fail(get_offset(offset, texref));
}

static cudaError_t get_reference(const void **out, const void *symbol, cudaError_t none) {
    SWRT_TRY(swrt_check_device());
    if (!out)
        return cudaErrorInvalidValue;
    if (swrt_reference_find(symbol, NULL))
        return none;
    *out = symbol;
    return cudaSuccess;
}

cudaError_t cudaGetTextureReference(const struct textureReference **texref, const void *symbol) {
    return swrt_fail(get_reference((const void **)texref, symbol, cudaErrorInvalidTexture));
}

cudaError_t cudaGetSurfaceReference(const struct surfaceReference **surfref, const void *symbol) {
    return swrt_fail(get_reference((const void **)surfref, symbol, cudaErrorInvalidSurface));
}

static cudaError_t bind_surface(const struct surfaceReference *surfref, cudaArray_const_t array) {
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray};
    struct swrt_object *object;
    SWRT_TRY(swrt_check_device());
    if (!surfref || swrt_reference_find(surfref, NULL))
        return cudaErrorInvalidSurface;
    resource.res.array.array = (cudaArray_t)array;
    SWRT_TRY(swrt_surface_create(&object, &resource));
    cudaError_t error = swrt_reference_bind(surfref, object, 0);
    if (error)
        swrt_object_destroy(object);
    return error;
}

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *surfref, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc *desc) {
    if (!desc)
        return swrt_fail(cudaErrorInvalidValue);
    return swrt_fail(bind_surface(surfref, array));
}
