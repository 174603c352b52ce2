/* What of the runtime API device code may call: memory from the device heap, and errors (CUDA C++ Programming Guide,
 * "Device Runtime": cudaMalloc in device code is malloc). Only with relocatable device code can a call leave an error behind;
 * streams, events and the rest that this wants are in dynamic.h.
 *
 * Kernels of a stream run one after the other, also where a launch permits them to overlap: when one starts, what it depends
 * on has ended, and the two functions of programmatic dependent launches (the guide's section of that name) have nothing
 * to do.
 *
 * As in system.h a function that overloads a C function of the host's has another name in the object.
 */
#ifndef SOFTWARP_DEVICE_RUNTIME_H
#define SOFTWARP_DEVICE_RUNTIME_H

#pragma GCC system_header

#include "dynamic.h"

extern "C" {
SW_DEVICE cudaError_t cudaGetLastError(void) __asm__("__sw_cudaGetLastError");
SW_DEVICE cudaError_t cudaPeekAtLastError(void) __asm__("__sw_cudaPeekAtLastError");
SW_DEVICE cudaError_t cudaMalloc(void **pointer, size_t bytes) __asm__("__sw_cudaMalloc");
SW_DEVICE cudaError_t cudaFree(void *pointer) __asm__("__sw_cudaFree");
SW_DEVICE cudaError_t cudaRuntimeGetVersion(int *version) __asm__("__sw_cudaRuntimeGetVersion");
SW_DEVICE const char *cudaGetErrorName(cudaError_t error) __asm__("__sw_cudaGetErrorName");
SW_DEVICE const char *cudaGetErrorString(cudaError_t error) __asm__("__sw_cudaGetErrorString");

#ifdef __CUDACC_RDC__
SW_DEVICE cudaError_t cudaGetLastError(void) {
    unsigned long long words[] = {1};
    return SW_CALL(last_error, words);
}
SW_DEVICE cudaError_t cudaPeekAtLastError(void) {
    unsigned long long words[] = {0};
    return SW_CALL(last_error, words);
}
#else
SW_DEVICE cudaError_t cudaGetLastError(void) { return cudaSuccess; }
SW_DEVICE cudaError_t cudaPeekAtLastError(void) { return cudaSuccess; }
#endif

SW_DEVICE cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    if (!pointer) return cudaErrorInvalidValue;
    *pointer = bytes ? malloc(bytes) : NULL;
    return *pointer || !bytes ? cudaSuccess : cudaErrorMemoryAllocation;
}

SW_DEVICE cudaError_t cudaFree(void *pointer) {
    free(pointer);
    return cudaSuccess;
}

SW_DEVICE cudaError_t cudaRuntimeGetVersion(int *version) {
    if (!version) return cudaErrorInvalidValue;
    *version = CUDART_VERSION;
    return cudaSuccess;
}

#pragma push_macro("E")
#undef E
SW_DEVICE const char *cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define E(name, code, text) \
    case code: return "cuda" #name;
#include "../runtime/errors.def"
#undef E
    }
    return "unrecognized error code";
}

SW_DEVICE const char *cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define E(name, code, text) \
    case code: return text;
#include "../runtime/errors.def"
#undef E
    }
    return "unrecognized error code";
}
#pragma pop_macro("E")
}

template <class T_> SW_DEVICE cudaError_t cudaMalloc(T_ **pointer, size_t bytes) {
    return cudaMalloc((void **)(void *)pointer, bytes);
}

/* The refused forms lose against a program's own functions of the names. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define SW_SINCE_90 __attribute__((unavailable("CUDA has programmatic launches from sm_90 on (-arch=sm_90)")))
template <class... T_> SW_DEVICE void cudaTriggerProgrammaticLaunchCompletion(T_...) SW_SINCE_90;
template <class... T_> SW_DEVICE void cudaGridDependencySynchronize(T_...) SW_SINCE_90;
#undef SW_SINCE_90
#else
SW_DEVICE void cudaTriggerProgrammaticLaunchCompletion(void) {}
SW_DEVICE void cudaGridDependencySynchronize(void) {}
#endif

#endif
