/* Ops: the graph that orders all work.
 *
 * An op is created, filled in, given the ops it has to wait for (those of its stream are added by swrt_op_submit), and
 * submitted. When the last of them completes its turn has come: grids, calls and host functions go to those who run
 * them, marks and event records complete at once. Completing one op may bring the turn of many others that complete at
 * once in turn; they are worked off from a list and not by recursion, since a stream may hold thousands.
 *
 * After a device's asynchronous error nothing more runs on it, as in CUDA, except stream callbacks, which are told.
 *
 * Ops and their payload of up to SWRT_INLINE_BYTES come from a free list that only grows, to the number of ops that
 * were ever unfinished at one time.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fatal.h"
#include "check/check.h"
#include "report/error.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"

enum { OPS_AT_ONCE = 32 };

void swrt_op_list_add(struct swrt_op_list *list, struct swrt_op *op) {
    op->next = NULL;
    op->prev = list->last;
    if (list->last)
        list->last->next = op;
    else
        list->first = op;
    list->last = op;
}

void swrt_op_list_remove(struct swrt_op_list *list, struct swrt_op *op) {
    assert(op->prev ? op->prev->next == op : list->first == op);
    if (op->prev)
        op->prev->next = op->next;
    else
        list->first = op->next;
    if (op->next)
        op->next->prev = op->prev;
    else
        list->last = op->prev;
    op->prev = op->next = NULL;
}

static bool grow_spare(void) {
    struct swrt_op *ops = aligned_alloc(64, (OPS_AT_ONCE * sizeof *ops + 63) / 64 * 64);
    if (!ops)
        return false;
    for (int i = 0; i < OPS_AT_ONCE; i++) {
        ops[i].next = swrt_engine.spare_ops;
        swrt_engine.spare_ops = &ops[i];
    }
    return true;
}

struct swrt_op *swrt_op_create(const struct swrt_op_kind *kind, struct CUstream_st *stream) {
    assert(swrt_is_locked() && kind->turn && stream->refs);
    if (!swrt_engine.spare_ops && !grow_spare())
        return NULL;
    struct swrt_op *op = swrt_engine.spare_ops;
    swrt_engine.spare_ops = op->next;
    memset(op, 0, offsetof(struct swrt_op, bytes));
    op->kind = kind;
    op->stream = stream;
    op->waits = 1;
    op->payload = op->bytes;
    stream->refs++;
    return op;
}

bool swrt_op_payload(struct swrt_op *op, size_t bytes) {
    if (bytes > sizeof op->bytes)
        op->payload = malloc(bytes);
    return op->payload != NULL;
}

void swrt_op_discard(struct swrt_op *op) {
    assert(swrt_is_locked() && !op->program); /* a program has its own */
    if (op->payload != op->bytes)
        free(op->payload);
    for (struct swrt_edge *edge = op->more, *next; edge; edge = next) {
        next = edge[1].next;
        free(edge);
    }
    if (op->kind->discard)
        op->kind->discard(op);
    swrt_check_forget(&op->clock);
    swrt_stream_release(op->stream);
    op->next = swrt_engine.spare_ops;
    swrt_engine.spare_ops = op;
}

/* Edges beyond the two in the op are pairs: the edge, and a link that only chains them for freeing. */
static struct swrt_edge *edge_create(struct swrt_op *op) {
    if (op->num_edges < 2)
        return &op->own[op->num_edges++];
    struct swrt_edge *edge = malloc(2 * sizeof *edge);
    if (!edge)
        swrt_fatal("out of memory for the order of a stream's work");
    edge[1].next = op->more;
    op->more = edge;
    return edge;
}

void swrt_op_after(struct swrt_op *op, struct swrt_op *before) {
    if (!before || before == op)
        return;
    struct swrt_edge *edge = edge_create(op);
    edge->waiting = op;
    edge->next = before->after;
    before->after = edge;
    op->waits++;
}

/* The legacy default stream waits for every blocking stream of its device, and they for it. */
static void order(struct swrt_op *op) {
    struct CUstream_st *stream = op->stream;
    struct swrt_device_state *device = swrt_device_state(stream->device);
    swrt_op_after(op, stream->last);
    if (!swrt_stream_is_blocking(stream))
        return;
    if (!stream->is_null) {
        swrt_op_after(op, device->null_stream.last);
        return;
    }
    for (struct CUstream_st *other = device->streams; other; other = other->next)
        if (other != stream && swrt_stream_is_blocking(other))
            swrt_op_after(op, other->last);
}

static void leave_stream(struct swrt_op *op) {
    struct CUstream_st *stream = op->stream;
    assert(stream->pending && stream->completed < op->seq); /* a stream's ops complete in their order */
    if (stream->last == op)
        stream->last = NULL;
    stream->pending--;
    atomic_store_explicit(&stream->completed, op->seq, memory_order_release);
}

static void complete(struct swrt_op *op, struct swrt_op_list *finished) {
    swrt_check_op_completed(op);
    if (op->program) {
        op->node_completes(op, finished);
        return;
    }
    if (op->kind->complete)
        op->kind->complete(op, finished);
    if (!op->outside)
        leave_stream(op);
    for (struct swrt_edge *edge = op->after, *next; edge; edge = next) {
        next = edge->next;
        assert(edge->waiting->waits);
        if (--edge->waiting->waits == 0)
            swrt_op_turn(edge->waiting, finished);
    }
    swrt_op_discard(op);
}

static void complete_all(struct swrt_op_list *finished) {
    if (!finished->first)
        return;
    while (finished->first) {
        struct swrt_op *op = finished->first;
        swrt_op_list_remove(finished, op);
        complete(op, finished);
    }
    swrt_signal(&swrt_engine.done, INT32_MAX);
}

void swrt_op_hand(struct swrt_op_list *list, struct swrt_op *op) {
    swrt_engine.handed++;
    swrt_op_list_add(list, op);
    swrt_service_notify();
}

void swrt_op_turn_ends(struct swrt_op *op, struct swrt_op_list *finished) {
    swrt_op_list_add(finished, op);
}

static void claimed_turn(struct swrt_op *op, struct swrt_op_list *finished) { /* whoever claimed it waits for `ready` */
}

const struct swrt_op_kind swrt_kind_mark = {.turn = swrt_op_turn_ends};
const struct swrt_op_kind swrt_kind_claimed = {.turn = claimed_turn};

void swrt_op_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    op->ready = true;
    if (op->kind->is_dropped && swrt_sticky(op->stream->device))
        swrt_op_list_add(finished, op);
    else
        op->kind->turn(op, finished);
}

void swrt_op_again(struct swrt_op *op) {
    struct swrt_op_list finished = {0};
    swrt_op_turn(op, &finished);
    complete_all(&finished);
}

void swrt_op_complete(struct swrt_op *op) {
    struct swrt_op_list finished = {0};
    swrt_op_list_add(&finished, op);
    complete_all(&finished);
}

void swrt_op_submit(struct swrt_op *op) {
    struct CUstream_st *stream = op->stream;
    op->seq = ++swrt_engine.seq;
    order(op);
    swrt_check_op_submitted(op);
    stream->last = op;
    stream->submitted = op->seq;
    stream->pending++;
    swrt_op_submit_outside(op);
}

void swrt_op_submit_outside(struct swrt_op *op) {
    assert(swrt_is_locked() && op->waits);
    if (!--op->waits)
        swrt_op_again(op);
}
