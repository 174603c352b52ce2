/* Deferred atomic operations: those whose results nobody uses and that nothing in their kernel can tell the time of
 * (src/transform/deferral.c says which). An executor adds up what its threads do to an address and does that to memory
 * once, when the address's place in its table is wanted for another, or when it leaves the grid. Threads that fight for
 * few addresses then fight no more: the line of memory stays with its core.
 *
 * The first operation on an address goes to memory at once. So a bad address faults where the thread is, and an address
 * that comes once costs little more than without a table. Where most do, the table is switched off for the kernel, and
 * tried again now and then. */
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "deferred.h"

enum { SLOTS_LOG = 12, SLOTS = 1 << SLOTS_LOG, KIND_SHIFT = 56, ENOUGH_MISSES = 1024, PATIENCE = 16 };

struct entry {
    uint64_t key; /* address and kind; 0: free */
    uint64_t value;
};

struct swrt_deferred {
    uint32_t is_off; /* first: generated code looks at it */
    uint32_t used;
    uint64_t operations, misses; /* since the grid was taken */
    const void *caller;  /* of the operation that is being done on memory; else null */
    const void *off_for; /* kernel */
    unsigned launches;   /* of that, since it was tried */
    uint16_t slots[SLOTS]; /* those that are used */
    struct entry entries[SLOTS];
};

enum kind {
#define KIND(op, name, type) KIND_##op##_##name,
    KIND_NONE, SWRT_DEFERRED_KINDS(KIND)
#undef KIND
    KIND_COUNT
};

/* atomicAdd of floats in global memory knows no denormal numbers (src/transform/flush.c). */
static inline float flushed(float x) {
    return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0, x) : x;
}

#define JOIN_add(x, y) ((x) + (y))
#define JOIN_addftz(x, y) flushed(flushed(x) + flushed(y))
#define JOIN_and(x, y) ((x) & (y))
#define JOIN_or(x, y) ((x) | (y))
#define JOIN_xor(x, y) ((x) ^ (y))
#define JOIN_min(x, y) ((x) < (y) ? (x) : (y))
#define JOIN_max(x, y) ((x) > (y) ? (x) : (y))

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

static const uint64_t nothing[KIND_COUNT] = {
#define KIND(op, name, type) [KIND_##op##_##name] = NOTHING_##op(name, type),
    SWRT_DEFERRED_KINDS(KIND)
#undef KIND
};

static const uint8_t sizes[KIND_COUNT] = {
#define KIND(op, name, type) [KIND_##op##_##name] = sizeof(type),
    SWRT_DEFERRED_KINDS(KIND)
#undef KIND
};

/* The operation on memory. */
#define KIND(op, name, type)                                                                                        \
    static void apply_##op##_##name(void *address, uint64_t bits) {                                                 \
        type value, old, new;                                                                                       \
        memcpy(&value, &bits, sizeof value);                                                                        \
        __atomic_load((type *)address, &old, __ATOMIC_RELAXED);                                                     \
        do                                                                                                          \
            new = JOIN_##op(old, value);                                                                            \
        while (!__atomic_compare_exchange((type *)address, &old, &new, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));  \
    }
SWRT_DEFERRED_KINDS(KIND)
#undef KIND

static void (*const apply[KIND_COUNT])(void *address, uint64_t bits) = {
#define KIND(op, name, type) [KIND_##op##_##name] = apply_##op##_##name,
    SWRT_DEFERRED_KINDS(KIND)
#undef KIND
};

static void settle(struct entry *e) {
    uint64_t kind = e->key >> KIND_SHIFT;
    if (e->value != nothing[kind])
        apply[kind]((void *)(uintptr_t)(e->key & ((1ull << KIND_SHIFT) - 1)), e->value);
    e->value = nothing[kind];
}

/* Neighbours have places of their own. */
static struct entry *entry_of(struct swrt_deferred *d, const void *address, unsigned size_log) {
    uint64_t number = (uintptr_t)address >> size_log;
    return &d->entries[(number ^ number >> SLOTS_LOG) & (SLOTS - 1)];
}

/* The operation itself may fault, and leaves all as it was then. */
static void take_place(struct swrt_deferred *d, struct entry *e, void *address, enum kind kind, uint64_t bits,
                       const void *caller) {
    d->misses++;
    if ((uintptr_t)address & (sizes[kind] - 1))
        swrt_misaligned_at(address, sizes[kind], caller);
    if (e->key)
        settle(e);
    d->caller = caller;
    atomic_signal_fence(memory_order_seq_cst);
    apply[kind](address, bits);
    atomic_signal_fence(memory_order_seq_cst);
    d->caller = NULL;
    if (!e->key)
        d->slots[d->used++] = (uint16_t)(e - d->entries);
    e->value = nothing[kind];
    e->key = (uintptr_t)address | (uint64_t)kind << KIND_SHIFT;
}

#define KIND(op, name, type)                                                                                        \
    void swrt_defer_##op##_##name(struct swrt_deferred *d, void *const *address, const type *value,                 \
                                  uint32_t lanes) {                                                                 \
        d->operations += (unsigned)__builtin_popcount(lanes);                                                       \
        for (; lanes; lanes &= lanes - 1) {                                                                         \
            unsigned i = (unsigned)__builtin_ctz(lanes);                                                            \
            struct entry *e = entry_of(d, address[i], sizeof(type) == 4 ? 2 : 3);                                   \
            uint64_t bits = 0;                                                                                      \
            type sum;                                                                                               \
            if (e->key == ((uintptr_t)address[i] | (uint64_t)KIND_##op##_##name << KIND_SHIFT)) {                   \
                memcpy(&sum, &e->value, sizeof sum);                                                                \
                sum = JOIN_##op(sum, value[i]);                                                                     \
                memcpy(&e->value, &sum, sizeof sum);                                                                \
                continue;                                                                                           \
            }                                                                                                       \
            memcpy(&bits, &value[i], sizeof value[i]);                                                              \
            take_place(d, e, address[i], KIND_##op##_##name, bits, __builtin_return_address(0));                    \
        }                                                                                                           \
        if (d->misses > ENOUGH_MISSES && d->misses * 2 > d->operations)                                             \
            d->is_off = 1;                                                                                          \
    }
SWRT_DEFERRED_KINDS(KIND)
#undef KIND

struct swrt_deferred *swrt_deferred_create(void) {
    return calloc(1, sizeof(struct swrt_deferred));
}

void swrt_deferred_begin(struct swrt_deferred *d, const void *kernel) {
    d->is_off = kernel == d->off_for && ++d->launches % PATIENCE;
    d->operations = d->misses = 0;
}

const void *swrt_deferred_faulted(struct swrt_deferred *d) {
    const void *caller = d->caller;
    d->caller = NULL;
    return caller;
}

void swrt_deferred_settle(struct swrt_deferred *d, const void *kernel) {
    for (; d->used; d->used--) {
        struct entry *e = &d->entries[d->slots[d->used - 1]];
        settle(e);
        e->key = 0;
    }
    if (d->is_off)
        d->off_for = kernel;
    else if (d->off_for == kernel && d->operations > ENOUGH_MISSES)
        d->off_for = NULL;
}
