/* The memory of an explored launch: what an address belongs to, what was there before, and how large accesses are.
 *
 * While threads run, memory holds answers and what stores have made of them. Before the first access to 8 bytes they are
 * copied; that is what memory was before the launch, and what it is again in the end. Elements of copies and fills, and of
 * vectors, are as large as scalar accesses to the same bytes are, where there are some (while it is learnt what there is),
 * else 4 bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check/check.h"
#include "explore/launch/launch.h"
#include "memory/memory.h"
#include "module/registry.h"
#include "os/memory/probe.h"

enum { GRANULE = 8, FIRST_ROOM = 1024 };

/* ---- Regions --------------------------------------------------------------------------------------------------- */

/* The number of those that begin at the address or before it. */
static size_t rank_of(const struct swrt_launch_explored *launch, uintptr_t address) {
    size_t low = 0, high = launch->num_regions;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (launch->regions[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct swrt_explore_region *add_region(struct swrt_launch_explored *launch,
                                                    struct swrt_explore_region region) {
    if (launch->num_regions == launch->regions_room) {
        launch->regions_room = launch->regions_room ? 2 * launch->regions_room : 64;
        launch->regions = realloc(launch->regions, launch->regions_room * sizeof *launch->regions);
        if (!launch->regions)
            swrt_fatal("out of memory for the memory of an explored kernel");
    }
    size_t at = rank_of(launch, region.base);
    memmove(&launch->regions[at + 1], &launch->regions[at], (launch->num_regions - at) * sizeof *launch->regions);
    launch->regions[at] = region;
    launch->num_regions++;
    return &launch->regions[at];
}

static bool is_within(const void *address, const void *base, size_t bytes) {
    return (uintptr_t)address - (uintptr_t)base < bytes;
}

/* What the launch's blocks meet at, where it is a cooperative one (softwarp/abi.h). */
static bool find_cooperation(const struct swrt_grid *grid, const char *address, struct swrt_allocation *found) {
    const struct swrt_cooperation *own = &grid->cooperation;
    bool is_own = is_within(address, own, sizeof *own);
    if (!is_own && !(own->all && is_within(address, own->all, sizeof *own->all)))
        return false;
    found->base = is_own ? (char *)own : (char *)own->all;
    found->bytes = is_own ? sizeof *own : sizeof *own->all;
    return true;
}

static bool is_programs(enum swrt_memory_kind kind) {
    return kind == SWRT_MEMORY_DEVICE || kind == SWRT_MEMORY_MANAGED || kind == SWRT_MEMORY_HOST ||
           kind == SWRT_MEMORY_REGISTERED || kind == SWRT_MEMORY_RETIRED;
}

bool swrt_explore_is_programs(uint64_t address) {
    struct swrt_allocation found;
    return is_programs(swrt_memory_find((const void *)(uintptr_t)address, &found));
}

/* Met for the first time. Null: it is none that is worth keeping. */
static const struct swrt_explore_region *find_region(struct swrt_launch_explored *launch, const char *address) {
    struct swrt_allocation found = {0};
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    enum swrt_explore_space space = SWRT_PLACE_COMMON;
    if (!is_programs(kind) && !find_cooperation(launch->grid, address, &found))
        return NULL;
    if (kind == SWRT_MEMORY_DEVICE && swrt_symbol_is_constant(address))
        space = SWRT_PLACE_CONSTANT;
    uintptr_t base = (uintptr_t)found.base;
    return add_region(launch, (struct swrt_explore_region){base, base + found.bytes, space});
}

/* Code may lead anywhere with what it is told that it reads. */
static enum swrt_explore_space space_beyond(struct swrt_explored *t, const char *address, uint64_t bytes) {
    if (swrt_check_is_constant(address))
        return SWRT_PLACE_CONSTANT;
    if (is_within(address, t->slot->block.args, t->grid->kernel->params_bytes))
        return SWRT_PLACE_OWN;
    const struct swrt_module *module = t->launch->grid->module;
    if (is_within(address, t->launch->grid->image, module->image_bytes))
        return SWRT_PLACE_NOWHERE; /* between variables */
    if (swrt_region_contains(address) || !swrt_memory_readable(address, bytes))
        return SWRT_PLACE_NOWHERE;
    return SWRT_PLACE_HOSTS;
}

enum swrt_explore_space swrt_explore_space_of(struct swrt_explored *t, const char *address, uint64_t bytes) {
    struct swrt_launch_explored *launch = t->launch;
    uintptr_t at = (uintptr_t)address;
    const struct swrt_block *block = &t->slot->block;
    if (is_within(address, block->window, block->window_bytes)) {
        uintptr_t offset = (at - (uintptr_t)block->window) & ((1u << block->shared_log) - 1);
        return offset + bytes <= block->shared_bytes ? SWRT_PLACE_COMMON : SWRT_PLACE_NOWHERE;
    }
    if (swrt_explored_owns(t, address))
        return SWRT_PLACE_OWN;
    size_t rank = rank_of(launch, at);
    const struct swrt_explore_region *region = rank ? &launch->regions[rank - 1] : NULL;
    if (!region || at >= region->end)
        region = find_region(launch, address);
    if (!region)
        return space_beyond(t, address, bytes);
    return at + bytes <= region->end ? region->space : SWRT_PLACE_NOWHERE;
}

/* ---- Granules -------------------------------------------------------------------------------------------------- */

static struct swrt_explore_granule *place_of(const struct swrt_launch_explored *launch, uintptr_t at) {
    size_t mask = launch->granules_room - 1, i = (at * 0x9e3779b97f4a7c15u) >> 32 & mask;
    while (launch->granules[i].at && launch->granules[i].at != at)
        i = (i + 1) & mask;
    return &launch->granules[i];
}

static void grow(struct swrt_launch_explored *launch) {
    struct swrt_explore_granule *old = launch->granules;
    size_t old_room = launch->granules_room;
    launch->granules_room = old_room ? 2 * old_room : FIRST_ROOM;
    launch->granules = calloc(launch->granules_room, sizeof *launch->granules);
    if (!launch->granules)
        swrt_fatal("out of memory for the memory of an explored kernel");
    for (size_t i = 0; i < old_room; i++)
        if (old[i].at)
            *place_of(launch, old[i].at) = old[i];
    free(old);
}

static struct swrt_explore_granule *granule_of(struct swrt_launch_explored *launch, uintptr_t at) {
    if (2 * launch->num_granules >= launch->granules_room)
        grow(launch);
    struct swrt_explore_granule *granule = place_of(launch, at);
    if (!granule->at) {
        *granule = (struct swrt_explore_granule){at, swrt_explore_load((const char *)at, GRANULE), 0};
        launch->num_granules++;
    }
    return granule;
}

void swrt_explore_touch(struct swrt_launch_explored *launch, const char *address, uint64_t bytes, uint32_t size) {
    uintptr_t first = (uintptr_t)address & -(uintptr_t)GRANULE, end = (uintptr_t)address + bytes;
    for (uintptr_t at = first; at < end; at += GRANULE) {
        struct swrt_explore_granule *granule = granule_of(launch, at);
        if (launch->learns && size && (!granule->size || size < granule->size))
            granule->size = size;
    }
}

uint32_t swrt_explore_element(const struct swrt_launch_explored *launch, const char *address, uint64_t bytes,
                              uint32_t usual) {
    uintptr_t at = (uintptr_t)address;
    const struct swrt_explore_granule *granule = place_of(launch, at & -(uintptr_t)GRANULE);
    uint32_t size = granule->at && granule->size ? granule->size : usual;
    while (size > bytes || at & (size - 1))
        size /= 2;
    return size;
}

uint64_t swrt_explore_initial(const struct swrt_launch_explored *launch, uint64_t address, uint32_t size) {
    uintptr_t at = address & -(uint64_t)GRANULE;
    const struct swrt_explore_granule *granule = launch->granules_room ? place_of(launch, at) : NULL;
    if (!granule || !granule->at)
        return swrt_explore_load((const char *)(uintptr_t)address, size);
    return swrt_explore_load((const char *)&granule->before + (address - at), size);
}

uint32_t swrt_explore_smallest(const struct swrt_launch_explored *launch, uint64_t address, uint64_t bytes) {
    uint32_t smallest = 0;
    for (size_t i = 0; i < launch->granules_room; i++) {
        const struct swrt_explore_granule *granule = &launch->granules[i];
        bool is_inside = granule->at && granule->at + GRANULE > address && granule->at < address + bytes;
        if (is_inside && granule->size && (!smallest || granule->size < smallest))
            smallest = granule->size;
    }
    return smallest;
}

void swrt_explore_put_back(struct swrt_launch_explored *launch) {
    for (size_t i = 0; i < launch->granules_room; i++)
        if (launch->granules[i].at)
            memcpy((char *)launch->granules[i].at, &launch->granules[i].before, GRANULE);
}

void swrt_explore_forget(struct swrt_launch_explored *launch) {
    free(launch->regions);
    free(launch->granules);
    launch->regions = NULL;
    launch->granules = NULL;
    launch->num_regions = launch->regions_room = launch->num_granules = launch->granules_room = 0;
}
