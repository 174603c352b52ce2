/* Works: what nodes do, made from what an ordinary call would have put into a stream.
 *
 * Kernels keep their arguments packed, as a launch packs them, so a launched graph points its blocks straight at them.
 * Copies and fills are run by the same functions as outside of graphs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "execute/launch.h"
#include "graph/capture.h"
#include "graph/graph.h"
#include "report/error.h"

struct swrt_work *swrt_work_create(enum cudaGraphNodeType type, size_t more) {
    struct swrt_work *work = calloc(1, sizeof *work + more);
    if (!work)
        return NULL;
    work->refs = 1;
    work->type = type;
    return work;
}

void swrt_work_use(struct swrt_work *work) {
    work->refs++;
}

void swrt_work_drop(struct swrt_work *work) {
    if (!work || --work->refs)
        return;
    switch (work->type) {
    case cudaGraphNodeTypeGraph:
        swrt_graph_destroy(work->child);
        break;
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord:
        swrt_event_release(work->event);
        break;
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
        swrt_graph_memory_drop(work->memory);
        break;
    case cudaGraphNodeTypeConditional:
        for (unsigned i = 0; i < work->condition.num_bodies; i++)
            swrt_graph_destroy(work->condition.bodies[i]);
        work->condition.condition->used = false;
        swrt_condition_drop(work->condition.condition);
        break;
    default:
        break;
    }
    free(work);
}

static size_t pointers_offset(const struct swrt_kernel *kernel) {
    return (kernel->params_bytes + 15) / 16 * 16;
}

static void point_at_arguments(struct swrt_work *work) {
    const struct swrt_kernel *kernel = work->kernel.grid.kernel;
    const struct swrt_param *params = kernel->params;
    char *packed = (char *)(work + 1);
    work->kernel.grid.args = packed;
    work->kernel.pointers = (void **)(void *)(packed + pointers_offset(kernel));
    for (uint32_t i = 0; i < kernel->num_params; i++)
        work->kernel.pointers[i] = packed + params[i].offset;
}

_Static_assert(sizeof(struct swrt_work) % 16 == 0 || _Alignof(struct swrt_work) <= 16, "arguments follow a work");

struct swrt_work *swrt_work_kernel(const struct swrt_grid *grid, const void *function, void **args, int priority) {
    const struct swrt_kernel *kernel = grid->kernel;
    const struct swrt_param *params = kernel->params;
    size_t more = pointers_offset(kernel) + (kernel->num_params + 1) * sizeof(void *);
    struct swrt_work *work = swrt_work_create(cudaGraphNodeTypeKernel, more);
    if (!work)
        return NULL;
    work->kernel.grid = *grid;
    work->kernel.function = function;
    work->kernel.priority = priority;
    point_at_arguments(work);
    for (uint32_t i = 0; i < kernel->num_params; i++)
        memcpy(work->kernel.pointers[i], args[i], params[i].size);
    return work;
}

struct swrt_work *swrt_work_copy_of_kernel(const struct swrt_work *from) {
    const struct swrt_kernel_work *kernel = &from->kernel;
    struct swrt_work *work = swrt_work_kernel(&kernel->grid, kernel->function, kernel->pointers, kernel->priority);
    if (work) {
        work->kernel.window = kernel->window;
        work->kernel.cluster_policy = kernel->cluster_policy;
    }
    return work;
}

cudaError_t swrt_work_keep_cluster(struct swrt_kernel_work *work, const struct swrt_kernel_work *from) {
    const uint32_t *size = from->grid.cluster;
    work->cluster_policy = from->cluster_policy;
    if (work->grid.has_clusters || !from->grid.has_clusters)
        return cudaSuccess;
    return swrt_launch_set_cluster(&work->grid, work->function, (dim3){size[0], size[1], size[2]});
}

static cudaError_t run_copy(void *data) {
    const struct swrt_copy *copy = data;
    if (!swrt_shape_empty(copy->shape))
        swrt_copy_run(copy);
    return cudaSuccess;
}

static struct cudaPitchedPtr pitched(struct swrt_place place, struct swrt_shape shape) {
    size_t rows = place.pitch ? place.slice / place.pitch : shape.height;
    return (struct cudaPitchedPtr){.ptr = place.base, .pitch = place.pitch, .xsize = shape.width, .ysize = rows};
}

struct swrt_work *swrt_work_copy(const struct swrt_copy *copy, enum cudaMemcpyKind kind, enum swrt_memory_kind dst,
                                 enum swrt_memory_kind src) {
    struct swrt_work *work = swrt_work_create(cudaGraphNodeTypeMemcpy, 0);
    if (!work)
        return NULL;
    struct swrt_shape shape = copy->shape;
    work->run = run_copy;
    work->data = &work->copy.copy;
    work->copy = (struct swrt_copy_work){.copy = *copy, .dst = dst, .src = src};
    work->copy.params = (struct cudaMemcpy3DParms){
        .srcPtr = pitched(copy->src, shape),
        .dstPtr = pitched(copy->dst, shape),
        .extent = {shape.width, shape.height, shape.depth},
        .kind = kind,
    };
    return work;
}

struct swrt_work *swrt_work_fill(const struct swrt_fill *fill) {
    struct swrt_work *work = swrt_work_create(cudaGraphNodeTypeMemset, 0);
    if (!work)
        return NULL;
    work->run = swrt_fill_work;
    work->data = &work->fill.fill;
    work->fill.fill = *fill;
    work->fill.params = (struct cudaMemsetParams){
        .dst = fill->dst.base,
        .pitch = fill->shape.height > 1 || fill->shape.depth > 1 ? fill->dst.pitch : 0,
        .value = (unsigned char)fill->value,
        .elementSize = 1,
        .width = fill->shape.width,
        .height = fill->shape.height * fill->shape.depth,
    };
    return work;
}

/* Elements of 2 and 4 bytes. */
static cudaError_t run_memset(void *data) {
    const struct cudaMemsetParams *p = data;
    for (size_t y = 0; y < p->height; y++) {
        char *row = (char *)p->dst + y * p->pitch;
        for (size_t x = 0; x < p->width; x++) {
            if (p->elementSize == 2)
                ((uint16_t *)(void *)row)[x] = (uint16_t)p->value;
            else
                ((uint32_t *)(void *)row)[x] = p->value;
        }
    }
    return cudaSuccess;
}

static cudaError_t check_memset(const struct cudaMemsetParams *p, struct swrt_fill *fill) {
    unsigned size = p->elementSize;
    if (size != 1 && size != 2 && size != 4)
        return swrt_because(cudaErrorInvalidValue, "elements of %u byte%s", size, swrt_s(size));
    if (!p->width || !p->height)
        return swrt_because(cudaErrorInvalidValue, "%zu x %zu elements", p->width, p->height);
    if (p->width > SIZE_MAX / size || (p->height > 1 && p->pitch < p->width * size))
        return swrt_because(cudaErrorInvalidValue, "rows of %zu element%s, a pitch of %zu", p->width, swrt_s(p->width),
                            p->pitch);
    if ((uintptr_t)p->dst % size || (p->height > 1 && p->pitch % size))
        return swrt_because(cudaErrorInvalidValue, "elements of %u byte%s are not aligned", size, swrt_s(size));
    size_t pitch = p->height > 1 ? p->pitch : p->width * size;
    *fill = (struct swrt_fill){
        {p->dst, pitch, pitch * p->height}, {p->width * size, p->height, 1}, (int)p->value, NULL};
    enum swrt_memory_kind kind;
    SWRT_TRY(swrt_check_box(fill->dst, fill->shape, true, &kind));
    return kind == SWRT_MEMORY_NONE ? swrt_because(cudaErrorInvalidValue, "not device memory") : cudaSuccess;
}

cudaError_t swrt_work_memset(const struct cudaMemsetParams *params, struct swrt_work **out) {
    struct swrt_fill fill;
    if (!params)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_memset(params, &fill));
    struct swrt_work *work = *out = swrt_work_fill(&fill);
    if (!work)
        return cudaErrorMemoryAllocation;
    work->fill.params = *params;
    if (params->elementSize > 1) {
        work->run = run_memset;
        work->data = &work->fill.params;
    }
    return cudaSuccess;
}

struct swrt_work *swrt_work_call(cudaError_t (*run)(void *data), const void *data, size_t bytes) {
    struct swrt_work *work = swrt_work_create(cudaGraphNodeTypeMemcpy, bytes);
    if (!work)
        return NULL;
    work->run = run;
    work->data = work + 1;
    if (bytes)
        memcpy(work->data, data, bytes);
    return work;
}

/* Other processes would have to see a launch's records from the launch on; there is one count of them for each event. */
cudaError_t swrt_check_node_event(const struct CUevent_st *event) {
    return event->shared ? swrt_because(cudaErrorNotSupported, "interprocess events are no nodes of graphs")
                         : cudaSuccess;
}

struct swrt_work *swrt_work_event(enum cudaGraphNodeType type, struct CUevent_st *event) {
    struct swrt_work *work = swrt_work_create(type, 0);
    if (!work)
        return NULL;
    work->event = event;
    event->refs++;
    return work;
}
