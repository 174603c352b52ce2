/* Barriers of the thread block, and memory fences.
 *
 * A barrier waits for every thread of the block that has not exited and orders memory among them; a fence only orders.
 * CUDA C++ Programming Guide: Synchronization Functions, Memory Fence Functions.
 */
#ifndef SOFTWARP_BARRIERS_H
#define SOFTWARP_BARRIERS_H

#pragma GCC system_header

/* __syncthreads itself is a builtin of clang. */
SW_DEVICE int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
SW_DEVICE int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
SW_DEVICE int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }

/* Named barriers: id 0 .. 15, count threads (a multiple of the warp size). */
SW_DEVICE void __barrier_sync(unsigned int id) { __nvvm_barrier_sync(id); }
SW_DEVICE void __barrier_sync_count(unsigned int id, unsigned int count) { __nvvm_barrier_sync_cnt(id, count); }

SW_DEVICE void __threadfence_block(void) { __nvvm_membar_cta(); }
SW_DEVICE void __threadfence(void) { __nvvm_membar_gl(); }
SW_DEVICE void __threadfence_system(void) { __nvvm_membar_sys(); }

#endif
