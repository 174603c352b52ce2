/* initcheck: reads of global and shared memory that nobody has written since it was allocated, or since the block
 * began, and of a thread's own variables that generated code keeps account of, to the byte. (Compute Sanitizer's
 * manual, "Initcheck Tool".)
 *
 * Copying what was not written is no fault: the copy counts as not written either. Managed and host memory counts as
 * written, since not all that the host does to it can be seen; and what a kernel without hooks can reach (unchecked.c). */
#include "check/call_stack.h"
#include "check/check.h"
#include "check/finding.h"
#include "check/memory/allocations.h"
#include "check/memory/space.h"
#include "check/memory/unchecked.h"
#include "check/memory/valid.h"
#include "check/memory/written.h"
#include "execute/block.h"
#include "memory/copy.h"

static void start(void) {
    swrt_written_start();
}

/* With memcheck on, which comes first, what lies outside of all that is allocated has been told. */
static bool is_told(const void *missing) {
    return swrt_valid.bytes && !swrt_valid_has(missing, 1);
}

static void note_allocation(struct swrt_finding *f, const void *missing) {
    struct swrt_allocation found = {0};
    swrt_memory_find(missing, &found);
    const struct swrt_allocation_record *record = found.base ? swrt_allocation_at(found.base) : NULL;
    if (!record)
        return;
    swrt_finding_fact(f, "allocation", "%p %zu", (const void *)found.base, found.bytes);
    swrt_finding_stack(f, "It was allocated at", record->allocated);
}

static void report(struct swrt_block *block, const void *missing, const struct swrt_site *site) {
    if (is_told(missing))
        return;
    const struct swrt_slot *slot = block->runtime;
    bool is_shared = swrt_check_space_of(block, missing) == SWRT_IN_SHARED;
    struct swrt_finding_key key = {"initcheck",
                                   is_shared ? "uninitialized-shared" : "uninitialized-global",
                                   SWRT_FINDING_ERROR,
                                   site->number,
                                   0,
                                   0};
    struct swrt_finding *f = swrt_finding_begin(key, "Uninitialized %s memory read of size %u bytes",
                                                is_shared ? "__shared__" : "__global__", site->size);
    if (!f)
        return;
    char place[64];
    swrt_finding_fact(f, "address", "%p", missing);
    swrt_finding_fact(f, "size", "%u", site->size);
    swrt_check_place(block, missing, place, sizeof place);
    swrt_finding_at(f, "at", site);
    swrt_finding_thread(f, block);
    swrt_finding_note(f, "Nobody has written the byte at %p (%s)", missing, place);
    note_allocation(f, missing);
    swrt_finding_stack(f, "Saved host backtrace up to the kernel's launch", slot->grid->caller);
    swrt_finding_end(f);
}

static void check_read(struct swrt_block *block, const void *address, struct swrt_site *site) {
    if (!swrt_written_all(address, site->size) && !(site->flags & SWRT_SITE_ZEROED))
        report(block, swrt_written_missing(address, site->size), site);
}

/* written: see check_abi.h. */
static void check_unwritten(struct swrt_block *block, uint64_t written, struct swrt_site *site) {
    const struct swrt_slot *slot = block->runtime;
    struct swrt_finding_key key = {"initcheck", "uninitialized-local", SWRT_FINDING_ERROR, site->number, 0, 0};
    struct swrt_finding *f = swrt_finding_begin(key, "Uninitialized __local__ memory read of size %u bytes",
                                                site->size);
    unsigned missing = 0;
    if (!f)
        return;
    while (written & 1ull << 8 * missing && missing + 1 < site->size)
        missing++;
    swrt_finding_at(f, "at", site);
    swrt_finding_thread(f, block);
    swrt_finding_note(f, "The thread has not written byte %u of it%s%s", missing,
                      site->name ? ", which lies in the variable " : "", site->name ? (const char *)site->name : "");
    swrt_finding_stack(f, "Saved host backtrace up to the kernel's launch", slot->grid->caller);
    swrt_finding_end(f);
}

static void check_write(struct swrt_block *block, const void *address, struct swrt_site *site) {
    swrt_written_set_few(address, site->size);
}

static void check_atomic(struct swrt_block *block, const void *address, struct swrt_site *site) {
    check_read(block, address, site);
    check_write(block, address, site);
}

static void check_copy(struct swrt_block *block, const void *to, const void *from, uint64_t bytes,
                       struct swrt_site *site) {
    swrt_written_copy(to, from, bytes);
}

static void check_fill(struct swrt_block *block, const void *to, uint64_t bytes, struct swrt_site *site) {
    swrt_written_set(to, bytes);
}

static bool has_hooks(const struct swrt_block *block) {
    const struct swrt_slot *slot = block->runtime;
    return slot->grid->kernel->flags & SWRT_KERNEL_CHECKED;
}

/* Of a grid without hooks the first block stands for all. */
static void block_begins(struct swrt_block *block) {
    static uint64_t last_unchecked;
    const struct swrt_slot *slot = block->runtime;
    swrt_written_clear(block->shared, block->shared_bytes);
    if (!has_hooks(block) && slot->grid->id != last_unchecked) {
        last_unchecked = slot->grid->id;
        swrt_unchecked_begins(slot->grid);
    }
}

static void allocated(const void *base, size_t bytes, uint32_t kind) {
    if (kind == SWRT_MEMORY_DEVICE)
        swrt_written_clear(base, bytes);
    else
        swrt_written_set(base, bytes);
    swrt_allocation_begins(base, bytes, kind);
}

static void heap_allocated(struct swrt_block *block, const void *base, size_t bytes) {
    if (has_hooks(block))
        swrt_written_clear(base, bytes);
    else
        swrt_written_set(base, bytes);
}

/* memcheck, where it is on, notes the same. */
static void freed(const void *base, size_t bytes) {
    (void)bytes;
    swrt_allocation_ends(base);
}

/* The host gets bytes that mean nothing. */
static void report_host(const struct swrt_copy *copy, const void *missing) {
    struct swrt_near near;
    struct swrt_finding_key key = {"initcheck", "uninitialized-copy", SWRT_FINDING_ERROR, 0, 0, 0};
    if (!swrt_memory_near(missing, &near))
        return;
    key.detail = copy->caller ? swrt_call_stack_hash(copy->caller) : (uintptr_t)near.base;
    struct swrt_finding *f = swrt_finding_begin(key, "Uninitialized __global__ memory copied to the host");
    if (!f)
        return;
    swrt_finding_fact(f, "address", "%p", missing);
    swrt_finding_note(f, "Nobody has written byte %zu of the allocation at %p of size %zu bytes", near.distance,
                      (const void *)near.base, near.bytes);
    note_allocation(f, missing);
    swrt_finding_stack(f, "Saved host backtrace up to the copy", copy->caller);
    swrt_finding_end(f);
}

static bool is_of_host(const void *address) {
    return (uintptr_t)address - swrt_written.base >= swrt_written.bytes;
}

static void copied(const struct swrt_copy *copy) {
    for (size_t row = 0; row < copy->shape.height * copy->shape.depth; row++) {
        size_t slice = row / copy->shape.height, line = row % copy->shape.height;
        const char *to = copy->dst.base + slice * copy->dst.slice + line * copy->dst.pitch;
        const char *from = copy->src.base + slice * copy->src.slice + line * copy->src.pitch;
        const void *missing = is_of_host(to) ? swrt_written_missing(from, copy->shape.width) : NULL;
        if (missing)
            report_host(copy, missing);
        swrt_written_copy(to, from, copy->shape.width);
    }
}

static void filled(const struct swrt_fill *fill) {
    for (size_t row = 0; row < fill->shape.height * fill->shape.depth; row++)
        swrt_written_set(fill->dst.base + row / fill->shape.height * fill->dst.slice +
                             row % fill->shape.height * fill->dst.pitch,
                         fill->shape.width);
}

const struct swrt_check_tool swrt_check_initcheck_tool = {.name = "initcheck",
                                                          .start = start,
                                                          .read = check_read,
                                                          .write = check_write,
                                                          .atomic = check_atomic,
                                                          .unwritten = check_unwritten,
                                                          .copy = check_copy,
                                                          .fill = check_fill,
                                                          .block_begins = block_begins,
                                                          .allocated = allocated,
                                                          .freed = freed,
                                                          .heap_allocated = heap_allocated,
                                                          .copied = copied,
                                                          .filled = filled};
