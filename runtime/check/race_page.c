/* Shadow of global memory: tables of pages and planes of slots, made when first needed.
 *
 * Tables are reserved address space, of which only pages that describe touched memory become real. Planes come from
 * slabs and go back to a list, zeroed.
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "race_internal.h"

enum { PLANE_BYTES = SWRT_RACE_PAGE_SLOTS * sizeof(struct swrt_race_slot), SLAB_PLANES = 2048 };
static const size_t TABLE_BYTES = (size_t)SWRT_RACE_TABLE_PAGES * sizeof(struct swrt_race_page);

static void *map_zeros(size_t bytes) {
    void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED)
        abort();
    return address;
}

static size_t table_of(uintptr_t address) { return address >> SWRT_RACE_TABLE_SHIFT & (SWRT_RACE_TABLES - 1); }

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

static void add_slab(struct swrt_race *race) {
    if (!(race->num_slabs & (race->num_slabs - 1))) {
        size_t capacity = race->num_slabs;
        race->slabs = race_grow(race->slabs, &capacity, race->num_slabs + 1, sizeof *race->slabs);
    }
    void *slab = map_zeros((size_t)SLAB_PLANES * PLANE_BYTES);
    madvise(slab, (size_t)SLAB_PLANES * PLANE_BYTES, MADV_HUGEPAGE); /* helps where it can */
    race->slabs[race->num_slabs++] = slab;
    race->slab_used = 0;
}

/* A spare plane's first word is the link to the next; the rest is zero. */
void race_plane_make(struct swrt_race *race, struct swrt_race_slot **plane) {
    if (race->spare_planes) {
        *plane = race->spare_planes;
        memcpy(&race->spare_planes, *plane, sizeof race->spare_planes);
        memset((void *)*plane, 0, sizeof(void *));
    } else {
        if (!race->num_slabs || race->slab_used == SLAB_PLANES)
            add_slab(race);
        *plane = (struct swrt_race_slot *)((char *)race->slabs[race->num_slabs - 1] + race->slab_used++ * PLANE_BYTES);
    }
    race->stats.shadow += PLANE_BYTES;
}

void race_plane_free(struct swrt_race *race, struct swrt_race_slot **plane) {
    if (!*plane)
        return;
    memset(*plane, 0, PLANE_BYTES);
    memcpy(*plane, &race->spare_planes, sizeof race->spare_planes);
    race->spare_planes = *plane;
    *plane = NULL;
    race->stats.shadow -= PLANE_BYTES;
}

void race_pages_clear(struct swrt_race *race) {
    for (size_t i = 0; i < SWRT_RACE_TABLES; i++) {
        if (race->directory[i])
            munmap(race->directory[i], TABLE_BYTES);
        race->directory[i] = NULL;
    }
    for (uint32_t i = 0; i < race->num_slabs; i++)
        munmap(race->slabs[i], (size_t)SLAB_PLANES * PLANE_BYTES);
    free(race->slabs);
    race->slabs = NULL;
    race->num_slabs = 0;
    race->spare_planes = NULL;
    race->stats.shadow = 0;
}
