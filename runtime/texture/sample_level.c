/* Points and linear filters within one level. */
#include "base/assert.h"
#include "texture/sample.h"
#include "texture/sample_weight.h"

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
    struct swrt_axis x, y, z;
};

static union swrt_colour weighed(const struct place *p, unsigned second) {
    int x = second & 1 ? p->x.second : p->x.first, y = second & 2 ? p->y.second : p->y.first;
    int z = second & 4 ? p->z.second : p->z.first;
    return scaled(swrt_sample_texel(p->t, p->image, x, y, z),
                  swrt_sample_weight(p->x.weight, p->y.weight, p->z.weight, second));
}

static union swrt_colour mix_row(const struct place *p, unsigned second) {
    return plus(weighed(p, second), weighed(p, second | 1));
}

static union swrt_colour mix_plane(const struct place *p, int dims, unsigned second) {
    return dims == 1 ? mix_row(p, second) : plus(mix_row(p, second), mix_row(p, second | 2));
}

/* Layers are unsigned (PTX ISA, "tex"): the nearest one to -1 is the last. */
static int nearest_layer(int layer, int layers) {
    return (unsigned)layer < (unsigned)layers ? layer : layers - 1;
}

union swrt_colour swrt_sample_level(const struct swrt_texture *t, const struct swrt_image *image, int dims, float x,
                                    float y, float z, int layer) {
    assert(1 <= dims && dims <= 3 && image->width > 0);
    bool linear = t->is_linear, has_slices = dims == 3;
    struct place p = {t, image, swrt_sample_axis(t, 0, x, image->width, linear), start, start};
    if (dims > 1)
        p.y = swrt_sample_axis(t, 1, y, image->height, linear);
    if (has_slices)
        p.z = swrt_sample_axis(t, 2, z, image->depth, linear);
    else
        p.z.first = nearest_layer(layer, image->depth);
    if (!linear)
        return swrt_sample_texel(t, image, p.x.first, p.y.first, p.z.first);
    return has_slices ? plus(mix_plane(&p, dims, 0), mix_plane(&p, dims, 4)) : mix_plane(&p, dims, 0);
}
