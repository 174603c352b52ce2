/* A copy by a tensor map, as far as it can be said before the first byte is copied: the box in units, row by row.
 *
 * A *unit* is what is copied as one: an element; two of 4 bits; sixteen of a type with padding. A *row* is the box's units
 * along the first dimension. A *chunk* is what of a row stays side by side in shared memory: the whole row, or the 16 bytes
 * (8 where they are flipped) that a swizzle keeps together. Of a chunk, a first part may lie before the tensor, a last one
 * behind it; so each chunk has three *pieces*, the middle one inside.
 *
 * Interleaved tensors (NC/8HWC8) have units of 16 or 32 bytes, some channels of a pixel, and W for a first dimension; the
 * last but one counts slices of such channels. There each unit is a row. */
#ifndef SWRT_TENSOR_PLAN_H
#define SWRT_TENSOR_PLAN_H

#include "execute/tensor/map.h"

enum { SWRT_TENSOR_PARTS = 3, SWRT_TENSOR_INSIDE = 1 };

struct swrt_tensor_plan {
    const struct swrt_tensor_map *map;
    char *shared;
    unsigned mode, direction;
    int32_t at[SWRT_TENSOR_RANK];
    uint16_t offsets[SWRT_TENSOR_SPATIAL];
    uint32_t count[SWRT_TENSOR_RANK];                     /* units of the first dimension, and rows */
    uint32_t elements, global_bytes, shared_bytes;        /* of a unit */
    uint32_t rows, row_bytes, pitch, chunk_bytes, chunks; /* in shared memory; pitch: from row to row */
    uint32_t bytes;                                       /* of all that is copied there */
    uint32_t unit;                                        /* of interleaved tensors, bytes, or 0 */
};

/* first: the row's first unit, which need not be there; those from low to high - 1 are inside the tensor. */
struct swrt_tensor_row {
    uint64_t first;
    uint32_t low, high;
};

/* Null, or why there is no such copy: the map's fault, the instruction's, or both together. */
/* What the instruction wants of the address of a map: a multiple of that. */
enum { SWRT_TENSOR_MAP_ALIGN = 64 };
const char *swrt_tensor_plan(struct swrt_tensor_plan *plan, const struct swrt_tensor_map *map, char *shared,
                             uint32_t how, uint64_t offsets, const int32_t at[SWRT_TENSOR_RANK]);
struct swrt_tensor_row swrt_tensor_row(const struct swrt_tensor_plan *plan, uint32_t number);
/* Bits of the address choose the place of its chunk: the row of 128 bytes, and more of them the longer the swizzle. */
static inline uintptr_t swrt_tensor_swizzled(unsigned swizzle, uintptr_t address) {
    uintptr_t line = address >> 7;
    switch (swizzle) {
    case SWRT_SWIZZLE_32:
    case SWRT_SWIZZLE_96:
        return address ^ (line & 1) << 4;
    case SWRT_SWIZZLE_64:
        return address ^ (line & 3) << 4;
    case SWRT_SWIZZLE_128:
        return address ^ (line & 7) << 4;
    case SWRT_SWIZZLE_128_ATOM_32:
        return address ^ (line & 3) << 5;
    case SWRT_SWIZZLE_128_ATOM_32_FLIP:
        return address ^ (line & 3) << 5 ^ (line & 1) << 3;
    case SWRT_SWIZZLE_128_ATOM_64:
        return address ^ (line & 1) << 6;
    default:
        return address;
    }
}

/* Of a chunk of a row one of the three parts. global: 0 outside; shared: the address. */
struct swrt_tensor_part {
    uint64_t global;
    char *shared;
    uint32_t bytes, from; /* from: bytes of global memory, which padding makes fewer */
};
struct swrt_tensor_part swrt_tensor_part(const struct swrt_tensor_plan *plan, const struct swrt_tensor_row *row,
                                         uint32_t number, uint32_t chunk, uint32_t part);

#endif
