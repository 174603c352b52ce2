/* Shadow of global memory: tables of pages and planes of slots, made when first needed.
 *
 * Tables are reserved address space, of which only pages that describe touched memory become real. Planes come from
 * slabs and go back to a list, zeroed.
 */
#include <stdlib.h>

#include "base/fatal.h"
#include "check/race/alloc.h"
#include "check/race/engine.h"
#include "check/race/page.h"
#include "os/memory/pages.h"

enum { SLAB_PLANES = 2048 };
static const size_t bytes_of[RACE_PLANES] = {
    [RACE_SLOTS] = SWRT_RACE_PAGE_SLOTS * sizeof(struct swrt_race_slot),
    [RACE_LINES] = SWRT_RACE_PAGE_LINES * sizeof(struct swrt_race_slot),
};
static const size_t TABLE_BYTES = (size_t)SWRT_RACE_TABLE_PAGES * sizeof(struct swrt_race_page);

static void *map_zeros(size_t bytes) {
    void *address = swrt_pages_map(bytes);
    if (!address)
        swrt_fatal("no address space for racecheck's shadow memory (%zu bytes; ulimit -v)", bytes);
    return address;
}

static size_t table_of(uintptr_t address) {
    return address >> SWRT_RACE_TABLE_SHIFT & (SWRT_RACE_TABLES - 1);
}

struct swrt_race_page *race_page_find(struct swrt_race *race, uintptr_t address) {
    struct swrt_race_page *pages = race->directory[table_of(address)];
    return pages ? &pages[address >> SWRT_RACE_PAGE_SHIFT & (SWRT_RACE_TABLE_PAGES - 1)] : NULL;
}

struct swrt_race_page *race_page_make(struct swrt_race *race, uintptr_t address) {
    struct swrt_race_page **pages = &race->directory[table_of(address)];
    if (!*pages)
        *pages = map_zeros(TABLE_BYTES);
    return race_page_find(race, address);
}

static void add_slab(struct race_slabs *of, size_t bytes) {
    if (!(of->num_slabs & (of->num_slabs - 1))) {
        size_t capacity = of->num_slabs;
        of->slabs = race_grow(of->slabs, &capacity, of->num_slabs + 1, sizeof *of->slabs);
    }
    void *slab = map_zeros(SLAB_PLANES * bytes);
    swrt_pages_prefer_huge(slab, SLAB_PLANES * bytes);
    of->slabs[of->num_slabs++] = slab;
    of->used = 0;
}

/* A spare plane's first word is the link to the next; the rest is zero. */
void race_plane_make(struct swrt_race *race, enum race_plane kind, struct swrt_race_slot **plane) {
    struct race_slabs *of = &race->planes[kind];
    if (of->spare) {
        *plane = of->spare;
        memcpy(&of->spare, *plane, sizeof of->spare);
        memset((void *)*plane, 0, sizeof(void *));
    } else {
        if (!of->num_slabs || of->used == SLAB_PLANES)
            add_slab(of, bytes_of[kind]);
        *plane = (struct swrt_race_slot *)((char *)of->slabs[of->num_slabs - 1] + of->used++ * bytes_of[kind]);
    }
    race->stats.shadow += bytes_of[kind];
}

void race_plane_free(struct swrt_race *race, enum race_plane kind, struct swrt_race_slot **plane) {
    struct race_slabs *of = &race->planes[kind];
    if (!*plane)
        return;
    memset(*plane, 0, bytes_of[kind]);
    memcpy(*plane, &of->spare, sizeof of->spare);
    of->spare = *plane;
    *plane = NULL;
    race->stats.shadow -= bytes_of[kind];
}

static void clear_slabs(struct race_slabs *of, size_t bytes) {
    for (uint32_t i = 0; i < of->num_slabs; i++)
        swrt_pages_unmap(of->slabs[i], SLAB_PLANES * bytes);
    free(of->slabs);
    *of = (struct race_slabs){0};
}

void race_pages_clear(struct swrt_race *race) {
    for (size_t i = 0; i < SWRT_RACE_TABLES; i++) {
        if (race->directory[i])
            swrt_pages_unmap(race->directory[i], TABLE_BYTES);
        race->directory[i] = NULL;
    }
    for (int kind = 0; kind < RACE_PLANES; kind++)
        clear_slabs(&race->planes[kind], bytes_of[kind]);
    race->stats.shadow = 0;
}
