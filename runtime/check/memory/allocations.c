/* The records of allocations (allocations.h), in two hash tables by start address: of device memory, of the device's heap.
 * What was freed stays, until another allocation starts there: who touches it is told who freed it. */
#include "check/memory/allocations.h"

#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "check/check.h"
#include "check/finding.h"
#include "execute/block.h"
#include "os/thread/lock.h"

/* By their starts: open addressing, a power of two, at most half full. A start stays, with its newest allocation. */
struct records {
    struct swrt_allocation_record *at;
    size_t room, count;
};
static struct records device_memory, heap;
static struct swrt_mutex lock = SWRT_MUTEX_FREE;

static struct swrt_allocation_record *place_of(const struct records *r, const void *base) {
    size_t at = ((uintptr_t)base >> 4) * 0x9e3779b97f4a7c15u >> 20 & (r->room - 1);
    while (r->at[at].base && r->at[at].base != base)
        at = (at + 1) & (r->room - 1);
    return &r->at[at];
}

static bool grow(struct records *r) {
    struct records larger = {.room = r->room ? 2 * r->room : 1024, .count = r->count};
    larger.at = calloc(larger.room, sizeof *larger.at);
    if (!larger.at)
        return false;
    for (size_t i = 0; i < r->room; i++)
        if (r->at[i].base)
            *place_of(&larger, r->at[i].base) = r->at[i];
    free(r->at);
    *r = larger;
    return true;
}

static void add(struct records *r, struct swrt_allocation_record record) {
    swrt_mutex_lock(&lock);
    if (2 * r->count < r->room || grow(r)) {
        struct swrt_allocation_record *place = place_of(r, record.base);
        r->count += !place->base;
        *place = record;
    }
    swrt_mutex_unlock(&lock);
}

static struct swrt_allocation_record *find(const struct records *r, const void *base) {
    struct swrt_allocation_record *place = r->room ? place_of(r, base) : NULL;
    return place && place->base ? place : NULL;
}

void swrt_allocation_begins(const void *base, size_t bytes, uint32_t kind) {
    add(&device_memory, (struct swrt_allocation_record){base, bytes, kind, swrt_call_stack_here(), NULL});
}

void swrt_allocation_ends(const void *base) {
    const struct swrt_call_stack *here = swrt_call_stack_here();
    swrt_mutex_lock(&lock);
    struct swrt_allocation_record *record = find(&device_memory, base);
    if (record && !record->freed)
        record->freed = here;
    swrt_mutex_unlock(&lock);
}

const struct swrt_allocation_record *swrt_allocation_at(const void *base) {
    swrt_mutex_lock(&lock);
    const struct swrt_allocation_record *record = find(&device_memory, base);
    swrt_mutex_unlock(&lock);
    return record;
}

void swrt_heap_record_begins(const struct swrt_block *block, const void *base, size_t bytes) {
    const struct swrt_slot *slot = block->runtime;
    add(&heap, (struct swrt_allocation_record){base, bytes, SWRT_MEMORY_RAW, slot->grid->caller, NULL});
}

size_t swrt_heap_record_ends(const void *base) {
    size_t bytes = 0;
    swrt_mutex_lock(&lock);
    struct swrt_allocation_record *record = find(&heap, base);
    if (record) {
        bytes = record->bytes;
        record->freed = record->allocated;
    }
    swrt_mutex_unlock(&lock);
    return bytes;
}

/* What one call, or the kernels of one launch, have left. */
static void report_leak(const struct swrt_allocation_record *first, size_t bytes, size_t count, bool is_heap) {
    struct swrt_finding_key key = {"memcheck", is_heap ? "device-heap-leak" : "leak", SWRT_FINDING_ERROR, 0,
                                   0,          swrt_call_stack_hash(first->allocated)};
    const char *where = is_heap ? " on the device heap" : "";
    struct swrt_finding *f =
        count == 1
            ? swrt_finding_begin(key, "Leaked %zu byte%s at %p%s", bytes, swrt_s(bytes), first->base, where)
            : swrt_finding_begin(key, "Leaked %zu byte%s in %zu allocations%s, the first of %zu byte%s at %p", bytes,
                                 swrt_s(bytes), count, where, first->bytes, swrt_s(first->bytes), first->base);
    if (!f)
        return;
    swrt_finding_fact(f, "allocation", "%p %zu", first->base, first->bytes);
    swrt_finding_fact(f, "leaked", "%zu %zu", bytes, count);
    swrt_finding_stack(
        f, is_heap ? "Saved host backtrace up to the kernel's launch" : "Saved host backtrace up to the allocation",
        first->allocated);
    swrt_finding_end(f);
}

static int by_address(const void *a, const void *b) {
    const struct swrt_allocation_record *left = a, *right = b;
    return left->base < right->base ? -1 : left->base > right->base;
}

/* Those that are left, by address; the table is none afterwards. */
static size_t keep_in_use(struct records *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->room; i++)
        if (r->at[i].base && !r->at[i].freed)
            r->at[count++] = r->at[i];
    qsort(r->at, count, sizeof *r->at, by_address);
    return count;
}

/* Each time those of the first one's calls, which stacks that are kept once tell. */
static void report_in_use(struct records *r, bool is_heap) {
    size_t left = keep_in_use(r);
    while (left) {
        struct swrt_allocation_record first = r->at[0];
        size_t bytes = 0, count = 0, others = 0;
        for (size_t i = 0; i < left; i++) {
            bool is_same = r->at[i].allocated == first.allocated;
            bytes += is_same ? r->at[i].bytes : 0;
            count += is_same;
            if (!is_same)
                r->at[others++] = r->at[i];
        }
        report_leak(&first, bytes, count, is_heap);
        left = others;
    }
}

void swrt_allocations_end(void) {
    const char *leaks = getenv("SOFTWARP_CHECK_LEAKS");
    if (!leaks || strcmp(leaks, "full"))
        return;
    report_in_use(&device_memory, false);
    report_in_use(&heap, true);
    swrt_findings_leaks();
    device_memory = heap = (struct records){0};
}
