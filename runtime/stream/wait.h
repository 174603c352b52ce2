/* Waiting for ops: of a stream, of a device, or one. */
#ifndef SWRT_WAIT_H
#define SWRT_WAIT_H

#include <stdbool.h>
#include <stdint.h>

struct CUstream_st;
struct swrt_op;

struct swrt_waiter {
    struct CUstream_st *stream; /* until this stream has completed `seq` ... */
    uint64_t seq;
    struct swrt_op *op;    /* ... or, when set, until this claimed op's turn has come */
    bool room;             /* ... or until it has room for more ops */
    bool every_blocking;   /* ops of every blocking stream of the device are on its way */
    uint64_t device_limit; /* likewise all ops of the device up to this one */
};
bool swrt_waiter_done(const struct swrt_waiter *waiter);
bool swrt_waiter_helps(const struct swrt_waiter *waiter, const struct swrt_op *op);
/* Waits (helping where it may). Called and returns with the lock held. */
void swrt_wait(struct swrt_waiter *waiter);
/* Whether it has work; with the lock held. The host knows what it sees. */
bool swrt_stream_look(struct CUstream_st *stream);
/* Waits until everything submitted to the stream so far is done; same locking. */
void swrt_wait_stream(struct CUstream_st *stream);
void swrt_wait_seq(struct CUstream_st *stream, uint64_t seq);
/* Waits for one op, without helping: what comes after it in its graph may wait for the caller. */
void swrt_wait_op(struct swrt_op *op);
void swrt_runner_flush(void); /* what kernels have printed so far, if there were any */
/* Keeps a program that never waits from filling memory with queued work. */
void swrt_wait_for_room(struct CUstream_st *stream);

#endif
