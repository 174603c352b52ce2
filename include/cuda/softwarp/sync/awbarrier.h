/* __mbarrier_*: barriers with phases in a word of shared memory, and nvcuda::experimental::awbarrier around them. CUDA
 * C++ Programming Guide, Asynchronous Barrier: Memory Barrier Primitives Interface. */
#ifndef SOFTWARP_AWBARRIER_H
#define SOFTWARP_AWBARRIER_H

#pragma GCC system_header

#include "../libcu/phases.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

SW_DEVICE unsigned int __mbarrier_maximum_count() { return (1u << 20) - 1; }
SW_DEVICE void __mbarrier_init(__mbarrier_t *barrier, unsigned int expected_count) {
    *barrier = cuda::sw_detail::sw_phases_start(expected_count, __NV_THREAD_SCOPE_BLOCK);
}
SW_DEVICE void __mbarrier_inval(__mbarrier_t *) {}
SW_DEVICE __mbarrier_token_t sw_mbarrier_arrive(__mbarrier_t *barrier, unsigned fewer) {
    return cuda::sw_detail::sw_phases_arrive(barrier, 1, fewer, __NV_THREAD_SCOPE_BLOCK, []() {});
}
SW_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) { return sw_mbarrier_arrive(barrier, 0); }
SW_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) { return sw_mbarrier_arrive(barrier, 1); }
/* How many arrivals the phase wanted before the one that gave the token. */
SW_DEVICE unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token) {
    return cuda::sw_detail::sw_pending_of(token, __NV_THREAD_SCOPE_BLOCK);
}
SW_DEVICE bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
    return cuda::sw_detail::sw_phases_passed(barrier, cuda::sw_detail::sw_number_of(token, __NV_THREAD_SCOPE_BLOCK),
                                             __NV_THREAD_SCOPE_BLOCK);
}
SW_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool phase_parity) {
    return cuda::sw_detail::sw_phases_passed_parity(barrier, phase_parity, __NV_THREAD_SCOPE_BLOCK);
}
/* May wait for a while, and need not. */
SW_DEVICE bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned int) {
    return __mbarrier_test_wait(barrier, token);
}
SW_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool phase_parity, unsigned int) {
    return __mbarrier_test_wait_parity(barrier, phase_parity);
}

namespace nvcuda {
namespace experimental {

class awbarrier {
    __mbarrier_t sw_barrier;
    friend class pipeline;

public:
    class arrival_token {
        friend class awbarrier;
        __mbarrier_token_t sw_token;

    public:
        arrival_token() = default;
        __device__ arrival_token(__mbarrier_token_t token) : sw_token(token) {}
        __device__ unsigned int pending_count() const { return __mbarrier_token_pending_count(sw_token); }
    };

    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;

    SW_MEMBER arrival_token arrive() { return arrival_token(__mbarrier_arrive(&sw_barrier)); }
    SW_MEMBER arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&sw_barrier)); }
    SW_MEMBER bool timed_wait(arrival_token token, unsigned int hint_cycles) {
        return timed(hint_cycles, [&]() { return __mbarrier_test_wait(&sw_barrier, token.sw_token); });
    }
    SW_MEMBER bool timed_wait_parity(bool phase, unsigned int hint_cycles) {
        return timed(hint_cycles, [&]() { return __mbarrier_test_wait_parity(&sw_barrier, phase); });
    }
    SW_MEMBER void wait(arrival_token token) {
        while (!__mbarrier_test_wait(&sw_barrier, token.sw_token)) {}
    }
    SW_MEMBER void arrive_and_wait() { wait(arrive()); }
    SW_MEMBER bool try_wait(arrival_token token, unsigned int hint) {
        return __mbarrier_try_wait(&sw_barrier, token.sw_token, hint);
    }
    SW_MEMBER bool try_wait_parity(bool phase, unsigned int hint) {
        return __mbarrier_try_wait_parity(&sw_barrier, phase, hint);
    }
    static constexpr unsigned int max() { return (1u << 20) - 1; }
    friend SW_MEMBER void init(awbarrier *barrier, unsigned int expected_count) {
        __mbarrier_init(&barrier->sw_barrier, expected_count);
    }

private:
    template <class Test> SW_MEMBER static bool timed(unsigned int cycles, Test test) {
        long long start = clock64();
        do {
            if (test()) return true;
        } while (clock64() - start < (long long)cycles);
        return false;
    }
};

}
}

#endif
