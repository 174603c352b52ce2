/* Contexts: what the driver API calls a thread's current device, and what may not be used after fork.
 *
 * Every device has a *primary* context, which the runtime API uses; the driver API can create more. All contexts of a
 * device share what it has. A thread has a stack of contexts; the device of the top one is its current device.
 */
#ifndef SWRT_CONTEXT_H
#define SWRT_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda.h"
#include "cuda_runtime_api.h"

struct swrt_context_stack;

struct CUctx_st {
    int device;
    bool primary;
    _Atomic bool destroyed;   /* stays allocated: other threads may have it on their stacks */
    unsigned flags, retained; /* retained: how often, of a primary one */
    uint64_t id;
    struct CUctx_st *next;
};

/* context.c */

/* cudaErrorInitializationError in a process that was forked off after CUDA was used; else notes that it is used. */
cudaError_t swrt_context_check_process(void);
bool swrt_context_forked(void); /* such a process */
/* What is done when the process first uses CUDA; by several threads, if they are the first together. */
void swrt_context_begins_by(void (*first)(void));
/* A runtime function is called: the thread's primary context is in use from now on. */
void swrt_context_use(void);
void swrt_context_select(int device); /* cudaSetDevice: its primary context is on top now */
void swrt_context_forget(int device); /* cudaDeviceReset: its primary context is in use no longer */
bool swrt_context_in_driver(void);    /* the calling thread is inside a driver API function */
/* The context on top of the calling thread's stack, or null. */
struct CUctx_st *swrt_context_current(void);
struct CUctx_st *swrt_context_primary(int device);
bool swrt_context_valid(const struct CUctx_st *context); /* exists, destroyed ones included */
bool swrt_context_primary_active(int device);
CUresult swrt_context_push(struct CUctx_st *context);
CUresult swrt_context_pop(struct CUctx_st **context);
CUresult swrt_context_set(struct CUctx_st *context); /* replaces the top; null: pops it */
CUresult swrt_context_create(int device, unsigned flags, struct CUctx_st **context);
CUresult swrt_context_destroy(struct CUctx_st *context); /* it stays where it is on stacks */
bool swrt_context_in_use(int device);                    /* whether the device has contexts that are in use */
CUresult swrt_context_retain_primary(int device, struct CUctx_st **context);
CUresult swrt_context_release_primary(int device, bool *last); /* *last: nobody retains it any more */

/* context_call.c: every driver API function is one of these macros around a call of the runtime, or around what has a
 * code of the driver API. */

CUresult swrt_driver_ready(void); /* CUDA_ERROR_NOT_INITIALIZED before cuInit */
CUresult swrt_driver_begin(void); /* ready, and inside the driver from now on */
CUresult swrt_driver_enter(void); /* and that the thread has a context */
CUresult swrt_driver_end(const char *function, cudaError_t error);
/* How each function ends: checkers and SOFTWARP_VERBOSE=1 tell of its failure, which `error` of the runtime API says. */
CUresult swrt_driver_result(const char *function, CUresult code, cudaError_t error);
/* The driver API's code for an error of the runtime API. */
CUresult swrt_driver_code(cudaError_t error);
const char *swrt_driver_name(CUresult code);      /* null when there is no such code */
void *swrt_driver_function(const char *name);     /* driver/entry.c: null when there is no such function */
void *swrt_driver_function_own(const char *name); /* driver/per_thread.c: the one for per-thread default streams */

/* Returns what `call`, a CUresult, says. */
#define SWRT_DRIVER_RESULT(call)                                                  \
    do {                                                                          \
        CUresult swrt_code = (call);                                              \
        return swrt_driver_result(__func__, swrt_code, (cudaError_t)swrt_code);   \
    } while (0)
#define SWRT_DRIVER(begin, call)                  \
    do {                                          \
        CUresult swrt_begun = begin();            \
        if (swrt_begun)                           \
            SWRT_DRIVER_RESULT(swrt_begun);       \
        return swrt_driver_end(__func__, call);   \
    } while (0)
/* Returns what `call`, a cudaError_t, says. The first needs a current context, the second only cuInit. */
#define SWRT_CONTEXT_CALL(call) SWRT_DRIVER(swrt_driver_enter, call)
#define SWRT_DEVICE_CALL(call) SWRT_DRIVER(swrt_driver_begin, call)

#endif
