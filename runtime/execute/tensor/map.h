/* Tensor maps: what a CUtensorMap's 128 bytes hold here, and what may be in them.
 *
 * Programs get them from the driver API (driver/tensor.c), copy them as they like, and change them in device code
 * (replace.c). Whoever copies by one looks at all of it first: a map that nobody has made, or that has been overwritten,
 * stops the kernel.
 *
 *   map.c      what a map may hold
 *   plan.c     a map and what an instruction says of it -> a box, row by row and piece by piece
 *   copy.c     what generated code calls (softwarp/abi.h)
 *   replace.c  tensormap.replace */
#ifndef SWRT_TENSOR_MAP_H
#define SWRT_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "softwarp/abi.h"

enum { SWRT_TENSOR_RANK = 5, SWRT_TENSOR_SPATIAL = 3, SWRT_TENSOR_MOST_BOX = 256, SWRT_TENSOR_MOST_STEP = 8 };
#define SWRT_TENSOR_MAGIC 0x4d54776f53ull /* the lower five bytes of a map's first word */

/* In the order of CUtensorMapSwizzle, then those that only tensormap.replace can make. */
enum swrt_tensor_swizzle {
    SWRT_SWIZZLE_NONE,
    SWRT_SWIZZLE_32,
    SWRT_SWIZZLE_64,
    SWRT_SWIZZLE_128,
    SWRT_SWIZZLE_128_ATOM_32,
    SWRT_SWIZZLE_128_ATOM_32_FLIP,
    SWRT_SWIZZLE_128_ATOM_64,
    SWRT_SWIZZLE_96,
    SWRT_SWIZZLES,
};
enum swrt_tensor_interleave { SWRT_INTERLEAVE_NONE, SWRT_INTERLEAVE_16, SWRT_INTERLEAVE_32, SWRT_INTERLEAVES };

/* mode: enum swrt_tensor_mode, TILE for tile::gather4, too. magic stands in the first word with type, rank and mode.
 * strides: bytes, of the dimensions behind the first. dims: less one. box, of im2col: channels, pixels. lower, upper: of W,
 * H, D. */
struct swrt_tensor_map {
    uint64_t magic : 40, type : 8, rank : 8, mode : 8;
    uint8_t interleave, swizzle, fill, promotion;
    uint32_t dims[SWRT_TENSOR_RANK];
    uint64_t address, strides[SWRT_TENSOR_RANK - 1];
    uint16_t box[SWRT_TENSOR_RANK];
    uint8_t steps[SWRT_TENSOR_RANK], unused;
    int16_t lower[SWRT_TENSOR_SPATIAL], upper[SWRT_TENSOR_SPATIAL];
    uint8_t unused_too[28];
};
_Static_assert(sizeof(struct swrt_tensor_map) == 128, "as large as CUtensorMap");

/* Null, or what is wrong in it. */
const char *swrt_tensor_wrong(const struct swrt_tensor_map *map);
unsigned swrt_tensor_bits(unsigned type); /* of an element */
bool swrt_tensor_is_float(unsigned type);
bool swrt_tensor_is_padded(unsigned type); /* 16 elements take 16 bytes of shared memory, and fewer of global memory */
unsigned swrt_tensor_span(unsigned swizzle); /* the bytes that rows of a swizzled box have at most; 0: not swizzled */

#endif
