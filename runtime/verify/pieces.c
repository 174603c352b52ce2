/* The memory that a kernel may write to: what the program has allocated or registered, the variables of all modules,
 * and the device heap. */
#include <stdlib.h>
#include <string.h>

#include "execute/heap.h"
#include "memory/memory.h"
#include "module/registry.h"
#include "verify/verify_internal.h"

enum { PAGE = 4096, SMALL = 64 << 10 };

static void add(struct swrt_pieces *pieces, struct swrt_piece piece) {
    if (!pieces->at)
        return;
    if (pieces->count == pieces->room) {
        pieces->room *= 2;
        struct swrt_piece *larger = realloc(pieces->at, pieces->room * sizeof *larger);
        if (!larger)
            free(pieces->at);
        pieces->at = larger;
        if (!larger)
            return;
    }
    pieces->at[pieces->count++] = piece;
}

/* Which of its pages hold nothing else, room being its own bytes and what is nobody's behind them. */
static void find_pages(struct swrt_piece *piece, size_t room) {
    uintptr_t first = ((uintptr_t)piece->base + PAGE - 1) & -(uintptr_t)PAGE;
    uintptr_t end = ((uintptr_t)piece->base + room) & -(uintptr_t)PAGE;
    uintptr_t own_end = ((uintptr_t)piece->base + piece->bytes + PAGE - 1) & -(uintptr_t)PAGE;
    end = end < own_end ? end : own_end;
    if (end <= first || (piece->bytes <= SMALL && !piece->is_host))
        return;
    piece->pages = (char *)first;
    piece->page_bytes = end - first;
}

static void visit_allocation(const struct swrt_memory_piece *found, void *data) {
    const struct swrt_allocation *allocation = &found->allocation;
    bool is_device = allocation->kind == SWRT_MEMORY_DEVICE || allocation->kind == SWRT_MEMORY_RETIRED;
    struct swrt_piece piece = {.base = allocation->base, .bytes = allocation->bytes, .is_host = !is_device};
    if (is_device || allocation->kind == SWRT_MEMORY_MANAGED)
        piece.identity = found->identity;
    struct swrt_pieces *pieces = data;
    piece.is_common = found->is_common;
    if (found->serial || found->is_common) {
        piece.pages = found->pages;
        piece.page_bytes = found->page_bytes;
        piece.serial = found->serial;
    } else {
        find_pages(&piece, found->room);
    }
    add(pieces, piece);
    pieces->may_alias |= found->may_alias;
}

static void visit_variable(const struct swrt_symbol_place *place, void *data) {
    struct swrt_piece piece = {
        .base = place->base, .bytes = place->bytes, .name = place->name, .is_host = place->is_managed};
    find_pages(&piece, place->bytes);
    add(data, piece);
}

static void add_heap(struct swrt_pieces *pieces, int device) {
    struct swrt_piece piece = {.is_heap = true};
    if (!swrt_heap_memory(device, &piece.base, &piece.bytes))
        return;
    find_pages(&piece, piece.bytes);
    add(pieces, piece);
}

static int by_address(const void *a, const void *b) {
    const struct swrt_piece *left = a, *right = b;
    return left->base < right->base ? -1 : left->base > right->base;
}

/* What the list depends on. Variables are few, so they are looked at each time. */
struct basis {
    uint64_t memory, variables;
    char *heap;
    size_t heap_bytes;
};

static void add_to_basis(const struct swrt_symbol_place *place, void *data) {
    uint64_t *sum = data;
    *sum = (*sum ^ (uintptr_t)place->base) * 0x9e3779b97f4a7c15u;
    *sum = (*sum ^ place->bytes) * 0x9e3779b97f4a7c15u;
}

static struct basis basis_now(int device) {
    struct basis basis = {.memory = swrt_memory_version()};
    swrt_symbol_each(add_to_basis, &basis.variables);
    if (!swrt_heap_memory(device, &basis.heap, &basis.heap_bytes))
        basis.heap_bytes = 0;
    return basis;
}

static void forget_findings(struct swrt_pieces *pieces) {
    for (size_t i = 0; pieces->has_findings && i < pieces->count; i++) {
        pieces->at[i].differing = 0;
        pieces->at[i].depends = pieces->at[i].is_other = false;
    }
    pieces->has_findings = false;
}

static bool is_protected(const struct swrt_piece *piece) {
    return piece->pages && piece->pages <= piece->base &&
           piece->base + piece->bytes <= piece->pages + piece->page_bytes;
}

static void sum_up(struct swrt_pieces *pieces) {
    pieces->has_host = pieces->has_unprotected_host = pieces->has_common = false;
    pieces->heap = NULL;
    for (size_t i = 0; i < pieces->count; i++) {
        const struct swrt_piece *piece = &pieces->at[i];
        pieces->has_host |= piece->is_host;
        pieces->has_common |= piece->is_common;
        pieces->has_unprotected_host |= piece->is_host && !is_protected(piece);
        if (piece->is_heap)
            pieces->heap = piece;
    }
}

void swrt_pieces_find_edged(struct swrt_pieces *pieces) {
    pieces->num_edged = 0;
    for (size_t i = 0; i < pieces->count; i++)
        if (!is_protected(&pieces->at[i]))
            pieces->edged[pieces->num_edged++] = i;
}

bool swrt_pieces_list(struct swrt_pieces *pieces, int device, bool *is_new) {
    static struct basis last;
    struct basis now = basis_now(device);
    *is_new = !pieces->at || memcmp(&now, &last, sizeof now);
    if (!*is_new) {
        forget_findings(pieces);
        return true;
    }
    last = now;
    pieces->count = 0;
    pieces->may_alias = pieces->has_findings = false;
    if (!pieces->at)
        pieces->at = malloc((pieces->room = 64) * sizeof *pieces->at);
    swrt_memory_each(visit_allocation, pieces);
    swrt_symbol_each(visit_variable, pieces);
    add_heap(pieces, device);
    free(pieces->edged);
    pieces->edged = malloc((pieces->count + 1) * sizeof *pieces->edged);
    if (!pieces->at || !pieces->edged)
        return false;
    qsort(pieces->at, pieces->count, sizeof *pieces->at, by_address);
    sum_up(pieces);
    return true;
}
