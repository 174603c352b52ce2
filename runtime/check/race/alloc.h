/* Memory that the race engine cannot do without (lifetime.c): there is some, or the process stops. */
#ifndef SWRT_RACE_ALLOC_H
#define SWRT_RACE_ALLOC_H

#include <stddef.h>

/* Grows an array to hold at least `count` elements of `size` bytes; stops the process when there is no memory. */
void *race_grow(void *array, size_t *capacity, size_t count, size_t size);
void *race_alloc(size_t bytes);

#endif
