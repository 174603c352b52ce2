/* The engine as a whole: made and deleted, its sites, its figures. */
#include <stdlib.h>

#include "base/fatal.h"
#include "check/race/alloc.h"
#include "check/race/engine.h"
#include "check/race/map.h"
#include "check/race/page.h"
#include "check/race/pool.h"
#include "check/race/race.h"
#include "check/race/sync.h"
#include "os/memory/pages.h"

const char *const swrt_race_class_text[] = {
#define CLASS(name, text) text,
#include "check/race/kinds.def"
};
const char *const swrt_race_mend_text[] = {
#define MEND(name, text) text,
#include "check/race/kinds.def"
};

void *race_alloc(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory)
        swrt_fatal("out of memory for racecheck (%zu bytes)", bytes);
    return memory;
}

void *race_grow(void *array, size_t *capacity, size_t count, size_t size) {
    if (count <= *capacity)
        return array;
    size_t larger = *capacity * 2 > 8 ? *capacity * 2 : 8;
    *capacity = larger > count ? larger : count;
    array = realloc(array, *capacity * size);
    if (!array)
        swrt_fatal("out of memory for racecheck (%zu records of %zu bytes)", *capacity, size);
    return array;
}

static const size_t DIRECTORY_BYTES = SWRT_RACE_TABLES * sizeof(struct swrt_race_page *);

static void make_host(struct swrt_race *race) {
    struct swrt_race_launch *launch = &race->host_launch;
    *launch = (struct swrt_race_launch){
        .race = race, .base = RACE_HOST_BLOCK, .count = 1, .device = RACE_HOST_DEVICE, .is_host = true};
    race->host = swrt_race_block_begin(launch, 0, 1, NULL, 0);
}

struct swrt_race *swrt_race_new(const struct swrt_race_options *options) {
    struct swrt_race *race = race_alloc(sizeof *race);
    race->options = *options;
    race->directory = swrt_pages_map(DIRECTORY_BYTES);
    if (!race->directory)
        swrt_fatal("no address space for racecheck's shadow memory (ulimit -v)");
    race->next_block = 1;
    race->num_sites = 1;
    size_t sites = 0, chains = 0;
    race->sites = race_grow(NULL, &sites, 1, sizeof *race->sites);
    race->sites_capacity = sites;
    race->sites[0] = (struct swrt_race_site){.size = 4};
    race->tips = race_grow(NULL, &chains, 1, sizeof *race->tips);
    race->tips_capacity = chains;
    race->tips[0] = 0;
    race->num_chains = 1;
    make_host(race);
    return race;
}

static void drop_cells(struct swrt_race *race) {
    struct race_map *cells = &race->cells;
    for (uint32_t i = 0; i < cells->capacity; i++)
        if (cells->keys[i])
            race_cell_free((struct swrt_race_cell *)(uintptr_t)cells->values[i]);
    race_map_clear(cells);
}

/* Everything about memory, which nobody must be running on: blocks to come may have the numbers of earlier ones. */
void race_forget_all(struct swrt_race *race) {
    drop_cells(race);
    race_pages_clear(race);
    race_pool_clear(&race->pool);
    while (race->spare_blocks) {
        struct swrt_race_block *block = race->spare_blocks;
        race->spare_blocks = block->next;
        race_block_free(block);
    }
}

void swrt_race_delete(struct swrt_race *race) {
    if (!race)
        return;
    swrt_race_block_end(race->host);
    swrt_race_clock_drop(race->host_launch.clock);
    race_map_clear(&race->host_launch.published);
    race_forget_all(race);
    race_map_clear(&race->live);
    race_map_clear(&race->seen);
    swrt_pages_unmap(race->directory, DIRECTORY_BYTES);
    free(race->sites);
    free(race->launches);
    free(race->tips);
    free(race->findings);
    free(race);
}

uint32_t swrt_race_add_site(struct swrt_race *race, const struct swrt_race_site *site) {
    if (race->num_sites > SWRT_RACE_SITE_LAST) {
        race->stats.unnumbered++;
        return SWRT_RACE_SITE_LAST;
    }
    size_t capacity = race->sites_capacity;
    race->sites = race_grow(race->sites, &capacity, race->num_sites + 1, sizeof *race->sites);
    race->sites_capacity = (uint32_t)capacity;
    race->sites[race->num_sites] = *site;
    return race->num_sites++;
}

struct swrt_race_stats swrt_race_get_stats(const struct swrt_race *race) {
    struct swrt_race_stats stats = race->stats;
    stats.records = race->pool.bytes;
    stats.sync = race->cells.count * sizeof(struct swrt_race_cell);
    stats.findings = race->num_findings;
    return stats;
}

void swrt_race_each(const struct swrt_race *race, void (*visit)(void *, const struct swrt_race_finding *),
                    void *context) {
    for (size_t i = 0; i < race->num_findings; i++)
        visit(context, &race->findings[i]);
}
