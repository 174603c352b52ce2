/* Loads and stores with cache hints, and what address space a pointer points into.
 *
 * A CPU keeps its caches coherent by itself, so a hint changes nothing; only __ldcv and __ldcg, whose loads must really
 * happen every time (programs poll with them for what other blocks write), are more than a plain access. What __ldcv
 * reads and __stwt writes is one access also where it has 16 bytes: a value and the flag that it has come. CUDA C++
 * Programming Guide: Read-Only Data Cache Load, Load and Store Functions Using Cache Hints, Address Space Predicate and
 * Conversion Functions.
 */
#ifndef SOFTWARP_MEMORY_H
#define SOFTWARP_MEMORY_H

#pragma GCC system_header

/* Volatile reads of 1 .. 16 bytes, whatever type lies there. */
struct sw_bits16 {
    unsigned long long low, high;
};
#define SW_VOLATILE(bytes, T)                                                                                          \
    typedef T __attribute__((may_alias)) sw_bits##bytes;                                                               \
    SW_DEVICE T sw_volatile##bytes(const void *address) { return *(const volatile sw_bits##bytes *)address; }
SW_VOLATILE(1, unsigned char)
SW_VOLATILE(2, unsigned short)
SW_VOLATILE(4, unsigned int)
SW_VOLATILE(8, unsigned long long)
#undef SW_VOLATILE
SW_DEVICE sw_bits16 sw_volatile16(const void *address) {
    const volatile sw_bits8 *words = (const volatile sw_bits8 *)address;
    return sw_bits16{words[0], words[1]};
}

/* At one stroke. */
SW_EXTERN unsigned __int128 __sw_atomic_load_u128_system(const void *address);
SW_EXTERN void __sw_atomic_store_u128_system(void *address, unsigned __int128 value);
#define SW_WHOLE(bytes)                                                                                                \
    SW_DEVICE sw_bits##bytes sw_load_whole##bytes(const void *address) { return sw_volatile##bytes(address); }         \
    template <class T_> SW_DEVICE void sw_store_whole##bytes(T_ *address, T_ value) {                                  \
        *(volatile sw_bits##bytes *)address = __builtin_bit_cast(sw_bits##bytes, value);                               \
    }
SW_WHOLE(1)
SW_WHOLE(2)
SW_WHOLE(4)
SW_WHOLE(8)
#undef SW_WHOLE
SW_DEVICE unsigned __int128 sw_load_whole16(const void *address) { return __sw_atomic_load_u128_system(address); }
template <class T_> SW_DEVICE void sw_store_whole16(T_ *address, T_ value) {
    __sw_atomic_store_u128_system(address, __builtin_bit_cast(unsigned __int128, value));
}

#define SW_ACCESSES(T, bytes)                                                                                          \
    SW_DEVICE T __ldg(const T *address) { return *address; }                                                           \
    SW_DEVICE T __ldca(const T *address) { return *address; }                                                          \
    SW_DEVICE T __ldcg(const T *address) { return __builtin_bit_cast(T, sw_volatile##bytes(address)); }                \
    SW_DEVICE T __ldcs(const T *address) { return *address; }                                                          \
    SW_DEVICE T __ldlu(const T *address) { return *address; }                                                          \
    SW_DEVICE T __ldcv(const T *address) { return __builtin_bit_cast(T, sw_load_whole##bytes(address)); }              \
    SW_DEVICE void __stwb(T *address, T value) { *address = value; }                                                   \
    SW_DEVICE void __stcg(T *address, T value) { *address = value; }                                                   \
    SW_DEVICE void __stcs(T *address, T value) { *address = value; }                                                   \
    SW_DEVICE void __stwt(T *address, T value) { sw_store_whole##bytes(address, value); }

SW_ACCESSES(char, 1)
SW_ACCESSES(signed char, 1)
SW_ACCESSES(unsigned char, 1)
SW_ACCESSES(short, 2)
SW_ACCESSES(unsigned short, 2)
SW_ACCESSES(int, 4)
SW_ACCESSES(unsigned int, 4)
SW_ACCESSES(long, 8)
SW_ACCESSES(unsigned long, 8)
SW_ACCESSES(long long, 8)
SW_ACCESSES(unsigned long long, 8)
SW_ACCESSES(float, 4)
SW_ACCESSES(double, 8)
SW_ACCESSES(char2, 2)
SW_ACCESSES(char4, 4)
SW_ACCESSES(uchar2, 2)
SW_ACCESSES(uchar4, 4)
SW_ACCESSES(short2, 4)
SW_ACCESSES(short4, 8)
SW_ACCESSES(ushort2, 4)
SW_ACCESSES(ushort4, 8)
SW_ACCESSES(int2, 8)
SW_ACCESSES(int4, 16)
SW_ACCESSES(uint2, 8)
SW_ACCESSES(uint4, 16)
SW_ACCESSES(longlong2, 16)
SW_ACCESSES(ulonglong2, 16)
SW_ACCESSES(float2, 8)
SW_ACCESSES(float4, 16)
SW_ACCESSES(double2, 16)
#undef SW_ACCESSES

SW_DEVICE unsigned int __isGlobal(const void *address) { return __nvvm_isspacep_global(address); }
SW_DEVICE unsigned int __isShared(const void *address) { return __nvvm_isspacep_shared(address); }
SW_DEVICE unsigned int __isConstant(const void *address) { return __nvvm_isspacep_const(address); }
SW_DEVICE unsigned int __isLocal(const void *address) { return __nvvm_isspacep_local(address); }
SW_EXTERN bool __sw_is_parameter(const void *address) __attribute__((nothrow));
/* In shared memory of some block of the cluster. */
SW_EXTERN bool __sw_is_cluster_shared(const void *address) __attribute__((const, nothrow));
SW_DEVICE unsigned int __isGridConstant(const void *address) { return __sw_is_parameter(address); }

/* All address spaces are parts of one, so an address in a space is the generic address; but those in shared memory count
 * from the block's own, or from that of its cluster's first block, and fit in 32 bits. */
#define SW_CONVERT_ADDRESS(space)                                                                                      \
    SW_PURE __SIZE_TYPE__ __cvta_generic_to_##space(const void *address) { return (__SIZE_TYPE__)address; }            \
    SW_PURE void *__cvta_##space##_to_generic(__SIZE_TYPE__ address) { return (void *)address; }
SW_CONVERT_ADDRESS(global)
SW_CONVERT_ADDRESS(constant)
SW_CONVERT_ADDRESS(local)
SW_PURE __SIZE_TYPE__ __cvta_generic_to_grid_constant(const void *address) { return (__SIZE_TYPE__)address; }
SW_PURE void *__cvta_grid_constant_to_generic(__SIZE_TYPE__ address) { return (void *)address; }
SW_EXTERN __SIZE_TYPE__ __sw_shared_offset(const void *address) __attribute__((const, nothrow));
SW_EXTERN void *__sw_shared_address(__SIZE_TYPE__ offset) __attribute__((const, nothrow));
SW_DEVICE __SIZE_TYPE__ __cvta_generic_to_shared(const void *address) { return __sw_shared_offset(address); }
SW_DEVICE void *__cvta_shared_to_generic(__SIZE_TYPE__ address) { return __sw_shared_address(address); }
#undef SW_CONVERT_ADDRESS

#endif
