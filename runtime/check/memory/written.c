/* The map of written bytes (written.h): whole bytes of bits at once, and single ones at the ends. */
#include "check/memory/written.h"

#include <string.h>

#include "memory/memory.h"
#include "os/memory/pages.h"

struct swrt_written swrt_written;

void swrt_written_start(void) {
    size_t bytes;
    char *base = swrt_memory_region(&bytes);
    if (!base)
        return;
    void *bits = swrt_pages_map(bytes / 8 + 8);
    if (bits)
        swrt_written = (struct swrt_written){(uintptr_t)base, bytes, bits};
}

static bool is_inside(const void *base, uintptr_t *offset) {
    *offset = (uintptr_t)base - swrt_written.base;
    return *offset < swrt_written.bytes;
}

static bool bit(uintptr_t offset) {
    return swrt_written.bits[offset >> 3] >> (offset & 7) & 1;
}

static void put_bit(uintptr_t offset, bool value) {
    uint8_t mask = (uint8_t)(1u << (offset & 7));
    if (value)
        swrt_written.bits[offset >> 3] |= mask;
    else
        swrt_written.bits[offset >> 3] &= (uint8_t)~mask;
}

static void put(const void *base, size_t bytes, bool value) {
    uintptr_t offset;
    if (!is_inside(base, &offset))
        return;
    for (; bytes && offset & 7; bytes--)
        put_bit(offset++, value);
    memset(&swrt_written.bits[offset >> 3], value ? 0xff : 0, bytes >> 3);
    for (offset += bytes & ~(size_t)7, bytes &= 7; bytes; bytes--)
        put_bit(offset++, value);
}

void swrt_written_set(const void *base, size_t bytes) {
    put(base, bytes, true);
}

void swrt_written_clear(const void *base, size_t bytes) {
    put(base, bytes, false);
}

void swrt_written_copy(const void *to, const void *from, size_t bytes) {
    uintptr_t target, source;
    if (!is_inside(to, &target))
        return;
    if (!is_inside(from, &source)) {
        swrt_written_set(to, bytes);
        return;
    }
    bool is_backward = target > source && target < source + bytes; /* as memmove does it */
    for (size_t i = 0; i < bytes; i++) {
        size_t at = is_backward ? bytes - 1 - i : i;
        put_bit(target + at, bit(source + at));
    }
}

const void *swrt_written_missing(const void *base, size_t bytes) {
    uintptr_t offset;
    if (!is_inside(base, &offset))
        return NULL;
    for (uintptr_t at = offset; at < offset + bytes;) {
        if (!(at & 7) && offset + bytes - at >= 8 && swrt_written.bits[at >> 3] == 0xff)
            at += 8;
        else if (bit(at))
            at++;
        else
            return (const char *)base + (at - offset);
    }
    return NULL;
}
