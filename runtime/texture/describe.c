/* How a texture is read: filters, address modes, conversions (CUDA Runtime API, struct cudaTextureDesc). */
#include <stdint.h>
#include <string.h>

#include "report/error.h"
#include "texture/texture.h"

static bool is_float(const struct swrt_texture *t) {
    return t->format == SWRT_TEXEL_F16 || t->format == SWRT_TEXEL_F32;
}

static bool is_short_integer(const struct swrt_texture *t) {
    return t->format >= SWRT_TEXEL_U8 && t->format <= SWRT_TEXEL_I16;
}

static cudaError_t check(const struct swrt_texture *t, const struct cudaTextureDesc *d, enum cudaResourceType type) {
    for (int i = 0; i < 3; i++)
        if ((unsigned)d->addressMode[i] > cudaAddressModeBorder)
            return swrt_because(cudaErrorInvalidValue, "there is no address mode %d", (int)d->addressMode[i]);
    if ((unsigned)d->filterMode > cudaFilterModeLinear || (unsigned)d->mipmapFilterMode > cudaFilterModeLinear ||
        (unsigned)d->readMode > cudaReadModeNormalizedFloat)
        return swrt_because(cudaErrorInvalidValue, "filter %d, mipmap filter %d, read mode %d", (int)d->filterMode,
                            (int)d->mipmapFilterMode, (int)d->readMode);
    if (d->filterMode == cudaFilterModeLinear && !t->reads_float && type != cudaResourceTypeLinear)
        return swrt_because(cudaErrorInvalidFilterSetting, "texels that are read as integers cannot be interpolated");
    if (type == cudaResourceTypeMipmappedArray && !d->normalizedCoords)
        return swrt_because(cudaErrorInvalidValue, "mipmaps need normalized coordinates");
    return cudaSuccess;
}

/* Wrap and mirror exist for normalised coordinates only and are clamp otherwise. */
static unsigned mode_of(enum cudaTextureAddressMode mode, bool is_normalised) {
    bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
    return repeats && !is_normalised ? cudaAddressModeClamp : mode;
}

static void set_repeats(struct swrt_texture *t) {
    const int sizes[3] = {t->image.width, t->image.height, t->image.depth};
    for (unsigned i = 0; i < 3; i++) {
        if (t->mode[i] == cudaAddressModeWrap || t->mode[i] == cudaAddressModeMirror)
            t->repeats |= 1u << i;
        if (t->mode[i] == cudaAddressModeWrap)
            t->wrap[i] = sizes[i];
    }
}

static bool is_simple(const struct swrt_texture *t) {
    bool is_small = t->image.slice * t->image.depth < INT32_MAX && t->image.pitch * t->image.height < INT32_MAX &&
                    (long long)t->image.width * t->image.texel_bytes < INT32_MAX;
    return t->levels == 1 && !t->is_srgb && is_small;
}

static unsigned words_of(const struct swrt_texture *t) {
    bool is_words = t->format == SWRT_TEXEL_U32 || t->format == SWRT_TEXEL_I32 || t->format == SWRT_TEXEL_F32;
    return is_words && t->is_simple ? t->channels : 0;
}

cudaError_t swrt_texture_describe(struct swrt_texture *t, const struct cudaTextureDesc *d, enum cudaResourceType type) {
    bool is_normalised_read = d->readMode == cudaReadModeNormalizedFloat && is_short_integer(t);
    t->reads_float = is_float(t) || is_normalised_read;
    SWRT_TRY(check(t, d, type));
    t->is_normalised = d->normalizedCoords != 0;
    for (int i = 0; i < 3; i++)
        t->mode[i] = type == cudaResourceTypeLinear ? cudaAddressModeClamp
                                                    : mode_of(d->addressMode[i], t->is_normalised);
    set_repeats(t);
    t->is_linear = d->filterMode == cudaFilterModeLinear && type != cudaResourceTypeLinear;
    t->scale[0] = t->is_normalised ? (float)t->image.width : 1;
    t->scale[1] = t->is_normalised ? (float)t->image.height : 1;
    t->scale[2] = t->is_normalised ? (float)t->image.depth : 1;
    t->is_srgb = d->sRGB && t->format == SWRT_TEXEL_U8 && is_normalised_read;
    t->is_seamless = d->seamlessCubemap != 0;
    memcpy(t->border, d->borderColor, sizeof t->border);
    t->is_mip_linear = d->mipmapFilterMode == cudaFilterModeLinear;
    t->bias = d->mipmapLevelBias;
    t->lowest_level = d->minMipmapLevelClamp;
    t->highest_level = d->maxMipmapLevelClamp;
    t->is_simple = is_simple(t);
    t->words = words_of(t);
    return cudaSuccess;
}
