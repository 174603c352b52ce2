/* Copying and filling boxes: rows that follow each other without a gap are one row; large boxes are spread over workers
 * that are free, in pieces of whole pages. */
#include <string.h>

#include "base/assert.h"
#include "check/check.h"
#include "memory/copy.h"
#include "stream/engine.h"

#define PARALLEL_BYTES ((size_t)4 << 20) /* from here on several workers are worth it */
#define PIECE ((size_t)4096)

static bool is_linear(struct swrt_place place, struct swrt_shape shape) {
    return (shape.height == 1 || place.pitch == shape.width) &&
           (shape.depth == 1 || place.slice == shape.width * shape.height);
}

static struct swrt_shape one_row(struct swrt_shape shape) {
    return (struct swrt_shape){shape.width * shape.height * shape.depth, 1, 1};
}

static size_t total_bytes(struct swrt_shape shape) {
    return shape.width * shape.height * shape.depth;
}

/* Part `index` of `count` of a range, in multiples of `unit`. */
static void part_of(size_t total, size_t unit, unsigned index, unsigned count, size_t *first, size_t *last) {
    size_t units = (total + unit - 1) / unit;
    *first = units * index / count * unit;
    *last = units * (index + 1) / count * unit;
    if (*last > total)
        *last = total;
}

static char *row_at(struct swrt_place place, struct swrt_shape shape, size_t row) {
    assert(row < shape.height * shape.depth);
    return place.base + row / shape.height * place.slice + row % shape.height * place.pitch;
}

static void copy_part(void *data, unsigned index, unsigned count) {
    const struct swrt_copy *copy = data;
    size_t first, last;
    if (copy->shape.height == 1 && copy->shape.depth == 1) {
        part_of(copy->shape.width, PIECE, index, count, &first, &last);
        memmove(copy->dst.base + first, copy->src.base + first, last - first);
        return;
    }
    part_of(copy->shape.height * copy->shape.depth, 1, index, count, &first, &last);
    for (size_t row = first; row < last; row++)
        memmove(row_at(copy->dst, copy->shape, row), row_at(copy->src, copy->shape, row), copy->shape.width);
}

static void fill_part(void *data, unsigned index, unsigned count) {
    const struct swrt_fill *fill = data;
    size_t first, last;
    if (fill->shape.height == 1 && fill->shape.depth == 1) {
        part_of(fill->shape.width, PIECE, index, count, &first, &last);
        memset(fill->dst.base + first, fill->value, last - first);
        return;
    }
    part_of(fill->shape.height * fill->shape.depth, 1, index, count, &first, &last);
    for (size_t row = first; row < last; row++)
        memset(row_at(fill->dst, fill->shape, row), fill->value, fill->shape.width);
}

/* One past the box's last byte. */
static const char *end_of(struct swrt_place place, struct swrt_shape shape) {
    return row_at(place, shape, shape.height * shape.depth - 1) + shape.width;
}

static bool overlap(const struct swrt_copy *copy) {
    return copy->dst.base < end_of(copy->src, copy->shape) && copy->src.base < end_of(copy->dst, copy->shape);
}

void swrt_copy_run(const struct swrt_copy *copy) {
    struct swrt_copy whole = *copy;
    swrt_check_copied(copy);
    if (is_linear(copy->dst, copy->shape) && is_linear(copy->src, copy->shape))
        whole.shape = one_row(copy->shape);
    if (total_bytes(copy->shape) < PARALLEL_BYTES || overlap(copy))
        copy_part(&whole, 0, 1);
    else
        swrt_parallel(copy_part, &whole);
}

void swrt_fill_run(const struct swrt_fill *fill) {
    struct swrt_fill whole = *fill;
    swrt_check_filled(fill);
    if (is_linear(fill->dst, fill->shape))
        whole.shape = one_row(fill->shape);
    if (total_bytes(fill->shape) < PARALLEL_BYTES)
        fill_part(&whole, 0, 1);
    else
        swrt_parallel(fill_part, &whole);
}

cudaError_t swrt_copy_work(void *copy) {
    swrt_copy_run(copy);
    return cudaSuccess;
}

cudaError_t swrt_fill_work(void *fill) {
    swrt_fill_run(fill);
    return cudaSuccess;
}
