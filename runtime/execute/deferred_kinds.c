/* The table of the kinds of deferred operations, from the lists in abi.h. */
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "execute/deferred_kinds.h"

/* What changes nothing, as bits of the type. */
enum { IS_SIGNED_u32 = 0, IS_SIGNED_u64 = 0, IS_SIGNED_i32 = 1, IS_SIGNED_i64 = 1 };
#define TOP(type) (1ull << (sizeof(type) * 8 - 1))
#define ONES(type) (TOP(type) | (TOP(type) - 1))
#define NOTHING_add(name, type) _Generic((type)0, float: TOP(float), double: TOP(double), default: 0ull) /* -0.0 */
#define NOTHING_addftz(name, type) TOP(type)
#define NOTHING_or(name, type) 0ull
#define NOTHING_xor(name, type) 0ull
#define NOTHING_and(name, type) ONES(type)
#define NOTHING_min(name, type) (IS_SIGNED_##name ? ONES(type) >> 1 : ONES(type))
#define NOTHING_max(name, type) (IS_SIGNED_##name ? TOP(type) : 0ull)

#define APPLY(op, name, type)                                                                                       \
    static void apply_##op##_##name(void *address, const void *values, unsigned count) {                            \
        _Atomic(type) *at = address;                                                                                \
        type value, new, old = atomic_load_explicit(at, memory_order_relaxed);                                      \
        do {                                                                                                        \
            new = old;                                                                                              \
            for (unsigned i = 0; i < count; i++) {                                                                  \
                memcpy(&value, (const char *)values + i * sizeof value, sizeof value);                              \
                new = SWRT_JOIN_##op(new, value);                                                                   \
            }                                                                                                       \
        } while (!atomic_compare_exchange_weak_explicit(at, &old, new, memory_order_relaxed, memory_order_relaxed)); \
    }
SWRT_DEFERRED_KINDS(APPLY)
#undef APPLY

const struct swrt_deferred_kind_info swrt_deferred_kinds[SWRT_DEFERRED_KIND_COUNT] = {
#define KIND(op, name, type) \
    [SWRT_DEFERRED_##op##_##name] = {NOTHING_##op(name, type), sizeof(type), false, apply_##op##_##name},
#define CHAIN(op, name, type) [SWRT_DEFERRED_chain_##op##_##name] = {0, sizeof(type), true, apply_##op##_##name},
    SWRT_DEFERRED_KINDS(KIND) SWRT_DEFERRED_CHAINS(CHAIN)
#undef KIND
#undef CHAIN
};
