/* Points and linear filters within one level. */
#include "sample.h"

static const struct swrt_axis start = {0, 0, 0};

static union swrt_colour scaled(union swrt_colour a, float w) {
    for (int i = 0; i < 4; i++)
        a.f[i] *= w;
    return a;
}

static union swrt_colour plus(union swrt_colour a, union swrt_colour b) {
    for (int i = 0; i < 4; i++)
        a.f[i] += b.f[i];
    return a;
}

struct place {
    const struct swrt_texture *t;
    const struct swrt_image *image;
    int z;
};

static union swrt_colour mix_row(struct place p, struct swrt_axis x, int y, float weight) {
    union swrt_colour first = scaled(swrt_sample_texel(p.t, p.image, x.first, y, p.z), (1 - x.weight) * weight);
    return plus(first, scaled(swrt_sample_texel(p.t, p.image, x.second, y, p.z), x.weight * weight));
}

static union swrt_colour mix_plane(struct place p, struct swrt_axis x, struct swrt_axis y, int dims, float weight) {
    if (dims == 1)
        return mix_row(p, x, 0, weight);
    union swrt_colour first = mix_row(p, x, y.first, (1 - y.weight) * weight);
    return plus(first, mix_row(p, x, y.second, y.weight * weight));
}

static int clamped(int i, int size) {
    return i < 0 ? 0 : i < size ? i : size - 1;
}

union swrt_colour swrt_sample_level(const struct swrt_texture *t, const struct swrt_image *image, int dims, float x,
                                 float y, float z, int layer) {
    bool linear = t->is_linear, has_slices = dims == 3;
    struct swrt_axis ax = swrt_sample_axis(t, 0, x, image->width, linear);
    struct swrt_axis ay = dims > 1 ? swrt_sample_axis(t, 1, y, image->height, linear) : start;
    struct swrt_axis az = has_slices ? swrt_sample_axis(t, 2, z, image->depth, linear) : start;
    if (!has_slices)
        az.first = clamped(layer, image->depth);
    if (!linear)
        return swrt_sample_texel(t, image, ax.first, ay.first, az.first);
    struct place near = {t, image, az.first}, far = {t, image, az.second};
    if (!has_slices)
        return mix_plane(near, ax, ay, dims, 1);
    return plus(mix_plane(near, ax, ay, dims, 1 - az.weight), mix_plane(far, ax, ay, dims, az.weight));
}
