/* Errors of the API: the thread's last one, the device's sticky one, and what SOFTWARP_VERBOSE=1 says about them. */
#ifndef SWRT_ERROR_H
#define SWRT_ERROR_H

#include <stdbool.h>

#include "cuda_runtime_api.h"

/* Every API function ends in swrt_fail(error): records the calling thread's last error (cudaSuccess and
 * cudaErrorNotReady, which is an answer and no failure, leave it as it was),
 * says it on stderr under SOFTWARP_VERBOSE=1, and returns it. */
#define swrt_fail(error) swrt_fail_in(__func__, (error)) /* device/fail.c */
cudaError_t swrt_fail_in(const char *function, cudaError_t error);

/* Notes why, for the message that swrt_fail may print next on this thread or unread.c at exit, and returns error.
 * Use: return swrt_because(cudaErrorInvalidValue, "count leaves the %zu-byte allocation", bytes); */
cudaError_t swrt_because(cudaError_t error, const char *format, ...) __attribute__((format(printf, 2, 3)));

const char *swrt_why(cudaError_t error); /* what was noted of it; null: nothing */
/* The same for the kernel (its mangled name) that the call is about. */
cudaError_t swrt_about_kernel(const char *kernel, cudaError_t error);
/* The same for an address: checkers tell who allocated what lies there. */
cudaError_t swrt_about_memory(const void *address, cudaError_t error);

/* error_names.c: what cudaGetErrorName and cudaGetErrorString return. */
const char *swrt_error_name(cudaError_t error);
const char *swrt_error_text(cudaError_t error);

/* unread.c: errors that nobody reads are said when the program ends. call null: the kernel has faulted. kernel, reason:
 * null when not known. */
void swrt_unread_note(const char *call, const char *kernel, cudaError_t error, const char *reason);
void swrt_unread_forget(void);             /* the program has read an error */
void swrt_unread_named(cudaError_t error); /* it asks what this one is */

/* device/fail.c */

/* The error that broke the device's context, or cudaSuccess. Set once per break: a second one does not replace it.
 * cudaDeviceReset clears it with swrt_clear_sticky. device: 0 .. swrt_device_count() - 1. */
cudaError_t swrt_sticky(int device);
void swrt_set_sticky(int device, cudaError_t error);
void swrt_clear_sticky(int device);
/* What keeps API calls from working at all: the sticky error of the calling thread's current device, no device
 * (SOFTWARP_DEVICES=0), or a call out of a host function. The first check of most API functions. */
cudaError_t swrt_check_device(void);

/* Under SOFTWARP_VERBOSE=1: says the error that `function` returns, by the name that its API has for it, and why. */
void swrt_say_error(const char *function, const char *name, cudaError_t error);

/* Leaves the function with the call's error, if it has one: of the runtime API (cudaError_t) or the driver API (CUresult),
 * as the function returns. It is for calls before which nothing was taken that would have to be given back. */
#define SWRT_TRY(call)                             \
    do {                                           \
        __typeof__(call) swrt_try_error = (call);  \
        if (swrt_try_error) return swrt_try_error; \
    } while (0)

/* The call is over: what swrt_because and swrt_about_... noted is about no other. */
void swrt_error_done(void);

bool swrt_verbose(void); /* SOFTWARP_VERBOSE is set and not 0 */

#endif
