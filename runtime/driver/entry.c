/* Driver API functions by their names (CUDA Driver API reference, "Driver Entry Point Access"; CUDA Runtime API, the
 * section of the same name). Versions choose nothing here, every function has one form; flags choose what the null
 * stream is. */
#include <string.h>

#include "cudaProfiler.h"
#include "device/context.h"
#include "os/thread/thread.h"
#include "report/error.h"

static const struct {
    const char *name;
    void (*function)(void);
} rows[] = {
#define P(name, symbol) {#name, (void (*)(void))symbol},
#include "driver/functions.def"
#undef P
};

void *swrt_driver_function(const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!strcmp(rows[i].name, name))
            return (void *)rows[i].function;
    return NULL;
}

static CUresult get_address(const char *symbol, void **function, int version, cuuint64_t flags,
                            CUdriverProcAddressQueryResult *status) {
    if (!symbol || !function || !*symbol || version <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
        return CUDA_ERROR_INVALID_VALUE;
    bool own = flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    *function = own ? swrt_driver_function_own(symbol) : swrt_driver_function(symbol);
    if (status)
        *status = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *function || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *symbolStatus) {
    SWRT_DRIVER_RESULT(get_address(symbol, pfn, cudaVersion, flags, symbolStatus));
}

/* ---- The runtime API's way to them ------------------------------------------------------------------------------ */

static cudaError_t entry_point(const char *symbol, void **function, unsigned version, unsigned long long flags,
                               enum cudaDriverEntryPointQueryResult *status) {
    if (!symbol || !function || flags > cudaEnablePerThreadDefaultStream)
        return cudaErrorInvalidValue;
    SWRT_TRY(swrt_check_device());
    bool own = flags == cudaEnablePerThreadDefaultStream || (flags == cudaEnableDefault && swrt_self()->null_is_own);
    *function = version > CUDART_VERSION ? NULL : own ? swrt_driver_function_own(symbol) : swrt_driver_function(symbol);
    if (status)
        *status = *function                  ? cudaDriverEntryPointSuccess
                  : version > CUDART_VERSION ? cudaDriverEntryPointVersionNotSufficent
                                             : cudaDriverEntryPointSymbolNotFound;
    return *function || status ? cudaSuccess
                               : swrt_because(cudaErrorSymbolNotFound, "there is no driver function %s", symbol);
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *driverStatus) {
    return swrt_fail(entry_point(symbol, funcPtr, 0, flags, driverStatus));
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr, unsigned int cudaVersion,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus) {
    return swrt_fail(entry_point(symbol, funcPtr, cudaVersion, flags, driverStatus));
}
