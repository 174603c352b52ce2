/* Allocation: spans for big ones, slabs of equal slots for small ones.
 *
 * A size up to 64 KiB is rounded up to one of 28 classes, four to each doubling, and gets a slot of a slab; a slab is a
 * span, so it too ends in a guard. Anything larger is a span of its own: its pages go back to the system when it is
 * freed, and every later access faults. One empty slab per class is kept, so that a loop of small cudaMalloc and
 * cudaFree costs no system calls.
 *
 * Every span costs the process two mappings, of which Linux allows some 65,000. A program with very many middle-sized
 * allocations therefore gets slabs for sizes up to 512 KiB too (12 classes more), once it has many spans.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/assert.h"
#include "check/check.h"
#include "memory/internal.h"
#include "os/file.h"
#include "os/memory/pages.h"
#include "stream/verifier.h"

#define NUM_CLASSES 40
#define CROWDED_SLAB_LIMIT ((size_t)512 << 10)
#define CROWDED_SPANS 16384

/* with a free slot; the runtime's own, where they are kept apart, are [1] */
static struct swrt_span *slabs[2][NUM_CLASSES];
static size_t allocated_bytes; /* of the program: raw memory is not counted */
static unsigned num_spans;
static uint64_t last_serial;
static _Atomic uint64_t version;

void swrt_memory_changed(void) {
    atomic_fetch_add(&version, 1);
}

uint64_t swrt_memory_version(void) {
    return atomic_load(&version);
}

/* Class of a small size, and the size of that class's slots. */
static int class_of(size_t bytes, size_t *slot_bytes) {
    size_t units = (bytes + SWRT_SLOT_UNIT - 1) / SWRT_SLOT_UNIT;
    if (units <= 4) {
        *slot_bytes = units * SWRT_SLOT_UNIT;
        return (int)units - 1;
    }
    int log = 63 - __builtin_clzll(units - 1); /* 2^log < units <= 2^(log+1) */
    size_t step = (size_t)1 << (log - 2), steps = (units - ((size_t)1 << log) + step - 1) / step;
    *slot_bytes = (((size_t)1 << log) + steps * step) * SWRT_SLOT_UNIT;
    return 4 * (log - 1) + (int)steps - 1;
}

static size_t round_up(size_t value, size_t unit) {
    return (value + unit - 1) / unit * unit;
}

static struct swrt_span *create_span(size_t mapped_bytes, size_t slot_bytes, unsigned num_slots, int slab_class) {
    struct swrt_span *span = calloc(1, sizeof *span + num_slots * sizeof span->slots[0]);
    if (!span)
        return NULL;
    span->granules = (mapped_bytes + SWRT_GUARD + SWRT_GRANULE - 1) / SWRT_GRANULE;
    span->mapped_bytes = mapped_bytes;
    span->slot_bytes = slot_bytes;
    span->num_slots = num_slots;
    span->slab_class = slab_class;
    span->serial = ++last_serial;
    span->base = swrt_region_take(span->granules);
    if (span->base && swrt_region_map(span->base, mapped_bytes)) {
        span->has_front = swrt_check_has_modules();
        if (span->has_front)
            swrt_region_map(span->base - SWRT_FRONT, SWRT_FRONT);
        swrt_region_set_owner(span->base, span->granules, span);
        num_spans++;
        return span;
    }
    if (span->base)
        swrt_region_give(span->base, span->granules);
    free(span);
    return NULL;
}

static void destroy_span(struct swrt_span *span) {
    num_spans--;
    swrt_memory_changed();
    if (swrt_verifier)
        swrt_verifier->forget(span->base);
    if (span->has_front && !span->shared)
        swrt_region_unmap(span->base - SWRT_FRONT, SWRT_FRONT);
    swrt_region_set_owner(span->base, span->granules, NULL);
    if (span->shared) {
        if (span->owns_pages)
            swrt_pages_discard_file(span->base, span->mapped_bytes);
        swrt_region_unmap_file(span->base, span->mapped_bytes);
        if (span->file >= 0)
            swrt_file_close(span->file);
    } else {
        swrt_region_unmap(span->base, span->mapped_bytes);
    }
    swrt_region_give(span->base, span->granules);
    free(span);
}

static void link_slab(struct swrt_span *span) {
    span->next = slabs[span->is_raw][span->slab_class];
    span->previous = NULL;
    if (span->next)
        span->next->previous = span;
    slabs[span->is_raw][span->slab_class] = span;
}

static void unlink_slab(struct swrt_span *span) {
    if (span->previous)
        span->previous->next = span->next;
    else
        slabs[span->is_raw][span->slab_class] = span->next;
    if (span->next)
        span->next->previous = span->previous;
}

static struct swrt_span *slab_for(size_t bytes, bool is_raw) {
    size_t slot_bytes, slab_bytes;
    int slab_class = class_of(bytes, &slot_bytes);
    if (slabs[is_raw][slab_class])
        return slabs[is_raw][slab_class];
    slab_bytes = slot_bytes * SWRT_SLAB_SLOTS;
    if (slab_bytes > SWRT_GRANULE)
        slab_bytes = SWRT_GRANULE;
    unsigned num_slots = (unsigned)(slab_bytes / slot_bytes);
    struct swrt_span *span = create_span(round_up(slab_bytes, 4096), slot_bytes, num_slots, slab_class);
    if (span)
        span->is_raw = is_raw;
    if (span)
        link_slab(span);
    return span;
}

static unsigned take_slot(struct swrt_span *span) {
    assert(span->used_slots < span->num_slots);
    unsigned word = 0;
    while (!~span->used[word])
        word++;
    unsigned slot = 64 * word + (unsigned)__builtin_ctzll(~span->used[word]);
    span->used[word] |= (uint64_t)1 << slot % 64;
    if (++span->used_slots == span->num_slots && span->slab_class >= 0)
        unlink_slab(span);
    return slot;
}

static size_t with_gap(size_t bytes, enum swrt_memory_kind kind) {
    return kind != SWRT_MEMORY_RAW && swrt_check_has_modules() ? bytes + SWRT_SLOT_UNIT : bytes;
}

/* Verification wants pages of its own for what the host may use. */
static bool is_small(size_t bytes, enum swrt_memory_kind kind) {
    bool is_host = kind == SWRT_MEMORY_HOST || kind == SWRT_MEMORY_MANAGED;
    size_t limit = num_spans < CROWDED_SPANS ? SWRT_SLAB_LIMIT : CROWDED_SLAB_LIMIT;
    return bytes <= limit && !(is_host && swrt_verifier);
}

static void *allocate(size_t bytes, struct swrt_slot owner) {
    if (!swrt_region_ready())
        return NULL;
    size_t taken = with_gap(bytes, owner.kind);
    bool small = is_small(taken, owner.kind);
    bool is_raw = owner.kind == SWRT_MEMORY_RAW && swrt_verifier; /* it is written to while others' pages cannot be */
    struct swrt_span *span = small ? slab_for(taken, is_raw)
                                   : create_span(round_up(taken, 4096), round_up(taken, 4096), 1, -1);
    if (!span)
        return NULL;
    unsigned slot = take_slot(span);
    span->slots[slot] = owner;
    if (owner.kind != SWRT_MEMORY_RAW)
        allocated_bytes += bytes;
    if (owner.kind != SWRT_MEMORY_RAW)
        swrt_memory_changed();
    return span->base + slot * span->slot_bytes;
}

void *swrt_memory_alloc(size_t bytes, enum swrt_memory_kind kind, int device, unsigned flags) {
    struct swrt_slot owner = {bytes, flags, (uint8_t)kind, (uint8_t)device};
    void *address = NULL;
    if (!bytes)
        return NULL;
    swrt_check_is_on(); /* tools start without the lock */
    swrt_mutex_lock(&swrt_memory_lock);
    if (kind == SWRT_MEMORY_RAW || swrt_memory_fits(bytes, allocated_bytes))
        address = allocate(bytes, owner);
    swrt_mutex_unlock(&swrt_memory_lock);
    if (address && kind != SWRT_MEMORY_RAW)
        swrt_check_allocated(address, bytes, kind);
    if (address && kind != SWRT_MEMORY_RAW && swrt_verifier)
        swrt_verifier->allocated(address, bytes, kind);
    return address;
}

/* It is no longer the program's. */
static void end_allocation(struct swrt_span *span, unsigned slot) {
    struct swrt_slot *freed = &span->slots[slot];
    const char *base = span->base + slot * span->slot_bytes;
    if (freed->kind == SWRT_MEMORY_RAW || freed->kind == SWRT_MEMORY_INVALID)
        return;
    assert(allocated_bytes >= freed->bytes);
    allocated_bytes -= freed->bytes;
    swrt_memory_changed();
    swrt_memory_note_freed(base, freed->bytes);
    swrt_check_freed(base, freed->bytes);
}

void swrt_span_release(struct swrt_span *span, unsigned slot) {
    struct swrt_slot *freed = &span->slots[slot];
    freed->kind = SWRT_MEMORY_NONE;
    assert(slot < span->num_slots && span->used[slot / 64] >> slot % 64 & 1);
    span->used[slot / 64] &= ~((uint64_t)1 << slot % 64);
    bool was_full = span->used_slots-- == span->num_slots;
    if (span->slab_class < 0) {
        destroy_span(span);
        return;
    }
    if (was_full)
        link_slab(span);
    bool only_one = slabs[span->is_raw][span->slab_class] == span && !span->next;
    if (!span->used_slots && !only_one) {
        unlink_slab(span);
        destroy_span(span);
    }
}

static void free_slot(struct swrt_span *span, unsigned slot) {
    bool raw = span->slots[slot].kind == SWRT_MEMORY_RAW;
    end_allocation(span, slot);
    if (raw || !swrt_quarantine_take(span, slot))
        swrt_span_release(span, slot);
}

/* The slot that starts at address, or null; *span is its span. */
static struct swrt_slot *slot_at(const void *address, struct swrt_span **span) {
    *span = swrt_region_owner(address);
    if (!*span || (*span)->foreign)
        return NULL;
    size_t offset = (size_t)((const char *)address - (*span)->base), slot = offset / (*span)->slot_bytes;
    return offset % (*span)->slot_bytes == 0 && slot < (*span)->num_slots ? &(*span)->slots[slot] : NULL;
}

struct swrt_slot *swrt_span_slot(const void *address, struct swrt_span **span) {
    *span = swrt_region_owner(address);
    if (!*span)
        return NULL;
    size_t offset = (size_t)((const char *)address - (*span)->base), slot = offset / (*span)->slot_bytes;
    if (slot >= (*span)->num_slots)
        return NULL;
    struct swrt_slot *found = &(*span)->slots[slot];
    bool allocated = found->kind != SWRT_MEMORY_NONE && found->kind != SWRT_MEMORY_INVALID;
    return allocated && offset - slot * (*span)->slot_bytes < found->bytes ? found : NULL;
}

static struct swrt_span *span_without_pages(size_t granules, size_t slots) {
    struct swrt_span *span = swrt_region_ready() ? calloc(1, sizeof *span + slots * sizeof span->slots[0]) : NULL;
    if (!span)
        return NULL;
    span->granules = granules;
    span->num_slots = (unsigned)slots;
    span->slab_class = -1;
    span->foreign = true;
    span->base = swrt_region_take(granules);
    if (!span->base) {
        free(span);
        return NULL;
    }
    swrt_region_set_owner(span->base, granules, span);
    num_spans++;
    return span;
}

struct swrt_span *swrt_span_import(int file, size_t offset, size_t bytes, int device, unsigned flags) {
    size_t mapped = round_up(bytes, 4096);
    struct swrt_span *span = span_without_pages((mapped + SWRT_GUARD + SWRT_GRANULE - 1) / SWRT_GRANULE, 1);
    if (!span)
        return NULL;
    if (!swrt_region_map_file(span->base, mapped, file, offset, true)) {
        swrt_span_unreserve(span);
        return NULL;
    }
    span->shared = true;
    span->file = file;
    span->mapped_bytes = span->slot_bytes = mapped;
    span->used_slots = 1;
    span->used[0] = 1;
    span->slots[0] = (struct swrt_slot){bytes, flags, SWRT_MEMORY_DEVICE, (uint8_t)device};
    span->file_offset = offset;
    swrt_memory_changed();
    allocated_bytes += bytes;
    return span;
}

void swrt_span_unimport(struct swrt_span *span) {
    free_slot(span, 0);
}

struct swrt_span *swrt_span_reserve(size_t granules) {
    struct swrt_span *span = span_without_pages(granules + 1, granules);
    if (!span)
        return NULL;
    span->reservation = true;
    span->slot_bytes = SWRT_GRANULE;
    return span;
}

void swrt_span_unreserve(struct swrt_span *span) {
    num_spans--;
    swrt_region_set_owner(span->base, span->granules, NULL);
    swrt_region_give(span->base, span->granules);
    free(span);
}

void swrt_memory_count(size_t bytes, bool freed) {
    allocated_bytes = freed ? allocated_bytes - bytes : allocated_bytes + bytes;
}

bool swrt_memory_retire(void *address) {
    struct swrt_span *span;
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_slot *slot = slot_at(address, &span);
    bool found = slot && slot->kind == SWRT_MEMORY_DEVICE;
    if (found)
        slot->kind = SWRT_MEMORY_RETIRED;
    if (found)
        swrt_check_retired(address);
    swrt_mutex_unlock(&swrt_memory_lock);
    return found;
}

bool swrt_memory_free(void *address, enum swrt_memory_kind kind, enum swrt_memory_kind other_kind) {
    struct swrt_span *span;
    if (kind != SWRT_MEMORY_RAW)
        swrt_check_free_begins();
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_slot *slot = slot_at(address, &span);
    bool found = slot && slot->kind != SWRT_MEMORY_NONE && (slot->kind == kind || slot->kind == other_kind);
    if (found)
        free_slot(span, (unsigned)(slot - span->slots));
    swrt_mutex_unlock(&swrt_memory_lock);
    if (kind != SWRT_MEMORY_RAW)
        swrt_check_free_ends();
    return found;
}

static void free_slots_of_device(struct swrt_span *span, void *data) {
    int device = *(const int *)data;
    unsigned left = span->reservation ? 0 : span->used_slots;
    for (unsigned slot = 0; left > 0; slot++) {
        if (span->slots[slot].kind == SWRT_MEMORY_NONE)
            continue;
        left--;
        bool of_program = span->slots[slot].kind != SWRT_MEMORY_RAW && span->slots[slot].kind != SWRT_MEMORY_INVALID;
        if (span->slots[slot].device == device && of_program)
            free_slot(span, slot);
    }
}

void swrt_memory_free_device(int device) {
    swrt_check_free_begins();
    swrt_mutex_lock(&swrt_memory_lock);
    swrt_region_each(free_slots_of_device, &device);
    swrt_quarantine_clear();
    swrt_mutex_unlock(&swrt_memory_lock);
    swrt_check_free_ends();
}

size_t swrt_memory_allocated(void) {
    swrt_mutex_lock(&swrt_memory_lock);
    size_t bytes = allocated_bytes;
    swrt_mutex_unlock(&swrt_memory_lock);
    return bytes;
}

void *swrt_memory_alloc_raw(size_t bytes) {
    return swrt_memory_alloc(bytes, SWRT_MEMORY_RAW, 0, 0);
}

void swrt_memory_free_raw(void *address, size_t bytes) {
    (void)bytes;
    if (address)
        swrt_memory_free(address, SWRT_MEMORY_RAW, SWRT_MEMORY_RAW);
}
