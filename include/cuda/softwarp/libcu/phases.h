/* The state of a barrier with phases, in one word of 64 bits: how many arrivals the phase still wants, how many the next
 * one will want, and the phase's number. What cuda::barrier, pipelines and __mbarrier_* are made of.
 *
 *      block scope     number 3, bytes 21, expected 20, pending 20     an mbarrier object of PTX (src/ptx/emit_mbarrier.c)
 *      wider scopes    number 8, expected 28, pending 28
 *
 * The bytes are those that an mbarrier's phase waits for beside its arrivals (its tx-count), from -2^20 on, so that no
 * sum of them carries into the number. A phase ends when nothing is pending of either.
 *
 * The last to arrive starts the next phase; those who wait look until the number is another one. In block scope nothing
 * comes between two steps of a thread, so arriving is one subtraction, which lanes do together. The number is what was
 * there before, not what the subtraction found: one address, one answer for all lanes, so that they also wait together.
 * That is wrong only where a phase ends between two lanes that arrive as one, which stops the kernel. libcu++: Extended
 * API, barrier; PTX ISA: mbarrier.
 */
#ifndef SOFTWARP_LIBCU_PHASES_H
#define SOFTWARP_LIBCU_PHASES_H

#pragma GCC system_header

#include "atomic_operations.h"

SW_EXTERN __attribute__((noreturn)) void __sw_phase_ended(void);

namespace cuda {
namespace sw_detail {

typedef unsigned long long sw_phases;
SW_BOTH constexpr bool sw_has_bytes(int scope) { return scope <= 1; /* the block's */ }
SW_BOTH constexpr int sw_count_bits(int scope) { return sw_has_bytes(scope) ? 20 : 28; }
SW_BOTH constexpr int sw_number_at(int scope) { return sw_has_bytes(scope) ? 61 : 56; }
SW_BOTH constexpr sw_phases sw_most_count(int scope) { return (1ull << sw_count_bits(scope)) - 1; }
/* No bytes are pending. */
SW_BOTH constexpr sw_phases sw_no_bytes(int scope) { return sw_has_bytes(scope) ? 1ull << 60 : 0; }
/* What of a word is pending. */
SW_BOTH constexpr sw_phases sw_pending_mask(int scope) {
    return (sw_has_bytes(scope) ? 0x1fffffull << 40 : 0) | sw_most_count(scope);
}

SW_BOTH constexpr sw_phases sw_phases_start(sw_phases count, int scope) {
    return sw_no_bytes(scope) | count << sw_count_bits(scope) | count;
}
SW_BOTH unsigned sw_number_of(sw_phases word, int scope) { return (unsigned)(word >> sw_number_at(scope)); }
SW_BOTH unsigned sw_pending_of(sw_phases word, int scope) { return (unsigned)(word & sw_most_count(scope)); }
SW_BOTH bool sw_is_over(sw_phases word, int scope) { return (word & sw_pending_mask(scope)) == sw_no_bytes(scope); }

SW_BOTH sw_phases sw_after(sw_phases word, int scope) {
    sw_phases count = word >> sw_count_bits(scope) & sw_most_count(scope);
    return (((word >> sw_number_at(scope)) + 1) << sw_number_at(scope)) + sw_phases_start(count, scope);
}

#if defined(__CUDA_ARCH__)
template <class Finish> SW_DEVICE sw_phases sw_arrive_in_block(sw_phases *word, sw_phases change, Finish finish) {
    const int scope = __NV_THREAD_SCOPE_BLOCK;
    sw_phases before = sw_load(word, __ATOMIC_RELAXED, scope);
    sw_phases old = sw_fetch_sub(word, change, __ATOMIC_ACQ_REL, scope);
    if (sw_is_over(old - change, scope)) {
        sw_phases now = sw_load(word, __ATOMIC_RELAXED, scope);
        if (!sw_is_over(now, scope)) __sw_phase_ended();
        finish();
        sw_store(word, sw_after(now, scope), __ATOMIC_RELEASE, scope);
    }
    const sw_phases number = ~0ull << sw_number_at(scope);
    return (before & number) | (old & ~number);
}
#endif

/* Nobody arrives between the last one and the next phase. */
template <class Finish>
SW_BOTH sw_phases sw_arrive_anywhere(sw_phases *word, sw_phases change, int scope, Finish finish) {
    sw_phases old = sw_load(word, __ATOMIC_RELAXED, scope);
    for (;;) {
        if (sw_is_over(old, scope)) {
            sw_let_others_run();
            old = sw_load(word, __ATOMIC_RELAXED, scope);
        } else if (sw_swap(word, old, old - change, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED, scope))
            break;
    }
    if (sw_is_over(old - change, scope)) {
        finish();
        sw_store(word, sw_after(old - change, scope), __ATOMIC_RELEASE, scope);
    }
    return old;
}

/* `count` arrivals, and so many fewer from the next phase on; finish() runs when they are the phase's last. The word
 * before, with the number of the phase in which they count. */
template <class Finish>
SW_BOTH sw_phases sw_phases_arrive(sw_phases *word, sw_phases count, sw_phases fewer, int scope, Finish finish) {
    sw_phases change = fewer << sw_count_bits(scope) | count;
#if defined(__CUDA_ARCH__)
    if (scope <= __NV_THREAD_SCOPE_BLOCK) return sw_arrive_in_block(word, change, finish);
#endif
    return sw_arrive_anywhere(word, change, scope, finish);
}

/* Looks, and lets others run when the phase goes on. */
SW_BOTH bool sw_phases_passed(const sw_phases *word, unsigned number, int scope) {
    bool has_passed = sw_number_of(sw_load(word, __ATOMIC_ACQUIRE, scope), scope) != number;
    if (!has_passed) sw_let_others_run();
    return has_passed;
}
SW_BOTH bool sw_phases_passed_parity(const sw_phases *word, bool parity, int scope) {
    bool has_passed = (sw_number_of(sw_load(word, __ATOMIC_ACQUIRE, scope), scope) & 1) != parity;
    if (!has_passed) sw_let_others_run();
    return has_passed;
}

}
}

#endif
