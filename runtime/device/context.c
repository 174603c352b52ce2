/* Contexts and the threads' stacks of them (CUDA Driver API reference, "Primary Context Management", "Context
 * Management").
 *
 * A device's memory, streams and events are not kept apart by context: the last context that goes takes all of it
 * along, as cudaDeviceReset does, and until then only what the program frees is freed.
 */
#include "base/assert.h"
#include "device/context.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "check/check.h"
#include "device/device.h"
#include "os/thread/lock.h"
#include "os/process.h"
#include "os/thread/thread.h"
#include "report/error.h"

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct CUctx_st primaries[SWRT_MAX_DEVICES];
static struct CUctx_st *created; /* destroyed ones too */
static uint64_t last_id;
static _Atomic bool used_by_runtime[SWRT_MAX_DEVICES];
static bool process_used, process_forked;
static void (*_Atomic begin)(void); /* or null */

/* ---- The process ----------------------------------------------------------------------------------------------- */

static void after_fork(void) {
    process_forked = process_used;
    swrt_check_forked(!process_forked);
}

__attribute__((constructor)) static void watch_fork(void) {
    swrt_process_at_fork(after_fork);
}

bool swrt_context_forked(void) {
    return process_forked;
}

cudaError_t swrt_context_check_process(void) {
    if (process_forked)
        return swrt_because(cudaErrorInitializationError, "the process was forked after CUDA was used in its parent");
    if (!process_used) {
        process_used = true;
        void (*first)(void) = begin;
        if (first)
            first();
    }
    return cudaSuccess;
}

void swrt_context_begins_by(void (*first)(void)) {
    begin = first;
}

/* ---- The thread ------------------------------------------------------------------------------------------------ */

static struct CUctx_st *top(const struct swrt_context_stack *stack) {
    assert(stack->depth && stack->depth <= stack->capacity);
    return stack->at[stack->depth - 1];
}

bool swrt_context_in_driver(void) {
    return swrt_self()->in_driver;
}

CUresult swrt_driver_begin(void) {
    CUresult error = swrt_driver_ready();
    swrt_self_noted()->in_driver = !error;
    return error;
}

CUresult swrt_driver_enter(void) {
    SWRT_TRY(swrt_driver_begin());
    struct CUctx_st *context = swrt_context_current();
    if (context && !context->destroyed)
        return CUDA_SUCCESS;
    swrt_self_noted()->in_driver = false;
    return context ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult swrt_driver_end(const char *function, cudaError_t error) {
    swrt_self_noted()->in_driver = false;
    return swrt_driver_result(function, swrt_driver_code(error), error);
}

void swrt_context_use(void) {
    swrt_check_called();
    struct swrt_thread *self = swrt_self_noted();
    if (self->in_driver)
        return;
    self->bound = true;
    _Atomic bool *used = &used_by_runtime[self->device];
    if (!*used && (!self->contexts.depth || top(&self->contexts)->primary))
        *used = true;
}

struct CUctx_st *swrt_context_primary(int device) {
    struct CUctx_st *context = &primaries[device];
    swrt_mutex_lock(&lock);
    if (!context->primary) {
        context->device = device;
        context->primary = true;
        context->id = ++last_id;
    }
    swrt_mutex_unlock(&lock);
    return context;
}

static void thread_ends(struct swrt_thread *self) {
    free(self->contexts.at);
}

static void watch_threads(void) {
    swrt_thread_at_end(thread_ends);
}

static bool grow(struct swrt_context_stack *stack) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, watch_threads);
    unsigned capacity = stack->capacity ? 2 * stack->capacity : 8;
    struct CUctx_st **at = realloc(stack->at, capacity * sizeof *at);
    if (!at)
        return false;
    stack->at = at;
    stack->capacity = capacity;
    return true;
}

CUresult swrt_context_push(struct CUctx_st *context) {
    struct swrt_context_stack *stack = &swrt_self_noted()->contexts;
    if (stack->depth == stack->capacity && !grow(stack))
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack->at[stack->depth++] = context;
    swrt_set_current_device(context->device);
    return CUDA_SUCCESS;
}

struct CUctx_st *swrt_context_current(void) {
    const struct swrt_thread *self = swrt_self();
    if (!self->contexts.depth && self->bound)
        swrt_context_push(swrt_context_primary(self->device));
    return self->contexts.depth ? top(&self->contexts) : NULL;
}

/* With nothing left the thread has no context; its device is the runtime API's default again. */
CUresult swrt_context_pop(struct CUctx_st **context) {
    if (!swrt_context_current())
        return CUDA_ERROR_INVALID_CONTEXT;
    struct swrt_thread *self = swrt_self_noted();
    *context = self->contexts.at[--self->contexts.depth];
    self->bound = false;
    swrt_set_current_device(self->contexts.depth ? top(&self->contexts)->device : 0);
    return CUDA_SUCCESS;
}

CUresult swrt_context_set(struct CUctx_st *context) {
    struct CUctx_st *old;
    if (swrt_context_current())
        swrt_context_pop(&old);
    return context ? swrt_context_push(context) : CUDA_SUCCESS;
}

void swrt_context_select(int device) {
    struct swrt_thread *self = swrt_self_noted();
    if (!self->in_driver)
        swrt_context_set(swrt_context_primary(device));
    self->bound = true;
}

/* ---- Contexts -------------------------------------------------------------------------------------------------- */

bool swrt_context_valid(const struct CUctx_st *context) {
    if (context >= primaries && context < primaries + SWRT_MAX_DEVICES)
        return context->primary;
    swrt_mutex_lock(&lock);
    const struct CUctx_st *found = created;
    while (found && found != context)
        found = found->next;
    swrt_mutex_unlock(&lock);
    return found != NULL;
}

bool swrt_context_primary_active(int device) {
    return used_by_runtime[device] || primaries[device].retained;
}

/* With the lock held. */
static bool has_others(int device) {
    for (const struct CUctx_st *context = created; context; context = context->next)
        if (context->device == device && !context->destroyed)
            return true;
    return swrt_context_primary_active(device);
}

bool swrt_context_in_use(int device) {
    swrt_mutex_lock(&lock);
    bool in_use = has_others(device);
    swrt_mutex_unlock(&lock);
    return in_use;
}

void swrt_context_forget(int device) {
    used_by_runtime[device] = false;
}

CUresult swrt_context_create(int device, unsigned flags, struct CUctx_st **context) {
    struct CUctx_st *made = calloc(1, sizeof *made);
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->device = device;
    made->flags = flags;
    swrt_mutex_lock(&lock);
    made->id = ++last_id;
    made->next = created;
    created = made;
    swrt_mutex_unlock(&lock);
    *context = made;
    return swrt_context_push(made);
}

CUresult swrt_context_destroy(struct CUctx_st *context) {
    if (!swrt_context_valid(context) || context->primary)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (atomic_exchange(&context->destroyed, true))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return CUDA_SUCCESS;
}

CUresult swrt_context_retain_primary(int device, struct CUctx_st **context) {
    *context = swrt_context_primary(device);
    swrt_mutex_lock(&lock);
    (*context)->retained++;
    swrt_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult swrt_context_release_primary(int device, bool *last) {
    struct CUctx_st *context = swrt_context_primary(device);
    swrt_mutex_lock(&lock);
    bool held = context->retained > 0;
    *last = held && !--context->retained;
    swrt_mutex_unlock(&lock);
    return held ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
