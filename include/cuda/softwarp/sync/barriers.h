/* Barriers of the thread block, and memory fences.
 *
 * A barrier waits for every thread of the block that has not exited and orders memory among them; a fence only orders.
 * CUDA C++ Programming Guide: Synchronization Functions, Memory Fence Functions.
 */
#ifndef SOFTWARP_BARRIERS_H
#define SOFTWARP_BARRIERS_H

#pragma GCC system_header

/* __syncthreads itself is a builtin of clang; __syncwarp is in warp.h. */
#define SW_FENCE(arch, name, membar, scope) SW_DEVICE void name(void) { __nvvm_membar_##membar(); }
#define SW_REDUCTION(arch, name, op) SW_DEVICE int name(int predicate) { return __nvvm_bar0_##op(predicate); }
#include "barriers.def"

/* Named barriers: id 0 .. 15, count threads (a multiple of the warp size). */
SW_DEVICE void __barrier_sync(unsigned int id) { __nvvm_barrier_sync(id); }
SW_DEVICE void __barrier_sync_count(unsigned int id, unsigned int count) { __nvvm_barrier_sync_cnt(id, count); }

/* The two steps of a barrier of all threads that have not exited: 0 the cluster's, of all its blocks, 1 the block's. */
SW_EXTERN void __sw_barrier_signal(unsigned int which);
SW_EXTERN void __sw_barrier_await(unsigned int which);
enum { sw_cluster_barrier, sw_block_barrier };

#endif
