/* Threads for what is no kernel: copies and other calls, and host functions.
 *
 * They are not the pool's, so that neither a long copy nor a host function that waits for something keeps kernels from
 * running. Host functions run one at a time on one thread, as they do on a GPU; programs rely on it. Calls have two
 * threads, as GPUs have a copy engine for each direction. Threads are created when first needed.
 */
#include "check/check.h"
#include "os/thread/float_env.h"
#include "report/error.h"
#include "stream/engine_internal.h"
#include "stream/op.h"
#include "stream/verifier.h"

struct lane {
    struct swrt_op_list *ops;
    unsigned threads, idle, most;
    struct swrt_cond changed;
};

void swrt_call_begins(void) {
    if (swrt_verifier)
        swrt_verifier->call_begins();
}

void swrt_call_ends(void) {
    if (swrt_verifier)
        swrt_verifier->call_ends();
}

static void call_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    swrt_op_hand(&swrt_engine.calls, op);
}

static void call_run(struct swrt_op *op) {
    swrt_call_begins();
    swrt_unlock();
    swrt_check_runs(op);
    cudaError_t error = op->call.run(op->call.data);
    swrt_check_runs(NULL);
    if (error)
        swrt_set_sticky(op->stream->device, error);
    swrt_lock();
    swrt_call_ends();
    swrt_op_complete(op);
}

static void host_turn(struct swrt_op *op, struct swrt_op_list *finished) {
    swrt_op_hand(&swrt_engine.hosts, op);
}

static void host_run(struct swrt_op *op) {
    const struct swrt_host_call *call = &op->host;
    swrt_call_begins();
    swrt_check_host_runs(op);
    swrt_unlock();
    swrt_self_noted()->callback = true;
    swrt_float_env_begin(); /* whatever the function before did to it */
    if (call->callback)
        call->callback(call->handle, swrt_sticky(op->stream->device), call->data);
    else
        call->function(call->data);
    swrt_self_noted()->callback = false;
    swrt_lock();
    swrt_call_ends();
    swrt_op_complete(op);
}

const struct swrt_op_kind swrt_kind_call = {.turn = call_turn, .run = call_run, .is_dropped = true};
const struct swrt_op_kind swrt_kind_host = {.turn = host_turn, .run = host_run, .is_dropped = true};
const struct swrt_op_kind swrt_kind_callback = {.turn = host_turn, .run = host_run};

static struct lane calls = {.ops = &swrt_engine.calls, .most = 2, .changed = SWRT_COND_NEW};
static struct lane hosts = {.ops = &swrt_engine.hosts, .most = 1, .changed = SWRT_COND_NEW};

static void *body(void *data) {
    struct lane *lane = data;
    swrt_self_noted()->worker = true;
    swrt_lock();
    if (lane == &calls)
        swrt_patience();
    for (;;) {
        struct swrt_op *op = lane->ops->first;
        if (op) {
            swrt_op_list_remove(lane->ops, op);
            op->kind->run(op);
            continue;
        }
        lane->idle++;
        swrt_lock_wait(&lane->changed);
        lane->idle--;
        if (lane == &calls)
            swrt_patience();
    }
    return NULL;
}

static void notify(struct lane *lane) {
    if (!lane->ops->first)
        return;
    if (!lane->idle && lane->threads < lane->most) {
        lane->threads++;
        swrt_spawn(body, lane);
    }
    swrt_cond_wake_one(&lane->changed);
}

void swrt_service_notify(void) {
    notify(&calls);
    notify(&hosts);
    if (swrt_verifier)
        swrt_verifier->handed();
}
