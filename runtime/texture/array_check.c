/* Which arrays there may be: the table of cudaMalloc3DArray (CUDA Runtime API), with the limits that the device's
 * properties state. */
#include "device/device.h"
#include "report/error.h"
#include "texture/array.h"

#define FLAGS (cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather | \
               cudaArrayColorAttachment)

struct limits {
    int width, height, depth; /* 0: must be 0 */
};

static struct limits texture_limits(const struct cudaDeviceProp *p, struct cudaExtent e, unsigned flags) {
    bool layered = flags & cudaArrayLayered;
    if (flags & cudaArrayCubemap)
        return layered ? (struct limits){p->maxTextureCubemapLayered[0], p->maxTextureCubemapLayered[0],
                                         p->maxTextureCubemapLayered[1]}
                       : (struct limits){p->maxTextureCubemap, p->maxTextureCubemap, 6};
    if (layered && !e.height)
        return (struct limits){p->maxTexture1DLayered[0], 0, p->maxTexture1DLayered[1]};
    if (layered)
        return (struct limits){p->maxTexture2DLayered[0], p->maxTexture2DLayered[1], p->maxTexture2DLayered[2]};
    if (!e.height)
        return (struct limits){p->maxTexture1D, 0, 0};
    if (flags & cudaArrayTextureGather)
        return (struct limits){p->maxTexture2DGather[0], p->maxTexture2DGather[1], 0};
    if (!e.depth)
        return (struct limits){p->maxTexture2D[0], p->maxTexture2D[1], 0};
    int longest = p->maxTexture3DAlt[2];
    if (e.depth > (size_t)p->maxTexture3D[2])
        return (struct limits){p->maxTexture3DAlt[0], p->maxTexture3DAlt[1], longest};
    return (struct limits){p->maxTexture3D[0], p->maxTexture3D[1], p->maxTexture3D[2]};
}

static struct limits surface_limits(const struct cudaDeviceProp *p, struct cudaExtent e, unsigned flags) {
    bool layered = flags & cudaArrayLayered;
    if (flags & cudaArrayCubemap)
        return layered ? (struct limits){p->maxSurfaceCubemapLayered[0], p->maxSurfaceCubemapLayered[0],
                                         p->maxSurfaceCubemapLayered[1]}
                       : (struct limits){p->maxSurfaceCubemap, p->maxSurfaceCubemap, 6};
    if (layered && !e.height)
        return (struct limits){p->maxSurface1DLayered[0], 0, p->maxSurface1DLayered[1]};
    if (layered)
        return (struct limits){p->maxSurface2DLayered[0], p->maxSurface2DLayered[1], p->maxSurface2DLayered[2]};
    if (!e.height)
        return (struct limits){p->maxSurface1D, 0, 0};
    if (!e.depth)
        return (struct limits){p->maxSurface2D[0], p->maxSurface2D[1], 0};
    return (struct limits){p->maxSurface3D[0], p->maxSurface3D[1], p->maxSurface3D[2]};
}

static bool within(struct cudaExtent e, struct limits limits) {
    return e.width <= (size_t)limits.width && e.height <= (size_t)limits.height && e.depth <= (size_t)limits.depth;
}

static cudaError_t check_kind(struct cudaExtent e, unsigned flags) {
    bool layered = flags & cudaArrayLayered, cube = flags & cudaArrayCubemap;
    if (flags & ~(unsigned)FLAGS)
        return swrt_because(cudaErrorInvalidValue, "flags are %#x", flags);
    if (!e.width)
        return swrt_because(cudaErrorInvalidValue, "an array without width");
    if (cube && (e.width != e.height || e.depth % 6 || !e.depth || (!layered && e.depth != 6)))
        return swrt_because(cudaErrorInvalidValue, "%zu x %zu x %zu is no cube map", e.width, e.height, e.depth);
    if (layered && !e.depth)
        return swrt_because(cudaErrorInvalidValue, "a layered array without layers");
    if (!layered && e.depth && !e.height)
        return swrt_because(cudaErrorInvalidValue, "depth %zu without height", e.depth);
    if ((flags & cudaArrayTextureGather) && (!e.height || e.depth))
        return swrt_because(cudaErrorInvalidValue, "only a 2-D array can be gathered from");
    return cudaSuccess;
}

cudaError_t swrt_array_check(struct cudaExtent e, unsigned flags) {
    const struct cudaDeviceProp *p = swrt_device_properties(swrt_current_device());
    SWRT_TRY(check_kind(e, flags));
    if (within(e, texture_limits(p, e, flags)) &&
        (!(flags & cudaArraySurfaceLoadStore) || within(e, surface_limits(p, e, flags))))
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidValue, "%zu x %zu x %zu is larger than any array", e.width, e.height, e.depth);
}
