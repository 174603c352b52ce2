/* What orders accesses: whether a thread knows what another did, and how far an operation has to reach for that. */
#ifndef SWRT_RACE_ORDER_H
#define SWRT_RACE_ORDER_H

#include "check/race/engine.h"
#include "check/race/pool.h"
#include "check/race/race.h"

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
                                    [SWRT_RACE_SCOPE_CLUSTER] = RACE_RANK_DEVICE,
                                    [SWRT_RACE_SCOPE_DEVICE] = RACE_RANK_DEVICE,
                                    [SWRT_RACE_SCOPE_SYSTEM] = RACE_RANK_SYSTEM};
    return (enum race_rank)ranks[scope];
}
/* Volatile accesses pass values like relaxed atomics of system scope. */
static inline enum race_rank race_rank_of_site(const struct swrt_race_site *site) {
    return site->order == SWRT_RACE_WEAK ? RACE_RANK_SYSTEM : race_rank_of((enum swrt_race_scope)site->scope);
}

#endif
