/* The map of allocated bytes (valid.h): the functions that write it, and those that each access calls to read it. */
#include "check/memory/valid.h"

#include <string.h>

#include "memory/memory.h"
#include "os/memory/pages.h"

struct swrt_valid swrt_valid;

void swrt_valid_start(void) {
    size_t bytes;
    char *base = swrt_memory_region(&bytes);
    if (!base)
        return;
    void *counts = swrt_pages_map(bytes / 8 + 8);
    if (counts)
        swrt_valid = (struct swrt_valid){(uintptr_t)base, bytes, counts};
}

/* Allocations start at multiples of 8. */
void swrt_valid_set(const void *base, size_t bytes) {
    uintptr_t offset = (uintptr_t)base - swrt_valid.base;
    if (offset >= swrt_valid.bytes)
        return;
    memset(&swrt_valid.counts[offset >> 3], 8, bytes >> 3);
    if (bytes & 7)
        swrt_valid.counts[(offset + bytes) >> 3] = bytes & 7;
}

void swrt_valid_clear(const void *base, size_t bytes) {
    uintptr_t offset = (uintptr_t)base - swrt_valid.base;
    if (offset < swrt_valid.bytes)
        memset(&swrt_valid.counts[offset >> 3], 0, (bytes + 7) >> 3);
}
