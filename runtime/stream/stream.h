/* Streams and events, the handles that programs have of them, and who records what would enter a stream. */
#ifndef SWRT_STREAM_H
#define SWRT_STREAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

enum {
    SWRT_MAX_PENDING = 4096, /* ops queued in one stream before a submitter has to wait */
    SWRT_PRIORITY_LOW = 0,   /* the least and greatest stream priority, as on recent GPUs */
    SWRT_PRIORITY_HIGH = -5,
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

struct swrt_capturing;
struct swrt_copy;
struct swrt_fill;
struct swrt_grid;
struct swrt_op;
struct swrt_thread;

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

#endif
