/* Notes of atomic reads that observe a write without being ordered by it. */
#ifndef SWRT_RACE_HINT_H
#define SWRT_RACE_HINT_H

#include "check/race/engine.h"
#include "check/race/race.h"

struct race_access;
struct swrt_race_cell;

/* What was observed of another thread's atomic write without an order from it: where a fence or a scope is missing. */
struct race_hint {
    uintptr_t address;
    uint32_t block, thread, clk, write_site, read_site;
    uint32_t known; /* of the reader's block, when it read */
    uint8_t write_rank, read_rank, needed;
    bool had_heads, usable, acquired;
    uint8_t fence_after; /* the widest fence of the reader since */
};

enum { RACE_HINTS = 4 };

/* The last notes of a thread, if `block` is its block's number. */
struct race_hints {
    uint32_t block, count;
    struct race_hint at[RACE_HINTS];
};

void race_hint_read(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t site,
                    const struct swrt_race_cell *cell, bool acquires);
void race_hint_fence(struct swrt_race_block *block, uint32_t thread, enum race_rank rank);
/* The note that explains why the access is not ordered behind one of the other thread's, if there is one. */
const struct race_hint *race_hint_find(const struct race_access *x, uint32_t number, uint32_t thread, uint32_t site,
                                       uint32_t clk);
/* The same for blocks: what a thread has observed and, by a barrier, told this one; of any write of the other block. */
const struct race_hint *race_hint_of_blocks(const struct swrt_race_block *block, uint32_t thread, uint32_t number);

#endif
