/* Clocks of streams, events and the host (order.h), joined where the engine puts one of them behind another: the edges
 * are those of stream/op.c. */
#include "check/racecheck/order.h"

#include <stddef.h>

#include "check/racecheck/racecheck.h"
#include "check/turn.h"
#include "device/device.h"
#include "graph/graph.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"

static void join(void **into, void *from) {
    struct swrt_race_clock *clock = *into;
    if (!from)
        return;
    swrt_race_clock_join(&clock, from);
    *into = clock;
}

void swrt_order_forget(void **clock) {
    if (!*clock)
        return;
    swrt_turn_lock();
    swrt_race_clock_drop(*clock);
    swrt_turn_unlock();
    *clock = NULL;
}

/* The streams whose finished work an op of this stream is behind: as order() in stream/op.c draws edges to what is
 * not. */
static void join_streams(struct swrt_op *op) {
    struct CUstream_st *stream = op->stream;
    struct swrt_device_state *device = swrt_device_state(stream->device);
    join(&op->clock, stream->clock);
    if (!swrt_stream_is_blocking(stream))
        return;
    if (!stream->is_null)
        join(&op->clock, device->null_stream.clock);
    for (struct CUstream_st *other = stream->is_null ? device->streams : NULL; other; other = other->next)
        if (swrt_stream_is_blocking(other))
            join(&op->clock, other->clock);
}

void swrt_order_submitted(struct swrt_op *op) {
    if (!swrt_racecheck_is_on())
        return;
    swrt_turn_lock();
    struct swrt_race_clock *host = swrt_race_host_clock(swrt_racecheck_engine());
    join(&op->clock, host);
    swrt_race_clock_drop(host);
    join_streams(op);
    swrt_turn_unlock();
}

/* A node of a graph is behind all of the graph that has been done so far. */
static struct swrt_op *clock_owner(struct swrt_op *op) {
    return op->program ? swrt_graph_top(op) : op;
}

static void end_launch(struct swrt_op *op) {
    if (op->kind != &swrt_kind_grid || !op->grid.race)
        return;
    struct swrt_race_clock *end = swrt_race_launch_end(op->grid.race);
    op->grid.race = NULL;
    join(&clock_owner(op)->clock, end);
    swrt_race_clock_drop(end);
}

void swrt_order_ran(struct swrt_op *op) {
    if (!swrt_racecheck_is_on())
        return;
    swrt_turn_lock();
    end_launch(op);
    swrt_turn_unlock();
}

void swrt_order_follows(struct swrt_op *op, struct swrt_op *before) {
    if (!swrt_racecheck_is_on())
        return;
    swrt_turn_lock();
    join(&clock_owner(op)->clock, clock_owner(before)->clock);
    swrt_turn_unlock();
}

void swrt_order_completed(struct swrt_op *op) {
    if (!swrt_racecheck_is_on())
        return;
    swrt_turn_lock();
    struct swrt_op *owner = clock_owner(op);
    end_launch(op);
    if (owner == op) {
        for (struct swrt_edge *edge = op->after; edge; edge = edge->next)
            join(&edge->waiting->clock, op->clock);
        join(&op->stream->clock, op->clock);
    }
    swrt_turn_unlock();
}

void swrt_order_recorded(struct swrt_op *op) {
    if (!swrt_racecheck_is_on())
        return;
    swrt_turn_lock();
    join(&op->event->clock, clock_owner(op)->clock);
    swrt_turn_unlock();
}

void swrt_order_stream_waits(struct CUstream_st *stream, struct CUevent_st *event) {
    if (!swrt_racecheck_is_on())
        return;
    swrt_turn_lock();
    join(&stream->clock, event->clock);
    swrt_turn_unlock();
}

static void host_joins(void *clock) {
    if (!swrt_racecheck_is_on() || !clock)
        return;
    swrt_turn_lock();
    swrt_race_host_join(swrt_racecheck_engine(), clock);
    swrt_turn_unlock();
}

/* When nothing is on its way, what comes is behind all that was. */
static void settle(void) {
    for (int device = 0; device < swrt_device_count(); device++)
        for (struct CUstream_st *stream = swrt_device_state(device)->streams; stream; stream = stream->next)
            if (stream->pending)
                return;
    swrt_turn_lock();
    swrt_race_settle(swrt_racecheck_engine());
    swrt_turn_unlock();
}

void swrt_order_host_saw_stream(struct CUstream_st *stream) {
    host_joins(stream->clock);
    if (!swrt_racecheck_is_on())
        return;
    struct CUstream_st *others = stream->is_null ? swrt_device_state(stream->device)->streams : NULL;
    for (struct CUstream_st *other = others; other; other = other->next)
        if (swrt_stream_is_blocking(other))
            host_joins(other->clock);
    settle();
}

void swrt_order_host_saw_device(int device) {
    if (!swrt_racecheck_is_on())
        return;
    for (struct CUstream_st *stream = swrt_device_state(device)->streams; stream; stream = stream->next)
        host_joins(stream->clock);
    settle();
}

void swrt_order_host_saw_event(struct CUevent_st *event) {
    host_joins(event->clock);
}

void swrt_order_host_runs(struct swrt_op *op) {
    host_joins(clock_owner(op)->clock);
}

void swrt_order_runs(struct swrt_op *op) {
    swrt_self_noted()->checked_op = op;
}

struct swrt_op *swrt_order_running(void) {
    struct swrt_op *running = swrt_self()->checked_op;
    return running ? clock_owner(running) : NULL;
}

struct swrt_race_clock *swrt_order_clock(const struct swrt_op *op) {
    return clock_owner((struct swrt_op *)op)->clock;
}

void swrt_order_behind(struct swrt_op *op, struct swrt_race_clock *clock) {
    join(&op->clock, clock);
}
