/* Which thread it is: to be kept, and compared with the calling one. */
#ifndef SWRT_THREAD_ID_H
#define SWRT_THREAD_ID_H

#include <pthread.h>
#include <stdbool.h>

/* The debugger compares its bytes with those of gdb's handle of a thread (debugger/softwarp-gdb.py). */
struct swrt_thread_id {
    pthread_t os;
};

/* The calling thread. Another may have the same when this one has ended. Signal handlers may ask. */
static inline struct swrt_thread_id swrt_thread_this(void) {
    return (struct swrt_thread_id){pthread_self()};
}

/* Whether the calling thread is the one. Before: that one has not ended. */
static inline bool swrt_thread_is_this(struct swrt_thread_id thread) {
    return pthread_equal(thread.os, pthread_self());
}

#endif
