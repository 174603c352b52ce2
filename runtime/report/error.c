/* Last errors, sticky errors, and what is said about them on stderr.
 *
 * The last error belongs to the thread, the sticky one to the device: a kernel that faults breaks its device's context,
 * and from then on every call that needs the context returns the same error, until cudaDeviceReset. As measured on an
 * H100, cudaGetLastError forgets a sticky error too; the next call brings it back.
 */
#include "report/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "device/context.h"
#include "device/device.h"
#include "os/thread.h"
#include "stream/engine.h"

static cudaError_t sticky[SWRT_MAX_DEVICES];

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

static const char *why(cudaError_t error) {
    const struct swrt_thread *self = swrt_self();
    return self->reason[0] && self->reason_error == error ? self->reason : NULL;
}

void swrt_error_done(void) {
    struct swrt_thread *self = swrt_thread_record;
    if (!self) return;
    self->reason[0] = '\0';
    self->reason_error = cudaSuccess;
    self->subject = NULL;
    self->memory = NULL;
}

void swrt_say_error(const char *function, const char *name, cudaError_t error) {
    if (swrt_verbose())
        fprintf(stderr, "softwarp: %s: %s (%s)%s%s\n", function, name, swrt_error_text(error), why(error) ? ": " : "",
                why(error) ? why(error) : "");
}

cudaError_t swrt_fail_in(const char *function, cudaError_t error) {
    if (swrt_context_in_driver()) return error; /* the driver API has no last error, and says its own name */
    if (error && error != cudaErrorNotReady) {
        struct swrt_thread *self = swrt_self_noted();
        self->last_error = error;
        swrt_unread_note(function, self->subject, error, why(error));
        swrt_check_failed(function, error, why(error), self->memory);
        swrt_say_error(function, swrt_error_name(error), error);
    }
    swrt_error_done();
    return error;
}

cudaError_t swrt_sticky(int device) {
    return swrt_device_valid(device) ? __atomic_load_n(&sticky[device], __ATOMIC_ACQUIRE) : cudaSuccess;
}

void swrt_set_sticky(int device, cudaError_t error) {
    cudaError_t none = cudaSuccess;
    if (!swrt_device_valid(device)) return;
    __atomic_compare_exchange_n(&sticky[device], &none, error, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

void swrt_clear_sticky(int device) {
    if (swrt_device_valid(device)) __atomic_store_n(&sticky[device], cudaSuccess, __ATOMIC_RELEASE);
}

cudaError_t swrt_check_device(void) {
    SWRT_TRY(swrt_context_check_process());
    if (!swrt_device_count()) return cudaErrorNoDevice;
    if (swrt_in_callback()) return swrt_because(cudaErrorNotPermitted, "called from a host function of a stream");
    swrt_context_use();
    return swrt_sticky(swrt_current_device());
}

cudaError_t cudaGetLastError(void) {
    cudaError_t error = cudaPeekAtLastError();
    if (error) swrt_self_noted()->last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void) {
    cudaError_t error = swrt_self()->last_error;
    if (error) swrt_unread_forget();
    return error;
}
