/* Copies and fills in stream order, waiting for exactly what CUDA waits for (CUDA Runtime API, "API synchronization
 * behavior"):
 *   - an asynchronous copy waits only when it touches pageable host memory or goes from host to host; a small pageable
 *     source is instead copied aside at once, because the program may reuse it when the call returns;
 *   - a synchronous copy waits, except from device to device, where CUDA does not; nor do fills of device memory. With
 *     nothing ahead of them in the stream these two are done at once all the same, which is the faster way.
 */
#include <stdlib.h>
#include <string.h>

#include "check/call_stack.h"
#include "check/check.h"
#include "memory/copy.h"
#include "report/error.h"
#include "stream/engine.h"
#include "stream/engine_internal.h"

#define STAGED_BYTES ((size_t)64 << 10)

static bool is_host(enum swrt_memory_kind kind) {
    return kind == SWRT_MEMORY_NONE || kind == SWRT_MEMORY_HOST || kind == SWRT_MEMORY_REGISTERED;
}

/* Only ordinary host memory is out of a GPU's reach: a direction that puts it on the device's side is wrong. */
static cudaError_t check_direction(enum swrt_memory_kind dst, enum swrt_memory_kind src, enum cudaMemcpyKind kind) {
    bool dst_on_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool src_on_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (dst_on_device && dst == SWRT_MEMORY_NONE)
        return swrt_because(cudaErrorInvalidValue, "the destination is ordinary host memory, not device memory");
    if (src_on_device && src == SWRT_MEMORY_NONE)
        return swrt_because(cudaErrorInvalidValue, "the source is ordinary host memory, not device memory");
    return cudaSuccess;
}

struct staged_copy {
    struct swrt_copy copy;
    char bytes[];
};

static cudaError_t run_staged_copy(void *data) {
    struct staged_copy *staged = data;
    staged->copy.src.base = staged->bytes;
    swrt_copy_run(&staged->copy);
    return cudaSuccess;
}

/* Takes the source aside, packed, and lets the caller go on. */
static cudaError_t submit_staged(const struct swrt_copy *copy, cudaStream_t stream) {
    struct swrt_shape shape = copy->shape;
    size_t bytes = shape.width * shape.height * shape.depth;
    struct staged_copy *staged = malloc(sizeof *staged + bytes);
    if (!staged)
        return cudaErrorMemoryAllocation;
    struct swrt_place packed = {staged->bytes, shape.width, shape.width * shape.height};
    swrt_copy_run(&(struct swrt_copy){packed, copy->src, shape, NULL});
    staged->copy = (struct swrt_copy){copy->dst, packed, shape, copy->caller};
    cudaError_t error = swrt_stream_submit(stream, run_staged_copy, staged, sizeof *staged + bytes);
    free(staged);
    return error;
}

/* For what CUDA does not wait for: at once when nothing is ahead of it, else without waiting. */
static cudaError_t submit_relaxed(cudaStream_t stream, cudaError_t (*run)(void *), void *data, size_t bytes) {
    if (swrt_stream_is_busy(stream))
        return swrt_stream_submit(stream, run, data, bytes);
    return swrt_stream_submit_wait(stream, run, data);
}

static cudaError_t submit_async(struct swrt_copy *copy, enum swrt_memory_kind dst, enum swrt_memory_kind src,
                                cudaStream_t stream) {
    bool host_to_host = is_host(dst) && is_host(src);
    size_t bytes = copy->shape.width * copy->shape.height * copy->shape.depth;
    if (!host_to_host && src == SWRT_MEMORY_NONE && bytes <= STAGED_BYTES)
        return submit_staged(copy, stream);
    if (host_to_host || dst == SWRT_MEMORY_NONE || src == SWRT_MEMORY_NONE)
        return swrt_stream_submit_wait(stream, swrt_copy_work, copy);
    return swrt_stream_submit(stream, swrt_copy_work, copy, sizeof *copy);
}

static const struct swrt_call_stack *caller(void) {
    return swrt_check_is_on() ? swrt_call_stack_here() : NULL;
}

cudaError_t swrt_copy_submit(const struct swrt_copy *copy, enum cudaMemcpyKind kind, cudaStream_t stream,
                             enum swrt_waiting waiting) {
    enum swrt_memory_kind dst, src;
    struct swrt_copy own = *copy;
    bool captured = false;
    SWRT_TRY(swrt_copy_check_kind(kind));
    SWRT_TRY(swrt_check_box(copy->dst, copy->shape, true, &dst));
    SWRT_TRY(swrt_check_box(copy->src, copy->shape, false, &src));
    SWRT_TRY(check_direction(dst, src, kind));
    own.caller = caller();
    if (swrt_engine.captures)
        SWRT_TRY(swrt_engine.recorder->copy(&own, kind, dst, src, stream, waiting == SWRT_SYNC, &captured));
    if (captured)
        return cudaSuccess;
    if (waiting == SWRT_ASYNC)
        return submit_async(&own, dst, src, stream);
    if (dst == SWRT_MEMORY_DEVICE && src == SWRT_MEMORY_DEVICE)
        return submit_relaxed(stream, swrt_copy_work, &own, sizeof own);
    return swrt_stream_submit_wait(stream, swrt_copy_work, &own);
}

cudaError_t swrt_fill_submit(const struct swrt_fill *fill, cudaStream_t stream, enum swrt_waiting waiting) {
    enum swrt_memory_kind dst;
    struct swrt_fill own = *fill;
    bool captured = false;
    SWRT_TRY(swrt_check_box(fill->dst, fill->shape, true, &dst));
    if (dst == SWRT_MEMORY_NONE)
        return swrt_because(cudaErrorInvalidValue, "not device memory");
    own.caller = caller();
    if (swrt_engine.captures)
        SWRT_TRY(swrt_engine.recorder->fill(&own, stream, waiting == SWRT_SYNC, &captured));
    if (captured)
        return cudaSuccess;
    if (waiting == SWRT_ASYNC)
        return swrt_stream_submit(stream, swrt_fill_work, &own, sizeof own);
    if (dst == SWRT_MEMORY_DEVICE)
        return submit_relaxed(stream, swrt_fill_work, &own, sizeof own);
    return swrt_stream_submit_wait(stream, swrt_fill_work, &own);
}

cudaError_t swrt_copy_linear(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream,
                             enum swrt_waiting waiting) {
    struct swrt_copy copy = {{dst, count, count}, {(char *)src, count, count}, {count, 1, 1}, NULL};
    SWRT_TRY(swrt_check_device());
    if (!count)
        return cudaSuccess;
    return swrt_copy_submit(&copy, kind, stream, waiting);
}
