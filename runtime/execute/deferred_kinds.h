/* The kinds of deferred operations: what each makes of two values, and how it is done to memory. A kind that adds up has
 * one value for an address; a chain has several, which are applied one after the other at one stroke. */
#ifndef SWRT_DEFERRED_KINDS_H
#define SWRT_DEFERRED_KINDS_H

#include "softwarp/abi.h"

/* atomicAdd of floats in global memory knows no denormal numbers (src/transform/spaces.c). */
static inline float swrt_flushed(float x) {
    return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0, x) : x;
}

#define SWRT_JOIN_add(x, y) ((x) + (y))
#define SWRT_JOIN_addftz(x, y) swrt_flushed(swrt_flushed(x) + swrt_flushed(y))
#define SWRT_JOIN_and(x, y) ((x) & (y))
#define SWRT_JOIN_or(x, y) ((x) | (y))
#define SWRT_JOIN_xor(x, y) ((x) ^ (y))
#define SWRT_JOIN_min(x, y) ((x) < (y) ? (x) : (y))
#define SWRT_JOIN_max(x, y) ((x) > (y) ? (x) : (y))

/* clang-format off */
enum swrt_deferred_kind {
#define KIND(op, name, type) SWRT_DEFERRED_##op##_##name,
#define CHAIN(op, name, type) SWRT_DEFERRED_chain_##op##_##name,
    SWRT_DEFERRED_NONE,
    SWRT_DEFERRED_KINDS(KIND) SWRT_DEFERRED_CHAINS(CHAIN)
#undef KIND
#undef CHAIN
    SWRT_DEFERRED_KIND_COUNT
};
/* clang-format on */

struct swrt_deferred_kind_info {
    uint64_t nothing; /* the value that changes nothing, as bits; of a chain 0: no value */
    uint8_t size;
    bool is_chain;
    void (*apply)(void *address, const void *values, unsigned count); /* to memory, in order, as one operation */
};
extern const struct swrt_deferred_kind_info swrt_deferred_kinds[SWRT_DEFERRED_KIND_COUNT];

#endif
