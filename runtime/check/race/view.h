/* What is known of others: clocks of launches, and views, which add what threads have told each other. */
#ifndef SWRT_RACE_VIEW_H
#define SWRT_RACE_VIEW_H

#include <stdint.h>

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

struct race_trie;
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

#endif
