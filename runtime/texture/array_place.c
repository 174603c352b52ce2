/* Boxes inside CUDA arrays. */
#include "base/plural.h"
#include "report/error.h"
#include "texture/array.h"

static bool fits(size_t first, size_t count, size_t size) {
    return first <= size && count <= size - first;
}

cudaError_t swrt_array_place(const struct cudaArray *array, size_t x, size_t y, size_t z, struct swrt_shape shape,
                             struct swrt_place *place) {
    SWRT_TRY(swrt_array_valid(array));
    const struct swrt_image *image = &array->image;
    size_t width = (size_t)image->width * image->texel_bytes;
    if (!fits(x, shape.width, width) || !fits(y, shape.height, (size_t)image->height) ||
        !fits(z, shape.depth, (size_t)image->depth))
        return swrt_because(cudaErrorInvalidValue,
                            "%zu byte%s x %zu x %zu from (%zu, %zu, %zu) on %s the array of %zu byte%s x %d x %d",
                            shape.width, swrt_s(shape.width), shape.height, shape.depth, x, y, z,
                            swrt_verb(shape.width * shape.height * shape.depth, "leaves", "leave"), width,
                            swrt_s(width), image->height, image->depth);
    char *base = image->base + (size_t)image->slice * z + (size_t)image->pitch * y + x;
    *place = (struct swrt_place){base, (size_t)image->pitch, (size_t)image->slice};
    return cudaSuccess;
}
