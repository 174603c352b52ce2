/* What the files of the race engine share: what threads know of each other, records, cells.
 *
 * Epochs: a thread's accesses carry its clock (front.clk). It moves on when the thread releases (a fence, a release
 * write, a wait), so that "knows thread t up to clock c" says exactly which of t's accesses are over. What a thread
 * knows:
 *
 *   of its block   front.known: everybody up to that clock, since the last barrier of all
 *                  warp.known, warp.lanes: of its warp, since __syncwarp
 *   of its launch  launch.known: every block up to that clock, since the last grid barrier
 *   of launches    launch.clock
 *   else           its view: a persistent map from threads, warps, blocks to clocks, and a clock of launches; made
 *                  only when threads synchronise in smaller groups, and then shared
 */
#ifndef SWRT_RACE_INTERNAL_H
#define SWRT_RACE_INTERNAL_H

#include "check/race/race.h"

#define INLINE static inline __attribute__((always_inline)) /* where every access passes */

/* --- map.c: from numbers (not 0) to numbers. ---------------------------------------------------------------------- */
struct race_map {
    uint64_t *keys, *values;
    uint32_t count, capacity; /* a power of two, or 0 */
};
uint64_t race_map_get(const struct race_map *map, uint64_t key); /* 0: not there */
void race_map_set(struct race_map *map, uint64_t key, uint64_t value);
void race_map_remove(struct race_map *map, uint64_t key);
void race_map_clear(struct race_map *map);

/* --- trie.c: immutable, counted maps from keys to clocks, joined by maximum. -------------------------------------- */
struct race_trie;
uint32_t race_trie_get(const struct race_trie *trie, uint64_t key); /* 0: not there */
struct race_trie *race_trie_leaf(uint64_t key, uint32_t clk);
struct race_trie *race_trie_share(struct race_trie *trie);
void race_trie_drop(struct race_trie *trie);
/* A new one (or one of the two, shared). */
struct race_trie *race_trie_join(struct race_trie *a, struct race_trie *b);
/* Without the keys from first to last. */
struct race_trie *race_trie_without(struct race_trie *trie, uint64_t first, uint64_t last);

/* --- clock.c ------------------------------------------------------------------------------------------------------ */
/* index[c]: how much of chain c is over. Chain 0 is the host. Launches of one chain follow each other. below: launches
 * with smaller serials are all over. */
struct swrt_race_clock {
    uint32_t refs, count;
    uint64_t below;
    uint32_t index[];
};
uint32_t race_clock_at(const struct swrt_race_clock *clock, uint32_t chain);
struct swrt_race_clock *race_clock_with(const struct swrt_race_clock *clock, uint32_t chain, uint32_t index);

/* --- view.c ------------------------------------------------------------------------------------------------------- */
struct race_view {
    uint32_t refs;
    struct race_trie *map;
    struct swrt_race_clock *clock;
};
struct race_view *race_view_share(struct race_view *view);
void race_view_drop(struct race_view *view);
void race_view_join(struct race_view **into, struct race_view *from);
/* Puts a view in the place of another. */
void race_view_set(struct race_view **into, struct race_view *view);
void race_view_add(struct race_view **into, uint64_t key, uint32_t clk);
void race_view_add_clock(struct race_view **into, struct swrt_race_clock *clock);
/* Without what it says about these blocks; may become null. */
void race_view_forget(struct race_view **view, uint32_t first_block, uint32_t last_block);
uint64_t race_key_block(uint32_t block);
uint64_t race_key_warp(uint32_t block, uint32_t warp);
uint64_t race_key_thread(uint32_t block, uint32_t thread);
uint64_t race_key_atomics(uint32_t block, uint32_t thread); /* its atomic accesses alone */
uint64_t race_key_launch(uint32_t first_block);

/* --- pool.c: records of 16 bytes and more, by index. -------------------------------------------------------------- */
enum { RACE_SINGLE, RACE_SET, RACE_BLOCK, RACE_GRID };
enum { RACE_INDEX_BITS = 26, RACE_INDEX_LAST = (1 << RACE_INDEX_BITS) - 1, RACE_RECORD_UNITS = 11 };

/* SINGLE: one thread. SET: the threads in lanes, all in one epoch; `by` has the first one's thread and site, last the
 * last one's; most are of neighbours, so a set begins small (race_set_base). BLOCK: threads of a block that has ended,
 * of which others can only know all up to by.clk. GRID: threads of blocks of a launch of which others can know nothing
 * before a grid barrier or the launch's end. */
struct race_record {
    uint32_t link; /* index of the next 26, units of 16 bytes 4, type 2 */
    struct swrt_race_slot by;
    uint32_t last; /* thread 10, site 20, RACE_SMALL 1 */
    uint32_t lanes[];
};

struct race_pool {
    char **chunks;
    uint32_t num_chunks, used;
    uint32_t free[RACE_RECORD_UNITS];
    uint64_t bytes;
};
uint32_t race_pool_take(struct race_pool *pool, uint32_t units, uint32_t type); /* 0: full */
void race_pool_give(struct race_pool *pool, uint32_t index);
void race_pool_reset(struct race_pool *pool); /* all at once, keeping the memory */
void race_pool_clear(struct race_pool *pool);

enum { RACE_CHUNK_UNITS = 2048 };
static inline struct race_record *race_pool_at(const struct race_pool *pool, uint32_t index) {
    return (struct race_record *)(pool->chunks[index / RACE_CHUNK_UNITS] + index % RACE_CHUNK_UNITS * 16);
}
static inline uint32_t race_next(const struct race_record *record) {
    return record->link & RACE_INDEX_LAST;
}
static inline uint32_t race_units(const struct race_record *record) {
    return record->link >> RACE_INDEX_BITS & 15;
}
static inline uint32_t race_type(const struct race_record *record) {
    return record->link >> 30;
}
/* Of sets: a small one is of three warps, the first thread's and the next two; others of all of the block's. */
enum { RACE_SMALL = 1 << 30, RACE_SMALL_UNITS = 2, RACE_SMALL_WARPS = 3 };
static inline uint32_t race_set_base(const struct race_record *set) {
    return set->last & RACE_SMALL ? set->by.rest >> (SWRT_RACE_THREAD_SHIFT + 5) & 31 : 0;
}
static inline uint32_t race_set_warps(const struct race_record *set) {
    return race_units(set) * 4 - 5;
}
static inline uint32_t race_set_last_thread(const struct race_record *set) {
    return set->last & (SWRT_RACE_THREADS - 1);
}
static inline uint32_t race_set_last_site(const struct race_record *set) {
    return set->last >> 10 & SWRT_RACE_SITE_LAST;
}
/* False if there is no room for the thread's warp. */
static inline bool race_set_add(struct race_record *set, uint32_t thread, uint32_t site) {
    uint32_t warp = thread / 32 - race_set_base(set);
    if (warp >= race_set_warps(set))
        return false;
    set->lanes[warp] |= 1u << thread % 32;
    set->last = (set->last & RACE_SMALL) | thread | site << 10;
    return true;
}
static inline void race_set_next(struct race_record *record, uint32_t next) {
    record->link = (record->link & ~(uint32_t)RACE_INDEX_LAST) | next;
}

/* --- pattern.c: plain accesses that have not been looked at yet. -------------------------------------------------- */
/* step: bytes from one access to the next. */
struct race_loop {
    uint32_t count;
    int64_t step;
    uint32_t thread_step;
};
enum { RACE_LOOPS = 3 };

/* What a pattern has had so far: rows of `count` accesses (0: of the first row that is not known yet), each `step`
 * bytes from the one before, for the threads whose bits are set in `threads`, of which `first` is the first and `end`
 * is behind the last. x and y are of the thread whose row begins at `origin`, in blocks of `width` threads a row;
 * knows_x, knows_y: whether it is known how rows follow each other. row, row_thread: the row at hand, or the run of
 * threads with one access each. dull: how many patterns in a row were short; skips: how many accesses are looked at
 * without delay, because of that. */
enum race_along { RACE_ALONG_NONE, RACE_ALONG_ROW, RACE_ALONG_THREADS };
struct race_nest {
    uintptr_t origin, row;
    int64_t step, step_x, step_y;
    uint32_t x, y, width, count, row_thread, first, end;
    enum race_along along;
    bool knows_x, knows_y;
    uint32_t dull, skips;
    uint32_t threads[SWRT_RACE_THREADS / 32];
};
void race_patterns_start(struct swrt_race_block *block);
/* Before anything changes what the block's threads know, or their clocks. */
void race_patterns_compare(struct swrt_race_block *block);

/* --- page.c ------------------------------------------------------------------------------------------------------- */
struct swrt_race_page *race_page_find(struct swrt_race *race, uintptr_t address);
struct swrt_race_page *race_page_make(struct swrt_race *race, uintptr_t address);
/* A plane of a page's slots, of its lines. */
enum race_plane { RACE_SLOTS, RACE_LINES, RACE_PLANES };
void race_plane_make(struct swrt_race *race, enum race_plane kind, struct swrt_race_slot **plane);
void race_plane_free(struct swrt_race *race, enum race_plane kind, struct swrt_race_slot **plane);
void race_pages_clear(struct swrt_race *race);

/* --- line.c ------------------------------------------------------------------------------------------------------- */
/* Accesses side by side: of `count`, those of the first lines, as far as these can be had as such. Their number. */
uint32_t race_lines_take(struct swrt_race_block *block, uintptr_t address, uint32_t thread, uint32_t count,
                         uint32_t thread_step, uint32_t size, uint32_t site, bool writes);
uint32_t race_line_left(uintptr_t address, uint32_t count, uint32_t size); /* of `count`, those that begin in it */
/* From now on the slots of the line around the address are used. */
void race_line_open(struct swrt_race *race, struct swrt_race_page *page, uintptr_t address);
void race_lines_visit(struct swrt_race_block *block, struct swrt_race_page *page, uintptr_t base, bool writes);
void race_lines_forget(struct swrt_race *race, struct swrt_race_page *page, uintptr_t first, uintptr_t last);

/* --- the engine, launches, blocks: lifetime.c, launch.c, block.c ---------------------------------------------------- */
enum race_rank { RACE_RANK_NONE, RACE_RANK_BLOCK, RACE_RANK_DEVICE, RACE_RANK_SYSTEM, RACE_RANKS };

/* What was observed of another thread's atomic write without an order from it: where a fence or a scope is missing. */
struct race_hint {
    uintptr_t address;
    uint32_t block, thread, clk, write_site, read_site;
    uint32_t known; /* of the reader's block, when it read */
    uint8_t write_rank, read_rank, needed;
    bool had_heads, usable, acquired;
    uint8_t fence_after; /* the widest fence of the reader since */
};

/* A release fence: what the thread knew and had done, of which race_publish makes a view when a write follows. */
struct race_stamp {
    bool valid, built;
    struct race_view *view; /* the whole if built, else what the thread knew beyond the numbers */
    uint32_t clk, block_known, warp_known, launch_known;
};

enum { RACE_HINTS = 4 };
/* Of a thread that has fences or atomics. view: what it knows beyond its block's view (and that too), or null.
 * released[r]: the last release fence of rank r or wider. pending[r]: heads that an acquire fence of rank r or wider
 * joins. */
struct race_thread {
    struct race_view *view;
    struct race_stamp released[RACE_RANKS];
    struct race_view *pending[RACE_RANKS];
};

/* The last notes of a thread, if `block` is its block's number. */
struct race_hints {
    uint32_t block, count;
    struct race_hint at[RACE_HINTS];
};

/* lanes[a][b]: what lane a knows of lane b, since a __syncwarp of some lanes; or null. */
struct race_warp {
    uint32_t known;
    uint32_t (*lanes)[32];
};

enum { RACE_BARRIERS = 18 }; /* two of them are opened and passed */

/* first_known: front.known when one of its threads first told others outside anything. */
struct swrt_race_block {
    struct swrt_race_front front;
    struct swrt_race *race;
    struct swrt_race_launch *launch;
    struct swrt_race_block *next, *previous; /* of the launch's live blocks */
    uint32_t index, threads, warps, width;   /* width: threads in a row of the block */
    struct race_view *view;
    struct race_thread **thread; /* one per thread, or null */
    struct race_hints *hints;    /* the same; they stay from block to block */
    uint32_t hints_room;
    struct race_warp warp[32];
    struct race_view *arrived[RACE_BARRIERS], *opened[RACE_BARRIERS];
    struct race_pool pool; /* records of shared memory */
    struct swrt_race_cell *cells;
    size_t slots;                           /* room in the planes of shared memory */
    bool published, has_views, has_one_clk; /* all threads are in one epoch; false: maybe */
    uint32_t first_known;
    uint64_t pending; /* the patterns with accesses that wait */
    uint32_t polls;   /* atomic accesses that the patterns have waited for */
    struct race_nest nests[SWRT_CHECK_PATTERNS];
    struct swrt_check_pattern patterns[SWRT_CHECK_PATTERNS];
};

struct race_launch_row {
    uint32_t base, count, chain, index, device;
    void *user;
};

struct swrt_race_launch {
    struct swrt_race *race;
    uint64_t serial;
    uint32_t base, count, device, known;
    uint32_t below_block; /* blocks with smaller numbers are over */
    struct swrt_race_clock *clock;
    struct swrt_race_block *blocks;
    struct race_map published; /* numbers of ended blocks that told others something -> first_known + 1 */
    bool is_host;
};

struct swrt_race {
    struct swrt_race_page **directory;
    struct swrt_race_options options;
    struct swrt_race_site *sites; /* by number; 0: unknown */
    uint32_t num_sites, sites_capacity;
    struct race_launch_row *launches; /* from first_serial on */
    uint64_t first_serial, next_serial;
    size_t launches_capacity;
    uint64_t next_block;
    uint32_t settled_block; /* as in swrt_race_front, for blocks that begin */
    uint32_t *tips;         /* of chains: the last index given */
    uint32_t num_chains, tips_capacity, live_launches;
    struct swrt_race_launch host_launch;
    struct swrt_race_block *host;
    struct swrt_race_block *spare_blocks;
    struct race_map live, cells, seen; /* block -> 1; key of an address -> cell; pair of sites -> finding + 1 */
    struct race_pool pool;
    struct race_slabs {
        void **slabs;
        uint32_t num_slabs, used;
        struct swrt_race_slot *spare;
    } planes[RACE_PLANES];
    struct swrt_race_finding *findings;
    size_t num_findings, findings_capacity;
    struct swrt_race_stats stats;
};

enum { RACE_HOST_BLOCK = 0xffffffffu, RACE_HOST_DEVICE = 0xffffffffu };

/* Grows an array to hold at least `count` elements of `size` bytes; stops the process when there is no memory. */
void *race_grow(void *array, size_t *capacity, size_t count, size_t size);
void *race_alloc(size_t bytes);
const struct race_launch_row *race_launch_of(const struct swrt_race *race, uint32_t block, uint64_t *serial);
void race_launch_settle(struct swrt_race_launch *launch); /* after launch.clock has changed */
/* Whether the threads are all in the epoch of the first. */
bool race_have_one_clk(const struct swrt_race_block *block, uint32_t thread, uint32_t count, uint32_t thread_step);
struct race_thread *race_thread_make(struct swrt_race_block *block, uint32_t thread);
void race_tick(struct swrt_race_block *block, uint32_t thread);
void race_block_free(struct swrt_race_block *block);
void race_forget_all(struct swrt_race *race);

static inline struct race_thread *race_thread_of(const struct swrt_race_block *block, uint32_t thread) {
    return block->thread ? block->thread[thread] : NULL;
}
static inline struct race_view *race_view_of(const struct swrt_race_block *block, uint32_t thread) {
    struct race_thread *own = race_thread_of(block, thread);
    return own && own->view ? own->view : block->view;
}
static inline void race_compare(struct swrt_race_block *block) {
    if (block->pending)
        race_patterns_compare(block);
}
static inline bool race_is_shared(const struct swrt_race_block *block, uintptr_t address) {
    return address - block->front.shared_base < block->front.shared_bytes;
}

/* --- order.c ------------------------------------------------------------------------------------------------------ */
/* Whether the thread knows what `other` (a thread of block `number`) did up to clk; or its atomic accesses. */
bool race_launch_knows(const struct swrt_race_launch *launch, uint32_t number, uint32_t clk);
bool race_knows(const struct swrt_race_block *block, uint32_t thread, uint32_t number, uint32_t other, uint32_t clk,
                bool is_atomic);
/* The same of all that a record stands for. culprit: a thread that is not known, and its site. */
bool race_knows_record(const struct swrt_race_block *block, uint32_t thread, const struct race_record *record,
                       uint32_t *culprit, uint32_t *site);
/* Whether the thread does not know a thread of the set that is of another warp than its own. */
bool race_lacks_other_warp(const struct swrt_race_block *block, uint32_t thread, const struct race_record *set);
/* The rank that an operation needs to reach from one block to the other. */
enum race_rank race_distance(const struct swrt_race_block *block, uint32_t number);
static inline enum race_rank race_rank_of(enum swrt_race_scope scope) {
    static const uint8_t ranks[] = {[SWRT_RACE_SCOPE_THREAD] = RACE_RANK_NONE,
                                    [SWRT_RACE_SCOPE_BLOCK] = RACE_RANK_BLOCK,
                                    [SWRT_RACE_SCOPE_CLUSTER] = RACE_RANK_BLOCK,
                                    [SWRT_RACE_SCOPE_DEVICE] = RACE_RANK_DEVICE,
                                    [SWRT_RACE_SCOPE_SYSTEM] = RACE_RANK_SYSTEM};
    return (enum race_rank)ranks[scope];
}
/* Volatile accesses pass values like relaxed atomics of system scope. */
static inline enum race_rank race_rank_of_site(const struct swrt_race_site *site) {
    return site->order == SWRT_RACE_WEAK ? RACE_RANK_SYSTEM : race_rank_of((enum swrt_race_scope)site->scope);
}

/* --- access.c, plain.c, atomic.c, record.c ------------------------------------------------------------------------ */
/* An access to bytes of one granule, and where their slots are. owner: the block whose shared memory it is, or 0. */
struct race_access {
    struct swrt_race *race;
    struct swrt_race_block *block;
    uint32_t thread, clk, mask, strength, site;
    bool writes, raced;
    uint32_t owner;
    uintptr_t address; /* of the granule; of shared memory the offset */
    struct race_pool *pool;
};
static inline bool race_slot_is_empty(const struct swrt_race_slot *slot, uint32_t owner) {
    return owner ? slot->block != owner : !(slot->block | slot->rest);
}
static inline uint32_t race_slot_list(const struct swrt_race_slot *slot, uint32_t owner) {
    return owner ? slot->clk : slot->block;
}
static inline void race_slot_set_list(struct swrt_race_slot *slot, uint32_t owner, uint32_t index) {
    *slot = owner ? (struct swrt_race_slot){owner, index, 0} : (struct swrt_race_slot){index, 0, 0};
}
/* Of bytes from an address on, those in its granule: their mask, and how many they are. */
static inline uint32_t race_bytes_in_granule(uintptr_t address, size_t size, uint32_t *mask) {
    uint32_t before = address % 4, bytes = size < 4 - before ? (uint32_t)size : 4 - before;
    *mask = ((1u << bytes) - 1) << before;
    return bytes;
}
static inline uint32_t race_slot_site(const struct swrt_race_slot *slot) {
    return slot->rest >> SWRT_RACE_SITE_SHIFT | slot->clk >> SWRT_RACE_UPPER_SHIFT << 16;
}
static inline uint32_t race_slot_thread(const struct swrt_race_slot *slot) {
    return slot->rest >> SWRT_RACE_THREAD_SHIFT & (SWRT_RACE_THREADS - 1);
}
static inline uint32_t race_slot_strength(const struct swrt_race_slot *slot) {
    return slot->rest >> SWRT_RACE_STRENGTH_SHIFT & 3;
}
static inline uint32_t race_slot_clk(const struct swrt_race_slot *slot) {
    return slot->clk & SWRT_RACE_CLK_LAST;
}
/* Whether all of the block know of the accessor, as far as numbers tell. */
static inline bool race_front_knows(const struct swrt_race_front *front, const struct swrt_race_slot *by) {
    if (by->block == front->number)
        return race_slot_clk(by) <= front->known;
    return by->block < front->below_block || (by->block == RACE_HOST_BLOCK && race_slot_clk(by) <= front->host_known);
}
static inline uint32_t race_slot_run(const struct swrt_race_slot *slot) {
    return slot->clk >> SWRT_RACE_RUN_SHIFT & 3;
}
/* Adds an accessor to a slot of one, of one block, epoch and site: other bytes of the thread, or the next thread's of a
 * run, which a slot of one thread's byte or two may become. False: it does not fit. */
static inline bool race_run_add(struct swrt_race_slot *slot, const struct swrt_race_slot *by) {
    uint32_t site_and_strength = ~(uint32_t)0 << SWRT_RACE_SITE_SHIFT | 3 << SWRT_RACE_STRENGTH_SHIFT;
    uint32_t mask = by->rest & SWRT_RACE_MASK, held = slot->rest & SWRT_RACE_MASK, run = race_slot_run(slot);
    if (slot->block != by->block || (slot->clk & ~(uint32_t)SWRT_RACE_RUN) != by->clk ||
        (slot->rest ^ by->rest) & site_and_strength || race_slot_strength(by))
        return false;
    if (!run && race_slot_thread(slot) == race_slot_thread(by)) {
        slot->rest |= mask;
        return true;
    }
    uint32_t bytes = mask & (mask - 1) ? 2 : 1, at = (uint32_t)__builtin_ctz(mask);
    uint32_t unit = (1u << bytes) - 1, before = run ? 0 : (uint32_t)__builtin_ctz(held) / bytes;
    uint32_t first = race_slot_thread(slot) - before;
    bool is_one = held == unit << before * bytes; /* an element, where elements are */
    bool fits = mask == unit << at && at % bytes == 0 && (run ? run == bytes : is_one) && first < SWRT_RACE_THREADS &&
                first + at / bytes == race_slot_thread(by);
    if (!fits)
        return false;
    slot->clk = by->clk | bytes << SWRT_RACE_RUN_SHIFT;
    slot->rest = (by->rest & site_and_strength) | held | mask | first << SWRT_RACE_THREAD_SHIFT;
    return true;
}
/* Of a slot of one accessor or a run: whether the thread is who accessed these bytes. */
static inline bool race_slot_is_by(const struct swrt_race_slot *slot, uint32_t thread, uint32_t mask) {
    uint32_t run = race_slot_run(slot);
    if (!run)
        return race_slot_thread(slot) == thread;
    if (mask & (mask - 1) && (run != 2 || (mask != 3 && mask != 12)))
        return false;
    return race_slot_thread(slot) + (uint32_t)__builtin_ctz(mask) / run == thread;
}
struct swrt_race_slot race_slot_make(const struct race_access *x);

/* Where a granule's accessors stand; write, read: null where the page has no such plane. owner: the block whose shared
 * memory it is, or 0. */
struct race_slots {
    struct race_pool *pool;
    struct swrt_race_slot *write, *read;
    uint32_t owner;
};
/* False where there is no page yet, or somebody who accessed the whole page, or line, has to be asked first. */
static inline __attribute__((always_inline)) bool race_slots_find(struct swrt_race_block *block, uintptr_t address,
                                                                  struct race_slots *slots) {
    uintptr_t offset = address - block->front.shared_base;
    if (offset < block->front.shared_bytes) {
        slots->owner = block->front.number;
        slots->pool = &block->pool;
        slots->write = &block->front.shared_writes[offset / 4];
        slots->read = &block->front.shared_reads[offset / 4];
        return true;
    }
    const struct swrt_race_page *page =
        block->front.directory[address >> SWRT_RACE_TABLE_SHIFT & (SWRT_RACE_TABLES - 1)];
    if (!page)
        return false;
    page += address >> SWRT_RACE_PAGE_SHIFT & (SWRT_RACE_TABLE_PAGES - 1);
    if ((page->all_writes.block | page->all_reads.block) && page->settled != block->front.settles)
        return false;
    size_t index = address % SWRT_RACE_PAGE_BYTES / 4;
    if (!(page->opened >> index / (SWRT_RACE_LINE_BYTES / 4) & 1))
        return false;
    slots->owner = 0;
    slots->pool = &block->race->pool;
    slots->write = page->writes ? &page->writes[index] : NULL;
    slots->read = page->reads ? &page->reads[index] : NULL;
    return true;
}

/* Compares the access with everyone in a slot (if check), and removes those whom it stands for from now on (if drop).
 * */
void race_visit(struct race_access *x, struct swrt_race_slot *slot, bool check, bool drop);
void race_insert(struct race_access *x, struct swrt_race_slot *slot);
/* A set of one thread so far; small: with room for its warp and the next two. Its index, or 0. */
uint32_t race_set_make(struct race_pool *pool, const struct swrt_race_slot *by, uint32_t warps, bool is_small);
/* Whether a record of blocks that ended, of the access's launch, can stand for the atomic access too: those blocks are
 * alike, and nobody can be behind them before the grid's next barrier. Whoever is not behind the access races with them
 * as well, so nothing is lost. */
bool race_grid_takes(const struct race_access *x, struct race_record *record);
void race_slot_clear(struct race_pool *pool, struct swrt_race_slot *slot, uint32_t owner);
void race_plain_cell(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t mask, uint32_t site,
                     bool writes);
/* Reads of the same bytes by several threads, as if one came after the other. */
void race_read_together(struct swrt_race_block *block, uint32_t thread, const struct race_loop *threads,
                        uintptr_t address, uint32_t size, uint32_t site);
/* Whether what others did to all of the page at once is over for the block's launch. */
bool race_page_is_settled(struct swrt_race_block *block, struct swrt_race_page *page);
/* The bytes in x->mask of the granule around the address; all bytes of a range. */
void race_access_cell(struct race_access *x, uintptr_t address);
void race_access_bytes(struct race_access *x, uintptr_t address, size_t size);
/* One access in its slots; either may be null (no plane), but for the one that it goes to. */
void race_cell_access(struct race_access *x, struct swrt_race_slot *write, struct swrt_race_slot *read);

/* --- sync.c, fence.c ---------------------------------------------------------------------------------------------- */
struct race_head {
    enum race_rank rank; /* of what it is for: readers in block `domain`, on device `domain`, anywhere */
    uint32_t domain;
    struct race_view *view;
};
/* A location that released something. heads: what a reader gets. last_*: the last strong write. owner_*: who made the
 * last release write, and its head. */
struct swrt_race_cell {
    uint64_t key;
    struct swrt_race_cell *next; /* of the page or block */
    struct race_head *heads;
    uint32_t num_heads, capacity;
    uint32_t last_block, last_thread, last_device, last_rank, last_size;
    uint32_t owner_block, owner_thread, owner_rank;
    struct race_view *owner_view;
};
/* Whether the access neither learns anything nor tells anybody; then a read of it is only noted, for hints. */
bool race_sync_is_none(const struct swrt_race_block *block, uint32_t thread, uintptr_t address,
                       const struct swrt_race_site *site);
/* A read of such an access: noted, if it observes something. */
void race_sync_observe(struct swrt_race_block *block, uint32_t thread, uintptr_t address,
                       const struct swrt_race_site *site, uint32_t site_number);
void race_sync_read(struct swrt_race_block *block, uint32_t thread, uintptr_t address,
                    const struct swrt_race_site *site, uint32_t site_number);
void race_sync_write(struct swrt_race_block *block, uint32_t thread, uintptr_t address,
                     const struct swrt_race_site *site);
void race_cells_drop(struct swrt_race *race, struct swrt_race_cell **list, uint64_t first, uint64_t last);
void race_cell_free(struct swrt_race_cell *cell);
/* What the thread knows and has done until now; and the view of that, the stamp's. */
struct race_stamp race_stamp_now(struct swrt_race_block *block, uint32_t thread);
struct race_view *race_stamp_view(struct swrt_race_block *block, uint32_t thread, struct race_stamp *stamp);
void race_stamp_drop(struct race_stamp *stamp);
void race_learn(struct swrt_race_block *block, uint32_t thread, struct race_view *view);
/* --- hint.c: notes of atomic reads that observe a write without being ordered by it. ------------------------------ */
void race_hint_read(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t site,
                    const struct swrt_race_cell *cell, bool acquires);
void race_hint_fence(struct swrt_race_block *block, uint32_t thread, enum race_rank rank);
/* The note that explains why the access is not ordered behind one of the other thread's, if there is one. */
const struct race_hint *race_hint_find(const struct race_access *x, uint32_t number, uint32_t thread, uint32_t site,
                                       uint32_t clk);
/* The same for blocks: what a thread has observed and, by a barrier, told this one; of any write of the other block. */
const struct race_hint *race_hint_of_blocks(const struct swrt_race_block *block, uint32_t thread, uint32_t number);
bool race_head_is_for(const struct race_head *head, const struct swrt_race_block *block);

/* --- report.c ----------------------------------------------------------------------------------------------------- */
/* record: of which the other is one, or null. */
void race_report(const struct race_access *x, const struct swrt_race_slot *other, const struct race_record *record,
                 uint32_t thread, uint32_t site);

#endif
