/* How calls fail: what keeps them from working at all, and their end.
 *
 * The last error belongs to the thread (report/error.c), the sticky one to the device: a kernel that faults breaks its
 * device's context, and from then on every call that needs the context returns the same error, until cudaDeviceReset. */
#include <stdatomic.h>

#include "check/check.h"
#include "device/context.h"
#include "device/device.h"
#include "os/thread/thread.h"
#include "report/error.h"

static _Atomic(cudaError_t) sticky[SWRT_MAX_DEVICES];

cudaError_t swrt_fail_in(const char *function, cudaError_t error) {
    if (swrt_context_in_driver())
        return error; /* the driver API has no last error, and says its own name */
    if (error && error != cudaErrorNotReady) {
        struct swrt_thread *self = swrt_self_noted();
        self->last_error = error;
        swrt_unread_note(function, self->subject, error, swrt_why(error));
        swrt_check_failed(function, swrt_error_name(error), error, swrt_why(error), self->memory);
        swrt_say_error(function, swrt_error_name(error), error);
    }
    swrt_error_done();
    return error;
}

cudaError_t swrt_sticky(int device) {
    return swrt_device_valid(device) ? atomic_load_explicit(&sticky[device], memory_order_acquire) : cudaSuccess;
}

void swrt_set_sticky(int device, cudaError_t error) {
    cudaError_t none = cudaSuccess;
    if (!swrt_device_valid(device))
        return;
    atomic_compare_exchange_strong_explicit(&sticky[device], &none, error, memory_order_acq_rel, memory_order_acquire);
}

void swrt_clear_sticky(int device) {
    if (swrt_device_valid(device))
        atomic_store_explicit(&sticky[device], cudaSuccess, memory_order_release);
}

cudaError_t swrt_check_device(void) {
    SWRT_TRY(swrt_context_check_process());
    if (!swrt_device_count())
        return cudaErrorNoDevice;
    if (swrt_self()->callback)
        return swrt_because(cudaErrorNotPermitted, "called from a host function of a stream");
    swrt_context_use();
    return swrt_sticky(swrt_current_device());
}
