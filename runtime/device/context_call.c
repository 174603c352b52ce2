/* Results of the driver API: initialisation, codes, names, how calls end (CUDA Driver API reference, "Initialization",
 * "Error Handling").
 *
 * The two APIs have the same numbers for what both have. What only the runtime API has are wrong arguments of its calls. */
#include "check/check.h"
#include "device/context.h"
#include "device/device.h"
#include "os/thread/thread.h"
#include "report/error.h"

static bool initialised;

static const struct {
    CUresult code;
    const char *name;
} rows[] = {
#define R(name, code) {CUDA_##name, "CUDA_" #name},
#include "softwarp/driver/errors.def"
#undef R
};

const char *swrt_driver_name(CUresult code) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == code)
            return rows[i].name;
    return NULL;
}

CUresult swrt_driver_code(cudaError_t error) {
    if (error == cudaErrorInvalidSymbol)
        return CUDA_ERROR_NOT_FOUND;
    if (error == cudaErrorInvalidDeviceFunction)
        return CUDA_ERROR_INVALID_HANDLE;
    return swrt_driver_name((CUresult)error) ? (CUresult)error : CUDA_ERROR_INVALID_VALUE;
}

/* Using the runtime API initialises too. */
CUresult swrt_driver_ready(void) {
    if (swrt_context_forked())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (initialised || swrt_context_current())
        return CUDA_SUCCESS;
    return CUDA_ERROR_NOT_INITIALIZED;
}

CUresult swrt_driver_result(const char *function, CUresult code, cudaError_t error) {
    const char *name = swrt_driver_name(code);
    if (code && code != CUDA_ERROR_NOT_READY) {
        swrt_check_failed(function, name, (cudaError_t)code, swrt_why(error), swrt_self()->memory);
        swrt_say_error(function, name, error);
    }
    swrt_error_done();
    return code;
}

static CUresult init(unsigned flags) {
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (swrt_context_check_process())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!swrt_device_count())
        return CUDA_ERROR_NO_DEVICE;
    initialised = true;
    return CUDA_SUCCESS;
}

CUresult cuInit(unsigned int Flags) {
    SWRT_DRIVER_RESULT(init(Flags));
}

static CUresult get_version(int *version) {
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *driverVersion) {
    SWRT_DRIVER_RESULT(get_version(driverVersion));
}

static CUresult get_name(CUresult error, const char **name) {
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = swrt_driver_name(error);
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult error, const char **pStr) {
    SWRT_DRIVER_RESULT(get_name(error, pStr));
}

static CUresult get_text(CUresult error, const char **text) {
    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    *text = NULL;
    if (!swrt_driver_name(error))
        return CUDA_ERROR_INVALID_VALUE;
    *text = error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT ? "context already current"
                                                        : cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **pStr) {
    SWRT_DRIVER_RESULT(get_text(error, pStr));
}
