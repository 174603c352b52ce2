/* thread_group, the type that every other group converts to, and the thread block.
 *
 * A thread_group knows which kind of group it was made from, so one function can take them all. Groups within a warp
 * (tiles, coalesced groups) are a mask of lanes; the others have nothing but their kind. CUDA C++ Programming Guide,
 * Cooperative Groups: Group Types, Implicit Groups.
 */
#ifndef SOFTWARP_GROUPS_GROUP_H
#define SOFTWARP_GROUPS_GROUP_H

#pragma GCC system_header

#include "lanes.h"
#include "waits.h"

namespace cooperative_groups {
namespace __v1 {
namespace details {

enum sw_kind : unsigned { sw_lanes_kind, sw_wide_kind, sw_block_kind, sw_cluster_kind, sw_grid_kind, sw_multi_kind };

/* mask: of a group within a warp. size: its threads; where several warps make a tile, those of one. meta_*: which
 * part of its parent it is, and of how many. */
struct sw_group_data {
    sw_kind kind;
    unsigned mask, size, meta_rank, meta_size;
};

SW_DEVICE unsigned sw_block_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
/* Which part of `size` threads, a power of two, the caller is in: from the number of the warp, which all its lanes have
 * in common. */
SW_DEVICE unsigned sw_part_of_block(unsigned size) {
    unsigned warp = (unsigned)__nvvm_read_ptx_sreg_warpid();
    return size >= 32 ? warp / (size / 32) : warp * (32 / size) + sw_lane() / size;
}
SW_DEVICE unsigned sw_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
SW_DEVICE unsigned long long sw_grid_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
SW_DEVICE unsigned long long sw_rank_of_block() {
    return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}

}

class thread_group {
protected:
    details::sw_group_data sw_data;
    SW_MEMBER explicit thread_group(const details::sw_group_data &data) : sw_data(data) {}
    SW_MEMBER explicit thread_group(details::sw_kind kind) : sw_data{kind, 0, 0, 0, 1} {}
    friend struct sw_group_access;

public:
    SW_MEMBER unsigned long long size() const {
        switch (sw_data.kind) {
        case details::sw_block_kind:
            return details::sw_block_size();
        case details::sw_cluster_kind:
            return sw_cluster_nctarank() * details::sw_block_size();
        case details::sw_grid_kind:
            return details::sw_grid_blocks() * details::sw_block_size();
        case details::sw_multi_kind:
            return details::sw_multi_blocks() * details::sw_block_size();
        default:
            return sw_data.size;
        }
    }
    SW_MEMBER unsigned long long num_threads() const { return size(); }
    SW_MEMBER unsigned long long thread_rank() const {
        switch (sw_data.kind) {
        case details::sw_lanes_kind:
            return details::sw_rank_in(sw_data.mask);
        case details::sw_wide_kind:
            return details::sw_block_rank() & (sw_data.size - 1);
        case details::sw_cluster_kind:
            return sw_cluster_ctarank() * details::sw_block_size() + details::sw_block_rank();
        case details::sw_grid_kind:
            return details::sw_rank_of_block() * details::sw_block_size() + details::sw_block_rank();
        case details::sw_multi_kind:
            return (details::sw_multi_first_block() + details::sw_rank_of_block()) * details::sw_block_size() +
                   details::sw_block_rank();
        default:
            return details::sw_block_rank();
        }
    }
    SW_MEMBER bool is_valid() const {
        return sw_data.kind == details::sw_grid_kind    ? details::sw_grid_is_valid()
               : sw_data.kind == details::sw_multi_kind ? details::sw_multi_is_valid()
                                                        : true;
    }
    SW_MEMBER void sync() const {
        switch (sw_data.kind) {
        case details::sw_lanes_kind:
            __nvvm_bar_warp_sync(sw_data.mask);
            break;
        case details::sw_wide_kind:
            details::sw_wide_sync(sw_data.size, details::sw_part_of_block(sw_data.size) * sw_data.size);
            break;
        case details::sw_grid_kind:
            __sw_grid_sync();
            break;
        case details::sw_multi_kind:
            details::sw_multi_sync();
            break;
        case details::sw_cluster_kind:
            details::sw_cluster_sync();
            break;
        default:
            __syncthreads();
            break;
        }
    }
};

/* Groups are values that know themselves; this is how functions of ours look inside. */
struct sw_group_access {
    SW_MEMBER static const details::sw_group_data &data(const thread_group &group) { return group.sw_data; }
    SW_MEMBER static thread_group make(const details::sw_group_data &data) { return thread_group(data); }
};

/* The shared memory that CUDA needs for tiles of several warps before sm_80. The compiler sets aside here what is
 * needed, so it has nothing in it. */
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
    char sw_unused;
};

class thread_block : public thread_group {
    SW_MEMBER thread_block() : thread_group(details::sw_block_kind) {}
    friend SW_MEMBER thread_block this_thread_block();
    template <unsigned MaxBlockSize> friend SW_MEMBER thread_block this_thread_block(block_tile_memory<MaxBlockSize> &);
    friend class grid_group;
    friend class cluster_group;

public:
    struct arrival_token {};
    SW_MEMBER static unsigned size() { return details::sw_block_size(); }
    SW_MEMBER static unsigned num_threads() { return details::sw_block_size(); }
    SW_MEMBER static unsigned thread_rank() { return details::sw_block_rank(); }
    SW_MEMBER static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    SW_MEMBER static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    SW_MEMBER static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    SW_MEMBER static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    SW_MEMBER static void sync() { __syncthreads(); }
    SW_MEMBER static arrival_token barrier_arrive() {
        __sw_barrier_signal(sw_block_barrier);
        return {};
    }
    SW_MEMBER static void barrier_wait(arrival_token &&) { __sw_barrier_await(sw_block_barrier); }
};

SW_MEMBER thread_block this_thread_block() { return thread_block(); }
template <unsigned MaxBlockSize> SW_MEMBER thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
    return thread_block();
}

}
using namespace __v1;

}

#endif
