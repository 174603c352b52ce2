/* cuda::counting_semaphore, cuda::binary_semaphore: a number that threads take from, and wait for while it is nothing.
 * libcu++: Extended API, Synchronization Primitives (counting_semaphore); C++ [thread.sema]. */
#ifndef SOFTWARP_LIBCU_SEMAPHORE_H
#define SOFTWARP_LIBCU_SEMAPHORE_H

#pragma GCC system_header

#include "deadline.h"
#include "memory_order.h"

namespace cuda {
namespace sw_detail {

/* The number of a semaphore, and how it is given and taken. */
template <__PTRDIFF_TYPE__ LeastMax> struct sw_permits {
    static constexpr __PTRDIFF_TYPE__ most = __PTRDIFF_MAX__;
    alignas(8) __PTRDIFF_TYPE__ left;

    SW_BOTH void give(__PTRDIFF_TYPE__ count, int scope) { sw_fetch_add(&left, count, __ATOMIC_RELEASE, scope); }
    SW_BOTH bool take(int scope) {
        __PTRDIFF_TYPE__ old = sw_load(&left, __ATOMIC_RELAXED, scope);
        while (old > 0)
            if (sw_swap(&left, old, old - 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, scope)) return true;
        return false;
    }
};

/* One that is given twice is one. */
template <> struct sw_permits<1> {
    static constexpr __PTRDIFF_TYPE__ most = 1;
    int left;

    SW_BOTH void give(__PTRDIFF_TYPE__, int scope) { sw_store(&left, 1, __ATOMIC_RELEASE, scope); }
    SW_BOTH bool take(int scope) { return sw_exchange(&left, 0, __ATOMIC_ACQUIRE, scope) == 1; }
};

}

template <thread_scope Scope, __PTRDIFF_TYPE__ LeastMax = __INT_MAX__> class counting_semaphore {
    typedef sw_detail::sw_permits<LeastMax> sw_permits;
    static_assert(LeastMax >= 0, "a semaphore's most is no less than nothing");
    static constexpr int sw_in = sw_detail::sw_scope(Scope);
    sw_permits sw_has;

public:
    SW_BOTH constexpr counting_semaphore(__PTRDIFF_TYPE__ count = 0) : sw_has{static_cast<decltype(sw_has.left)>(count)} {}
    ~counting_semaphore() = default;
    counting_semaphore(const counting_semaphore &) = delete;
    counting_semaphore &operator=(const counting_semaphore &) = delete;

    static SW_BOTH constexpr __PTRDIFF_TYPE__ max() noexcept { return sw_permits::most; }

    SW_BOTH void release(__PTRDIFF_TYPE__ count = 1) { sw_has.give(count, sw_in); }
    /* Lets others run when there is nothing to take. */
    SW_BOTH bool try_acquire() noexcept {
        if (sw_has.take(sw_in)) return true;
        sw_detail::sw_let_others_run();
        return false;
    }
    SW_BOTH void acquire() {
        while (!try_acquire()) {}
    }
    template <class Duration> SW_BOTH bool try_acquire_for(const Duration &duration) {
        return sw_detail::sw_wait_for(duration, [this]() { return try_acquire(); });
    }
    template <class Time> SW_BOTH bool try_acquire_until(const Time &time) {
        return sw_detail::sw_wait_until(sw_detail::sw_nanoseconds(time.time_since_epoch()),
                                        [this]() { return try_acquire(); });
    }
};

template <thread_scope Scope> using binary_semaphore = counting_semaphore<Scope, 1>;

namespace std {
template <__PTRDIFF_TYPE__ LeastMax = __INT_MAX__>
using counting_semaphore = cuda::counting_semaphore<thread_scope_system, LeastMax>;
using binary_semaphore = cuda::binary_semaphore<thread_scope_system>;
}

}

#endif
