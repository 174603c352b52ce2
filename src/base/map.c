/* Hash map from pointers to pointers: open addressing with linear probing, at most half full.
 * Keys are addresses, never followed; a null key is not allowed, a null value is. Nothing is ever removed. */
#include "base/base.h"

struct slot {
    const void *key;
    void *value;
};

struct sw_map {
    struct sw_arena *arena;
    struct slot *slots;
    size_t capacity, count; /* capacity is a power of two */
};

enum { FIRST_CAPACITY = 16 };

/* The slot that holds the key, or the empty one where it belongs. */
static struct slot *find(const struct sw_map *map, const void *key) {
    uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15);
    size_t index = (size_t)(hash >> 32) & (map->capacity - 1);
    while (map->slots[index].key && map->slots[index].key != key)
        index = (index + 1) & (map->capacity - 1);
    return &map->slots[index];
}

static void resize(struct sw_map *map, size_t capacity) {
    struct slot *old = map->slots;
    size_t old_capacity = map->capacity;
    map->slots = sw_arena_alloc(map->arena, capacity * sizeof *map->slots);
    map->capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].key)
            *find(map, old[i].key) = old[i];
}

/* A new, empty map. */
struct sw_map *sw_map_create(struct sw_arena *arena) {
    struct sw_map *map = sw_arena_alloc(arena, sizeof *map);
    map->arena = arena;
    resize(map, FIRST_CAPACITY);
    return map;
}

/* Sets the key's value, whether or not it had one. */
void sw_map_put(struct sw_map *map, const void *key, void *value) {
    if (!key)
        sw_bug("a null key in a map");
    if (2 * (map->count + 1) > map->capacity)
        resize(map, 2 * map->capacity);
    struct slot *slot = find(map, key);
    map->count += !slot->key;
    slot->key = key;
    slot->value = value;
}

/* The key's value; null when it has none. */
void *sw_map_get(const struct sw_map *map, const void *key) {
    return key ? find(map, key)->value : NULL;
}

/* Whether the key was ever put. */
bool sw_map_has(const struct sw_map *map, const void *key) {
    return key && find(map, key)->key;
}
