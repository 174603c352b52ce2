/* Events: how they begin, what happens when a record's turn comes, and how events end. The entry points are in api/event.c.
 *
 * An event remembers its newest record. Recording it again while the last record is pending only moves that memory;
 * whoever already waits keeps waiting for the op that was the newest when he began.
 */
#include <stdlib.h>

#include "base/assert.h"
#include "check/check.h"
#include "os/clock.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/stream.h"

struct CUevent_st *swrt_event_create(int device, unsigned flags) {
    struct CUevent_st *event = calloc(1, sizeof *event);
    if (!event || !swrt_handle_add(event)) {
        free(event);
        return NULL;
    }
    struct swrt_device_state *state = swrt_device_state(device);
    event->tag = SWRT_TAG_EVENT;
    event->flags = flags;
    event->device = device;
    event->refs = 1;
    event->next = state->events;
    if (state->events)
        state->events->prev = event;
    state->events = event;
    return event;
}

void swrt_event_release(struct CUevent_st *event) {
    assert(swrt_is_locked() && event->refs);
    if (--event->refs)
        return;
    if (event->prev)
        event->prev->next = event->next;
    else
        swrt_engine.devices[event->device].events = event->next;
    if (event->next)
        event->next->prev = event->prev;
    if (event->captured)
        swrt_engine.recorder->forget_event(event);
    if (event->shared)
        event->sharing->close(event);
    swrt_check_forget(&event->clock);
    free(event);
}

static void record_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    struct CUevent_st *event = op->event;
    swrt_check_op_recorded(op);
    if (event->shared)
        event->sharing->done(event, op->turn);
    if (event->pending == op) {
        event->pending = NULL;
        event->time = swrt_now();
    }
    swrt_event_release(event);
    swrt_op_list_add(finished, op);
}

const struct swrt_op_kind swrt_kind_record = {.turn = record_turn};

void swrt_events_drop(int device) {
    for (struct CUevent_st *event = swrt_engine.devices[device].events, *next; event; event = next) {
        next = event->next;
        if (event->destroyed)
            continue;
        event->destroyed = true;
        swrt_handle_remove(event);
        swrt_event_release(event);
    }
}
