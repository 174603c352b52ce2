/* The engine's own view: the one struct that ties ops (op.h), streams and events (stream.h) together, and its threads.
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
#include "stream/op.h"
#include "stream/stream.h"

struct swrt_executor;
struct swrt_waiter;

struct swrt_device_state {
    bool ready;
    struct CUstream_st null_stream;
    struct CUstream_st *streams; /* all of them, null_stream too */
    struct CUevent_st *events;
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
