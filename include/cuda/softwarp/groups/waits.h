/* Where the threads of groups larger than a warp wait for each other.
 *
 * The block's barriers, in one step or two, the cluster's and the grid's are requests to the runtime. The others are here, made of memory: a counter of
 * those that have come, and a phase, which the last to come moves on and the others poll. Who has arrived cannot miss the
 * phase that he read before, because it does not move without him. CUDA C++ Programming Guide, Cooperative Groups:
 * Synchronization (barrier_arrive, barrier_wait, sync).
 */
#ifndef SOFTWARP_GROUPS_WAITS_H
#define SOFTWARP_GROUPS_WAITS_H

#pragma GCC system_header

#include "../device/cluster_registers.h"

SW_EXTERN void __sw_grid_sync(void);
/* What the launch is a part of when it is cooperative, or null (struct swrt_cooperation of softwarp/abi.h). */
SW_EXTERN __attribute__((const)) void *__sw_cooperation(void);

namespace cooperative_groups {
namespace __v1 {
namespace details {

struct sw_meeting {
    unsigned arrived, phase;
};
/* As in softwarp/abi.h. */
struct sw_cooperation {
    sw_meeting own;        /* of the grid's blocks */
    sw_meeting *all;       /* of the blocks of all grids of a launch on several devices */
    unsigned long long blocks, first_block;
    unsigned num_grids, grid_rank;
};

/* Atomic, as checkers know what synchronises by that; the fences are beside it. */
SW_DEVICE unsigned sw_phase_of(const sw_meeting &m) {
    return sw_nv_load((const sw_type_u32 *)&m.phase, __NV_THREAD_SCOPE_DEVICE);
}

/* One of `expected`, which has read the phase; and behind that a fence: by the memory model the read may otherwise be done
 * when the last one has come and moved the phase on, and this thread would wait for ever. */
SW_DEVICE void sw_meeting_arrive(sw_meeting &m, unsigned phase, unsigned expected) {
    if (atomicAdd(&m.arrived, 1u) == expected - 1) {
        sw_nv_store((sw_type_u32 *)&m.arrived, 0u, __NV_THREAD_SCOPE_DEVICE);
        __nvvm_membar_gl();
        sw_nv_store((sw_type_u32 *)&m.phase, phase + 1, __NV_THREAD_SCOPE_DEVICE);
    }
}
SW_DEVICE void sw_meeting_wait(const sw_meeting &m, unsigned phase) {
    while (sw_phase_of(m) == phase) __sw_nanosleep(0);
}

SW_DEVICE void sw_cluster_sync() {
    __sw_barrier_signal(sw_cluster_barrier);
    __sw_barrier_await(sw_cluster_barrier);
}

/* Tiles of several warps: of each size, since those of one size may wait for others within one of another size. Tiles
 * are counted as the nodes of a tree whose root is a block of 1024 threads. */
__device__ SW_ALWAYS_INLINE inline sw_meeting *sw_wide_meetings() {
    __shared__ sw_meeting meetings[32];
    return meetings;
}
SW_DEVICE void sw_wide_sync(unsigned size, unsigned first_thread) {
    unsigned threads = blockDim.x * blockDim.y * blockDim.z - first_thread;
    sw_meeting &m = sw_wide_meetings()[(1024 + first_thread) / size];
    unsigned phase = sw_phase_of(m);
    __nvvm_membar_cta();
    sw_meeting_arrive(m, phase, threads < size ? threads : size);
    sw_meeting_wait(m, phase);
    __nvvm_membar_cta();
}

/* The blocks of a grid, or of all grids of a launch on several devices: one thread of a block stands for it. */
SW_DEVICE sw_cooperation *sw_cooperates() { return (sw_cooperation *)__sw_cooperation(); }
SW_DEVICE bool sw_is_first_thread() { return !(threadIdx.x | threadIdx.y | threadIdx.z); }
SW_DEVICE bool sw_grid_is_valid() { return __sw_cooperation() != nullptr; }
SW_DEVICE unsigned sw_blocks_arrive(sw_meeting &m, unsigned expected) {
    unsigned phase = 0;
    __syncthreads();
    if (sw_is_first_thread()) {
        phase = sw_phase_of(m);
        __nvvm_membar_gl();
        sw_meeting_arrive(m, phase, expected);
    }
    return phase;
}
SW_DEVICE void sw_blocks_wait(const sw_meeting &m, unsigned phase) {
    if (sw_is_first_thread()) {
        sw_meeting_wait(m, phase);
        __nvvm_membar_gl();
    }
    __syncthreads();
}
SW_DEVICE bool sw_multi_is_valid() { return sw_grid_is_valid() && sw_cooperates()->all; }
SW_DEVICE unsigned long long sw_multi_blocks() { return sw_multi_is_valid() ? sw_cooperates()->blocks : 0; }
SW_DEVICE unsigned long long sw_multi_first_block() { return sw_multi_is_valid() ? sw_cooperates()->first_block : 0; }
SW_DEVICE void sw_multi_sync() {
    if (!sw_multi_is_valid()) __trap();
    sw_meeting &m = *sw_cooperates()->all;
    sw_blocks_wait(m, sw_blocks_arrive(m, (unsigned)sw_cooperates()->blocks));
}

}
}
using namespace __v1;

}

#endif
