/* Waiting until a time: a deadline in nanoseconds of the clock that libcu++ has for devices and hosts alike, which is
 * %globaltimer and the system's. libcu++: Standard API, chrono; Synchronization Primitives (barrier::try_wait_for). */
#ifndef SOFTWARP_LIBCU_DEADLINE_H
#define SOFTWARP_LIBCU_DEADLINE_H

#pragma GCC system_header

#include "atomic_operations.h"
#if defined(__CUDA__)
#include "../device/system.h"
#endif
#if !defined(__CUDA_ARCH__)
#include <time.h>
#endif

namespace cuda {
namespace sw_detail {

SW_BOTH long long sw_now() {
#if defined(__CUDA_ARCH__)
    long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
#else
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (long long)now.tv_sec * 1000000000 + now.tv_nsec;
#endif
}

/* Of any duration: a count of seconds times a fraction. */
template <class Rep, class Period, template <class, class> class Duration>
SW_BOTH long long sw_nanoseconds(const Duration<Rep, Period> &duration) {
    if (Period::num == 1 && 1000000000 % Period::den == 0)
        return (long long)(duration.count() * (Rep)(1000000000 / Period::den));
    return (long long)((double)duration.count() * (double)Period::num / (double)Period::den * 1e9);
}

/* Whether has_come() says yes before the deadline. It is asked once at least, and lets others run when it says no. */
template <class Ask> SW_BOTH bool sw_wait_until(long long deadline, Ask has_come) {
    while (!has_come())
        if (sw_now() >= deadline) return false;
    return true;
}
template <class Duration, class Ask> SW_BOTH bool sw_wait_for(const Duration &duration, Ask has_come) {
    return sw_wait_until(sw_now() + sw_nanoseconds(duration), has_come);
}

}
}

#endif
