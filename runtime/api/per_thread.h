/* Second entry points, for programs whose null stream is the calling thread's own. */
#ifndef SWRT_PER_THREAD_H
#define SWRT_PER_THREAD_H

#include "os/thread/thread.h"

#define SWRT_VISIBLE __attribute__((visibility("default")))

/* A function `symbol` that is `call`, inside which the null stream is the calling thread's own. */
#define SWRT_WITH_OWN_STREAM(Result, symbol, parameters, call) \
    SWRT_VISIBLE Result symbol parameters;                     \
    Result symbol parameters {                                 \
        struct swrt_thread *self = swrt_self_noted();          \
        self->null_is_own = true;                              \
        Result result = call;                                  \
        self->null_is_own = false;                             \
        return result;                                         \
    }

#endif
