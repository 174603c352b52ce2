/* Words for an address that a kernel should not have touched: which allocation it missed, and by how much. */
#include <stdio.h>

#include "memory/internal.h"

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

/* An allocation that has not been freed. */
static bool is_of_program(const struct swrt_slot *slot) {
    return slot->kind != SWRT_MEMORY_NONE && slot->kind != SWRT_MEMORY_RAW && slot->kind != SWRT_MEMORY_INVALID;
}

/* The last slot in use that starts at or before address (or the span's last one). */
static bool slot_before(const struct swrt_span *span, const char *address, const char **base, size_t *bytes) {
    size_t slot = (size_t)(address - span->base) / span->slot_bytes;
    if (slot >= span->num_slots)
        slot = span->num_slots - 1;
    for (slot++; slot-- > 0;) {
        if (!is_of_program(&span->slots[slot]))
            continue;
        *base = span->base + slot * span->slot_bytes;
        *bytes = span->slots[slot].bytes;
        return true;
    }
    return false;
}

static bool slot_after(const struct swrt_span *span, const char *address, const char **base, size_t *bytes) {
    for (unsigned slot = 0; slot < span->num_slots; slot++) {
        const char *start = span->base + slot * span->slot_bytes;
        if (!is_of_program(&span->slots[slot]))
            continue;
        if (start <= address)
            continue;
        *base = start;
        *bytes = span->slots[slot].bytes;
        return true;
    }
    return false;
}

static bool find_freed(const char *address, struct swrt_near *near) {
    for (unsigned i = 0; i < NUM_FREED && i < next_freed; i++) {
        unsigned slot = (next_freed - 1 - i) % NUM_FREED;
        if (address < freed[slot].base || address >= freed[slot].base + freed[slot].bytes)
            continue;
        *near = (struct swrt_near){freed[slot].base, freed[slot].bytes, (size_t)(address - freed[slot].base),
                                   SWRT_NEAR_FREED};
        return true;
    }
    return false;
}

static struct swrt_near distance_to(const char *address, const char *base, size_t bytes) {
    if (address < base)
        return (struct swrt_near){base, bytes, (size_t)(base - address), SWRT_NEAR_BEFORE};
    size_t offset = (size_t)(address - base);
    if (offset < bytes)
        return (struct swrt_near){base, bytes, offset, SWRT_NEAR_INTO};
    return (struct swrt_near){base, bytes, offset - bytes, SWRT_NEAR_PAST};
}

/* Past the allocation before it or before the one after it, whichever is nearer. */
static bool find_near(const char *address, struct swrt_near *near) {
    const struct swrt_span *before = swrt_region_span_before(address), *after = swrt_region_span_after(address);
    const struct swrt_span *own = swrt_region_owner(address);
    const char *low = NULL, *high = NULL;
    size_t low_bytes = 0, high_bytes = 0;
    bool has_low = before && slot_before(before, address, &low, &low_bytes);
    bool has_high = (own && slot_after(own, address, &high, &high_bytes)) ||
                    (after && slot_after(after, address, &high, &high_bytes));
    size_t below = 0;
    if (has_low && address >= low + low_bytes)
        below = (size_t)(address - (low + low_bytes));
    if (has_low && has_high && (size_t)(high - address) < below)
        has_low = false;
    if (!has_low && !has_high)
        return false;
    if ((has_low ? below : (size_t)(high - address)) > NEAR)
        return false;
    *near = distance_to(address, has_low ? low : high, has_low ? low_bytes : high_bytes);
    return true;
}

static bool near_in_region(const char *address, struct swrt_near *near) {
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_span *own = swrt_region_owner(address);
    const char *base;
    size_t bytes;
    bool inside = own && slot_before(own, address, &base, &bytes) && address < base + bytes;
    bool found = (!inside && find_freed(address, near)) || find_near(address, near);
    swrt_mutex_unlock(&swrt_memory_lock);
    return found;
}

bool swrt_memory_near(const void *address, struct swrt_near *near) {
    struct swrt_allocation found;
    if (swrt_region_contains(address))
        return near_in_region(address, near);
    if (!swrt_memory_find_variable(address, &found) && !swrt_memory_find_registered(address, &found))
        return false;
    *near = distance_to(address, found.base, found.bytes);
    return true;
}

bool swrt_memory_describe(const void *address, char *text, size_t size) {
    static const char *const relations[] = {[SWRT_NEAR_INTO] = "into",
                                            [SWRT_NEAR_PAST] = "past",
                                            [SWRT_NEAR_BEFORE] = "before",
                                            [SWRT_NEAR_FREED] = "into"};
    struct swrt_near near;
    if ((uintptr_t)address < NULL_BYTES) {
        snprintf(text, size, "0x%zx is a null pointer%s", (size_t)address, address ? " plus an offset" : "");
        return true;
    }
    if (!swrt_memory_near(address, &near))
        return false;
    snprintf(text, size, "%p is %zu %s %s the %zu-byte allocation at %p%s", address, near.distance,
             bytes_word(near.distance), relations[near.relation], near.bytes, (const void *)near.base,
             near.relation == SWRT_NEAR_FREED ? ", which was freed" : "");
    return true;
}
