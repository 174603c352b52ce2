/* CUDA's built-in vector types, char1 .. double4, and dim3, for C, C++ and CUDA alike.
 *
 * Sizes and alignments come from the one table softwarp/language/vector_types.def. Each type is both a struct tag and a
 * typedef, so that `struct float4` and `float4` mean the same in C too. CUDA C++ Programming Guide: Built-in Vector
 * Types, dim3. */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "host_defines.h"

#define SW_VECTOR(type, alignment, members)               \
    struct __attribute__((aligned(alignment))) type {     \
        members                                           \
    };                                                    \
    typedef struct type type;

#pragma push_macro("V")
#undef V
#define V(name, element, align1, align2, align3, align4)  \
    SW_VECTOR(name##1, align1, element x;)                \
    SW_VECTOR(name##2, align2, element x; element y;)     \
    SW_VECTOR(name##3, align3, element x; element y; element z;) \
    SW_VECTOR(name##4, align4, element x; element y; element z; element w;)
#define V_ALIGNED(type, element, align) SW_VECTOR(type, align, element x; element y; element z; element w;)
#include "softwarp/language/vector_types.def"
#pragma pop_macro("V")
#undef SW_VECTOR

#if defined(__CUDA__) && defined(__clang__)
/* The types of threadIdx, blockIdx, blockDim and gridDim: softwarp/device/builtin_variables.h. */
struct sw_tid_registers;
struct sw_ctaid_registers;
struct sw_ntid_registers;
struct sw_nctaid_registers;
#endif

/* Sizes of grids and blocks. Members that are left out are 1. */
struct dim3 {
    unsigned int x, y, z;
#if defined(__cplusplus)
    __host__ __device__ SW_CONSTEXPR dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    __host__ __device__ SW_CONSTEXPR dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
#if defined(__CUDA__) && defined(__clang__)
    __device__ dim3(const sw_tid_registers &registers);
    __device__ dim3(const sw_ctaid_registers &registers);
    __device__ dim3(const sw_ntid_registers &registers);
    __device__ dim3(const sw_nctaid_registers &registers);
#endif
#if __cplusplus >= 201103L
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
    __host__ __device__ operator uint3() const {
        uint3 v = {x, y, z};
        return v;
    }
#endif
#endif
};
typedef struct dim3 dim3;

#endif
