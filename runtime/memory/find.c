/* What an address belongs to: an allocation, a device variable, registered host memory, or nothing. */
#include "memory/internal.h"

static bool (*_Atomic find_variable)(const void *address, struct swrt_allocation *found);

void swrt_memory_variables_by(bool (*find)(const void *address, struct swrt_allocation *found)) {
    find_variable = find;
}

bool swrt_memory_find_variable(const void *address, struct swrt_allocation *found) {
    return find_variable && find_variable(address, found);
}

/* What is mapped without a gap into a reservation is one allocation (virtual.c). */
static void from_start_of_run(struct swrt_allocation *found) {
    found->base -= found->flags * SWRT_GRANULE;
    found->bytes += found->flags * SWRT_GRANULE;
    found->flags = 0;
}

static enum swrt_memory_kind find_in_region(const void *address, struct swrt_allocation *found) {
    enum swrt_memory_kind kind = SWRT_MEMORY_INVALID;
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_span *span = swrt_region_owner(address);
    if (span) {
        size_t offset = (size_t)((const char *)address - span->base), slot = offset / span->slot_bytes;
        const struct swrt_slot *owner = slot < span->num_slots ? &span->slots[slot] : NULL;
        bool is_there = owner && owner->kind != SWRT_MEMORY_NONE && owner->kind != SWRT_MEMORY_INVALID;
        if (is_there && offset - slot * span->slot_bytes < owner->bytes) {
            kind = (enum swrt_memory_kind)owner->kind;
            *found = (struct swrt_allocation){span->base + slot * span->slot_bytes, owner->bytes, kind, owner->device,
                                              owner->flags};
            if (span->reservation)
                from_start_of_run(found);
        }
    }
    swrt_mutex_unlock(&swrt_memory_lock);
    return kind;
}

enum swrt_memory_kind swrt_memory_find(const void *address, struct swrt_allocation *found) {
    *found = (struct swrt_allocation){.kind = SWRT_MEMORY_NONE};
    if (swrt_region_contains(address)) {
        enum swrt_memory_kind kind = find_in_region(address, found);
        if (kind != SWRT_MEMORY_RAW)
            return found->kind = kind;
        /* Perhaps a further device's variables. */
        return swrt_memory_find_variable(address, found) ? found->kind : SWRT_MEMORY_RAW;
    }
    if (swrt_memory_find_variable(address, found) || swrt_memory_find_registered(address, found))
        return found->kind;
    return SWRT_MEMORY_NONE;
}

/* In front of a span, where a checked program may read and write without harm. */
static bool is_in_front(const void *address) {
    const struct swrt_span *next = swrt_region_owner((const char *)address + SWRT_FRONT);
    return next && next != swrt_region_owner(address) && !next->shared && !next->foreign &&
           (const char *)address < next->base;
}

bool swrt_memory_is_spare(const void *address) {
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_span *span = swrt_region_owner(address);
    bool is_mapped = span && !span->reservation && (size_t)((const char *)address - span->base) < span->mapped_bytes;
    struct swrt_slot *slot = is_mapped ? swrt_span_slot(address, &span) : NULL;
    bool is_spare = is_mapped ? !slot : is_in_front(address);
    swrt_mutex_unlock(&swrt_memory_lock);
    return is_spare;
}
