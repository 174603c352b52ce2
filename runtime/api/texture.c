/* Texture and surface objects (CUDA Runtime API, "Texture Object Management", "Surface Object Management"). */
#include "device/device.h"
#include "report/error.h"
#include "stream/engine.h"
#include "texture/texture.h"

static cudaError_t create(cudaTextureObject_t *out, const struct cudaResourceDesc *resource,
                          const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view) {
    struct swrt_object *object;
    SWRT_TRY(swrt_check_device());
    if (!out || !resource)
        return cudaErrorInvalidValue;
    if (!desc)
        return swrt_because(cudaErrorInvalidResourceHandle, "no texture descriptor"); /* as on a GPU */
    SWRT_TRY(swrt_texture_create(&object, resource, desc, view));
    *out = (cudaTextureObject_t)(size_t)object;
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *pTexObject, const struct cudaResourceDesc *pResDesc,
                                    const struct cudaTextureDesc *pTexDesc,
                                    const struct cudaResourceViewDesc *pResViewDesc) {
    return swrt_fail(create(pTexObject, pResDesc, pTexDesc, pResViewDesc));
}

cudaError_t cudaCreateTextureObject_v2(cudaTextureObject_t *pTexObject, const struct cudaResourceDesc *pResDesc,
                                       const struct cudaTextureDesc *pTexDesc,
                                       const struct cudaResourceViewDesc *pResViewDesc) {
    return swrt_fail(create(pTexObject, pResDesc, pTexDesc, pResViewDesc));
}

static cudaError_t longest_linear(size_t *texels, const struct cudaChannelFormatDesc *desc, int device) {
    unsigned bytes;
    SWRT_TRY(swrt_check_device());
    if (!texels || !desc)
        return cudaErrorInvalidValue;
    if (!swrt_device_valid(device))
        return cudaErrorInvalidDevice;
    SWRT_TRY(swrt_channel_check(desc, &bytes));
    *texels = (size_t)swrt_device_properties(device)->maxTexture1DLinear;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
                                                 const struct cudaChannelFormatDesc *fmtDesc, int device) {
    return swrt_fail(longest_linear(maxWidthInElements, fmtDesc, device));
}

/* Kernels that were launched before may still read the descriptor. */
static cudaError_t destroy(unsigned long long handle, enum swrt_object_kind kind) {
    struct swrt_object *object;
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(swrt_object_find(handle, kind, &object));
    SWRT_TRY(swrt_device_wait(object->device));
    swrt_object_destroy(object);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
    return swrt_fail(destroy(texObject, SWRT_OBJECT_TEXTURE));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
    return swrt_fail(destroy(surfObject, SWRT_OBJECT_SURFACE));
}

static cudaError_t find(const void *out, unsigned long long handle, enum swrt_object_kind kind,
                        struct swrt_object **object) {
    SWRT_TRY(swrt_check_device());
    if (!out)
        return cudaErrorInvalidValue;
    return swrt_object_find(handle, kind, object);
}

static cudaError_t get_resource(struct cudaResourceDesc *desc, unsigned long long handle, enum swrt_object_kind kind) {
    struct swrt_object *object;
    SWRT_TRY(find(desc, handle, kind, &object));
    *desc = object->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaTextureObject_t texObject) {
    return swrt_fail(get_resource(pResDesc, texObject, SWRT_OBJECT_TEXTURE));
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaSurfaceObject_t surfObject) {
    return swrt_fail(get_resource(pResDesc, surfObject, SWRT_OBJECT_SURFACE));
}

static cudaError_t get_desc(struct cudaTextureDesc *desc, cudaTextureObject_t handle) {
    struct swrt_object *object;
    SWRT_TRY(find(desc, handle, SWRT_OBJECT_TEXTURE, &object));
    *desc = object->desc;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc, cudaTextureObject_t texObject) {
    return swrt_fail(get_desc(pTexDesc, texObject));
}

cudaError_t cudaGetTextureObjectTextureDesc_v2(struct cudaTextureDesc *pTexDesc, cudaTextureObject_t texObject) {
    return swrt_fail(get_desc(pTexDesc, texObject));
}

static cudaError_t get_view(struct cudaResourceViewDesc *view, cudaTextureObject_t handle) {
    struct swrt_object *object;
    SWRT_TRY(find(view, handle, SWRT_OBJECT_TEXTURE, &object));
    if (!object->has_view)
        return swrt_because(cudaErrorInvalidValue, "the object was made without a view");
    *view = object->view;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *pResViewDesc,
                                                 cudaTextureObject_t texObject) {
    return swrt_fail(get_view(pResViewDesc, texObject));
}

static cudaError_t create_surface(cudaSurfaceObject_t *out, const struct cudaResourceDesc *resource) {
    struct swrt_object *object;
    SWRT_TRY(swrt_check_device());
    if (!out || !resource)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_surface_create(&object, resource));
    *out = (cudaSurfaceObject_t)(size_t)object;
    return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject, const struct cudaResourceDesc *pResDesc) {
    return swrt_fail(create_surface(pSurfObject, pResDesc));
}
