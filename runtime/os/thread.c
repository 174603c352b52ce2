/* The records of threads: made on demand, given back when the thread has ended. */
#include "os/thread.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "device/context.h"
#include "stream/engine_internal.h"

_Thread_local struct swrt_thread *swrt_thread_record __attribute__((tls_model("initial-exec")));
const struct swrt_thread swrt_thread_new;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Other libraries' destructors may call the runtime, and find the thread's device and streams as they were, so this is
 * put off until the C library asks for the last time. */
static void thread_ends(void *data) {
    struct swrt_thread *self = data;
    if (++self->endings < PTHREAD_DESTRUCTOR_ITERATIONS && !pthread_setspecific(key, self))
        return;
    swrt_streams_thread_ends(self->streams);
    swrt_contexts_thread_ends(&self->contexts);
    swrt_thread_record = NULL;
    free(self);
}

/* A library that has the runtime in it can be unloaded no longer: threads are to run its code. */
static void stay_loaded(void) {
    Dl_info self;
    if (dladdr(&swrt_thread_new, &self) && self.dli_fname)
        dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

static void begin(void) {
    stay_loaded();
    if (pthread_key_create(&key, thread_ends))
        abort();
}

struct swrt_thread *swrt_thread_make(void) {
    pthread_once(&once, begin);
    struct swrt_thread *self = calloc(1, sizeof *self);
    if (!self || pthread_setspecific(key, self)) {
        fprintf(stderr, "softwarp: out of memory for what is known of a thread\n");
        abort();
    }
    return swrt_thread_record = self;
}
