/* Coordinates along one axis: address modes, and the texels of a filter (CUDA C++ Programming Guide, "Texture
 * Fetching"). sample_lanes.c computes the same. */
#include "sample.h"

static float repeated(float x, bool is_mirror) {
    float whole = __builtin_floorf(x), part = x - whole;
    bool is_odd = whole - 2 * __builtin_floorf(0.5f * whole) != 0;
    return is_mirror && is_odd ? 1 - part : part;
}

/* In texels, no further outside than a filter can see. */
static float along(const struct swrt_texture *t, int axis, float x, int size) {
    unsigned mode = t->mode[axis];
    float end = (float)(size + 1);
    if (mode == ADDRESS_WRAP || mode == ADDRESS_MIRROR)
        x = repeated(x, mode == ADDRESS_MIRROR);
    if (t->is_normalised)
        x *= (float)size;
    x = x == x ? x : 0;
    return x > -1 ? x < end ? x : end : -1;
}

static int index_of(int i, int size, unsigned mode) {
    if (mode == ADDRESS_BORDER)
        return i >= 0 && i < size ? i : -1;
    if (mode == ADDRESS_WRAP && i < 0)
        return i + size;
    if (mode == ADDRESS_WRAP && i >= size)
        return i - size;
    return i < 0 ? 0 : i < size ? i : size - 1;
}

struct swrt_axis swrt_sample_axis(const struct swrt_texture *t, int axis, float x, int size, bool is_linear) {
    unsigned mode = t->mode[axis];
    struct swrt_axis a = {0, 0, 0};
    x = along(t, axis, x, size);
    if (!is_linear) { /* a point of a repeated texture is never past its end, but for rounding */
        a.first = a.second = index_of((int)__builtin_floorf(x), size, mode == ADDRESS_BORDER ? mode : ADDRESS_CLAMP);
        return a;
    }
    int fixed = (int)__builtin_floorf(x * 256 - 127.5f), first = fixed >> 8;
    a.weight = (float)(fixed & 255) * (1.0f / 256);
    a.first = index_of(first, size, mode);
    a.second = index_of(first + 1, size, mode);
    return a;
}
