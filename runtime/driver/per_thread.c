/* The second entry points of --default-stream per-thread, from the lists in per_thread.def: each is the plain function,
 * inside which the null stream is the calling thread's own; and how cuGetProcAddress finds them. */
#include "api/per_thread.h"
#include "device/context.h"
#include "driver/per_thread.def"

#define STREAM_PARAMETER(name, parameters, arguments) \
    SWRT_WITH_OWN_STREAM(CUresult, name##_ptsz, parameters, name arguments)
#define STREAM_IMPLICIT(name, parameters, arguments) \
    SWRT_WITH_OWN_STREAM(CUresult, name##_ptds, parameters, name arguments)
#define BY_NAME(name, parameters, arguments) SWRT_WITH_OWN_STREAM(cudaError_t, name##_ptsz, parameters, name arguments)
SWRT_DRIVER_PTSZ_FUNCTIONS(STREAM_PARAMETER)
SWRT_DRIVER_PTDS_FUNCTIONS(STREAM_IMPLICIT)
SWRT_DRIVER_BY_NAME_FUNCTIONS(BY_NAME)

static const struct {
    void (*plain)(void), (*own)(void);
} rows[] = {
#define PTSZ_ROW(name, parameters, arguments) {(void (*)(void))name, (void (*)(void))name##_ptsz},
#define PTDS_ROW(name, parameters, arguments) {(void (*)(void))name, (void (*)(void))name##_ptds},
    SWRT_DRIVER_PTSZ_FUNCTIONS(PTSZ_ROW) SWRT_DRIVER_PTDS_FUNCTIONS(PTDS_ROW)};

void *swrt_driver_function_own(const char *name) {
    void *plain = swrt_driver_function(name);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if ((void *)rows[i].plain == plain)
            return (void *)rows[i].own;
    return plain;
}

SWRT_VISIBLE CUresult cuGetProcAddress_v2_ptsz(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                                               CUdriverProcAddressQueryResult *symbolStatus);

CUresult cuGetProcAddress_v2_ptsz(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                                  CUdriverProcAddressQueryResult *symbolStatus) {
    if (flags == CU_GET_PROC_ADDRESS_DEFAULT)
        flags = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, symbolStatus);
}
