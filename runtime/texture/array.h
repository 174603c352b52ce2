/* CUDA arrays: memory whose layout is the runtime's, addressed in texels.
 *
 * An array is ordinary device memory behind a handle: rows of texels, slices of rows; layers, cube faces and depth are
 * all slices. Its size is as the program gave it, with 0 for dimensions that it does not have. */
#ifndef SWRT_ARRAY_H
#define SWRT_ARRAY_H

#include "memory/copy.h"
#include "softwarp/texture/layout.h"

struct cudaArray {
    struct cudaChannelFormatDesc desc;
    struct cudaExtent extent;
    unsigned flags;
    int device;
    bool is_level; /* owned by a mipmapped array */
    struct swrt_image image;
    struct cudaArray *next;
};

struct cudaMipmappedArray {
    unsigned levels;
    struct cudaArray *level[SWRT_TEXTURE_LEVELS];
    struct cudaMipmappedArray *next;
};

/* array_format.c: the format and number of components; SWRT_TEXEL_NONE for what is no texel. */
enum swrt_texel swrt_channel_format(const struct cudaChannelFormatDesc *desc, unsigned *channels);
unsigned swrt_texel_bytes(enum swrt_texel format);
/* cudaErrorInvalidChannelDescriptor where there is no such texel; fills *bytes with its size. */
cudaError_t swrt_channel_check(const struct cudaChannelFormatDesc *desc, unsigned *bytes);

/* array_check.c: whether an array of these dimensions may be. */
cudaError_t swrt_array_check(struct cudaExtent extent, unsigned flags);

/* array.c */
cudaError_t swrt_array_create(struct cudaArray **out, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned flags);
cudaError_t swrt_array_destroy(struct cudaArray *array);
cudaError_t swrt_mipmapped_create(struct cudaMipmappedArray **out, const struct cudaChannelFormatDesc *desc,
                                  struct cudaExtent extent, unsigned levels, unsigned flags);
cudaError_t swrt_mipmapped_destroy(struct cudaMipmappedArray *mipmapped);
/* Whether the handle names an array that is; it may be anything. */
bool swrt_array_alive(const struct cudaArray *array);
void swrt_array_each(void (*visit)(const struct cudaArray *array, void *data), void *data); /* with a lock held */
bool swrt_mipmapped_alive(const struct cudaMipmappedArray *mipmapped);
/* cudaErrorInvalidResourceHandle when it is not. */
cudaError_t swrt_array_valid(const struct cudaArray *array);
void swrt_array_reset_device(int device); /* cudaDeviceReset */

/* array_place.c: where texel (x bytes, y, z) of an array lies; cudaErrorInvalidValue when the box leaves the array. */
cudaError_t swrt_array_place(const struct cudaArray *array, size_t x, size_t y, size_t z, struct swrt_shape shape,
                             struct swrt_place *place);

#endif
