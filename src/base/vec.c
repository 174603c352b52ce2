/* Growing arrays in an arena. The old storage is left to the arena: doubling wastes at most what is in use. */
#include "base/base.h"

#include <string.h>

/* Makes room for one more element of `size` bytes behind `count` ones; sw_vec_push calls it. */
void sw_vec_grow(struct sw_arena *arena, void **at, size_t count, size_t *capacity, size_t size) {
    assert(size && count <= *capacity);
    if (count < *capacity)
        return;
    size_t wanted = *capacity ? *capacity * 2 : 8;
    void *bigger = sw_arena_alloc(arena, wanted * size);
    if (count)
        memcpy(bigger, *at, count * size);
    *at = bigger;
    *capacity = wanted;
}
