/* Coordinates along one axis: address modes, and the texels of a filter (CUDA C++ Programming Guide, "Texture
 * Fetching"). sample_lanes.c computes the same. */
#include "texture/sample.h"

/* What repeats comes to the first period: one texture, or two of which the second is mirrored. */
static float repeated(float x, bool is_mirror) {
    return is_mirror ? x - 2 * __builtin_floorf(0.5f * x) : x - __builtin_floorf(x);
}

/* In texels, no further outside than a filter can see: there the second texel's weight is 0. */
static float along(const struct swrt_texture *t, int axis, float x, int size) {
    unsigned mode = t->mode[axis];
    float end = (mode == ADDRESS_MIRROR ? 2 : 1) * (float)size + 0.5f;
    if (mode == ADDRESS_WRAP || mode == ADDRESS_MIRROR)
        x = repeated(x, mode == ADDRESS_MIRROR);
    if (t->is_normalised)
        x *= (float)size;
    x = x == x ? x : 0;
    return x > -0.5f ? x < end ? x : end : -0.5f;
}

/* Texels are mirrored, not coordinates: one between two texels belongs to the second, mirrored or not. */
static int index_of(int i, int size, unsigned mode) {
    if (mode == ADDRESS_BORDER)
        return i >= 0 && i < size ? i : -1;
    if (mode == ADDRESS_WRAP && i < 0)
        return i + size;
    if (mode == ADDRESS_WRAP && i >= size)
        return i - size;
    if (mode == ADDRESS_MIRROR && i >= size)
        i = 2 * size - 1 - i;
    return i < 0 ? 0 : i < size ? i : size - 1;
}

struct swrt_axis swrt_sample_axis(const struct swrt_texture *t, int axis, float x, int size, bool is_linear) {
    unsigned mode = t->mode[axis];
    struct swrt_axis a = {0, 0, 0};
    x = along(t, axis, x, size);
    if (!is_linear) { /* a wrapped point is past the end by rounding only: the last texel's */
        a.first = a.second = index_of((int)__builtin_floorf(x), size, mode == ADDRESS_WRAP ? ADDRESS_CLAMP : mode);
        return a;
    }
    int fixed = (int)__builtin_floorf(x * 256 - 127.5f), first = fixed >> 8;
    a.weight = fixed & 255;
    a.first = index_of(first, size, mode);
    a.second = index_of(first + 1, size, mode);
    return a;
}
