/* Threads for what is no kernel: copies and other calls, and host functions.
 *
 * They are not the pool's, so that neither a long copy nor a host function that waits for something keeps kernels from
 * running. Host functions run one at a time on one thread, as they do on a GPU; programs rely on it. Calls have two
 * threads, as GPUs have a copy engine for each direction. Threads are created when first needed.
 */
#include <sched.h>

#include "check/order.h"
#include "os/float_env.h"
#include "stream/engine_internal.h"
#include "verify/verify.h"

struct lane {
    struct swrt_op_list *ops;
    void (*run)(struct swrt_op *op);
    unsigned threads, idle, most;
    pthread_cond_t changed;
};

/* Or a loop's next turn, which is here only so that others get at the lock (graph/run.c). */
void swrt_call_run(struct swrt_op *op) {
    if (op->kind != SWRT_OP_CONDITION)
        swrt_verify_call_begins();
    swrt_unlock();
    if (op->kind == SWRT_OP_CONDITION) {
        sched_yield();
        swrt_lock();
        swrt_op_again(op);
        return;
    }
    swrt_order_runs(op);
    cudaError_t error = op->call.run(op->call.data);
    swrt_order_runs(NULL);
    if (error)
        swrt_set_sticky(op->stream->device, error);
    swrt_lock();
    swrt_verify_call_ends();
    swrt_op_complete(op);
}

static void host_call_run(struct swrt_op *op) {
    const struct swrt_host_call *call = &op->host;
    swrt_verify_call_begins();
    swrt_order_host_runs(op);
    swrt_unlock();
    swrt_self_noted()->callback = true;
    swrt_float_env_begin(); /* whatever the function before did to it */
    if (op->kind == SWRT_OP_CALLBACK)
        call->callback(call->handle, swrt_sticky(op->stream->device), call->data);
    else
        call->function(call->data);
    swrt_self_noted()->callback = false;
    swrt_lock();
    swrt_verify_call_ends();
    swrt_op_complete(op);
}

static struct lane calls = {.ops = &swrt_engine.calls, .run = swrt_call_run, .most = 2,
                            .changed = PTHREAD_COND_INITIALIZER};
static struct lane hosts = {.ops = &swrt_engine.hosts, .run = host_call_run, .most = 1,
                            .changed = PTHREAD_COND_INITIALIZER};

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
            lane->run(op);
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
    pthread_cond_signal(&lane->changed);
}

void swrt_service_notify(void) {
    notify(&calls);
    notify(&hosts);
    swrt_verify_handed();
}
