/* What a texture or surface object is: its handle is the address of one of these. Written by the runtime when the
 * object is made, read by its sampler (runtime/texture/sample*.c) and by surface functions in device code. Plain C. */
#ifndef SOFTWARP_TEXTURE_LAYOUT_H
#define SOFTWARP_TEXTURE_LAYOUT_H

/* How a component of a texel lies in memory. */
enum swrt_texel {
    SWRT_TEXEL_NONE, SWRT_TEXEL_U8, SWRT_TEXEL_I8, SWRT_TEXEL_U16, SWRT_TEXEL_I16, SWRT_TEXEL_U32, SWRT_TEXEL_I32,
    SWRT_TEXEL_F16, SWRT_TEXEL_F32
};

/* Texels in memory: rows `pitch` bytes apart, slices (layers, faces) `slice` bytes. All sizes are at least 1. */
struct swrt_image {
    char *base;
    long long pitch, slice;
    int width, height, depth;
    unsigned texel_bytes;
};

/* What a sampler is asked for. FETCH: the texel whose number is `layer`. GATHER: component `layer` of the
 * four texels of a linear filter. */
enum swrt_how { SWRT_FETCH, SWRT_1D, SWRT_2D, SWRT_3D, SWRT_CUBE, SWRT_GATHER };

#define SWRT_TEXTURE_LEVELS 18

/* is_simple: no mipmaps, no sRGB, less than 2 GiB. words: how many of 32 bits a texel is, if it is read as it lies; else 0.
 * mode: enum cudaTextureAddressMode; scale: 1, or the size for normalised coordinates. repeats: a bit for each
 * wrapped or mirrored axis; wrap: the size of a wrapped axis, else 0. level[0] is image too. */
struct swrt_texture {
    struct swrt_image image;
    unsigned is_simple, is_linear, words;
    unsigned mode[3], repeats;
    int wrap[3];
    float scale[3];
    unsigned format, channels, reads_float, is_srgb, is_normalised, is_seamless;
    float border[4];
    unsigned levels, is_mip_linear;
    float bias, lowest_level, highest_level;
    struct swrt_image level[SWRT_TEXTURE_LEVELS];
};

#endif
