/* Which sizes of blocks a kernel gets code for whole blocks for. */
#ifndef SW_SIZES_H
#define SW_SIZES_H

#include "ir/launches.h"

/* has_barriers: the kernel's; set before they are found. */
struct sw_block_sizes {
    bool has_barriers;
    struct sw_block_size *at;
    size_t count, capacity;
};

/* launches: the unit's. has_planes: the kernel asks for threadIdx.y or .z. */
void sw_find_sizes(struct sw_unit *unit, const struct sw_kernel *kernel, const struct sw_launches *launches,
                   bool has_planes, struct sw_block_sizes *sizes);
/* How many threads are a row: as many as a vector holds, and all of one row of the block. 0: the block cannot be cut so. */
unsigned sw_row_of(struct sw_block_size size);

#endif
