/* Sampling a texture (CUDA C++ Programming Guide, appendix "Texture Fetching").
 *
 * What most programs do stands here and is inlined: points and linear filters in one to three dimensions on floats,
 * normalised bytes and texels that are read as they are, with clamped and repeated coordinates. All decisions are about
 * the descriptor, which is the same for all lanes, so lockstep code keeps them as branches and makes vectors of the
 * rest. Everything else goes to the device library, a lane at a time (devicelib/texture.c). Both compute alike:
 *   - a linear filter takes x - 0.5, rounded to 1/256, a half up: the whole part is the texel, the rest the weight;
 *   - a NaN for a coordinate is 0;
 *   - the weights of a texel are multiplied, which is exact, then texel and weight, then added in the order of x, y, z.
 */
#ifndef SOFTWARP_TEXTURE_SAMPLE_H
#define SOFTWARP_TEXTURE_SAMPLE_H

#include "texture_texel.h"

/* devicelib/texture.c: any sample of any texture. how: enum swrt_how. */
SW_EXTERN void __nv_sw_sample(const struct swrt_texture *texture, int how, float x, float y, float z, int layer,
                              float level, unsigned *words);

SW_DEVICE const struct swrt_texture *sw_texture(cudaTextureObject_t object) {
    return (const struct swrt_texture *)object;
}

template <class R>
SW_DEVICE R sw_sample_any(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level) {
    unsigned words[4];
    __nv_sw_sample(t, how, x, y, z, layer, level, words);
    return sw_texel<R>::of(words);
}

SW_DEVICE const char *sw_slice(const struct swrt_texture *t, int layer) {
    int last = t->image.depth - 1;
    layer = layer < 0 ? 0 : layer > last ? last : layer;
    return t->image.base + layer * t->image.slice;
}

/* ---- Coordinates ---------------------------------------------------------------------------------------------- */

SW_DEVICE float sw_repeated(float x, bool is_mirror) {
    float whole = floorf(x), part = x - whole;
    bool is_odd = whole - 2 * floorf(0.5f * whole) != 0;
    return is_mirror && is_odd ? 1 - part : part;
}

/* Along one axis, in texels; not a NaN. */
SW_DEVICE float sw_along(const struct swrt_texture *t, int axis, float x) {
    if (t->mode[axis] != cudaAddressModeClamp) x = sw_repeated(x, t->mode[axis] == cudaAddressModeMirror);
    x = __fmul_rn(x, t->scale[axis]);
    return x == x ? x : 0;
}

SW_DEVICE int sw_clamped(int i, int size) {
    return i < 0 ? 0 : i < size ? i : size - 1;
}

SW_DEVICE int sw_point(const struct swrt_texture *t, int axis, float x, int size) {
    x = sw_along(t, axis, x);
    float last = (float)(size - 1);
    return (int)(x > 0 ? x < last ? x : last : 0);
}

/* The two texels of a linear filter, and the weight of the second. */
struct sw_pair {
    int first, second;
    float weight;
};

SW_DEVICE sw_pair sw_linear(const struct swrt_texture *t, int axis, float x, int size) {
    float end = (float)(size + 1);
    x = sw_along(t, axis, x);
    x = x > -1 ? x < end ? x : end : -1;
    int fixed = (int)floorf(__fadd_rn(x * 256, -127.5f)), first = fixed >> 8, second = first + 1;
    sw_pair pair;
    pair.weight = (float)(fixed & 255) * (1.0f / 256);
    if (t->mode[axis] == cudaAddressModeWrap) {
        first = first < 0 ? first + size : first;
        second = second >= size ? second - size : second;
    }
    pair.first = sw_clamped(first, size);
    pair.second = sw_clamped(second, size);
    return pair;
}

/* ---- Filters: READ reads the texel at an index of a row --------------------------------------------------------- */

template <class R> struct sw_read_plain {
    SW_DEVICE R at(const char *row, int i) { return ((const R *)row)[i]; }
};
template <class R> struct sw_read_bytes {
    SW_DEVICE R at(const char *row, int i) {
        return sw_texel<R>::from_bytes(((const typename sw_texel<R>::in_bytes *)row)[i]);
    }
};

template <class R, class READ> SW_DEVICE R sw_mix(const char *row, const sw_pair &x, float weight) {
    R first = sw_texel<R>::scaled(READ::at(row, x.first), __fmul_rn(1 - x.weight, weight));
    R second = sw_texel<R>::scaled(READ::at(row, x.second), __fmul_rn(x.weight, weight));
    return sw_texel<R>::plus(first, second);
}

template <class R, class READ>
SW_DEVICE R sw_mix(const char *rows, long long pitch, const sw_pair &x, const sw_pair &y, float weight) {
    R first = sw_mix<R, READ>(rows + y.first * pitch, x, __fmul_rn(1 - y.weight, weight));
    R second = sw_mix<R, READ>(rows + y.second * pitch, x, __fmul_rn(y.weight, weight));
    return sw_texel<R>::plus(first, second);
}

template <class R, class READ>
SW_DEVICE R sw_mix(const struct swrt_image &image, const sw_pair &x, const sw_pair &y, const sw_pair &z) {
    R first = sw_mix<R, READ>(image.base + z.first * image.slice, image.pitch, x, y, 1 - z.weight);
    R second = sw_mix<R, READ>(image.base + z.second * image.slice, image.pitch, x, y, z.weight);
    return sw_texel<R>::plus(first, second);
}

/* ---- Samples --------------------------------------------------------------------------------------------------- */

template <class R, class READ> SW_DEVICE R sw_row(const struct swrt_texture *t, const char *row, float x) {
    return READ::at(row, sw_point(t, 0, x, t->image.width));
}

template <class R, class READ> SW_DEVICE R sw_plane(const struct swrt_texture *t, const char *rows, float x, float y) {
    int row = sw_point(t, 1, y, t->image.height);
    return READ::at(rows + row * t->image.pitch, sw_point(t, 0, x, t->image.width));
}

template <class R, class READ> SW_DEVICE R sw_space(const struct swrt_texture *t, float x, float y, float z) {
    return sw_plane<R, READ>(t, t->image.base + sw_point(t, 2, z, t->image.depth) * t->image.slice, x, y);
}

/* Types that are not floats have texels read as they are, and no filter. */
template <class R> struct sw_quick {
    SW_DEVICE bool can(const struct swrt_texture *t) { return t->code == sw_texel<R>::code; }
    SW_DEVICE R fetch(const struct swrt_texture *t, int i) { return sw_read_plain<R>::at(t->image.base, i); }
    SW_DEVICE R one(const struct swrt_texture *t, const char *row, float x) {
        return sw_row<R, sw_read_plain<R> >(t, row, x);
    }
    SW_DEVICE R two(const struct swrt_texture *t, const char *rows, float x, float y) {
        return sw_plane<R, sw_read_plain<R> >(t, rows, x, y);
    }
    SW_DEVICE R three(const struct swrt_texture *t, float x, float y, float z) {
        return sw_space<R, sw_read_plain<R> >(t, x, y, z);
    }
};

template <class R> struct sw_quick_floats {
    typedef sw_read_plain<R> plain;
    typedef sw_read_bytes<R> bytes;
    SW_DEVICE bool are_bytes(const struct swrt_texture *t) { return t->code == sw_texel<R>::bytes_code; }
    SW_DEVICE bool can(const struct swrt_texture *t) { return t->code == sw_texel<R>::code || are_bytes(t); }
    SW_DEVICE R fetch(const struct swrt_texture *t, int i) {
        return are_bytes(t) ? bytes::at(t->image.base, i) : plain::at(t->image.base, i);
    }
    SW_DEVICE R one(const struct swrt_texture *t, const char *row, float x) {
        if (!t->is_linear) return are_bytes(t) ? sw_row<R, bytes>(t, row, x) : sw_row<R, plain>(t, row, x);
        sw_pair column = sw_linear(t, 0, x, t->image.width);
        return are_bytes(t) ? sw_mix<R, bytes>(row, column, 1) : sw_mix<R, plain>(row, column, 1);
    }
    SW_DEVICE R two(const struct swrt_texture *t, const char *rows, float x, float y) {
        if (!t->is_linear) return are_bytes(t) ? sw_plane<R, bytes>(t, rows, x, y) : sw_plane<R, plain>(t, rows, x, y);
        sw_pair column = sw_linear(t, 0, x, t->image.width), row = sw_linear(t, 1, y, t->image.height);
        long long pitch = t->image.pitch;
        return are_bytes(t) ? sw_mix<R, bytes>(rows, pitch, column, row, 1)
                            : sw_mix<R, plain>(rows, pitch, column, row, 1);
    }
    SW_DEVICE R three(const struct swrt_texture *t, float x, float y, float z) {
        if (!t->is_linear) return are_bytes(t) ? sw_space<R, bytes>(t, x, y, z) : sw_space<R, plain>(t, x, y, z);
        sw_pair column = sw_linear(t, 0, x, t->image.width), row = sw_linear(t, 1, y, t->image.height);
        sw_pair slice = sw_linear(t, 2, z, t->image.depth);
        return are_bytes(t) ? sw_mix<R, bytes>(t->image, column, row, slice)
                            : sw_mix<R, plain>(t->image, column, row, slice);
    }
};
template <> struct sw_quick<float> : sw_quick_floats<float> {};
template <> struct sw_quick<float1> : sw_quick_floats<float1> {};
template <> struct sw_quick<float2> : sw_quick_floats<float2> {};
template <> struct sw_quick<float4> : sw_quick_floats<float4> {};

template <class R> SW_DEVICE R sw_fetch(const struct swrt_texture *t, int i) {
    const unsigned nothing[4] = {0, 0, 0, 0};
    if (sw_quick<R>::can(t)) {
        if ((unsigned)i < (unsigned)t->image.width) return sw_quick<R>::fetch(t, i);
        return sw_texel<R>::of(nothing);
    }
    return sw_sample_any<R>(t, SWRT_FETCH, 0, 0, 0, i, 0);
}

template <class R> SW_DEVICE R sw_sample_1d(const struct swrt_texture *t, float x, float level) {
    if (sw_quick<R>::can(t)) return sw_quick<R>::one(t, t->image.base, x);
    return sw_sample_any<R>(t, SWRT_1D, x, 0, 0, 0, level);
}

template <class R> SW_DEVICE R sw_sample_2d(const struct swrt_texture *t, float x, float y, float level) {
    if (sw_quick<R>::can(t)) return sw_quick<R>::two(t, t->image.base, x, y);
    return sw_sample_any<R>(t, SWRT_2D, x, y, 0, 0, level);
}

template <class R> SW_DEVICE R sw_sample_3d(const struct swrt_texture *t, float x, float y, float z, float level) {
    if (sw_quick<R>::can(t)) return sw_quick<R>::three(t, x, y, z);
    return sw_sample_any<R>(t, SWRT_3D, x, y, z, 0, level);
}

template <class R> SW_DEVICE R sw_sample_1d_layer(const struct swrt_texture *t, float x, int layer, float level) {
    if (sw_quick<R>::can(t)) return sw_quick<R>::one(t, sw_slice(t, layer), x);
    return sw_sample_any<R>(t, SWRT_1D, x, 0, 0, layer, level);
}

template <class R>
SW_DEVICE R sw_sample_2d_layer(const struct swrt_texture *t, float x, float y, int layer, float level) {
    if (sw_quick<R>::can(t)) return sw_quick<R>::two(t, sw_slice(t, layer), x, y);
    return sw_sample_any<R>(t, SWRT_2D, x, y, 0, layer, level);
}

template <class R>
SW_DEVICE R sw_sample_cube(const struct swrt_texture *t, float x, float y, float z, int layer, float level) {
    return sw_sample_any<R>(t, SWRT_CUBE, x, y, z, layer, level);
}

template <class R> SW_DEVICE R sw_gather(const struct swrt_texture *t, float x, float y, int component) {
    return sw_sample_any<R>(t, SWRT_GATHER, x, y, 0, component, 0);
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
