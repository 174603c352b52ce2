/* The groups of blocks: cluster, grid, and the grids of a launch on several devices.
 *
 * A block is a cluster of its own unless launch or kernel say otherwise. A grid is valid, and can synchronise, when the launch was cooperative; elsewhere
 * sync() stops the kernel. CUDA C++ Programming Guide, Cooperative Groups: Implicit Groups.
 */
#ifndef SOFTWARP_GROUPS_GRID_H
#define SOFTWARP_GROUPS_GRID_H

#pragma GCC system_header

#include "group.h"

namespace cooperative_groups {
namespace __v1 {

class cluster_group : public thread_group {
    SW_MEMBER cluster_group() : thread_group(details::sw_cluster_kind) {}
    friend SW_MEMBER cluster_group this_cluster();

public:
    using arrival_token = thread_block::arrival_token;
    SW_MEMBER static void sync() { details::sw_cluster_sync(); }
    SW_MEMBER static arrival_token barrier_arrive() {
        __sw_barrier_signal(sw_cluster_barrier);
        return {};
    }
    SW_MEMBER static void barrier_wait() { __sw_barrier_await(sw_cluster_barrier); }
    SW_MEMBER static void barrier_wait(arrival_token &&) { __sw_barrier_await(sw_cluster_barrier); }
    SW_MEMBER static unsigned query_shared_rank(const void *address) { return sw_query_shared_rank(address); }
    template <class T_> SW_MEMBER static T_ *map_shared_rank(T_ *address, int rank) {
        return (T_ *)sw_map_shared_rank((const void *)address, (unsigned)rank);
    }
    SW_MEMBER static dim3 block_index() { return sw_cluster_ctaid(); }
    SW_MEMBER static unsigned block_rank() { return sw_cluster_ctarank(); }
    SW_MEMBER static dim3 thread_index() {
        return dim3(sw_cluster_ctaid_x() * blockDim.x + threadIdx.x, sw_cluster_ctaid_y() * blockDim.y + threadIdx.y,
                    sw_cluster_ctaid_z() * blockDim.z + threadIdx.z);
    }
    SW_MEMBER static unsigned thread_rank() { return block_rank() * details::sw_block_size() + details::sw_block_rank(); }
    SW_MEMBER static dim3 dim_blocks() { return sw_cluster_nctaid(); }
    SW_MEMBER static unsigned num_blocks() { return sw_cluster_nctarank(); }
    SW_MEMBER static dim3 dim_threads() {
        return dim3(sw_cluster_nctaid_x() * blockDim.x, sw_cluster_nctaid_y() * blockDim.y,
                    sw_cluster_nctaid_z() * blockDim.z);
    }
    SW_MEMBER static unsigned num_threads() { return num_blocks() * details::sw_block_size(); }
    SW_MEMBER static unsigned size() { return num_threads(); }
};
SW_MEMBER cluster_group this_cluster() { return cluster_group(); }

class grid_group : public thread_group {
    SW_MEMBER grid_group() : thread_group(details::sw_grid_kind) {}
    friend SW_MEMBER grid_group this_grid();

public:
    struct arrival_token {
        unsigned sw_phase;
    };
    SW_MEMBER bool is_valid() const { return details::sw_grid_is_valid(); }
    SW_MEMBER void sync() const { __sw_grid_sync(); }
    SW_MEMBER arrival_token barrier_arrive() const {
        if (!is_valid()) __trap();
        return {details::sw_blocks_arrive(details::sw_cooperates()->own, (unsigned)details::sw_grid_blocks())};
    }
    SW_MEMBER void barrier_wait(arrival_token &&token) const {
        if (!is_valid()) __trap();
        details::sw_blocks_wait(details::sw_cooperates()->own, token.sw_phase);
    }
    SW_MEMBER static unsigned long long size() { return details::sw_grid_blocks() * details::sw_block_size(); }
    SW_MEMBER static unsigned long long num_threads() { return size(); }
    SW_MEMBER static unsigned long long thread_rank() {
        return details::sw_rank_of_block() * details::sw_block_size() + details::sw_block_rank();
    }
    SW_MEMBER static dim3 thread_index() {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                    blockIdx.z * blockDim.z + threadIdx.z);
    }
    SW_MEMBER static dim3 dim_threads() {
        return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    }
    SW_MEMBER static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    SW_MEMBER static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    SW_MEMBER static unsigned long long num_blocks() { return details::sw_grid_blocks(); }
    SW_MEMBER static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    SW_MEMBER static unsigned long long block_rank() { return details::sw_rank_of_block(); }
    SW_MEMBER static dim3 dim_clusters() { return sw_nclusterid(); }
    SW_MEMBER static unsigned long long num_clusters() {
        return (unsigned long long)sw_nclusterid_x() * sw_nclusterid_y() * sw_nclusterid_z();
    }
    SW_MEMBER static dim3 cluster_index() { return sw_clusterid(); }
    SW_MEMBER static unsigned long long cluster_rank() {
        return sw_clusterid_x() + (unsigned long long)sw_nclusterid_x() *
                                      (sw_clusterid_y() + (unsigned long long)sw_nclusterid_y() * sw_clusterid_z());
    }
};
SW_MEMBER grid_group this_grid() { return grid_group(); }

/* Gone with CUDA 13. */
class multi_grid_group : public thread_group {
    SW_MEMBER multi_grid_group() : thread_group(details::sw_multi_kind) {}
    friend SW_MEMBER multi_grid_group this_multi_grid();

public:
    SW_MEMBER bool is_valid() const { return details::sw_multi_is_valid(); }
    SW_MEMBER void sync() const { details::sw_multi_sync(); }
    SW_MEMBER unsigned int grid_rank() const { return is_valid() ? details::sw_cooperates()->grid_rank : 0; }
    SW_MEMBER unsigned int num_grids() const { return is_valid() ? details::sw_cooperates()->num_grids : 0; }
};
SW_MEMBER multi_grid_group this_multi_grid() { return multi_grid_group(); }

}
using namespace __v1;

}

#endif
