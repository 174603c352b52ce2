/* What groups of lanes are made of: sets of lanes as masks, and shuffles of any type.
 *
 * A group within a warp is the mask of its lanes; a member's rank is the number of members below it. Values of other
 * types travel as 32-bit words, one shuffle each. Everything here is straight-line code, so that with 32 lanes at once
 * it stays in vectors.
 */
#ifndef SOFTWARP_GROUPS_LANES_H
#define SOFTWARP_GROUPS_LANES_H

#pragma GCC system_header

#define SW_MEMBER __device__ SW_ALWAYS_INLINE inline

namespace cooperative_groups {
namespace __v1 {
namespace details {

/* Reductions of warp.def's operations, but at every architecture (src/analysis/requests.def). */
SW_EXTERN int __sw_redux_add(int value, unsigned mask);
SW_EXTERN int __sw_redux_min(int value, unsigned mask);
SW_EXTERN int __sw_redux_max(int value, unsigned mask);
SW_EXTERN int __sw_redux_umin(int value, unsigned mask);
SW_EXTERN int __sw_redux_umax(int value, unsigned mask);
SW_EXTERN int __sw_redux_and(int value, unsigned mask);
SW_EXTERN int __sw_redux_or(int value, unsigned mask);
SW_EXTERN int __sw_redux_xor(int value, unsigned mask);
SW_EXTERN unsigned __sw_match_any(unsigned mask, unsigned long long value);

/* The mask itself, which all lanes that it names have, and make all their calls with (src/analysis/agreement.c). */
SW_EXTERN __attribute__((const)) unsigned __sw_group_mask(unsigned mask);

SW_DEVICE unsigned sw_lane() { return (unsigned)__nvvm_read_ptx_sreg_laneid(); }

/* How many of the set's lanes are below the caller's. */
SW_DEVICE unsigned sw_rank_in(unsigned mask) {
    return (unsigned)__popc(mask & (unsigned)__nvvm_read_ptx_sreg_lanemask_lt());
}

/* The lane of that rank: halves the range five times. Where there is none, some lane. */
SW_PURE unsigned sw_lane_of_rank(unsigned mask, unsigned rank) {
    unsigned lane = 0;
#pragma unroll
    for (unsigned width = 16; width; width /= 2) {
        unsigned below = (unsigned)__popc(mask & ((1u << width) - 1));
        bool is_above = rank >= below;
        rank -= is_above ? below : 0;
        mask = is_above ? mask >> width : mask;
        lane += is_above ? width : 0;
    }
    return lane;
}

/* The lanes of the caller's tile of `size` lanes, a power of two. */
SW_DEVICE unsigned sw_tile_mask(unsigned size) {
    return size == 32 ? 0xffffffffu : ((1u << size) - 1) << (sw_lane() & ~(size - 1));
}

/* Shuffles of whole values. which: sw_shuffle_idx and its kin (sync/warp.h), on 32 bits; c: PTX's operand c. */
enum { sw_whole_warp = 31, sw_up_whole_warp = 0 };
SW_PURE int sw_segment(unsigned size, int last) { return (int)(32 - size) << 8 | last; }

#define SW_SHUFFLE_ANY(mode)                                                                                           \
    template <class T_> SW_DEVICE T_ sw_shuffle_any_##mode(unsigned mask, const T_ &value, unsigned argument, int c) { \
        static_assert(__is_trivially_copyable(T_), "a group shuffles trivially copyable types only");                  \
        static_assert(sizeof(T_) <= 32, "a group shuffles types of up to 32 bytes");                                   \
        unsigned words[(sizeof(T_) + 3) / 4] = {};                                                                     \
        T_ result;                                                                                                     \
        __builtin_memcpy(words, &value, sizeof(T_));                                                                   \
        _Pragma("unroll") for (unsigned i = 0; i < sizeof words / 4; i++)                                              \
            words[i] = sw_shuffle_##mode(mask, words[i], (int)argument, c);                                            \
        __builtin_memcpy((void *)&result, words, sizeof(T_));                                                          \
        return result;                                                                                                 \
    }
SW_SHUFFLE_ANY(idx)
SW_SHUFFLE_ANY(up)
SW_SHUFFLE_ANY(down)
SW_SHUFFLE_ANY(bfly)
#undef SW_SHUFFLE_ANY

/* Types without <type_traits>. */
template <class T_> struct sw_plain { typedef T_ type; };
template <class T_> struct sw_plain<T_ &> { typedef T_ type; };
template <class T_> struct sw_plain<T_ &&> { typedef T_ type; };
template <class T_> using sw_value = __remove_cv(typename sw_plain<T_>::type);
template <bool condition, class T_ = void> struct sw_if {};
template <class T_> struct sw_if<true, T_> { typedef T_ type; };
template <class A_, class B_> struct sw_same { static constexpr bool value = false; };
template <class A_> struct sw_same<A_, A_> { static constexpr bool value = true; };
template <class T_> T_ &&sw_declared();

}
}
using namespace __v1;

}

#endif
