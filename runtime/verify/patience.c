/* For how many launches a unit that was written to stays open, and is copied before each.
 *
 * What a launch wrote to stays open, and is copied before the next ones, until to copy it in vain has cost about as much
 * as the fault that this saves; and where what was written to of late shows that this does not pay, not at all. A kernel
 * that is launched over and over takes no faults. */
#include "verify/zones.h"

enum {
    FAULT_BYTES = 64 << 10, /* to copy so much in vain costs as much as a fault and two changes of protection */
    WORTH_LED = 56,         /* eighths: so many launches in vain cost as much as two changes of protection alone */
    WORTH_SCANNED = 16, /* eighths: so many launches in vain cost as much as a first write to a page of a mirror's */
};

/* How many launches a unit may be copied for in vain, to save a fault, in eighths: the more a fault opens, the fewer. */
static int worth(const struct swrt_zone *zone) {
    if (zone->is_scanned)
        return WORTH_SCANNED;
    size_t faults = zone->faults + 1, bytes = (zone->faulted + 1) * zone->unit;
    size_t eighths = 8 * FAULT_BYTES * faults / bytes;
    return eighths < 8 * SWRT_MOST_IDLE ? (int)eighths : 8 * SWRT_MOST_IDLE;
}

unsigned swrt_zone_patience(const struct swrt_zone *zone) {
    if (zone->gains[1] > 0 && zone->gains[1] > zone->gains[0])
        return (unsigned)worth(zone) / 8;
    return zone->gains[0] >= 0;
}

bool swrt_unit_stays_open(const struct swrt_zone *zone, size_t unit, size_t run, unsigned most) {
    unsigned idle = swrt_unit_idle(zone, unit);
    if (idle > SWRT_MOST_IDLE)
        return idle > SWRT_BY_HOST - SWRT_HOST_IDLE && run * zone->unit <= SWRT_MOST_SINGLE;
    return idle < most;
}

/* What it has saved, or would have, that a unit was copied for `most` launches in vain, and the launch before this one to
 * write to it was `gap` ago; 0: there was none. To what an argument leads no fault would have happened anyway. */
static int gain(int worth, unsigned gap, unsigned most) {
    if (gap && gap <= most)
        return worth - 8 * (int)(gap - 1);
    return -8 * (int)(gap && gap - 1 < most ? gap - 1 : most);
}

void swrt_zone_learn(struct swrt_zone *zone, size_t first, size_t count) {
    unsigned now = swrt_copies_times();
    int each = worth(zone);
    for (size_t i = first; i < first + count; i++) {
        if (swrt_unit_idle(zone, i))
            continue;
        unsigned gap = zone->written_in[i] ? now - zone->written_in[i] : 0;
        int saved = i == zone->led && now == zone->led_in && each > WORTH_LED ? WORTH_LED : each;
        zone->gains[0] += gain(saved, gap, 1);
        zone->gains[1] += gain(saved, gap, (unsigned)each / 8);
        zone->written_in[i] = now;
    }
}
