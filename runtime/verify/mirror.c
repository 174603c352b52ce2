/* Zones of which a mirror is kept: what all of their pages were before the launch.
 *
 *      begin: what was written to since the last begin ──► mirror       after each run: what was written to ──► copies.c
 *
 * Such a zone can be written to at any time. Which pages were, the system tells (os/memory/scan.h); and what was there before, the
 * mirror. A first write costs a tenth of what it costs by a signal, but each launch costs three scans of all pages of the
 * zone, about a nanosecond each. So a zone gets a mirror when its faults have cost more than scans would have, by as much
 * as the mirror itself costs; and it is protected as before (zones.c) when nothing is written to it for as long.
 *
 * Memory that host code may use is protected and opened again for each launch otherwise, all of it. It is scanned only
 * where nobody can write to it meanwhile but the launch: where the program has one thread, and that is the one that waits
 * and compares. Only managed memory is: into other memory devices may write, of which no page table tells. */
#include <stdlib.h>
#include <string.h>

#include "os/memory/memory_size.h"
#include "os/memory/pages.h"
#include "os/memory/scan.h"
#include "os/thread/thread.h"
#include "verify/verify_internal.h"

enum {
    PAGE = 4096,
    FAULT_NS = 9000,      /* a signal and two changes of protection */
    SCANS = 3,            /* for each launch, */
    SCAN_NS = 1100,       /* each at least so much, */
    SCANNED_IN_NS = 1,    /* and pages in a nanosecond */
    SPARSE = 8,           /* a launch writes to one page in so many at most, */
    FEW = 16,             /* and these */
    MAKING_NS = 20000,    /* a mirror, at least, */
    MAKING_PAGE_NS = 1000 /* and for each page */
};

/* Those of this launch. */
static struct swrt_zone **scanned;
static size_t num_scanned, room;

static size_t pages_of(const struct swrt_zone *zone) {
    return zone->bytes / PAGE;
}

static int64_t cost_of_scans(const struct swrt_zone *zone) {
    return SCANS * (SCAN_NS + (int64_t)pages_of(zone) / SCANNED_IN_NS);
}

static int64_t cost_of_making(const struct swrt_zone *zone) {
    return MAKING_NS + (int64_t)pages_of(zone) * MAKING_PAGE_NS;
}

/* ---- Whether to scan a zone ------------------------------------------------------------------------------------ */

static int64_t within(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

/* What scans have saved since the last time, or would have, without what they cost. */
static void settle(struct swrt_zone *zone) {
    unsigned now = swrt_copies_times(), launches = now - zone->settled_in;
    int64_t scans = cost_of_scans(zone) * (zone->settled_in ? launches : 1);
    int64_t most = 2 * cost_of_making(zone);
    zone->balance = within(zone->balance - scans, zone->is_scanned ? -1 : 0, most);
    zone->balance = within(zone->balance + (int64_t)zone->late * FAULT_NS + (int64_t)zone->spent, -1, most);
    zone->settled_in = now;
    zone->late = 0;
    zone->spent = 0;
}

/* A launch that writes to much is better off with large pages, and few faults. */
static bool was_dense(struct swrt_zone *zone) {
    return atomic_exchange(&zone->touched, 0) > FEW + zone->num_units / SPARSE;
}

/* Of memory that the host may use nobody knows what a launch without scans would have cost. */
static bool pays(struct swrt_zone *zone) {
    if (swrt_verify_options.scans == SWRT_SCANS_ALWAYS)
        return true;
    if (was_dense(zone)) {
        zone->late = zone->spent = 0;
        zone->balance = 0;
        return false;
    }
    if (zone->is_host && zone->is_scanned)
        return true;
    settle(zone);
    return zone->is_scanned ? zone->balance >= 0 : zone->balance > cost_of_making(zone);
}

/* The program is to find as much memory as there would be without us. */
static bool is_memory_scarce(size_t bytes) {
    return bytes > swrt_memory_size().left / 2;
}

/* Whatever goes wrong is not tried again. */
static bool make(struct swrt_zone *zone) {
    if (zone->mirror)
        return true;
    zone->is_never_scanned = is_memory_scarce(zone->bytes);
    if (zone->is_never_scanned)
        return false;
    void *mirror = swrt_pages_map(zone->bytes);
    if (mirror && swrt_scan_register(zone->base, zone->bytes)) {
        swrt_pages_prefer_huge(mirror, zone->bytes);
        zone->mirror = mirror;
        return true;
    }
    if (mirror)
        swrt_pages_unmap(mirror, zone->bytes);
    zone->is_never_scanned = true;
    return false;
}

/* Nothing was written to unexpectedly. */
static bool is_calm(struct swrt_zone *zone) {
    bool is_calm = !zone->is_scanned && !zone->late && !zone->spent && !swrt_verify_options.scans;
    if (is_calm)
        atomic_store_explicit(&zone->touched, 0, memory_order_relaxed);
    return is_calm;
}

bool swrt_mirror_wanted(struct swrt_zone *zone) {
    if (is_calm(zone))
        return false;
    if (zone->is_never_scanned || swrt_verify_options.scans == SWRT_SCANS_NEVER || zone->unit != PAGE ||
        zone->bytes % PAGE)
        return false;
    return pays(zone) && (!zone->is_host || swrt_verify_is_alone()) && swrt_scan_is_possible() && make(zone);
}

void swrt_mirror_unregister(struct swrt_zone *zone) {
    if (zone->mirror)
        swrt_scan_unregister(zone->base, zone->bytes);
}

void swrt_mirror_free(struct swrt_zone *zone) {
    if (zone->mirror)
        swrt_pages_unmap(zone->mirror, zone->bytes);
}

/* ---- Launches -------------------------------------------------------------------------------------------------- */

char *swrt_mirror_of(const struct swrt_zone *zone, const char *at) {
    return zone->mirror + (at - zone->base);
}

static size_t unit_at(const struct swrt_zone *zone, const char *at) {
    return (size_t)(at - zone->base) / PAGE;
}

/* What launches write to again and again is not protected, and counts as written to. */
static void update(char *at, size_t bytes, void *data) {
    struct swrt_zone *zone = data;
    size_t first = unit_at(zone, at), end = unit_at(zone, at + bytes);
    memcpy(swrt_mirror_of(zone, at), at, bytes);
    swrt_zone_learn(zone, first, end - first);
    for (size_t i = first, next; i < end; i = next) {
        bool stays = zone->idle[i] < zone->patience;
        for (next = i + 1; next < end && (zone->idle[next] < zone->patience) == stays;)
            next++;
        if (stays)
            swrt_zone_copy(zone, i, next - i);
        else
            swrt_zone_leave(zone, i, next - i);
        if (!stays && zone->patience)
            swrt_scan_protect(zone->base + i * PAGE, (next - i) * PAGE);
    }
}

void swrt_mirror_begin(struct swrt_zone *zone) {
    scanned[num_scanned++] = zone;
    memset((void *)zone->units, SWRT_UNIT_OPEN, zone->num_units);
    zone->patience = swrt_zone_patience(zone);
    swrt_scan_each(zone->base, zone->bytes, !zone->patience, update, zone);
}

static void gather(char *at, size_t bytes, void *data) {
    struct swrt_zone *zone = data;
    size_t end = unit_at(zone, at + bytes);
    for (size_t i = unit_at(zone, at), next; i < end; i = next) {
        bool is_listed = zone->units[i] == SWRT_UNIT_COPIED;
        for (next = i + 1; next < end && (zone->units[next] == SWRT_UNIT_COPIED) == is_listed;)
            next++;
        if (is_listed)
            continue;
        zone->late += next - i;
        swrt_zone_found(zone, i, next - i);
    }
}

bool swrt_mirrors_begin(void) {
    size_t most = swrt_zones_count();
    num_scanned = 0;
    if (most <= room)
        return true;
    free(scanned);
    scanned = malloc(most * sizeof *scanned);
    room = scanned ? most : 0;
    return scanned;
}

void swrt_mirrors_gather(void) {
    for (size_t i = 0; i < num_scanned; i++)
        swrt_scan_each(scanned[i]->base, scanned[i]->bytes, false, gather, scanned[i]);
}
