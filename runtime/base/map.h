/* Hash maps from pointers to pointers. Not thread-safe by themselves. */
#ifndef SWRT_MAP_H
#define SWRT_MAP_H

#include <stdbool.h>
#include <stddef.h>

struct swrt_map {
    struct swrt_map_entry {
        const void *key;
        void *value;
    } *entries;
    size_t num_used, capacity; /* used: live ones and removed ones (value null) */
};
bool swrt_map_put(struct swrt_map *map, const void *key, void *value); /* replaces; false when out of memory */
void *swrt_map_get(const struct swrt_map *map, const void *key);
bool swrt_map_remove(struct swrt_map *map, const void *key, const void *value); /* only when it maps to value */

#endif
