/* Checks of what a copy or fill touches.
 *
 * Memory that Softwarp handed out must contain the whole box; other host memory is asked of the kernel, so that a bad
 * pointer is an error code. Softwarp's own answer for a bad pointer is always cudaErrorInvalidValue, as CUDA's is. What a
 * call says by itself, such as its pitch, is checked in api/ (copy_2d.c, copy_3d.c, copy_array.c).
 */
#include <stdint.h>

#include "base/plural.h"
#include "memory/copy.h"
#include "os/memory/probe.h"
#include "report/error.h"

bool swrt_shape_empty(struct swrt_shape shape) {
    return !shape.width || !shape.height || !shape.depth;
}

cudaError_t swrt_copy_check_kind(enum cudaMemcpyKind kind) {
    if ((unsigned)kind <= cudaMemcpyDefault)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidMemcpyDirection, "there is no cudaMemcpyKind %d", (int)kind);
}

/* Bytes from the box's first to its last; false when that many do not exist. */
static bool extent_of(struct swrt_place place, struct swrt_shape shape, size_t *bytes) {
    size_t rows, slices;
    return !__builtin_mul_overflow(shape.height - 1, place.pitch, &rows) &&
           !__builtin_mul_overflow(shape.depth - 1, place.slice, &slices) &&
           !__builtin_add_overflow(rows, slices, bytes) && !__builtin_add_overflow(*bytes, shape.width, bytes);
}

static cudaError_t refuse_nowhere(const char *base) {
    char text[160];
    if (!swrt_verbose() || !swrt_memory_describe(base, text, sizeof text))
        return cudaErrorInvalidValue;
    return swrt_because(cudaErrorInvalidValue, "%s", text);
}

static cudaError_t check_host(char *base, size_t bytes, bool write) {
    if (!base)
        return swrt_because(cudaErrorInvalidValue, "%s is a null pointer", write ? "destination" : "source");
    if (write ? swrt_memory_writable(base, bytes) : swrt_memory_readable(base, bytes))
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidValue, "%zu byte%s at %p cannot be %s", bytes, swrt_s(bytes), (void *)base,
                        write ? "written" : "read");
}

cudaError_t swrt_check_box(struct swrt_place place, struct swrt_shape shape, bool write, enum swrt_memory_kind *kind) {
    struct swrt_allocation found;
    size_t bytes;
    if (!extent_of(place, shape, &bytes))
        return swrt_because(cudaErrorInvalidValue, "sizes overflow");
    *kind = swrt_memory_find(place.base, &found);
    if (*kind == SWRT_MEMORY_NONE)
        return check_host(place.base, bytes, write);
    if (*kind == SWRT_MEMORY_INVALID || *kind == SWRT_MEMORY_RAW || *kind == SWRT_MEMORY_RETIRED)
        return refuse_nowhere(place.base);
    size_t left = found.bytes - (size_t)(place.base - found.base);
    if (bytes <= left)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidValue, "%zu byte%s from byte %zu on %s the %zu-byte allocation at %p", bytes,
                        swrt_s(bytes), found.bytes - left, swrt_verb(bytes, "leaves", "leave"), found.bytes,
                        (void *)found.base);
}
