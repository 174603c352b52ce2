/* Where a texture's texels are: linear and pitched memory, arrays, mipmapped arrays, and views of the last two (CUDA
 * Runtime API, cudaCreateTextureObject). */
#include "base/plural.h"
#include "device/device.h"
#include "report/error.h"
#include "texture/texture.h"

static cudaError_t set_format(struct swrt_texture *t, const struct cudaChannelFormatDesc *desc) {
    unsigned bytes;
    SWRT_TRY(swrt_channel_check(desc, &bytes));
    t->format = swrt_channel_format(desc, &t->channels);
    return cudaSuccess;
}

/* Device memory that holds `bytes` bytes from address on, or the part of them that is in its allocation. */
static cudaError_t check_memory(const void *address, size_t *bytes) {
    struct swrt_allocation found;
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    if (!address || kind == SWRT_MEMORY_NONE || kind == SWRT_MEMORY_INVALID || kind == SWRT_MEMORY_RAW ||
        kind == SWRT_MEMORY_RETIRED)
        return swrt_because(cudaErrorInvalidValue, "%p is no device memory", address);
    size_t left = found.bytes - (size_t)((const char *)address - found.base);
    if (*bytes > left)
        *bytes = left;
    return cudaSuccess;
}

static cudaError_t use_linear(struct swrt_texture *t, const struct cudaResourceDesc *r) {
    size_t bytes = r->res.linear.sizeInBytes, most;
    SWRT_TRY(set_format(t, &r->res.linear.desc));
    unsigned texel = swrt_texel_bytes(t->format) * t->channels;
    SWRT_TRY(check_memory(r->res.linear.devPtr, &bytes));
    if ((size_t)r->res.linear.devPtr % texel)
        return swrt_because(cudaErrorInvalidValue, "%p is not aligned to a texel of %u byte%s", r->res.linear.devPtr,
                            texel, swrt_s(texel));
    most = (size_t)swrt_device_properties(swrt_current_device())->maxTexture1DLinear;
    if (bytes / texel > most)
        return swrt_because(cudaErrorInvalidValue, "%zu texel%s, at most %zu", bytes / texel, swrt_s(bytes / texel),
                            most);
    t->image = (struct swrt_image){r->res.linear.devPtr, 0, 0, (int)(bytes / texel), 1, 1, texel};
    return cudaSuccess;
}

static cudaError_t use_pitched(struct swrt_texture *t, const struct cudaResourceDesc *r) {
    const struct cudaDeviceProp *p = swrt_device_properties(swrt_current_device());
    size_t width = r->res.pitch2D.width, height = r->res.pitch2D.height, pitch = r->res.pitch2D.pitchInBytes;
    SWRT_TRY(set_format(t, &r->res.pitch2D.desc));
    unsigned texel = swrt_texel_bytes(t->format) * t->channels;
    if (!width || !height || width > (size_t)p->maxTexture2DLinear[0] || height > (size_t)p->maxTexture2DLinear[1])
        return swrt_because(cudaErrorInvalidValue, "%zu x %zu texels", width, height);
    if (pitch < width * texel || pitch > (size_t)p->maxTexture2DLinear[2] || pitch % p->texturePitchAlignment)
        return swrt_because(cudaErrorInvalidValue, "a pitch of %zu byte%s for rows of %zu", pitch, swrt_s(pitch),
                            width * texel);
    if ((size_t)r->res.pitch2D.devPtr % texel)
        return swrt_because(cudaErrorInvalidValue, "%p is not aligned to a texel", r->res.pitch2D.devPtr);
    size_t bytes = pitch * (height - 1) + width * texel, needed = bytes;
    SWRT_TRY(check_memory(r->res.pitch2D.devPtr, &bytes));
    if (bytes < needed)
        return swrt_because(cudaErrorInvalidValue, "the texture leaves its %zu byte%s", bytes, swrt_s(bytes));
    t->image = (struct swrt_image){
        r->res.pitch2D.devPtr, (long long)pitch, (long long)(pitch * height), (int)width, (int)height, 1, texel};
    return cudaSuccess;
}

/* A format of the same size that a view reads the texels as; block compression exists in no array here. */
static cudaError_t view_format(struct swrt_texture *t, enum cudaResourceViewFormat format) {
    static const enum swrt_texel of[] = {SWRT_TEXEL_U8,  SWRT_TEXEL_I8,  SWRT_TEXEL_U16, SWRT_TEXEL_I16,
                                         SWRT_TEXEL_U32, SWRT_TEXEL_I32, SWRT_TEXEL_F16, SWRT_TEXEL_F32};
    if (format == cudaResViewFormatNone)
        return cudaSuccess;
    if ((unsigned)format >= cudaResViewFormatUnsignedBlockCompressed1)
        return swrt_because(cudaErrorInvalidValue, "a view of format %d", (int)format);
    unsigned at = (unsigned)format - 1, bytes = swrt_texel_bytes(of[at / 3]) * (1u << at % 3);
    if (bytes != t->image.texel_bytes)
        return swrt_because(cudaErrorInvalidValue, "a view of %u byte%s on texels of %u", bytes, swrt_s(bytes),
                            t->image.texel_bytes);
    t->format = of[at / 3];
    t->channels = 1u << at % 3;
    return cudaSuccess;
}

static bool has_slices(const struct cudaArray *array) {
    return array->flags & (cudaArrayLayered | cudaArrayCubemap);
}

static cudaError_t view_layers(struct swrt_texture *t, const struct cudaArray *array,
                               const struct cudaResourceViewDesc *v) {
    if (!has_slices(array) || (!v->firstLayer && !v->lastLayer))
        return cudaSuccess;
    if (v->lastLayer < v->firstLayer || v->lastLayer >= array->extent.depth)
        return swrt_because(cudaErrorInvalidValue, "layers %u to %u of %zu", v->firstLayer, v->lastLayer,
                            array->extent.depth);
    for (unsigned i = 0; i < t->levels; i++) {
        t->level[i].base += t->level[i].slice * v->firstLayer;
        t->level[i].depth = (int)(v->lastLayer - v->firstLayer) + 1;
    }
    return cudaSuccess;
}

static cudaError_t view_levels(struct swrt_texture *t, const struct cudaResourceViewDesc *v) {
    if (v->lastMipmapLevel < v->firstMipmapLevel || v->lastMipmapLevel >= t->levels)
        return swrt_because(cudaErrorInvalidValue, "levels %u to %u of %u", v->firstMipmapLevel, v->lastMipmapLevel,
                            t->levels);
    t->levels = v->lastMipmapLevel - v->firstMipmapLevel + 1;
    for (unsigned i = 0; i < t->levels; i++)
        t->level[i] = t->level[i + v->firstMipmapLevel];
    return cudaSuccess;
}

static cudaError_t use_view(struct swrt_texture *t, const struct cudaArray *array,
                            const struct cudaResourceViewDesc *v) {
    if (!v)
        return cudaSuccess;
    SWRT_TRY(view_format(t, v->format));
    SWRT_TRY(view_levels(t, v));
    SWRT_TRY(view_layers(t, array, v));
    if (v->width == (size_t)t->level[0].width && (!v->height || v->height == (size_t)t->level[0].height))
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidValue, "a view of %zu x %zu texels on %d x %d", v->width, v->height,
                        t->level[0].width, t->level[0].height);
}

static cudaError_t use_levels(struct swrt_texture *t, struct cudaArray *const *levels, unsigned count,
                              const struct cudaResourceViewDesc *view) {
    SWRT_TRY(set_format(t, &levels[0]->desc));
    t->levels = count;
    for (unsigned i = 0; i < count; i++)
        t->level[i] = levels[i]->image;
    t->image = t->level[0];
    SWRT_TRY(use_view(t, levels[0], view));
    t->image = t->level[0];
    return cudaSuccess;
}

cudaError_t swrt_texture_resource(struct swrt_texture *t, const struct cudaResourceDesc *r,
                                  const struct cudaResourceViewDesc *view) {
    t->levels = 1;
    switch (r->resType) {
    case cudaResourceTypeArray:
        if (!swrt_array_alive(r->res.array.array))
            return swrt_because(cudaErrorInvalidValue, "no CUDA array");
        return use_levels(t, &r->res.array.array, 1, view);
    case cudaResourceTypeMipmappedArray:
        if (!swrt_mipmapped_alive(r->res.mipmap.mipmap))
            return swrt_because(cudaErrorInvalidValue, "no mipmapped CUDA array");
        return use_levels(t, r->res.mipmap.mipmap->level, r->res.mipmap.mipmap->levels, view);
    case cudaResourceTypeLinear:
    case cudaResourceTypePitch2D:
        if (view)
            return swrt_because(cudaErrorInvalidValue, "a view of memory that is no array");
        SWRT_TRY(r->resType == cudaResourceTypeLinear ? use_linear(t, r) : use_pitched(t, r));
        t->level[0] = t->image;
        return cudaSuccess;
    }
    return swrt_because(cudaErrorInvalidValue, "there is no resource type %d", (int)r->resType);
}
