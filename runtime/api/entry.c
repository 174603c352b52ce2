/* Handles of kernels, their parameters, and code loaded at run time, which there is none of yet (CUDA Runtime API,
 * "Execution Control", "Library Management").
 *
 * A handle (cudaFunction_t, cudaKernel_t) is the registry's entry, and every function that takes a kernel takes it too.
 */
#include "module/registry.h"
#include "report/error.h"
#include "stream/engine.h"

static cudaError_t find(const void *symbol, struct swrt_function **function) {
    SWRT_TRY(swrt_check_device());
    *function = swrt_function_find(symbol);
    return *function ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

static cudaError_t by_symbol(void **handle, const void *symbol) {
    struct swrt_function *function;
    if (!handle || !symbol)
        return cudaErrorInvalidValue;
    SWRT_TRY(find(symbol, &function));
    *handle = function;
    return cudaSuccess;
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, const void *symbolPtr) {
    return swrt_fail(by_symbol((void **)functionPtr, symbolPtr));
}

cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, const void *entryFuncAddr) {
    return swrt_fail(by_symbol((void **)kernelPtr, entryFuncAddr));
}

/* A kernel has one set of attributes for all devices, which are alike. */
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr, int value, int device) {
    if (!swrt_device_valid(device))
        return swrt_fail(cudaErrorInvalidDevice);
    return cudaFuncSetAttribute(kernel, attr, value);
}

static cudaError_t parameter(const void *func, size_t index, size_t *offset, size_t *bytes) {
    struct swrt_function *function;
    if (!offset)
        return cudaErrorInvalidValue;
    SWRT_TRY(find(func, &function));
    const struct swrt_kernel *kernel = function->kernel;
    const struct swrt_param *params = kernel->params;
    if (index >= kernel->num_params)
        return swrt_because(cudaErrorInvalidValue, "parameter %zu of %u", index, kernel->num_params);
    *offset = params[index].offset;
    if (bytes)
        *bytes = params[index].size;
    return cudaSuccess;
}

cudaError_t cudaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset, size_t *paramSize) {
    return swrt_fail(parameter(func, paramIndex, paramOffset, paramSize));
}

/* What needs a compiler or a loader at run time, or hardware. */
#define UNSUPPORTED(name, parameters, why) \
    cudaError_t name parameters {          \
        return swrt_fail(swrt_because(cudaErrorNotSupported, why)); \
    }
#define NO_LOADER "device code cannot be loaded at run time: link it into the program"

UNSUPPORTED(cudaLibraryLoadData,
            (cudaLibrary_t * library, const void *code, enum cudaJitOption *jitOptions, void **jitOptionsValues,
             unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions, void **libraryOptionValues,
             unsigned int numLibraryOptions),
            NO_LOADER)
UNSUPPORTED(cudaLibraryLoadFromFile,
            (cudaLibrary_t * library, const char *fileName, enum cudaJitOption *jitOptions, void **jitOptionsValues,
             unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions, void **libraryOptionValues,
             unsigned int numLibraryOptions),
            NO_LOADER)
UNSUPPORTED(cudaLibraryUnload, (cudaLibrary_t library), NO_LOADER)
UNSUPPORTED(cudaLibraryGetKernel, (cudaKernel_t * pKernel, cudaLibrary_t library, const char *name), NO_LOADER)
UNSUPPORTED(cudaLibraryGetGlobal, (void **dptr, size_t *bytes, cudaLibrary_t library, const char *name), NO_LOADER)
UNSUPPORTED(cudaLibraryGetManaged, (void **dptr, size_t *bytes, cudaLibrary_t library, const char *name), NO_LOADER)
UNSUPPORTED(cudaLibraryGetUnifiedFunction, (void **fptr, cudaLibrary_t library, const char *symbol), NO_LOADER)
UNSUPPORTED(cudaLibraryGetKernelCount, (unsigned int *count, cudaLibrary_t lib), NO_LOADER)
UNSUPPORTED(cudaLibraryEnumerateKernels, (cudaKernel_t * kernels, unsigned int numKernels, cudaLibrary_t lib),
            NO_LOADER)
UNSUPPORTED(cudaGetExportTable, (const void **ppExportTable, const cudaUUID_t *pExportTableId),
            "the tables of the driver's private functions do not exist")
UNSUPPORTED(cudaDeviceGetNvSciSyncAttributes, (void *nvSciSyncAttrList, int device, int flags), "there is no NvSciSync")
