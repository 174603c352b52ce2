/* A texel's weight in a linear filter. The guide has the product of the axes' weights ("Linear Filtering"); a GPU rounds
 * it to 1/256, as was found from what an H200 returns: of each plane, the product of the second texels' weights is
 * rounded, a half up, and the others are what is left of the sums along x and y, so that all weights make 1. */
#ifndef SWRT_SAMPLE_WEIGHT_H
#define SWRT_SAMPLE_WEIGHT_H

#include <stdint.h>

/* x, y, z: 256 times the weight of the second texel along the axis, 0 of an axis that is not there; second: a bit for
 * each axis of which this texel is the second. */
static inline float swrt_sample_weight(int32_t x, int32_t y, int32_t z, unsigned second) {
    int32_t plane = second & 4 ? z : 256 - z;
    int32_t in_x = (plane * x + 128) >> 8, in_y = (plane * y + 128) >> 8, in_both = (plane * x * y + 32768) >> 16;
    int32_t weight = plane - in_x - in_y + in_both;
    if ((second & 3) == 1)
        weight = in_x - in_both;
    if ((second & 3) == 2)
        weight = in_y - in_both;
    if ((second & 3) == 3)
        weight = in_both;
    return (float)weight * (1.0f / 256);
}

#endif
