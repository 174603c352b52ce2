/* Synchronisation through memory: what strong writes release and strong reads observe (PTX ISA, 8.8).
 *
 * A cell exists for each location that has released something. Its heads are what a reader may acquire, each for the
 * readers that its scope includes: those of a block, of a device, all. A read-modify-write keeps the heads of the write
 * that it observes, if the two are in each other's scope; another write puts its own in their place. Plain accesses
 * leave cells alone.
 */
#include <stdlib.h>

#include "check/race/alloc.h"
#include "check/race/engine.h"
#include "check/race/hint.h"
#include "check/race/map.h"
#include "check/race/order.h"
#include "check/race/page.h"
#include "check/race/race.h"
#include "check/race/sync.h"
#include "check/race/view.h"

/* Of shared memory with the block's number. Neither is 0. */
static uint64_t key_of(const struct swrt_race_block *block, uintptr_t address) {
    if (!race_is_shared(block, address))
        return address;
    return 1ull << 63 | (uint64_t)block->front.number << 24 | (address - block->front.shared_base);
}

static struct swrt_race_cell *find_cell(const struct swrt_race_block *block, uintptr_t address) {
    const struct race_map *cells = &block->race->cells;
    return cells->count ? (struct swrt_race_cell *)(uintptr_t)race_map_get(cells, key_of(block, address)) : NULL;
}

static struct swrt_race_cell *make_cell(struct swrt_race_block *block, uintptr_t address) {
    struct swrt_race_cell *cell = find_cell(block, address);
    if (cell)
        return cell;
    cell = race_alloc(sizeof *cell);
    cell->key = key_of(block, address);
    struct swrt_race_cell **list = race_is_shared(block, address) ? &block->cells
                                                                  : &race_page_make(block->race, address)->cells;
    cell->next = *list;
    *list = cell;
    race_map_set(&block->race->cells, cell->key, (uintptr_t)cell);
    return cell;
}

static void clear_heads(struct swrt_race_cell *cell) {
    for (uint32_t i = 0; i < cell->num_heads; i++)
        race_view_drop(cell->heads[i].view);
    cell->num_heads = 0;
}

void race_cell_free(struct swrt_race_cell *cell) {
    clear_heads(cell);
    race_view_drop(cell->owner_view);
    free(cell->heads);
    free(cell);
}

void race_cells_drop(struct swrt_race *race, struct swrt_race_cell **list, uint64_t first, uint64_t last) {
    while (*list) {
        struct swrt_race_cell *cell = *list;
        if (cell->key < first || cell->key > last) {
            list = &cell->next;
            continue;
        }
        *list = cell->next;
        race_map_remove(&race->cells, cell->key);
        race_cell_free(cell);
    }
}

bool race_sync_is_none(const struct swrt_race_block *block, uint32_t thread, uintptr_t address,
                       const struct swrt_race_site *site) {
    const struct race_thread *own = race_thread_of(block, thread);
    return site->order <= SWRT_RACE_RELAXED && !(own && own->released[RACE_RANK_BLOCK].valid) &&
           !find_cell(block, address);
}

/* Whether the last strong write and an access of this rank include each other, and are of one size. */
static bool is_mutual(const struct swrt_race_block *block, uint32_t thread, const struct swrt_race_cell *cell,
                      enum race_rank rank, uint32_t size) {
    if (cell->last_size != size)
        return false;
    if (cell->last_block == block->front.number)
        return cell->last_thread == thread || (cell->last_rank && rank);
    enum race_rank needed = cell->last_device == block->launch->device ? RACE_RANK_DEVICE : RACE_RANK_SYSTEM;
    return cell->last_rank >= needed && rank >= needed;
}

bool race_head_is_for(const struct race_head *head, const struct swrt_race_block *block) {
    switch (head->rank) {
    case RACE_RANK_BLOCK:
        return head->domain == block->front.number;
    case RACE_RANK_DEVICE:
        return head->domain == block->launch->device;
    default:
        return true;
    }
}

static void observe(struct swrt_race_block *block, uint32_t thread, const struct race_head *head,
                    enum race_rank acquires) {
    if (head->rank <= acquires) {
        race_learn(block, thread, head->view);
        return;
    }
    struct race_thread *own = race_thread_make(block, thread);
    race_view_join(&own->pending[head->rank], head->view);
}

static bool has_acquire(uint8_t order) {
    return order == SWRT_RACE_ACQUIRE || order == SWRT_RACE_BOTH || order == SWRT_RACE_SEQUENTIAL;
}

static bool has_release(uint8_t order) {
    return order == SWRT_RACE_RELEASE || order == SWRT_RACE_BOTH || order == SWRT_RACE_SEQUENTIAL;
}

static bool acquires_by_itself(const struct swrt_race_block *block, const struct swrt_race_site *site) {
    return has_acquire(site->order) ||
           (block->race->options.policy == SWRT_RACE_PRAGMATIC && site->kind != SWRT_RACE_CAS);
}

void race_sync_observe(struct swrt_race_block *block, uint32_t thread, uintptr_t address,
                       const struct swrt_race_site *site, uint32_t number) {
    if (site->kind != SWRT_RACE_REDUCE && race_rank_of_site(site) != RACE_RANK_NONE)
        race_hint_read(block, thread, address, number, NULL, acquires_by_itself(block, site));
}

void race_sync_read(struct swrt_race_block *block, uint32_t thread, uintptr_t address,
                    const struct swrt_race_site *site, uint32_t number) {
    enum race_rank rank = race_rank_of_site(site);
    if (site->kind == SWRT_RACE_REDUCE || rank == RACE_RANK_NONE)
        return;
    const struct swrt_race_cell *cell = find_cell(block, address);
    bool acquires = acquires_by_itself(block, site);
    if (cell && is_mutual(block, thread, cell, rank, site->size))
        for (uint32_t i = 0; i < cell->num_heads; i++)
            if (race_head_is_for(&cell->heads[i], block))
                observe(block, thread, &cell->heads[i], acquires ? rank : RACE_RANK_NONE);
    race_hint_read(block, thread, address, number, cell, acquires);
}

/* Heads for readers in blocks that have ended are for nobody. */
static void sweep_heads(const struct swrt_race *race, struct swrt_race_cell *cell) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cell->num_heads; i++) {
        struct race_head *head = &cell->heads[i];
        if (head->rank == RACE_RANK_BLOCK && !race_map_get(&race->live, head->domain))
            race_view_drop(head->view);
        else
            cell->heads[kept++] = *head;
    }
    cell->num_heads = kept;
}

static void add_head(struct swrt_race_block *block, struct swrt_race_cell *cell, enum race_rank rank,
                     struct race_view *view) {
    const uint32_t domains[RACE_RANKS] = {0, block->front.number, block->launch->device, 0};
    uint32_t domain = domains[rank];
    if (rank >= RACE_RANK_DEVICE && !block->published) {
        block->published = true;
        block->first_known = block->front.known;
    }
    for (uint32_t i = 0; i < cell->num_heads; i++) {
        if (cell->heads[i].rank == rank && cell->heads[i].domain == domain) {
            race_view_join(&cell->heads[i].view, view);
            return;
        }
    }
    if (cell->num_heads == cell->capacity)
        sweep_heads(block->race, cell);
    size_t capacity = cell->capacity;
    cell->heads = race_grow(cell->heads, &capacity, cell->num_heads + 1, sizeof *cell->heads);
    cell->capacity = (uint32_t)capacity;
    cell->heads[cell->num_heads++] = (struct race_head){rank, domain, race_view_share(view)};
}

static void add_fences(struct swrt_race_block *block, uint32_t thread, struct swrt_race_cell *cell) {
    struct race_thread *own = race_thread_of(block, thread);
    for (enum race_rank rank = RACE_RANK_BLOCK; own && rank < RACE_RANKS; rank++)
        if (own->released[rank].valid)
            add_head(block, cell, rank, race_stamp_view(block, thread, &own->released[rank]));
}

static void add_owner(struct swrt_race_block *block, struct swrt_race_cell *cell) {
    for (enum race_rank rank = RACE_RANK_BLOCK; rank <= cell->owner_rank; rank++)
        add_head(block, cell, rank, cell->owner_view);
}

static void release_by(struct swrt_race_block *block, uint32_t thread, struct swrt_race_cell *cell,
                       enum race_rank rank) {
    struct race_stamp stamp = race_stamp_now(block, thread);
    race_view_set(&cell->owner_view, race_stamp_view(block, thread, &stamp));
    race_stamp_drop(&stamp);
    cell->owner_block = block->front.number;
    cell->owner_thread = thread;
    cell->owner_rank = rank;
    add_owner(block, cell);
}

static void note_last(struct swrt_race_block *block, uint32_t thread, struct swrt_race_cell *cell, enum race_rank rank,
                      uint32_t size) {
    cell->last_block = block->front.number;
    cell->last_thread = thread;
    cell->last_device = block->launch->device;
    cell->last_rank = rank;
    cell->last_size = size;
}

/* With the pragmatic policy whoever observes the write is behind it itself, too, and not only behind what was released
 * before it: the last of the blocks that count themselves down may set the counter to 0 by a plain store (CUDA C++
 * Programming Guide, Memory Fence Functions). And behind the thread's atomic accesses before it. */
static void tell_itself(struct swrt_race_block *block, uint32_t thread, struct swrt_race_cell *cell, uint32_t clk) {
    for (uint32_t i = 0; i < cell->num_heads; i++)
        race_view_add(&cell->heads[i].view, race_key_atomics(block->front.number, thread), clk);
    if (cell->num_heads)
        race_tick(block, thread);
}

void race_sync_write(struct swrt_race_block *block, uint32_t thread, uintptr_t address,
                     const struct swrt_race_site *site) {
    enum race_rank rank = race_rank_of_site(site);
    const struct race_thread *own = race_thread_of(block, thread);
    uint32_t clk = block->front.clk[thread];
    if (rank == RACE_RANK_NONE)
        return;
    struct swrt_race_cell *cell = find_cell(block, address);
    if (!cell && !has_release(site->order) && !(own && own->released[RACE_RANK_BLOCK].valid))
        return;
    if (!cell)
        cell = make_cell(block, address);
    if (site->kind == SWRT_RACE_WRITE || !is_mutual(block, thread, cell, rank, site->size))
        clear_heads(cell);
    if (cell->owner_block == block->front.number && cell->owner_thread == thread)
        add_owner(block, cell);
    add_fences(block, thread, cell);
    if (has_release(site->order))
        release_by(block, thread, cell, rank);
    if (block->race->options.policy == SWRT_RACE_PRAGMATIC && site->order != SWRT_RACE_WEAK)
        tell_itself(block, thread, cell, clk);
    if (has_release(site->order))
        race_tick(block, thread);
    note_last(block, thread, cell, rank, site->size);
}
