/* Copies and fills of memory: what a call asks for, whether it may be done, and doing it in stream order. */
#ifndef SWRT_COPY_H
#define SWRT_COPY_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_runtime_api.h"
#include "memory/memory.h"

/* A box of bytes: rows of `width` bytes, `height` rows a slice, `depth` slices. */
struct swrt_shape {
    size_t width, height, depth;
};

/* Where a box lies: its first byte, bytes from row to row and from slice to slice. */
struct swrt_place {
    char *base;
    size_t pitch, slice;
};

/* caller: whose call it is; of programs that are being checked. */
struct swrt_copy {
    struct swrt_place dst, src;
    struct swrt_shape shape;
    const struct swrt_call_stack *caller;
};

struct swrt_fill {
    struct swrt_place dst;
    struct swrt_shape shape;
    int value;
    const struct swrt_call_stack *caller;
};

/* Whether the caller waits for the result. */
enum swrt_waiting { SWRT_SYNC, SWRT_ASYNC };

/* copy_check.c */

/* cudaErrorInvalidMemcpyDirection when kind is no cudaMemcpyKind. */
cudaError_t swrt_copy_check_kind(enum cudaMemcpyKind kind);
/* Whether the box at `place` lies in one allocation, or in host memory that can be read (or written); fills *kind with
 * what it lies in. cudaErrorInvalidValue otherwise. */
cudaError_t swrt_check_box(struct swrt_place place, struct swrt_shape shape, bool write, enum swrt_memory_kind *kind);
bool swrt_shape_empty(struct swrt_shape shape);

/* copy_submit.c: checks both boxes and the direction, then copies in the order of the stream. A synchronous call
 * returns when it is done where CUDA's does (CUDA Runtime API, "API synchronization behavior"). */
cudaError_t swrt_copy_submit(const struct swrt_copy *copy, enum cudaMemcpyKind kind, cudaStream_t stream,
                             enum swrt_waiting waiting);
cudaError_t swrt_fill_submit(const struct swrt_fill *fill, cudaStream_t stream, enum swrt_waiting waiting);
/* One row of count bytes. */
cudaError_t swrt_copy_linear(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream,
                             enum swrt_waiting waiting);

/* api/copy_3d.c: what cudaMemcpy3D asks for. */
cudaError_t swrt_copy_3d(const struct cudaMemcpy3DParms *p, cudaStream_t stream, enum swrt_waiting waiting);

/* copy_run.c: at once, on this thread and on workers that have nothing else to do. */
void swrt_copy_run(const struct swrt_copy *copy);
void swrt_fill_run(const struct swrt_fill *fill);
/* The same as what an op does. */
cudaError_t swrt_copy_work(void *copy);
cudaError_t swrt_fill_work(void *fill);

/* api/per_thread.c: the stream that functions without a stream parameter use: 0, or the calling thread's own inside the
 * _ptds entry points. */
cudaStream_t swrt_default_stream(void);

#endif
