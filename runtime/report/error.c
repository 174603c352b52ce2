/* Threads' last errors, and what is said about them on stderr. As measured on an H100, cudaGetLastError forgets a
 * device's sticky error too (device/fail.c); the next call brings it back. */
#include "report/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/thread/thread.h"

bool swrt_verbose(void) {
    static int verbose = -1;
    if (verbose < 0) {
        const char *value = getenv("SOFTWARP_VERBOSE");
        verbose = value && *value && strcmp(value, "0") != 0;
    }
    return verbose;
}

cudaError_t swrt_because(cudaError_t error, const char *format, ...) {
    struct swrt_thread *self = swrt_self_noted();
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->reason, sizeof self->reason, format, arguments);
    va_end(arguments);
    self->reason_error = error;
    return error;
}

cudaError_t swrt_about_kernel(const char *kernel, cudaError_t error) {
    swrt_self_noted()->subject = kernel;
    return error;
}

cudaError_t swrt_about_memory(const void *address, cudaError_t error) {
    swrt_self_noted()->memory = address;
    return error;
}

const char *swrt_why(cudaError_t error) {
    const struct swrt_thread *self = swrt_self();
    return self->reason[0] && self->reason_error == error ? self->reason : NULL;
}

void swrt_error_done(void) {
    struct swrt_thread *self = swrt_thread_record;
    if (!self)
        return;
    self->reason[0] = '\0';
    self->reason_error = cudaSuccess;
    self->subject = NULL;
    self->memory = NULL;
}

void swrt_say_error(const char *function, const char *name, cudaError_t error) {
    if (swrt_verbose())
        fprintf(stderr, "softwarp: %s: %s (%s)%s%s\n", function, name, swrt_error_text(error),
                swrt_why(error) ? ": " : "", swrt_why(error) ? swrt_why(error) : "");
}

cudaError_t cudaGetLastError(void) {
    cudaError_t error = cudaPeekAtLastError();
    if (error)
        swrt_self_noted()->last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void) {
    cudaError_t error = swrt_self()->last_error;
    if (error)
        swrt_unread_forget();
    return error;
}
