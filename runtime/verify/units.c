/* Units: the parts of a zone of which each is protected, or open, by itself.
 *
 *      clean ──claimed──► busy ──made writable──► copied (a launch writes to it) or open (the host does)
 *
 * Several threads may write to one unit for the first time: one of them claims it, the others wait until it is open. A
 * fault costs as much as copying some tens of kilobytes, so a write next to what is open opens twice as much as that.
 *
 * Signals are blocked from the claim on until the unit is open: a handler of the program's that interrupts the thread, and
 * writes to the unit, would wait for ever for what it has interrupted. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "os/clock.h"
#include "os/memory/pages.h"
#include "os/thread/signal.h"
#include "verify/zones.h"

enum {
    FIRST_BYTES = 4 << 10,    /* to open at a fault, */
    MOST_BYTES = 2 << 20,     /* and where writes go on */
    MOST_EXPECTED = 16 << 10, /* before one */
};

/* Not clean any more. */
static void widen(struct swrt_zone *zone, size_t first, size_t count) {
    size_t low = atomic_load(&zone->low), high = atomic_load(&zone->high);
    while (first < low && !atomic_compare_exchange_weak(&zone->low, &low, first))
        ;
    while (first + count > high && !atomic_compare_exchange_weak(&zone->high, &high, first + count))
        ;
    swrt_zone_activate(zone);
}

static bool claim(struct swrt_zone *zone, size_t unit) {
    uint8_t clean = SWRT_UNIT_CLEAN;
    return atomic_compare_exchange_strong(&zone->units[unit], &clean, SWRT_UNIT_BUSY);
}

static void set_opened(struct swrt_zone *zone, size_t first, size_t count, bool copies) {
    swrt_units_set_idle(zone, first, count, copies ? 1 : SWRT_BY_HOST);
    swrt_units_set(zone, first, count, copies ? SWRT_UNIT_COPIED : SWRT_UNIT_OPEN);
}

/* The system does not allow so many mappings; of all of the zone it is one again. */
void swrt_zone_open_all(struct swrt_zone *zone, bool copies) {
    struct swrt_signal_mask before;
    swrt_signals_block(&before);
    for (size_t i = 0; i < zone->num_units; i++) {
        if (!claim(zone, i))
            continue;
        if (copies)
            swrt_copies_add_pages(zone, swrt_unit_address(zone, i), swrt_units_bytes(zone, i, 1));
        set_opened(zone, i, 1, copies);
    }
    swrt_signals_restore(&before);
    widen(zone, 0, zone->num_units);
    if (!swrt_pages_allow(zone->base, zone->bytes, SWRT_READ_WRITE))
        swrt_fatal("verify cannot make %zu bytes at %p writable again", zone->bytes, (void *)zone->base);
}

/* Makes claimed units writable. */
static void open_claimed(struct swrt_zone *zone, size_t first, size_t count, bool copies) {
    if (copies)
        swrt_copies_add_pages(zone, swrt_unit_address(zone, first), swrt_units_bytes(zone, first, count));
    if (!swrt_pages_allow(swrt_unit_address(zone, first), swrt_units_bytes(zone, first, count), SWRT_READ_WRITE))
        swrt_zone_open_all(zone, copies);
    else
        widen(zone, first, count);
    set_opened(zone, first, count, copies);
}

static void count_fault(struct swrt_zone *zone, size_t units) {
    atomic_fetch_add_explicit(&zone->faults, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&zone->faulted, units, memory_order_relaxed);
}

static bool open_or_wait(struct swrt_zone *zone, uintptr_t address, bool copies) {
    size_t unit = (address - (uintptr_t)zone->base) / zone->unit, most = MOST_BYTES / zone->unit, before = 0,
           behind = 0;
    if (!claim(zone, unit)) {
        bool was_busy = atomic_load(&zone->units[unit]) == SWRT_UNIT_BUSY;
        while (atomic_load(&zone->units[unit]) == SWRT_UNIT_BUSY)
            swrt_yield();
        return was_busy;
    }
    while (2 * before < most && before < unit && swrt_unit_is_open(zone, unit - before - 1))
        before++;
    while (2 * behind < most && swrt_unit_is_open(zone, unit + behind + 1))
        behind++;
    size_t wanted = 2 * (before > behind ? before : behind), first = unit, count = 1;
    wanted = wanted * zone->unit > FIRST_BYTES ? wanted : FIRST_BYTES / zone->unit;
    if (before >= behind)
        while (count < wanted && first + count < zone->num_units && claim(zone, first + count))
            count++;
    else
        for (; count < wanted && first && claim(zone, first - 1); count++)
            first--;
    if (copies) {
        atomic_store_explicit(&zone->was_written, true, memory_order_relaxed);
        count_fault(zone, count);
        atomic_fetch_add_explicit(&zone->touched, count, memory_order_relaxed);
        atomic_fetch_add_explicit(&zone->late, 1, memory_order_relaxed);
    }
    open_claimed(zone, first, count, copies);
    if (copies) /* whether the value is another one or not */
        atomic_store_explicit(&zone->idle[unit], 0, memory_order_relaxed);
    return true;
}

bool swrt_zone_open(struct swrt_zone *zone, uintptr_t address, bool copies) {
    struct swrt_signal_mask before;
    swrt_signals_block(&before);
    bool is_open = open_or_wait(zone, address, copies);
    swrt_signals_restore(&before);
    return is_open;
}

void swrt_zone_expect(struct swrt_zone *zone, uintptr_t address) {
    size_t unit = (address - (uintptr_t)zone->base) / zone->unit;
    struct swrt_signal_mask before;
    if (zone->unit > MOST_EXPECTED || swrt_unit_is_open(zone, unit))
        return;
    swrt_signals_block(&before);
    if (claim(zone, unit))
        open_claimed(zone, unit, 1, true);
    swrt_signals_restore(&before);
}

bool swrt_zone_was_written(const struct swrt_zone *zone, uintptr_t address) {
    size_t unit = (address - (uintptr_t)zone->base) / zone->unit;
    return zone->was_written && atomic_load(&zone->units[unit]) == SWRT_UNIT_COPIED && !zone->idle[unit];
}

void swrt_zone_note_led(struct swrt_zone *zone, uintptr_t address) {
    zone->led = (address - (uintptr_t)zone->base) / zone->unit;
    zone->led_in = swrt_copies_times();
}

void swrt_zone_note_written(struct swrt_zone *zone, const char *at, size_t bytes) {
    size_t first = (size_t)(at - zone->base) / zone->unit, last = (size_t)(at - zone->base + bytes - 1) / zone->unit;
    for (size_t i = first; i <= last; i++)
        atomic_store_explicit(&zone->idle[i], 0, memory_order_relaxed);
    atomic_store_explicit(&zone->was_written, true, memory_order_relaxed);
}

/* Of eight units: SWRT_UNIT_OPEN or SWRT_UNIT_COPIED each. */
static const uint64_t ALL_OPEN = 0x0202020202020202u;
_Static_assert(SWRT_UNIT_OPEN == 2 && SWRT_UNIT_COPIED == 3, "one bit tells that a unit is open");

/* How many units from `first` on are open, or copied. */
static size_t open_run(const struct swrt_zone *zone, size_t first, size_t end) {
    size_t count = 0;
    uint64_t several;
    for (; first + count + sizeof several <= end; count += sizeof several) {
        memcpy(&several, (const void *)&zone->units[first + count], sizeof several);
        if ((several & ALL_OPEN) != ALL_OPEN)
            break;
    }
    while (first + count < end && swrt_unit_is_open(zone, first + count))
        count++;
    return count;
}

size_t swrt_units_skip_clean(const struct swrt_zone *zone, size_t i, size_t end) {
    uint64_t several;
    for (; i + sizeof several <= end; i += sizeof several) {
        memcpy(&several, (const void *)&zone->units[i], sizeof several);
        if (several)
            break;
    }
    while (i < end && atomic_load(&zone->units[i]) == SWRT_UNIT_CLEAN)
        i++;
    return i;
}

void swrt_units_each_run(struct swrt_zone *zone, void (*visit)(struct swrt_zone *zone, size_t first, size_t count)) {
    size_t end = zone->high;
    for (size_t i = swrt_units_skip_clean(zone, zone->low, end), count; i < end;
         i = swrt_units_skip_clean(zone, i + (count ? count : 1), end))
        if ((count = open_run(zone, i, end)))
            visit(zone, i, count);
}

/* They are written to, or may be. */
static void list(struct swrt_zone *zone, size_t first, size_t count) {
    swrt_copies_add_pages(zone, swrt_unit_address(zone, first), swrt_units_bytes(zone, first, count));
    atomic_fetch_add_explicit(&zone->touched, count, memory_order_relaxed);
}

void swrt_zone_copy(struct swrt_zone *zone, size_t first, size_t count) {
    list(zone, first, count);
    for (size_t i = first; i < first + count; i++) {
        uint8_t idle = swrt_unit_idle(zone, i);
        atomic_store_explicit(&zone->idle[i], idle > SWRT_BY_HOST - SWRT_HOST_IDLE ? idle - 1 : idle + 1,
                              memory_order_relaxed);
    }
    swrt_units_set(zone, first, count, SWRT_UNIT_COPIED);
}

void swrt_zone_leave(struct swrt_zone *zone, size_t first, size_t count) {
    swrt_units_set_idle(zone, first, count, SWRT_BY_HOST);
}

void swrt_zone_found(struct swrt_zone *zone, size_t first, size_t count) {
    list(zone, first, count);
    atomic_store_explicit(&zone->was_written, true, memory_order_relaxed);
    swrt_units_set_idle(zone, first, count, 0);
    swrt_units_set(zone, first, count, SWRT_UNIT_COPIED);
}
