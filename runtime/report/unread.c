/* Errors that nobody has read, said in one line when the program ends: what it printed may be wrong.
 *
 * An error is noted when an API call returns it, and when a kernel faults. It is read
 *   - when cudaGetLastError or cudaPeekAtLastError returns an error, or
 *   - when the program asks for the name or the text of the newest or the oldest noted error,
 * and with it all that were noted before. A program that ends with a status other than 0 has taken notice, too. What a
 * program may well ask only to learn (whether peer access is already enabled, ...) is not noted. Nothing is said on
 * standard output, and nothing by a process that has ended without exit().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/thread/errand.h"
#include "os/libc_names.h"
#include "os/thread/lock.h"
#include "os/process.h"
#include "report/error.h"
#include "report/kernel_name.h"

enum { KERNEL_BYTES = 1024, REASON_BYTES = 256 };

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct {
    unsigned long count; /* of noted errors; the rest is about the first */
    cudaError_t error, newest;
    const char *call;          /* null: the kernel has faulted */
    char kernel[KERNEL_BYTES]; /* mangled; empty: none */
    char reason[REASON_BYTES];
    int32_t process;
} noted;

static bool is_answer(cudaError_t error) {
    return error == cudaErrorPeerAccessAlreadyEnabled || error == cudaErrorPeerAccessNotEnabled ||
           error == cudaErrorHostMemoryAlreadyRegistered || error == cudaErrorHostMemoryNotRegistered ||
           error == cudaErrorNoDevice;
}

static void say_where(void) {
    char name[KERNEL_BYTES];
    swrt_kernel_name(noted.kernel, name, sizeof name);
    if (!noted.call)
        fprintf(stderr, "kernel %s", name);
    else if (*name)
        fprintf(stderr, "%s of kernel %s", noted.call, name);
    else
        fprintf(stderr, "%s", noted.call);
}

static void say_at_exit(int status, void *data) {
    if (noted.process != swrt_process_this())
        return; /* forked: the lock may be held by a thread that is not here */
    swrt_mutex_lock(&lock);
    if (noted.count && !status) {
        fflush(stdout);
        fprintf(stderr, "softwarp: the program ends with an error that it did not read: ");
        say_where();
        fprintf(stderr, ": %s (%s)%s%s", swrt_error_name(noted.error), swrt_error_text(noted.error),
                *noted.reason ? ": " : "", noted.reason);
        if (noted.count > 1)
            fprintf(stderr, "; %lu more after it (SOFTWARP_VERBOSE=1 shows them)", noted.count - 1);
        fputc('\n', stderr);
    }
    swrt_mutex_unlock(&lock);
}

/* on_exit knows nothing of libraries that are unloaded: this one stays (os/thread/thread.c). */
static void watch_exit(void) {
    swrt_open_math();
    swrt_libm_on_exit(say_at_exit, NULL);
}

void swrt_unread_note(const char *call, const char *kernel, cudaError_t error, const char *reason) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    if (is_answer(error))
        return;
    swrt_once(&once, watch_exit);
    swrt_mutex_lock(&lock);
    if (!noted.count++) {
        noted.error = error;
        noted.call = call;
        snprintf(noted.kernel, sizeof noted.kernel, "%s", kernel ? kernel : "");
        snprintf(noted.reason, sizeof noted.reason, "%s", reason ? reason : "");
        noted.process = swrt_process_this();
    }
    noted.newest = error;
    swrt_mutex_unlock(&lock);
}

void swrt_unread_forget(void) {
    swrt_mutex_lock(&lock);
    noted.count = 0;
    swrt_mutex_unlock(&lock);
}

void swrt_unread_named(cudaError_t error) {
    swrt_mutex_lock(&lock);
    if (error == noted.error || error == noted.newest)
        noted.count = 0;
    swrt_mutex_unlock(&lock);
}
