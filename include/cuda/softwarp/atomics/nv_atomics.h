/* __nv_atomic_*: atomic functions with memory order and scope, from the table nv_atomics.def.
 *
 * Each is a relaxed operation (the marker functions of atomics.h) between fences: release and stronger have one before
 * it, acquire and stronger one behind it, as PTX's mapping of C++ atomics has them (PTX Writer's Guide to
 * Interoperability, Atomics ABI). A block runs on one worker, so in block scope fences hold the compiler only. Beyond
 * it a release fence before a load or store does no more, because x86-64 keeps their order, but one before a
 * read-modify-write is a full one: an operation that changes nothing may only read.
 *
 * nvcc wants order and scope to be literals; here they may be anything, and cost nothing when they are.
 * CUDA C++ Programming Guide: Atomic Functions.
 */
#ifndef SOFTWARP_NV_ATOMICS_H
#define SOFTWARP_NV_ATOMICS_H

#pragma GCC system_header

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600

#if defined(__CUDA_ARCH__)
#define SW_ARCH __CUDA_ARCH__
#else
#define SW_ARCH 10000 /* the host pass checks no architecture */
#endif

#if defined(__SOFTWARP_CHECK__)
/* Checkers are told the order itself: an address says the order of the operation on it
 * (transform/instrument/order.c). */
SW_EXTERN void *__sw_ordered(const void *address, int order);
SW_EXTERN void __sw_fence(int order, int scope);
template <typename T_> SW_DEVICE T_ *sw_nv_ordered(T_ *address, int order) {
    return (T_ *)__sw_ordered(address, order);
}
SW_DEVICE void sw_nv_fence_before(int, int, bool) {}
SW_DEVICE void sw_nv_fence_after(int) {}
SW_DEVICE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    if (order != __NV_ATOMIC_RELAXED) __sw_fence(order, scope);
}
#else
/* Fences. */
template <typename T_> SW_DEVICE T_ *sw_nv_ordered(T_ *address, int) { return address; }
SW_DEVICE void sw_nv_full_fence(int scope) {
    if (scope <= __NV_THREAD_SCOPE_BLOCK) __nvvm_membar_cta();
    else if (scope <= __NV_THREAD_SCOPE_DEVICE) __nvvm_membar_gl();
    else __nvvm_membar_sys();
}
SW_DEVICE void sw_nv_fence_before(int order, int scope, bool is_rmw) {
    if (order == __NV_ATOMIC_SEQ_CST || (is_rmw && order >= __NV_ATOMIC_RELEASE)) sw_nv_full_fence(scope);
    else if (order >= __NV_ATOMIC_RELEASE) __atomic_thread_fence(__ATOMIC_RELEASE);
}
SW_DEVICE void sw_nv_fence_after(int order) {
    if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE) __atomic_thread_fence(__ATOMIC_ACQUIRE);
}
SW_DEVICE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    if (order == __NV_ATOMIC_SEQ_CST) sw_nv_full_fence(scope);
    else if (order != __NV_ATOMIC_RELAXED) __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
#endif

/* Types without <type_traits>. */
template <typename T_> struct sw_nv_same { typedef T_ type; };
template <typename T_> using sw_nv_as = typename sw_nv_same<T_>::type;
template <typename T_> using sw_nv_bare = __remove_cv(T_);
template <typename T_> struct sw_nv_is_integer { static constexpr bool value = __is_integral(T_); };
template <> struct sw_nv_is_integer<__int128> { static constexpr bool value = true; };
template <> struct sw_nv_is_integer<unsigned __int128> { static constexpr bool value = true; };
template <int size> struct sw_nv_bits;
template <> struct sw_nv_bits<1> { typedef unsigned char type; };
template <> struct sw_nv_bits<2> { typedef unsigned short type; };
template <> struct sw_nv_bits<4> { typedef unsigned int type; };
template <> struct sw_nv_bits<8> { typedef unsigned long long type; };
template <> struct sw_nv_bits<16> { typedef unsigned __int128 type; };

/* In one scope or another. */
#define SW_IN_SCOPE(op, code, ...)                                                                                     \
    (scope <= __NV_THREAD_SCOPE_BLOCK ? __sw_atomic_##op##_##code##_block(__VA_ARGS__)                                 \
     : scope <= __NV_THREAD_SCOPE_DEVICE ? __sw_atomic_##op##_##code##_device(__VA_ARGS__)                             \
                                         : __sw_atomic_##op##_##code##_system(__VA_ARGS__))
#define SW_DECLARE(op, code, result, ...)                                                                              \
    SW_EXTERN result __sw_atomic_##op##_##code##_block(__VA_ARGS__);                                                   \
    SW_EXTERN result __sw_atomic_##op##_##code##_device(__VA_ARGS__);                                                  \
    SW_EXTERN result __sw_atomic_##op##_##code##_system(__VA_ARGS__);

/* Read-modify-write. sw_nv_rmw_<op>::on is overloaded on the type; which types there are is in the table. */
#define SW_RMW_OP(op)                                                                                                  \
    template <typename T_> SW_DEVICE sw_nv_bare<T_> __nv_atomic_fetch_##op(T_ *address, sw_nv_as<T_> value, int order, \
                                                                      int scope = __NV_THREAD_SCOPE_SYSTEM) {          \
        static_assert(sw_nv_has_##op<sw_nv_bare<T_>>::value,                                                           \
                      "__nv_atomic_fetch_" #op " and __nv_atomic_" #op " do not exist for this type");                 \
        sw_nv_fence_before(order, scope, true);                                                                        \
        sw_nv_bare<T_> old = sw_nv_rmw_##op(sw_nv_ordered((sw_nv_bare<T_> *)address, order),                           \
                                                (sw_nv_bare<T_>)value, scope);                                         \
        sw_nv_fence_after(order);                                                                                      \
        return old;                                                                                                    \
    }                                                                                                                  \
    template <typename T_> SW_DEVICE void __nv_atomic_##op(T_ *address, sw_nv_as<T_> value, int order,                 \
                                                          int scope = __NV_THREAD_SCOPE_SYSTEM) {                      \
        __nv_atomic_fetch_##op(address, value, order, scope);                                                          \
    }
#define SW_EACH_OP(X) X(add) X(sub) X(and) X(or) X(xor) X(min) X(max)
#define SW_HAS(op) template <typename T_> struct sw_nv_has_##op { static constexpr bool value = false; };
SW_EACH_OP(SW_HAS)
#define SW_NV_FETCH(op, T, code)                                                                                       \
    SW_DECLARE(op, code, sw_type_##code, void *, sw_type_##code)                                                       \
    template <> struct sw_nv_has_##op<T> { static constexpr bool value = true; };                                      \
    SW_DEVICE T sw_nv_rmw_##op(T *address, T value, int scope) {                                                       \
        return (T)SW_IN_SCOPE(op, code, address, (sw_type_##code)value);                                               \
    }
#define SW_NV_SIZED(form, bytes)
#include "nv_atomics.def"
SW_EACH_OP(SW_RMW_OP)

/* Loads, stores, exchanges: of the bits. */
#define SW_OF_SIZE(code, bytes)                                                                                        \
    SW_DECLARE(load, code, sw_type_##code, const void *)                                                               \
    SW_DECLARE(store, code, void, void *, sw_type_##code)                                                              \
    SW_DEVICE sw_type_##code sw_nv_load(const sw_type_##code *address, int scope) {                                    \
        return SW_IN_SCOPE(load, code, address);                                                                       \
    }                                                                                                                  \
    SW_DEVICE void sw_nv_store(sw_type_##code *address, sw_type_##code value, int scope) {                             \
        SW_IN_SCOPE(store, code, address, value);                                                                      \
    }
#define SW_EXCHANGED(code)                                                                                             \
    SW_DECLARE(exch, code, sw_type_##code, void *, sw_type_##code)                                                     \
    SW_DEVICE sw_type_##code sw_nv_exchange(sw_type_##code *address, sw_type_##code value, int scope) {                \
        return SW_IN_SCOPE(exch, code, address, value);                                                                \
    }
#define SW_COMPARED(code)                                                                                              \
    SW_DECLARE(cas, code, sw_type_##code, void *, sw_type_##code, sw_type_##code)                                      \
    SW_DEVICE sw_type_##code sw_nv_swap(sw_type_##code *address, sw_type_##code compare, sw_type_##code value,         \
                                     int scope) {                                                                      \
        return SW_IN_SCOPE(cas, code, address, compare, value);                                                        \
    }
typedef unsigned char sw_type_u8;
SW_OF_SIZE(u8, 1)
SW_OF_SIZE(u16, 2)
SW_OF_SIZE(u32, 4)
SW_OF_SIZE(u64, 8)
SW_OF_SIZE(u128, 16)
SW_EXCHANGED(u32)
SW_EXCHANGED(u64)
SW_EXCHANGED(u128)
SW_COMPARED(u8)
SW_COMPARED(u16)
SW_COMPARED(u32)
SW_COMPARED(u64)
SW_COMPARED(u128)

/* Whether a form exists for a size, from the table. */
#define SW_HAS_FORM(form) template <int bytes> struct sw_nv_has_##form { static constexpr bool value = false; };
SW_HAS_FORM(load)
SW_HAS_FORM(store)
SW_HAS_FORM(exchange)
SW_HAS_FORM(compare_exchange)
#define SW_NV_FETCH(op, T, code)
#define SW_NV_SIZED(form, bytes) template <> struct sw_nv_has_##form<bytes> { static constexpr bool value = true; };
#include "nv_atomics.def"

#define SW_CHECK_SIZE(form, sizes)                                                                                     \
    static_assert(__is_trivially_copyable(T_), "__nv_atomic_" #form " needs a trivially copyable type");               \
    static_assert(sw_nv_has_##form<sizeof(T_)>::value, "__nv_atomic_" #form " is for types of " sizes " bytes");       \
    static_assert(sizeof(T_) != 16 || SW_ARCH >= 700, "__nv_atomic_" #form " of 16 bytes needs a newer architecture");
#define SW_CHECK_SWAP(form, sizes)                                                                                     \
    SW_CHECK_SIZE(form, sizes)                                                                                         \
    static_assert(sizeof(T_) != 16 || SW_ARCH >= 900, "__nv_atomic_" #form " of 16 bytes needs sm_90 or later");       \
    static_assert(sizeof(T_) != 2 || SW_ARCH >= 700, "__nv_atomic_" #form " of 2 bytes needs sm_70 or later");
#define SW_CHECK_INTEGER(form)                                                                                         \
    static_assert(sw_nv_is_integer<sw_nv_bare<T_>>::value,                                                             \
                  "__nv_atomic_" #form "_n is for integers; __nv_atomic_" #form " takes other types");
#define SW_BITS typedef typename sw_nv_bits<sizeof(T_)>::type bits;

template <typename T_>
SW_DEVICE void __nv_atomic_load(T_ *address, sw_nv_bare<T_> *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    SW_CHECK_SIZE(load, "1, 2, 4, 8 or 16")
    SW_BITS
    sw_nv_fence_before(order, scope, false);
    bits found = sw_nv_load(sw_nv_ordered((const bits *)address, order), scope);
    sw_nv_fence_after(order);
    __builtin_memcpy((void *)result, &found, sizeof found);
}
template <typename T_>
SW_DEVICE sw_nv_bare<T_> __nv_atomic_load_n(T_ *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    SW_CHECK_INTEGER(load)
    sw_nv_bare<T_> result;
    __nv_atomic_load(address, &result, order, scope);
    return result;
}

template <typename T_>
SW_DEVICE void __nv_atomic_store(T_ *address, const sw_nv_as<T_> *value, int order,
                                 int scope = __NV_THREAD_SCOPE_SYSTEM) {
    SW_CHECK_SIZE(store, "1, 2, 4, 8 or 16")
    SW_BITS
    bits given;
    __builtin_memcpy(&given, (const void *)value, sizeof given);
    sw_nv_fence_before(order, scope, false);
    sw_nv_store(sw_nv_ordered((bits *)address, order), given, scope);
}
template <typename T_>
SW_DEVICE void __nv_atomic_store_n(T_ *address, sw_nv_as<T_> value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    SW_CHECK_INTEGER(store)
    __nv_atomic_store(address, &value, order, scope);
}

template <typename T_>
SW_DEVICE void __nv_atomic_exchange(T_ *address, const sw_nv_as<T_> *value, sw_nv_bare<T_> *result, int order,
                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
    SW_CHECK_SWAP(exchange, "4, 8 or 16")
    SW_BITS
    bits given;
    __builtin_memcpy(&given, (const void *)value, sizeof given);
    sw_nv_fence_before(order, scope, true);
    bits old = sw_nv_exchange(sw_nv_ordered((bits *)address, order), given, scope);
    sw_nv_fence_after(order);
    __builtin_memcpy((void *)result, &old, sizeof old);
}
template <typename T_>
SW_DEVICE sw_nv_bare<T_> __nv_atomic_exchange_n(T_ *address, sw_nv_as<T_> value, int order,
                                            int scope = __NV_THREAD_SCOPE_SYSTEM) {
    SW_CHECK_INTEGER(exchange)
    sw_nv_bare<T_> result;
    __nv_atomic_exchange(address, &value, &result, order, scope);
    return result;
}

/* Whether it was swapped; *expected becomes what was found. This one for every size and architecture: cuda::atomic has
 * bytes, too. */
template <typename T_>
SW_DEVICE bool sw_nv_compare_exchange(T_ *address, sw_nv_bare<T_> *expected, const sw_nv_as<T_> *desired, int success,
                                      int failure, int scope) {
    SW_BITS
    bits compare, given;
    __builtin_memcpy(&compare, (const void *)expected, sizeof compare);
    __builtin_memcpy(&given, (const void *)desired, sizeof given);
    int order = success == __NV_ATOMIC_RELAXED                                           ? failure
                : success == __NV_ATOMIC_RELEASE && failure != __NV_ATOMIC_RELAXED       ? __NV_ATOMIC_ACQ_REL
                : failure == __NV_ATOMIC_SEQ_CST                                         ? __NV_ATOMIC_SEQ_CST
                                                                                         : success;
    sw_nv_fence_before(order, scope, true);
    bits old = sw_nv_swap(sw_nv_ordered((bits *)address, order), compare, given, scope);
    sw_nv_fence_after(order);
    __builtin_memcpy((void *)expected, &old, sizeof old);
    return old == compare;
}
/* A weak one is no different. */
template <typename T_>
SW_DEVICE bool __nv_atomic_compare_exchange(T_ *address, sw_nv_bare<T_> *expected, const sw_nv_as<T_> *desired, bool,
                                            int success, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    SW_CHECK_SWAP(compare_exchange, "2, 4, 8 or 16")
    return sw_nv_compare_exchange(address, expected, desired, success, failure, scope);
}
template <typename T_>
SW_DEVICE bool __nv_atomic_compare_exchange_n(T_ *address, sw_nv_bare<T_> *expected, sw_nv_as<T_> desired, bool weak,
                                              int success, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    SW_CHECK_INTEGER(compare_exchange)
    return __nv_atomic_compare_exchange(address, expected, &desired, weak, success, failure, scope);
}

#undef SW_BITS
#undef SW_CHECK_INTEGER
#undef SW_CHECK_SWAP
#undef SW_CHECK_SIZE
#undef SW_HAS_FORM
#undef SW_COMPARED
#undef SW_EXCHANGED
#undef SW_OF_SIZE
#undef SW_HAS
#undef SW_EACH_OP
#undef SW_RMW_OP
#undef SW_DECLARE
#undef SW_IN_SCOPE
#undef SW_ARCH
#endif

#endif
