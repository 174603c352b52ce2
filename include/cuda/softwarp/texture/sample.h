/* Sampling a texture (CUDA C++ Programming Guide, appendix "Texture Fetching"): every sample is one call of the runtime
 * (runtime/texture/sample*.c), in lockstep code one for a whole warp. A program compiles no sampler, and a sample costs the
 * compiler no more than a call. */
#ifndef SOFTWARP_TEXTURE_SAMPLE_H
#define SOFTWARP_TEXTURE_SAMPLE_H

#include "texel.h"

/* Becomes a call of swrt_sample (src/ir/sample.h). how: enum swrt_how, and how many components
 * are wanted. */
struct sw_words {
    unsigned word0, word1, word2, word3;
};
SW_EXTERN __attribute__((pure)) sw_words __nv_sw_sample(const struct swrt_texture *texture, int how, float x, float y,
                                                        float z, int layer, float level);

SW_DEVICE const struct swrt_texture *sw_texture(cudaTextureObject_t object) {
    return (const struct swrt_texture *)object;
}

template <class R_>
SW_DEVICE R_ sw_sample(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level) {
    sw_words all = __nv_sw_sample(t, how | sw_texel<R_>::count << 8, x, y, z, layer, level);
    const unsigned words[4] = {all.word0, all.word1, all.word2, all.word3};
    return sw_texel<R_>::of(words);
}

#if defined(__SOFTWARP_CHECK__)
template <class R_> SW_DEVICE R_ sw_fetch(const struct swrt_texture *t, int i) {
    return sw_sample<R_>(t, SWRT_FETCH, 0, 0, 0, i, 0);
}
#else
/* A texel of whole words that is read as it lies: zeros outside. */
template <class R_> SW_DEVICE R_ sw_fetch_words(const struct swrt_texture *t, int i) {
    unsigned words[4] = {0, 0, 0, 0};
    if ((unsigned)i < (unsigned)t->image.width) {
        const unsigned *texel = (const unsigned *)t->image.base + (size_t)(unsigned)i * sw_texel<R_>::count;
        for (int k = 0; k < sw_texel<R_>::count; k++)
            words[k] = texel[k];
    }
    return sw_texel<R_>::of(words);
}

/* Most are fetched from linear memory of words, and need no sampler. */
template <class R_> SW_DEVICE R_ sw_fetch(const struct swrt_texture *t, int i) {
    if (t->words == sw_texel<R_>::count)
        return sw_fetch_words<R_>(t, i);
    return sw_sample<R_>(t, SWRT_FETCH, 0, 0, 0, i, 0);
}
#endif

template <class R_> SW_DEVICE R_ sw_sample_1d_layer(const struct swrt_texture *t, float x, int layer, float level) {
    return sw_sample<R_>(t, SWRT_1D, x, 0, 0, layer, level);
}

template <class R_> SW_DEVICE R_ sw_sample_1d(const struct swrt_texture *t, float x, float level) {
    return sw_sample<R_>(t, SWRT_1D, x, 0, 0, 0, level);
}

template <class R_>
SW_DEVICE R_ sw_sample_2d_layer(const struct swrt_texture *t, float x, float y, int layer, float level) {
    return sw_sample<R_>(t, SWRT_2D, x, y, 0, layer, level);
}

template <class R_> SW_DEVICE R_ sw_sample_2d(const struct swrt_texture *t, float x, float y, float level) {
    return sw_sample<R_>(t, SWRT_2D, x, y, 0, 0, level);
}

template <class R_> SW_DEVICE R_ sw_sample_3d(const struct swrt_texture *t, float x, float y, float z, float level) {
    return sw_sample<R_>(t, SWRT_3D, x, y, z, 0, level);
}

template <class R_>
SW_DEVICE R_ sw_sample_cube(const struct swrt_texture *t, float x, float y, float z, int layer, float level) {
    return sw_sample<R_>(t, SWRT_CUBE, x, y, z, layer, level);
}

template <class R_> SW_DEVICE R_ sw_gather(const struct swrt_texture *t, float x, float y, int component) {
    return sw_sample<R_>(t, SWRT_GATHER, x, y, 0, component, 0);
}

/* ---- The level that derivatives ask for ------------------------------------------------------------------------- */

SW_DEVICE float sw_level_of(const struct swrt_texture *t, float dx, float dy, float dz, float ex, float ey, float ez) {
    float w = (float)t->image.width, h = (float)t->image.height, d = (float)t->image.depth;
    float a = dx * w * dx * w + dy * h * dy * h + dz * d * dz * d;
    float b = ex * w * ex * w + ey * h * ey * h + ez * d * ez * d;
    return 0.5f * log2f(a > b ? a : b);
}

SW_DEVICE float sw_level_1d(const struct swrt_texture *t, float dx, float dy) {
    return sw_level_of(t, dx, 0, 0, dy, 0, 0);
}
SW_DEVICE float sw_level_2d(const struct swrt_texture *t, float2 dx, float2 dy) {
    return sw_level_of(t, dx.x, dx.y, 0, dy.x, dy.y, 0);
}
SW_DEVICE float sw_level_3d(const struct swrt_texture *t, float4 dx, float4 dy) {
    return sw_level_of(t, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z);
}
/* Half a face for a unit of the direction along its longest component. */
SW_DEVICE float sw_level_cube(const struct swrt_texture *t, float x, float y, float z, float4 dx, float4 dy) {
    float longest = fmaxf(fabsf(x), fmaxf(fabsf(y), fabsf(z))), half = 0.5f * (float)t->image.width / longest;
    float a = dx.x * dx.x + dx.y * dx.y + dx.z * dx.z, b = dy.x * dy.x + dy.y * dy.y + dy.z * dy.z;
    return log2f(half) + 0.5f * log2f(a > b ? a : b);
}

#endif
