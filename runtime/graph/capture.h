/* Stream capture as the API sees it: what a call has to ask before it puts work into a stream. Those who do that for
 * others (launches, copies) ask the engine's recorder (struct swrt_recorder), which is capture.c.
 *
 * A thread that adds or changes a node by parameters *records*: it makes the ordinary call (cudaMemcpy3DAsync, a launch),
 * and the work that would have gone into the stream comes back to it.
 */
#ifndef SWRT_CAPTURE_H
#define SWRT_CAPTURE_H

#include <stdbool.h>

#include "cuda_runtime_api.h"

struct swrt_work;

/* With the lock held. Whether a call's work has to be captured instead of being submitted to the stream. Errors: the
 * capture is invalid already, or the stream is the legacy one and a blocking stream is capturing. */
cudaError_t swrt_capture_check(struct CUstream_st *stream, bool *capturing);
/* For calls that a capturing stream does not allow (waiting, querying): the error, and the capture is invalid. */
cudaError_t swrt_capture_refuse(struct CUstream_st *stream);
/* With the lock held: for calls that wait for a device, and for calls that are unsafe while the thread, or any thread,
 * captures (cudaThreadExchangeStreamCaptureMode). */
cudaError_t swrt_capture_refuse_device(int device);
cudaError_t swrt_capture_refuse_unsafe(void);
cudaError_t swrt_capture_unsafe(void); /* the same, and takes the lock */

/* Stream-ordered allocation, without the lock: captured if the stream captures (*captured). A free of a pointer
 * that is no graph's is an error then. */
cudaError_t swrt_capture_pool_alloc(void **out, size_t bytes, int device, cudaStream_t stream, bool *captured);
bool swrt_capture_pool_free(void *address, cudaStream_t stream, cudaError_t *error);

/* Events; with the lock held. */
cudaError_t swrt_capture_record(struct CUstream_st *stream, struct CUevent_st *event, bool external);
/* *handled: the wait is captured; else it is an ordinary one. */
cudaError_t swrt_capture_wait(struct CUstream_st *stream, struct CUevent_st *event, bool external, bool *handled);
cudaError_t swrt_capture_refuse_event(const struct CUevent_st *event); /* to query or await it */
void swrt_capture_forget_event(struct CUevent_st *event);

/* Recording: until swrt_record_end the calling thread's next work goes to *work. */
void swrt_record_begin(struct swrt_work **work);
void swrt_record_end(void);

#endif
