/* The stack for local variables that may be overrun (src/codegen/locals.c), one of each executor. */
#ifndef SWRT_LOCALS_H
#define SWRT_LOCALS_H

#include "os/memory/guarded.h"

bool swrt_locals_create(struct swrt_guarded *stack); /* false: out of memory */

#endif
