/* What is told by memory: locations that released something, what a thread releases, and what readers learn. */
#ifndef SWRT_RACE_SYNC_H
#define SWRT_RACE_SYNC_H

#include "check/race/engine.h"
#include "check/race/race.h"

/* --- sync.c ------------------------------------------------------------------------------------------------------- */

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
bool race_head_is_for(const struct race_head *head, const struct swrt_race_block *block);

/* --- fence.c ------------------------------------------------------------------------------------------------------ */

/* What the thread knows and has done until now; and the view of that, the stamp's. */
struct race_stamp race_stamp_now(struct swrt_race_block *block, uint32_t thread);
struct race_view *race_stamp_view(struct swrt_race_block *block, uint32_t thread, struct race_stamp *stamp);
void race_stamp_drop(struct race_stamp *stamp);
void race_learn(struct swrt_race_block *block, uint32_t thread, struct race_view *view);

#endif
