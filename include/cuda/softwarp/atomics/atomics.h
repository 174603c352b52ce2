/* The atomic functions, from the table atomics.def.
 *
 * Each calls a marker function that says operation, type and scope, because clang's device IR has no place for CUDA's
 * scope; the compiler puts the operation there. Order is always relaxed.
 * since.h says who declares what when; the overloads that CUDA does not have yield in both passes.
 */
#ifndef SOFTWARP_ATOMICS_H
#define SOFTWARP_ATOMICS_H

#pragma GCC system_header

#include "../language/since.h"

/* The scopes other than the device came with sm_60. */
#define SW_SCOPED_500 SW_SINCE_600
#define SW_SCOPED_600 SW_SINCE_600
#define SW_SCOPED_700 SW_SINCE_700
#define SW_SCOPED_900 SW_SINCE_900

/* C types of the marker functions. */
typedef int sw_type_i32;
typedef unsigned int sw_type_u32;
typedef long long sw_type_i64;
typedef unsigned long long sw_type_u64;
typedef float sw_type_f32;
typedef double sw_type_f64;
typedef unsigned short sw_type_u16;
typedef unsigned __int128 sw_type_u128;

#define SW_ATOMIC(how, function, op, T, code, scope)                                                                   \
    SW_EXTERN sw_type_##code __sw_atomic_##op##_##code##_##scope(void *address, sw_type_##code value);                 \
    how T function(T *address, T value) {                                                                              \
        return (T)__sw_atomic_##op##_##code##_##scope(address, (sw_type_##code)value);                                 \
    }
#define SW_ATOMIC_CAS(how, function, op, T, code, scope)                                                               \
    SW_EXTERN sw_type_##code __sw_atomic_##op##_##code##_##scope(void *address, sw_type_##code compare,                \
                                                                 sw_type_##code value);                                \
    how T function(T *address, T compare, T value) {                                                                   \
        return (T)__sw_atomic_##op##_##code##_##scope(address, (sw_type_##code)compare, (sw_type_##code)value);        \
    }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#define SW_OURS_SCOPED(define, ...) define(SW_YIELDING, __VA_ARGS__)
#else
#define SW_OURS_SCOPED SW_NOT_YET
#endif

/* A program may have macros of these names, from its command line. */
#pragma push_macro("A")
#pragma push_macro("C")
#pragma push_macro("L")
#pragma push_macro("M")
#undef A
#undef C
#undef L
#undef M
#define A(arch, Name, op, T, code)                                                                                     \
    SW_SINCE_##arch(SW_ATOMIC, atomic##Name, op, T, code, device)                                                      \
    SW_SCOPED_##arch(SW_ATOMIC, atomic##Name##_block, op, T, code, block)                                              \
    SW_SCOPED_##arch(SW_ATOMIC, atomic##Name##_system, op, T, code, system)
#define C(arch, Name, op, T, code)                                                                                     \
    SW_SINCE_##arch(SW_ATOMIC_CAS, atomic##Name, op, T, code, device)                                                  \
    SW_SCOPED_##arch(SW_ATOMIC_CAS, atomic##Name##_block, op, T, code, block)                                          \
    SW_SCOPED_##arch(SW_ATOMIC_CAS, atomic##Name##_system, op, T, code, system)
#define L(Name, op, T, code)                                                                                           \
    SW_ATOMIC(SW_YIELDING, atomic##Name, op, T, code, device)                                                          \
    SW_OURS_SCOPED(SW_ATOMIC, atomic##Name##_block, op, T, code, block)                                                \
    SW_OURS_SCOPED(SW_ATOMIC, atomic##Name##_system, op, T, code, system)
#define M(Name, op, T, code)                                                                                           \
    SW_ATOMIC_CAS(SW_YIELDING, atomic##Name, op, T, code, device)                                                      \
    SW_OURS_SCOPED(SW_ATOMIC_CAS, atomic##Name##_block, op, T, code, block)                                            \
    SW_OURS_SCOPED(SW_ATOMIC_CAS, atomic##Name##_system, op, T, code, system)
#include "atomics.def"
#pragma pop_macro("A")
#pragma pop_macro("C")
#pragma pop_macro("L")
#pragma pop_macro("M")

/* float2 and float4: each element is added atomically, the whole is not; in global memory only. */
SW_EXTERN void __sw_vector_atomic_in_shared(void);
SW_EXTERN void __sw_test_alignment(const void *address, unsigned size); /* size: a literal */
SW_DEVICE void sw_beyond_shared(const void *address) {
    if (__sw_is_cluster_shared(address)) __sw_vector_atomic_in_shared();
}
#define SW_ATOMIC_VECTORS(how, function)                                                                               \
    how float2 function(float2 *address, float2 value) {                                                               \
        __sw_test_alignment(address, 8), sw_beyond_shared(address);                                                    \
        return make_float2(function(&address->x, value.x), function(&address->y, value.y));                            \
    }                                                                                                                  \
    how float4 function(float4 *address, float4 value) {                                                               \
        __sw_test_alignment(address, 16), sw_beyond_shared(address);                                                   \
        return make_float4(function(&address->x, value.x), function(&address->y, value.y),                             \
                           function(&address->z, value.z), function(&address->w, value.w));                            \
    }
SW_SINCE_900(SW_ATOMIC_VECTORS, atomicAdd)
SW_SINCE_900(SW_ATOMIC_VECTORS, atomicAdd_block)
SW_SINCE_900(SW_ATOMIC_VECTORS, atomicAdd_system)
#undef SW_ATOMIC_VECTORS

/* Exchange and compare-and-swap of any 16-byte type, aligned to 16. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
template <typename T_, bool = sizeof(T_) == 16 && alignof(T_) >= 16> struct sw_if_16_bytes {};
template <typename T_> struct sw_if_16_bytes<T_, true> { typedef T_ type; };
#define SW_ATOMIC_16_BYTES(suffix, scope)                                                                              \
    SW_EXTERN sw_type_u128 __sw_atomic_exch_u128_##scope(void *address, sw_type_u128 value);                           \
    SW_EXTERN sw_type_u128 __sw_atomic_cas_u128_##scope(void *address, sw_type_u128 compare, sw_type_u128 value);      \
    template <typename T_> SW_DEVICE typename sw_if_16_bytes<T_>::type atomicExch##suffix(T_ *address, T_ value) {     \
        return __builtin_bit_cast(T_, __sw_atomic_exch_u128_##scope(address,                                           \
                                                                    __builtin_bit_cast(sw_type_u128, value)));         \
    }                                                                                                                  \
    template <typename T_>                                                                                             \
    SW_DEVICE typename sw_if_16_bytes<T_>::type atomicCAS##suffix(T_ *address, T_ compare, T_ value) {                 \
        return __builtin_bit_cast(T_, __sw_atomic_cas_u128_##scope(address, __builtin_bit_cast(sw_type_u128, compare), \
                                                                  __builtin_bit_cast(sw_type_u128, value)));           \
    }
SW_ATOMIC_16_BYTES(, device)
SW_ATOMIC_16_BYTES(_block, block)
SW_ATOMIC_16_BYTES(_system, system)
#undef SW_ATOMIC_16_BYTES
#endif

#undef SW_ATOMIC_CAS
#undef SW_ATOMIC
#undef SW_OURS_SCOPED
#undef SW_SCOPED_900
#undef SW_SCOPED_700
#undef SW_SCOPED_600
#undef SW_SCOPED_500

#endif
