/* Contexts in the driver API (CUDA Driver API reference, "Primary Context Management", "Context Management"). Their
 * functions have driver codes of their own and so are no calls of the runtime. */
#include "device/context.h"
#include "device/device.h"
#include "report/error.h"
#include "stream/engine.h"

enum { API_VERSION = 3020 }; /* since CUDA 4 */

static CUresult check_device(CUdevice device) {
    SWRT_TRY(swrt_driver_ready());
    return swrt_device_valid(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* A context of the device has gone. */
static void last_one_resets(int device) {
    if (swrt_context_in_use(device))
        swrt_device_wait(device);
    else
        swrt_device_reset(device);
}

static CUresult destroy(struct CUctx_st *context) {
    SWRT_TRY(swrt_context_destroy(context));
    last_one_resets(context->device);
    if (swrt_context_current() == context)
        swrt_context_pop(&context);
    return CUDA_SUCCESS;
}

/* ---- Primary contexts ------------------------------------------------------------------------------------------ */

static CUresult retain(CUcontext *context, CUdevice device) {
    SWRT_TRY(check_device(device));
    return context ? swrt_context_retain_primary(device, context) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev) {
    SWRT_DRIVER_RESULT(retain(pctx, dev));
}

static CUresult release(CUdevice device) {
    SWRT_TRY(check_device(device));
    bool last;
    CUresult result = swrt_context_release_primary(device, &last);
    if (last)
        last_one_resets(device);
    return result;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
    SWRT_DRIVER_RESULT(release(dev));
}

static bool flags_valid(unsigned flags) {
    unsigned extra = CU_CTX_COREDUMP_ENABLE | CU_CTX_USER_COREDUMP_ENABLE;
    return swrt_device_flags_valid(flags & ~extra);
}

static CUresult set_primary_flags(CUdevice device, unsigned flags) {
    SWRT_TRY(check_device(device));
    if (!flags_valid(flags))
        return CUDA_ERROR_INVALID_VALUE;
    swrt_device_set_flags(device, flags);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) {
    SWRT_DRIVER_RESULT(set_primary_flags(dev, flags));
}

static CUresult get_state(CUdevice device, unsigned *flags, int *active) {
    SWRT_TRY(check_device(device));
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = swrt_device_flags(device);
    *active = swrt_context_primary_active(device);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int *flags, int *active) {
    SWRT_DRIVER_RESULT(get_state(dev, flags, active));
}

static CUresult reset(CUdevice device) {
    SWRT_TRY(check_device(device));
    swrt_device_reset(device);
    swrt_context_forget(device);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) {
    SWRT_DRIVER_RESULT(reset(dev));
}

/* ---- Creating and choosing ------------------------------------------------------------------------------------- */

static CUresult create(CUcontext *context, unsigned flags, CUdevice device) {
    SWRT_TRY(check_device(device));
    if (!context || !flags_valid(flags))
        return CUDA_ERROR_INVALID_VALUE;
    return swrt_context_create(device, flags, context);
}

CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned int flags, CUdevice dev) {
    SWRT_DRIVER_RESULT(create(pctx, flags, dev));
}

/* A context that has only some of the multiprocessors: a CPU cannot, as most GPUs cannot. */
static CUresult create_part(CUcontext *context, const CUexecAffinityParam *params, int count, unsigned flags,
                            CUdevice device) {
    if (count < 0 || (count && !params))
        return CUDA_ERROR_INVALID_VALUE;
    return count ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY : create(context, flags, device);
}

CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int flags,
                        CUdevice dev) {
    SWRT_DRIVER_RESULT(create_part(pctx, paramsArray, numParams, flags, dev));
}

static CUresult create_with(CUcontext *context, const CUctxCreateParams *params, unsigned flags, CUdevice device) {
    if (!params)
        return create(context, flags, device);
    if (params->cigParams)
        return CUDA_ERROR_NOT_SUPPORTED;
    return create_part(context, params->execAffinityParams, params->numExecAffinityParams, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev) {
    SWRT_DRIVER_RESULT(create_with(pctx, ctxCreateParams, flags, dev));
}

static CUresult check_context(CUcontext context) {
    SWRT_TRY(swrt_driver_ready());
    if (!context || !swrt_context_valid(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return context->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
}

static CUresult check_and_destroy(CUcontext context) {
    SWRT_TRY(check_context(context));
    return destroy(context);
}

CUresult cuCtxDestroy_v2(CUcontext ctx) {
    SWRT_DRIVER_RESULT(check_and_destroy(ctx));
}

static CUresult push(CUcontext context) {
    SWRT_TRY(check_context(context));
    return swrt_context_push(context);
}

CUresult cuCtxPushCurrent_v2(CUcontext ctx) {
    SWRT_DRIVER_RESULT(push(ctx));
}

static CUresult pop(CUcontext *context) {
    CUcontext popped;
    SWRT_TRY(swrt_driver_ready());
    SWRT_TRY(swrt_context_pop(&popped));
    if (context)
        *context = popped;
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext *pctx) {
    SWRT_DRIVER_RESULT(pop(pctx));
}

static CUresult set_current(CUcontext context) {
    SWRT_TRY(context ? check_context(context) : swrt_driver_ready());
    return swrt_context_set(context);
}

CUresult cuCtxSetCurrent(CUcontext ctx) {
    SWRT_DRIVER_RESULT(set_current(ctx));
}

static CUresult get_current(CUcontext *context) {
    SWRT_TRY(swrt_driver_ready());
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = swrt_context_current();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *pctx) {
    SWRT_DRIVER_RESULT(get_current(pctx));
}

static cudaError_t get_device(CUdevice *device) {
    if (!device)
        return cudaErrorInvalidValue;
    *device = swrt_current_device();
    return cudaSuccess;
}

CUresult cuCtxGetDevice(CUdevice *device) {
    SWRT_CONTEXT_CALL(get_device(device));
}

/* The usage counts of CUDA 3: only a first one exists. */
static CUresult attach(CUcontext *context, unsigned flags) {
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    SWRT_TRY(get_current(context));
    return *context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxAttach(CUcontext *pctx, unsigned int flags) {
    SWRT_DRIVER_RESULT(attach(pctx, flags));
}

static CUresult detach(CUcontext context) {
    SWRT_TRY(check_context(context));
    return context->primary ? CUDA_SUCCESS : destroy(context);
}

CUresult cuCtxDetach(CUcontext ctx) {
    SWRT_DRIVER_RESULT(detach(ctx));
}

/* ---- About the current one ------------------------------------------------------------------------------------- */

static cudaError_t get_flags(unsigned *flags) {
    const struct CUctx_st *context = swrt_context_current();
    if (!flags)
        return cudaErrorInvalidValue;
    *flags = context->primary ? swrt_device_flags(context->device) : context->flags;
    return cudaSuccess;
}

CUresult cuCtxGetFlags(unsigned int *flags) {
    SWRT_CONTEXT_CALL(get_flags(flags));
}

static cudaError_t set_flags(unsigned flags) {
    struct CUctx_st *context = swrt_context_current();
    if (!flags_valid(flags))
        return cudaErrorInvalidValue;
    context->flags = flags;
    if (context->primary)
        swrt_device_set_flags(context->device, flags);
    return cudaSuccess;
}

CUresult cuCtxSetFlags(unsigned int flags) {
    SWRT_CONTEXT_CALL(set_flags(flags));
}

static CUresult context_or_current(CUcontext *context) {
    SWRT_TRY(swrt_driver_ready());
    if (!*context)
        *context = swrt_context_current();
    return check_context(*context);
}

static CUresult get_id(CUcontext context, unsigned long long *id) {
    SWRT_TRY(context_or_current(&context));
    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    *id = context->id;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId) {
    SWRT_DRIVER_RESULT(get_id(ctx, ctxId));
}

static CUresult get_version(CUcontext context, unsigned *version) {
    SWRT_TRY(context_or_current(&context));
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = API_VERSION;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version) {
    SWRT_DRIVER_RESULT(get_version(ctx, version));
}

CUresult cuCtxSynchronize(void) {
    SWRT_CONTEXT_CALL(cudaDeviceSynchronize());
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
    SWRT_CONTEXT_CALL(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit) {
    SWRT_CONTEXT_CALL(cudaDeviceGetLimit(pvalue, (enum cudaLimit)limit));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *pconfig) {
    SWRT_CONTEXT_CALL(cudaDeviceGetCacheConfig((enum cudaFuncCache *)pconfig));
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
    SWRT_CONTEXT_CALL(cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *pConfig) {
    SWRT_CONTEXT_CALL(cudaDeviceGetSharedMemConfig((enum cudaSharedMemConfig *)pConfig));
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
    SWRT_CONTEXT_CALL(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
}

CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
    SWRT_CONTEXT_CALL(cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority));
}

CUresult cuCtxResetPersistingL2Cache(void) {
    SWRT_CONTEXT_CALL(cudaCtxResetPersistingL2Cache());
}

/* ---- Peers ------------------------------------------------------------------------------------------------------ */

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
    CUresult invalid = check_context(peerContext);
    if (invalid)
        SWRT_DRIVER_RESULT(invalid);
    SWRT_CONTEXT_CALL(cudaDeviceEnablePeerAccess(peerContext->device, Flags));
}

CUresult cuCtxDisablePeerAccess(CUcontext peerContext) {
    CUresult invalid = check_context(peerContext);
    if (invalid)
        SWRT_DRIVER_RESULT(invalid);
    SWRT_CONTEXT_CALL(cudaDeviceDisablePeerAccess(peerContext->device));
}
