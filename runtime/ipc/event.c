/* Interprocess events (CUDA Runtime API, cudaIpcGetEventHandle, cudaIpcOpenEventHandle).
 *
 * What a process has recorded itself it waits for as for any event, by an edge between ops. For another process's
 * record a thread sleeps on the shared page; to the stream that waits it is an op whose end that thread says. A process
 * that ends leaves its records undone; whoever waits for them looks now and then whether it is still there.
 */
#include "ipc/event.h"

#include <stdlib.h>

#include "base/fatal.h"
#include "device/context.h"
#include "device/device.h"
#include "ipc/ipc.h"
#include "os/file.h"
#include "os/thread/futex.h"
#include "os/memory/pages.h"
#include "os/process.h"
#include "report/error.h"
#include "stream/engine_internal.h"
#include "stream/wait.h"

enum { PAGE = 4096, LOOK_NS = 100000000 };

static struct swrt_shared_event *map(int file) {
    return swrt_pages_map_whole_file(PAGE, file);
}

static const struct swrt_sharing sharing = {.done = swrt_shared_event_done, .close = swrt_shared_event_close};

bool swrt_shared_event_create(struct CUevent_st *event) {
    event->file = swrt_file_make(PAGE);
    if (event->file < 0)
        return false;
    event->shared = map(event->file);
    event->sharing = &sharing;
    if (!event->shared)
        swrt_file_close(event->file);
    return event->shared != NULL;
}

void swrt_shared_event_close(struct CUevent_st *event) {
    if (!event->shared)
        return;
    swrt_pages_unmap(event->shared, PAGE);
    if (event->file >= 0)
        swrt_file_close(event->file);
}

void swrt_shared_event_submit(struct CUevent_st *event, struct swrt_op *op) {
    if (!event->shared)
        return;
    atomic_store(&event->shared->recorder, swrt_process_this());
    op->turn = event->turn = atomic_fetch_add(&event->shared->submitted, 1) + 1;
}

void swrt_shared_event_done(const struct CUevent_st *event, uint64_t turn) {
    struct swrt_shared_event *shared = event->shared;
    if (!shared)
        return;
    uint64_t done = atomic_load(&shared->done);
    while (done < turn && !atomic_compare_exchange_weak(&shared->done, &done, turn)) {
    }
    atomic_fetch_add(&shared->rung, 1);
    swrt_futex_wake_shared(&shared->rung);
}

bool swrt_shared_event_remote(const struct CUevent_st *event, uint64_t *turn) {
    if (!event->shared)
        return false;
    *turn = atomic_load(&event->shared->submitted);
    return *turn != event->turn && atomic_load(&event->shared->done) < *turn;
}

/* Without the lock. */
static void sleep_until_done(struct swrt_shared_event *shared, uint64_t turn) {
    for (;;) {
        uint32_t seen = atomic_load(&shared->rung);
        if (atomic_load(&shared->done) >= turn)
            return;
        swrt_futex_wait_shared(&shared->rung, seen, LOOK_NS);
        if (swrt_process_is_gone(atomic_load(&shared->recorder)))
            return;
    }
}

void swrt_shared_event_wait(struct CUevent_st *event, uint64_t turn) {
    event->refs++;
    swrt_unlock();
    sleep_until_done(event->shared, turn);
    swrt_lock();
    swrt_event_release(event);
}

struct stream_wait {
    struct swrt_op *op;
    struct CUevent_st *event;
    uint64_t turn;
};

static void *wait_for_stream(void *data) {
    struct stream_wait *wait = data;
    swrt_self_noted()->worker = true;
    swrt_lock();
    struct swrt_waiter waiter = {.op = wait->op, .stream = wait->op->stream};
    swrt_wait(&waiter);
    swrt_shared_event_wait(wait->event, wait->turn);
    swrt_op_complete(wait->op);
    swrt_event_release(wait->event);
    swrt_unlock();
    free(wait);
    return NULL;
}

/* An op, not submitted yet, and what its thread waits for. */
static struct stream_wait *create_wait(struct CUstream_st *stream, struct CUevent_st *event, uint64_t turn) {
    struct stream_wait *wait = malloc(sizeof *wait);
    struct swrt_op *op = wait ? swrt_op_create(&swrt_kind_claimed, stream) : NULL;
    if (!op) {
        free(wait);
        return NULL;
    }
    *wait = (struct stream_wait){op, event, turn};
    event->refs++;
    return wait;
}

cudaError_t swrt_shared_event_stream_wait(struct CUstream_st *stream, struct CUevent_st *event, uint64_t turn) {
    struct stream_wait *wait = create_wait(stream, event, turn);
    if (!wait)
        return cudaErrorMemoryAllocation;
    swrt_op_submit(wait->op);
    swrt_spawn(wait_for_stream, wait);
    return cudaSuccess;
}

void swrt_shared_event_op_wait(struct swrt_op *op, struct CUevent_st *event, uint64_t turn) {
    struct stream_wait *wait = create_wait(op->stream, event, turn);
    if (!wait)
        swrt_fatal("out of memory for a stream's wait for an event of another process");
    wait->op->outside = true;
    swrt_op_after(op, wait->op);
    swrt_op_submit_outside(wait->op);
    swrt_spawn(wait_for_stream, wait);
}

/* ---- Handles --------------------------------------------------------------------------------------------------- */

/* With the lock held. */
static cudaError_t name_event(struct swrt_ipc_handle *handle, cudaEvent_t event) {
    if (!swrt_handle_is(event, SWRT_TAG_EVENT))
        return cudaErrorInvalidResourceHandle;
    if (!event->shared || event->file < 0)
        return swrt_because(cudaErrorInvalidValue, "the event was not created with cudaEventInterprocess");
    if (!swrt_ipc_name(handle, SWRT_IPC_EVENT, event->file))
        return cudaErrorMemoryAllocation;
    handle->device = event->device;
    swrt_ipc_seal(handle);
    return cudaSuccess;
}

static cudaError_t get_handle(void *handle, cudaEvent_t event) {
    SWRT_TRY(swrt_check_device());
    if (!handle)
        return cudaErrorInvalidValue;
    swrt_lock();
    cudaError_t error = name_event(handle, event);
    swrt_unlock();
    return error;
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
    return swrt_fail(get_handle(handle, event));
}

static cudaError_t open_handle(cudaEvent_t *event, const void *handle) {
    int file;
    SWRT_TRY(swrt_check_device());
    if (!event)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_ipc_open(handle, SWRT_IPC_EVENT, &file));
    struct swrt_shared_event *shared = map(file);
    swrt_file_close(file);
    if (!shared)
        return cudaErrorMapBufferObjectFailed;
    swrt_engine_start();
    swrt_lock();
    *event = swrt_event_create(swrt_current_device(), cudaEventDisableTiming | cudaEventInterprocess);
    if (*event) {
        (*event)->shared = shared;
        (*event)->sharing = &sharing;
        (*event)->file = -1;
    }
    swrt_unlock();
    return *event ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
    return swrt_fail(open_handle(event, &handle));
}

CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event) {
    SWRT_CONTEXT_CALL(get_handle(pHandle, event));
}

CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle) {
    SWRT_CONTEXT_CALL(open_handle(phEvent, &handle));
}
