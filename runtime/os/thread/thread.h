/* What the runtime knows of each thread that calls it, or runs kernels for it.
 *
 * A program may load many libraries that have a runtime of their own in them (-cudart static). All their thread-local
 * storage has to fit into the little that dlopen has to spare of the quick kind, so a runtime has one pointer of it, to a
 * record. A thread gets its record when the runtime first notes something about it, and gives it back when it ends.
 */
#ifndef SWRT_THREAD_H
#define SWRT_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
#include "os/thread/signal.h"

#define SWRT_MAX_DEVICES 16

struct swrt_thread {
    /* The engine. */
    struct swrt_executor *executor; /* runs blocks just now */
    bool worker, callback;
    char *stack_low, *stack_top; /* of the stack that kernels run on: its lowest address; where device code begins */
    /* its own ones (cudaStreamPerThread), made when they are asked for */
    struct CUstream_st *streams[SWRT_MAX_DEVICES];

    /* The API. */
    int device;                               /* the current one */
    bool null_is_own;                         /* within a function for which the null stream is the thread's own */
    struct swrt_configuration *configuration; /* api/launch.c: the innermost */
    struct swrt_launch_in_steps *in_steps;    /* api/removed.c: the innermost */
    struct swrt_work **recording;             /* graph/capture.h */
    enum cudaStreamCaptureMode capture_mode;

    /* device/context.c */
    struct swrt_context_stack {
        struct CUctx_st **at;
        unsigned depth, capacity;
    } contexts;
    bool bound; /* the runtime API has been used: with an empty stack, the current device's primary context */
    bool in_driver;

    /* report/error.c */
    cudaError_t last_error;
    cudaError_t reason_error; /* the error that `reason` explains */
    char reason[256];
    const char *subject; /* the kernel that the call is about */
    const void *memory;  /* an address that it is about */

    /* Checks and verification. */
    struct swrt_op *checked_op;          /* check/racecheck/order.c: runs here */
    bool compares;                       /* verify/lane.c */
    unsigned verify_depth;               /* verify/quiet.c: calls within calls */
    struct swrt_signal_mask mask_before; /* the same */
    char unnamed[96];                    /* execute/fault_report.c: swrt_unnamed_text's answer */

    /* check/strict/refused_host.c: memory that the thread may touch, until another version of all memory comes. */
    struct {
        const char *base;
        size_t bytes;
        uint64_t version;
    } touched;

    unsigned endings; /* how often its end was looked at */
};

/* thread.c */
extern _Thread_local struct swrt_thread *swrt_thread_record __attribute__((tls_model("initial-exec")));
extern const struct swrt_thread swrt_thread_new; /* nothing is known of it */
struct swrt_thread *swrt_thread_make(void);
/* Has `end` called when a thread that has a record ends; each is named once. */
void swrt_thread_at_end(void (*end)(struct swrt_thread *self));
bool swrt_on_worker(void); /* the calling thread is one of the engine's, or runs device code for it */

/* Starts a detached thread of the engine's that calls body(data): with SWRT_STACK_BYTES of stack (os/thread/stack.h), in the
 * environment of os/thread/float_env.h, with the host's signals blocked and faults not. If there can be none, the first
 * says the number of the error, and the second ends the program. */
int swrt_try_spawn(void *(*body)(void *), void *data);
void swrt_spawn(void *(*body)(void *), void *data);

/* The lowest address of the calling thread's stack; null: nobody knows. */
char *swrt_thread_stack(void);

/* Until the second, the calling thread is not cancelled (pthread_cancel): what it does is not left half done. The first
 * says what was before, which the second takes. */
int swrt_thread_stays(void);
void swrt_thread_may_go(int before);

/* What is known of the calling thread. Signal handlers may ask. */
static inline const struct swrt_thread *swrt_self(void) {
    return swrt_thread_record ? swrt_thread_record : &swrt_thread_new;
}

/* The same, to note something; not for signal handlers. */
static inline struct swrt_thread *swrt_self_noted(void) {
    return swrt_thread_record ? swrt_thread_record : swrt_thread_make();
}

unsigned swrt_threads_spawned(void); /* those that have not ended */
unsigned swrt_threads_counted(void); /* all threads of the process, as the system counts them; 0: it does not say */

/* fault_notes.c: what the handler of faults itself has to remember of the calling thread from one fault to the next. */
struct swrt_fault_notes {
    char *frame; /* of the last signal that was passed on, and how often in a row its was deeper */
    unsigned deeper;
    struct swrt_fault_repeated {
        uintptr_t address; /* of an access that was repeated, */
        unsigned time;     /* and in which hold or verification */
    } held, verified;
};
struct swrt_fault_notes *swrt_fault_notes(void);
/* Whether an access is to be repeated: once in the hold or verification that is the `time`th. */
bool swrt_fault_repeats(struct swrt_fault_repeated *repeated, uintptr_t address, unsigned time);

#endif
