/* All memory that a kernel may write to, allocation by allocation, for `softwarp verify`. */
#include "memory/internal.h"

#include "os/memory/probe.h"

struct walk {
    void (*visit)(const struct swrt_memory_piece *piece, void *data);
    void *data;
};

static bool is_programs(const struct swrt_slot *slot) {
    return slot->kind != SWRT_MEMORY_NONE && slot->kind != SWRT_MEMORY_INVALID && slot->kind != SWRT_MEMORY_RAW;
}

/* The slots of a reservation say how much is mapped from them on, and how much before them (virtual.c). */
static void visit_span(struct swrt_span *span, void *data) {
    const struct walk *walk = data;
    unsigned left = span->used_slots;
    for (unsigned i = 0; left && i < span->num_slots; i++) {
        const struct swrt_slot *slot = &span->slots[i];
        bool is_used = span->reservation ? slot->kind != SWRT_MEMORY_NONE : span->used[i / 64] >> i % 64 & 1;
        left -= is_used;
        if (!is_used || !is_programs(slot) || (span->reservation && slot->flags))
            continue;
        char *base = span->base + i * span->slot_bytes;
        if (span->reservation && !swrt_memory_writable(base, slot->bytes))
            continue;
        enum swrt_memory_kind kind = (enum swrt_memory_kind)slot->kind;
        struct swrt_allocation found = {base, slot->bytes, kind, slot->device, slot->flags};
        bool has_own_pages = span->slab_class < 0 && !span->reservation;
        size_t room = has_own_pages ? span->mapped_bytes : slot->bytes;
        struct swrt_memory_piece piece = {.allocation = found,
                                          .room = room,
                                          .may_alias = span->reservation || span->shared,
                                          .is_common = span->shared && !span->reservation,
                                          .identity = span->serial};
        if (piece.is_common) {
            piece.pages = span->base;
            piece.page_bytes = span->mapped_bytes;
        } else if (span->serial && (kind == SWRT_MEMORY_DEVICE || kind == SWRT_MEMORY_RETIRED)) {
            piece.pages = span->base;
            piece.page_bytes = span->mapped_bytes;
            piece.serial = span->serial;
        }
        walk->visit(&piece, walk->data);
    }
}

void swrt_memory_each(void (*visit)(const struct swrt_memory_piece *piece, void *data), void *data) {
    struct walk walk = {visit, data};
    swrt_mutex_lock(&swrt_memory_lock);
    if (swrt_region_ready())
        swrt_region_each(visit_span, &walk);
    swrt_memory_each_registered(visit, data);
    swrt_mutex_unlock(&swrt_memory_lock);
}
