/* Points and linear filters within one level. */
#include "texture.h"

static const struct sw_axis start = {0, 0, 0};

static union sw_colour scaled(union sw_colour a, float w) {
    for (int i = 0; i < 4; i++)
        a.f[i] *= w;
    return a;
}

static union sw_colour plus(union sw_colour a, union sw_colour b) {
    for (int i = 0; i < 4; i++)
        a.f[i] += b.f[i];
    return a;
}

struct place {
    const struct swrt_texture *t;
    const struct swrt_image *image;
    int z;
};

static union sw_colour mix_row(struct place p, struct sw_axis x, int y, float weight) {
    union sw_colour first = scaled(sw_texture_texel(p.t, p.image, x.first, y, p.z), (1 - x.weight) * weight);
    return plus(first, scaled(sw_texture_texel(p.t, p.image, x.second, y, p.z), x.weight * weight));
}

static union sw_colour mix_plane(struct place p, struct sw_axis x, struct sw_axis y, int dims, float weight) {
    if (dims == 1)
        return mix_row(p, x, 0, weight);
    union sw_colour first = mix_row(p, x, y.first, (1 - y.weight) * weight);
    return plus(first, mix_row(p, x, y.second, y.weight * weight));
}

static int clamped(int i, int size) {
    return i < 0 ? 0 : i < size ? i : size - 1;
}

union sw_colour sw_texture_level(const struct swrt_texture *t, const struct swrt_image *image, int dims, float x,
                                 float y, float z, int layer) {
    bool linear = t->is_linear, has_slices = dims == 3;
    struct sw_axis ax = sw_texture_axis(t, 0, x, image->width, linear);
    struct sw_axis ay = dims > 1 ? sw_texture_axis(t, 1, y, image->height, linear) : start;
    struct sw_axis az = has_slices ? sw_texture_axis(t, 2, z, image->depth, linear) : start;
    if (!has_slices)
        az.first = clamped(layer, image->depth);
    if (!linear)
        return sw_texture_texel(t, image, ax.first, ay.first, az.first);
    struct place near = {t, image, az.first}, far = {t, image, az.second};
    if (!has_slices)
        return mix_plane(near, ax, ay, dims, 1);
    return plus(mix_plane(near, ax, ay, dims, 1 - az.weight), mix_plane(far, ax, ay, dims, az.weight));
}
