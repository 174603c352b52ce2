/* Groups within a warp: tiles, and groups of whatever lanes.
 *
 * A tile's lanes follow from the caller's lane number, so its shuffles are those of PTX with a segment, which stay
 * vector code with constant sources. A coalesced group is any set of lanes; a member's rank has to be made into a lane
 * number first. CUDA C++ Programming Guide, Cooperative Groups: Explicit Groups (thread_block_tile, coalesced_group).
 */
#ifndef SOFTWARP_GROUPS_TILE_H
#define SOFTWARP_GROUPS_TILE_H

#pragma GCC system_header

#include "group.h"

namespace cooperative_groups {
namespace __v1 {

namespace details {

template <class T_> SW_DEVICE unsigned long long sw_bits_of(T_ value) {
    static_assert(sizeof(T_) == 4 || sizeof(T_) == 8, "groups match types of 4 or 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}
template <class T_> SW_DEVICE unsigned sw_match_any(unsigned mask, T_ value) {
    return __sw_match_any(mask, sw_bits_of(value));
}
template <class T_> SW_DEVICE unsigned sw_match_all(unsigned mask, T_ value, int &predicate) {
    unsigned equal = sw_match_any(mask, value), members = __nvvm_vote_ballot_sync(mask, 1);
    predicate = equal == members;
    return predicate ? members : 0;
}

/* The members among all lanes, as bits by rank: bit r for the member of rank r. */
SW_PURE unsigned sw_packed(unsigned lanes, unsigned mask) {
    unsigned packed = 0;
    for (unsigned rank = 0; mask; mask &= mask - 1, rank++)
        packed |= (unsigned)((lanes & mask & -mask) != 0) << rank;
    return packed;
}

}

class coalesced_group : public thread_group {
    SW_MEMBER explicit coalesced_group(const details::sw_group_data &data) : thread_group(data) {}
    friend struct sw_coalesced_access;
    SW_MEMBER unsigned sw_mask() const { return sw_data.mask; }
    /* Bits of lanes into bits of ranks; the mask of a whole warp, or of its first lanes, has both alike. */
    SW_MEMBER unsigned sw_pack(unsigned lanes) const {
        return (sw_mask() & (sw_mask() + 1)) == 0 ? lanes : details::sw_packed(lanes, sw_mask());
    }

public:
    SW_MEMBER unsigned size() const { return sw_data.size; }
    SW_MEMBER unsigned num_threads() const { return sw_data.size; }
    SW_MEMBER unsigned thread_rank() const { return details::sw_rank_in(sw_mask()); }
    SW_MEMBER unsigned meta_group_rank() const { return sw_data.meta_rank; }
    SW_MEMBER unsigned meta_group_size() const { return sw_data.meta_size; }
    SW_MEMBER void sync() const { __nvvm_bar_warp_sync(sw_mask()); }

    template <class T_> SW_MEMBER details::sw_value<T_> shfl(T_ &&value, unsigned rank) const {
        unsigned lane = details::sw_lane_of_rank(sw_mask(), rank);
        return details::sw_shuffle_any_idx<details::sw_value<T_>>(sw_mask(), value, lane, details::sw_whole_warp);
    }
    template <class T_> SW_MEMBER details::sw_value<T_> shfl_up(T_ &&value, unsigned delta) const {
        unsigned rank = thread_rank();
        return shfl(value, delta > rank ? rank : rank - delta);
    }
    template <class T_> SW_MEMBER details::sw_value<T_> shfl_down(T_ &&value, unsigned delta) const {
        unsigned rank = thread_rank();
        return shfl(value, delta >= size() - rank ? rank : rank + delta);
    }
    SW_MEMBER int any(int predicate) const { return __nvvm_vote_any_sync(sw_mask(), predicate); }
    SW_MEMBER int all(int predicate) const { return __nvvm_vote_all_sync(sw_mask(), predicate); }
    SW_MEMBER unsigned ballot(int predicate) const {
        return sw_pack(__nvvm_vote_ballot_sync(sw_mask(), predicate));
    }
    template <class T_> SW_MEMBER unsigned match_any(T_ value) const {
        return sw_pack(details::sw_match_any(sw_mask(), value));
    }
    template <class T_> SW_MEMBER unsigned match_all(T_ value, int &predicate) const {
        return sw_pack(details::sw_match_all(sw_mask(), value, predicate));
    }
};

struct sw_coalesced_access {
    SW_MEMBER static coalesced_group make(unsigned mask, unsigned meta_rank, unsigned meta_size) {
        return coalesced_group({details::sw_lanes_kind, mask, (unsigned)__popc(mask), meta_rank, meta_size});
    }
};

template <unsigned Size, class Parent = void> class thread_block_tile;

namespace details {

/* What all tiles within a warp have. */
template <unsigned Size> class sw_tile : public thread_group {
protected:
    SW_MEMBER sw_tile(unsigned meta_rank, unsigned meta_size)
        : thread_group({sw_lanes_kind, sw_tile_mask(Size), Size, meta_rank, meta_size}) {}
    SW_MEMBER static int sw_c(int last) { return sw_segment(Size, last); }

public:
    SW_MEMBER static constexpr unsigned size() { return Size; }
    SW_MEMBER static constexpr unsigned num_threads() { return Size; }
    SW_MEMBER static unsigned thread_rank() { return sw_lane() & (Size - 1); }
    SW_MEMBER unsigned meta_group_rank() const { return sw_data.meta_rank; }
    SW_MEMBER unsigned meta_group_size() const { return sw_data.meta_size; }
    SW_MEMBER void sync() const { __nvvm_bar_warp_sync(sw_tile_mask(Size)); }

    template <class T_> SW_MEMBER sw_value<T_> shfl(T_ &&value, unsigned rank) const {
        return sw_shuffle_any_idx<sw_value<T_>>(sw_tile_mask(Size), value, rank, sw_c(31));
    }
    template <class T_> SW_MEMBER sw_value<T_> shfl_up(T_ &&value, unsigned delta) const {
        return sw_shuffle_any_up<sw_value<T_>>(sw_tile_mask(Size), value, delta, sw_c(0));
    }
    template <class T_> SW_MEMBER sw_value<T_> shfl_down(T_ &&value, unsigned delta) const {
        return sw_shuffle_any_down<sw_value<T_>>(sw_tile_mask(Size), value, delta, sw_c(31));
    }
    template <class T_> SW_MEMBER sw_value<T_> shfl_xor(T_ &&value, unsigned lanes) const {
        return sw_shuffle_any_bfly<sw_value<T_>>(sw_tile_mask(Size), value, lanes, sw_c(31));
    }
    SW_MEMBER int any(int predicate) const { return __nvvm_vote_any_sync(sw_tile_mask(Size), predicate); }
    SW_MEMBER int all(int predicate) const { return __nvvm_vote_all_sync(sw_tile_mask(Size), predicate); }
    SW_MEMBER unsigned ballot(int predicate) const {
        return __nvvm_vote_ballot_sync(sw_tile_mask(Size), predicate) >> (sw_lane() & 31 & ~(Size - 1));
    }
    template <class T_> SW_MEMBER unsigned match_any(T_ value) const {
        return sw_match_any(sw_tile_mask(Size), value) >> (sw_lane() & 31 & ~(Size - 1));
    }
    template <class T_> SW_MEMBER unsigned match_all(T_ value, int &predicate) const {
        return sw_match_all(sw_tile_mask(Size), value, predicate) >> (sw_lane() & 31 & ~(Size - 1));
    }
};

/* Tiles of several warps are in wide_tile.h. */
template <unsigned Size> class sw_wide_tile;
template <unsigned Size, bool is_wide> struct sw_tile_class { typedef sw_tile<Size> type; };
template <unsigned Size> struct sw_tile_class<Size, true> { typedef sw_wide_tile<Size> type; };
template <unsigned Size> using sw_tile_base = typename sw_tile_class<Size, (Size > 32)>::type;

}

}
using namespace __v1;

}

#endif
