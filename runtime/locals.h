/* The stack for local variables that may be overrun (src/codegen/locals.c), one of each executor. */
#ifndef SWRT_LOCALS_H
#define SWRT_LOCALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swrt_locals {
    char *low, *high; /* its lowest byte, and behind its highest */
    size_t guard;     /* bytes on either side that nobody may touch */
};

bool swrt_locals_create(struct swrt_locals *locals); /* false: out of memory */

/* Where an address lies to the stack, if it is one that only what overruns a variable leads to. */
enum swrt_beyond { SWRT_NOT_BEYOND, SWRT_BEYOND_END, SWRT_BEYOND_START };
enum swrt_beyond swrt_locals_beyond(const struct swrt_locals *locals, uintptr_t address);

static inline bool swrt_locals_hold(const struct swrt_locals *locals, const void *address) {
    return (uintptr_t)address - (uintptr_t)locals->low < (uintptr_t)locals->high - (uintptr_t)locals->low;
}

#endif
