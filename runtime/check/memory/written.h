/* Which bytes of the region have been written since they were allocated: a bit each. */
#ifndef SWRT_WRITTEN_H
#define SWRT_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swrt_written {
    uintptr_t base, bytes; /* the region */
    uint8_t *bits;
};
extern struct swrt_written swrt_written;

void swrt_written_start(void); /* once, before the others; without a region everything counts as written */
void swrt_written_set(const void *base, size_t bytes);
void swrt_written_clear(const void *base, size_t bytes);
/* As the bytes at `from` are; those outside of the region are. */
void swrt_written_copy(const void *to, const void *from, size_t bytes);
/* The first that is not; null: all are. */
const void *swrt_written_missing(const void *base, size_t bytes);

static inline bool swrt_written_all(const void *address, uint32_t bytes) {
    uintptr_t offset = (uintptr_t)address - swrt_written.base;
    if (offset >= swrt_written.bytes)
        return true;
    uint32_t in = offset & 7;
    if (in + bytes <= 8) {
        uint32_t mask = ((1u << bytes) - 1) << in;
        return (swrt_written.bits[offset >> 3] & mask) == mask;
    }
    return !swrt_written_missing(address, bytes);
}

static inline void swrt_written_set_few(const void *address, uint32_t bytes) {
    uintptr_t offset = (uintptr_t)address - swrt_written.base;
    uint32_t in = offset & 7;
    if (offset < swrt_written.bytes && in + bytes <= 8)
        swrt_written.bits[offset >> 3] |= (uint8_t)(((1u << bytes) - 1) << in);
    else
        swrt_written_set(address, bytes);
}

#endif
