/* Any sample of any texture, for one thread: the way of what texture/lanes/sample_lanes.c does not do. Levels of detail
 * are mixed with weights of 1/256 too. */
#include "texture/sample.h"

static union swrt_colour at_level(const struct swrt_texture *t, const struct swrt_request *r, int level) {
    return swrt_sample_level(t, &t->level[level], r->dims, r->x, r->y, r->z, r->layer);
}

static float limited(float level, float low, float high) {
    level = level == level ? level : 0;
    return level > low ? level < high ? level : high : low;
}

static union swrt_colour mixed(union swrt_colour a, union swrt_colour b, float weight) {
    for (int i = 0; i < 4; i++)
        a.f[i] = a.f[i] * (1 - weight) + b.f[i] * weight;
    return a;
}

static union swrt_colour sample(const struct swrt_texture *t, const struct swrt_request *r, float level) {
    int last = (int)t->levels - 1;
    if (!last)
        return at_level(t, r, 0);
    level = limited(level + t->bias, t->lowest_level, t->highest_level);
    level = limited(level, 0, (float)last);
    if (!t->is_mip_linear || !t->reads_float)
        return at_level(t, r, (int)(level + 0.5f));
    int fixed = (int)(level * 256 + 0.5f), first = fixed >> 8;
    if (!(fixed & 255))
        return at_level(t, r, first);
    return mixed(at_level(t, r, first), at_level(t, r, first + 1), (float)(fixed & 255) * (1.0f / 256));
}

/* A face is addressed as clamp: filters do not reach over its edge. */
static union swrt_colour sample_cube(const struct swrt_texture *t, const struct swrt_request *r, float level) {
    struct swrt_texture face = *t;
    struct swrt_request on_face = {2, 0, 0, 0, 0};
    unsigned layers = (unsigned)t->image.depth / 6;
    int number;
    swrt_sample_face(r->x, r->y, r->z, &number, &on_face.x, &on_face.y);
    on_face.layer = 6 * ((unsigned)r->layer < layers ? r->layer : (int)layers - 1) + number;
    face.is_normalised = 1;
    face.mode[0] = face.mode[1] = ADDRESS_CLAMP;
    return sample(&face, &on_face, level);
}

/* The four texels that a linear filter would mix, one component of each, counterclockwise from the lower left
 * (Programming Guide, "Texture Gather"). */
static union swrt_colour gather(const struct swrt_texture *t, const struct swrt_request *r, int component) {
    const struct swrt_image *image = &t->level[0];
    struct swrt_axis x = swrt_sample_axis(t, 0, r->x, image->width, true);
    struct swrt_axis y = swrt_sample_axis(t, 1, r->y, image->height, true);
    const int at[4][2] = {{x.first, y.second}, {x.second, y.second}, {x.second, y.first}, {x.first, y.first}};
    union swrt_colour result;
    for (int i = 0; i < 4; i++)
        result.u[i] = swrt_sample_texel(t, image, at[i][0], at[i][1], 0).u[component & 3];
    return result;
}

static union swrt_colour fetch(const struct swrt_texture *t, int i) {
    union swrt_colour nothing = {{0, 0, 0, 0}};
    return (unsigned)i < (unsigned)t->image.width ? swrt_sample_texel(t, &t->image, i, 0, 0) : nothing;
}

union swrt_colour swrt_sample_any(const struct swrt_texture *t, unsigned how, const struct swrt_request *r,
                                  float level) {
    switch (how) {
    case SWRT_FETCH:
        return fetch(t, r->layer);
    case SWRT_GATHER:
        return gather(t, r, r->layer);
    case SWRT_CUBE:
        return sample_cube(t, r, level);
    default:
        return sample(t, r, level);
    }
}
