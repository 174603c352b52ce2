/* Zones at the begin and the end of a launch: what is open is protected, or copied and stays open (patience.c). */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "os/clock.h"
#include "os/memory/pages.h"
#include "verify/zones.h"

enum {
    GOING = UINT8_MAX / 2,  /* a unit that is about to be protected, as its idle launches */
    MANY_FAULTS = 256,      /* to judge by */
    JOINED_BYTES = 1 << 20, /* between two runs that are protected by one call */
    MOST_APART = 8192,      /* the system allows some 65,000 mappings */
};

/* What is opened again and again stays a mapping of its own: dividing mappings, and joining them again, costs the system
 * more than all else that it does. What differs in a flag is not joined. */
static void set_apart(struct swrt_zone *zone, size_t first, size_t count) {
    static unsigned number;
    if (count * zone->unit > SWRT_MOST_SINGLE || number >= MOST_APART || !memchr(&zone->apart[first], 0, count))
        return;
    if (!swrt_pages_prefer_small(swrt_unit_address(zone, first), swrt_units_bytes(zone, first, count)))
        return;
    memset(&zone->apart[first], 1, count);
    number++;
}

/* Runs that are protected by one call, and what is clean between them. */
static struct segment {
    size_t first, end, runs;
} segment;

/* A handler has opened what was clean. */
static void leave_alone(struct swrt_zone *zone, size_t unit) {
    if (!swrt_pages_allow(swrt_unit_address(zone, unit), swrt_units_bytes(zone, unit, 1), SWRT_READ_WRITE))
        swrt_zone_open_all(zone, true);
}

static void protect_segment(struct swrt_zone *zone) {
    size_t first = segment.first, count = segment.end - first;
    if (segment.runs == 1)
        set_apart(zone, first, count);
    bool is_protected = count && swrt_pages_allow(swrt_unit_address(zone, first), swrt_units_bytes(zone, first, count),
                                                  SWRT_READ_ONLY);
    if (count && !is_protected)
        swrt_zone_open_all(zone, true);
    if (segment.runs == 1 && is_protected) {
        swrt_units_set(zone, first, count, SWRT_UNIT_CLEAN);
        segment.end = first;
    }
    for (size_t i = swrt_units_skip_clean(zone, first, segment.end); i < segment.end;
         i = swrt_units_skip_clean(zone, i + 1, segment.end)) {
        bool is_ours = swrt_unit_idle(zone, i) == GOING;
        if (is_ours && is_protected)
            swrt_units_set(zone, i, 1, SWRT_UNIT_CLEAN);
        else if (is_ours)
            swrt_zone_copy(zone, i, 1);
        else if (swrt_unit_is_open(zone, i))
            leave_alone(zone, i);
    }
    segment = (struct segment){0};
}

static void protect(struct swrt_zone *zone, size_t first, size_t count) {
    bool is_near = segment.runs && (first - segment.end) * zone->unit <= JOINED_BYTES &&
                   swrt_units_skip_clean(zone, segment.end, first) == first;
    if (!is_near)
        protect_segment(zone);
    segment.first = is_near ? segment.first : first;
    segment.end = first + count;
    segment.runs++;
    swrt_units_set_idle(zone, first, count, GOING);
}

static void copy_or_protect(struct swrt_zone *zone, size_t first, size_t count) {
    unsigned most = swrt_zone_patience(zone);
    for (size_t i = first, end = first + count, next; i < end; i = next) {
        bool stays = swrt_unit_stays_open(zone, i, count, most);
        for (next = i + 1; next < end && swrt_unit_stays_open(zone, next, count, most) == stays;)
            next++;
        (stays ? swrt_zone_copy : protect)(zone, i, next - i);
    }
}

static void leave_open(struct swrt_zone *zone, size_t first, size_t count) {
    swrt_zone_learn(zone, first, count);
    swrt_units_set(zone, first, count, SWRT_UNIT_OPEN);
}

/* All of it can be written to. */
static void open_for_scans(struct swrt_zone *zone) {
    if (!swrt_pages_allow(zone->base, zone->bytes, SWRT_READ_WRITE))
        swrt_fatal("verify cannot make %zu bytes at %p writable again", zone->bytes, (void *)zone->base);
    if (memchr(zone->apart, 1, zone->num_units) && swrt_pages_prefer_small(zone->base, zone->bytes))
        memset(zone->apart, 1, zone->num_units);
    swrt_units_set_idle(zone, 0, zone->num_units, SWRT_BY_HOST);
    zone->low = 0;
    zone->high = zone->num_units;
}

/* Whether the zone is scanned in the launch that begins. */
static bool begin_scanned(struct swrt_zone *zone) {
    bool was_scanned = zone->is_scanned;
    zone->is_scanned = swrt_mirror_wanted(zone);
    if (zone->is_scanned && !was_scanned)
        open_for_scans(zone);
    else if (!zone->is_scanned && was_scanned)
        swrt_units_set_idle(zone, 0, zone->num_units, SWRT_MOST_IDLE); /* it is protected at once */
    if (zone->is_scanned)
        swrt_mirror_begin(zone);
    return zone->is_scanned;
}

/* All of it, of which all is open. What is said of it is said first: a handler of the program's signals may interrupt this,
 * and write to what has just been protected. */
static void protect_all(struct swrt_zone *zone) {
    set_apart(zone, 0, zone->num_units);
    zone->low = zone->num_units;
    zone->high = 0;
    swrt_units_set(zone, 0, zone->num_units, SWRT_UNIT_CLEAN);
    if (!swrt_pages_allow(zone->base, zone->bytes, SWRT_READ_ONLY))
        swrt_zone_open_all(zone, true);
}

static void begin(struct swrt_zone *zone) {
    if (begin_scanned(zone) || zone->low >= zone->high)
        return;
    if (!zone->serial) {
        protect_all(zone);
        return;
    }
    swrt_units_each_run(zone, copy_or_protect);
    protect_segment(zone);
    size_t low = swrt_units_skip_clean(zone, zone->low, zone->high), high = zone->high;
    while (low < high && !swrt_unit_is_open(zone, high - 1))
        high--;
    zone->low = low < high ? low : zone->num_units;
    zone->high = low < high ? high : 0;
}

/* No more than a launch has copied is open, or all of it, where the host may write now. */
static void end(struct swrt_zone *zone) {
    if (zone->faults > MANY_FAULTS) {
        zone->faults /= 2;
        zone->faulted /= 2;
    }
    for (int i = 0; zone->was_written && i < 2; i++)
        zone->gains[i] -= zone->gains[i] / 4;
    zone->was_written = false;
    if (zone->is_scanned)
        return;
    if (zone->serial) {
        swrt_units_each_run(zone, leave_open);
        return;
    }
    if (!zone->is_gone)
        swrt_pages_allow(zone->base, zone->bytes, SWRT_READ_WRITE);
    swrt_units_set(zone, 0, zone->num_units, SWRT_UNIT_OPEN);
    zone->low = 0;
    zone->high = zone->num_units;
}

/* How long that takes, for memory that is protected for a launch only. */
static void timed(struct swrt_zone *zone, void (*visit)(struct swrt_zone *zone)) {
    bool is_timed = !zone->serial && !zone->is_never_scanned && !zone->is_scanned;
    uint64_t start = is_timed ? swrt_own_time() : 0;
    visit(zone);
    if (is_timed && !zone->is_scanned)
        zone->spent += swrt_own_time() - start;
}

static void timed_begin(struct swrt_zone *zone) {
    timed(zone, begin);
}

static void timed_end(struct swrt_zone *zone) {
    timed(zone, end);
}

void swrt_zones_begin(void) {
    swrt_zones_each_active(timed_begin);
}

void swrt_zones_end(void) {
    swrt_zones_each_active(timed_end);
}
