/* Modules in the driver API (CUDA Driver API reference, "Module Management"). Those of the program itself, of which
 * cuFuncGetModule tells, can be asked for kernels and variables. Code in files and strings is for GPUs: PTX, cubin and
 * fatbin images are refused, and stderr says so once, since a program's own message rarely says why. */
#include <stdio.h>
#include <string.h>

#include "device/context.h"
#include "device/device.h"
#include "module/registry.h"
#include "report/error.h"

static cudaError_t refuse(const char *function, const CUmodule *module, const void *image) {
    static _Atomic bool said;
    if (!module || !image)
        return cudaErrorInvalidValue;
    if (!said) {
        said = true;
        fprintf(stderr,
                "softwarp: %s: PTX, cubin and fatbin code cannot be loaded; compile the kernels with swcc into "
                "the program, and get them by cudaGetFuncBySymbol\n",
                function);
    }
    return cudaErrorNoKernelImageForDevice;
}

CUresult cuModuleLoad(CUmodule *module, const char *fname) {
    FILE *file = fname ? fopen(fname, "re") : NULL;
    if (fname && !file)
        SWRT_DRIVER_RESULT(CUDA_ERROR_FILE_NOT_FOUND);
    if (file)
        fclose(file);
    SWRT_CONTEXT_CALL(refuse(__func__, module, fname));
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    SWRT_CONTEXT_CALL(refuse(__func__, module, image));
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions, CUjit_option *options,
                            void **optionValues) {
    SWRT_CONTEXT_CALL(refuse(__func__, module, image));
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin) {
    SWRT_CONTEXT_CALL(refuse(__func__, module, fatCubin));
}

/* A module of the program stays as long as the program does. */
CUresult cuModuleUnload(CUmodule hmod) {
    SWRT_CONTEXT_CALL(swrt_module_from_handle(hmod) ? cudaErrorNotPermitted : cudaErrorInvalidResourceHandle);
}

static cudaError_t get_function(CUfunction *out, CUmodule handle, const char *name) {
    struct swrt_module *module = swrt_module_from_handle(handle);
    if (!module)
        return cudaErrorInvalidResourceHandle;
    if (!out || !name)
        return cudaErrorInvalidValue;
    struct swrt_function *function = swrt_function_by_name(module, name);
    if (!function)
        return swrt_because(cudaErrorSymbolNotFound, "the module has no kernel %s", name);
    *out = (CUfunction)function;
    return cudaSuccess;
}

CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name) {
    SWRT_CONTEXT_CALL(get_function(hfunc, hmod, name));
}

static cudaError_t get_global(CUdeviceptr *out, size_t *bytes, CUmodule handle, const char *name) {
    char *address;
    size_t size;
    struct swrt_module *module = swrt_module_from_handle(handle);
    if (!module)
        return cudaErrorInvalidResourceHandle;
    if (!name || (!out && !bytes))
        return cudaErrorInvalidValue;
    cudaError_t error = swrt_variable_by_name(module, name, swrt_current_device(), &address, &size);
    if (error)
        return error == cudaErrorInvalidSymbol ? cudaErrorSymbolNotFound : error;
    if (out)
        *out = (CUdeviceptr)(uintptr_t)address;
    if (bytes)
        *bytes = size;
    return cudaSuccess;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name) {
    SWRT_CONTEXT_CALL(get_global(dptr, bytes, hmod, name));
}

static cudaError_t get_module(CUmodule *out, CUfunction handle) {
    const struct swrt_function *function = swrt_function_from_handle(handle);
    if (!function)
        return cudaErrorInvalidResourceHandle;
    if (!out)
        return cudaErrorInvalidValue;
    *out = (CUmodule)function->module;
    return cudaSuccess;
}

CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc) {
    SWRT_CONTEXT_CALL(get_module(hmod, hfunc));
}

/* Kernels are part of the program: they are loaded. */
static cudaError_t check_function(CUfunction handle) {
    return swrt_function_from_handle(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

CUresult cuFuncLoad(CUfunction function) {
    SWRT_CONTEXT_CALL(check_function(function));
}
