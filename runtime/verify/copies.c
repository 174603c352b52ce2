/* What a launch writes to, and what was there before.
 *
 * Small pieces of memory, and the edges of others that fill no page, are copied before the launch. The pages of large
 * ones can only be read then; who writes first to a chunk of them gets a fault (fault.c asks), copies the chunk, and
 * makes it writable. So what a launch leaves alone costs nothing.
 *
 * Copies lie in a reservation that is filled from its start for each launch. They are put back last one first: two
 * addresses may lead to the same memory. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "verify/verify_internal.h"

enum { SMALL = 4096 };
static const size_t most_room = (size_t)1 << 40, least_room = (size_t)1 << 28, worth_sharing = (size_t)4 << 20;

struct swrt_pieces swrt_pieces;
static struct swrt_copy_of *copies;
static size_t copies_room;
static _Atomic size_t num_copies;
static _Atomic uint8_t *states; /* of all chunks */
static size_t states_room;
static struct { char *base; size_t size; _Atomic size_t used; } arena;
static _Atomic bool is_active;
static _Atomic unsigned times; /* verifications so far */

static bool reserve_arena(void) {
    for (size_t size = most_room; !arena.base && size >= least_room; size /= 2) {
        void *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base == MAP_FAILED)
            continue;
        arena.base = base;
        arena.size = size;
        madvise(base, size, MADV_HUGEPAGE);
    }
    return arena.base;
}

/* Also in a signal handler. */
static char *take_room(size_t bytes) {
    size_t at = atomic_fetch_add(&arena.used, (bytes + 63) & -(size_t)64);
    if (at + bytes > arena.size)
        abort(); /* going on would destroy the program's data */
    return arena.base + at;
}

static char *copy_of(const char *at, size_t bytes) {
    char *copy = take_room(bytes);
    memcpy(copy, at, bytes);
    return copy;
}

void swrt_copies_add(struct swrt_piece *piece, char *at, size_t bytes) {
    if (!bytes)
        return;
    char *original = copy_of(at, bytes);
    copies[atomic_fetch_add(&num_copies, 1)] =
        (struct swrt_copy_of){.piece = piece, .at = at, .bytes = bytes, .original = original};
}

static size_t chunks_of(const struct swrt_piece *piece) {
    return piece->page_bytes ? (piece->page_bytes + piece->chunk - 1) / piece->chunk : 0;
}

static bool make_tables(void) {
    size_t chunks = 0, most;
    for (size_t i = 0; i < swrt_pieces.count; i++) {
        swrt_pieces.at[i].first_chunk = (uint32_t)chunks;
        chunks += chunks_of(&swrt_pieces.at[i]);
    }
    most = chunks + 2 * swrt_pieces.count;
    if (!states || !copies || states_room < chunks || copies_room < most) {
        free((void *)states);
        free(copies);
        states = malloc(states_room = 2 * chunks + 64);
        copies = malloc((copies_room = 2 * most + 64) * sizeof *copies);
    }
    if (!states || !copies) {
        states_room = copies_room = 0;
        return false;
    }
    memset((void *)states, SWRT_CHUNK_CLEAN, chunks);
    return true;
}

static void begin_piece(struct swrt_piece *piece) {
    char *end = piece->base + piece->bytes;
    if (piece->page_bytes && mprotect(piece->pages, piece->page_bytes, PROT_READ))
        piece->page_bytes = 0;
    if (!piece->page_bytes) {
        swrt_copies_add(piece, piece->base, piece->bytes);
        return;
    }
    char *pages_end = piece->pages + piece->page_bytes;
    swrt_copies_add(piece, piece->base, (size_t)(piece->pages - piece->base));
    if (pages_end < end)
        swrt_copies_add(piece, pages_end, (size_t)(end - pages_end));
}

_Atomic uint8_t *swrt_chunk_state(const struct swrt_piece *piece, size_t chunk) {
    return &states[piece->first_chunk + chunk];
}

bool swrt_copies_are_active(void) {
    return atomic_load(&is_active);
}

unsigned swrt_copies_times(void) {
    return atomic_load(&times);
}

bool swrt_copies_begin(void) {
    if (!reserve_arena() || !make_tables())
        return false;
    atomic_store(&arena.used, 0);
    atomic_store(&num_copies, 0);
    swrt_fault_install();
    atomic_fetch_add(&times, 1);
    atomic_store(&is_active, true);
    for (size_t i = 0; i < swrt_pieces.count; i++)
        begin_piece(&swrt_pieces.at[i]);
    return true;
}

void swrt_copies_end(void) {
    for (size_t i = 0; i < swrt_pieces.count; i++)
        if (swrt_pieces.at[i].page_bytes)
            mprotect(swrt_pieces.at[i].pages, swrt_pieces.at[i].page_bytes, PROT_READ | PROT_WRITE);
    atomic_store(&is_active, false);
    atomic_store(&num_copies, 0);
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
    if (arena.used >= worth_sharing && !swrt_pieces.may_alias)
        swrt_parallel(do_part, &task);
    else
        do_part(&task, 0, 1);
}

/* Small pieces are copied whether something is written to them or not. */
static bool is_as(const struct swrt_copy_of *copy, const char *other) {
    return copy->bytes <= SMALL && !memcmp(copy->at, other, copy->bytes);
}

static void put_back(struct swrt_copy_of *copy, const char *from) {
    if (!is_as(copy, from))
        memcpy(copy->at, from, copy->bytes);
}

static void restore(struct swrt_copy_of *copy) {
    put_back(copy, copy->original);
}

static void take_reference(struct swrt_copy_of *copy) {
    if (!is_as(copy, copy->original))
        copy->reference = copy_of(copy->at, copy->bytes);
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
    swrt_copies_each(take_reference);
    swrt_copies_restore();
}

void swrt_copies_use_reference(void) {
    swrt_copies_restore();
    swrt_copies_each(use_reference);
}

void swrt_copies_keep(void) {
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
