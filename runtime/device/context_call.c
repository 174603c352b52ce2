/* Results of the driver API: initialisation, codes, names (CUDA Driver API reference, "Initialization", "Error
 * Handling").
 *
 * The two APIs number alike what both have. What only the runtime API has are wrong arguments of its calls. */
#include "device/context.h"
#include "device/device.h"
#include "report/error.h"

static bool initialised;

static const struct {
    CUresult code;
    const char *name;
} rows[] = {
#define R(name, code) {CUDA_##name, "CUDA_" #name},
#include "softwarp/driver_errors.def"
#undef R
};

const char *swrt_driver_name(CUresult code) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == code) return rows[i].name;
    return NULL;
}

CUresult swrt_driver_code(cudaError_t error) {
    if (error == cudaErrorInvalidSymbol) return CUDA_ERROR_NOT_FOUND;
    if (error == cudaErrorInvalidDeviceFunction) return CUDA_ERROR_INVALID_HANDLE;
    return swrt_driver_name((CUresult)error) ? (CUresult)error : CUDA_ERROR_INVALID_VALUE;
}

/* Using the runtime API initialises too. */
CUresult swrt_driver_ready(void) {
    if (swrt_context_forked()) return CUDA_ERROR_NOT_INITIALIZED;
    if (initialised || swrt_context_current()) return CUDA_SUCCESS;
    return CUDA_ERROR_NOT_INITIALIZED;
}

CUresult cuInit(unsigned int Flags) {
    if (Flags) return CUDA_ERROR_INVALID_VALUE;
    if (swrt_context_check_process()) return CUDA_ERROR_NOT_INITIALIZED;
    if (!swrt_device_count()) return CUDA_ERROR_NO_DEVICE;
    initialised = true;
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *driverVersion) {
    if (!driverVersion) return CUDA_ERROR_INVALID_VALUE;
    *driverVersion = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **pStr) {
    if (!pStr) return CUDA_ERROR_INVALID_VALUE;
    *pStr = swrt_driver_name(error);
    return *pStr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **pStr) {
    if (!pStr) return CUDA_ERROR_INVALID_VALUE;
    *pStr = NULL;
    if (!swrt_driver_name(error)) return CUDA_ERROR_INVALID_VALUE;
    *pStr = error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT ? "context already current"
                                                        : cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}
