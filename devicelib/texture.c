/* Any sample of any texture: the way of what include/cuda/softwarp/texture_sample.h does not do inline. Levels of
 * detail are mixed with weights of 1/256 too. */
#include "texture.h"

#include <string.h>

struct request {
    int dims;
    float x, y, z;
    int layer;
};

static union sw_colour at_level(const struct swrt_texture *t, const struct request *r, int level) {
    return sw_texture_level(t, &t->level[level], r->dims, r->x, r->y, r->z, r->layer);
}

static float limited(float level, float low, float high) {
    level = level == level ? level : 0;
    return level > low ? level < high ? level : high : low;
}

static union sw_colour mixed(union sw_colour a, union sw_colour b, float weight) {
    for (int i = 0; i < 4; i++)
        a.f[i] = a.f[i] * (1 - weight) + b.f[i] * weight;
    return a;
}

static union sw_colour sample(const struct swrt_texture *t, const struct request *r, float level) {
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
static union sw_colour sample_cube(const struct swrt_texture *t, const struct request *r, float level) {
    struct swrt_texture face = *t;
    struct request on_face = {2, 0, 0, 0, 0};
    int number;
    sw_texture_face(r->x, r->y, r->z, &number, &on_face.x, &on_face.y);
    on_face.layer = 6 * r->layer + number;
    face.is_normalised = 1;
    face.mode[0] = face.mode[1] = ADDRESS_CLAMP;
    return sample(&face, &on_face, level);
}

/* The four texels that a linear filter would mix, one component of each, counterclockwise from the lower left
 * (Programming Guide, "Texture Gather"). */
static union sw_colour gather(const struct swrt_texture *t, const struct request *r, int component) {
    const struct swrt_image *image = &t->level[0];
    struct sw_axis x = sw_texture_axis(t, 0, r->x, image->width, true);
    struct sw_axis y = sw_texture_axis(t, 1, r->y, image->height, true);
    const int at[4][2] = {{x.first, y.second}, {x.second, y.second}, {x.second, y.first}, {x.first, y.first}};
    union sw_colour result;
    for (int i = 0; i < 4; i++)
        result.u[i] = sw_texture_texel(t, image, at[i][0], at[i][1], 0).u[component & 3];
    return result;
}

static union sw_colour fetch(const struct swrt_texture *t, int i) {
    union sw_colour nothing = {{0, 0, 0, 0}};
    return (unsigned)i < (unsigned)t->image.width ? sw_texture_texel(t, &t->image, i, 0, 0) : nothing;
}

static union sw_colour any(const struct swrt_texture *t, int how, const struct request *r, float level) {
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

static __attribute__((noinline)) union sw_colour general(const struct swrt_texture *t, int how, float x, float y,
                                                         float z, int layer, float level) {
    struct request r = {how == SWRT_1D ? 1 : how == SWRT_3D ? 3 : 2, x, y, z, layer};
    return any(t, how, &r, level);
}

uint32_t __nv_sw_sample_1(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level) {
    return general(t, how, x, y, z, layer, level).u[0];
}

uint64_t __nv_sw_sample_2(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level) {
    union sw_colour colour = general(t, how, x, y, z, layer, level);
    return (uint64_t)colour.u[1] << 32 | colour.u[0];
}

void __nv_sw_sample_4(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level,
                      uint32_t *words) {
    union sw_colour colour = general(t, how, x, y, z, layer, level);
    memcpy(words, colour.u, sizeof colour.u);
}

uint64_t __nv_sw_handle(const void *reference) {
    return *(const uint64_t *)reference;
}
