/* Maps from numbers (not 0) to numbers. */
#ifndef SWRT_RACE_MAP_H
#define SWRT_RACE_MAP_H

#include <stdint.h>

struct race_map {
    uint64_t *keys, *values;
    uint32_t count, capacity; /* a power of two, or 0 */
};
uint64_t race_map_get(const struct race_map *map, uint64_t key); /* 0: not there */
void race_map_set(struct race_map *map, uint64_t key, uint64_t value);
void race_map_remove(struct race_map *map, uint64_t key);
void race_map_clear(struct race_map *map);

#endif
