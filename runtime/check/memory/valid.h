/* Which bytes of the region a kernel may touch: a byte for each 8 of them, how many of the 8 are allocated, from the
 * first on (0: none). It is filled in late: an access that finds 0 asks memory/find.c, and if that finds an
 * allocation, all of it is entered. So only those who free must tell. */
#ifndef SWRT_VALID_H
#define SWRT_VALID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swrt_valid {
    uintptr_t base, bytes; /* the region */
    uint8_t *counts;
};
extern struct swrt_valid swrt_valid;

/* Once, before the others; without a region nothing is valid. */
void swrt_valid_start(void);
/* bytes from an address on that is a multiple of 8, or lie in 8 bytes that nothing else lies in. */
void swrt_valid_set(const void *base, size_t bytes);
void swrt_valid_clear(const void *base, size_t bytes);

/* Whether it is known that so many bytes, at most 16, are allocated. */
static inline bool swrt_valid_has(const void *address, uint32_t bytes) {
    uintptr_t offset = (uintptr_t)address - swrt_valid.base;
    if (offset >= swrt_valid.bytes)
        return false;
    const uint8_t *counts = &swrt_valid.counts[offset >> 3];
    uint32_t end = (uint32_t)(offset & 7) + bytes;
    for (; end > 8; counts++, end -= 8)
        if (*counts < 8)
            return false;
    return *counts >= end;
}

#endif
