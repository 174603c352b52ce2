/* Launches, and the host as one of them: their numbers, chains and clocks.
 *
 * A launch continues the chain of one that it comes behind, if nobody has continued that yet, else it opens a chain; so
 * streams need not be known, and clocks are as long as launches are concurrent.
 *
 * A clock says of launches that they are over. What threads of a launch learn through memory from another launch while
 * both run, the launch's end does not pass on.
 */
#include <stdlib.h>

#include "check/race/alloc.h"
#include "check/race/engine.h"
#include "check/race/map.h"
#include "check/race/race.h"
#include "check/race/sync.h"
#include "check/race/view.h"

static struct race_launch_row *row(const struct swrt_race *race, uint64_t serial) {
    return &race->launches[serial - race->first_serial];
}

/* The last whose first block is not behind this one. */
const struct race_launch_row *race_launch_of(const struct swrt_race *race, uint32_t block, uint64_t *serial) {
    uint64_t low = race->first_serial, high = race->next_serial;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (row(race, middle)->base <= block)
            low = middle;
        else
            high = middle;
    }
    *serial = low;
    return row(race, low);
}

/* How far the clock reaches without a gap is written into it: true of all clocks that say as much. */
void race_launch_settle(struct swrt_race_launch *launch) {
    const struct swrt_race *race = launch->race;
    struct swrt_race_clock *clock = launch->clock;
    uint64_t below = clock ? clock->below : 0;
    if (below < race->first_serial)
        below = race->first_serial;
    while (clock && below < race->next_serial &&
           race_clock_at(clock, row(race, below)->chain) >= row(race, below)->index)
        below++;
    if (clock)
        clock->below = below;
    launch->below_block = below < race->next_serial ? row(race, below)->base : (uint32_t)race->next_block;
    if (launch->is_host && race->host)
        race->host->front.below_block = launch->below_block;
}

static uint32_t add_chain(struct swrt_race *race) {
    size_t capacity = race->tips_capacity;
    race->tips = race_grow(race->tips, &capacity, race->num_chains + 1, sizeof *race->tips);
    race->tips_capacity = (uint32_t)capacity;
    race->tips[race->num_chains] = 0;
    return race->num_chains++;
}

static uint32_t find_chain(struct swrt_race *race, const struct swrt_race_clock *after) {
    for (uint32_t chain = 1; after && chain < after->count; chain++)
        if (after->index[chain] && after->index[chain] == race->tips[chain] && race->tips[chain] != UINT32_MAX)
            return chain;
    return add_chain(race);
}

/* What the host has learnt through memory of blocks that are over for all; of all blocks, whose numbers begin anew. */
static void host_forgets(struct swrt_race *race, uint32_t before) {
    struct race_thread *own = race_thread_of(race->host, 0);
    if (own && before)
        race_view_forget(&own->view, 0, before - 1);
}
static void host_forgets_all(struct swrt_race *race) {
    struct race_thread *own = race_thread_of(race->host, 0);
    if (!own)
        return;
    race_view_set(&own->view, NULL);
    for (enum race_rank rank = RACE_RANK_NONE; rank < RACE_RANKS; rank++) {
        race_view_set(&own->pending[rank], NULL);
        race_stamp_drop(&own->released[rank]);
    }
}

/* When numbers of blocks run out, what has happened so far is forgotten. */
static bool have_numbers(struct swrt_race *race, uint64_t blocks) {
    if (race->next_block + blocks < RACE_HOST_BLOCK)
        return true;
    if (race->live_launches || 1 + blocks >= RACE_HOST_BLOCK)
        return false;
    race_forget_all(race);
    host_forgets_all(race);
    race->stats.restarts++;
    race->next_block = 1;
    race->settled_block = race->host->front.settled_block = 0;
    race->first_serial = race->next_serial;
    race_launch_settle(&race->host_launch);
    return true;
}

struct swrt_race_launch *swrt_race_launch_begin(struct swrt_race *race, struct swrt_race_clock *after, uint64_t blocks,
                                                uint32_t device, void *user) {
    if (!have_numbers(race, blocks))
        return NULL;
    struct swrt_race_launch *launch = race_alloc(sizeof *launch);
    launch->race = race;
    launch->serial = race->next_serial;
    launch->base = (uint32_t)race->next_block;
    launch->count = (uint32_t)blocks;
    launch->device = device;
    launch->clock = swrt_race_clock_share(after);
    race_launch_settle(launch);
    uint32_t chain = find_chain(race, after);
    race->launches = race_grow(race->launches, &race->launches_capacity, race->next_serial - race->first_serial + 1,
                               sizeof *race->launches);
    *row(race, race->next_serial++) = (struct race_launch_row){launch->base,        launch->count, chain,
                                                               ++race->tips[chain], device,        user};
    race->next_block += blocks;
    race->live_launches++;
    return launch;
}

struct swrt_race_clock *swrt_race_launch_end(struct swrt_race_launch *launch) {
    const struct race_launch_row *own = row(launch->race, launch->serial);
    struct swrt_race_clock *clock = race_clock_with(launch->clock, own->chain, own->index);
    launch->race->live_launches--;
    swrt_race_clock_drop(launch->clock);
    race_map_clear(&launch->published);
    free(launch);
    return clock;
}

struct swrt_race_block *swrt_race_host(struct swrt_race *race) {
    return race->host;
}

struct swrt_race_clock *swrt_race_host_clock(struct swrt_race *race) {
    struct swrt_race_launch *host = &race->host_launch;
    struct swrt_race_clock *clock = race_clock_with(host->clock, 0, race->host->front.clk[0]);
    race_tick(race->host, 0);
    return clock;
}

void swrt_race_host_join(struct swrt_race *race, struct swrt_race_clock *clock) {
    swrt_race_clock_join(&race->host_launch.clock, clock);
    race_launch_settle(&race->host_launch);
}

void swrt_race_settle(struct swrt_race *race) {
    if (race->live_launches || race->host_launch.below_block != race->next_block)
        return;
    race->settled_block = race->host->front.settled_block = race->host_launch.below_block;
    host_forgets(race, race->settled_block);
}
