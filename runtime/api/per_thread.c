/* The second entry points of --default-stream per-thread, from the list in per_thread.def: each is the plain function,
 * inside which the null stream is the calling thread's own. */
#include "api/per_thread.def"
#include "api/per_thread.h"
#include "memory/copy.h"

cudaStream_t swrt_default_stream(void) {
    return swrt_self()->null_is_own ? cudaStreamPerThread : NULL;
}

#define STREAM_PARAMETER(name, parameters, arguments)       \
    SWRT_VISIBLE cudaError_t name##_ptsz parameters;        \
    cudaError_t name##_ptsz parameters {                    \
        if (!stream) stream = cudaStreamPerThread;          \
        return name arguments;                              \
    }
SWRT_PTSZ_FUNCTIONS(STREAM_PARAMETER)

#define STREAM_IMPLICIT(name, parameters, arguments) \
    SWRT_WITH_OWN_STREAM(cudaError_t, name##_ptds, parameters, name arguments)
#define OTHER(name, parameters, arguments) SWRT_WITH_OWN_STREAM(cudaError_t, name##_ptsz, parameters, name arguments)
SWRT_PTDS_FUNCTIONS(STREAM_IMPLICIT)
SWRT_PTSZ_OTHERS(OTHER)

SWRT_VISIBLE cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *func, void **args);

cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *func, void **args) {
    if (!config || config->stream)
        return cudaLaunchKernelExC(config, func, args);
    cudaLaunchConfig_t own = *config;
    own.stream = cudaStreamPerThread;
    return cudaLaunchKernelExC(&own, func, args);
}
