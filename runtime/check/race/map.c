/* A hash map from numbers to numbers: open addressing, linear probing, removal by shifting back. */
#include <stdlib.h>

#include "check/race/alloc.h"
#include "check/race/map.h"

static uint32_t slot_of(const struct race_map *map, uint64_t key) {
    return (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & (map->capacity - 1);
}

static uint32_t find(const struct race_map *map, uint64_t key) {
    uint32_t i = slot_of(map, key);
    while (map->keys[i] && map->keys[i] != key)
        i = (i + 1) & (map->capacity - 1);
    return i;
}

uint64_t race_map_get(const struct race_map *map, uint64_t key) {
    if (!map->count)
        return 0;
    uint32_t i = find(map, key);
    return map->keys[i] ? map->values[i] : 0;
}

static void grow(struct race_map *map) {
    struct race_map old = *map;
    map->capacity = old.capacity ? old.capacity * 2 : 16;
    map->keys = race_alloc(map->capacity * sizeof *map->keys);
    map->values = race_alloc(map->capacity * sizeof *map->values);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (!old.keys[i])
            continue;
        uint32_t to = find(map, old.keys[i]);
        map->keys[to] = old.keys[i];
        map->values[to] = old.values[i];
    }
    free(old.keys);
    free(old.values);
}

void race_map_set(struct race_map *map, uint64_t key, uint64_t value) {
    if (map->count * 2 >= map->capacity)
        grow(map);
    uint32_t i = find(map, key);
    map->count += !map->keys[i];
    map->keys[i] = key;
    map->values[i] = value;
}

void race_map_remove(struct race_map *map, uint64_t key) {
    if (!map->count)
        return;
    uint32_t hole = find(map, key), mask = map->capacity - 1;
    if (!map->keys[hole])
        return;
    map->count--;
    for (uint32_t i = (hole + 1) & mask; map->keys[i]; i = (i + 1) & mask) {
        if (((i - slot_of(map, map->keys[i])) & mask) < ((i - hole) & mask))
            continue;
        map->keys[hole] = map->keys[i];
        map->values[hole] = map->values[i];
        hole = i;
    }
    map->keys[hole] = 0;
}

void race_map_clear(struct race_map *map) {
    free(map->keys);
    free(map->values);
    *map = (struct race_map){0};
}
