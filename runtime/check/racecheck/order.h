/* What happens before what among streams, events and the host, for racecheck: each of them carries a clock, which says
 * what it is behind. Nothing happens here while racecheck is off. All with the engine's lock held, but
 * swrt_order_host_runs. */
#ifndef SWRT_ORDER_H
#define SWRT_ORDER_H

#include <stdbool.h>

struct swrt_op;
struct CUstream_st;
struct CUevent_st;

/* The host submits the op: it is behind all that the host has done, and what its stream has done. */
void swrt_order_submitted(struct swrt_op *op);
/* It is done: those that wait for it, its stream and, of a graph's node, the launch are behind it. */
void swrt_order_completed(struct swrt_op *op);
/* A grid's blocks are done, but not what it has launched. */
void swrt_order_ran(struct swrt_op *op);
void swrt_order_follows(struct swrt_op *op, struct swrt_op *before);
void swrt_order_recorded(struct swrt_op *op); /* the turn of a record has come */
void swrt_order_stream_waits(struct CUstream_st *stream, struct CUevent_st *event);
/* The host knows that all of the stream, of the device's streams, of the event, of what the op waits for, is done. */
void swrt_order_host_saw_stream(struct CUstream_st *stream);
void swrt_order_host_saw_device(int device);
void swrt_order_host_saw_event(struct CUevent_st *event);
void swrt_order_host_runs(struct swrt_op *op);
/* Their memory is about to be freed. */
void swrt_order_forget(void **clock);
/* The op that the calling thread runs: what copies and fills are part of. */
void swrt_order_runs(struct swrt_op *op);

#endif
