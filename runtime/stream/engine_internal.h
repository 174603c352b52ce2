/* The engine's own view: ops, streams, events, grids and the one struct that ties them together.
 *
 * Words. An *op* is one item of stream work: a grid, a call (copy, fill), a host function, an event record or a mark
 * (something to wait for). A *grid* is a kernel launch in progress. An *executor* is the place where blocks run: its
 * number is the block's %smid, and there is one per worker. Threads come and go: a pool thread, or a host thread that
 * waits and helps, takes a free executor, runs blocks in it, and gives it back.
 *
 * Rules.
 * 1. Order between ops is a graph: an op counts the unfinished ops that it waits for, and every op lists those that
 *    wait for it. Streams, events and the null stream's meeting of all blocking streams are only rules for drawing
 *    edges when an op is submitted (swrt_op_submit), nothing looks at streams afterwards.
 * 2. All of this is guarded by swrt_engine.lock, except what is marked atomic. No device code, no host function and no
 *    copy runs with the lock held.
 * 3. A thread that waits may run only what it waits for: another kernel might itself be waiting for this thread.
 */
#ifndef SWRT_ENGINE_INTERNAL_H
#define SWRT_ENGINE_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "os/thread/lock.h"
#include "os/thread/thread.h"
#include "report/error.h"
#include "softwarp/abi.h"
#include "stream/engine.h"

enum {
    SWRT_MAX_PENDING = 4096, /* ops queued in one stream before a submitter has to wait */
    SWRT_INLINE_BYTES = 256, /* payload (arguments, call data) that fits in the op itself */
    SWRT_PRIORITY_LOW = 0,   /* the least and greatest stream priority, as on recent GPUs */
    SWRT_PRIORITY_HIGH = -5,
    SWRT_SHUFFLE_REVERSE = 2, /* the last block, the last warp, the last lane first; seeds are odd */
};

/* What a handle points to begins with its kind, so that one is not taken for another. */
enum swrt_tag {
    SWRT_TAG_STREAM = 0x73747265,
    SWRT_TAG_EVENT = 0x6576656e,
    SWRT_TAG_GRAPH = 0x67726170,
    SWRT_TAG_NODE = 0x6e6f6465,
    SWRT_TAG_EXEC = 0x65786563,
    SWRT_TAG_OBJECT = 0x6f626a65,
};

struct swrt_family;
struct swrt_op;
struct swrt_op_list;
struct swrt_program;
struct swrt_capturing;

/* What ops of a kind do, by those who know the kind. All but the first may be null; with the lock held. */
struct swrt_op_kind {
    void (*turn)(struct swrt_op *op, struct swrt_op_list *finished); /* what is complete at once is added */
    void (*run)(struct swrt_op *op);                                 /* its turn in a list of a service (service.c) */
    void (*complete)(struct swrt_op *op, struct swrt_op_list *finished); /* of an op that is no node of a program */
    void (*discard)(struct swrt_op *op);                                 /* gives back what it holds */
    bool is_dropped; /* after a device's asynchronous error its turn does nothing */
};
/* op.c, service.c, event.c; those of grids are in execute/grid.c, graphs' in graph/graph.h. */
extern const struct swrt_op_kind swrt_kind_mark;    /* something to wait for */
extern const struct swrt_op_kind swrt_kind_claimed; /* a mark that whoever waits for it completes */
extern const struct swrt_op_kind swrt_kind_call, swrt_kind_host, swrt_kind_callback, swrt_kind_record;
extern const struct swrt_op_kind swrt_kind_grid;

struct swrt_edge { /* owned by the op that waits */
    struct swrt_op *waiting;
    struct swrt_edge *next;
};

/* A launch in progress. Blocks have linear indices 0 .. total-1; `next` is the first that nobody has taken. */
struct swrt_grid {
    const struct swrt_module *module;
    const struct swrt_kernel *kernel;
    const struct swrt_variant *variant;
    uint32_t nctaid[3], ntid[3], nthreads;
    uint32_t shared_bytes, dynamic_bytes;
    uint64_t total, id;
    void *args, *image;
    int device;
    bool cooperative;
    bool is_passed_over;                  /* what checkers find in it is not told */
    const struct swrt_call_stack *caller; /* who launched it; of programs that are being checked */
    uint64_t shuffle;                     /* seed of the block order, 0: in order, or SWRT_SHUFFLE_REVERSE */
    _Atomic uint64_t next;
    _Atomic uint32_t chunk;      /* blocks to take at a time (a hint, raced for) */
    _Atomic bool stop;           /* a fault: the blocks left are not run */
    unsigned users;              /* executors and blocks in flight that hold this grid (engine.lock) */
    _Atomic uint32_t generation; /* grid barriers passed */
    struct swrt_mutex meet;      /* guards the two counts of the grid barrier */
    uint64_t arrived, finished;
    uint64_t absent;                     /* blocks that had finished when the grid barrier opened last */
    void *race;                          /* racecheck's launch */
    struct swrt_cooperation cooperation; /* what device code meets at by itself */
    struct swrt_together *together;
    struct swrt_family *_Atomic family; /* what it has launched itself (execute/dynamic/family.h) */
    unsigned depth;                     /* 0: launched by the host; 1: by such a grid, .. */
    struct swrt_verified *verified;     /* while it is run to compare its results (verify/verify.h); else null */
};

/* What the grids of a launch on several devices share; freed with the last of them. refs: engine.lock. */
struct swrt_together {
    struct swrt_meeting meeting;
    unsigned refs;
};

struct swrt_call {
    cudaError_t (*run)(void *data);
    void *data;
};

struct swrt_host_call {
    cudaHostFn_t function;
    cudaStreamCallback_t callback;
    cudaStream_t handle;
    void *data;
};

struct swrt_graph_call {
    struct swrt_program *body;
    struct CUgraphExec_st *exec;  /* of a launch */
    struct swrt_program **bodies; /* of a condition */
    unsigned num_bodies;
    const volatile unsigned *condition;
    enum cudaGraphConditionalNodeType type;
    struct swrt_op *tokens; /* of a launch: its event nodes' that are not done */
};

struct swrt_token {
    struct CUevent_st *event;
    struct swrt_op *node; /* null: the launch has ended */
    bool arrived;         /* the node's turn has come, before that of what it waits for */
};

struct swrt_memory_call {
    struct swrt_graph_memory *memory;
    bool live;
};

struct swrt_op {
    const struct swrt_op_kind *kind;
    struct swrt_program *program; /* whose node it is; null: an op of its stream */
    void (*node_completes)(struct swrt_op *op, struct swrt_op_list *finished); /* of a node: graph/run.c */
    uint32_t node;
    struct CUstream_st *stream;
    uint64_t seq;
    unsigned waits; /* unfinished ops before this one, plus one while it is being submitted */
    unsigned num_edges;
    struct swrt_edge *after; /* the ops that wait for this one */
    struct swrt_edge own[2], *more;
    struct swrt_op *prev, *next;
    _Atomic bool ready; /* its turn has come */
    bool outside;       /* of all streams: only edges order it */
    uint64_t turn;      /* of a record of a shared event */
    void *clock;        /* what it is behind (check/racecheck/order.h) */
    union {
        struct swrt_grid grid;
        struct swrt_call call;
        struct swrt_host_call host;
        struct CUevent_st *event;
        struct swrt_graph_call graph;
        struct swrt_memory_call memory;
        struct swrt_token token;
    };
    void *payload; /* bytes[] or a block from malloc */
    _Alignas(16) unsigned char bytes[SWRT_INLINE_BYTES];
};

struct swrt_op_list {
    struct swrt_op *first, *last;
};

/* A stream. Freed when nobody refers to it: its owner (until destroyed), its ops, and threads that wait for it. */
struct CUstream_st {
    unsigned tag;
    unsigned flags;
    int priority, device;
    uint64_t id;
    unsigned refs;
    _Atomic unsigned pending;   /* unfinished ops */
    struct swrt_op *last;       /* the newest unfinished op */
    uint64_t submitted;         /* seq of the newest op */
    _Atomic uint64_t completed; /* seq of the newest finished op */
    struct CUstream_st *prev, *next;
    bool is_null, is_per_thread, destroyed;
    struct swrt_capturing *capturing;     /* graph/capture.c */
    struct cudaAccessPolicyWindow window; /* hints that programs read back */
    enum cudaSynchronizationPolicy sync_policy;
    cudaLaunchMemSyncDomain domain;
    cudaLaunchMemSyncDomainMap domains;
    void *clock; /* check/racecheck/order.h */
};

/* Of an event that other processes see, with the lock held: its newest record, or an earlier one, is done; it goes. */
struct swrt_sharing {
    void (*done)(const struct CUevent_st *event, uint64_t turn);
    void (*close)(struct CUevent_st *event);
};

struct CUevent_st {
    unsigned tag;
    unsigned flags;
    int device;
    unsigned refs;
    bool recorded, destroyed;
    struct swrt_op *pending;        /* its newest record, when unfinished */
    uint64_t time;                  /* ns */
    struct swrt_captured *captured; /* its newest record was captured (graph/capture.c) */
    struct CUevent_st *prev, *next;
    struct swrt_shared_event *shared;   /* ipc/event.c: what other processes see of it, or null */
    const struct swrt_sharing *sharing; /* with it */
    uint64_t turn;                      /* its newest record of this process, of those of all */
    void *clock;                        /* check/racecheck/order.h */
    int file;                           /* of the shared page, -1 in processes that opened a handle */
};

struct swrt_device_state {
    bool ready;
    struct CUstream_st null_stream;
    struct CUstream_st *streams; /* all of them, null_stream too */
    struct CUevent_st *events;
};

struct swrt_executor;
struct swrt_waiter;
struct swrt_copy;
struct swrt_fill;

/* Who takes what would enter a stream, where a stream captures or a thread records (graph/capture.h says what each of
 * these means); with the lock held, but copy and fill. */
struct swrt_recorder {
    cudaError_t (*check)(struct CUstream_st *stream, bool *capturing);
    cudaError_t (*refuse)(struct CUstream_st *stream);
    cudaError_t (*call)(struct CUstream_st *stream, cudaError_t (*run)(void *data), const void *data, size_t bytes);
    cudaError_t (*kernel)(struct CUstream_st *stream, const struct swrt_grid *grid, const void *function, void **args);
    cudaError_t (*copy)(const struct swrt_copy *copy, enum cudaMemcpyKind kind, uint32_t dst, uint32_t src,
                        cudaStream_t stream, bool waits, bool *captured); /* dst, src: enum swrt_memory_kind */
    cudaError_t (*fill)(const struct swrt_fill *fill, cudaStream_t stream, bool waits, bool *captured);
    void (*forget_stream)(struct CUstream_st *stream);
    void (*forget_event)(struct CUevent_st *event);
};

/* Who runs grids, as soon as one has been launched (execute/launch.c). */
struct swrt_runner {
    bool (*work)(void);                       /* on a pool's thread; lock held; false: there is nothing to run */
    bool (*help)(struct swrt_waiter *waiter); /* on the calling host thread; lock held; false: there was nothing */
    void (*flush)(void);                      /* hands what kernels have printed so far to stdout */
    void (*end)(void);                        /* the same when the program ends */
    void (*reset)(int device);                /* what kernels allocated is gone */
};

/* An event count: threads sleep on it until something changes, which raises the epoch. due: how many to wake when the
 * lock is given up (engine.lock). */
struct swrt_eventcount {
    _Atomic uint32_t epoch, sleepers;
    uint32_t due;
};

struct swrt_engine {
    struct swrt_mutex lock;
    _Atomic bool is_locked; /* for asserts: somebody holds the lock (engine.c) */
    uint64_t seq, stream_ids, grid_ids;
    _Atomic unsigned captures;                    /* streams that capture, and threads that record (graph/capture.h) */
    const struct swrt_runner *_Atomic runner;     /* null as long as there was no launch */
    const struct swrt_recorder *_Atomic recorder; /* theirs; null as long as there were none */
    struct swrt_device_state devices[SWRT_MAX_DEVICES];

    struct swrt_op_list grids; /* with blocks left to take, by priority and age */
    _Atomic unsigned num_grids;
    struct swrt_op_list calls, hosts;
    struct swrt_op_list verified; /* grids whose turn has come, under `softwarp verify` */
    uint64_t handed;              /* ops given to those lists, so far: what does not complete at its turn */
    struct swrt_op *spare_ops;

    struct swrt_executor **executors, *free_executors, *orphans;
    unsigned num_workers;
    unsigned num_threads, idle_threads; /* of the pool: created so far, without work */
    unsigned most_threads;              /* num_workers, or as many as the system grants */
    unsigned spinning;                  /* of the idle ones: those that the next signal finds awake */
    uint64_t shuffle;
    uint32_t width; /* W that kernels are to run with, 0: each its own */

    struct swrt_eventcount work; /* pool threads */
    struct swrt_eventcount done; /* threads that wait for ops */
};

extern struct swrt_engine swrt_engine;

/* copies.c: says so if another copy of the runtime is at work in this process */
void swrt_copy_begins(void);

/* engine.c */
void swrt_engine_start(void); /* once, at the first stream or launch; cheap afterwards */
void swrt_lock(void);
void swrt_unlock(void);
bool swrt_is_locked(void); /* by the calling thread, or another one: for asserts */
struct swrt_device_state *swrt_device_state(int device);
/* swrt_cond_wait with the lock, which only swrt_unlock gives up otherwise. */
void swrt_lock_wait(struct swrt_cond *changed);
/* Spins until the event count's epoch differs from seen: true, or for so long: false. */
bool swrt_spin(struct swrt_eventcount *event, uint32_t seen, uint64_t nanoseconds);
/* Sleeps until the epoch differs from seen (or for no reason); swrt_sleep spins shortly first. */
void swrt_doze(struct swrt_eventcount *event, uint32_t seen);
void swrt_sleep(struct swrt_eventcount *event, uint32_t seen);
/* With the lock held: raises the epoch. Of those who doze so many wake; those who spin go on in any case. */
void swrt_signal(struct swrt_eventcount *event, uint32_t wake);

/* op.c: all with the lock held, but swrt_op_payload. */
struct swrt_op *swrt_op_create(const struct swrt_op_kind *kind, struct CUstream_st *stream);
bool swrt_op_payload(struct swrt_op *op, size_t bytes); /* room in op->payload; false: out of memory */
void swrt_op_discard(struct swrt_op *op);               /* one that was never submitted */
void swrt_op_after(struct swrt_op *op, struct swrt_op *before);
void swrt_op_submit(struct swrt_op *op);
void swrt_op_submit_outside(struct swrt_op *op); /* one that is in no stream */
void swrt_op_complete(struct swrt_op *op);
void swrt_op_again(struct swrt_op *op); /* its turn has come, outside of any other's */
void swrt_op_turn_ends(struct swrt_op *op, struct swrt_op_list *finished); /* a kind's turn: complete at once */
/* To a list that others work off. */
void swrt_op_hand(struct swrt_op_list *list, struct swrt_op *op);
/* Its turn has come; what is complete at once is added to `finished`. */
void swrt_op_turn(struct swrt_op *op, struct swrt_op_list *finished);
void swrt_op_list_add(struct swrt_op_list *list, struct swrt_op *op);
void swrt_op_list_remove(struct swrt_op_list *list, struct swrt_op *op);

/* stream.c */
void swrt_streams_thread_ends(struct swrt_thread *self);
/* With the lock held. */
struct CUstream_st *swrt_stream_find(cudaStream_t handle); /* null: not a stream */
struct CUstream_st *swrt_stream_create(int device, unsigned flags, int priority);
void swrt_stream_release(struct CUstream_st *stream);
void swrt_stream_destroy(struct CUstream_st *stream);
bool swrt_stream_is_blocking(const struct CUstream_st *stream);

/* event.c: with the lock held. */
struct CUevent_st *swrt_event_create(int device, unsigned flags); /* null: out of memory */
void swrt_events_drop(int device);
void swrt_event_release(struct CUevent_st *event);

/* submit.c, with the lock held: whether a call's work has to go to the recorder instead of the stream; and for calls
 * that a capturing stream does not allow, the error. */
cudaError_t swrt_stream_captures(struct CUstream_st *stream, bool *capturing);
cudaError_t swrt_stream_refuse(struct CUstream_st *stream);

/* handle.c: which handles are alive; with the lock held. */
bool swrt_handle_add(const void *handle);
void swrt_handle_remove(const void *handle);
bool swrt_handle_is(const void *handle, enum swrt_tag tag); /* alive, and of that kind */

/* wait.c */
struct swrt_waiter {
    struct CUstream_st *stream; /* until this stream has completed `seq` ... */
    uint64_t seq;
    struct swrt_op *op;    /* ... or, when set, until this claimed op's turn has come */
    bool room;             /* ... or until it has room for more ops */
    bool every_blocking;   /* ops of every blocking stream of the device are on its way */
    uint64_t device_limit; /* likewise all ops of the device up to this one */
};
bool swrt_waiter_done(const struct swrt_waiter *waiter);
bool swrt_waiter_helps(const struct swrt_waiter *waiter, const struct swrt_op *op);
/* Waits (helping where it may). Called and returns with the lock held. */
void swrt_wait(struct swrt_waiter *waiter);
/* Whether it has work; with the lock held. The host knows what it sees. */
bool swrt_stream_look(struct CUstream_st *stream);
/* Waits until everything submitted to the stream so far is done; same locking. */
void swrt_wait_stream(struct CUstream_st *stream);
void swrt_wait_seq(struct CUstream_st *stream, uint64_t seq);
/* Waits for one op, without helping: what comes after it in its graph may wait for the caller. */
void swrt_wait_op(struct swrt_op *op);
void swrt_runner_flush(void); /* what kernels have printed so far, if there were any */
/* Keeps a program that never waits from filling memory with queued work. */
void swrt_wait_for_room(struct CUstream_st *stream);

/* service.c: threads for copies and host functions. */
/* Around a copy, a fill, a host function, with the lock held: it waits until no launch is being compared. */
void swrt_call_begins(void);
void swrt_call_ends(void);
void swrt_service_notify(void); /* something was added to calls, hosts or verified; lock held */

/* worker.c */
void swrt_workers_wake(unsigned count); /* lock held */
bool swrt_workers_any(void);            /* lock held; creates the first. False: the system grants none */
void swrt_worker_begins(void);          /* the calling thread, one of swrt_spawn's, is going to run blocks */
/* patience.c, with the lock held: under a checker, the engine's own threads leave work for a while to host threads that
 * wait for it, so that a program does the same in each run. And: a host thread asks whether something is done. */
void swrt_patience(void);
void swrt_patience_ends(void);

/* parallel.c */
bool swrt_parallel_help(void); /* runs a part of a job if there is one; lock held, released meanwhile */

#endif
