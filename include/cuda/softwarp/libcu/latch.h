/* cuda::latch: threads that wait until so many have come, once. libcu++: Extended API, Synchronization Primitives (latch);
 * C++ [thread.latch]. */
#ifndef SOFTWARP_LIBCU_LATCH_H
#define SOFTWARP_LIBCU_LATCH_H

#pragma GCC system_header

#include "atomic_operations.h"
#include "memory_order.h"

namespace cuda {

template <thread_scope Scope> class latch {
    static constexpr int sw_in = sw_detail::sw_scope(Scope);
    alignas(8) __PTRDIFF_TYPE__ sw_expected;

public:
    SW_BOTH constexpr latch(__PTRDIFF_TYPE__ expected) : sw_expected(expected) {}
    ~latch() = default;
    latch(const latch &) = delete;
    latch &operator=(const latch &) = delete;

    static SW_BOTH constexpr __PTRDIFF_TYPE__ max() noexcept { return __PTRDIFF_MAX__; }

    SW_BOTH void count_down(__PTRDIFF_TYPE__ count = 1) {
        sw_detail::sw_fetch_sub(&sw_expected, count, __ATOMIC_RELEASE, sw_in);
    }
    /* Looks, and lets others run when some are still to come. */
    SW_BOTH bool try_wait() const noexcept {
        bool has_come = sw_detail::sw_load(&sw_expected, __ATOMIC_ACQUIRE, sw_in) == 0;
        if (!has_come) sw_detail::sw_let_others_run();
        return has_come;
    }
    SW_BOTH void wait() const {
        while (!try_wait()) {}
    }
    SW_BOTH void arrive_and_wait(__PTRDIFF_TYPE__ count = 1) {
        count_down(count);
        wait();
    }
};

namespace std {
using latch = cuda::latch<thread_scope_system>;
}

}

#endif
