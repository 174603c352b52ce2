/* What a kernel without hooks may have written: all memory that its arguments, its module's variables and arrays lead to,
 * directly or by pointers in memory. (Nobody tells what it does; a finding about what it has written would be false.)
 *
 *      arguments, variables ──► allocations whose addresses stand there ──► those whose addresses stand in these ──► ..
 *
 * Whatever looks like an address is one. Where there is much to look through, all memory counts as reached. */
#include <stdlib.h>
#include <string.h>

#include "check/memory/unchecked.h"
#include "check/memory/written.h"
#include "execute/block.h"
#include "execute/heap.h"
#include "memory/memory.h"
#include "module/registry.h"
#include "os/memory/probe.h"
#include "texture/array.h"

enum { MOST_SCANNED = 64 << 20, WORD = 4 };

struct piece {
    char *base;
    size_t bytes;
    bool is_reached;
};

/* waiting: numbers of pieces that have been reached and not looked through. */
struct reach {
    struct piece *at;
    size_t count, room, *waiting, num_waiting, scanned;
    bool is_all; /* too much, or no memory to go on */
};

static void add(struct reach *r, char *base, size_t bytes) {
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 256;
        struct piece *larger = realloc(r->at, room * sizeof *larger);
        r->is_all |= !larger;
        if (!larger) {
            swrt_written_set(base, bytes);
            return;
        }
        r->at = larger;
        r->room = room;
    }
    r->at[r->count++] = (struct piece){base, bytes, false};
}

static void add_allocation(const struct swrt_memory_piece *piece, void *data) {
    add(data, piece->allocation.base, piece->allocation.bytes);
}

static void add_variable(const struct swrt_symbol_place *place, void *data) {
    add(data, place->base, place->bytes);
}

static int by_address(const void *a, const void *b) {
    const struct piece *left = a, *right = b;
    return left->base < right->base ? -1 : left->base > right->base;
}

/* The last that begins there or before. */
static struct piece *piece_at(const struct reach *r, const char *address) {
    size_t low = 0, high = r->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->at[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &r->at[low - 1] : NULL;
}

/* An address behind the end is one of the memory, too: an array's end from which a kernel counts back. */
static void reach_address(struct reach *r, const char *address) {
    struct piece *piece = piece_at(r, address);
    for (; piece && piece >= r->at && address <= piece->base + piece->bytes; piece--) {
        if (!piece->is_reached)
            r->waiting[r->num_waiting++] = (size_t)(piece - r->at);
        piece->is_reached = true;
    }
}

static void scan(struct reach *r, const char *from, size_t bytes, size_t step) {
    r->scanned += bytes;
    r->is_all |= r->scanned > MOST_SCANNED;
    if (r->is_all || !swrt_memory_readable(from, bytes))
        return;
    for (size_t i = 0; i + sizeof(char *) <= bytes; i += step) {
        const char *address;
        memcpy(&address, from + i, sizeof address);
        if (r->count && address >= r->at[0].base)
            reach_address(r, address);
    }
}

static void reach_variable(const struct swrt_symbol_place *place, void *data) {
    reach_address(data, place->base);
}

static void reach_array(const struct cudaArray *array, void *data) {
    reach_address(data, array->image.base);
}

static void list_pieces(struct reach *r, int device) {
    char *heap;
    size_t heap_bytes;
    swrt_memory_each(add_allocation, r);
    swrt_symbol_each(add_variable, r);
    if (swrt_heap_memory(device, &heap, &heap_bytes))
        add(r, heap, heap_bytes);
    qsort(r->at, r->count, sizeof *r->at, by_address);
    r->waiting = malloc((r->count + 1) * sizeof *r->waiting);
    r->is_all |= !r->waiting;
}

static void follow(struct reach *r, const struct swrt_grid *grid) {
    swrt_symbol_each(reach_variable, r);
    swrt_array_each(reach_array, r);
    scan(r, grid->args, grid->kernel->params_bytes, 1);
    if (grid->image)
        scan(r, grid->image, grid->module->image_bytes, WORD); /* its constants, too */
    while (r->num_waiting && !r->is_all) {
        struct piece *piece = &r->at[r->waiting[--r->num_waiting]];
        scan(r, piece->base, piece->bytes, WORD);
    }
}

void swrt_unchecked_begins(const struct swrt_grid *grid) {
    struct reach r = {0};
    list_pieces(&r, grid->device);
    if (!r.is_all)
        follow(&r, grid);
    for (size_t i = 0; i < r.count; i++)
        if (r.is_all || r.at[i].is_reached)
            swrt_written_set(r.at[i].base, r.at[i].bytes);
    free(r.at);
    free(r.waiting);
}
