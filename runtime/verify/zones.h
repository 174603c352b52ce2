/* What zones.c, units.c, patience.c and protect.c share: a zone's units. */
#ifndef SWRT_ZONES_H
#define SWRT_ZONES_H

#include <string.h>

#include "verify/verify_internal.h"

/* Of a unit's idle launches. */
enum {
    SWRT_MOST_IDLE = 32,      /* launches that a unit is copied for though they do not write to it */
    SWRT_BY_HOST = UINT8_MAX, /* no launch has written to a unit since it was opened, */
    SWRT_HOST_IDLE = 16,      /* and for so many it is copied, a little less each */
};
enum { SWRT_MOST_SINGLE = 64 << 10 }; /* bytes of what is set apart */

/* zones.c: those of which not all is clean, in any order; handlers add to them. */

void swrt_zone_activate(struct swrt_zone *zone);
void swrt_zones_each_active(void (*visit)(struct swrt_zone *zone));

/* units.c */

static inline char *swrt_unit_address(const struct swrt_zone *zone, size_t unit) {
    return zone->base + unit * zone->unit;
}

static inline size_t swrt_units_bytes(const struct swrt_zone *zone, size_t first, size_t count) {
    size_t start = first * zone->unit, end = start + count * zone->unit;
    return (end < zone->bytes ? end : zone->bytes) - start;
}

static inline bool swrt_unit_is_open(const struct swrt_zone *zone, size_t unit) {
    return unit < zone->num_units && atomic_load(&zone->units[unit]) >= SWRT_UNIT_OPEN;
}

static inline uint8_t swrt_unit_idle(const struct swrt_zone *zone, size_t unit) {
    return atomic_load_explicit(&zone->idle[unit], memory_order_relaxed);
}

/* What was done to the pages before is seen by who reads it. */
static inline void swrt_units_set(struct swrt_zone *zone, size_t first, size_t count, enum swrt_unit state) {
    atomic_thread_fence(memory_order_release);
    memset((void *)&zone->units[first], state, count);
}

static inline void swrt_units_set_idle(struct swrt_zone *zone, size_t first, size_t count, uint8_t idle) {
    memset((void *)&zone->idle[first], idle, count);
}

/* All of it can be written to, and has been copied if so wanted. */
void swrt_zone_open_all(struct swrt_zone *zone, bool copies);
/* The first from i on that is not clean, or `end`: what is open may be far apart. */
size_t swrt_units_skip_clean(const struct swrt_zone *zone, size_t i, size_t end);
/* Calls visit for each run of units that are open. */
void swrt_units_each_run(struct swrt_zone *zone, void (*visit)(struct swrt_zone *zone, size_t first, size_t count));

/* patience.c: whether a unit, open in a run of so many, is copied once more, of which `most` launches in vain are worth it. */
bool swrt_unit_stays_open(const struct swrt_zone *zone, size_t unit, size_t run, unsigned most);

#endif
