/* Blocks in flight. An executor runs one block at a time and may hold more that wait (for a lock, a flag, the grid's
 * barrier); each sits in a slot, whose memory is reused from block to block.
 *
 * Threads of a block are counted in warps of 32, so sets of threads are 32-bit masks, one a warp, and sets of warps are
 * one 32-bit mask (CUDA's limit of 1024 threads makes that exact). A coroutine carries W threads, 1, 8, 16 or 32, that
 * start at a multiple of W. It goes by its first thread: a set of coroutines is the set of their first threads, so at
 * W = 1 it is a set of threads, and whether they still exist does not matter for it.
 */
#ifndef SWRT_BLOCK_H
#define SWRT_BLOCK_H

#include <setjmp.h>

#include "execute/cluster/cluster.h"
#include "execute/fiber.h"
#include "execute/frames.h"
#include "execute/locals.h"
#include "os/thread/fault_signals.h"
#include "os/thread/stack.h"
#include "os/thread/thread_id.h"
#include "stream/engine_internal.h"
#include "stream/op.h"

enum {
    SWRT_LANES = 32,
    SWRT_MAX_WARPS = 32,
    SWRT_MAX_THREADS = 1024,
    SWRT_BARRIERS = 16,
    SWRT_MANY_RESUMES = 50000, /* of a block's coroutines, before other blocks have a turn all the same */
    SWRT_RESIDENT = 32,        /* blocks in flight in one executor, while that suffices (executor.c) */
};

/* A coroutine and, while it waits, what it asked for. */
struct swrt_coroutine {
    void (**frame)(void *);
    uint16_t kind, op;
    uint32_t mask, arg, clamp, site;
    uint64_t value, result, result2;
    const uint64_t *coming; /* when it yields or is at a CONVERGED op: wait_coming of softwarp/abi.h */
    uint32_t own;           /* the lanes of its warp that it carries */
    uint32_t group;         /* those with which it left the last mark that keeps lanes in step */
    uint32_t frames;        /* of calls that it is in the midst of, and its own, */
    uint32_t bytes;         /* and what these take of a thread's stack */
};

struct swrt_warp {
    uint32_t runnable, yielded, at_grid; /* coroutines; the last: at the grid's barrier */
    uint32_t unstarted, turns;           /* those that have not begun; that have yet to run in the warp's turn */
    uint32_t alive;                      /* lanes that have not exited */
    uint32_t waiting;                    /* lanes at a WARP op: these three only at W = 1 */
    uint32_t unnamed;                    /* those of them that their mask does not name */
    uint32_t converged;                  /* lanes at a CONVERGED op */
    uint32_t passes, passes_then;        /* times that some of them were left behind by others; at the last turn */
    uint64_t yield_turns;                /* that they have waited for (warp.c) */
};

struct swrt_barrier {
    uint32_t stopped;    /* coroutines that wait */
    uint32_t threads;    /* how many it needs, 0: all that are alive */
    uint32_t arrived;    /* lanes that have come, counted when it needs a number of them, */
    uint32_t whole;      /* and threads of warps that have come as a whole, as it counts them */
    uint32_t predicates; /* lanes that came with a true predicate */
    bool reduces, some_false;
    uint32_t waiting[SWRT_MAX_WARPS];  /* coroutines */
    uint32_t present[SWRT_MAX_WARPS];  /* their lanes, and those that only arrived */
    uint32_t partial[SWRT_MAX_WARPS];  /* lanes of warps that have come in part, which do not count yet, */
    uint32_t truths[SWRT_MAX_WARPS];   /* those that came with a true predicate, */
    uint32_t arriving[SWRT_MAX_WARPS]; /* and coroutines that wait for the rest of their warp only */
};

/* A barrier at which all threads of the cluster, or of the block, that have not exited come and wait apart. */
enum { SWRT_SPLIT_CLUSTER, SWRT_SPLIT_BLOCK, SWRT_SPLIT_BARRIERS };
struct swrt_split_barrier {
    uint32_t came[SWRT_MAX_WARPS];    /* lanes, since it opened last */
    uint32_t free[SWRT_MAX_WARPS];    /* lanes that came before that and have not waited yet: they need not */
    uint32_t waiting[SWRT_MAX_WARPS]; /* coroutines */
};

struct swrt_slot {
    struct swrt_block block; /* first: what generated code sees */
    struct swrt_executor *executor;
    struct swrt_grid *grid;
    uint32_t width, width_log; /* W of the variant that runs, and its logarithm */
    uint32_t own;              /* the lanes of the warp's first coroutine: W ones */
    uint32_t firsts;           /* the lanes of a warp that are the first of a coroutine */
    uint32_t live, num_warps;  /* live: coroutines that have not finished */
    uint32_t runnable_warps, yielded_warps, waiting_warps, converged_warps, barriers_used;
    uint32_t polling_warps; /* lanes of which have yielded since the block's turn began, or when it did */
    uint32_t grid_waiters, generation;
    bool at_grid_barrier, progressed;
    struct swrt_cluster *cluster; /* of several blocks; null: it is alone */
    bool has_begun, has_ended;    /* of a cluster's block */
    bool has_sleepers;            /* some yielded coroutine has a time to sleep until, its value */
    uint32_t resumes;             /* of its coroutines so far; wraps */
    uint32_t rotate;              /* the order of coroutines is ascending from here on, if shuffled */
    bool shuffled, reverse;
    struct swrt_fiber *fibers, *fiber; /* of a debug build: threads that have not ended; the one that runs */
    char *shared; /* memory for the block's, or for that of all blocks of the cluster of which it is the first */
    size_t shared_size;
    void *race;                             /* racecheck's block */
    const struct swrt_steering *steering;   /* null: an executor runs its threads */
    const struct swrt_site **sites;         /* of synccheck: where each thread waits, */
    uint64_t *turns;                        /* and in which turn of a loop */
    const struct swrt_kernel *valid_kernel; /* whose shared memory memcheck has entered as valid, */
    uint32_t valid_bytes;                   /* how much of it, */
    const char *valid_shared;               /* and where */
    struct swrt_frames frames;
    struct swrt_warp warps[SWRT_MAX_WARPS];
    struct swrt_barrier barriers[SWRT_BARRIERS];
    struct swrt_split_barrier split[SWRT_SPLIT_BARRIERS];
    uint32_t split_used;
    struct swrt_coroutine coroutines[SWRT_MAX_THREADS]; /* dense: one every W threads would share few cache sets */
};

/* Who runs a slot's one thread in place of an executor (explore/launch). stopped: it has failed, or there was a fault; the
 * executor says which. refuse: it has come to what cannot be done so; a text. Neither comes back. holds: whether an address
 * is in memory of the thread's own. */
struct swrt_steering {
    void (*stopped)(struct swrt_slot *slot);
    void (*refuse)(struct swrt_slot *slot, const char *what);
    bool (*holds)(const struct swrt_slot *slot, const void *address);
};

/* Behind a block's shared memory in programs that are being checked: bytes that are nobody's. */
enum { SWRT_SHARED_GAP = 256 };

/* The coroutine that carries the thread. */
static inline struct swrt_coroutine *swrt_coroutine_of(struct swrt_slot *slot, uint32_t tid) {
    return &slot->coroutines[tid >> slot->width_log];
}

/* What stopped device code. */
enum swrt_fault_kind {
    SWRT_FAULT_NONE,
    SWRT_FAULT_SIGNAL,
    SWRT_FAULT_ASSERT,
    SWRT_FAULT_TRAP,
    SWRT_FAULT_DEADLOCK,
    SWRT_FAULT_REPORTED /* a checker has said all there is to say */
};
struct swrt_fault {
    enum swrt_fault_kind kind;
    enum swrt_signal signal;
    bool misaligned, general_protection, stack_overflow;
    bool overrun, is_read, is_before; /* overrun: of a local variable; by a read; before its start */
    /* found afterwards in a frame or around it, which neighbouring threads can have written to as well */
    bool in_frame;
    bool is_refused; /* there is memory, but none of a GPU's (check/strict/reach.c) */
    bool is_call;    /* of a function that is not there; pc: of the call */
    uintptr_t address, pc;
    cudaError_t error;
    const char *message, *file, *function;
    uint32_t line, size; /* size: of a misaligned atomic operation */
    bool is_one_thread;  /* the block's tid did it, not some thread of its run of W */
};

/* An assertion that failed for a thread. */
struct swrt_assertion {
    const char *message, *file, *function;
    uint32_t line, tid;
};
enum { SWRT_MOST_ASSERTIONS = 32 }; /* that are told of one fault */

struct swrt_text { /* scratch for printf: kept here so that a fault leaks nothing */
    char *at;
    size_t count, capacity;
};

struct swrt_executor {
    unsigned index;
    struct swrt_thread_id thread; /* that runs `running` */
    _Atomic bool is_sent_for;     /* it has been interrupted (interrupt.c) */
    struct swrt_executor *next;
    struct swrt_grid *grid; /* where `first .. end-1` were taken from */
    uint64_t first, end;
    uint64_t chunk_start;     /* ns, 0: not measured */
    struct swrt_slot **slots; /* the blocks in flight that wait */
    uint32_t num_slots, slots_size, cursor, limit;
    struct swrt_slot *spare[SWRT_MOST_CLUSTER];
    uint32_t num_spare;
    struct swrt_slot *volatile running;
    uint32_t rounds;       /* turns given to waiting blocks since this thread came */
    uint32_t rounds_since; /* ... since a block was last taken */
    uint32_t idle_rounds;  /* those in a row that got nobody further */
    uint64_t grown;        /* when the limit was last raised, ns */
    struct swrt_deferred *deferred;
    struct swrt_fault fault;
    struct swrt_assertion assertions[SWRT_MOST_ASSERTIONS]; /* those of the fault */
    uint32_t num_assertions;
    void **attempt;          /* where one that fails in a function of this lane's leads back to; null: nowhere */
    struct swrt_mutex *held; /* the lock that device code holds just now */
    struct swrt_text text;
    struct swrt_fibers fibers;  /* stacks of threads of debug builds */
    struct swrt_guarded locals; /* its blocks' stack for variables that may be overrun */
    struct swrt_stack stack;    /* for a host's thread that works for it; made when the first one does */
    uint32_t ntid[3];           /* the block shape that the coordinates are for */
    _Alignas(64) uint16_t tids_x[SWRT_MAX_THREADS], tids_y[SWRT_MAX_THREADS], tids_z[SWRT_MAX_THREADS];
    jmp_buf recover;
};

enum swrt_progress { SWRT_FINISHED, SWRT_STALLED };

/* executor.c */
struct swrt_slot *swrt_executor_slot(struct swrt_executor *executor); /* one that nobody uses */

/* slot.c */
struct swrt_slot *swrt_slot_create(struct swrt_executor *executor);
void swrt_slot_destroy(struct swrt_slot *slot);
void swrt_slot_prepare(struct swrt_slot *slot, struct swrt_grid *grid, uint64_t index); /* for a block */
/* For the next block of the same grid, of a variant that never waits. */
void swrt_slot_next(struct swrt_slot *slot, uint64_t index);
/* Whether a thread has written beyond its frame; it is the block's tid then. */
bool swrt_slot_overrun(struct swrt_slot *slot);
void swrt_slot_check_frames(struct swrt_slot *slot); /* of a block that has ended: one that was overrun is a fault */
/* Before a block goes on: one of another shape may have run in the executor meanwhile. */
void swrt_slot_prepare_again(struct swrt_slot *slot);

/* block.c */
enum swrt_progress swrt_block_start(struct swrt_slot *slot);
enum swrt_progress swrt_block_continue(struct swrt_slot *slot);
void swrt_block_run_out(struct swrt_slot *slot); /* after a failed assertion: others may fail, too */

/* coroutine.c */
void swrt_coroutines_start(struct swrt_slot *slot);   /* all of a block, each up to its first wait */
void swrt_coroutines_run(struct swrt_slot *slot);     /* until none is runnable, or it is time for other blocks */
void swrt_coroutines_run_out(struct swrt_slot *slot); /* the same after an assertion has failed in one of them */

/* barrier.c. lanes: those of the coroutine that wait. */
void swrt_barrier_join(struct swrt_slot *slot, uint32_t tid, uint32_t lanes);
void swrt_barrier_open(struct swrt_slot *slot, struct swrt_barrier *barrier);
bool swrt_barriers_resolve(struct swrt_slot *slot);       /* releases those that exited threads no longer hold */
bool swrt_barriers_resolve_stuck(struct swrt_slot *slot); /* nothing else can go on: what warps in part may open */

_Noreturn void swrt_bad_barrier(struct swrt_slot *slot, const char *message);

/* split_barrier.c */
void swrt_split_barrier_join(struct swrt_slot *slot, uint32_t tid, uint32_t lanes);
bool swrt_split_barriers_resolve(struct swrt_slot *slot);

/* warp.c: only at W = 1; wider coroutines do these in registers. */
void swrt_warp_join(struct swrt_slot *slot, uint32_t tid);
bool swrt_warp_resolve(struct swrt_slot *slot, uint32_t warp); /* no lane of the warp can run */
bool swrt_warps_resolve(struct swrt_slot *slot);               /* the same for all of them */
/* Of each warp the group whose turn it is. is_idle: nobody else of the block can go on but what has yielded. */
bool swrt_converged_resolve(struct swrt_slot *slot, bool is_idle);
/* Of what has yielded: in some warps, while in others all that has sleeps. */
void swrt_converged_count_turn(struct swrt_slot *slot, uint32_t awake_warps, uint32_t sleeping_warps);

/* unnamed.c: lanes that their masks do not name. */
void swrt_note_unnamed(struct swrt_slot *slot, uint32_t op, uint32_t mask, uint32_t lane, uintptr_t pc);
void swrt_warp_answer(struct swrt_warp_call *call); /* fills in the results */

/* __syncthreads at barrier 0, which nobody uses otherwise: what nearly every wait is, so it costs few instructions.
 * False: it is none of these, nothing has been done. */
static inline bool swrt_barrier_join_simple(struct swrt_slot *slot, struct swrt_coroutine *coroutine, uint32_t warp,
                                            uint32_t first, uint32_t lanes) {
    const struct swrt_block *b = &slot->block;
    struct swrt_barrier *barrier = &slot->barriers[0];
    if (b->wait_op | b->wait_arg | b->wait_mask | barrier->threads)
        return false;
    coroutine->kind = SWRT_WAIT_BARRIER;
    coroutine->op = coroutine->mask = coroutine->arg = 0;
    barrier->present[warp] |= lanes;
    barrier->waiting[warp] |= first;
    slot->barriers_used |= 1;
    if (++barrier->stopped >= slot->live)
        swrt_barrier_open(slot, barrier);
    return true;
}

static inline void swrt_make_runnable(struct swrt_slot *slot, uint32_t warp, uint32_t coroutines) {
    slot->warps[warp].runnable |= coroutines;
    slot->runnable_warps |= 1u << warp;
}

/* finding.c */
struct swrt_finding;
void swrt_finding_watch(void); /* before a block runs of which something may be found */
/* The kernel, block and thread that runs. */
void swrt_finding_thread(struct swrt_finding *f, const struct swrt_block *block);

/* fault.c */
void swrt_fault_install(void);                                     /* faults are seen to, unless that is so already */
_Noreturn void swrt_fault_raise(struct swrt_executor *executor);   /* executor->fault is filled in */
_Noreturn void swrt_fault_overrun(struct swrt_executor *executor); /* of a local variable, found afterwards */
_Noreturn void swrt_fault_frame(struct swrt_executor *executor);   /* in_frame */
void swrt_fault_assertions(struct swrt_executor *executor);        /* fills it in: what the executor has noted */
_Noreturn void swrt_misaligned_at(const void *address, uint32_t size, const void *caller); /* trap.c */
bool swrt_fault_has_others(const struct swrt_executor *executor); /* an assertion has failed, and more may */
void swrt_fault_handle(struct swrt_executor *executor);           /* after recovery: says it, stops the launch */

/* interrupt.c: device code that asks nobody. */
/* A fault has broken the device: ends what others run on it, soon. */
void swrt_interrupt_others(const struct swrt_executor *self, int device);
void swrt_interrupt_all(void); /* asks all who run blocks whether these are to end, once; lock held */
void swrt_interrupts_settle(struct swrt_executor *executor); /* it is about to leave; lock held */
bool swrt_is_sent_for(void);                                 /* whether the calling thread is to be interrupted */
void swrt_interrupted(uintptr_t pc);                         /* in its handler; returns if the block goes on */

/* fault_report.c */
void swrt_report_fault(const struct swrt_slot *slot, const struct swrt_fault *fault);
/* What it was that stopped device code, in some words. */
void swrt_fault_text(const struct swrt_fault *fault, char *text, size_t size);
/* Where it would have led; false when that is not known. */
bool swrt_fault_place(const struct swrt_fault *fault, char *text, size_t size);
void swrt_report_deadlock(const struct swrt_slot *slot);
const char *swrt_unnamed_text(uint32_t op, uint32_t mask, uint32_t lane); /* until the thread asks again */
void swrt_report_remark(const struct swrt_slot *slot, const char *text, uintptr_t pc, const char *further);

#endif
