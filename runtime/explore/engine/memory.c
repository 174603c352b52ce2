/* The engines' memory. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore/engine/parts.h"

void *swrt_explore_alloc(size_t size) {
    void *memory = calloc(1, size ? size : 1);
    if (!memory)
        swrt_fatal("no memory to explore with (%zu bytes)", size);
    return memory;
}

void *swrt_explore_grow(void *list, size_t count, size_t size) {
    if (count & (count - 1)) /* room for a power of two */
        return list;
    list = realloc(list, (count ? 2 * count : 1) * size);
    if (!list)
        swrt_fatal("no memory to explore with (%zu of %zu bytes)", count, size);
    return list;
}
