/* Words for an address that a kernel should not have touched: which allocation it missed, and by how much. */
#include <stdio.h>

#include "memory_internal.h"
#include "registry.h"

#define NUM_FREED 64                  /* how many freed allocations are remembered */
#define NEAR ((size_t)1 << 32)        /* farther than this from any allocation says nothing useful */
#define NULL_BYTES ((uintptr_t)65536) /* no process has memory below this */

static struct {
    const char *base;
    size_t bytes;
} freed[NUM_FREED];
static unsigned next_freed;

void swrt_memory_note_freed(const char *base, size_t bytes) {
    freed[next_freed % NUM_FREED].base = base;
    freed[next_freed % NUM_FREED].bytes = bytes;
    next_freed++;
}

static const char *bytes_word(size_t count) {
    return count == 1 ? "byte" : "bytes";
}

/* The last slot in use that starts at or before address (or the span's last one). */
static bool slot_before(const struct swrt_span *span, const char *address, const char **base, size_t *bytes) {
    size_t slot = (size_t)(address - span->base) / span->slot_bytes;
    if (slot >= span->num_slots) slot = span->num_slots - 1;
    for (slot++; slot-- > 0;) {
        if (span->slots[slot].kind == SWRT_MEMORY_NONE || span->slots[slot].kind == SWRT_MEMORY_RAW) continue;
        *base = span->base + slot * span->slot_bytes;
        *bytes = span->slots[slot].bytes;
        return true;
    }
    return false;
}

static bool slot_after(const struct swrt_span *span, const char *address, const char **base, size_t *bytes) {
    for (unsigned slot = 0; slot < span->num_slots; slot++) {
        const char *start = span->base + slot * span->slot_bytes;
        if (span->slots[slot].kind == SWRT_MEMORY_NONE || span->slots[slot].kind == SWRT_MEMORY_RAW) continue;
        if (start <= address) continue;
        *base = start;
        *bytes = span->slots[slot].bytes;
        return true;
    }
    return false;
}

static bool describe_freed(const char *address, char *text, size_t size) {
    for (unsigned i = 0; i < NUM_FREED && i < next_freed; i++) {
        unsigned slot = (next_freed - 1 - i) % NUM_FREED;
        if (address < freed[slot].base || address >= freed[slot].base + freed[slot].bytes) continue;
        snprintf(text, size, "%p is %zu %s into the %zu-byte allocation at %p, which was freed", (const void *)address,
                 (size_t)(address - freed[slot].base), bytes_word((size_t)(address - freed[slot].base)),
                 freed[slot].bytes, (const void *)freed[slot].base);
        return true;
    }
    return false;
}

static void describe_distance(const char *address, const char *base, size_t bytes, char *text, size_t size) {
    size_t distance = address < base ? (size_t)(base - address) : (size_t)(address - base);
    const char *relation = "before";
    if (address >= base + bytes) {
        distance -= bytes;
        relation = "past";
    } else if (address >= base) {
        relation = "into";
    }
    snprintf(text, size, "%p is %zu %s %s the %zu-byte allocation at %p", (const void *)address, distance,
             bytes_word(distance), relation, bytes, (const void *)base);
}

/* Past the allocation before it or before the one after it, whichever is nearer. */
static bool describe_near(const char *address, char *text, size_t size) {
    const struct swrt_span *before = swrt_region_span_before(address), *after = swrt_region_span_after(address);
    const struct swrt_span *own = swrt_region_owner(address);
    const char *low = NULL, *high = NULL;
    size_t low_bytes = 0, high_bytes = 0;
    bool has_low = before && slot_before(before, address, &low, &low_bytes);
    bool has_high = (own && slot_after(own, address, &high, &high_bytes)) ||
                    (after && slot_after(after, address, &high, &high_bytes));
    size_t below = 0;
    if (has_low && address >= low + low_bytes) below = (size_t)(address - (low + low_bytes));
    if (has_low && has_high && (size_t)(high - address) < below) has_low = false;
    if (!has_low && !has_high) return false;
    if ((has_low ? below : (size_t)(high - address)) > NEAR) return false;
    describe_distance(address, has_low ? low : high, has_low ? low_bytes : high_bytes, text, size);
    return true;
}

static bool describe_in_region(const char *address, char *text, size_t size) {
    pthread_mutex_lock(&swrt_memory_lock);
    struct swrt_span *own = swrt_region_owner(address);
    const char *base;
    size_t bytes;
    bool inside = own && slot_before(own, address, &base, &bytes) && address < base + bytes;
    bool described = (!inside && describe_freed(address, text, size)) || describe_near(address, text, size);
    pthread_mutex_unlock(&swrt_memory_lock);
    return described;
}

bool swrt_memory_describe(const void *address, char *text, size_t size) {
    struct swrt_allocation found;
    if ((uintptr_t)address < NULL_BYTES) {
        snprintf(text, size, "%p is a null pointer%s", address, address ? " plus an offset" : "");
        return true;
    }
    if (swrt_region_contains(address)) return describe_in_region(address, text, size);
    if (!swrt_symbol_find_address(address, &found) && !swrt_memory_find_registered(address, &found)) return false;
    describe_distance(address, found.base, found.bytes, text, size);
    return true;
}
