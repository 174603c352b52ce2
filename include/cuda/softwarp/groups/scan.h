/* inclusive_scan, exclusive_scan: every member gets what an operation makes of the values of the members before it, its
 * own included or not. Without its own, the first member has nothing: it gets T{}.
 *
 * log2(size) shuffles from below, in order. Tiles of several warps go on with what the warps before have. CUDA C++
 * Programming Guide, Cooperative Groups: inclusive_scan and exclusive_scan.
 */
#ifndef SOFTWARP_GROUPS_SCAN_H
#define SOFTWARP_GROUPS_SCAN_H

#pragma GCC system_header

#include "reduce.h"

namespace cooperative_groups {
namespace __v1 {
namespace details {

/* up(value, step): the value of the member `step` ranks below. */
template <class T_, class Op, class Up>
SW_DEVICE T_ sw_scan_ranks(T_ value, Op &op, unsigned rank, unsigned size, Up up) {
    _Pragma("unroll") for (unsigned step = 1; step < 32; step *= 2) {
        if (step < size) {
            T_ other = up(value, step);
            if (rank >= step) value = op(other, value);
        }
    }
    return value;
}

template <class T_, class Op> SW_DEVICE T_ sw_scan(const coalesced_group &group, T_ value, Op &op) {
    return sw_scan_ranks(value, op, group.thread_rank(), group.size(),
                         [&](const T_ &from, unsigned step) { return group.shfl_up(from, step); });
}

template <unsigned Size, class Parent, class T_, class Op>
SW_DEVICE T_ sw_scan(const thread_block_tile<Size, Parent> &group, T_ value, Op &op) {
    constexpr unsigned lanes = Size < 32 ? Size : 32;
    unsigned lane = sw_lane() & (lanes - 1);
    value = sw_scan_ranks(value, op, lane, lanes, [](const T_ &from, unsigned step) {
        return sw_shuffle_any_up<T_>(sw_tile_mask(lanes), from, step, sw_segment(lanes, 0));
    });
    if constexpr (Size > 32) {
        bool is_last = lane == 31 || sw_block_rank() == sw_block_size() - 1;
        unsigned warp = group.thread_rank() / 32;
        group.sw_exchange(value, is_last, [&](const sw_cell<T_> *cells, unsigned) {
            if (warp == 0) return;
            T_ before = sw_get(&cells[0]);
            for (unsigned i = 1; i < warp; i++) before = op(before, sw_get(&cells[i]));
            value = op(before, value);
        });
    }
    return value;
}

/* What the member before has. */
template <class T_> SW_DEVICE T_ sw_from_before(const coalesced_group &group, const T_ &value) {
    return group.shfl_up(value, 1);
}
template <unsigned Size, class Parent, class T_>
SW_DEVICE T_ sw_from_before(const thread_block_tile<Size, Parent> &group, const T_ &value) {
    constexpr unsigned lanes = Size < 32 ? Size : 32;
    T_ before = sw_shuffle_any_up<T_>(sw_tile_mask(lanes), value, 1, sw_segment(lanes, 0));
    if constexpr (Size > 32) {
        bool is_last = sw_lane() == 31 || sw_block_rank() == sw_block_size() - 1;
        unsigned warp = group.thread_rank() / 32;
        group.sw_exchange(value, is_last, [&](const sw_cell<T_> *cells, unsigned) {
            if (warp > 0 && sw_lane() == 0) before = sw_get(&cells[warp - 1]);
        });
    }
    return before;
}

}

template <class Group, class T_, class Op>
SW_MEMBER auto inclusive_scan(const Group &group, T_ &&value, Op &&op)
    -> details::sw_value<decltype(op(value, value))> {
    static_assert(details::sw_reduces<Group>::value, "inclusive_scan is for tiles and coalesced groups");
    return details::sw_scan(group, details::sw_value<T_>(value), op);
}
template <class Group, class T_> SW_MEMBER details::sw_value<T_> inclusive_scan(const Group &group, T_ &&value) {
    return inclusive_scan(group, static_cast<T_ &&>(value), plus<details::sw_value<T_>>());
}

template <class Group, class T_, class Op>
SW_MEMBER auto exclusive_scan(const Group &group, T_ &&value, Op &&op)
    -> details::sw_value<decltype(op(value, value))> {
    typedef details::sw_value<T_> V_;
    V_ before = details::sw_from_before(group, V_(inclusive_scan(group, static_cast<T_ &&>(value), op)));
    return group.thread_rank() == 0 ? V_{} : before;
}
template <class Group, class T_> SW_MEMBER details::sw_value<T_> exclusive_scan(const Group &group, T_ &&value) {
    return exclusive_scan(group, static_cast<T_ &&>(value), plus<details::sw_value<T_>>());
}

}
using namespace __v1;

}

#endif
