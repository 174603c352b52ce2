/* Records of accessors, of 16 bytes and more, by index: where a slot has several. */
#ifndef SWRT_RACE_POOL_H
#define SWRT_RACE_POOL_H

#include "check/race/race.h"

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

#endif
