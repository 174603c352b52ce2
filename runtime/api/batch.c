/* Copies, advice and discarding in batches (CUDA Runtime API, "Memory Management"): each part is what the single call
 * does, in the stream's order, which is one of the orders that a batch allows. When a part is wrong the batch ends
 * there, and *fail_index names it; SIZE_MAX says that it was no single part. */
#include <stdint.h>

#include "device/device.h"
#include "memory/copy.h"
#include "report/error.h"
#include "stream/engine.h"
#include "texture/array.h"

/* Each set of attributes is for the parts from its index up to the next set's. */
static cudaError_t check_indices(const size_t *indices, size_t sets, size_t count) {
    if (!indices || !sets || sets > count || indices[0] != 0)
        return swrt_because(cudaErrorInvalidValue, "%zu sets of attributes for %zu parts", sets, count);
    for (size_t i = 1; i < sets; i++)
        if (indices[i] <= indices[i - 1] || indices[i] >= count)
            return swrt_because(cudaErrorInvalidValue, "set %zu begins with part %zu", i, indices[i]);
    return cudaSuccess;
}

static cudaError_t check_order(enum cudaMemcpySrcAccessOrder order) {
    if (order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidValue, "there is no access order %d", (int)order);
}

/* Batches belong to a stream of their own; the null stream takes none. */
static cudaError_t check_stream(cudaStream_t stream) {
    SWRT_TRY(swrt_check_device());
    if (stream && stream != cudaStreamLegacy)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidValue, "a batch in the null stream");
}

static cudaError_t copy_batch(void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count,
                              const struct cudaMemcpyAttributes *attrs, const size_t *indices, size_t sets,
                              size_t *failed, cudaStream_t stream) {
    SWRT_TRY(check_stream(stream));
    if (!dsts || !srcs || !sizes || !count || !attrs)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_indices(indices, sets, count));
    for (size_t i = 0; i < sets; i++)
        SWRT_TRY(check_order(attrs[i].srcAccessOrder));
    size_t set = 0;
    for (*failed = 0; *failed < count; ++*failed) {
        size_t i = *failed;
        if (set + 1 < sets && indices[set + 1] == i)
            set++;
        bool at_once = attrs[set].srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
        if (!sizes[i])
            return swrt_because(cudaErrorInvalidValue, "part %zu has no bytes", i);
        SWRT_TRY(
            swrt_copy_linear(dsts[i], srcs[i], sizes[i], cudaMemcpyDefault, stream, at_once ? SWRT_SYNC : SWRT_ASYNC));
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count,
                                 struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                                 size_t *failIdx, cudaStream_t stream) {
    size_t failed = SIZE_MAX;
    cudaError_t error = copy_batch(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, &failed, stream);
    if (error && failIdx)
        *failIdx = failed;
    return swrt_fail(error);
}

/* Bytes of an element: of the arrays' texels, or one. */
static cudaError_t unit_of(const struct cudaMemcpy3DOperand *operand, size_t *unit) {
    if (operand->type == cudaMemcpyOperandTypePointer)
        return cudaSuccess;
    if (operand->type != cudaMemcpyOperandTypeArray)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_array_valid(operand->op.array.array));
    *unit = operand->op.array.array->image.texel_bytes;
    return cudaSuccess;
}

/* One side as cudaMemcpy3D takes it. */
static cudaError_t side_of(const struct cudaMemcpy3DOperand *operand, struct cudaExtent extent, size_t unit,
                           cudaArray_t *array, struct cudaPos *at, struct cudaPitchedPtr *memory) {
    if (operand->type == cudaMemcpyOperandTypeArray) {
        struct cudaOffset3D offset = operand->op.array.offset;
        *array = operand->op.array.array;
        *at = make_cudaPos(offset.x, offset.y, offset.z);
        return cudaSuccess;
    }
    size_t row = operand->op.ptr.rowLength, rows = operand->op.ptr.layerHeight;
    row = row ? row : extent.width;
    rows = rows ? rows : extent.height;
    if (!operand->op.ptr.ptr || row < extent.width || rows < extent.height || row > PTRDIFF_MAX / unit)
        return cudaErrorInvalidValue;
    *memory = make_cudaPitchedPtr(operand->op.ptr.ptr, row * unit, row, rows);
    return cudaSuccess;
}

static cudaError_t copy_box(const struct cudaMemcpy3DBatchOp *op, cudaStream_t stream) {
    struct cudaMemcpy3DParms p = {.extent = op->extent, .kind = cudaMemcpyDefault};
    size_t unit = 1;
    if (!op->extent.width || !op->extent.height || !op->extent.depth)
        return swrt_because(cudaErrorInvalidValue, "an extent of nothing");
    SWRT_TRY(check_order(op->srcAccessOrder));
    SWRT_TRY(unit_of(&op->src, &unit));
    SWRT_TRY(unit_of(&op->dst, &unit));
    SWRT_TRY(side_of(&op->src, op->extent, unit, &p.srcArray, &p.srcPos, &p.srcPtr));
    SWRT_TRY(side_of(&op->dst, op->extent, unit, &p.dstArray, &p.dstPos, &p.dstPtr));
    bool at_once = op->srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
    return swrt_copy_3d(&p, stream, at_once ? SWRT_SYNC : SWRT_ASYNC);
}

static cudaError_t copy_boxes(size_t count, const struct cudaMemcpy3DBatchOp *ops, size_t *failed,
                              unsigned long long flags, cudaStream_t stream) {
    SWRT_TRY(check_stream(stream));
    if (!count || !ops || flags)
        return cudaErrorInvalidValue;
    for (*failed = 0; *failed < count; ++*failed)
        SWRT_TRY(copy_box(&ops[*failed], stream));
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DBatchAsync(size_t numOps, struct cudaMemcpy3DBatchOp *opList, size_t *failIdx,
                                   unsigned long long flags, cudaStream_t stream) {
    size_t failed = SIZE_MAX;
    cudaError_t error = copy_boxes(numOps, opList, &failed, flags, stream);
    if (error && failIdx)
        *failIdx = failed;
    return swrt_fail(error);
}

static cudaError_t prefetch_batch(void *const *ranges, const size_t *sizes, size_t count,
                                  const struct cudaMemLocation *places, const size_t *indices, size_t sets,
                                  unsigned long long flags, cudaStream_t stream) {
    SWRT_TRY(check_stream(stream));
    if (!ranges || !sizes || !count || !places || flags)
        return cudaErrorInvalidValue;
    SWRT_TRY(check_indices(indices, sets, count));
    for (size_t i = 0, set = 0; i < count; i++) {
        if (set + 1 < sets && indices[set + 1] == i)
            set++;
        SWRT_TRY(cudaMemPrefetchAsync_v2(ranges[i], sizes[i], places[set], 0, stream));
    }
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count, struct cudaMemLocation *prefetchLocs,
                                      size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags,
                                      cudaStream_t stream) {
    return swrt_fail(
        prefetch_batch(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream));
}

/* What is discarded may keep its contents; only the ranges are checked, by asking about them. */
static cudaError_t discard_batch(void *const *ranges, const size_t *sizes, size_t count, unsigned long long flags,
                                 cudaStream_t stream) {
    int read_mostly;
    SWRT_TRY(check_stream(stream));
    if (!ranges || !sizes || !count || flags)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        SWRT_TRY(cudaMemRangeGetAttribute(&read_mostly, sizeof read_mostly, cudaMemRangeAttributeReadMostly, ranges[i],
                                          sizes[i]));
    return cudaSuccess;
}

cudaError_t cudaMemDiscardBatchAsync(void **dptrs, size_t *sizes, size_t count, unsigned long long flags,
                                     cudaStream_t stream) {
    return swrt_fail(discard_batch(dptrs, sizes, count, flags, stream));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                                struct cudaMemLocation *prefetchLocs, size_t *prefetchLocIdxs,
                                                size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream) {
    cudaError_t error = discard_batch(dptrs, sizes, count, flags, stream);
    if (error)
        return swrt_fail(error);
    return swrt_fail(
        prefetch_batch(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream));
}
