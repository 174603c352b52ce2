/* The state of a barrier with phases, in one word of 64 bits: how many arrivals the phase still wants, how many the next
 * one will want, and the phase's number. What cuda::barrier, pipelines and __mbarrier_* are made of.
 *
 * The last to arrive starts the next phase; those who wait look until the number is another one. In block scope a
 * thread reads the number before it arrives, not from what it found when it did: one address, one answer for all lanes,
 * so that they also wait together. That is the same number unless the phase ended between two lanes of a warp that
 * arrive as one, which is refused; nothing else runs in between. libcu++: Extended API, barrier; PTX ISA: mbarrier.
 */
#ifndef SOFTWARP_LIBCU_PHASES_H
#define SOFTWARP_LIBCU_PHASES_H

#pragma GCC system_header

#include "atomic_operations.h"

SW_EXTERN __attribute__((noreturn)) void __sw_phase_ended(void);

namespace cuda {
namespace sw_detail {

typedef unsigned long long sw_phases;
enum { sw_count_bits = 28, sw_number_at = 2 * sw_count_bits };
constexpr sw_phases sw_most_count = (1ull << sw_count_bits) - 1;

constexpr sw_phases sw_phases_start(sw_phases count) { return count << sw_count_bits | count; }
SW_BOTH unsigned sw_number_of(sw_phases word) { return (unsigned)(word >> sw_number_at); }
SW_BOTH unsigned sw_pending_of(sw_phases word) { return (unsigned)(word & sw_most_count); }

SW_BOTH void sw_phases_next(sw_phases *word, int scope) {
    sw_phases now = sw_load(word, __ATOMIC_RELAXED, scope);
    sw_phases count = now >> sw_count_bits & sw_most_count, number = (now >> sw_number_at) + 1;
    sw_store(word, number << sw_number_at | sw_phases_start(count), __ATOMIC_RELEASE, scope);
}

/* `count` arrivals, and so many fewer from the next phase on; finish() runs when they are the phase's last. The word
 * before, with the number of the phase in which they count. */
template <class Finish>
SW_BOTH sw_phases sw_phases_arrive(sw_phases *word, sw_phases count, sw_phases fewer, int scope, Finish finish) {
    sw_phases before = sw_load(word, __ATOMIC_RELAXED, scope);
    sw_phases old = sw_fetch_sub(word, fewer << sw_count_bits | count, __ATOMIC_ACQ_REL, scope);
    if (sw_pending_of(old) == count) {
        finish();
        sw_phases_next(word, scope);
    }
#if defined(__CUDA_ARCH__)
    if (scope == 1) {
        if (sw_number_of(old) != sw_number_of(before)) __sw_phase_ended();
        return (before >> sw_number_at << sw_number_at) | (old << (64 - sw_number_at) >> (64 - sw_number_at));
    }
#endif
    return old;
}

SW_BOTH bool sw_phases_passed(const sw_phases *word, unsigned number, int scope) {
    return sw_number_of(sw_load(word, __ATOMIC_ACQUIRE, scope)) != number;
}
SW_BOTH bool sw_phases_passed_parity(const sw_phases *word, bool parity, int scope) {
    return (sw_number_of(sw_load(word, __ATOMIC_ACQUIRE, scope)) & 1) != parity;
}

}
}

#endif
