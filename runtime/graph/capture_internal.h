/* What capture.c and api/graph/capture.c share: captures, and the streams and events that take part. */
#ifndef SWRT_CAPTURE_INTERNAL_H
#define SWRT_CAPTURE_INTERNAL_H

#include "graph/capture.h"
#include "graph/graph.h"
#include "os/thread/thread_id.h"

struct swrt_capture {
    struct CUgraph_st *graph;
    bool to_graph; /* a graph that was there before */
    uint64_t id;
    enum cudaStreamCaptureMode mode;
    struct swrt_thread_id thread;
    bool invalid;
    struct CUstream_st *origin;
    struct swrt_capturing *streams;
    struct swrt_capture *next;
};

struct swrt_capturing { /* a stream that takes part */
    struct swrt_capture *capture;
    struct CUstream_st *stream; /* null: it was destroyed */
    struct swrt_nodes tips;
    struct swrt_capturing *next;
};

struct swrt_captured { /* an event recorded in one */
    uint64_t id;
    struct swrt_nodes tips;
};

/* With the lock held. */
struct swrt_capture *swrt_capture_begin(struct CUgraph_st *graph, enum cudaStreamCaptureMode mode);
void swrt_capture_end(struct swrt_capture *capture);
struct swrt_capturing *swrt_capture_join(struct swrt_capture *capture, struct CUstream_st *stream);
struct swrt_capture *swrt_capture_of(const struct CUstream_st *stream);
struct swrt_capture *swrt_capture_find(uint64_t id);
/* The legacy stream, while a blocking stream of its device captures. */
bool swrt_capture_is_implicit(const struct CUstream_st *stream);

#endif
