/* cuda::atomic, cuda::atomic_ref and the fences, on the operations of atomic_operations.h.
 *
 * Both classes have the same functions; they differ in where the object is, which is their base class's matter
 * (held, referred). All functions are const volatile, because an atomic_ref's are const and an atomic's may be called
 * on volatile objects. C++ [atomics]; CUDA C++ Standard Library: cuda::atomic, cuda::atomic_ref,
 * cuda::atomic_thread_fence.
 */
#ifndef SOFTWARP_LIBCU_ATOMIC_H
#define SOFTWARP_LIBCU_ATOMIC_H

#pragma GCC system_header

#include "atomic_operations.h"
#include "memory_order.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
#error "CUDA atomics are only supported for sm_60 and up: compile with -arch=sm_60 or later"
#endif

namespace cuda {
namespace sw_detail {

template <class T_> struct held {
    alignas(sizeof(T_)) T_ object;

    held() noexcept = default;
    SW_BOTH constexpr explicit held(T_ value) noexcept : object(value) {}
    SW_BOTH T_ *at() const volatile { return const_cast<T_ *>(&object); }
};

template <class T_> struct referred {
    T_ *object;

    SW_BOTH constexpr explicit referred(T_ &value) noexcept : object(&value) {}
    SW_BOTH T_ *at() const volatile { return object; }
};

/* The weaker order that a failed compare-and-swap has. */
SW_BOTH constexpr memory_order when_failed(memory_order order) {
    return order == memory_order_acq_rel   ? memory_order_acquire
           : order == memory_order_release ? memory_order_relaxed
                                           : order;
}

#define SW_ORDER memory_order order = memory_order_seq_cst

constexpr bool is_size(int size) { return size == 1 || size == 2 || size == 4 || size == 8; }

/* What every type has. */
template <class T_, thread_scope scope, class place> struct accesses : place {
    static_assert(__is_trivially_copyable(T_), "cuda::atomic needs a trivially copyable type");
    static_assert(is_size(sizeof(T_)), "cuda::atomic is for types of 1, 2, 4 or 8 bytes");
    typedef T_ value_type;
    static constexpr int in = sw_scope(scope);
    static constexpr bool is_always_lock_free = true;
    static constexpr __SIZE_TYPE__ required_alignment = sizeof(T_);
    using place::place;

    SW_BOTH bool is_lock_free() const volatile noexcept { return is_always_lock_free; }
    SW_BOTH T_ load(SW_ORDER) const volatile noexcept { return sw_load(this->at(), (int)order, in); }
    SW_BOTH operator T_() const volatile noexcept { return load(); }
    SW_BOTH void store(T_ value, SW_ORDER) const volatile noexcept {
        sw_store(this->at(), value, (int)order, in);
    }
    SW_BOTH T_ exchange(T_ value, SW_ORDER) const volatile noexcept {
        return sw_exchange(this->at(), value, (int)order, in);
    }
    SW_BOTH bool compare_exchange_strong(T_ &expected, T_ desired, memory_order success,
                                                memory_order failure) const volatile noexcept {
        return sw_swap(this->at(), expected, desired, (int)success, (int)failure, in);
    }
    SW_BOTH bool compare_exchange_strong(T_ &expected, T_ desired, SW_ORDER) const volatile noexcept {
        return compare_exchange_strong(expected, desired, order, when_failed(order));
    }
    SW_BOTH bool compare_exchange_weak(T_ &expected, T_ desired, memory_order success,
                                              memory_order failure) const volatile noexcept {
        return compare_exchange_strong(expected, desired, success, failure);
    }
    SW_BOTH bool compare_exchange_weak(T_ &expected, T_ desired, SW_ORDER) const volatile noexcept {
        return compare_exchange_strong(expected, desired, order, when_failed(order));
    }

    /* Until the value is another than the old one. Nobody sleeps for it, so there is nobody to wake. */
    SW_BOTH void wait(T_ old, SW_ORDER) const volatile noexcept {
        for (;;) {
            if (!sw_same_bits(load(order), old)) return;
            sw_let_others_run();
        }
    }
    SW_BOTH void notify_one() const volatile noexcept {}
    SW_BOTH void notify_all() const volatile noexcept {}
};

#define SW_FETCH(name)                                                                                                 \
    SW_BOTH T_ fetch_##name(T_ value, SW_ORDER) const volatile noexcept {                                       \
        return sw_fetch_##name(this->at(), value, (int)order, this->in);                                            \
    }
#define SW_ASSIGNMENT(symbol, name)                                                                                    \
    SW_BOTH T_ operator symbol##=(T_ value) const volatile noexcept {                                           \
        return T_(fetch_##name(value) symbol value);                                                                   \
    }
#define SW_STEP(symbol, name)                                                                                          \
    SW_BOTH T_ operator symbol##symbol() const volatile noexcept { return T_(fetch_##name(T_(1)) symbol T_(1)); }      \
    SW_BOTH T_ operator symbol##symbol(int) const volatile noexcept { return fetch_##name(T_(1)); }

template <class T_> struct is_pointer { static constexpr bool value = false; };
template <class T_> struct is_pointer<T_ *> { static constexpr bool value = true; };
template <class T_> constexpr int kind_of() {
    return SW_IS_INTEGRAL(T_) && !__is_same(T_, bool) ? 1 : sw_is_float<T_>::value ? 2 : is_pointer<T_>::value ? 3 : 0;
}
template <class T_, thread_scope scope, class place, int kind = kind_of<T_>()> struct functions;

template <class T_, thread_scope scope, class place>
struct functions<T_, scope, place, 0> : accesses<T_, scope, place> {
    using accesses<T_, scope, place>::accesses;
};

template <class T_, thread_scope scope, class place>
struct functions<T_, scope, place, 1> : accesses<T_, scope, place> {
    using accesses<T_, scope, place>::accesses;
    typedef T_ difference_type;
    SW_FETCH(add)
    SW_FETCH(sub)
    SW_FETCH(and)
    SW_FETCH(or)
    SW_FETCH(xor)
    SW_FETCH(min)
    SW_FETCH(max)
    SW_ASSIGNMENT(+, add)
    SW_ASSIGNMENT(-, sub)
    SW_ASSIGNMENT(&, and)
    SW_ASSIGNMENT(|, or)
    SW_ASSIGNMENT(^, xor)
    SW_STEP(+, add)
    SW_STEP(-, sub)
};

template <class T_, thread_scope scope, class place>
struct functions<T_, scope, place, 2> : accesses<T_, scope, place> {
    using accesses<T_, scope, place>::accesses;
    typedef T_ difference_type;
    SW_FETCH(add)
    SW_FETCH(sub)
    SW_FETCH(min)
    SW_FETCH(max)
    SW_ASSIGNMENT(+, add)
    SW_ASSIGNMENT(-, sub)
    SW_STEP(+, add)
    SW_STEP(-, sub)
};

/* A pointer moves by whole objects. */
template <class T_, thread_scope scope, class place>
struct functions<T_, scope, place, 3> : accesses<T_, scope, place> {
    using accesses<T_, scope, place>::accesses;
    typedef __PTRDIFF_TYPE__ difference_type;

    SW_BOTH T_ fetch_add(difference_type count, SW_ORDER) const volatile noexcept {
        return sw_fetch_move(this->at(), count, (int)order, this->in);
    }
    SW_BOTH T_ fetch_sub(difference_type count, SW_ORDER) const volatile noexcept {
        return fetch_add(-count, order);
    }
    SW_BOTH T_ operator+=(difference_type count) const volatile noexcept { return fetch_add(count) + count; }
    SW_BOTH T_ operator-=(difference_type count) const volatile noexcept { return fetch_sub(count) - count; }
    SW_BOTH T_ operator++() const volatile noexcept { return fetch_add(1) + 1; }
    SW_BOTH T_ operator--() const volatile noexcept { return fetch_sub(1) - 1; }
    SW_BOTH T_ operator++(int) const volatile noexcept { return fetch_add(1); }
    SW_BOTH T_ operator--(int) const volatile noexcept { return fetch_sub(1); }
};

#undef SW_STEP
#undef SW_ASSIGNMENT
#undef SW_FETCH
#undef SW_ORDER

} // namespace sw_detail

template <class T_, thread_scope scope = thread_scope_system>
struct atomic : sw_detail::functions<T_, scope, sw_detail::held<T_>> {
    atomic() noexcept = default;
    SW_BOTH constexpr atomic(T_ value) noexcept : sw_detail::functions<T_, scope, sw_detail::held<T_>>(value) {}
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;
    atomic &operator=(const atomic &) volatile = delete;
    SW_BOTH T_ operator=(T_ value) noexcept {
        this->store(value);
        return value;
    }
    SW_BOTH T_ operator=(T_ value) volatile noexcept {
        this->store(value);
        return value;
    }
};

template <class T_, thread_scope scope = thread_scope_system>
struct atomic_ref : sw_detail::functions<T_, scope, sw_detail::referred<T_>> {
    SW_BOTH explicit atomic_ref(T_ &value) noexcept
        : sw_detail::functions<T_, scope, sw_detail::referred<T_>>(value) {}
    atomic_ref(const atomic_ref &) noexcept = default;
    atomic_ref &operator=(const atomic_ref &) = delete;
    SW_BOTH T_ operator=(T_ value) const noexcept {
        this->store(value);
        return value;
    }
};

SW_BOTH void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
#if defined(__CUDA_ARCH__)
    __nv_atomic_thread_fence(static_cast<int>(order), sw_detail::sw_scope(scope));
#else
    (void)scope;
    __atomic_thread_fence(static_cast<int>(order));
#endif
}

SW_BOTH void atomic_signal_fence(memory_order order) { __atomic_signal_fence(static_cast<int>(order)); }

} // namespace cuda

#endif
