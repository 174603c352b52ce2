/* Says where an address leads, in words that are the same wherever memory happens to lie. */
#include <stdio.h>

#include "check/check.h"
#include "execute/block.h"
#include "execute/cluster/cluster.h"
#include "execute/heap.h"
#include "memory/memory.h"

static const char *kind_text(enum swrt_memory_kind kind) {
    switch (kind) {
    case SWRT_MEMORY_DEVICE:
        return "global";
    case SWRT_MEMORY_MANAGED:
        return "managed";
    case SWRT_MEMORY_HOST:
    case SWRT_MEMORY_REGISTERED:
        return "host";
    case SWRT_MEMORY_RETIRED:
        return "freed";
    default: /* none of the program's */
        return NULL;
    }
}

static bool is_on_heap(const struct swrt_block *block, const void *address) {
    const struct swrt_slot *slot = block->runtime;
    char *base;
    size_t bytes;
    return swrt_heap_memory(slot->grid->device, &base, &bytes) && (size_t)((const char *)address - base) < bytes;
}

static const char *no_allocation_text(const struct swrt_block *block, const void *address) {
    if (swrt_check_is_constant(address))
        return "a constant";
    return is_on_heap(block, address) ? "the device heap" : "outside of every allocation";
}

void swrt_check_place(const struct swrt_block *block, const void *address, char *text, size_t size) {
    struct swrt_allocation found;
    const struct swrt_slot *holder = swrt_cluster_holder(block->runtime, address);
    if (holder && &holder->block != block)
        snprintf(text, size, "shared of (%u,%u,%u)+%zu", holder->block.ctaid_x, holder->block.ctaid_y,
                 holder->block.ctaid_z, (size_t)((const char *)address - (const char *)holder->block.shared));
    else if (holder)
        snprintf(text, size, "shared+%zu", (size_t)((const char *)address - (const char *)block->shared));
    else if (swrt_memory_find(address, &found) == SWRT_MEMORY_NONE || !found.base || !kind_text(found.kind))
        snprintf(text, size, "%s", no_allocation_text(block, address));
    else
        snprintf(text, size, "%s[%zu]+%zu", kind_text(found.kind), found.bytes,
                 (size_t)((const char *)address - found.base));
}
