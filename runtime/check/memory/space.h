/* What memory an address of device code belongs to, as seen from a block's thread. */
#ifndef SWRT_SPACE_H
#define SWRT_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "check/finding.h"

enum swrt_check_space {
    SWRT_IN_GLOBAL,
    SWRT_IN_SHARED,
    SWRT_IN_LOCAL,
    SWRT_IN_CONSTANT,
    SWRT_IN_HOST,    /* ordinary memory of the host */
    SWRT_IN_RUNTIME, /* what the runtime keeps for kernels: descriptors of textures and surfaces, .. */
    SWRT_IN_NOTHING,
};

enum swrt_check_space swrt_check_space_of(const struct swrt_block *block, const void *address);
/* "__global__": in Compute Sanitizer's words. */
const char *swrt_check_space_word(enum swrt_check_space space);
/* Whether the thread may read (or write) all of these bytes, however long that takes to find out; where they lie. */
bool swrt_check_range_valid(const struct swrt_block *block, const void *address, uint64_t bytes, bool is_write,
                            enum swrt_check_space *space);
/* Says what is wrong with such an access. */
void swrt_check_space_note(struct swrt_finding *f, const struct swrt_block *block, const void *address, uint64_t bytes,
                           enum swrt_check_space space);

#endif
