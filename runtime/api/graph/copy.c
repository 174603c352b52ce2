/* Works of copies: the ordinary call is made while the thread records (graph/make.c). */
#include "graph/capture.h"
#include "graph/make.h"
#include "report/error.h"

/* A copy of no bytes records nothing. */
static cudaError_t recorded(struct swrt_work **out, cudaError_t error) {
    swrt_record_end();
    if (!error && !*out)
        *out = swrt_work_copy(&(struct swrt_copy){0}, cudaMemcpyDefault, SWRT_MEMORY_NONE, SWRT_MEMORY_NONE);
    return error || *out ? error : cudaErrorMemoryAllocation;
}

cudaError_t swrt_make_memcpy(struct swrt_work **out, const struct cudaMemcpy3DParms *params) {
    swrt_record_begin(out);
    SWRT_TRY(recorded(out, cudaMemcpy3DAsync(params, NULL)));
    (*out)->copy.params = *params;
    return cudaSuccess;
}

cudaError_t swrt_make_memcpy_1d(struct swrt_work **out, void *dst, const void *src, size_t count,
                                enum cudaMemcpyKind kind) {
    swrt_record_begin(out);
    return recorded(out, cudaMemcpyAsync(dst, src, count, kind, NULL));
}

cudaError_t swrt_make_to_symbol(struct swrt_work **out, const void *symbol, const void *src, size_t count,
                                size_t offset, enum cudaMemcpyKind kind) {
    swrt_record_begin(out);
    return recorded(out, cudaMemcpyToSymbolAsync(symbol, src, count, offset, kind, NULL));
}

cudaError_t swrt_make_from_symbol(struct swrt_work **out, void *dst, const void *symbol, size_t count, size_t offset,
                                  enum cudaMemcpyKind kind) {
    swrt_record_begin(out);
    return recorded(out, cudaMemcpyFromSymbolAsync(dst, symbol, count, offset, kind, NULL));
}
