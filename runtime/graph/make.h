/* Works from the parameters of the API's node functions. Each fills *out, or returns the error. */
#ifndef SWRT_GRAPH_MAKE_H
#define SWRT_GRAPH_MAKE_H

#include "graph/graph.h"

/* make.c: these make the ordinary call and record it, so the lock must not be held. */
cudaError_t swrt_make_kernel(struct swrt_work **out, const struct cudaKernelNodeParams *params);
cudaError_t swrt_make_memcpy(struct swrt_work **out, const struct cudaMemcpy3DParms *params);
cudaError_t swrt_make_memcpy_1d(struct swrt_work **out, void *dst, const void *src, size_t count,
                                enum cudaMemcpyKind kind);
cudaError_t swrt_make_to_symbol(struct swrt_work **out, const void *symbol, const void *src, size_t count,
                                size_t offset, enum cudaMemcpyKind kind);
cudaError_t swrt_make_from_symbol(struct swrt_work **out, void *dst, const void *symbol, size_t count, size_t offset,
                                  enum cudaMemcpyKind kind);
cudaError_t swrt_make_memset(struct swrt_work **out, const struct cudaMemsetParams *params);
cudaError_t swrt_make_host(struct swrt_work **out, const struct cudaHostNodeParams *params);
cudaError_t swrt_make_child(struct swrt_work **out, cudaGraph_t graph);
cudaError_t swrt_make_empty(struct swrt_work **out);
cudaError_t swrt_make_record(struct swrt_work **out, cudaEvent_t event);
cudaError_t swrt_make_wait(struct swrt_work **out, cudaEvent_t event);
cudaError_t swrt_make_condition(struct swrt_work **out, struct cudaConditionalNodeParams *params,
                                const struct CUgraph_st *graph);

/* With the lock held. */
cudaError_t swrt_make_alloc(struct swrt_work **out, const struct cudaMemAllocNodeParams *params);
cudaError_t swrt_make_free(struct swrt_work **out, const void *address);
cudaError_t swrt_make_child_locked(struct swrt_work **out, cudaGraph_t graph);

#endif
