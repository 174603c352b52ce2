/* What a launch writes to, and what was there before.
 *
 * Pages that nobody is known to write to can only be read (zones.c); who writes first to some of them gets a fault
 * (execute/fault.c asks), copies them, and makes them writable. What is on no such pages is copied before the launch.
 * So what a launch leaves alone costs nothing.
 *
 * Copies lie in a reservation that is filled from its start for each launch. They are put back last one first: two
 * addresses may lead to the same memory.
 *
 * What W = 1 gave is copied as well if it is little. Of more there are only fingerprints: so verification takes as much
 * memory again as a launch writes to, and not twice that. They tell that something differs, and whether it depends on
 * the order. Where, one sees when W = 1 has run again (compare.c). */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "os/memory/pages.h"
#include "os/thread/fault_signals.h"
#include "stream/engine.h"
#include "verify/verify_internal.h"

enum { SMALL = 64 << 10, CHUNK = 64 << 10 }; /* CHUNK: of a zone; nothing is done with one that is as it was */
static const size_t most_room = (size_t)1 << 40, least_room = (size_t)1 << 28, worth_sharing = (size_t)4 << 20;

struct swrt_pieces swrt_pieces;
static struct swrt_copy_of *copies;
static size_t copies_room;
static _Atomic size_t num_copies, copied; /* copied: bytes of all of them */
static struct {
    char *base;
    size_t size;
    _Atomic size_t used;
} arena;
static size_t kept_from;  /* what follows in it is there because something differed; else 0 */
static bool is_reference; /* what W = 1 gave is there, not only fingerprints of it */
static _Atomic bool is_active;
static _Atomic unsigned times; /* verifications so far */

static bool reserve_arena(void) {
    for (size_t size = most_room; !arena.base && size >= least_room; size /= 2) {
        void *base = swrt_pages_map(size);
        if (!base)
            continue;
        arena.base = base;
        arena.size = size;
        swrt_pages_prefer_huge(base, size);
    }
    return arena.base;
}

/* Also in a signal handler. */
static char *take_room(size_t bytes) {
    size_t at = atomic_fetch_add(&arena.used, (bytes + 63) & -(size_t)64);
    if (at + bytes > arena.size)
        swrt_fatal("verify has no room left for copies of what a kernel writes to");
    return arena.base + at;
}

static char *copy_of(const char *at, size_t bytes) {
    char *copy = take_room(bytes);
    memcpy(copy, at, bytes);
    return copy;
}

void swrt_copies_add(struct swrt_piece *piece, struct swrt_zone *zone, char *at, size_t bytes) {
    if (!bytes)
        return;
    bool has_mirror = zone && zone->is_scanned;
    char *original = has_mirror ? swrt_mirror_of(zone, at) : copy_of(at, bytes);
    atomic_fetch_add_explicit(&copied, bytes, memory_order_relaxed);
    size_t index = atomic_fetch_add(&num_copies, 1);
    if (index >= copies_room)
        swrt_fatal("verify has no room left for more than %zu copies", copies_room);
    copies[index] = (struct swrt_copy_of){.piece = piece, .zone = zone, .at = at, .bytes = bytes, .original = original};
}

/* The first of a zone's pieces that ends behind an address. */
static size_t first_ending_after(const struct swrt_zone *zone, const char *at) {
    size_t low = zone->first_piece, high = zone->first_piece + zone->num_pieces;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct swrt_piece *piece = &swrt_pieces.at[middle];
        if (piece->base + piece->bytes > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void add_chunks(struct swrt_piece *piece, struct swrt_zone *zone, char *from, const char *end) {
    size_t chunk = zone->unit > CHUNK ? zone->unit : CHUNK;
    for (size_t left = (size_t)(end - from), part; left; left -= part, from += part) {
        part = left < chunk ? left : chunk;
        swrt_copies_add(piece, zone, from, part);
    }
}

void swrt_copies_add_pages(struct swrt_zone *zone, char *at, size_t bytes) {
    size_t last = zone->first_piece + zone->num_pieces;
    for (size_t i = first_ending_after(zone, at); i < last && swrt_pieces.at[i].base < at + bytes; i++) {
        struct swrt_piece *piece = &swrt_pieces.at[i];
        char *from = piece->base > at ? piece->base : at, *end = piece->base + piece->bytes;
        end = end < at + bytes ? end : at + bytes;
        add_chunks(piece, zone, from, end);
    }
}

/* A run of units is a copy for each piece on it and for each chunk, and the edges of pieces are one each. */
static bool make_table(void) {
    size_t most = 2 * swrt_zones_units() + 3 * swrt_pieces.count + 64;
    if (most <= copies_room)
        return true;
    free(copies);
    most += most / 4;
    copies = malloc(most * sizeof *copies);
    copies_room = copies ? most : 0;
    return copies;
}

/* What of it lies on no pages of a zone. */
static void copy_edges(struct swrt_piece *piece) {
    if (!piece->page_bytes) {
        swrt_copies_add(piece, NULL, piece->base, piece->bytes);
        return;
    }
    char *end = piece->base + piece->bytes, *pages_end = piece->pages + piece->page_bytes;
    if (piece->base < piece->pages)
        swrt_copies_add(piece, NULL, piece->base, (size_t)(piece->pages - piece->base));
    if (pages_end < end)
        swrt_copies_add(piece, NULL, pages_end, (size_t)(end - pages_end));
}

bool swrt_copies_are_active(void) {
    return atomic_load(&is_active);
}

unsigned swrt_copies_times(void) {
    return atomic_load(&times);
}

bool swrt_copies_begin(const struct swrt_grid *grid) {
    if (!reserve_arena() || !make_table() || !swrt_mirrors_begin())
        return false;
    atomic_store(&arena.used, 0);
    atomic_store(&num_copies, 0);
    atomic_store(&copied, 0);
    swrt_fingerprints_begin();
    swrt_fault_install();
    swrt_faults_stay_open();
    atomic_fetch_add(&times, 1);
    atomic_store(&is_active, true);
    for (size_t i = 0; i < swrt_pieces.num_edged; i++)
        copy_edges(&swrt_pieces.at[swrt_pieces.edged[i]]);
    swrt_zones_begin();
    swrt_expect_begin(grid);
    return true;
}

/* The next launch does not differ, most likely, and needs less. */
static void give_back(void) {
    size_t first = (kept_from + worth_sharing - 1) & -worth_sharing;
    if (kept_from && arena.used > first)
        swrt_pages_discard(arena.base + first, arena.used - first);
    kept_from = 0;
}

void swrt_copies_end(void) {
    swrt_expect_end();
    swrt_zones_end();
    atomic_store(&is_active, false);
    atomic_store(&num_copies, 0);
    give_back();
}

/* ---- Between the runs ------------------------------------------------------------------------------------------ */

struct task {
    void (*each)(struct swrt_copy_of *copy);
};

static void do_part(void *data, unsigned index, unsigned count) {
    const struct task *task = data;
    size_t all = num_copies, first = all * index / count, end = all * (index + 1) / count;
    for (size_t i = end; i-- > first;)
        task->each(&copies[i]);
}

void swrt_copies_each(void (*each)(struct swrt_copy_of *copy)) {
    struct task task = {each};
    if (copied >= worth_sharing && !swrt_pieces.may_alias)
        swrt_parallel(do_part, &task);
    else
        do_part(&task, 0, 1);
}

/* Small pieces, and what was written to by launches before, are copied whether something is written to them or not. */
static bool is_as(const struct swrt_copy_of *copy, const char *other) {
    return (copy->zone || copy->bytes <= SMALL) && !memcmp(copy->at, other, copy->bytes);
}

static void put_back(struct swrt_copy_of *copy, const char *from) {
    if (!is_as(copy, from))
        memcpy(copy->at, from, copy->bytes);
}

static void restore(struct swrt_copy_of *copy) {
    put_back(copy, copy->original);
}

/* To which units something has been written. */
static void note_written(const struct swrt_copy_of *copy) {
    size_t unit = copy->zone->unit;
    for (size_t i = 0, part; i < copy->bytes; i += part) {
        part = unit - (size_t)(copy->at + i - copy->zone->base) % unit;
        part = part < copy->bytes - i ? part : copy->bytes - i;
        if (memcmp(copy->at + i, copy->original + i, part))
            swrt_zone_note_written(copy->zone, copy->at + i, part);
    }
}

static bool take_reference(struct swrt_copy_of *copy) {
    if (is_as(copy, copy->original))
        return false;
    if (is_reference) {
        copy->reference = copy_of(copy->at, copy->bytes);
    } else {
        copy->prints = (void *)take_room(swrt_fingerprints_count(copy->bytes) * sizeof *copy->prints);
        swrt_fingerprints_take(copy->at, copy->bytes, copy->prints);
    }
    if (copy->zone)
        note_written(copy);
    return true;
}

static void take_reference_only(struct swrt_copy_of *copy) {
    take_reference(copy);
}

/* At once: a copy is in the cache then. */
static void take_reference_and_restore(struct swrt_copy_of *copy) {
    if (take_reference(copy))
        memcpy(copy->at, copy->original, copy->bytes);
}

static void use_reference(struct swrt_copy_of *copy) {
    if (copy->reference)
        put_back(copy, copy->reference);
}

static void keep(struct swrt_copy_of *copy) {
    if (!is_as(copy, copy->original))
        copy->kept = copy_of(copy->at, copy->bytes);
}

static void use_kept(struct swrt_copy_of *copy) {
    if (copy->kept)
        put_back(copy, copy->kept);
}

void swrt_copies_restore(void) {
    swrt_copies_each(restore);
}

void swrt_copies_take_reference(void) {
    is_reference = copied <= swrt_verify_options.whole;
    if (!swrt_pieces.may_alias) {
        swrt_copies_each(take_reference_and_restore);
        return;
    }
    swrt_copies_each(take_reference_only);
    swrt_copies_restore();
}

bool swrt_copies_use_reference(void) {
    if (!is_reference)
        return false;
    swrt_copies_restore();
    swrt_copies_each(use_reference);
    return true;
}

void swrt_copies_keep(void) {
    kept_from = arena.used;
    swrt_copies_each(keep);
}

void swrt_copies_use_kept(void) {
    swrt_copies_restore();
    swrt_copies_each(use_kept);
}

size_t swrt_copies_count(void) {
    return num_copies;
}

struct swrt_copy_of *swrt_copy_number(size_t index) {
    return &copies[index];
}
