/* Making groups of groups: tiles of a size known to the compiler or not, the lanes that run together, those with the
 * same label, those with and without a predicate; and asking any group its size and rank.
 *
 * CUDA C++ Programming Guide, Cooperative Groups: Group Partitioning (tiled_partition, labeled_partition,
 * binary_partition), Explicit Groups (coalesced_threads).
 */
#ifndef SOFTWARP_GROUPS_PARTITION_H
#define SOFTWARP_GROUPS_PARTITION_H

#pragma GCC system_header

#include "grid.h"
#include "wide_tile.h"

namespace cooperative_groups {
namespace __v1 {

/* A tile of Size threads of a Parent; without one, of any. */
template <unsigned Size, class Parent> class thread_block_tile : public details::sw_tile_base<Size> {
    static_assert(Size > 0 && (Size & (Size - 1)) == 0 && Size <= 1024,
                  "the size of a tile is a power of two, of 1 to 1024 threads");
    typedef details::sw_tile_base<Size> sw_base;

public:
    /* For tiled_partition. */
    SW_MEMBER explicit thread_block_tile(unsigned meta_rank, unsigned meta_size) : sw_base(meta_rank, meta_size) {}
    SW_MEMBER operator thread_block_tile<Size, void>() const {
        return thread_block_tile<Size, void>(this->meta_group_rank(), this->meta_group_size());
    }
};
template <unsigned Size> class thread_block_tile<Size, void> : public details::sw_tile_base<Size> {
    static_assert(Size > 0 && (Size & (Size - 1)) == 0 && Size <= 1024,
                  "the size of a tile is a power of two, of 1 to 1024 threads");
    typedef details::sw_tile_base<Size> sw_base;

public:
    SW_MEMBER explicit thread_block_tile(unsigned meta_rank, unsigned meta_size) : sw_base(meta_rank, meta_size) {}
};

namespace details {

template <class G_> struct sw_is_tile { static constexpr unsigned size = 0; };
template <unsigned Size, class Parent> struct sw_is_tile<thread_block_tile<Size, Parent>> {
    static constexpr unsigned size = Size;
};
/* Groups that lie within a warp, and whose mask is known. */
template <class G_> struct sw_in_warp {
    static constexpr bool value = sw_is_tile<G_>::size > 0 && sw_is_tile<G_>::size <= 32;
};
template <> struct sw_in_warp<coalesced_group> { static constexpr bool value = true; };

template <unsigned Size, class Parent> SW_DEVICE unsigned sw_mask_of(const thread_block_tile<Size, Parent> &) {
    return sw_tile_mask(Size);
}
SW_DEVICE unsigned sw_mask_of(const coalesced_group &group) { return sw_group_access::data(group).mask; }

SW_DEVICE thread_group sw_lanes_group(unsigned mask, unsigned meta_rank, unsigned meta_size) {
    return sw_group_access::make({sw_lanes_kind, mask, (unsigned)__popc(mask), meta_rank, meta_size});
}
SW_DEVICE void sw_check_tile_size(unsigned size) {
    if (size == 0 || size > 32 || (size & (size - 1))) __trap();
}
/* The lanes of a set whose ranks fall into the same tile as the caller's. */
SW_DEVICE unsigned sw_tile_of_ranks(unsigned mask, unsigned size) {
    unsigned first = sw_rank_in(mask) & ~(size - 1), left = (unsigned)__popc(mask) - first;
    unsigned low = sw_lane_of_rank(mask, first);
    unsigned high = sw_lane_of_rank(mask, first + (left < size ? left : size) - 1);
    return __sw_group_mask(mask & (0xffffffffu << low) & (0xffffffffu >> (31 - high)));
}
/* Of a block: the last tile may have fewer threads. */
SW_DEVICE thread_group sw_tile_of_block(unsigned size) {
    unsigned first = sw_part_of_block(size) * size, left = sw_block_size() - first;
    unsigned mask = sw_tile_mask(size) & (left >= size ? 0xffffffffu : ((1u << left) - 1) << (first & 31));
    return sw_lanes_group(__sw_group_mask(mask), first / size, (sw_block_size() + size - 1) / size);
}

}

/* Tiles of a size that the compiler knows. */
template <unsigned Size, class Parent>
SW_MEMBER thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
    constexpr unsigned whole = details::sw_is_tile<Parent>::size;
    static_assert(whole || details::sw_same<Parent, thread_block>::value,
                  "tiled_partition<Size> divides a thread_block or a thread_block_tile");
    static_assert(!whole || whole >= Size, "a tile cannot be larger than what it is a part of");
    unsigned threads = whole ? whole : details::sw_block_size();
    unsigned rank = whole ? (unsigned)parent.thread_rank() / Size : details::sw_part_of_block(Size);
    return thread_block_tile<Size, Parent>(rank, (threads + Size - 1) / Size);
}

/* The calling thread alone. */
SW_MEMBER thread_block_tile<1> this_thread() { return thread_block_tile<1>(0, 1); }

/* Tiles of a size that only the program knows. */
SW_MEMBER thread_group tiled_partition(const thread_group &parent, unsigned size) {
    const details::sw_group_data &data = sw_group_access::data(parent);
    details::sw_check_tile_size(size);
    if (data.kind == details::sw_block_kind) return details::sw_tile_of_block(size);
    if (data.kind != details::sw_lanes_kind) __trap();
    return details::sw_lanes_group(details::sw_tile_of_ranks(data.mask, size), details::sw_rank_in(data.mask) / size,
                                   (data.size + size - 1) / size);
}
SW_MEMBER thread_group tiled_partition(const thread_block &, unsigned size) {
    details::sw_check_tile_size(size);
    return details::sw_tile_of_block(size);
}
SW_MEMBER coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
    unsigned mask = details::sw_mask_of(parent);
    details::sw_check_tile_size(size);
    return sw_coalesced_access::make(details::sw_tile_of_ranks(mask, size), details::sw_rank_in(mask) / size,
                                     (parent.size() + size - 1) / size);
}

SW_MEMBER coalesced_group coalesced_threads() { return sw_coalesced_access::make(__activemask(), 0, 1); }

/* The members with the caller's label; groups are counted by their first members. */
template <class Group, class Label>
SW_MEMBER coalesced_group labeled_partition(const Group &group, Label label) {
    static_assert(details::sw_in_warp<Group>::value, "labeled_partition divides groups within a warp");
    static_assert(__is_integral(Label), "labels are integers");
    unsigned parent = details::sw_mask_of(group);
    unsigned mask = details::__sw_match_any(parent, (unsigned long long)label);
    unsigned lowest = mask & -mask;
    bool is_first = lowest >> details::sw_lane() & 1;
    unsigned firsts = __nvvm_vote_ballot_sync(parent, is_first);
    return sw_coalesced_access::make(mask, (unsigned)__popc(firsts & (lowest - 1)), (unsigned)__popc(firsts));
}

template <class Group> SW_MEMBER coalesced_group binary_partition(const Group &group, bool predicate) {
    static_assert(details::sw_in_warp<Group>::value, "binary_partition divides groups within a warp");
    unsigned parent = details::sw_mask_of(group), those = __nvvm_vote_ballot_sync(parent, predicate);
    bool is_one = those == 0 || those == __nvvm_vote_ballot_sync(parent, 1);
    return sw_coalesced_access::make(predicate ? those : parent & ~those, is_one ? 0 : predicate, is_one ? 1 : 2);
}

/* The same questions to groups of any kind. */
template <class Group> SW_MEMBER void sync(const Group &group) { group.sync(); }
template <class Group> SW_MEMBER auto thread_rank(const Group &group) -> decltype(group.thread_rank()) {
    return group.thread_rank();
}
template <class Group> SW_MEMBER auto group_size(const Group &group) -> decltype(group.size()) { return group.size(); }
template <class Group> SW_MEMBER bool is_valid(const Group &group) { return group.is_valid(); }

/* One member runs a function; whoever it is, and what they all get of it. */
template <class Group, class Function, class... Arguments>
SW_MEMBER void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
    if (group.thread_rank() == 0) static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
SW_MEMBER auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
    -> details::sw_value<decltype(function(static_cast<Arguments &&>(arguments)...))> {
    typedef details::sw_value<decltype(function(static_cast<Arguments &&>(arguments)...))> T_;
    T_ result{};
    if (group.thread_rank() == 0)
        result = static_cast<Function &&>(function)(static_cast<Arguments &&>(arguments)...);
    return group.shfl(result, 0);
}

/* Where these were before CUDA 11.x. */
namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
}

}
using namespace __v1;

}

#endif
