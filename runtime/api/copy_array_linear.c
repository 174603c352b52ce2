/* cudaMemcpyToArray and its kin, which CUDA deprecates (CUDA Runtime API, "Memory Management [DEPRECATED]"): so many
 * bytes in a row, which in the array go on in the row below where one ends. */
#include "base/plural.h"
#include "device/device.h"
#include "report/error.h"
#include "texture/array.h"

/* Walks through an array's bytes in pieces that are boxes: the rest of a row, or whole rows. */
struct walk {
    const struct cudaArray *array;
    size_t width; /* of a row, in bytes */
    size_t x, y;
};

static struct walk walk_from(const struct cudaArray *array, size_t x, size_t y) {
    return (struct walk){array, (size_t)array->image.width * array->image.texel_bytes, x, y};
}

static struct swrt_shape next_box(const struct walk *walk, size_t left) {
    if (walk->x || left < walk->width) {
        size_t rest = walk->width - walk->x;
        return (struct swrt_shape){left < rest ? left : rest, 1, 1};
    }
    return (struct swrt_shape){walk->width, left / walk->width, 1};
}

static void advance(struct walk *walk, size_t bytes) {
    size_t at = walk->x + bytes;
    walk->y += at / walk->width;
    walk->x = at % walk->width;
}

static cudaError_t check_range(const struct walk *walk, size_t count) {
    size_t rows = (size_t)walk->array->image.height;
    if (walk->x < walk->width && walk->y < rows && count <= (rows - walk->y) * walk->width - walk->x)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidValue, "%zu byte%s from (%zu, %zu) on %s the array of %zu byte%s x %zu", count,
                        swrt_s(count), walk->x, walk->y, swrt_verb(count, "leaves", "leave"), walk->width,
                        swrt_s(walk->width), rows);
}

static cudaError_t check_kind(enum cudaMemcpyKind kind, enum cudaMemcpyKind other) {
    SWRT_TRY(swrt_copy_check_kind(kind));
    if (kind == other || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidMemcpyDirection, "kind %d", (int)kind);
}

struct request {
    enum cudaMemcpyKind kind;
    cudaStream_t stream;
    enum swrt_waiting waiting;
};

static cudaError_t copy_linear(char *linear, const struct cudaArray *array, size_t x, size_t y, size_t count,
                               bool is_to, struct request r) {
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(check_kind(r.kind, is_to ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost));
    SWRT_TRY(swrt_array_valid(array));
    struct walk walk = walk_from(array, x, y);
    if (!count)
        return cudaSuccess;
    SWRT_TRY(check_range(&walk, count));
    while (count) {
        struct swrt_shape box = next_box(&walk, count);
        size_t bytes = box.width * box.height;
        struct swrt_place flat = {linear, box.width, bytes}, inside;
        SWRT_TRY(swrt_array_place(array, walk.x, walk.y, 0, box, &inside));
        struct swrt_copy copy = {is_to ? inside : flat, is_to ? flat : inside, box, NULL};
        SWRT_TRY(swrt_copy_submit(&copy, r.kind, r.stream, r.waiting));
        advance(&walk, bytes);
        linear += bytes;
        count -= bytes;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
                              enum cudaMemcpyKind kind) {
    struct request r = {kind, swrt_default_stream(), SWRT_SYNC};
    return swrt_fail(copy_linear((char *)src, dst, wOffset, hOffset, count, true, r));
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
                                   enum cudaMemcpyKind kind, cudaStream_t stream) {
    struct request r = {kind, stream, SWRT_ASYNC};
    return swrt_fail(copy_linear((char *)src, dst, wOffset, hOffset, count, true, r));
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                enum cudaMemcpyKind kind) {
    struct request r = {kind, swrt_default_stream(), SWRT_SYNC};
    return swrt_fail(copy_linear(dst, src, wOffset, hOffset, count, false, r));
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
    struct request r = {kind, stream, SWRT_ASYNC};
    return swrt_fail(copy_linear(dst, src, wOffset, hOffset, count, false, r));
}

static cudaError_t copy_between(struct walk to, struct walk from, size_t count, struct request r) {
    SWRT_TRY(check_range(&to, count));
    SWRT_TRY(check_range(&from, count));
    while (count) {
        struct swrt_shape a = next_box(&to, count), b = next_box(&from, count);
        size_t bytes = a.width < b.width ? a.width : b.width;
        struct swrt_copy copy = {.shape = {bytes, 1, 1}};
        SWRT_TRY(swrt_array_place(to.array, to.x, to.y, 0, copy.shape, &copy.dst));
        SWRT_TRY(swrt_array_place(from.array, from.x, from.y, 0, copy.shape, &copy.src));
        SWRT_TRY(swrt_copy_submit(&copy, r.kind, r.stream, r.waiting));
        advance(&to, bytes);
        advance(&from, bytes);
        count -= bytes;
    }
    return cudaSuccess;
}

static cudaError_t array_to_array(cudaArray_t dst, size_t to_x, size_t to_y, cudaArray_const_t src, size_t x, size_t y,
                                  size_t count, enum cudaMemcpyKind kind) {
    struct request r = {kind, swrt_default_stream(), SWRT_SYNC};
    SWRT_TRY(swrt_check_device());
    SWRT_TRY(check_kind(kind, cudaMemcpyDeviceToDevice));
    SWRT_TRY(swrt_array_valid(dst));
    SWRT_TRY(swrt_array_valid(src));
    return count ? copy_between(walk_from(dst, to_x, to_y), walk_from(src, x, y), count, r) : cudaSuccess;
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                   size_t wOffsetSrc, size_t hOffsetSrc, size_t count, enum cudaMemcpyKind kind) {
    return swrt_fail(array_to_array(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, count, kind));
}
