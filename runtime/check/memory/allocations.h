/* What the tools remember of allocations: who made them, who freed them. Several may tell of the same. */
#ifndef SWRT_ALLOCATIONS_H
#define SWRT_ALLOCATIONS_H

#include <stddef.h>

#include "check/call_stack.h"
#include "memory/memory.h"

struct swrt_allocation_record {
    const void *base;
    size_t bytes;
    enum swrt_memory_kind kind;
    const struct swrt_call_stack *allocated, *freed; /* freed: null while it is in use */
};

/* The program ends: with --leak-check full what is in use is reported. */
void swrt_allocations_end(void);
void swrt_allocation_begins(const void *base, size_t bytes, uint32_t kind); /* enum swrt_memory_kind */
/* The caller frees it. Of two such calls the first is remembered: that of cudaFreeAsync is the program's, and not the
 * one behind it that comes in the stream's turn. */
void swrt_allocation_ends(const void *base);
/* The newest allocation that started there, freed or not; null when none did. */
const struct swrt_allocation_record *swrt_allocation_at(const void *base);

/* The same for malloc in kernels. ends: gives its size. */
void swrt_heap_record_begins(const struct swrt_block *block, const void *base, size_t bytes);
size_t swrt_heap_record_ends(const void *base);

#endif
