/* The heaps of devices, from which kernels allocate, as a whole. */
#ifndef SWRT_HEAP_H
#define SWRT_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/* Gives all of it back; no kernel may be running. */
void swrt_heap_reset(int device);
/* For `softwarp verify`, with no kernel running: what of a heap is not in its memory, and putting it back; a heap that
 * is in use as it was before its first allocation. memory: false when it is not in use. */
enum { SWRT_HEAP_LISTS = 48 };
struct swrt_heap_lists {
    void *first[SWRT_HEAP_LISTS];
};
bool swrt_heap_memory(int device, char **base, size_t *bytes);
void swrt_heap_get_lists(int device, struct swrt_heap_lists *lists);
void swrt_heap_set_lists(int device, const struct swrt_heap_lists *lists);
void swrt_heap_empty(int device);

#endif
