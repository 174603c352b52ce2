/* cuda::barrier: threads that meet in phases, in two steps. libcu++: Extended API, Synchronization Primitives (barrier,
 * barrier_native_handle, init); Standard API, barrier. */
#ifndef SOFTWARP_LIBCU_BARRIER_H
#define SOFTWARP_LIBCU_BARRIER_H

#pragma GCC system_header

#include "deadline.h"
#include "aligned_size.h"
#include "memory_order.h"
#include "phases.h"
#if defined(__CUDA__)
#include "../groups/copy.h"
#endif

namespace cuda {
namespace sw_detail {

struct sw_no_completion {
    SW_BOTH void operator()() const {}
};

/* The completion function, where there is one: nothing is stored of an empty class. */
template <class Completion, bool is_empty> struct sw_completes : Completion {
    SW_BOTH void sw_set(const Completion &) {}
    SW_BOTH void sw_complete() { (*static_cast<Completion *>(this))(); }
};
template <class Completion> struct sw_completes<Completion, false> {
    Completion sw_completion;
    SW_BOTH void sw_set(const Completion &completion) { sw_completion = completion; }
    SW_BOTH void sw_complete() { sw_completion(); }
};

}

template <thread_scope Scope, class Completion = sw_detail::sw_no_completion>
class barrier : sw_detail::sw_completes<Completion, __is_empty(Completion)> {
    static constexpr int sw_in = sw_detail::sw_scope(Scope);
    sw_detail::sw_phases sw_word;

    SW_BOTH sw_detail::sw_phases sw_arrive(sw_detail::sw_phases count, sw_detail::sw_phases fewer) {
        return sw_detail::sw_phases_arrive(&sw_word, count, fewer, sw_in, [this]() { this->sw_complete(); });
    }

public:
    class arrival_token {
        unsigned sw_number;
        friend class barrier;
        SW_BOTH explicit arrival_token(unsigned number) : sw_number(number) {}

    public:
        arrival_token() = default;
    };

    barrier() = default;
    SW_BOTH barrier(__PTRDIFF_TYPE__ expected, Completion completion = Completion()) { sw_init(expected, completion); }
    barrier(const barrier &) = delete;
    barrier &operator=(const barrier &) = delete;

    static SW_BOTH constexpr __PTRDIFF_TYPE__ max() {
        return Scope == thread_scope_block ? (1 << 20) - 1 : (__PTRDIFF_TYPE__)sw_detail::sw_most_count(sw_in);
    }
    SW_BOTH void sw_init(__PTRDIFF_TYPE__ expected, const Completion &completion) {
        this->sw_set(completion);
        sw_word = sw_detail::sw_phases_start((sw_detail::sw_phases)expected, sw_in);
    }

    SW_BOTH arrival_token arrive(__PTRDIFF_TYPE__ count = 1) {
        return arrival_token(sw_detail::sw_number_of(sw_arrive((sw_detail::sw_phases)count, 0), sw_in));
    }
    SW_BOTH void wait(arrival_token &&token) const {
        while (!sw_detail::sw_phases_passed(&sw_word, token.sw_number, sw_in)) {}
    }
    SW_BOTH void wait(const arrival_token &token) const { wait(arrival_token(token)); }
    SW_BOTH void arrive_and_wait() { wait(arrive()); }
    SW_BOTH void arrive_and_drop() { sw_arrive(1, 1); }
    SW_BOTH void wait_parity(bool parity) const {
        while (!sw_detail::sw_phases_passed_parity(&sw_word, parity, sw_in)) {}
    }

    /* What has not happened yet is not waited for. */
    SW_BOTH bool try_wait(arrival_token &&token) const {
        return sw_detail::sw_phases_passed(&sw_word, token.sw_number, sw_in);
    }
    SW_BOTH bool try_wait(const arrival_token &token) const { return try_wait(arrival_token(token)); }
    SW_BOTH bool try_wait_parity(bool parity) const {
        return sw_detail::sw_phases_passed_parity(&sw_word, parity, sw_in);
    }

    template <class Duration> SW_BOTH bool try_wait_for(arrival_token &&token, const Duration &duration) const {
        return sw_detail::sw_wait_for(duration, [this, &token]() { return try_wait(token); });
    }
    template <class Time> SW_BOTH bool try_wait_until(arrival_token &&token, const Time &time) const {
        return sw_detail::sw_wait_until(sw_detail::sw_nanoseconds(time.time_since_epoch()),
                                        [this, &token]() { return try_wait(token); });
    }
    template <class Duration> SW_BOTH bool try_wait_parity_for(bool parity, const Duration &duration) const {
        return sw_detail::sw_wait_for(duration, [this, parity]() { return try_wait_parity(parity); });
    }
    template <class Time> SW_BOTH bool try_wait_parity_until(bool parity, const Time &time) const {
        return sw_detail::sw_wait_until(sw_detail::sw_nanoseconds(time.time_since_epoch()),
                                        [this, parity]() { return try_wait_parity(parity); });
    }

    SW_BOTH sw_detail::sw_phases *sw_native() { return &sw_word; }
};

template <thread_scope Scope, class Completion>
SW_BOTH void init(barrier<Scope, Completion> *at, __PTRDIFF_TYPE__ expected, Completion completion = Completion()) {
    at->sw_init(expected, completion);
}

#if defined(__CUDA__)
namespace device {
SW_MEMBER unsigned long *barrier_native_handle(barrier<thread_scope_block> &at) {
    return (unsigned long *)at.sw_native();
}
}
using device::barrier_native_handle;
#endif

namespace std {
template <class Completion = cuda::sw_detail::sw_no_completion>
using barrier = cuda::barrier<thread_scope_system, Completion>;
}

#if defined(__CUDA__)
/* Copies that are there when the barrier's phase ends: here, at once. */
template <class Size, thread_scope Scope, class Completion>
SW_MEMBER void memcpy_async(void *to, const void *from, Size size, barrier<Scope, Completion> &) {
    constexpr unsigned piece = cooperative_groups::details::sw_known_alignment<void, void, Size>::value;
    cooperative_groups::details::sw_copy<piece>(to, from, (__SIZE_TYPE__)size, 0, 1);
}
template <class Group, class Size, thread_scope Scope, class Completion>
SW_MEMBER void memcpy_async(const Group &group, void *to, const void *from, Size size, barrier<Scope, Completion> &) {
    constexpr unsigned piece = cooperative_groups::details::sw_known_alignment<void, void, Size>::value;
    cooperative_groups::details::sw_copy<piece>(to, from, (__SIZE_TYPE__)size, group.thread_rank(), group.size());
}
#endif

}

#endif
