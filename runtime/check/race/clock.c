/* Clocks of launches and the host: vectors over chains, in which launches follow each other. Immutable, counted. */
#include <stdlib.h>

#include "check/race/alloc.h"
#include "check/race/race.h"
#include "check/race/view.h"

uint32_t race_clock_at(const struct swrt_race_clock *clock, uint32_t chain) {
    return clock && chain < clock->count ? clock->index[chain] : 0;
}

struct swrt_race_clock *swrt_race_clock_share(struct swrt_race_clock *clock) {
    if (clock)
        clock->refs++;
    return clock;
}

void swrt_race_clock_drop(struct swrt_race_clock *clock) {
    if (clock && !--clock->refs)
        free(clock);
}

static struct swrt_race_clock *copy(const struct swrt_race_clock *clock, uint32_t count) {
    if (clock && count < clock->count)
        count = clock->count;
    struct swrt_race_clock *made = race_alloc(sizeof *made + count * sizeof *made->index);
    made->refs = 1;
    made->count = count;
    if (clock) {
        made->below = clock->below;
        memcpy(made->index, clock->index, clock->count * sizeof *clock->index);
    }
    return made;
}

struct swrt_race_clock *race_clock_with(const struct swrt_race_clock *clock, uint32_t chain, uint32_t index) {
    struct swrt_race_clock *made = copy(clock, chain + 1);
    made->index[chain] = index;
    return made;
}

static bool includes(const struct swrt_race_clock *a, const struct swrt_race_clock *b) {
    for (uint32_t i = 0; i < b->count; i++)
        if (race_clock_at(a, i) < b->index[i])
            return false;
    return true;
}

void swrt_race_clock_join(struct swrt_race_clock **into, struct swrt_race_clock *from) {
    struct swrt_race_clock *a = *into;
    if (!from || a == from || (a && includes(a, from)))
        return;
    struct swrt_race_clock *joined;
    if (!a || includes(from, a)) {
        joined = swrt_race_clock_share(from);
    } else {
        joined = copy(a, from->count);
        for (uint32_t i = 0; i < from->count; i++)
            if (joined->index[i] < from->index[i])
                joined->index[i] = from->index[i];
        if (joined->below < from->below)
            joined->below = from->below;
    }
    swrt_race_clock_drop(a);
    *into = joined;
}
