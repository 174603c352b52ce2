/* Memory between memory that nobody may touch: for what a thread's local variables lie in. */
#ifndef SWRT_GUARDED_H
#define SWRT_GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swrt_guarded {
    char *low, *high; /* its lowest byte, and behind its highest */
    size_t readable;  /* bytes behind it that may be read, and are zero */
    size_t guard;     /* bytes on either side that nobody may touch */
};

/* bytes, readable, guard: multiples of a page's size. Where the address space is limited (ulimit -v) guards are narrow.
 * false: out of memory. */
bool swrt_guarded_create(struct swrt_guarded *memory, size_t bytes, size_t readable, size_t guard);
void swrt_guarded_destroy(struct swrt_guarded *memory);

/* Where an address lies to the memory, if it is one that only what overruns a variable leads to. */
enum swrt_beyond { SWRT_NOT_BEYOND, SWRT_BEYOND_END, SWRT_BEYOND_START };
enum swrt_beyond swrt_guarded_beyond(const struct swrt_guarded *memory, uintptr_t address);

static inline bool swrt_guarded_holds(const struct swrt_guarded *memory, const void *address) {
    return (uintptr_t)address - (uintptr_t)memory->low < (uintptr_t)memory->high - (uintptr_t)memory->low;
}

#endif
