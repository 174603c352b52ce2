/* The host's own memory. Kernels reach it here (report/refused.h), and nobody can put it back: host code and the
 * runtime itself write to it meanwhile. So a kernel that uses it must not run twice.
 *
 * Many kernels are given such a pointer and never follow it: it is a member of a structure that serves the host, too,
 * or an old one on the stack, in an array that is filled in part. One can tell by an address that nothing can be at:
 * the kernel that follows it faults. */
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "memory/memory.h"
#include "os/memory/probe.h"
#include "texture/texture.h"
#include "verify/verify_internal.h"

/* No index leads from a hidden address to memory. */
enum { LOWEST = 1 << 16, LOW_BITS = 47, HIDDEN_BIT = 62 };

/* The handle of a texture or surface is the address of its descriptor, which kernels only read; that of a graph's
 * condition the address of a word, which they only write. */
static bool is_object(uint64_t word) {
    struct swrt_object *found;
    return swrt_is_condition(word) || !swrt_object_find(word, SWRT_OBJECT_TEXTURE, &found) ||
           !swrt_object_find(word, SWRT_OBJECT_SURFACE, &found);
}

static bool is_pageable(uint64_t word) {
    struct swrt_allocation found;
    void *address = (void *)(uintptr_t)word;
    if (word < LOWEST || word >> LOW_BITS || swrt_memory_find(address, &found) != SWRT_MEMORY_NONE)
        return false;
    return swrt_memory_writable(address, 1) && !is_object(word);
}

/* Whatever of an argument may be a pointer is taken for one: it may lie in a structure. */
static bool hide_in(char *argument, const struct swrt_param *param) {
    uint64_t word;
    bool any = false;
    for (uint32_t at = -param->offset % sizeof word; at + sizeof word <= param->size; at += sizeof word) {
        memcpy(&word, argument + at, sizeof word);
        if (!is_pageable(word))
            continue;
        any = true;
        word |= (uint64_t)1 << HIDDEN_BIT;
        memcpy(argument + at, &word, sizeof word);
    }
    return any;
}

void *swrt_pageable_hide(const struct swrt_grid *grid) {
    const struct swrt_param *params = grid->kernel->params;
    uint32_t bytes = grid->kernel->params_bytes;
    void *kept = malloc(bytes);
    bool any = false;
    if (!kept)
        return NULL;
    memcpy(kept, grid->args, bytes);
    for (uint32_t i = 0; i < grid->kernel->num_params; i++)
        any |= hide_in((char *)grid->args + params[i].offset, &params[i]);
    if (any)
        return kept;
    free(kept);
    return NULL;
}

void swrt_pageable_show(const struct swrt_grid *grid, void *kept) {
    memcpy(grid->args, kept, grid->kernel->params_bytes);
    free(kept);
}
