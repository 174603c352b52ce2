/* What the sample*.c files share: the sampler in parts. Colours are four components, floats or the words of
 * integers. */
#ifndef SWRT_SAMPLE_H
#define SWRT_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "softwarp/abi.h"
#include "softwarp/texture/layout.h"

enum { ADDRESS_WRAP, ADDRESS_CLAMP, ADDRESS_MIRROR, ADDRESS_BORDER };

union swrt_colour {
    float f[4];
    uint32_t u[4];
};

/* sample_texel.c: a texel of level `image`, converted as the texture says; outside (any index out of range) is the
 * border's colour. */
union swrt_colour swrt_sample_texel(const struct swrt_texture *t, const struct swrt_image *image, int x, int y, int z);

/* sample_axis.c: along one axis, the texels (-1: the border) and 256 times the second one's weight; of a point the first
 * only. */
struct swrt_axis {
    int first, second, weight;
};
struct swrt_axis swrt_sample_axis(const struct swrt_texture *t, int axis, float x, int size, bool is_linear);

/* sample_level.c: one level, in one to three dimensions; layer: -1 where z is a coordinate. */
union swrt_colour swrt_sample_level(const struct swrt_texture *t, const struct swrt_image *image, int dims, float x,
                                    float y, float z, int layer);

/* sample_cube.c: the face that a direction meets, and where. */
void swrt_sample_face(float x, float y, float z, int *face, float *s, float *r);

/* sample_general.c: any sample, of one thread. */
struct swrt_request {
    int dims;
    float x, y, z;
    int layer;
};
union swrt_colour swrt_sample_any(const struct swrt_texture *t, unsigned how, const struct swrt_request *r,
                                  float level);

/* sample_lanes.c, compiled for several processors: what most programs ask for, for 32 threads at once. False when this
 * is not such a sample; asked: enum swrt_how and more, as swrt_sample gets it. */
typedef bool swrt_sample_lanes(const struct swrt_texture *t, unsigned asked, struct swrt_sample *s);
swrt_sample_lanes swrt_sample_lanes_v2, swrt_sample_lanes_v3, swrt_sample_lanes_v4;

#endif
