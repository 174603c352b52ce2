/* Atomic functions that CUDA does not have, and that programs write by hand with atomicCAS.
 *
 * Plain CUDA C++11, for swcc (sm_50 and later) and nvcc alike:
 *
 *   #include <softwarp/atomics.cuh>                 swcc finds it by itself, nvcc with -I<prefix>/include
 *   softwarp::atomic_min(&x, 1.5f);                 float minimum, device scope
 *   softwarp::atomic_add<softwarp::scope::block>(&shared_byte, 1);
 *
 * What all functions have in common:
 *
 *   Result     the value that was there before, as with CUDA's own.
 *   Scope      the device, unless the first template argument says block or system. The system scope needs sm_60; below
 *              that, block scope is device scope.
 *   Order      relaxed: the operation is indivisible and orders nothing else. Only spin_lock (acquire, release) and
 *              last_block (both) order other memory, and say so.
 *   Memory     global, shared, managed and host-registered. The cell must be aligned to its size.
 *   Small      cells of 8 and 16 bits, and others smaller than their word, are changed through the aligned 32-bit word
 *              around them (for 5 to 7 bytes a 64-bit one, for 9 to 15 a 128-bit one). Neighbours keep their values,
 *              whatever threads of the same scope do to them meanwhile; with block scope, therefore, a word belongs to
 *              one block. The whole word must be memory of the program, as it is in every allocation of CUDA's. From
 *              sm_70 on 16-bit cells have a compare-and-swap of their own.
 *   Cost       "1 operation": one atomic instruction. "Loop": a load and a compare-and-swap, again for each time that
 *              another thread comes between. swcc makes one operation of the loops marked *: `swcc -Rsoftwarp` says so.
 *
 * Integers wrap around unless said otherwise. In the table atomics_extensions.def each function stands with its types.
 */
#ifndef SOFTWARP_ATOMICS_CUH
#define SOFTWARP_ATOMICS_CUH

#if !defined(__CUDACC__)
#error "softwarp/atomics.cuh is for device code: include it in files that a CUDA compiler compiles"
#endif

#include "atomics_detail.cuh"

namespace softwarp {

/* *address = op(*address) at one stroke, for any op that depends on its argument alone: it may be called several times.
 * T is any trivially copyable type of 1 to 16 bytes; above 8 bytes from sm_90 on. A cell of 2, 4, 8 or 16 bytes must be
 * aligned to its size; one of another size must lie within one aligned word of 4, 8 or 16 bytes, which alignas sees to,
 * and traps otherwise. Cells are compared bit for bit, so that NaN and -0 end no loop and begin none, and padding does
 * no harm. Relaxed. Loop (* where op is an operation that swcc knows: see docs/atomics-extensions.md). */
template <scope S_ = scope::device, class T_, class Op> SOFTWARP_DEVICE T_ atomic_update(T_ *address, const Op &op) {
    return detail::best<detail::has_word<T_>::value>::template update<S_>(address, op);
}

/* *address = value. For the types of atomic_update. Relaxed. 1 operation for 4, 8 and 16 bytes; else a loop*. */
template <scope S_ = scope::device, class T_>
SOFTWARP_DEVICE T_ atomic_exch(T_ *address, const detail::value<T_> &value) {
    static_assert(detail::can_update<T_>::yes, "");
    return detail::exchange<S_>(typename detail::cell_of<T_, S_>::type(address), address, value);
}

/* *address = *address == compare ? value : *address, where bits are compared: -0 is not +0, and a NaN is itself. For
 * the types of atomic_update, without padding. It swapped if what it returns has compare's bits. Relaxed. 1 operation
 * for 4, 8 and 16 bytes, for 2 bytes from sm_70 on; else a loop. */
template <scope S_ = scope::device, class T_>
SOFTWARP_DEVICE T_ atomic_cas(T_ *address, const detail::value<T_> &compare, const detail::value<T_> &value) {
    static_assert(detail::can_update<T_>::yes, "");
    return detail::compare_and_swap<S_>(typename detail::cell_of<T_, S_>::type(address), address, compare, value);
}

/* *address += value. Integers of 8 to 64 bits, which wrap around, float and double. Relaxed. 1 operation for 32 and 64
 * bits (double below sm_60: loop*), 16 bits loop*, 8 bits loop. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_add(T_ *address, detail::value<T_> value) {
    return detail::made<S_, T_>::add(address, value);
}

/* *address -= value; as atomic_add. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_sub(T_ *address, detail::value<T_> value) {
    return detail::made<S_, T_>::add(address, detail::arithmetic<T_>::negative(value));
}

/* The smaller of *address and value. Integers of 8 to 64 bits, float and double. Floating point is decided as by fminf
 * and fmin: a number wins over a NaN, whichever of the two is there, and -0 is less than +0; two NaNs make a NaN.
 * Relaxed. 1 operation for integers of 32 and 64 bits; float, double and unsigned short loop*, others loop. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_min(T_ *address, detail::value<T_> value) {
    return detail::made<S_, T_>::min(address, value);
}

/* The larger of *address and value; as atomic_min, with fmaxf and fmax. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_max(T_ *address, detail::value<T_> value) {
    return detail::made<S_, T_>::max(address, value);
}

/* *address &= value, |= value, ^= value. Integers of 8 to 64 bits. Relaxed. 1 operation for all of them: what a small
 * cell's neighbours get leaves them as they are. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_and(T_ *address, detail::value<T_> value) {
    return detail::made<S_, T_>::bit_and(address, value);
}
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_or(T_ *address, detail::value<T_> value) {
    return detail::made<S_, T_>::bit_or(address, value);
}
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_xor(T_ *address, detail::value<T_> value) {
    return detail::made<S_, T_>::bit_xor(address, value);
}

/* *address *= value. Integers of 8 to 64 bits, which wrap around, float and double. Relaxed. Loop*, 8 bits loop. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_mul(T_ *address, detail::value<T_> value) {
    static_assert(detail::kind_of<T_>::value <= detail::kind::real, "");
    return detail::best<detail::has_word<T_>::value>::template update<S_>(address, detail::op_mul<T_>{value});
}

/* *address += value, but not beyond the type's ends: what does not fit becomes the largest or smallest value. Integers
 * of 8 to 64 bits. Relaxed. Loop. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_add_sat(T_ *address, detail::value<T_> value) {
    static_assert(detail::kind_of<T_>::value != detail::kind::real, "saturation is for integers");
    return detail::update_in_turn<S_>(address, detail::op_add_sat<T_>{value});
}

/* *address -= value, in the same way. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_sub_sat(T_ *address, detail::value<T_> value) {
    static_assert(detail::kind_of<T_>::value != detail::kind::real, "saturation is for integers");
    return detail::update_in_turn<S_>(address, detail::op_sub_sat<T_>{value});
}

/* *address + value, or low or high where that lies beyond them; low <= high. Integers of 8 to 64 bits, whose sum does
 * not overflow, float and double, rounded; a sum that is a NaN becomes low. Relaxed. Loop. */
template <scope S_ = scope::device, class T_>
SOFTWARP_DEVICE T_ atomic_add_clamped(T_ *address, detail::value<T_> value, detail::value<T_> low,
                                      detail::value<T_> high) {
    static_assert(detail::kind_of<T_>::value <= detail::kind::real, "");
    return detail::update_in_turn<S_>(address, detail::op_add_clamped<T_>{value, low, high});
}

/* Complex addition (cuFloatComplex is float2, cuDoubleComplex is double2). Each component is added atomically and has
 * its own old value; the pair is not one: another thread may see the one part added and not yet the other. Relaxed.
 * 2 operations. */
template <scope S_ = scope::device> SOFTWARP_DEVICE float2 atomic_add(float2 *address, float2 value) {
    float x = atomic_add<S_>(&address->x, value.x);
    return make_float2(x, atomic_add<S_>(&address->y, value.y));
}
template <scope S_ = scope::device> SOFTWARP_DEVICE double2 atomic_add(double2 *address, double2 value) {
    double x = atomic_add<S_>(&address->x, value.x);
    return make_double2(x, atomic_add<S_>(&address->y, value.y));
}

/* ++*counter, for lanes that take numbers from one counter: the lanes of a warp that come together, however diverged
 * they are, share one atomic addition, and each gets a number of its own. T: int, unsigned int, long long, unsigned
 * long long. Relaxed. 1 operation a warp and counter, and a match and a shuffle. */
template <scope S_ = scope::device, class T_> SOFTWARP_DEVICE T_ atomic_count(T_ *counter) {
    static_assert(std::is_integral<T_>::value && (sizeof(T_) == 4 || sizeof(T_) == 8), "a counter has 32 or 64 bits");
#if defined(__SOFTWARP__)
    return atomic_add<S_>(counter, 1); /* the compiler does the same to every addition */
#else
    unsigned peers = detail::peers_of(__activemask(), counter), lane = detail::thread_in_block() % 32;
    int leader = __ffs((int)peers) - 1;
    T_ first = 0;
    if ((int)lane == leader)
        first = atomic_add<S_>(counter, (T_)__popc(peers));
    return (T_)(__shfl_sync(peers, first, leader) + __popc(peers & ((1u << lane) - 1)));
#endif
}

/* A lock, free where its memory is zero (a __device__ variable, cudaMemset; a __shared__ one is to be set by one
 * thread). Lanes of one warp may compete for it, also where a warp has no independent thread scheduling (below sm_70),
 * because the section runs inside the loop that tries: there is no function that only locks, which would stop such a
 * warp for ever. Order: acquire when it is taken, release when it is given back, among the threads of its scope.
 * Not fair, not recursive. The section must not wait for other lanes of its warp. */
template <scope S_ = scope::device> struct spin_lock {
    unsigned state;

    /* One try: true, and this thread has it. 1 operation, and a fence. */
    SOFTWARP_DEVICE bool try_lock() {
        if (detail::native<S_>::cas(&state, 0u, 1u) != 0)
            return false;
        detail::fence<S_>();
        return true;
    }
    SOFTWARP_DEVICE void unlock() {
        detail::fence<S_>();
        detail::native<S_>::exch(&state, 0u);
    }
    /* Runs section() while no other thread holds the lock. */
    template <class Section> SOFTWARP_DEVICE void with_lock(const Section &section) {
        for (bool done = false; !done;) {
            if (try_lock()) {
                section();
                unlock();
                done = true;
            }
        }
    }
};

/* The same as a function. */
template <scope S_, class Section> SOFTWARP_DEVICE void with_lock(spin_lock<S_> &lock, const Section &section) {
    lock.with_lock(section);
}

/* For results that the last block of a grid puts together: every thread of every block calls it when its part of the
 * result is written; true in all threads of one block, the last to come, which then sees what the others have written
 * (plain stores will do). *ticket must be zero before, and is zero again afterwards. blocks: how many take part, if not
 * the whole grid (less than 2^32 of them).
 *
 * It is a barrier of the block. Order: release of what all the block's threads wrote, in the last block acquire. Two
 * fences by one thread are enough, because the barriers on both sides carry the order on to the other threads; but it
 * takes both: without the one behind the atomic operation the last block might read values from before. 1 operation a
 * block. S: device, or system where host threads read along. */
template <scope S_ = scope::device>
SOFTWARP_DEVICE bool last_block(unsigned *ticket, unsigned blocks = gridDim.x * gridDim.y * gridDim.z) {
    static_assert(S_ != scope::block, "blocks meet in the device or the system scope");
    bool last = false;
    __syncthreads();
    if (detail::thread_in_block() == 0) {
        detail::fence<S_>();
        last = detail::native<S_>::inc(ticket, blocks - 1) == blocks - 1;
        detail::fence<S_>();
    }
    return __syncthreads_or(last) != 0;
}

} // namespace softwarp

#undef SOFTWARP_ARCH
#undef SOFTWARP_IN_TURN
#undef SOFTWARP_DEVICE

#endif
