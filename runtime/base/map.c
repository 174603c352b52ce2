/* A hash map from pointers to pointers: open addressing, linear probing, doubling at half full. */
#include "base/map.h"
#include "base/assert.h"

#include <stdint.h>
#include <stdlib.h>

static size_t place_of(const struct swrt_map *map, const void *key) {
    uint64_t hash = ((uint64_t)(uintptr_t)key >> 2) * 0x9e3779b97f4a7c15ull;
    return (size_t)(hash >> 20) & (map->capacity - 1);
}

/* The key's entry, or the empty one where it would go. */
static struct swrt_map_entry *entry_of(const struct swrt_map *map, const void *key) {
    size_t place = place_of(map, key);
    while (map->entries[place].key && map->entries[place].key != key)
        place = (place + 1) & (map->capacity - 1);
    return &map->entries[place];
}

static bool grow(struct swrt_map *map) {
    struct swrt_map grown = {.capacity = map->capacity ? 2 * map->capacity : 64};
    grown.entries = calloc(grown.capacity, sizeof *grown.entries);
    if (!grown.entries)
        return false;
    for (size_t i = 0; i < map->capacity; i++) {
        if (!map->entries[i].value)
            continue;
        *entry_of(&grown, map->entries[i].key) = map->entries[i];
        grown.num_used++;
    }
    assert(grown.num_used <= map->num_used);
    free(map->entries);
    *map = grown;
    return true;
}

bool swrt_map_put(struct swrt_map *map, const void *key, void *value) {
    assert(key && value);
    if (2 * (map->num_used + 1) > map->capacity && !grow(map))
        return false;
    struct swrt_map_entry *entry = entry_of(map, key);
    if (!entry->key)
        map->num_used++;
    entry->key = key;
    entry->value = value;
    return true;
}

void *swrt_map_get(const struct swrt_map *map, const void *key) {
    return map->capacity && key ? entry_of(map, key)->value : NULL;
}

bool swrt_map_remove(struct swrt_map *map, const void *key, const void *value) {
    struct swrt_map_entry *entry = map->capacity ? entry_of(map, key) : NULL;
    if (!entry || !value || entry->value != value)
        return false;
    entry->value = NULL; /* the key stays: later probes pass over it */
    return true;
}
