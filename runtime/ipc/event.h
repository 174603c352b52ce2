/* Events that processes share: a page with two counters, of records submitted and of records that are done. */
#ifndef SWRT_IPC_EVENT_H
#define SWRT_IPC_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "stream/op.h"
#include "stream/stream.h"

struct swrt_shared_event {
    _Atomic uint64_t submitted, done; /* done: the newest that is */
    _Atomic uint32_t rung;            /* goes up with every record that is done; waiters sleep on it */
    _Atomic int32_t recorder;         /* the process that submitted the newest */
};

/* All with the engine's lock held. */
bool swrt_shared_event_create(struct CUevent_st *event);
void swrt_shared_event_close(struct CUevent_st *event); /* the event goes */
void swrt_shared_event_submit(struct CUevent_st *event, struct swrt_op *op);
void swrt_shared_event_done(const struct CUevent_st *event, uint64_t turn);
/* Whether the event's newest record is another process's, and not done; *turn: which it is. */
bool swrt_shared_event_remote(const struct CUevent_st *event, uint64_t *turn);
/* Keeps the stream from going on until another process's record is done. */
cudaError_t swrt_shared_event_stream_wait(struct CUstream_st *stream, struct CUevent_st *event, uint64_t turn);
/* The same for one op, which is not submitted yet. */
void swrt_shared_event_op_wait(struct swrt_op *op, struct CUevent_st *event, uint64_t turn);
/* Waits for it; gives up the lock meanwhile. */
void swrt_shared_event_wait(struct CUevent_st *event, uint64_t turn);

#endif
