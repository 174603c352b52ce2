/* What libsoftwarp.so exports besides the CUDA API (which cuda_runtime_api.h itself makes visible): the functions that
 * generated code and clang's host code call. The build puts this in front of every source file of the runtime, because
 * a function's visibility is that of its first declaration; everything else is hidden. */
#ifndef SWRT_EXPORTS_H
#define SWRT_EXPORTS_H

/* Being first, this file also decides what the C library's headers declare; sources say so again where they need it. */
#define _GNU_SOURCE
#include <stddef.h>

#pragma GCC visibility push(default)

#include "softwarp/abi.h"
#include "softwarp/check_abi.h"

/* check/host/: what clang calls for -fsanitize=thread and for -fsanitize-coverage=trace-loads,trace-stores. */
#define SWRT_HOST_ACCESSES(ACCESS) ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
#define SWRT_DECLARE_ACCESS(size)                       \
    void __sanitizer_cov_load##size(const void *address); \
    void __sanitizer_cov_store##size(const void *address); \
    void __tsan_read##size(void *address);              \
    void __tsan_write##size(void *address);             \
    void __tsan_unaligned_read##size(void *address);    \
    void __tsan_unaligned_write##size(void *address);
SWRT_HOST_ACCESSES(SWRT_DECLARE_ACCESS)
#undef SWRT_DECLARE_ACCESS
void __tsan_init(void);
void __tsan_vptr_read(void **address);
void __tsan_vptr_update(void **address, void *value);

#define SWRT_HOST_ATOMICS(ATOMIC) ATOMIC(8) ATOMIC(16) ATOMIC(32) ATOMIC(64) ATOMIC(128)
#define SWRT_DECLARE_OPERATION(type, name) type __tsan_atomic##name(volatile type *at, type value, int order);
#define SWRT_DECLARE_ATOMIC(bits, type)                                                               \
    type __tsan_atomic##bits##_load(const volatile type *at, int order);                              \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int order);                       \
    SWRT_DECLARE_OPERATION(type, bits##_exchange)                                                     \
    SWRT_DECLARE_OPERATION(type, bits##_fetch_add)                                                    \
    SWRT_DECLARE_OPERATION(type, bits##_fetch_sub)                                                    \
    SWRT_DECLARE_OPERATION(type, bits##_fetch_and)                                                    \
    SWRT_DECLARE_OPERATION(type, bits##_fetch_or)                                                     \
    SWRT_DECLARE_OPERATION(type, bits##_fetch_xor)                                                    \
    SWRT_DECLARE_OPERATION(type, bits##_fetch_nand)                                                   \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected, type value,     \
                                                    int success, int failure);
SWRT_DECLARE_ATOMIC(8, unsigned char)
SWRT_DECLARE_ATOMIC(16, unsigned short)
SWRT_DECLARE_ATOMIC(32, unsigned)
SWRT_DECLARE_ATOMIC(64, unsigned long)
SWRT_DECLARE_ATOMIC(128, unsigned __int128)
#undef SWRT_DECLARE_ATOMIC
#undef SWRT_DECLARE_OPERATION
void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

void **__cudaRegisterFatBinary(void *fatbin_wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
int __cudaRegisterFunction(void **handle, const char *hostFun, char *deviceFun, const char *deviceName,
                           int thread_limit, void *tid, void *bid, void *bDim, void *gDim, int *wSize);
void __cudaRegisterVar(void **handle, char *hostVar, char *deviceAddress, const char *deviceName, int ext, size_t size,
                       int constant, int global);
void __cudaRegisterTexture(void **handle, const void *hostVar, const void **deviceAddress, const char *deviceName,
                           int dim, int norm, int ext);
void __cudaRegisterSurface(void **handle, const void *hostVar, const void **deviceAddress, const char *deviceName,
                           int dim, int ext);

/* execute/bfloat.c: LLVM calls these for bfloat arithmetic where the processor has none; older libgcc lacks them. */
float __truncsfbf2(float value);
float __truncdfbf2(double value);

/* CUDA's math functions that the C library lacks, for host code: the device library's own (devicelib/). */
double __nv_erfinv(double x);
double __nv_erfcinv(double x);
double __nv_erfcx(double x);
double __nv_normcdfinv(double x);
double __nv_cyl_bessel_i0(double x);
double __nv_cyl_bessel_i1(double x);

#pragma GCC visibility pop

#endif
