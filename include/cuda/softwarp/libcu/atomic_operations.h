/* What cuda::atomic and cuda::atomic_ref are made of, on a T at an address: in device code __nv_atomic_*, in host code
 * the compiler's builtins.
 *
 * Plain C++ files that share objects with kernels have the same of it, by any compiler.
 *
 * Operations that are not there for a type become loops of compare-and-swap, of the object alone: what lies beside it in
 * its word is other objects.
 *
 * Nothing here has a name that a real libcu++ defines: cooperative groups and __mbarrier_* are made of it, too, and a program
 * may use them with such a one.
 */
#ifndef SOFTWARP_LIBCU_ATOMIC_OPERATIONS_H
#define SOFTWARP_LIBCU_ATOMIC_OPERATIONS_H

#pragma GCC system_header

#if defined(__clang__)
#define SW_IS_INTEGRAL(T_) __is_integral(T_)
#else
#include <type_traits>
#define SW_IS_INTEGRAL(T_) ::std::is_integral<T_>::value
#endif
#define SW_BOTH __host__ __device__ SW_ALWAYS_INLINE inline

namespace cuda {
namespace sw_detail {

/* The strongest order that a load, or a failed exchange, may have. */
SW_BOTH constexpr int sw_load_order(int order) {
    return order == __ATOMIC_RELEASE ? __ATOMIC_RELAXED : order == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : order;
}

/* For loops that wait: the compiler finds most of them by itself, but not all without optimisation. */
#if !defined(__CUDA_ARCH__)
extern "C" int sched_yield(void) noexcept;
#endif
SW_BOTH void sw_let_others_run() {
#if defined(__CUDA_ARCH__)
    __sw_nanosleep(0);
#else
    sched_yield();
#endif
}

template <int size> struct sw_bits;
template <> struct sw_bits<1> { typedef unsigned char type; };
template <> struct sw_bits<2> { typedef unsigned short type; };
template <> struct sw_bits<4> { typedef unsigned int type; };
template <> struct sw_bits<8> { typedef unsigned long long type; };
template <> struct sw_bits<16> { typedef unsigned __int128 type; };
template <class T_> SW_BOTH bool sw_same_bits(const T_ &a, const T_ &b) {
    typedef typename sw_bits<sizeof(T_)>::type bits;
    return __builtin_bit_cast(bits, a) == __builtin_bit_cast(bits, b);
}

/* Host code: the object as an integer, which has the alignment of its size whatever T's is. */
template <class T_> struct sw_image {
    typedef typename sw_bits<sizeof(T_)>::type bits;
    typedef bits __attribute__((may_alias)) place;
    static place *at(const T_ *object) { return (place *)const_cast<T_ *>(object); }
    static bits from(const T_ &value) { return __builtin_bit_cast(bits, value); }
    static T_ to(bits value) { return __builtin_bit_cast(T_, value); }
};

template <class T_> SW_BOTH T_ sw_load(const T_ *at, int order, int scope) {
#if defined(__CUDA_ARCH__)
    T_ result;
    __nv_atomic_load(const_cast<T_ *>(at), &result, order, scope);
    return result;
#else
    return sw_image<T_>::to(__atomic_load_n(sw_image<T_>::at(at), order));
#endif
}
template <class T_> SW_BOTH void sw_store(T_ *at, T_ value, int order, int scope) {
#if defined(__CUDA_ARCH__)
    __nv_atomic_store(at, &value, order, scope);
#else
    __atomic_store_n(sw_image<T_>::at(at), sw_image<T_>::from(value), order);
#endif
}

/* CUDA has no function for one byte, nor, below sm_70, for two. */
template <class T_> SW_BOTH bool sw_swap(T_ *at, T_ &expected, T_ desired, int success, int failure, int scope) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T_) < 4)
        return sw_nv_compare_exchange(at, &expected, &desired, success, failure, scope);
    else
        return __nv_atomic_compare_exchange(at, &expected, &desired, false, success, failure, scope);
#else
    typename sw_image<T_>::bits found = sw_image<T_>::from(expected);
    bool is_swapped = __atomic_compare_exchange_n(sw_image<T_>::at(at), &found, sw_image<T_>::from(desired), false,
                                                  success, failure);
    expected = sw_image<T_>::to(found);
    return is_swapped;
#endif
}

/* make(old): the new value. Returns the old one. */
template <class T_, class Make> SW_BOTH T_ sw_update(T_ *at, int order, int scope, Make make) {
    T_ old = sw_load(at, __ATOMIC_RELAXED, scope);
    while (!sw_swap(at, old, (T_)make(old), order, sw_load_order(order), scope)) {}
    return old;
}

template <class T_> SW_BOTH T_ sw_exchange(T_ *at, T_ value, int order, int scope) {
#if defined(__CUDA_ARCH__)
    if constexpr (sizeof(T_) < 4) {
        return sw_update(at, order, scope, [=](const T_ &) { return value; });
    } else {
        T_ old;
        __nv_atomic_exchange(at, &value, &old, order, scope);
        return old;
    }
#else
    return sw_image<T_>::to(__atomic_exchange_n(sw_image<T_>::at(at), sw_image<T_>::from(value), order));
#endif
}

/* The types that operations exist for: an integer of 4 or 8 bytes goes by one of four. */
template <int size, bool is_signed> struct sw_word;
template <> struct sw_word<4, true> { typedef int type; };
template <> struct sw_word<4, false> { typedef unsigned type; };
template <> struct sw_word<8, true> { typedef long long type; };
template <> struct sw_word<8, false> { typedef unsigned long long type; };
template <class T_> struct sw_is_float { static constexpr bool value = false; };
template <> struct sw_is_float<float> { static constexpr bool value = true; };
template <> struct sw_is_float<double> { static constexpr bool value = true; };
template <class T_> struct sw_is_word {
    static constexpr bool value = SW_IS_INTEGRAL(T_) && (sizeof(T_) == 4 || sizeof(T_) == 8);
};

/* fetch_<op>: on the device an operation of words, and sums of floats; else a loop. SW_FETCH(name, sign matters,
 * floats have it, the result). */
#define SW_FETCH_LOOP(result) sw_update(at, order, scope, [=](const T_ &a) { return (T_)(result); })
#if defined(__CUDA_ARCH__)
#define SW_FETCH(name, is_signed, has_floats, result)                                                                  \
    template <class T_> SW_BOTH T_ sw_fetch_##name(T_ *at, T_ b, int order, int scope) {                               \
        if constexpr (sw_is_word<T_>::value) {                                                                         \
            typedef typename sw_word<sizeof(T_), is_signed && ((T_)-1 < (T_)0)>::type word;                            \
            return (T_)__nv_atomic_fetch_##name((word *)at, (word)b, order, scope);                                    \
        } else if constexpr (has_floats && sw_is_float<T_>::value) {                                                   \
            return __nv_atomic_fetch_##name(at, b, order, scope);                                                      \
        } else {                                                                                                       \
            return SW_FETCH_LOOP(result);                                                                              \
        }                                                                                                              \
    }
#else
#define SW_FETCH(name, is_signed, has_floats, result)                                                                  \
    template <class T_> SW_BOTH T_ sw_fetch_##name(T_ *at, T_ b, int order, int scope) { return SW_FETCH_LOOP(result); }
#endif
SW_FETCH(add, false, true, a + b)
SW_FETCH(sub, false, true, a - b)
SW_FETCH(and, false, false, a & b)
SW_FETCH(or, false, false, a | b)
SW_FETCH(xor, false, false, a ^ b)
SW_FETCH(min, true, false, b < a ? b : a)
SW_FETCH(max, true, false, a < b ? b : a)
#undef SW_FETCH
#undef SW_FETCH_LOOP

/* Pointers move by elements. */
template <class T_> SW_BOTH T_ *sw_fetch_move(T_ **at, __PTRDIFF_TYPE__ by, int order, int scope) {
    typedef unsigned long long word;
    return (T_ *)sw_fetch_add((word *)at, (word)(by * (__PTRDIFF_TYPE__)sizeof(T_)), order, scope);
}

}
}

#endif
