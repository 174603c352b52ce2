/* Deferred atomic operations: those whose results nobody uses, and whose time nothing in their kernel can tell
 * (src/transform/deferral.c proves that). An executor keeps a table of addresses. It gathers what its threads do to an
 * address, and does it to memory in one operation when another address needs the place in the table, or when it leaves the
 * grid. Threads that update few addresses then no longer take the line of memory from each other's cores.
 *
 * Operations whose result does not depend on their order (of integers) are added up in the table. Floats are kept, each by
 * itself and in order, as many as a line of memory holds: m + a + b, rounded twice, is not m + (a + b), which may even
 * overflow. They are added up, too, where the program permits it (KIND .. sum; --fast-atomics).
 *
 * The first operation on an address goes to memory at once. So a bad address faults where the thread is, and an address
 * that comes once costs little more than without a table. If most addresses come once, the table is emptied and switched
 * off for the kernel, and tried again now and then.
 *
 * Operations on the bytes of one address take effect in the order in which threads do them: an address has one place
 * whatever the kind, and a kernel with operations of another size on the same bytes has none deferred. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "execute/block.h"
#include "execute/deferred.h"
#include "execute/deferred_kinds.h"

enum { SLOTS_LOG = 12, SLOTS = 1 << SLOTS_LOG, KIND_SHIFT = 56, ENOUGH_MISSES = 1024, PATIENCE = 16, LINE = 64 };

struct entry {
    uint64_t key;   /* address and kind; 0: free */
    uint64_t value; /* what has been added up, as bits; of a chain the number of values that are kept */
};

struct swrt_deferred {
    uint32_t is_off; /* first: generated code looks at it */
    uint32_t used;
    uint64_t operations, misses; /* since the grid was taken */
    const void *caller;          /* of the operation that is being done on memory; else null */
    const void *off_for;         /* kernel */
    unsigned launches;           /* of that, since it was tried */
    uint16_t slots[SLOTS];       /* those that are used */
    struct entry entries[SLOTS];
    _Alignas(LINE) unsigned char kept[SLOTS][LINE]; /* the values of chains; of an entry that is not used anything */
};

static void *address_of(const struct entry *e) {
    return (void *)(uintptr_t)(e->key & ((1ull << KIND_SHIFT) - 1));
}

static void settle(struct swrt_deferred *d, struct entry *e) {
    enum swrt_deferred_kind kind = e->key >> KIND_SHIFT;
    if (swrt_deferred_kinds[kind].is_chain)
        swrt_deferred_kinds[kind].apply(address_of(e), d->kept[e - d->entries], (unsigned)e->value);
    else if (e->value != swrt_deferred_kinds[kind].nothing)
        swrt_deferred_kinds[kind].apply(address_of(e), &e->value, 1);
    e->value = swrt_deferred_kinds[kind].nothing;
}

static void settle_all(struct swrt_deferred *d) {
    for (; d->used; d->used--) {
        struct entry *e = &d->entries[d->slots[d->used - 1]];
        assert(e->key);
        settle(d, e);
        e->key = 0;
    }
}

/* Generated code looks at is_off and goes to memory itself from here on: what waits comes before that. */
static __attribute__((noinline)) void switch_off_where_it_does_not_pay(struct swrt_deferred *d) {
    if (d->misses <= ENOUGH_MISSES || d->misses * 2 <= d->operations)
        return;
    settle_all(d);
    d->is_off = 1;
}

/* One and all are what usually come; the rest is a call of the compiler's library. */
static inline unsigned count_lanes(uint32_t lanes) {
    if (!(lanes & (lanes - 1)))
        return lanes != 0;
    return lanes == UINT32_MAX ? 32 : (unsigned)__builtin_popcount(lanes);
}

/* After the operations of these lanes, before which there had been `misses` that found no place. */
static inline void count_operations(struct swrt_deferred *d, uint32_t lanes, uint64_t misses) {
    d->operations += count_lanes(lanes);
    if (d->misses != misses)
        switch_off_where_it_does_not_pay(d);
}

/* Neighbours have places of their own. */
static struct entry *entry_of(struct swrt_deferred *d, const void *address, unsigned size_log) {
    uint64_t number = (uintptr_t)address >> size_log;
    return &d->entries[(number ^ number >> SLOTS_LOG) & (SLOTS - 1)];
}

static uint64_t key_of(const void *address, enum swrt_deferred_kind kind) {
    return (uintptr_t)address | (uint64_t)kind << KIND_SHIFT;
}

/* The operation itself may fault, and leaves all as it was then. */
static void take_place(struct swrt_deferred *d, struct entry *e, void *address, enum swrt_deferred_kind kind,
                       const void *value, const void *caller) {
    const struct swrt_deferred_kind_info *info = &swrt_deferred_kinds[kind];
    d->misses++;
    if ((uintptr_t)address & (info->size - 1))
        swrt_misaligned_at(address, info->size, caller);
    if (e->key)
        settle(d, e);
    d->caller = caller;
    atomic_signal_fence(memory_order_seq_cst);
    info->apply(address, value, 1);
    atomic_signal_fence(memory_order_seq_cst);
    d->caller = NULL;
    if (!e->key)
        d->slots[d->used++] = (uint16_t)(e - d->entries);
    e->value = info->nothing;
    e->key = key_of(address, kind);
}

#define KIND(op, name, type)                                                                                        \
    void swrt_defer_##op##_##name(struct swrt_deferred *d, void *const *address, const type *value,                 \
                                  uint32_t lanes) {                                                                 \
        uint64_t misses = d->misses;                                                                                \
        uint32_t all = lanes;                                                                                       \
        for (; lanes; lanes &= lanes - 1) {                                                                         \
            unsigned i = (unsigned)__builtin_ctz(lanes);                                                            \
            struct entry *e = entry_of(d, address[i], sizeof(type) == 4 ? 2 : 3);                                   \
            type sum;                                                                                               \
            if (e->key == key_of(address[i], SWRT_DEFERRED_##op##_##name)) {                                        \
                memcpy(&sum, &e->value, sizeof sum);                                                                \
                sum = SWRT_JOIN_##op(sum, value[i]);                                                                \
                memcpy(&e->value, &sum, sizeof sum);                                                                \
                continue;                                                                                           \
            }                                                                                                       \
            take_place(d, e, address[i], SWRT_DEFERRED_##op##_##name, &value[i], __builtin_return_address(0));      \
        }                                                                                                           \
        count_operations(d, all, misses);                                                                           \
    }
SWRT_DEFERRED_KINDS(KIND)
#undef KIND

/* The values of an entry that has no room for more go to memory, and behind them those of the lanes that come next, as
 * long as they have the same address. Returns the lanes that are left. */
#define CHAIN(op, name, type)                                                                                       \
    static uint32_t chain_on_##op##_##name(struct swrt_deferred *d, struct entry *e, void *const *address,          \
                                           const type *value, uint32_t lanes) {                                     \
        type all[LINE / sizeof(type) + 32];                                                                         \
        unsigned count = (unsigned)e->value;                                                                        \
        memcpy(all, d->kept[e - d->entries], count * sizeof(type));                                                 \
        for (; lanes && address[__builtin_ctz(lanes)] == address_of(e); lanes &= lanes - 1)                         \
            all[count++] = value[__builtin_ctz(lanes)];                                                             \
        swrt_deferred_kinds[SWRT_DEFERRED_chain_##op##_##name].apply(address_of(e), all, count);                    \
        e->value = 0;                                                                                               \
        return lanes;                                                                                               \
    }                                                                                                               \
    void swrt_defer_chain_##op##_##name(struct swrt_deferred *d, void *const *address, const type *value,           \
                                        uint32_t lanes) {                                                           \
        uint64_t misses = d->misses;                                                                                \
        uint32_t all = lanes;                                                                                       \
        while (lanes) {                                                                                             \
            unsigned i = (unsigned)__builtin_ctz(lanes);                                                            \
            struct entry *e = entry_of(d, address[i], sizeof(type) == 4 ? 2 : 3);                                   \
            if (e->key != key_of(address[i], SWRT_DEFERRED_chain_##op##_##name))                                    \
                take_place(d, e, address[i], SWRT_DEFERRED_chain_##op##_##name, &value[i],                          \
                           __builtin_return_address(0));                                                            \
            else if (e->value < LINE / sizeof(type))                                                                \
                memcpy(&d->kept[e - d->entries][e->value++ * sizeof(type)], &value[i], sizeof(type));               \
            else {                                                                                                  \
                lanes = chain_on_##op##_##name(d, e, address, value, lanes);                                        \
                continue;                                                                                           \
            }                                                                                                       \
            lanes &= lanes - 1;                                                                                     \
        }                                                                                                           \
        count_operations(d, all, misses);                                                                           \
    }
SWRT_DEFERRED_CHAINS(CHAIN)
#undef CHAIN

/* The values that are kept are read only as far as they have been written. */
struct swrt_deferred *swrt_deferred_create(void) {
    struct swrt_deferred *d = aligned_alloc(LINE, sizeof *d);
    if (d)
        memset(d, 0, offsetof(struct swrt_deferred, kept));
    return d;
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
    settle_all(d);
    if (d->is_off)
        d->off_for = kernel;
    else if (d->off_for == kernel && d->operations > ENOUGH_MISSES)
        d->off_for = NULL;
}
