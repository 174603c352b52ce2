/* Collective operations whose result goes into an atomic object: reduce_update_async and reduce_store_async, and scans
 * that begin at what the object held. CUDA C++ Programming Guide, Cooperative Groups: Reduce Operators (reduce with an
 * update), inclusive_scan and exclusive_scan (with an update).
 *
 * They are templates on the atomic type, cuda::atomic or cuda::atomic_ref, so that <cuda/atomic>, which needs sm_60, is
 * included by those who use them. An object may be a temporary atomic_ref. One member changes the object, once. Relaxed, as
 * a reduction needs; through a pointer reduce_store_async stores plainly.
 */
#ifndef SOFTWARP_GROUPS_UPDATE_H
#define SOFTWARP_GROUPS_UPDATE_H

#pragma GCC system_header

#include "scan.h"

namespace cooperative_groups {
namespace __v1 {
namespace details {

/* memory_order_relaxed, whoever's memory_order it is. */
struct sw_relaxed {
    template <class Order> SW_MEMBER constexpr operator Order() const {
        return (Order)0;
    }
};

/* What the object held before `value` went into it. */
template <class Atomic, class Op>
SW_DEVICE typename Atomic::value_type sw_update(Atomic &object, typename Atomic::value_type value, Op &op) {
    typedef typename Atomic::value_type T_;
    if constexpr (sw_quick_of<__remove_cv(Op)>::value == sw_add) {
        return object.fetch_add(value, sw_relaxed());
    } else {
        T_ old = object.load(sw_relaxed());
        while (!object.compare_exchange_weak(old, (T_)op(old, value), sw_relaxed())) {}
        return old;
    }
}

/* Likewise of the last member's value, told to all. */
template <class Group, class Atomic, class Op>
SW_DEVICE typename Atomic::value_type sw_update_by_last(const Group &group, Atomic &object,
                                                        typename Atomic::value_type value, Op &op) {
    unsigned last = (unsigned)group.size() - 1;
    typename Atomic::value_type old{};
    if (group.thread_rank() == last) old = sw_update(object, value, op);
    return group.shfl(old, last);
}

}

template <class Group, class Atomic, class T_, class Op>
SW_MEMBER void reduce_update_async(const Group &group, Atomic &&object, T_ &&value, Op &&op) {
    auto all = reduce(group, static_cast<T_ &&>(value), op);
    if (group.thread_rank() == 0) details::sw_update(object, all, op);
}
template <class Group, class Atomic, class T_, class Op>
SW_MEMBER void reduce_store_async(const Group &group, Atomic &&object, T_ &&value, Op &&op) {
    auto all = reduce(group, static_cast<T_ &&>(value), op);
    if (group.thread_rank() == 0) object.store(all, details::sw_relaxed());
}
template <class Group, class To, class T_, class Op>
SW_MEMBER void reduce_store_async(const Group &group, To *to, T_ &&value, Op &&op) {
    auto all = reduce(group, static_cast<T_ &&>(value), op);
    if (group.thread_rank() == 0) *to = all;
}

template <class Group, class Atomic, class T_, class Op>
SW_MEMBER auto inclusive_scan_update(const Group &group, Atomic &&object, T_ &&value, Op &&op)
    -> details::sw_value<decltype(op(value, value))> {
    auto own = inclusive_scan(group, static_cast<T_ &&>(value), op);
    return op(details::sw_update_by_last(group, object, own, op), own);
}
template <class Group, class Atomic, class T_, class Op>
SW_MEMBER auto exclusive_scan_update(const Group &group, Atomic &&object, T_ &&value, Op &&op)
    -> details::sw_value<decltype(op(value, value))> {
    auto own = inclusive_scan(group, static_cast<T_ &&>(value), op);
    auto before = details::sw_from_before(group, own);
    auto old = details::sw_update_by_last(group, object, own, op);
    return group.thread_rank() == 0 ? old : op(old, before);
}
template <class Group, class Atomic, class T_>
SW_MEMBER details::sw_value<T_> inclusive_scan_update(const Group &group, Atomic &&object, T_ &&value) {
    return inclusive_scan_update(group, object, static_cast<T_ &&>(value), plus<details::sw_value<T_>>());
}
template <class Group, class Atomic, class T_>
SW_MEMBER details::sw_value<T_> exclusive_scan_update(const Group &group, Atomic &&object, T_ &&value) {
    return exclusive_scan_update(group, object, static_cast<T_ &&>(value), plus<details::sw_value<T_>>());
}

}
using namespace __v1;

}

#endif
