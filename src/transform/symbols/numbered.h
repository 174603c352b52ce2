/* Mangled names in which a type has a number because it has no name, or none that is its own. */
#ifndef SW_NUMBERED_H
#define SW_NUMBERED_H

#include "base/base.h"

struct sw_numbers {
    unsigned *at;
    size_t count, capacity;
};

/* A mangled name without these numbers, and the numbers, from the outermost type to the innermost. closures: those that
 * clang gives in the order of the source. uses: those that it gives in the order in which it comes to need them. */
/* is_internal: something that the name names has internal linkage, which the rest does not say. */
struct sw_numbered_name {
    const char *rest;
    bool is_internal;
    struct sw_numbers closures, uses;
};
struct sw_numbered_name sw_numbered_name(struct sw_arena *arena, const char *name);

#endif
