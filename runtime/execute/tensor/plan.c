/* A box of a tensor, row by row (plan.h): PTX ISA, Tensors (tiled mode, im2col mode, im2col::w modes, swizzling). */
#include "execute/tensor/plan.h"

#include <stddef.h>

enum { WIDE_PIXELS = 128, WIDE_LINE = 32 };

/* ---- What is to be copied ---------------------------------------------------------------------------------------- */

static void set_units(struct swrt_tensor_plan *p) {
    unsigned bits = swrt_tensor_bits(p->map->type);
    bool is_padded = swrt_tensor_is_padded(p->map->type);
    p->unit = p->map->interleave ? 16u << (p->map->interleave == SWRT_INTERLEAVE_32) : 0;
    p->elements = is_padded ? 16 : bits < 8 ? 2 : 1;
    p->global_bytes = p->unit ? p->unit : p->elements * bits / 8;
    p->shared_bytes = is_padded ? 16 : p->global_bytes;
}

/* How many slices so many channels are. */
static uint32_t slices(const struct swrt_tensor_plan *p, uint32_t channels) {
    return (channels * swrt_tensor_bits(p->map->type) / 8 + p->unit - 1) / p->unit;
}

/* Tiles: of a dimension with a step only every so many elements. */
static void set_box(struct swrt_tensor_plan *p) {
    const struct swrt_tensor_map *m = p->map;
    for (unsigned i = 0; i < SWRT_TENSOR_RANK; i++)
        p->count[i] = i < m->rank ? (m->box[i] + m->steps[i] - 1u) / m->steps[i] : 1;
    if (p->unit)
        p->count[m->rank - 2] = slices(p, m->box[m->rank - 2]);
    else
        p->count[0] = m->box[0] / p->elements;
    if (p->mode == SWRT_TENSOR_ROWS)
        p->count[1] = 4;
}

static void set_pixels(struct swrt_tensor_plan *p) {
    uint32_t halo = p->mode == SWRT_TENSOR_IM2COL ? 0 : p->offsets[0], pixels = p->map->box[1] + halo;
    if (p->mode == SWRT_TENSOR_WIDE_128)
        pixels = WIDE_PIXELS / WIDE_LINE * (WIDE_LINE + halo);
    p->count[0] = p->unit ? pixels : p->map->box[0] / p->elements;
    p->count[1] = p->unit ? slices(p, p->map->box[0]) : pixels;
    for (unsigned i = 2; i < SWRT_TENSOR_RANK; i++)
        p->count[i] = 1;
}

static void set_bytes(struct swrt_tensor_plan *p) {
    unsigned span = swrt_tensor_span(p->map->swizzle);
    bool is_flipped = p->map->swizzle == SWRT_SWIZZLE_128_ATOM_32_FLIP;
    bool is_apart = span || p->unit || swrt_tensor_is_padded(p->map->type);
    p->rows = p->count[1] * p->count[2] * p->count[3] * p->count[4];
    p->row_bytes = p->count[0] * p->shared_bytes;
    if (p->unit) {
        p->rows *= p->count[0];
        p->row_bytes = p->unit;
    }
    p->pitch = span > p->row_bytes && !p->unit ? span : p->row_bytes;
    p->chunk_bytes = !is_apart ? p->row_bytes : is_flipped ? 8 : 16;
    p->chunks = p->row_bytes / p->chunk_bytes;
    p->bytes = p->rows * p->row_bytes;
}

/* ---- What there is no copy of -------------------------------------------------------------------------------------- */

static bool fits_mode(const struct swrt_tensor_plan *p) {
    unsigned wanted = p->mode == SWRT_TENSOR_ROWS ? SWRT_TENSOR_TILE : p->mode;
    return p->map->mode == wanted;
}

static bool is_of_pixels(const struct swrt_tensor_plan *p) {
    return p->mode != SWRT_TENSOR_TILE && p->mode != SWRT_TENSOR_ROWS;
}

/* The first of the dimensions W, H, D. */
static unsigned first_spatial(const struct swrt_tensor_plan *p) {
    return p->unit ? 0 : 1;
}

/* The last coordinate of the box that the corners leave. */
static int64_t high_corner(const struct swrt_tensor_map *m, unsigned i, unsigned spatial) {
    return (int64_t)m->dims[i] + m->upper[spatial];
}

/* Offsets have as many bits as the corners. */
static bool has_large_offset(const struct swrt_tensor_plan *p) {
    static const uint16_t most[] = {0xffff, 0xff, 0x1f};
    for (unsigned i = 0; i + 2 < p->map->rank; i++)
        if (p->offsets[i] > most[p->map->rank - 3])
            return true;
    return false;
}

static const char *refuse_offsets(const struct swrt_tensor_plan *p) {
    if (p->mode == SWRT_TENSOR_IM2COL && has_large_offset(p))
        return "a copy by im2col with an offset of more than its 16, 8 or 5 bits";
    if (p->mode == SWRT_TENSOR_WIDE_128 && p->offsets[0] >= WIDE_LINE)
        return "a copy by im2col::w::128 with a halo of more than 31 pixels";
    if (p->mode == SWRT_TENSOR_WIDE && p->offsets[0] >= 512)
        return "a copy by im2col::w with a halo of more than 511 pixels";
    if (p->mode >= SWRT_TENSOR_WIDE && p->offsets[1] >= 32)
        return "a copy by im2col::w with an offset of more than 31";
    return NULL;
}

/* The filter's base lies in the box from corner to corner. */
static const char *refuse_base(const struct swrt_tensor_plan *p) {
    const struct swrt_tensor_map *m = p->map;
    unsigned first = first_spatial(p);
    for (unsigned i = 0; i + 2 < m->rank; i++)
        if (p->at[first + i] < m->lower[i] || p->at[first + i] > high_corner(m, first + i, i))
            return "a copy by im2col that begins outside of the box between its corners";
    return NULL;
}

static bool has_corners_outside(const struct swrt_tensor_map *m) {
    for (unsigned i = 0; i + 2 < m->rank; i++)
        if (m->lower[i] < 0 || m->upper[i] > 0)
            return true;
    return false;
}

/* The wide modes go along W, and the PTX ISA does not say where they go behind the box. */
static const char *refuse_line(const struct swrt_tensor_plan *p) {
    const struct swrt_tensor_map *m = p->map;
    int64_t pixels = p->mode == SWRT_TENSOR_WIDE ? m->box[1] : WIDE_PIXELS;
    if (p->at[1] < m->lower[0] || p->at[1] + (pixels - 1) * m->steps[1] > high_corner(m, 1, 0))
        return "a copy by im2col::w whose pixels do not all lie between the corners along W";
    return NULL;
}

/* What goes to global memory begins in the tensor. */
static const char *refuse_store(const struct swrt_tensor_plan *p) {
    for (unsigned i = 0; i < (p->mode == SWRT_TENSOR_ROWS ? SWRT_TENSOR_RANK : p->map->rank); i++)
        if (p->at[i] < 0)
            return "a store by a tensor map that begins at a negative coordinate";
    if (is_of_pixels(p) && has_corners_outside(p->map))
        return "a store by a tensor map whose corners lie outside of the tensor";
    return NULL;
}

static const char *refuse_place(const struct swrt_tensor_plan *p) {
    if (!p->unit && (int64_t)p->at[0] * swrt_tensor_bits(p->map->type) % 128)
        return "a copy by a tensor map whose first coordinate is no multiple of 16 bytes";
    if (swrt_tensor_is_padded(p->map->type) && p->at[0] % 128)
        return "a copy by a tensor map with padding whose first coordinate is no multiple of 128";
    const char *wrong = p->direction == SWRT_TENSOR_LOAD ? NULL : refuse_store(p);
    if (wrong || !is_of_pixels(p))
        return wrong;
    return p->mode == SWRT_TENSOR_IM2COL ? refuse_base(p) : refuse_line(p);
}

static const char *refuse(const struct swrt_tensor_plan *p, unsigned rank) {
    if (p->map->rank != rank)
        return "a copy by a tensor map of another rank than the instruction's";
    if (!fits_mode(p))
        return "a copy by a tensor map of another mode than the instruction's (tile, im2col)";
    if (p->mode == SWRT_TENSOR_ROWS && (rank != 2 || p->map->box[1] != 1))
        return "gather4 or scatter4 by a tensor map that has not two dimensions, or a box of more than one row";
    if (p->mode >= SWRT_TENSOR_ROWS && p->map->interleave)
        return "a copy of a mode (gather4, scatter4, im2col::w) that has no interleave";
    if (p->unit && slices(p, p->map->mode == SWRT_TENSOR_TILE ? p->map->box[rank - 2] : p->map->box[0]) > 1)
        return "a copy by an interleaved tensor map of more than one slice of channels, whose order is not known";
    const char *wrong = refuse_offsets(p);
    return wrong ? wrong : refuse_place(p);
}

static void set_offsets(struct swrt_tensor_plan *p, uint64_t offsets) {
    for (unsigned i = 0; i < SWRT_TENSOR_SPATIAL; i++)
        p->offsets[i] = (uint16_t)(offsets >> 16 * i);
}

const char *swrt_tensor_plan(struct swrt_tensor_plan *p, const struct swrt_tensor_map *map, char *shared, uint32_t how,
                             uint64_t offsets, const int32_t at[SWRT_TENSOR_RANK]) {
    const char *wrong = swrt_tensor_wrong(map);
    if (wrong)
        return wrong;
    *p = (struct swrt_tensor_plan){
        .map = map, .shared = shared, .mode = how & 15, .direction = how >> SWRT_TENSOR_DIRECTION_AT & 15};
    for (unsigned i = 0; i < SWRT_TENSOR_RANK; i++)
        p->at[i] = at[i];
    set_offsets(p, offsets);
    set_units(p);
    wrong = refuse(p, how >> SWRT_TENSOR_RANK_AT & 15);
    if (wrong)
        return wrong;
    if (is_of_pixels(p))
        set_pixels(p);
    else
        set_box(p);
    set_bytes(p);
    return NULL;
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static void tile_row(const struct swrt_tensor_plan *p, uint32_t number, int64_t at[SWRT_TENSOR_RANK]) {
    const struct swrt_tensor_map *m = p->map;
    for (unsigned i = first_spatial(p); i < m->rank; i++) {
        bool is_slice = p->unit && i == m->rank - 2u;
        at[i] = p->at[i] + (int64_t)(number % p->count[i]) * (is_slice ? 1 : m->steps[i]);
        number /= p->count[i];
    }
}

/* The position of a walk from start, in steps, that begins again at low behind high. *number: how many steps; what is left
 * of them for the next dimension. */
static int64_t walk(int64_t start, int64_t low, int64_t high, int64_t step, uint32_t *number) {
    uint32_t first = start > high ? 1 : (uint32_t)((high - start) / step) + 1;
    if (*number < first) {
        int64_t position = start + *number * step;
        *number = 0;
        return position;
    }
    uint32_t rest = *number - first, each = high < low ? 1 : (uint32_t)((high - low) / step) + 1;
    *number = 1 + rest / each;
    return low + rest % each * step;
}

/* A pixel: on along W within the box, then H, then D, then the next image. */
static void pixel(const struct swrt_tensor_plan *p, uint32_t number, int64_t at[SWRT_TENSOR_RANK]) {
    const struct swrt_tensor_map *m = p->map;
    unsigned last = m->rank - 1u, first = first_spatial(p);
    uint32_t slice = p->unit ? number / p->count[0] : 0;
    number -= slice * p->count[0];
    for (unsigned i = 0; i + 2 < m->rank; i++) {
        unsigned side = first + i;
        at[side] = walk(p->at[side], m->lower[i], high_corner(m, side, i), m->steps[side], &number) + p->offsets[i];
    }
    if (p->unit)
        at[last - 1] = p->at[last - 1] + (int64_t)slice;
    at[last] = p->at[last] + (int64_t)number * m->steps[last];
}

/* A pixel of the wide modes: D and H stay; behind the box, or behind each 32 pixels, those of the halo. */
static void wide_pixel(const struct swrt_tensor_plan *p, uint32_t number, int64_t at[SWRT_TENSOR_RANK]) {
    const struct swrt_tensor_map *m = p->map;
    uint32_t line = p->mode == SWRT_TENSOR_WIDE_128 ? number / (WIDE_LINE + p->offsets[0]) : 0;
    uint32_t turns = number - line * p->offsets[0];
    for (unsigned i = 2; i < m->rank; i++)
        at[i] = p->at[i];
    at[1] = p->at[1] + p->offsets[1] + (int64_t)turns * m->steps[1];
}

static bool is_outside(const struct swrt_tensor_plan *p, const int64_t at[SWRT_TENSOR_RANK]) {
    for (unsigned i = first_spatial(p); i < p->map->rank; i++)
        if (at[i] < 0 || at[i] > (int64_t)p->map->dims[i]) /* the last one */
            return true;
    return false;
}

/* The units of a row that are inside along the first dimension. */
static void clip(const struct swrt_tensor_plan *p, struct swrt_tensor_row *row) {
    int64_t start = p->at[0] / (int32_t)p->elements, end = ((int64_t)p->map->dims[0] + 1) / p->elements;
    int64_t low = start < 0 ? -start : 0, high = end - start;
    row->low = low > p->count[0] ? p->count[0] : (uint32_t)low;
    row->high = high < row->low ? row->low : high > p->count[0] ? p->count[0] : (uint32_t)high;
}

struct swrt_tensor_row swrt_tensor_row(const struct swrt_tensor_plan *p, uint32_t number) {
    struct swrt_tensor_row row = {0};
    int64_t at[SWRT_TENSOR_RANK] = {0};
    if (p->mode == SWRT_TENSOR_TILE)
        tile_row(p, number, at);
    else if (p->mode == SWRT_TENSOR_ROWS)
        at[1] = p->at[1 + number];
    else if (p->mode == SWRT_TENSOR_IM2COL)
        pixel(p, number, at);
    else
        wide_pixel(p, number, at);
    if (is_outside(p, at))
        return row;
    int64_t offset = (p->unit ? at[0] : p->at[0] / (int32_t)p->elements) * (int64_t)p->global_bytes;
    for (unsigned i = 1; i < p->map->rank; i++)
        offset += at[i] * (int64_t)p->map->strides[i - 1];
    row.first = p->map->address + (uint64_t)offset;
    if (p->unit)
        row.high = 1;
    else
        clip(p, &row);
    return row;
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

static uint32_t within(uint32_t value, uint32_t low, uint32_t high) {
    return value < low ? low : value > high ? high : value;
}

struct swrt_tensor_part swrt_tensor_part(const struct swrt_tensor_plan *p, const struct swrt_tensor_row *row,
                                         uint32_t number, uint32_t chunk, uint32_t part) {
    uint32_t size = p->unit ? p->chunk_bytes : p->shared_bytes, global = p->unit ? size : p->global_bytes;
    uint32_t each = p->unit ? p->chunks : 1; /* chunks are less than a unit */
    uint32_t units = p->chunk_bytes / size, first = chunk * units, end = first + units;
    uint32_t low = within(row->low * each, first, end), high = within(row->high * each, first, end);
    uint32_t from = part == 0 ? first : part == SWRT_TENSOR_INSIDE ? low : high;
    uint32_t to = part == 0 ? low : part == SWRT_TENSOR_INSIDE ? high : end;
    uintptr_t start = (uintptr_t)p->shared + (uintptr_t)number * p->pitch + chunk * p->chunk_bytes;
    struct swrt_tensor_part result = {
        .shared = (char *)swrt_tensor_swizzled(p->map->swizzle, start) + (from - first) * size,
        .bytes = (to - from) * size,
        .from = (to - from) * global,
    };
    if (part == SWRT_TENSOR_INSIDE)
        result.global = row->first + (uint64_t)from * global;
    return result;
}
