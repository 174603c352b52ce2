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

/* devicelib/texture.c: any sample of any texture. how: enum swrt_how. What fits is returned in one word or two, which
 * costs less than memory. */
SW_EXTERN unsigned __nv_sw_sample_1(const struct swrt_texture *texture, int how, float x, float y, float z, int layer,
                                    float level);
SW_EXTERN unsigned long long __nv_sw_sample_2(const struct swrt_texture *texture, int how, float x, float y, float z,
                                              int layer, float level);
SW_EXTERN void __nv_sw_sample_4(const struct swrt_texture *texture, int how, float x, float y, float z, int layer,
                                float level, unsigned *words);

SW_DEVICE const struct swrt_texture *sw_texture(cudaTextureObject_t object) {
    return (const struct swrt_texture *)object;
}

template <class R_, int words = sw_texel<R_>::code & 7> struct sw_general {
    SW_DEVICE R_ sample(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level) {
        unsigned word[4];
        __nv_sw_sample_4(t, how, x, y, z, layer, level, word);
        return sw_texel<R_>::of(word);
    }
};
template <class R_> struct sw_general<R_, 1> {
    SW_DEVICE R_ sample(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level) {
        unsigned word = __nv_sw_sample_1(t, how, x, y, z, layer, level);
        return sw_texel<R_>::of(&word);
    }
};
template <class R_> struct sw_general<R_, 2> {
    SW_DEVICE R_ sample(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level) {
        unsigned long long both = __nv_sw_sample_2(t, how, x, y, z, layer, level);
        const unsigned word[2] = {(unsigned)both, (unsigned)(both >> 32)};
        return sw_texel<R_>::of(word);
    }
};

/* ---- Coordinates ---------------------------------------------------------------------------------------------- */

SW_DEVICE float sw_repeated(float x, bool is_mirror) {
    float whole = floorf(x), part = x - whole;
    bool is_odd = whole != 2 * floorf(0.5f * whole);
    return is_mirror & is_odd ? 1 - part : part;
}

/* Along one axis, in texels; not a NaN. */
SW_DEVICE float sw_along(const struct swrt_texture *t, int axis, float x) {
    if (t->repeats >> axis & 1) x = sw_repeated(x, t->mode[axis] == cudaAddressModeMirror);
    x = __fmul_rn(x, t->scale[axis]);
    return x == x ? x : 0;
}

SW_DEVICE unsigned sw_clamped(int i, int size) {
    i = i > 0 ? i : 0;
    return (unsigned)(i < size ? i : size - 1);
}

SW_DEVICE unsigned sw_point(float x, int size) {
    float last = (float)(size - 1);
    x = x > 0 ? x : 0;
    return (unsigned)(int)(x < last ? x : last);
}

/* The two texels of a linear filter, and the weight of the second. Of a wrapped axis `wrap` is the size, else 0. */
struct sw_pair {
    unsigned first, second;
    float weight;
};

SW_DEVICE sw_pair sw_linear(float x, int size, int wrap) {
    float end = (float)(size + 1);
    x = x > -1 ? x : -1;
    x = x < end ? x : end;
    int fixed = (int)floorf(__fadd_rn(x * 256, -127.5f)), first = fixed >> 8, second = first + 1;
    sw_pair pair;
    pair.weight = (float)(fixed & 255) * (1.0f / 256);
    pair.first = sw_clamped(first < 0 ? first + wrap : first, size);
    pair.second = sw_clamped(second >= size ? second - wrap : second, size);
    return pair;
}

/* ---- Texels at offsets from the base ----------------------------------------------------------------------------- */

template <class E_> SW_DEVICE E_ sw_texel_at(const struct swrt_texture *t, unsigned offset) {
    return *(const E_ *)(t->image.base + offset);
}

/* The four texels of a linear filter. */
template <class R_> struct sw_four {
    R_ a, b, c, d;
};

template <class R_> struct sw_texels {
    SW_DEVICE bool are_quick(const struct swrt_texture *t) { return t->code == sw_texel<R_>::code; }
    SW_DEVICE R_ one(const struct swrt_texture *t, unsigned offset) { return sw_texel_at<R_>(t, offset); }
};

template <class R_> struct sw_float_texels {
    typedef sw_texel<R_> texel;
    typedef typename texel::in_bytes bytes;
    SW_DEVICE bool are_bytes(const struct swrt_texture *t) { return t->code == texel::bytes_code; }
    SW_DEVICE bool are_quick(const struct swrt_texture *t) { return t->code == texel::code || are_bytes(t); }
    SW_DEVICE R_ one(const struct swrt_texture *t, unsigned offset) {
        return are_bytes(t) ? texel::from_bytes(sw_texel_at<bytes>(t, offset)) : sw_texel_at<R_>(t, offset);
    }
    SW_DEVICE sw_four<R_> four(const struct swrt_texture *t, unsigned a, unsigned b, unsigned c, unsigned d) {
        sw_four<R_> all;
        if (are_bytes(t)) {
            all.a = texel::from_bytes(sw_texel_at<bytes>(t, a));
            all.b = texel::from_bytes(sw_texel_at<bytes>(t, b));
            all.c = texel::from_bytes(sw_texel_at<bytes>(t, c));
            all.d = texel::from_bytes(sw_texel_at<bytes>(t, d));
        } else {
            all.a = sw_texel_at<R_>(t, a);
            all.b = sw_texel_at<R_>(t, b);
            all.c = sw_texel_at<R_>(t, c);
            all.d = sw_texel_at<R_>(t, d);
        }
        return all;
    }
    SW_DEVICE R_ mix_row(const struct swrt_texture *t, unsigned row, const sw_pair &x) {
        unsigned left = row + x.first * t->image.texel_bytes, right = row + x.second * t->image.texel_bytes;
        sw_four<R_> f = four(t, left, right, left, right);
        return texel::plus(texel::scaled(f.a, 1 - x.weight), texel::scaled(f.b, x.weight));
    }
    /* The plane that starts at an offset. */
    SW_DEVICE R_ mix(const struct swrt_texture *t, unsigned plane, const sw_pair &x, const sw_pair &y, float weight) {
        unsigned pitch = (unsigned)t->image.pitch, size = t->image.texel_bytes;
        unsigned near = plane + y.first * pitch, far = plane + y.second * pitch;
        unsigned left = x.first * size, right = x.second * size;
        sw_four<R_> f = four(t, near + left, near + right, far + left, far + right);
        float above = __fmul_rn(1 - y.weight, weight), below = __fmul_rn(y.weight, weight);
        R_ first = texel::plus(texel::scaled(f.a, __fmul_rn(1 - x.weight, above)),
                              texel::scaled(f.b, __fmul_rn(x.weight, above)));
        R_ second = texel::plus(texel::scaled(f.c, __fmul_rn(1 - x.weight, below)),
                               texel::scaled(f.d, __fmul_rn(x.weight, below)));
        return texel::plus(first, second);
    }
};

template <> struct sw_texels<float> : sw_float_texels<float> {};
template <> struct sw_texels<float1> : sw_float_texels<float1> {};
template <> struct sw_texels<float2> : sw_float_texels<float2> {};
template <> struct sw_texels<float4> : sw_float_texels<float4> {};

/* ---- Samples; slice: the offset of a layer ----------------------------------------------------------------------- */

template <class R_, bool has_filter> struct sw_sampler {
    SW_DEVICE R_ row(const struct swrt_texture *t, unsigned slice, float x) {
        return sw_texels<R_>::one(t, slice + sw_point(x, t->image.width) * t->image.texel_bytes);
    }
    SW_DEVICE R_ plane(const struct swrt_texture *t, unsigned slice, float x, float y) {
        return row(t, slice + sw_point(y, t->image.height) * (unsigned)t->image.pitch, x);
    }
    SW_DEVICE R_ space(const struct swrt_texture *t, float x, float y, float z) {
        return plane(t, sw_point(z, t->image.depth) * (unsigned)t->image.slice, x, y);
    }
};

template <class R_> struct sw_sampler<R_, true> {
    typedef sw_sampler<R_, false> points;
    SW_DEVICE sw_pair pair(const struct swrt_texture *t, int axis, float x, int size) {
        return sw_linear(x, size, t->wrap[axis]);
    }
    SW_DEVICE R_ row(const struct swrt_texture *t, unsigned slice, float x) {
        if (!t->is_linear) return points::row(t, slice, x);
        return sw_texels<R_>::mix_row(t, slice, pair(t, 0, x, t->image.width));
    }
    SW_DEVICE R_ plane(const struct swrt_texture *t, unsigned slice, float x, float y) {
        if (!t->is_linear) return points::plane(t, slice, x, y);
        sw_pair column = pair(t, 0, x, t->image.width), row = pair(t, 1, y, t->image.height);
        return sw_texels<R_>::mix(t, slice, column, row, 1);
    }
    SW_DEVICE R_ space(const struct swrt_texture *t, float x, float y, float z) {
        if (!t->is_linear) return points::space(t, x, y, z);
        sw_pair column = pair(t, 0, x, t->image.width), row = pair(t, 1, y, t->image.height);
        sw_pair slices = pair(t, 2, z, t->image.depth);
        unsigned slice = (unsigned)t->image.slice;
        R_ near = sw_texels<R_>::mix(t, slices.first * slice, column, row, 1 - slices.weight);
        R_ far = sw_texels<R_>::mix(t, slices.second * slice, column, row, slices.weight);
        return sw_texel<R_>::plus(near, far);
    }
};

template <class R_> struct sw_quick : sw_sampler<R_, sw_texel<R_>::is_float> {};

SW_DEVICE unsigned sw_slice(const struct swrt_texture *t, int layer) {
    return sw_clamped(layer, t->image.depth) * (unsigned)t->image.slice;
}

template <class R_> SW_DEVICE R_ sw_fetch(const struct swrt_texture *t, int i) {
    const unsigned nothing[4] = {0, 0, 0, 0};
    if (sw_texels<R_>::are_quick(t)) {
        if ((unsigned)i < (unsigned)t->image.width) return sw_texels<R_>::one(t, (unsigned)i * t->image.texel_bytes);
        return sw_texel<R_>::of(nothing);
    }
    return sw_general<R_>::sample(t, SWRT_FETCH, 0, 0, 0, i, 0);
}

template <class R_> SW_DEVICE R_ sw_sample_1d_layer(const struct swrt_texture *t, float x, int layer, float level) {
    if (sw_texels<R_>::are_quick(t)) return sw_quick<R_>::row(t, sw_slice(t, layer), sw_along(t, 0, x));
    return sw_general<R_>::sample(t, SWRT_1D, x, 0, 0, layer, level);
}

template <class R_> SW_DEVICE R_ sw_sample_1d(const struct swrt_texture *t, float x, float level) {
    return sw_sample_1d_layer<R_>(t, x, 0, level);
}

template <class R_>
SW_DEVICE R_ sw_sample_2d_layer(const struct swrt_texture *t, float x, float y, int layer, float level) {
    if (sw_texels<R_>::are_quick(t))
        return sw_quick<R_>::plane(t, sw_slice(t, layer), sw_along(t, 0, x), sw_along(t, 1, y));
    return sw_general<R_>::sample(t, SWRT_2D, x, y, 0, layer, level);
}

template <class R_> SW_DEVICE R_ sw_sample_2d(const struct swrt_texture *t, float x, float y, float level) {
    return sw_sample_2d_layer<R_>(t, x, y, 0, level);
}

template <class R_> SW_DEVICE R_ sw_sample_3d(const struct swrt_texture *t, float x, float y, float z, float level) {
    if (sw_texels<R_>::are_quick(t))
        return sw_quick<R_>::space(t, sw_along(t, 0, x), sw_along(t, 1, y), sw_along(t, 2, z));
    return sw_general<R_>::sample(t, SWRT_3D, x, y, z, 0, level);
}

template <class R_>
SW_DEVICE R_ sw_sample_cube(const struct swrt_texture *t, float x, float y, float z, int layer, float level) {
    return sw_general<R_>::sample(t, SWRT_CUBE, x, y, z, layer, level);
}

template <class R_> SW_DEVICE R_ sw_gather(const struct swrt_texture *t, float x, float y, int component) {
    return sw_general<R_>::sample(t, SWRT_GATHER, x, y, 0, component, 0);
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
