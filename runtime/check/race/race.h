/* The race engine: finds accesses that nothing orders, in a trace of what kernels' threads, copies and the host do.
 *
 * It is told of launches, blocks, accesses, fences and waits in the order in which they happen, and calls back with
 * findings. It knows nothing of coroutines, streams or source code: a thread is a number in a block, a site a number of
 * the caller's. One caller at a time: check builds run on one worker, and the host's accesses have to be told under the
 * same lock.
 *
 * A race is two accesses to a byte, at least one of them a write, that happens-before does not order, unless both are
 * atomic, of one size, and each one's scope includes the other's thread (CUDA C++: libcu++'s memory model page; PTX
 * ISA, 8.7). Volatile accesses pass values on like relaxed atomics of system scope, but are not atomic. Happens-before
 * comes from
 *
 *   program order;  barriers, __syncwarp, grid barriers;  the order of launches, copies and the host (clocks, below);
 *   release -> acquire: a strong write behind a release fence, or with release order, that a strong read observes,
 *   directly or through a chain of read-modify-writes, and behind which an acquire fence stands, or which acquires
 *   itself; each two in each other's scope (PTX ISA, 8.8, release and acquire patterns).
 *
 * Policies differ in one rule: with PRAGMATIC a relaxed read that is not a compare-and-swap acquires by itself; a lock
 * taken by compare-and-swap needs its fence with both; and who observes a release is also behind the write that made
 * it, and the thread's atomic accesses before that. Orders of fence.sc among each other synchronise nothing.
 *
 * What is kept per location is in shadow.h, what threads know of each other in engine.h.
 */
#ifndef SWRT_RACE_H
#define SWRT_RACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swrt_race;        /* the engine */
struct swrt_race_launch; /* a kernel, a copy, a fill: blocks that begin behind the same things */
struct swrt_race_block;
struct swrt_race_clock; /* which launches and which actions of the host are over; null: none */

enum swrt_race_policy { SWRT_RACE_PRAGMATIC, SWRT_RACE_STRICT };

/* Numbered as in softwarp/check_abi.h. The engine knows no clusters, so their scope is taken for the device's: what it includes
 * too much is not told. */
enum swrt_race_scope {
    SWRT_RACE_SCOPE_THREAD,
    SWRT_RACE_SCOPE_BLOCK,
    SWRT_RACE_SCOPE_CLUSTER,
    SWRT_RACE_SCOPE_DEVICE,
    SWRT_RACE_SCOPE_SYSTEM
};
enum swrt_race_order {
    SWRT_RACE_WEAK,
    SWRT_RACE_RELAXED,
    SWRT_RACE_ACQUIRE,
    SWRT_RACE_RELEASE,
    SWRT_RACE_BOTH,
    SWRT_RACE_SEQUENTIAL
};
enum swrt_race_kind {
    SWRT_RACE_READ,
    SWRT_RACE_WRITE,
    SWRT_RACE_RMW,
    SWRT_RACE_CAS,    /* writes only if it finds what it expects */
    SWRT_RACE_REDUCE, /* a read-modify-write whose old value nobody uses: acquires nothing (PTX ISA, 8.11.1) */
};

enum swrt_race_class {
#define CLASS(name, text) SWRT_RACE_CLASS_##name,
#include "check/race/kinds.def"
    SWRT_RACE_CLASSES
};
enum swrt_race_mend {
#define MEND(name, text) SWRT_RACE_MEND_##name,
#include "check/race/kinds.def"
    SWRT_RACE_MENDS
};
extern const char *const swrt_race_class_text[SWRT_RACE_CLASSES], *const swrt_race_mend_text[SWRT_RACE_MENDS];

/* What an access does, as said once for each place in the program. number: the caller's; size: bytes of each access. */
struct swrt_race_site {
    uint32_t number, size;
    uint8_t kind, scope, order, is_volatile;
};

struct swrt_race_party {
    struct swrt_race_site site;
    void *launch;    /* what the caller gave for the launch; null for the host */
    uint64_t serial; /* of the launch, from 0 */
    uint32_t block, thread;
    bool host;
};

/* address: of the first byte that both touch; of shared memory the offset. bytes: a mask of those that both touch, of
 * the 4 around the address. mend_scope: which scope the fence, the atomic access should have. mend_second: it is the
 * second access or thread that has to change. mend_site: the caller's number of the atomic access beside which a fence is
 * missing, or 0; publisher, observer: those of a write of the first thread, or its block, and of the read that observed
 * it, or 0. by_other: that write is of another thread than the first access. other_warp: threads of two warps of a block race. has_releases: blocks of the launch release
 * and acquire. count: how often the pair was seen. */
struct swrt_race_finding {
    enum swrt_race_class class;
    enum swrt_race_mend mend;
    enum swrt_race_scope mend_scope;
    bool mend_second, shared, other_warp, by_other, has_releases;
    uint32_t mend_site, publisher, observer, bytes;
    uintptr_t address;
    struct swrt_race_party first, second;
    uint64_t count;
};

/* found: called when a pair of sites is seen for the first time, or each time if `every`. */
struct swrt_race_options {
    enum swrt_race_policy policy;
    bool every;
    void (*found)(void *context, const struct swrt_race_finding *finding);
    void *context;
};

/* shadow, records, sync: bytes now in use for slots, lists of several accessors, sync cells. dropped: accessors
 * forgotten because a list became too long; saturated: epochs that could not be told apart because a thread's clock was
 * at its end; restarts: times that everything was forgotten because numbers of blocks ran out; unnumbered: sites
 * without a number of their own, as there were too many. The last four may mean races missed, never false ones. */
struct swrt_race_stats {
    uint64_t shadow, records, sync, dropped, saturated, restarts, unnumbered, findings;
};

struct swrt_race *swrt_race_new(const struct swrt_race_options *options);
void swrt_race_delete(struct swrt_race *race);
struct swrt_race_stats swrt_race_get_stats(const struct swrt_race *race);
/* All findings so far, in the order in which they were first seen, with their counts. */
void swrt_race_each(const struct swrt_race *race, void (*visit)(void *, const struct swrt_race_finding *),
                    void *context);

/* The engine's number for a site, from 1: what accesses are told with. */
uint32_t swrt_race_add_site(struct swrt_race *race, const struct swrt_race_site *site);

/* Clocks: immutable, shared, counted. A stream has one, an event has one, an operation in a stream gets the join of its
 * stream's, the host's at the time of the call, and those of events waited for; its end gives the stream's next. */
struct swrt_race_clock *swrt_race_clock_share(struct swrt_race_clock *clock);
void swrt_race_clock_drop(struct swrt_race_clock *clock);
void swrt_race_clock_join(struct swrt_race_clock **into, struct swrt_race_clock *from);

/* The host is a block of one thread that never ends. host_clock: what the host has done so far, for what it starts now
 * (the caller's, to drop); host_join: the host has waited for what is in `clock`. */
struct swrt_race_block *swrt_race_host(struct swrt_race *race);
struct swrt_race_clock *swrt_race_host_clock(struct swrt_race *race);
void swrt_race_host_join(struct swrt_race *race, struct swrt_race_clock *clock);
/* All launches to come will be behind what the host knows now. If it knows all that was, and nothing runs, that is
 * forgotten as it is met. */
void swrt_race_settle(struct swrt_race *race);

/* A launch begins behind everything in `after` (shared, not taken). Copies and fills by a stream are launches of one
 * block of one thread. Null when there are no numbers left for its blocks while other launches run (some 4 billion).
 * The end gives the clock that includes the launch, and frees it; all of its blocks have ended. */
struct swrt_race_launch *swrt_race_launch_begin(struct swrt_race *race, struct swrt_race_clock *after, uint64_t blocks,
                                                uint32_t device, void *user);
struct swrt_race_clock *swrt_race_launch_end(struct swrt_race_launch *launch);

/* shared: the block's shared memory, which nobody else accesses, at a multiple of 4; what others access as well is memory like any
 * other to the engine, and not named here. At most 1024 threads. */
struct swrt_race_block *swrt_race_block_begin(struct swrt_race_launch *launch, uint32_t index, uint32_t threads,
                                              const void *shared, size_t shared_bytes);
/* Its threads are in rows of so many (blockDim.x), by which regular accesses are recognised. */
void swrt_race_block_rows(struct swrt_race_block *block, uint32_t width);
void swrt_race_block_end(struct swrt_race_block *block);

/* swrt_race_touch, for plain accesses, is in shadow.h; this is for all, and looks at them at once. wrote: whether
 * it writes: of a compare-and-swap, whether it found what it expects. */
void swrt_race_access(struct swrt_race_block *block, uint32_t thread, const void *address, uint32_t site, bool wrote);
/* Plain accesses to many bytes: copies and fills. Whole pages cost little. */
void swrt_race_range(struct swrt_race_block *block, uint32_t thread, const void *address, size_t bytes, uint32_t site);
void swrt_race_fence(struct swrt_race_block *block, uint32_t thread, enum swrt_race_scope scope,
                     enum swrt_race_order order);

/* Accesses of swrt_race_touch may wait to be looked at, until something orders the block's threads among each other or
 * with others, or the block ends: now they are. Before memory that they have accessed is someone else's. */
void swrt_race_catch_up(struct swrt_race_block *block);

/* When waits are over. barrier: all threads of the block, those that have exited too. barrier_some: `waiting` has a
 * mask of lanes for each warp; behind the arrivals (bar.arrive) at the same barrier, each told when it happened. */
void swrt_race_barrier(struct swrt_race_block *block);
void swrt_race_barrier_arrive(struct swrt_race_block *block, uint32_t barrier, uint32_t thread);
void swrt_race_barrier_some(struct swrt_race_block *block, uint32_t barrier, const uint32_t *waiting);
/* A barrier that is waited for apart opens, with all who have arrived; a thread passes one that has opened. */
void swrt_race_barrier_open(struct swrt_race_block *block, uint32_t barrier);
/* The same of blocks that meet there: what has arrived in each is open to all of them. */
void swrt_race_barrier_open_all(struct swrt_race_block *const *blocks, uint32_t count, uint32_t barrier);
void swrt_race_barrier_pass(struct swrt_race_block *block, uint32_t barrier, uint32_t thread);
void swrt_race_syncwarp(struct swrt_race_block *block, uint32_t warp, uint32_t mask);
void swrt_race_grid_sync(struct swrt_race_launch *launch);

/* The memory is someone else's from now on: freed, or allocated anew. */
void swrt_race_forget(struct swrt_race *race, const void *address, size_t bytes);

#include "check/race/shadow.h"

#endif
