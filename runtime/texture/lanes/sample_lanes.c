/* Samples of a warp at once (CUDA C++ Programming Guide, "Texture Fetching"): points and linear filters in one to three
 * dimensions, all formats, all address modes. Mipmaps, sRGB, cube maps and gathers are left to
 * texture/sample_general.c, which computes the same:
 *   - a linear filter takes x - 0.5, rounded to 1/256, a half up: the whole part is the texel, the rest the weight;
 *   - a NaN for a coordinate is 0;
 *   - a texel's weight is a multiple of 1/256 too (texture/sample_weight.h); texel and weight are multiplied, then
 *     added in the order of x, y, z.
 *
 * Compiled once for each kind of processor (SWRT_SAMPLE_LANES_NAME), with the compiler's own vectors: every step is a
 * loop over 32 lanes between arrays, decisions are about the descriptor and outside the loops. Lanes that do not run
 * come along with whatever coordinates they have, as no coordinate leads out of the texture. */
#include <math.h>
#include <string.h>

#include "texture/sample.h"
#include "texture/sample_weight.h"

enum { LANES = SWRT_SAMPLE_LANES, COMPONENTS = SWRT_SAMPLE_OUT };
#define EACH_LANE for (int i = 0; i < LANES; i++)

/* Byte offsets along an axis of a filter's two texels, whether each is no border, and 256 times the second's weight. Of
 * a point the first only. */
struct axis {
    int32_t first[LANES], second[LANES], is_first[LANES], is_second[LANES], weight[LANES];
};

/* A texel for each lane; second: a bit for each axis of which it is the filter's second one. */
struct texels {
    int32_t offset[LANES], is_inside[LANES];
    unsigned second;
    bool has_border;
};

union colours {
    float f[COMPONENTS][LANES];
    uint32_t u[COMPONENTS][LANES];
};

/* ---- Coordinates ---------------------------------------------------------------------------------------------- */

/* What repeats comes to the first period: one texture, or two of which the second is mirrored. */
static void repeat(float *x, bool is_mirror) {
    float period = is_mirror ? 2 : 1, frequency = is_mirror ? 0.5f : 1;
    EACH_LANE x[i] -= period * floorf(frequency * x[i]);
}

/* In texels, no further outside than a filter can see: there the second texel's weight is 0. */
static void find_place(const struct swrt_texture *t, int axis, const float *from, int size, float *x) {
    bool is_mirror = t->mode[axis] == ADDRESS_MIRROR;
    float scale = t->scale[axis], end = (is_mirror ? 2 : 1) * (float)size + 0.5f;
    memcpy(x, from, LANES * sizeof *x);
    if (t->repeats >> axis & 1)
        repeat(x, is_mirror);
    EACH_LANE {
        float along = x[i] * scale;
        along = along == along ? along : 0;
        along = along > -0.5f ? along : -0.5f;
        x[i] = along < end ? along : end;
    }
}

/* Of texels, not of coordinates: one between two texels belongs to the second, mirrored or not. */
static void mirror(int32_t *texel, int size) {
    EACH_LANE texel[i] = texel[i] < size ? texel[i] : 2 * size - 1 - texel[i];
}

static void find_points(const float *x, int size, bool is_mirror, int stride, struct axis *a) {
    EACH_LANE a->first[i] = (int32_t)x[i]; /* none is below -0.5 */
    if (is_mirror)
        mirror(a->first, size);
    EACH_LANE {
        int32_t texel = a->first[i] > 0 ? a->first[i] : 0;
        a->first[i] = (texel < size ? texel : size - 1) * stride;
    }
}

static void find_inside(const float *x, int size, struct axis *a) {
    float end = (float)size;
    EACH_LANE a->is_first[i] = (x[i] >= 0) & (x[i] < end);
}

static void find_pairs(const float *x, int size, bool is_mirror, struct axis *a) {
    EACH_LANE {
        int32_t fixed = (int32_t)floorf(x[i] * 256 - 127.5f);
        a->weight[i] = fixed & 255;
        a->first[i] = fixed >> 8;
        a->second[i] = a->first[i] + 1;
    }
    if (is_mirror) {
        mirror(a->first, size);
        mirror(a->second, size);
    }
}

/* From numbers to offsets; wrap: the size, or 0. */
static void limit_pairs(struct axis *a, int size, int wrap, int stride) {
    EACH_LANE {
        int32_t first = a->first[i], second = a->second[i];
        a->is_first[i] = (first >= 0) & (first < size);
        a->is_second[i] = (second >= 0) & (second < size);
        first = first < 0 ? first + wrap : first;
        second = second >= size ? second - wrap : second;
        first = first > 0 ? first : 0;
        second = second > 0 ? second : 0;
        a->first[i] = (first < size ? first : size - 1) * stride;
        a->second[i] = (second < size ? second : size - 1) * stride;
    }
}

static bool has_border(const struct swrt_texture *t) {
    return t->mode[0] == ADDRESS_BORDER || t->mode[1] == ADDRESS_BORDER || t->mode[2] == ADDRESS_BORDER;
}

static void find_axis(const struct swrt_texture *t, int axis, const float *from, int size, int stride, struct axis *a) {
    float x[LANES];
    bool is_mirror = t->mode[axis] == ADDRESS_MIRROR;
    find_place(t, axis, from, size, x);
    if (!t->is_linear) {
        find_points(x, size, is_mirror, stride, a);
        if (t->mode[axis] == ADDRESS_BORDER)
            find_inside(x, size, a);
        return;
    }
    find_pairs(x, size, is_mirror, a);
    limit_pairs(a, size, t->wrap[axis], stride);
}

/* ---- Texels from memory --------------------------------------------------------------------------------------- */

static bool are_in_a_row(const int32_t *offset, int32_t bytes) {
    int32_t differences = 0;
    EACH_LANE differences |= offset[i] - offset[0] - i * bytes;
    return !differences;
}

/* Texels of whole words. */
static void read_words(const char *base, const int32_t *offset, unsigned words, union colours *out) {
    for (unsigned w = 0; w < words; w++)
        EACH_LANE out->u[w][i] = *(const uint32_t *)(base + 4 * w + offset[i]);
}

/* Texels of one or two bytes, from the aligned word that each is in. */
static void read_parts(const char *base, const int32_t *offset, union colours *out) {
    int32_t low = (int32_t)((uintptr_t)base & 3);
    const char *aligned = base - low;
    EACH_LANE {
        int32_t at = offset[i] + low;
        out->u[0][i] = *(const uint32_t *)(aligned + (at & ~3)) >> (at & 3) * 8;
    }
}

static void read(const struct swrt_texture *t, const int32_t *offset, union colours *out) {
    unsigned bytes = t->image.texel_bytes;
    if (bytes < 4)
        read_parts(t->image.base, offset, out);
    else if (bytes == 4 && are_in_a_row(offset, 4))
        memcpy(out->u[0], t->image.base + offset[0], sizeof out->u[0]);
    else
        read_words(t->image.base, offset, bytes / 4, out);
}

/* Components of 8 or 16 bits, the last first because the first ones' words hold the others. */
static void spread(unsigned channels, unsigned bits, bool is_signed, union colours *out) {
    unsigned each = 32 / bits;
    for (unsigned c = channels; c-- > 0;) {
        const uint32_t *from = out->u[c / each];
        unsigned up = 32 - bits - c % each * bits, down = 32 - bits;
        if (is_signed)
            EACH_LANE out->u[c][i] = (uint32_t)((int32_t)(from[i] << up) >> down);
        else
            EACH_LANE out->u[c][i] = from[i] << up >> down;
    }
}

static void from_halves(uint32_t *words) {
    EACH_LANE {
        uint32_t half = words[i], moved = (half & 0x7fff) << 13;
        union {
            uint32_t u;
            float f;
        } value = {moved};
        value.f *= 0x1p112f;
        words[i] = value.u | (half & 0x8000) << 16 | ((half & 0x7c00) == 0x7c00 ? 0x7f800000u : 0);
    }
}

static void normalise(union colours *out, unsigned c, float most) {
    EACH_LANE {
        float value = (float)(int32_t)out->u[c][i] / most;
        out->f[c][i] = value > -1 ? value : -1;
    }
}

static void convert(const struct swrt_texture *t, union colours *out) {
    static const float most[] = {
        [SWRT_TEXEL_U8] = 255, [SWRT_TEXEL_I8] = 127, [SWRT_TEXEL_U16] = 65535, [SWRT_TEXEL_I16] = 32767};
    if (t->format <= SWRT_TEXEL_I8)
        spread(t->channels, 8, t->format == SWRT_TEXEL_I8, out);
    else if (t->format <= SWRT_TEXEL_I16 || t->format == SWRT_TEXEL_F16)
        spread(t->channels, 16, t->format == SWRT_TEXEL_I16, out);
    for (unsigned c = 0; c < t->channels && t->reads_float; c++) {
        if (t->format == SWRT_TEXEL_F16)
            from_halves(out->u[c]);
        else if (t->format <= SWRT_TEXEL_I16)
            normalise(out, c, most[t->format]);
    }
}

static void load(const struct swrt_texture *t, const struct texels *at, union colours *out) {
    read(t, at->offset, out);
    convert(t, out);
    for (unsigned c = 0; c < t->channels && at->has_border; c++)
        EACH_LANE out->f[c][i] = at->is_inside[i] ? out->f[c][i] : t->border[c];
}

/* ---- Filters -------------------------------------------------------------------------------------------------- */

static void start(struct texels *at, const int32_t *slice, const struct swrt_texture *t) {
    memcpy(at->offset, slice, sizeof at->offset);
    at->has_border = has_border(t);
    EACH_LANE at->is_inside[i] = 1;
    at->second = 0;
}

/* The texels one step along an axis: its first or second. */
static void step(const struct swrt_texture *t, int axis, const struct axis *a, bool is_second, struct texels *at) {
    const int32_t *offset = is_second ? a->second : a->first, *is_inside = is_second ? a->is_second : a->is_first;
    EACH_LANE at->offset[i] += offset[i];
    if (t->mode[axis] == ADDRESS_BORDER)
        EACH_LANE at->is_inside[i] &= is_inside[i];
    at->second |= (unsigned)is_second << axis;
}

static void weigh(const struct swrt_texture *t, const struct axis *axes, unsigned second, union colours *out) {
    float weight[LANES];
    EACH_LANE weight[i] = swrt_sample_weight(axes[0].weight[i], axes[1].weight[i], axes[2].weight[i], second);
    for (unsigned c = 0; c < t->channels; c++)
        EACH_LANE out->f[c][i] *= weight[i];
}

/* All texels below `axes` axes, mixed. */
static void mix(const struct swrt_texture *t, const struct axis *axes, int axis, const struct texels *at,
                union colours *out) {
    if (axis < 0) {
        load(t, at, out);
        if (t->is_linear)
            weigh(t, axes, at->second, out);
        return;
    }
    struct texels next = *at;
    step(t, axis, &axes[axis], false, &next);
    mix(t, axes, axis - 1, &next, out);
    if (!t->is_linear)
        return;
    union colours second;
    next = *at;
    step(t, axis, &axes[axis], true, &next);
    mix(t, axes, axis - 1, &next, &second);
    for (unsigned c = 0; c < t->channels; c++)
        EACH_LANE out->f[c][i] += second.f[c][i];
}

/* ---- Requests ------------------------------------------------------------------------------------------------- */

static bool is_given(unsigned asked, unsigned row) {
    return asked >> (SWRT_SAMPLE_ROWS + row) & 1;
}

static void find_layers(const struct swrt_texture *t, unsigned asked, const struct swrt_sample *s, int32_t *slice) {
    int size = t->image.depth, stride = (int)t->image.slice;
    memset(slice, 0, LANES * sizeof *slice);
    if (!is_given(asked, 3))
        return;
    EACH_LANE {
        uint32_t layer = (uint32_t)s->layer[i], last = (uint32_t)size - 1;
        slice[i] = (int32_t)(layer < last ? layer : last) * stride;
    }
}

static void finish(const struct swrt_texture *t, unsigned asked, const union colours *colours, struct swrt_sample *s) {
    unsigned wanted = asked >> SWRT_SAMPLE_WORDS & 7;
    for (unsigned c = 0; c < wanted; c++)
        if (c < t->channels)
            memcpy(s->word[c], colours->u[c], sizeof s->word[c]);
        else
            memset(s->word[c], 0, sizeof s->word[c]);
}

static void fetch(const struct swrt_texture *t, unsigned asked, struct swrt_sample *s) {
    struct texels at;
    union colours colours;
    uint32_t width = (uint32_t)t->image.width;
    if (!is_given(asked, 3))
        memset(s->layer, 0, sizeof s->layer);
    EACH_LANE at.is_inside[i] = (uint32_t)s->layer[i] < width;
    EACH_LANE at.offset[i] = at.is_inside[i] ? s->layer[i] * (int32_t)t->image.texel_bytes : 0;
    read(t, at.offset, &colours);
    convert(t, &colours);
    for (unsigned c = 0; c < t->channels; c++)
        EACH_LANE colours.u[c][i] = at.is_inside[i] ? colours.u[c][i] : 0;
    finish(t, asked, &colours, s);
}

/* Points that no border can replace: one texel each, whose offsets along the axes add up. */
static void sample_points(const struct swrt_texture *t, unsigned asked, int dims, const int *sizes, const int *strides,
                          float *const *from, struct swrt_sample *s) {
    int32_t offset[LANES];
    struct axis axis;
    union colours colours;
    find_layers(t, asked, s, offset);
    for (int d = 0; d < dims; d++) {
        find_axis(t, d, from[d], sizes[d], strides[d], &axis);
        EACH_LANE offset[i] += axis.first[i];
    }
    read(t, offset, &colours);
    convert(t, &colours);
    finish(t, asked, &colours, s);
}

bool SWRT_SAMPLE_LANES_NAME(const struct swrt_texture *t, unsigned asked, struct swrt_sample *s) {
    const int sizes[] = {t->image.width, t->image.height, t->image.depth};
    const int strides[] = {(int)t->image.texel_bytes, (int)t->image.pitch, (int)t->image.slice};
    float *const from[] = {s->x, s->y, s->z};
    unsigned how = asked & 255;
    if (!t->is_simple || how > SWRT_3D)
        return false;
    if (how == SWRT_FETCH) {
        fetch(t, asked, s);
        return true;
    }
    int dims = how == SWRT_1D ? 1 : how == SWRT_2D ? 2 : 3;
    struct axis axes[3];
    struct texels at;
    union colours colours;
    int32_t slice[LANES];
    for (int d = 0; d < dims; d++)
        if (!is_given(asked, (unsigned)d))
            memset(from[d], 0, sizeof s->x);
    if (!t->is_linear && !has_border(t)) {
        sample_points(t, asked, dims, sizes, strides, from, s);
        return true;
    }
    for (int d = 0; d < dims; d++)
        find_axis(t, d, from[d], sizes[d], strides[d], &axes[d]);
    for (int d = dims; d < 3; d++)
        memset(axes[d].weight, 0, sizeof axes[d].weight);
    find_layers(t, asked, s, slice);
    start(&at, slice, t);
    mix(t, axes, dims - 1, &at, &colours);
    finish(t, asked, &colours, s);
    return true;
}
