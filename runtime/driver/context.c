/* Contexts in the driver API (CUDA Driver API reference, "Primary Context Management", "Context Management"). Their
 * functions return driver codes of their own and so are no calls of the runtime. */
#include "device/context.h"
#include "device/device.h"
#include "report/error.h"
#include "stream/engine.h"

enum { API_VERSION = 3020 }; /* since CUDA 4 */

/* Leaves the function with the call's result, if it is an error. */
#define TRY(call)                             \
    do {                                      \
        CUresult try_result = (call);         \
        if (try_result) return try_result;    \
    } while (0)

static CUresult check_device(CUdevice device) {
    TRY(swrt_driver_ready());
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
    TRY(swrt_context_destroy(context));
    last_one_resets(context->device);
    if (swrt_context_current() == context) swrt_context_pop(&context);
    return CUDA_SUCCESS;
}

/* ---- Primary contexts ------------------------------------------------------------------------------------------ */

CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev) {
    TRY(check_device(dev));
    return pctx ? swrt_context_retain_primary(dev, pctx) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
    TRY(check_device(dev));
    bool last;
    CUresult result = swrt_context_release_primary(dev, &last);
    if (last) last_one_resets(dev);
    return result;
}

static bool flags_valid(unsigned flags) {
    unsigned extra = CU_CTX_COREDUMP_ENABLE | CU_CTX_USER_COREDUMP_ENABLE;
    return swrt_device_flags_valid(flags & ~extra);
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) {
    TRY(check_device(dev));
    if (!flags_valid(flags)) return CUDA_ERROR_INVALID_VALUE;
    swrt_device_set_flags(dev, flags);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int *flags, int *active) {
    TRY(check_device(dev));
    if (!flags || !active) return CUDA_ERROR_INVALID_VALUE;
    *flags = swrt_device_flags(dev);
    *active = swrt_context_primary_active(dev);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) {
    TRY(check_device(dev));
    swrt_device_reset(dev);
    swrt_context_forget(dev);
    return CUDA_SUCCESS;
}

/* ---- Creating and choosing ------------------------------------------------------------------------------------- */

static CUresult create(CUcontext *context, unsigned flags, CUdevice device) {
    TRY(check_device(device));
    if (!context || !flags_valid(flags)) return CUDA_ERROR_INVALID_VALUE;
    return swrt_context_create(device, flags, context);
}

CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned int flags, CUdevice dev) {
    return create(pctx, flags, dev);
}

/* A context that has only some of the multiprocessors: a CPU cannot, as most GPUs cannot. */
CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int flags,
                        CUdevice dev) {
    if (numParams < 0 || (numParams && !paramsArray)) return CUDA_ERROR_INVALID_VALUE;
    return numParams ? CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY : create(pctx, flags, dev);
}

CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev) {
    if (!ctxCreateParams) return create(pctx, flags, dev);
    if (ctxCreateParams->cigParams) return CUDA_ERROR_NOT_SUPPORTED;
    return cuCtxCreate_v3(pctx, ctxCreateParams->execAffinityParams, ctxCreateParams->numExecAffinityParams, flags,
                          dev);
}

static CUresult check_context(CUcontext context) {
    TRY(swrt_driver_ready());
    if (!context || !swrt_context_valid(context)) return CUDA_ERROR_INVALID_CONTEXT;
    return context->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
}

CUresult cuCtxDestroy_v2(CUcontext ctx) {
    TRY(check_context(ctx));
    return destroy(ctx);
}

CUresult cuCtxPushCurrent_v2(CUcontext ctx) {
    TRY(check_context(ctx));
    return swrt_context_push(ctx);
}

CUresult cuCtxPopCurrent_v2(CUcontext *pctx) {
    CUcontext popped;
    TRY(swrt_driver_ready());
    TRY(swrt_context_pop(&popped));
    if (pctx) *pctx = popped;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext ctx) {
    TRY(ctx ? check_context(ctx) : swrt_driver_ready());
    return swrt_context_set(ctx);
}

CUresult cuCtxGetCurrent(CUcontext *pctx) {
    TRY(swrt_driver_ready());
    if (!pctx) return CUDA_ERROR_INVALID_VALUE;
    *pctx = swrt_context_current();
    return CUDA_SUCCESS;
}

static cudaError_t get_device(CUdevice *device) {
    if (!device) return cudaErrorInvalidValue;
    *device = swrt_current_device();
    return cudaSuccess;
}

CUresult cuCtxGetDevice(CUdevice *device) {
    SWRT_CONTEXT_CALL(get_device(device));
}

/* The usage counts of CUDA 3: only a first one exists. */
CUresult cuCtxAttach(CUcontext *pctx, unsigned int flags) {
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    TRY(cuCtxGetCurrent(pctx));
    return *pctx ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxDetach(CUcontext ctx) {
    TRY(check_context(ctx));
    return ctx->primary ? CUDA_SUCCESS : destroy(ctx);
}

/* ---- About the current one ------------------------------------------------------------------------------------- */

static cudaError_t get_flags(unsigned *flags) {
    const struct CUctx_st *context = swrt_context_current();
    if (!flags) return cudaErrorInvalidValue;
    *flags = context->primary ? swrt_device_flags(context->device) : context->flags;
    return cudaSuccess;
}

CUresult cuCtxGetFlags(unsigned int *flags) {
    SWRT_CONTEXT_CALL(get_flags(flags));
}

static cudaError_t set_flags(unsigned flags) {
    struct CUctx_st *context = swrt_context_current();
    if (!flags_valid(flags)) return cudaErrorInvalidValue;
    context->flags = flags;
    if (context->primary) swrt_device_set_flags(context->device, flags);
    return cudaSuccess;
}

CUresult cuCtxSetFlags(unsigned int flags) {
    SWRT_CONTEXT_CALL(set_flags(flags));
}

static CUresult context_or_current(CUcontext *context) {
    TRY(swrt_driver_ready());
    if (!*context) *context = swrt_context_current();
    return check_context(*context);
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId) {
    TRY(context_or_current(&ctx));
    if (!ctxId) return CUDA_ERROR_INVALID_VALUE;
    *ctxId = ctx->id;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version) {
    TRY(context_or_current(&ctx));
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = API_VERSION;
    return CUDA_SUCCESS;
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

/* ---- Peers, and the profiler ----------------------------------------------------------------------------------- */

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
    TRY(check_context(peerContext));
    SWRT_CONTEXT_CALL(cudaDeviceEnablePeerAccess(peerContext->device, Flags));
}

CUresult cuCtxDisablePeerAccess(CUcontext peerContext) {
    TRY(check_context(peerContext));
    SWRT_CONTEXT_CALL(cudaDeviceDisablePeerAccess(peerContext->device));
}
