/* reduce: every member gets what an operation makes of all members' values; and the operations.
 *
 * A tile halves its distance with every shuffle. In a coalesced group integers go through one operation among lanes,
 * and other values through log2(size) shuffles by rank, which keep their order. Tiles of several warps combine what each
 * warp has. CUDA C++ Programming Guide, Cooperative Groups: Reduce Operators.
 */
#ifndef SOFTWARP_GROUPS_REDUCE_H
#define SOFTWARP_GROUPS_REDUCE_H

#pragma GCC system_header

#include "partition.h"

namespace cooperative_groups {
namespace __v1 {

/* The operations of CUDA; T may be left out. */
#define SW_OPERATION(name, result)                                                                                     \
    template <class T_ = void> struct name {                                                                           \
        SW_MEMBER T_ operator()(const T_ &a, const T_ &b) const { return result; }                                     \
    };                                                                                                                 \
    template <> struct name<void> {                                                                                    \
        template <class T_, class U_> SW_MEMBER auto operator()(const T_ &a, const U_ &b) const                        \
            -> details::sw_value<decltype(result)> {                                                                   \
            return result;                                                                                             \
        }                                                                                                              \
    };
SW_OPERATION(plus, a + b)
SW_OPERATION(less, b < a ? b : a)
SW_OPERATION(greater, a < b ? b : a)
SW_OPERATION(bit_and, a & b)
SW_OPERATION(bit_xor, a ^ b)
SW_OPERATION(bit_or, a | b)
#undef SW_OPERATION

namespace details {

/* Operations among lanes, for integers of 32 bits. */
template <class T_> struct sw_word { static constexpr bool is_signed = false, is_unsigned = false; };
template <> struct sw_word<int> { static constexpr bool is_signed = true, is_unsigned = false; };
template <> struct sw_word<unsigned> { static constexpr bool is_signed = false, is_unsigned = true; };
enum sw_quick { sw_slow, sw_add, sw_least, sw_most, sw_and, sw_or, sw_xor };
template <class Op> struct sw_quick_of { static constexpr sw_quick value = sw_slow; };
template <class T_> struct sw_quick_of<plus<T_>> { static constexpr sw_quick value = sw_add; };
template <class T_> struct sw_quick_of<less<T_>> { static constexpr sw_quick value = sw_least; };
template <class T_> struct sw_quick_of<greater<T_>> { static constexpr sw_quick value = sw_most; };
template <class T_> struct sw_quick_of<bit_and<T_>> { static constexpr sw_quick value = sw_and; };
template <class T_> struct sw_quick_of<bit_or<T_>> { static constexpr sw_quick value = sw_or; };
template <class T_> struct sw_quick_of<bit_xor<T_>> { static constexpr sw_quick value = sw_xor; };

template <bool is_signed> SW_DEVICE int sw_reduce_word(unsigned mask, int value, sw_quick how) {
    switch (how) {
    case sw_add:
        return __sw_redux_add(value, mask);
    case sw_least:
        return is_signed ? __sw_redux_min(value, mask) : __sw_redux_umin(value, mask);
    case sw_most:
        return is_signed ? __sw_redux_max(value, mask) : __sw_redux_umax(value, mask);
    case sw_and:
        return __sw_redux_and(value, mask);
    case sw_or:
        return __sw_redux_or(value, mask);
    default:
        return __sw_redux_xor(value, mask);
    }
}

/* By rank, in order; the first member's result is the group's. */
template <class T_, class Op> SW_DEVICE T_ sw_reduce_ranks(const coalesced_group &group, T_ value, Op &op) {
    unsigned rank = group.thread_rank(), size = group.size();
    for (unsigned step = 1; step < size; step *= 2) {
        T_ other = group.shfl_down(value, step);
        if (step < size - rank) value = op(value, other);
    }
    return group.shfl(value, 0);
}

template <class T_, class Op> SW_DEVICE T_ sw_reduce(const coalesced_group &group, T_ value, Op &op) {
    constexpr sw_quick how = sw_quick_of<__remove_cv(Op)>::value;
    if constexpr (how != sw_slow && (sw_word<T_>::is_signed || sw_word<T_>::is_unsigned))
        return (T_)sw_reduce_word<sw_word<T_>::is_signed>(sw_mask_of(group), (int)value, how);
    else
        return sw_reduce_ranks(group, value, op);
}

/* Within a warp. */
template <unsigned Size, class T_, class Op> SW_DEVICE T_ sw_reduce_lanes(T_ value, Op &op) {
    _Pragma("unroll") for (unsigned step = Size / 2; step; step /= 2) {
        T_ other = sw_shuffle_any_bfly<T_>(sw_tile_mask(Size), value, step, sw_segment(Size, 31));
        value = op(value, other);
    }
    return value;
}

/* The lanes of a warp that the block has, by rank: a block's last warp may be a part of one. */
template <class T_, class Op> SW_DEVICE T_ sw_reduce_warp(T_ value, Op &op, unsigned threads) {
    if (threads >= 32) return sw_reduce_lanes<32>(value, op);
    return sw_reduce_ranks(sw_coalesced_access::make((1u << threads) - 1, 0, 1), value, op);
}

template <unsigned Size, class Parent, class T_, class Op>
SW_DEVICE T_ sw_reduce(const thread_block_tile<Size, Parent> &group, T_ value, Op &op) {
    if constexpr (Size <= 32) {
        return sw_reduce_lanes<Size>(value, op);
    } else {
        value = sw_reduce_warp(value, op, sw_block_size() - (unsigned)__nvvm_read_ptx_sreg_warpid() * 32);
        group.sw_exchange(value, sw_lane() == 0, [&](const sw_cell<T_> *cells, unsigned warps) {
            value = sw_get(&cells[0]);
            for (unsigned i = 1; i < warps; i++) value = op(value, sw_get(&cells[i]));
        });
        return value;
    }
}

template <class Group> struct sw_reduces { static constexpr bool value = sw_is_tile<Group>::size > 0; };
template <> struct sw_reduces<coalesced_group> { static constexpr bool value = true; };

}

template <class Group, class T_, class Op>
SW_MEMBER auto reduce(const Group &group, T_ &&value, Op &&op) -> details::sw_value<decltype(op(value, value))> {
    static_assert(details::sw_reduces<Group>::value, "reduce is for tiles and coalesced groups");
    return details::sw_reduce(group, details::sw_value<T_>(value), op);
}

}
using namespace __v1;

}

#endif
