/* CUDA's qualifiers as macros.
 *
 * In clang's CUDA mode (__CUDA__) they are attributes that clang itself understands. For every other compiler, which
 * sees this header when a plain .c or .cpp file uses the runtime API, they mean nothing. CUDA C++ Programming Guide:
 * Function Execution Space Specifiers, Variable Memory Space Specifiers, Execution Configuration, Launch Bounds.
 */
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#if defined(__CUDA__) && defined(__clang__)

#define __SOFTWARP__ 1 /* for those who must know */

/* What programs ask about their compiler: this one behaves as nvcc 12.3. */
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 3
#define __CUDACC_VER_BUILD__ 0
#endif

#if defined(SW_INTERNAL_HOST_DEVICE) && defined(__CUDA_ARCH__) /* no other file calls it (src/driver/repair) */
#define __host__ __attribute__((host)) __attribute__((internal_linkage))
#else
#define __host__ __attribute__((host))
#endif
#define __device__ __attribute__((device))
/* What the host has of a kernel is a function that launches it, and of a variable a shadow: nothing for a debugger. */
#ifdef __CUDA_ARCH__
#define __SW_NOT_FOR_DEBUGGERS
#else
#define __SW_NOT_FOR_DEBUGGERS __attribute__((nodebug))
#endif
#define __global__ __attribute__((global)) __SW_NOT_FOR_DEBUGGERS
#define __shared__ __attribute__((shared))
/* The annotation says where the variable is, for those that are too large. */
#define __constant__ __attribute__((constant)) __attribute__((annotate("sw.constant"))) __SW_NOT_FOR_DEBUGGERS
/* clang has no managed attribute for CUDA. The annotation reaches the device IR, where the compiler gives the variable
 * a cell that points at the host's object, so that both sides use one object. clang drops it from extern declarations:
 * what these are is said by a visibility that device code has no other use for. */
#define __managed__ __attribute__((device)) __attribute__((annotate("sw.managed"))) __SW_MANAGED_TOO
#ifdef __CUDA_ARCH__
#define __SW_MANAGED_TOO __attribute__((visibility("protected")))
#else
#define __SW_MANAGED_TOO
#endif
/* To clang's host pass a third bound, of clusters, is a warning. */
#ifdef __CUDA_ARCH__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __launch_bounds__(...)
#endif
/* __noinline__ is a keyword of clang's CUDA mode, good both as a qualifier and inside __attribute__((...)). */
#define __nv_pure__ __attribute__((pure))
#define __assume(condition) __builtin_assume(condition)

#else

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
/* Empty, because the C++ library itself writes __attribute__((__noinline__)). */
#define __noinline__
#define __nv_pure__

#endif

/* The compiler reads such a parameter where the launch has put it. */
#if defined(__CUDA__) && defined(__clang__)
#define __grid_constant__ __attribute__((annotate("sw.grid_constant")))
#else
#define __grid_constant__
#endif

#define __maxnreg__(...)
#include "softwarp/device/clusters.h"

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI
#define CUDA_CB
#define CUDART_CB

/* For these headers only. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define SW_CONSTEXPR constexpr
#else
#define SW_CONSTEXPR
#endif
/* Inlined even at -O0 and without debug information of its own, so that a debugger and a fault report name the caller's
 * line. */
#if defined(__clang__)
#define SW_ALWAYS_INLINE __attribute__((always_inline, nodebug))
#else
#define SW_ALWAYS_INLINE __attribute__((always_inline))
#endif
/* How the headers define a device function: SW_DEVICE, and SW_PURE for one without memory or other effects. A function
 * that compiled code calls by name and the compiler or the runtime provides is declared SW_EXTERN. */
#define SW_DEVICE static __inline__ __device__ SW_ALWAYS_INLINE
#define SW_PURE SW_DEVICE __attribute__((const))
#define SW_EXTERN extern "C" __device__

#endif
