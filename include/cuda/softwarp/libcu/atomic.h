/* cuda::atomic, cuda::atomic_ref and fences, for host and device code alike. libcu++: Extended API, Synchronization
 * Primitives (atomic, atomic_ref); Standard API, Synchronization Library (atomic). */
#ifndef SOFTWARP_LIBCU_ATOMIC_H
#define SOFTWARP_LIBCU_ATOMIC_H

#pragma GCC system_header

#include "atomic_operations.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
#error "cuda::atomic needs -arch=sm_60 or later"
#endif

namespace cuda {
namespace sw_detail {

/* Kinds of types, by what can be done to them. */
template <class T> struct sw_is_pointer { static constexpr bool value = false; };
template <class T> struct sw_is_pointer<T *> { static constexpr bool value = true; };
template <class T> struct sw_is_number {
    static constexpr bool is_integer = __is_integral(T) && !__is_same(T, bool);
    static constexpr bool value = is_integer || sw_is_float<T>::value;
};
constexpr bool sw_is_size(int size) { return size == 1 || size == 2 || size == 4 || size == 8 || size == 16; }

/* Owner: the class that has `T *sw_at() const`. */
template <class Owner, class T, thread_scope Scope> class sw_access {
    static_assert(__is_trivially_copyable(T), "cuda::atomic is for trivially copyable types");
    static_assert(sw_is_size(sizeof(T)), "cuda::atomic is for types of 1, 2, 4, 8 or 16 bytes");

protected:
    static constexpr int sw_in = sw_scope(Scope);
    SW_BOTH T *sw_place() const { return static_cast<const Owner *>(this)->sw_at(); }

public:
    typedef T value_type;
    static constexpr bool is_always_lock_free = sizeof(T) <= 8;
    SW_BOTH bool is_lock_free() const { return is_always_lock_free; }

    SW_BOTH T load(memory_order order = memory_order_seq_cst) const { return sw_load(sw_place(), (int)order, sw_in); }
    SW_BOTH operator T() const { return load(); }
    SW_BOTH void sw_put(T value, memory_order order) const { sw_store(sw_place(), value, (int)order, sw_in); }
    SW_BOTH T sw_replace(T value, memory_order order) const {
        return sw_exchange(sw_place(), value, (int)order, sw_in);
    }
    SW_BOTH bool sw_try(T &expected, T desired, memory_order success, memory_order failure) const {
        return sw_swap(sw_place(), expected, desired, (int)success, sw_load_order((int)failure), sw_in);
    }

    /* Until the value is another one. Whoever changes it need not say so: those who wait look again and again. */
    SW_BOTH void wait(T old, memory_order order = memory_order_seq_cst) const {
        while (sw_same_bits(load(order), old)) {}
    }
};

/* What atomic (by reference to itself) and atomic_ref (const) have in the same form. */
#define SW_ATOMIC_BASICS(qualifier)                                                                                    \
    SW_BOTH void store(T value, memory_order order = memory_order_seq_cst) qualifier { this->sw_put(value, order); }   \
    SW_BOTH T operator=(T value) qualifier { return store(value), value; }                                             \
    SW_BOTH T exchange(T value, memory_order order = memory_order_seq_cst) qualifier {                                 \
        return this->sw_replace(value, order);                                                                         \
    }                                                                                                                  \
    SW_BOTH bool compare_exchange_strong(T &expected, T desired, memory_order success, memory_order failure)           \
        qualifier {                                                                                                    \
        return this->sw_try(expected, desired, success, failure);                                                      \
    }                                                                                                                  \
    SW_BOTH bool compare_exchange_strong(T &expected, T desired, memory_order order = memory_order_seq_cst)            \
        qualifier {                                                                                                    \
        return this->sw_try(expected, desired, order, order);                                                          \
    }                                                                                                                  \
    SW_BOTH bool compare_exchange_weak(T &expected, T desired, memory_order success, memory_order failure) qualifier { \
        return this->sw_try(expected, desired, success, failure);                                                      \
    }                                                                                                                  \
    SW_BOTH bool compare_exchange_weak(T &expected, T desired, memory_order order = memory_order_seq_cst) qualifier {  \
        return this->sw_try(expected, desired, order, order);                                                          \
    }                                                                                                                  \
    SW_BOTH void notify_one() qualifier {}                                                                             \
    SW_BOTH void notify_all() qualifier {}

#define SW_ATOMIC_FETCH(name, qualifier)                                                                               \
    SW_BOTH T fetch_##name(T value, memory_order order = memory_order_seq_cst) qualifier {                             \
        return sw_fetch_##name(this->sw_place(), value, (int)order, this->sw_in);                                      \
    }
#define SW_ATOMIC_NUMBER(qualifier)                                                                                    \
    SW_ATOMIC_FETCH(add, qualifier)                                                                                    \
    SW_ATOMIC_FETCH(sub, qualifier)                                                                                    \
    SW_ATOMIC_FETCH(min, qualifier)                                                                                    \
    SW_ATOMIC_FETCH(max, qualifier)                                                                                    \
    SW_BOTH T operator+=(T value) qualifier { return fetch_add(value) + value; }                                       \
    SW_BOTH T operator-=(T value) qualifier { return fetch_sub(value) - value; }                                       \
    SW_BOTH T operator++(int) qualifier { return fetch_add((T)1); }                                                    \
    SW_BOTH T operator--(int) qualifier { return fetch_sub((T)1); }                                                    \
    SW_BOTH T operator++() qualifier { return fetch_add((T)1) + (T)1; }                                                \
    SW_BOTH T operator--() qualifier { return fetch_sub((T)1) - (T)1; }
#define SW_ATOMIC_INTEGER(qualifier)                                                                                   \
    SW_ATOMIC_FETCH(and, qualifier)                                                                                    \
    SW_ATOMIC_FETCH(or, qualifier)                                                                                     \
    SW_ATOMIC_FETCH(xor, qualifier)                                                                                    \
    SW_BOTH T operator&=(T value) qualifier { return fetch_and(value) & value; }                                       \
    SW_BOTH T operator|=(T value) qualifier { return fetch_or(value) | value; }                                        \
    SW_BOTH T operator^=(T value) qualifier { return fetch_xor(value) ^ value; }
#define SW_ATOMIC_POINTER(qualifier)                                                                                   \
    SW_BOTH T fetch_add(__PTRDIFF_TYPE__ by, memory_order order = memory_order_seq_cst) qualifier {                    \
        return sw_fetch_move(this->sw_place(), by, (int)order, this->sw_in);                                           \
    }                                                                                                                  \
    SW_BOTH T fetch_sub(__PTRDIFF_TYPE__ by, memory_order order = memory_order_seq_cst) qualifier {                    \
        return fetch_add(-by, order);                                                                                  \
    }                                                                                                                  \
    SW_BOTH T operator+=(__PTRDIFF_TYPE__ by) qualifier { return fetch_add(by) + by; }                                 \
    SW_BOTH T operator-=(__PTRDIFF_TYPE__ by) qualifier { return fetch_sub(by) - by; }                                 \
    SW_BOTH T operator++(int) qualifier { return fetch_add(1); }                                                       \
    SW_BOTH T operator--(int) qualifier { return fetch_sub(1); }                                                       \
    SW_BOTH T operator++() qualifier { return fetch_add(1) + 1; }                                                      \
    SW_BOTH T operator--() qualifier { return fetch_sub(1) - 1; }

/* The storage of an atomic, a class for each kind of type. */
enum sw_kind { sw_object, sw_real, sw_integer, sw_pointer };
template <class T> constexpr sw_kind sw_kind_of() {
    return sw_is_pointer<T>::value              ? sw_pointer
           : sw_is_number<T>::is_integer        ? sw_integer
           : sw_is_number<T>::value             ? sw_real
                                                : sw_object;
}
template <class Owner, class T, thread_scope Scope, sw_kind kind> struct sw_arithmetic : sw_access<Owner, T, Scope> {};
#define SW_ATOMIC_KIND(kind, members)                                                                                  \
    template <class Owner, class T, thread_scope Scope>                                                                \
    struct sw_arithmetic<Owner, T, Scope, kind> : sw_access<Owner, T, Scope> {                                         \
        members                                                                                                        \
    };
SW_ATOMIC_KIND(sw_real, SW_ATOMIC_NUMBER(const))
SW_ATOMIC_KIND(sw_integer, SW_ATOMIC_NUMBER(const) SW_ATOMIC_INTEGER(const))
SW_ATOMIC_KIND(sw_pointer, SW_ATOMIC_POINTER(const))
#undef SW_ATOMIC_KIND
#undef SW_ATOMIC_POINTER
#undef SW_ATOMIC_INTEGER
#undef SW_ATOMIC_NUMBER
#undef SW_ATOMIC_FETCH

}

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public sw_detail::sw_arithmetic<atomic<T, Scope>, T, Scope, sw_detail::sw_kind_of<T>()> {
    alignas(sizeof(T)) T sw_value;

public:
    atomic() = default;
    SW_BOTH constexpr atomic(T value) : sw_value(value) {}
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;
    SW_ATOMIC_BASICS()
    SW_BOTH T *sw_at() const { return const_cast<T *>(&sw_value); }
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public sw_detail::sw_arithmetic<atomic_ref<T, Scope>, T, Scope, sw_detail::sw_kind_of<T>()> {
    T *sw_object;

public:
    static constexpr __SIZE_TYPE__ required_alignment = sizeof(T);
    SW_BOTH explicit atomic_ref(T &object) : sw_object(&object) {}
    atomic_ref(const atomic_ref &) = default;
    atomic_ref &operator=(const atomic_ref &) = delete;
    SW_ATOMIC_BASICS(const)
    SW_BOTH T *sw_at() const { return sw_object; }
};
#undef SW_ATOMIC_BASICS

SW_BOTH void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
#if defined(__CUDA_ARCH__)
    __nv_atomic_thread_fence((int)order, sw_detail::sw_scope(scope));
#else
    (void)scope;
    __atomic_thread_fence((int)order);
#endif
}
SW_BOTH void atomic_signal_fence(memory_order order) { __atomic_signal_fence((int)order); }

namespace std {
template <class T> using atomic = cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = cuda::atomic_ref<T, thread_scope_system>;
using cuda::atomic_signal_fence;
SW_BOTH void atomic_thread_fence(memory_order order) { cuda::atomic_thread_fence(order); }
}

}

#endif
