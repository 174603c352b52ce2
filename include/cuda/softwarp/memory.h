/* Loads and stores with cache hints, and what address space a pointer points into.
 *
 * A CPU keeps its caches coherent by itself, so a hint changes nothing; only __ldcv, whose load must really happen every
 * time, is more than a plain access. CUDA C++ Programming Guide: Read-Only Data Cache Load, Load and Store Functions
 * Using Cache Hints, Address Space Predicate and Conversion Functions.
 */
#ifndef SOFTWARP_MEMORY_H
#define SOFTWARP_MEMORY_H

#pragma GCC system_header

/* Volatile reads of 1 .. 16 bytes of any type. */
#define SW_VOLATILE_BITS(bytes, T)                                                                                     \
    typedef T __attribute__((may_alias)) sw_alias##bytes;                                                              \
    template <typename V> SW_DEVICE V sw_load_volatile(const V *address, const char (*)[bytes]) {                      \
        return __builtin_bit_cast(V, *(const volatile sw_alias##bytes *)address);                                      \
    }
SW_VOLATILE_BITS(1, unsigned char)
SW_VOLATILE_BITS(2, unsigned short)
SW_VOLATILE_BITS(4, unsigned int)
SW_VOLATILE_BITS(8, unsigned long long)
#undef SW_VOLATILE_BITS
template <typename V> SW_DEVICE V sw_load_volatile(const V *address, const char (*)[16]) {
    const volatile sw_alias8 *words = (const volatile sw_alias8 *)address;
    struct { unsigned long long low, high; } both = {words[0], words[1]};
    return __builtin_bit_cast(V, both);
}

#define SW_ACCESSES(T)                                                                                                 \
    SW_DEVICE T __ldg(const T *address) { return *address; }                                                           \
    SW_DEVICE T __ldca(const T *address) { return *address; }                                                          \
    SW_DEVICE T __ldcg(const T *address) { return *address; }                                                          \
    SW_DEVICE T __ldcs(const T *address) { return *address; }                                                          \
    SW_DEVICE T __ldlu(const T *address) { return *address; }                                                          \
    SW_DEVICE T __ldcv(const T *address) { return sw_load_volatile(address, (const char (*)[sizeof(T)])0); }           \
    SW_DEVICE void __stwb(T *address, T value) { *address = value; }                                                   \
    SW_DEVICE void __stcg(T *address, T value) { *address = value; }                                                   \
    SW_DEVICE void __stcs(T *address, T value) { *address = value; }                                                   \
    SW_DEVICE void __stwt(T *address, T value) { *address = value; }

SW_ACCESSES(char)
SW_ACCESSES(signed char)
SW_ACCESSES(unsigned char)
SW_ACCESSES(short)
SW_ACCESSES(unsigned short)
SW_ACCESSES(int)
SW_ACCESSES(unsigned int)
SW_ACCESSES(long)
SW_ACCESSES(unsigned long)
SW_ACCESSES(long long)
SW_ACCESSES(unsigned long long)
SW_ACCESSES(float)
SW_ACCESSES(double)
SW_ACCESSES(char2)
SW_ACCESSES(char4)
SW_ACCESSES(uchar2)
SW_ACCESSES(uchar4)
SW_ACCESSES(short2)
SW_ACCESSES(short4)
SW_ACCESSES(ushort2)
SW_ACCESSES(ushort4)
SW_ACCESSES(int2)
SW_ACCESSES(int4)
SW_ACCESSES(uint2)
SW_ACCESSES(uint4)
SW_ACCESSES(longlong2)
SW_ACCESSES(ulonglong2)
SW_ACCESSES(float2)
SW_ACCESSES(float4)
SW_ACCESSES(double2)
#undef SW_ACCESSES

SW_DEVICE unsigned int __isGlobal(const void *address) { return __nvvm_isspacep_global(address); }
SW_DEVICE unsigned int __isShared(const void *address) { return __nvvm_isspacep_shared(address); }
SW_DEVICE unsigned int __isConstant(const void *address) { return __nvvm_isspacep_const(address); }
SW_DEVICE unsigned int __isLocal(const void *address) { return __nvvm_isspacep_local(address); }

/* All address spaces are parts of one, so an address in a space is the generic address. */
#define SW_CONVERT_ADDRESS(space)                                                                                      \
    SW_PURE __SIZE_TYPE__ __cvta_generic_to_##space(const void *address) { return (__SIZE_TYPE__)address; }            \
    SW_PURE void *__cvta_##space##_to_generic(__SIZE_TYPE__ address) { return (void *)address; }
SW_CONVERT_ADDRESS(global)
SW_CONVERT_ADDRESS(shared)
SW_CONVERT_ADDRESS(constant)
SW_CONVERT_ADDRESS(local)
#undef SW_CONVERT_ADDRESS

#endif
