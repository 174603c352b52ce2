/* What the texture_*.c files share: the general sampler in parts. Colours are four components, floats or the words of
 * integers. */
#ifndef SOFTWARP_DEVICELIB_TEXTURE_H
#define SOFTWARP_DEVICELIB_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "../include/cuda/softwarp/texture_layout.h"

enum { ADDRESS_WRAP, ADDRESS_CLAMP, ADDRESS_MIRROR, ADDRESS_BORDER };

union sw_colour {
    float f[4];
    uint32_t u[4];
};

/* texture_texel.c: a texel of level `image`, converted as the texture says; outside (any index out of range) is the
 * border's colour. */
union sw_colour sw_texture_texel(const struct swrt_texture *t, const struct swrt_image *image, int x, int y, int z);

/* texture_axis.c: along one axis, the texels (-1: the border) and the second one's weight; of a point the first only.
 */
struct sw_axis {
    int first, second;
    float weight;
};
struct sw_axis sw_texture_axis(const struct swrt_texture *t, int axis, float x, int size, bool is_linear);

/* texture_level.c: one level, in one to three dimensions; layer: -1 where z is a coordinate. */
union sw_colour sw_texture_level(const struct swrt_texture *t, const struct swrt_image *image, int dims, float x,
                                 float y, float z, int layer);

/* texture_cube.c: the face that a direction meets, and where. */
void sw_texture_face(float x, float y, float z, int *face, float *s, float *r);

/* texture.c: what generated code calls. */
uint32_t __nv_sw_sample_1(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level);
uint64_t __nv_sw_sample_2(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level);
void __nv_sw_sample_4(const struct swrt_texture *t, int how, float x, float y, float z, int layer, float level,
                      uint32_t *words);
uint64_t __nv_sw_handle(const void *reference);

#endif
