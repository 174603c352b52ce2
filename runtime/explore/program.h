/* What is explored: a program of a few threads that can be run again and again, each thread by itself.
 *
 * An engine (engine/) decides what each read reads; a program only runs threads and tells their events. Two programs
 * exist: a launch of a kernel (launch/), and, in tests, a litmus test that is read from a file.
 *
 *     engine ── restart, next(answer) ──► program          one event of one thread a call
 *
 * A thread is run from its beginning as often as the engine likes, and does the same each time that its reads get the
 * same answers. Threads do not see each other: all that they know of each other are answers. What follows a name of
 * PTX is that of the PTX ISA, chapter "Memory Consistency Model".
 */
#ifndef SWRT_EXPLORE_PROGRAM_H
#define SWRT_EXPLORE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

/* The most threads that have events, the most reads of one thread whose dependencies are told apart, and as how many
 * threads a warp counts at a barrier. */
enum { SWRT_EXPLORE_THREADS = 64, SWRT_EXPLORE_READS = 64, SWRT_EXPLORE_WARP = 32 };

/* Where a thread stands: numbers that are equal for threads of one block (CTA), cluster, device. A thread of the host
 * has a device of its own; warp tells warps of the whole program apart, and orders nothing. */
struct swrt_explore_place {
    uint32_t block, cluster, device, warp;
};

enum swrt_explore_kind {
    SWRT_EXPLORE_READ, /* the next call's answer is the value that it reads */
    SWRT_EXPLORE_WRITE,
    SWRT_EXPLORE_FENCE,
    SWRT_EXPLORE_BARRIER, /* the thread goes on, or is told to wait, as the engine likes: see struct swrt_explore_barrier */
    SWRT_EXPLORE_TURN,    /* the back edge of a loop that waits for others: one of its turns is over; value: how many of
                             the thread's events lie in it, and 1, or 0: not known */
    SWRT_EXPLORE_END,     /* the thread is through */
    SWRT_EXPLORE_FAILED,  /* an assertion failed: the thread ends, and with it the execution */
    SWRT_EXPLORE_TRAPPED, /* a trap, or a fault */
    SWRT_EXPLORE_REFUSED, /* something that cannot be explored: struct swrt_explore_event.refused says what */
};

/* As in softwarp/check_abi.h (which see): enum swrt_scope, enum swrt_order. WEAK is a plain access; an atomic function
 * is RELAXED; __threadfence is a fence of order SEQUENTIAL. Volatile accesses are RELAXED at system scope, with the flag
 * VOLATILE, since for races they are not atomic.
 *
 * A read-modify-write is two events, one behind the other, both of the order of the whole: a READ and a WRITE with the flag
 * RMW. A compare-and-swap that finds what it does not expect is the READ alone. REDUCE: nobody uses what it reads (PTX's
 * red): it acquires nothing. */
enum {
    SWRT_EXPLORE_VOLATILE = 1,
    SWRT_EXPLORE_RMW = 2,
    SWRT_EXPLORE_REDUCE = 4,
    SWRT_EXPLORE_ATOMIC = 8,
    SWRT_EXPLORE_CAS = 16,      /* the READ of a compare-and-swap: races (pragmatic) want a fence behind it */
    SWRT_EXPLORE_UNORDERED = 32 /* an atomic function (atomicAdd), with which no order can be said: for advice */
};

/* Proxies: the way on which memory is reached (PTX 7.5). Of a FENCE: fence.proxy of that proxy, ALIAS the one among
 * virtual addresses of one place. */
enum swrt_explore_proxy {
    SWRT_EXPLORE_GENERIC,
    SWRT_EXPLORE_TEXTURE,
    SWRT_EXPLORE_SURFACE,
    SWRT_EXPLORE_CONSTANT,
    SWRT_EXPLORE_ALIAS,
};

/* A place where threads wait for each other. id: equal for those that meet (a named barrier of a block, the lanes of a
 * warp's mask, the grid); the n-th of a thread with an id is that of the n-th of the others. count: how many threads have
 * to come, or 0: all that have not ended of those whom scope says: THREAD the warp, BLOCK the block, CLUSTER, DEVICE the
 * grid, SYSTEM all. arrives: it does not wait (bar.arrive).
 * orders: it orders memory (barriers and __syncwarp do; votes and shuffles do not). exchanges: it passes on values
 * (votes, shuffles, __syncthreads_or): what the thread does behind it depends on what the others bring, so that all of
 * them have to be brought there before any goes on. scope: enum swrt_scope. is_quorum: as in litmus tests of Dartagnan,
 * count (0: all that come to it) are waited for, and who comes later goes on at once, behind those. counts_warps: count is
 * in whole warps, as PTX's barriers have it: a warp counts as SWRT_EXPLORE_WARP once all of its threads that have not
 * ended are there. who: those that can come, a bit for each thread; 0: not told. */
struct swrt_explore_barrier {
    uint64_t id;
    uint32_t count, scope, members; /* members: how many threads can come at most */
    bool arrives, orders, exchanges, is_quorum, counts_warps;
    uint64_t who;
};

/* An event. address, size: bytes (1, 2, 4, 8) that it reads or writes; the same bytes have the same address in each run.
 * value: that which a WRITE writes, its low bytes. *_reads: on which of the thread's earlier reads it depends, bit i for
 * its i-th one of this run: those that make the address, the value, and whether it comes to it at all (dependency
 * order). site: where it stands, the program's own number. proxy: enum swrt_explore_proxy; alias: the virtual address by
 * which it reaches the place, when the same place has several (else 0). The engine clears an event before it is told. */
struct swrt_explore_event {
    enum swrt_explore_kind kind;
    uint32_t order, scope, flags, size, proxy;
    uint64_t address, alias, value;
    uint64_t address_reads, value_reads, control_reads;
    struct swrt_explore_barrier barrier;
    uint64_t site;
    const char *refused;
};

/* A program: what it needs behind `self`.
 *
 * threads: how many; place: where thread t stands. initial: what `size` bytes at the address hold before all of it.
 * restart: thread t begins again. next: thread t goes on to its next event, with the answer to its last one (the value,
 * if that was a READ; else it is not looked at). After END, FAILED, TRAPPED and REFUSED it is restarted before it goes
 * on. meet: the threads of the mask have all come to a barrier that `exchanges`, and go on from there. */
struct swrt_explore_program {
    void *self;
    uint32_t threads;
    void (*place)(void *self, uint32_t thread, struct swrt_explore_place *place);
    uint64_t (*initial)(void *self, uint64_t address, uint32_t size);
    void (*restart)(void *self, uint32_t thread);
    void (*next)(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event);
    void (*meet)(void *self, uint64_t threads);
};

#endif
