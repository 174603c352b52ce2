/* The race engine, its launches, blocks and threads; and what threads know of each other.
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
#ifndef SWRT_RACE_ENGINE_H
#define SWRT_RACE_ENGINE_H

#include "check/race/map.h"
#include "check/race/page.h"
#include "check/race/pattern.h"
#include "check/race/pool.h"
#include "check/race/race.h"

enum race_rank { RACE_RANK_NONE, RACE_RANK_BLOCK, RACE_RANK_DEVICE, RACE_RANK_SYSTEM, RACE_RANKS };

/* A release fence: what the thread knew and had done, of which race_stamp_view makes a view when a write follows. */
struct race_stamp {
    bool valid, built;
    struct race_view *view; /* the whole if built, else what the thread knew beyond the numbers */
    uint32_t clk, block_known, warp_known, launch_known;
};

/* Of a thread that has fences or atomics. view: what it knows beyond its block's view (and that too), or null.
 * released[r]: the last release fence of rank r or wider. pending[r]: heads that an acquire fence of rank r or wider
 * joins. */
struct race_thread {
    struct race_view *view;
    struct race_stamp released[RACE_RANKS];
    struct race_view *pending[RACE_RANKS];
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

/* --- lifetime.c --------------------------------------------------------------------------------------------------- */

void race_forget_all(struct swrt_race *race);

/* --- launch.c ----------------------------------------------------------------------------------------------------- */

const struct race_launch_row *race_launch_of(const struct swrt_race *race, uint32_t block, uint64_t *serial);
void race_launch_settle(struct swrt_race_launch *launch); /* after launch.clock has changed */

/* --- block.c ------------------------------------------------------------------------------------------------------ */

/* Whether the threads are all in the epoch of the first. */
bool race_have_one_clk(const struct swrt_race_block *block, uint32_t thread, uint32_t count, uint32_t thread_step);
struct race_thread *race_thread_make(struct swrt_race_block *block, uint32_t thread);
void race_tick(struct swrt_race_block *block, uint32_t thread);
void race_block_free(struct swrt_race_block *block);

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

#endif
