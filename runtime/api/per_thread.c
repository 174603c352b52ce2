/* The second entry points of --default-stream per-thread, from the lists in per_thread.def and driver/per_thread.def:
 * each is the plain function, inside which the null stream is the calling thread's own. */
#include <string.h>

#include "device/context.h"
#include "memory/copy.h"
#include "driver/per_thread.def"
#include "stream/engine.h"
#include "api/per_thread.def"
#include "os/thread.h"

cudaStream_t swrt_default_stream(void) {
    return swrt_self()->null_is_own ? cudaStreamPerThread : NULL;
}

#define VISIBLE __attribute__((visibility("default")))

#define STREAM_PARAMETER(name, parameters, arguments)  \
    VISIBLE cudaError_t name##_ptsz parameters;        \
    cudaError_t name##_ptsz parameters {               \
        if (!stream) stream = cudaStreamPerThread;     \
        return name arguments;                         \
    }
SWRT_PTSZ_FUNCTIONS(STREAM_PARAMETER)

#define INSIDE(Result, symbol, parameters, call) \
    VISIBLE Result symbol parameters;            \
    Result symbol parameters {                   \
        struct swrt_thread *self = swrt_self_noted(); \
        self->null_is_own = true;                \
        Result result = call;                    \
        self->null_is_own = false;               \
        return result;                           \
    }
#define STREAM_IMPLICIT(name, parameters, arguments) INSIDE(cudaError_t, name##_ptds, parameters, name arguments)
#define OTHER(name, parameters, arguments) INSIDE(cudaError_t, name##_ptsz, parameters, name arguments)
#define DRIVER_PARAMETER(name, parameters, arguments) INSIDE(CUresult, name##_ptsz, parameters, name arguments)
#define DRIVER_IMPLICIT(name, parameters, arguments) INSIDE(CUresult, name##_ptds, parameters, name arguments)
SWRT_PTDS_FUNCTIONS(STREAM_IMPLICIT)
SWRT_PTSZ_OTHERS(OTHER)
SWRT_DRIVER_PTSZ_FUNCTIONS(DRIVER_PARAMETER)
SWRT_DRIVER_PTDS_FUNCTIONS(DRIVER_IMPLICIT)

VISIBLE cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *func, void **args);

cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *func, void **args) {
    if (!config || config->stream) return cudaLaunchKernelExC(config, func, args);
    cudaLaunchConfig_t own = *config;
    own.stream = cudaStreamPerThread;
    return cudaLaunchKernelExC(&own, func, args);
}

/* ---- By their names -------------------------------------------------------------------------------------------- */

static const struct {
    void (*plain)(void), (*own)(void);
} rows[] = {
#define PTSZ_ROW(name, parameters, arguments) {(void (*)(void))name, (void (*)(void))name##_ptsz},
#define PTDS_ROW(name, parameters, arguments) {(void (*)(void))name, (void (*)(void))name##_ptds},
    SWRT_DRIVER_PTSZ_FUNCTIONS(PTSZ_ROW) SWRT_DRIVER_PTDS_FUNCTIONS(PTDS_ROW)
};

void *swrt_driver_function_own(const char *name) {
    void *plain = swrt_driver_function(name);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if ((void *)rows[i].plain == plain) return (void *)rows[i].own;
    return plain;
}

VISIBLE CUresult cuGetProcAddress_v2_ptsz(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                                          CUdriverProcAddressQueryResult *symbolStatus);

CUresult cuGetProcAddress_v2_ptsz(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                                  CUdriverProcAddressQueryResult *symbolStatus) {
    if (flags == CU_GET_PROC_ADDRESS_DEFAULT) flags = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, symbolStatus);
}
