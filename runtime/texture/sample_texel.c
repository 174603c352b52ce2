/* Texels: from memory to a colour (CUDA C++ Programming Guide, "Texture and Surface Memory": read modes; sRGB as in
 * IEC 61966-2-1). Components that the format lacks are 0. */
#include "texture/sample.h"

#include <string.h>

static uint32_t component(const struct swrt_texture *t, const char *at, unsigned i) {
    uint32_t word;
    uint16_t half;
    switch (t->format) {
    case SWRT_TEXEL_U8:
        return (uint8_t)at[i];
    case SWRT_TEXEL_I8:
        return (uint32_t)(int8_t)at[i];
    case SWRT_TEXEL_U16:
    case SWRT_TEXEL_F16:
        memcpy(&half, at + 2 * i, 2);
        return half;
    case SWRT_TEXEL_I16:
        memcpy(&half, at + 2 * i, 2);
        return (uint32_t)(int16_t)half;
    default:
        memcpy(&word, at + 4 * i, 4);
        return word;
    }
}

static float from_srgb(float c) {
    return c <= 0.04045f ? c / 12.92f : (float)__builtin_pow((c + 0.055) / 1.055, 2.4);
}

static float at_least_minus_one(float c) {
    return c < -1 ? -1 : c;
}

/* The exponent moves by 127 - 15; all ones stay so. Exact, denormals too. */
static float from_half(uint32_t bits) {
    uint32_t moved = (bits & 0x7fff) << 13, sign = (bits & 0x8000) << 16;
    float value;
    memcpy(&value, &moved, sizeof value);
    value *= 0x1p112f;
    memcpy(&moved, &value, sizeof value);
    moved |= sign | ((bits & 0x7c00) == 0x7c00 ? 0x7f800000 : 0);
    memcpy(&value, &moved, sizeof value);
    return value;
}

static float as_float(const struct swrt_texture *t, uint32_t word, unsigned i) {
    float c;
    switch (t->format) {
    case SWRT_TEXEL_U8:
        c = (float)word / 255.0f;
        return t->is_srgb && i < 3 ? from_srgb(c) : c;
    case SWRT_TEXEL_I8:
        return at_least_minus_one((float)(int32_t)word / 127.0f);
    case SWRT_TEXEL_U16:
        return (float)word / 65535.0f;
    case SWRT_TEXEL_I16:
        return at_least_minus_one((float)(int32_t)word / 32767.0f);
    case SWRT_TEXEL_F16:
        return from_half(word);
    default:
        memcpy(&c, &word, sizeof c);
        return c;
    }
}

static bool is_outside(const struct swrt_image *image, int x, int y, int z) {
    return (unsigned)x >= (unsigned)image->width || (unsigned)y >= (unsigned)image->height ||
           (unsigned)z >= (unsigned)image->depth;
}

union swrt_colour swrt_sample_texel(const struct swrt_texture *t, const struct swrt_image *image, int x, int y, int z) {
    union swrt_colour colour = {{0, 0, 0, 0}};
    if (is_outside(image, x, y, z)) {
        memcpy(colour.f, t->border, t->channels * sizeof *t->border);
        return colour;
    }
    const char *at = image->base + z * image->slice + y * image->pitch + (int64_t)x * image->texel_bytes;
    for (unsigned i = 0; i < t->channels; i++) {
        uint32_t word = component(t, at, i);
        if (t->reads_float)
            colour.f[i] = as_float(t, word, i);
        else
            colour.u[i] = word;
    }
    return colour;
}
