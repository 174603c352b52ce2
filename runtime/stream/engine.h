/* The engine as the rest of libsoftwarp sees it: work in stream order, waiting for it, and spreading it over the
 * workers. What is behind it is said in engine_internal.h.
 *
 * Streams are named by the handles of the CUDA API: 0 and cudaStreamLegacy are the current device's null stream,
 * cudaStreamPerThread the calling thread's own.
 */
#ifndef SWRT_ENGINE_H
#define SWRT_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_runtime_api.h"

/* submit.c: work that is not a kernel (copies, fills, stream-ordered allocation). */

/* Puts a call of run(copy of data[0..bytes)) at the end of `stream`. It is made on an engine thread; an error that it
 * returns becomes the device's asynchronous error. After such an error the calls still queued are dropped.
 * Errors: cudaErrorInvalidResourceHandle (no such stream), cudaErrorMemoryAllocation. */
cudaError_t swrt_stream_submit(cudaStream_t stream, cudaError_t (*run)(void *data), const void *data, size_t bytes);
/* The same with the caller's own data, and waits for it: returns run's error (which is then not asynchronous), or the
 * device's asynchronous error when that kept it from running. Runs on the calling thread when its turn comes. */
cudaError_t swrt_stream_submit_wait(cudaStream_t stream, cudaError_t (*run)(void *data), void *data);

/* wait.c: each returns the device's asynchronous error, if there is one, and passes on what kernels printed. */
cudaError_t swrt_stream_wait(cudaStream_t stream);
cudaError_t swrt_device_wait(int device);
cudaError_t swrt_devices_wait(void);           /* for all of them, up to the first with an error */
bool swrt_stream_is_busy(cudaStream_t stream); /* that there is, and no error, and nothing is being captured */

/* stream.c */

/* cudaDeviceReset: waits for everything on the device, then drops its streams, events, device heap and asynchronous
 * error. */
void swrt_engine_reset(int device);

/* parallel.c: runs part(data, index, count) for every index below count, on several workers at once when they are
 * free (the caller does its share, so this never waits for a busy worker). count is chosen here, 1 at least. */
void swrt_parallel(void (*part)(void *data, unsigned index, unsigned count), void *data);

/* worker.c */
unsigned swrt_worker_count(void);

/* execute/heap.c: whether a kernel has allocated from the device heap since the last reset (its size is fixed from then
 * on). */
bool swrt_heap_in_use(int device);

/* execute/print.c: hands what kernels have printed so far to stdout. */
void swrt_print_flush(void);
void swrt_print_end(void); /* the same when the program ends */

#endif
