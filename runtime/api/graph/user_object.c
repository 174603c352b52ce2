/* User objects (CUDA Runtime API, "Graph Management"). */
#include <stdlib.h>

#include "graph/graph.h"
#include "report/error.h"
#include "stream/engine_internal.h"

static cudaError_t create(cudaUserObject_t *out, void *data, cudaHostFn_t destroy, unsigned count, unsigned flags) {
    SWRT_TRY(swrt_check_device());
    if (!out || !destroy || !count || count > INT32_MAX || flags != cudaUserObjectNoDestructorSync)
        return cudaErrorInvalidValue;
    struct CUuserObject_st *object = calloc(1, sizeof *object);
    swrt_lock();
    bool added = object && swrt_handle_add(object);
    swrt_unlock();
    if (!added) {
        free(object);
        return cudaErrorMemoryAllocation;
    }
    *object = (struct CUuserObject_st){.tag = SWRT_TAG_OBJECT, .refs = count, .data = data, .destroy = destroy};
    *out = object;
    return cudaSuccess;
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, void *ptr, cudaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags) {
    return swrt_fail(create(object_out, ptr, destroy, initialRefcount, flags));
}

/* With the lock held. */
static cudaError_t check(const struct CUuserObject_st *object, unsigned count) {
    if (!swrt_handle_is(object, SWRT_TAG_OBJECT))
        return swrt_because(cudaErrorInvalidValue, "%p is not a user object", (const void *)object);
    return count && count <= INT32_MAX ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = check(object, count);
    if (!error)
        object->refs += count;
    swrt_unlock();
    return swrt_fail(error);
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = check(object, count);
    if (!error && count > object->refs)
        error = swrt_because(cudaErrorInvalidValue, "%u references of %u", count, object->refs);
    if (!error)
        swrt_object_release(object, count);
    swrt_unlock();
    swrt_objects_bury();
    return swrt_fail(error);
}

static cudaError_t retain_by_graph(struct CUgraph_st *graph, struct CUuserObject_st *object, unsigned count,
                                   unsigned flags) {
    SWRT_TRY(check(object, count));
    if (!swrt_is_graph(graph) || flags & ~(unsigned)cudaGraphUserObjectMove)
        return cudaErrorInvalidValue;
    if (flags & cudaGraphUserObjectMove && count > object->refs)
        return swrt_because(cudaErrorInvalidValue, "%u references of %u", count, object->refs);
    if (!swrt_objects_add(&graph->objects, object, count))
        return cudaErrorMemoryAllocation;
    if (!(flags & cudaGraphUserObjectMove))
        object->refs += count;
    return cudaSuccess;
}

/* With cudaGraphUserObjectMove the caller's references become the graph's. */
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = retain_by_graph(graph, object, count, flags);
    swrt_unlock();
    return swrt_fail(error);
}

static cudaError_t release_by_graph(struct CUgraph_st *graph, struct CUuserObject_st *object, unsigned count) {
    SWRT_TRY(check(object, count));
    if (!swrt_is_graph(graph))
        return cudaErrorInvalidValue;
    struct swrt_object_ref **at = &graph->objects;
    while (*at && (*at)->object != object)
        at = &(*at)->next;
    struct swrt_object_ref *ref = *at;
    if (!ref || ref->count < count)
        return swrt_because(cudaErrorInvalidValue, "the graph has %u references", ref ? ref->count : 0);
    ref->count -= count;
    if (!ref->count) {
        *at = ref->next;
        free(ref);
    }
    swrt_object_release(object, count);
    return cudaSuccess;
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) {
    SWRT_TRY(swrt_fail(swrt_check_device()));
    swrt_lock();
    cudaError_t error = release_by_graph(graph, object, count);
    swrt_unlock();
    swrt_objects_bury();
    return swrt_fail(error);
}
