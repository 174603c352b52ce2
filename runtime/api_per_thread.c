/* The second entry points of --default-stream per-thread, from the list in per_thread.def: each is the plain function,
 * with the calling thread's own stream where that one would use the null stream. */
#include <stdbool.h>

#include "copy.h"
#include "per_thread.def"

static _Thread_local bool null_is_own; /* inside a _ptds function */

cudaStream_t swrt_default_stream(void) {
    return null_is_own ? cudaStreamPerThread : NULL;
}

#define VISIBLE __attribute__((visibility("default")))

#define STREAM_PARAMETER(name, parameters, arguments)  \
    VISIBLE cudaError_t name##_ptsz parameters;        \
    cudaError_t name##_ptsz parameters {               \
        if (!stream) stream = cudaStreamPerThread;     \
        return name arguments;                         \
    }
SWRT_PTSZ_FUNCTIONS(STREAM_PARAMETER)

#define STREAM_IMPLICIT(name, parameters, arguments)   \
    VISIBLE cudaError_t name##_ptds parameters;        \
    cudaError_t name##_ptds parameters {               \
        null_is_own = true;                            \
        cudaError_t error = name arguments;            \
        null_is_own = false;                           \
        return error;                                  \
    }
SWRT_PTDS_FUNCTIONS(STREAM_IMPLICIT)

VISIBLE cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *func, void **args);

cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *func, void **args) {
    if (!config || config->stream) return cudaLaunchKernelExC(config, func, args);
    cudaLaunchConfig_t own = *config;
    own.stream = cudaStreamPerThread;
    return cudaLaunchKernelExC(&own, func, args);
}
