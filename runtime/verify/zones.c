/* Zones: pages that can only be read until somebody writes to them.
 *
 *      protected ──first write──► copied, and open ──the launch has been compared──► open ──next launch──► protected
 *
 * A zone is all of a large allocation, or a slab of small ones. Where only kernels and the runtime write (memory of
 * cudaMalloc), what nobody has written to stays protected from one launch to the next, so a launch costs what it writes
 * to and not what there is. What host code may use is protected during launches only, since the host hands it to the
 * system, too, which reports an error where it may not write.
 *
 * This file has the list of zones, by address, and those of which a part is not protected. What becomes of a zone's units
 * at a write is in units.c, at the begin and the end of a launch in protect.c. */
#include <stdlib.h>
#include <string.h>

#include "os/memory/pages.h"
#include "verify/zones.h"

enum { PAGE = 4096, MOST_UNITS = 1 << 18 };

/* A signal handler may have found a table just before it was replaced: it is freed when the next one is. */
struct table {
    size_t count, units;
    struct swrt_zone *zones[]; /* by address */
};
static struct table *_Atomic table;
static struct table *last_table;
static struct swrt_zone **gone; /* of last_table, and no others' */
static size_t num_gone;
static struct swrt_zone *_Atomic active; /* those of which not all is clean, in any order; handlers add to them */

/* ---- The list -------------------------------------------------------------------------------------------------- */

static size_t index_in(const struct table *t, uintptr_t address) {
    size_t low = 0, high = t ? t->count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)t->zones[middle]->base > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct swrt_zone *swrt_zone_at(uintptr_t address) {
    const struct table *t = atomic_load(&table);
    size_t behind = index_in(t, address);
    struct swrt_zone *zone = behind ? t->zones[behind - 1] : NULL;
    return zone && !zone->is_gone && address - (uintptr_t)zone->base < zone->bytes ? zone : NULL;
}

void swrt_verify_forget(const char *base) {
    struct swrt_zone *zone = swrt_zone_at((uintptr_t)base);
    if (!zone || !zone->identity)
        return;
    swrt_mirror_unregister(zone);
    atomic_store(&zone->is_gone, true);
}

static void free_zone(struct swrt_zone *zone) {
    swrt_mirror_free(zone);
    free((void *)zone->units);
    free((void *)zone->idle);
    free(zone->written_in);
    free(zone->apart);
    free(zone);
}

static struct swrt_zone *create(const struct swrt_piece *piece) {
    struct swrt_zone *zone = calloc(1, sizeof *zone);
    if (!zone)
        return NULL;
    zone->base = piece->pages;
    zone->bytes = piece->page_bytes;
    zone->serial = piece->serial;
    zone->identity = piece->identity;
    zone->is_host = piece->is_host;
    zone->is_common = piece->is_common;
    zone->is_never_scanned = !zone->identity;
    for (zone->unit = PAGE; zone->bytes / zone->unit > MOST_UNITS;)
        zone->unit *= 2;
    zone->num_units = (zone->bytes + zone->unit - 1) / zone->unit;
    zone->units = malloc(zone->num_units);
    zone->idle = malloc(zone->num_units);
    zone->written_in = calloc(zone->num_units, sizeof *zone->written_in);
    zone->apart = calloc(1, zone->num_units);
    if (!zone->units || !zone->idle || !zone->written_in || !zone->apart) {
        free_zone(zone);
        return NULL;
    }
    memset((void *)zone->units, SWRT_UNIT_OPEN, zone->num_units);
    memset((void *)zone->idle, SWRT_BY_HOST, zone->num_units);
    zone->high = zone->num_units;
    return zone;
}

/* The one that there was, if it is still the same memory. */
static struct swrt_zone *same_as_before(const struct swrt_piece *piece) {
    struct swrt_zone *zone = swrt_zone_at((uintptr_t)piece->pages);
    bool is_same = zone && zone->base == piece->pages && zone->bytes == piece->page_bytes &&
                   zone->serial == piece->serial && zone->identity == piece->identity &&
                   zone->is_host == piece->is_host && zone->is_common == piece->is_common;
    return is_same ? zone : NULL;
}

static bool add_piece(struct table *t, size_t number) {
    struct swrt_piece *piece = &swrt_pieces.at[number];
    struct swrt_zone *last = t->count ? t->zones[t->count - 1] : NULL;
    if (!piece->page_bytes)
        return true;
    if (last && last->base == piece->pages) {
        last->num_pieces = number + 1 - last->first_piece;
        return true;
    }
    struct swrt_zone *zone = same_as_before(piece);
    zone = zone ? zone : create(piece);
    if (!zone)
        return false;
    zone->first_piece = number;
    zone->num_pieces = 1;
    t->zones[t->count++] = zone;
    return true;
}

/* ---- Those that are active ------------------------------------------------------------------------------------- */

static bool is_clean(const struct swrt_zone *zone) {
    return zone->serial && zone->low >= zone->high;
}

void swrt_zone_activate(struct swrt_zone *zone) {
    if (atomic_exchange(&zone->is_active, true))
        return;
    zone->next_active = atomic_load(&active);
    while (!atomic_compare_exchange_weak(&active, &zone->next_active, zone))
        ;
}

/* Whoever opens a part meanwhile either adds the zone, or is seen by is_clean. */
void swrt_zones_each_active(void (*visit)(struct swrt_zone *zone)) {
    struct swrt_zone *zone = atomic_exchange(&active, NULL), *next;
    for (; zone; zone = next) {
        next = zone->next_active;
        atomic_store(&zone->is_active, false);
        if (zone->is_gone)
            continue;
        visit(zone);
        if (!is_clean(zone))
            swrt_zone_activate(zone);
    }
}

/* Of a new list: what was retired before may be freed. */
static void find_active(struct table *t) {
    atomic_store(&active, NULL);
    t->units = 0;
    for (size_t i = 0; i < t->count; i++) {
        atomic_store(&t->zones[i]->is_active, false);
        if (!is_clean(t->zones[i]))
            swrt_zone_activate(t->zones[i]);
        t->units += t->zones[i]->num_units;
    }
}

/* ---- The next list --------------------------------------------------------------------------------------------- */

/* Memory that stays protected though no allocation lies there now: the next one will. */
static void keep_empty(struct table *t, const struct table *old) {
    for (size_t i = 0; old && i < old->count; i++) {
        struct swrt_zone *zone = old->zones[i];
        size_t behind = index_in(t, (uintptr_t)zone->base);
        bool is_listed = behind && t->zones[behind - 1] == zone;
        bool is_replaced = behind && t->zones[behind - 1]->base == zone->base;
        if (!zone->serial || zone->is_gone || is_listed || is_replaced)
            continue;
        memmove(&t->zones[behind + 1], &t->zones[behind], (t->count - behind) * sizeof t->zones[0]);
        t->zones[behind] = zone;
        t->count++;
        zone->first_piece = zone->num_pieces = 0;
    }
}

static void free_last(void) {
    for (size_t i = 0; i < num_gone; i++)
        free_zone(gone[i]);
    free(gone);
    free(last_table);
    gone = NULL;
    last_table = NULL;
    num_gone = 0;
}

/* Those of a table that the new one does not have are freed next time. */
static void retire(struct table *old, const struct table *t) {
    gone = old ? malloc((old->count + 1) * sizeof *gone) : NULL;
    last_table = old;
    for (size_t i = 0; gone && i < old->count; i++) {
        size_t behind = index_in(t, (uintptr_t)old->zones[i]->base);
        if (behind && t->zones[behind - 1] == old->zones[i])
            continue;
        atomic_store(&old->zones[i]->is_gone, true);
        gone[num_gone++] = old->zones[i];
    }
}

bool swrt_zones_list(void) {
    struct table *old = atomic_load(&table);
    size_t most = swrt_pieces.count + (old ? old->count : 0);
    struct table *t = malloc(sizeof *t + most * sizeof t->zones[0]);
    if (!t)
        return false;
    t->count = 0;
    for (size_t i = 0; i < swrt_pieces.count; i++)
        if (!add_piece(t, i))
            swrt_pieces.at[i].page_bytes = 0; /* then it is copied as a whole */
    swrt_pieces_find_edged(&swrt_pieces);
    keep_empty(t, old);
    find_active(t);
    free_last();
    atomic_store(&table, t);
    retire(old, t);
    return true;
}

size_t swrt_zones_count(void) {
    return atomic_load(&table)->count;
}

size_t swrt_zones_units(void) {
    return atomic_load(&table)->units;
}
