/* Warp functions, from the table warp.def: shuffles, votes, match, reductions, __activemask, __syncwarp.
 *
 * A warp is 32 consecutive threads of a block. The _sync forms run among the lanes that their mask names: each of
 * them that has not exited has to make the same call with the same mask. Masks whose lanes wait for each other for ever
 * stop the kernel with a message. A mask that does not name its caller PTX leaves undefined: here the caller waits for
 * nobody, and has the answer of those of the mask that are there (runtime/execute/unnamed.c). A lane whose source takes
 * no part gets an unspecified value (here 0 of a lane that is named by number, else its own).
 * __match_* exist since sm_70, __reduce_* since sm_80; below they are not declared.
 *
 * width is a power of two up to 32. Others CUDA leaves undefined; here as there they give what PTX's instruction gives
 * for the segment mask 32 - width. It takes the low five bits of lane numbers, distances and lane masks.
 *
 * The forms of CUDA before 9, without a mask, run among the lanes that reach the call together; nvcc refuses them from
 * sm_70 on, we keep them everywhere, as templates, so that a program's own function of such a name takes precedence.
 *
 * CUDA C++ Programming Guide: Warp Vote Functions (with __activemask), Warp Match Functions, Warp Reduce Functions,
 * Warp Shuffle Functions, Synchronization Functions (__syncwarp); of half types, CUDA Math API: Half2 Warp Shuffle.
 * PTX ISA: shfl.sync, vote.sync, match.sync, redux.sync, activemask, bar.warp.sync.
 */
#ifndef SOFTWARP_WARP_H
#define SOFTWARP_WARP_H

#pragma GCC system_header

#include "../language/since.h"

SW_EXTERN unsigned __sw_activemask(void);
SW_EXTERN int __sw_legacy_any(int predicate);
SW_EXTERN int __sw_legacy_all(int predicate);
SW_EXTERN unsigned __sw_legacy_ballot(int predicate);

SW_DEVICE void __syncwarp(unsigned mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
SW_DEVICE unsigned __activemask(void) { return __sw_activemask(); }

/* The c operand of PTX's shfl: the segment mask that keeps a lane within its group of `width` lanes (a power of two up
 * to 32), and the last lane of a group that may be read (for up, the first). */
#define SW_SEGMENT(width, clamp) (((32 - (width)) << 8) | (clamp))

/* A 32-bit shuffle, and from it the one for 64 bits. */
#define SW_SHUFFLE_BITS(mode, last)                                                                                    \
    enum { sw_clamp_##mode = last };                                                                                   \
    SW_EXTERN unsigned long long __sw_legacy_shfl_##mode(unsigned long long value, int argument, int clamp);           \
    SW_DEVICE unsigned sw_shuffle_##mode(unsigned mask, unsigned value, int argument, int segment) {                   \
        return (unsigned)__nvvm_shfl_sync_##mode##_i32(mask, (int)value, argument, segment);                           \
    }                                                                                                                  \
    SW_DEVICE unsigned long long sw_shuffle_##mode(unsigned mask, unsigned long long value, int argument,              \
                                                   int segment) {                                                      \
        unsigned low = sw_shuffle_##mode(mask, (unsigned)value, argument, segment);                                    \
        unsigned high = sw_shuffle_##mode(mask, (unsigned)(value >> 32), argument, segment);                           \
        return sw_join(low, high);                                                                                     \
    }
SW_SHUFFLE_BITS(idx, 31)
SW_SHUFFLE_BITS(up, 0)
SW_SHUFFLE_BITS(down, 31)
SW_SHUFFLE_BITS(bfly, 31)
#undef SW_SHUFFLE_BITS

/* A is the type of CUDA's second parameter, T one whose bits are an integer B. */
#define SW_SHUFFLE(how, name, mode, A, T, B)                                                                           \
    how T name##_sync(unsigned mask, T value, A argument, int width = 32) {                                            \
        return __builtin_bit_cast(T, sw_shuffle_##mode(mask, __builtin_bit_cast(B, value), (int)argument,              \
                                                       SW_SEGMENT(width, sw_clamp_##mode)));                           \
    }                                                                                                                  \
    SW_YIELDING T name(T value, A argument, int width = 32) {                                                          \
        return __builtin_bit_cast(T, (B)__sw_legacy_shfl_##mode(__builtin_bit_cast(B, value), (int)argument,           \
                                                                SW_SEGMENT(width, sw_clamp_##mode)));                  \
    }
#define SW_VOTE(how, name, R, mode) \
    how R name##_sync(unsigned mask, int predicate) { return __nvvm_vote_##mode##_sync(mask, predicate); }
#define SW_LEGACY_VOTE(how, name, R, mode) \
    SW_YIELDING R name(int predicate) { return __sw_legacy_##mode(predicate); }
#define SW_MATCH_ANY(how, name, T, B, code)                                                                            \
    how unsigned name(unsigned mask, T value) {                                                                        \
        return (unsigned)__nvvm_match_any_sync_##code(mask, __builtin_bit_cast(B, value));                             \
    }
#define SW_MATCH_ALL(how, name, T, B, code)                                                                            \
    how unsigned name(unsigned mask, T value, int *predicate) {                                                        \
        return (unsigned)__nvvm_match_all_sync_##code##p(mask, __builtin_bit_cast(B, value), predicate);               \
    }
/* The builtin takes the value first. */
#define SW_REDUCE(how, name, T, code) \
    how T name(unsigned mask, T value) { return (T)__nvvm_redux_sync_##code(value, mask); }

#define SW_WARP_SHUFFLE(arch, name, mode, A, T, B) SW_SINCE_##arch(SW_SHUFFLE, name, mode, A, T, B)
#define SW_WARP_VOTE(arch, name, R, mode) \
    SW_SINCE_##arch(SW_VOTE, name, R, mode) SW_SINCE_##arch(SW_LEGACY_VOTE, name, R, mode)
#define SW_WARP_SYNC_VOTE(arch, name, R, mode) SW_SINCE_##arch(SW_VOTE, name, R, mode)
#define SW_WARP_MATCH_ANY(arch, name, T, B, code) SW_SINCE_##arch(SW_MATCH_ANY, name, T, B, code)
#define SW_WARP_MATCH_ALL(arch, name, T, B, code) SW_SINCE_##arch(SW_MATCH_ALL, name, T, B, code)
#define SW_WARP_REDUCE(arch, name, T, code) SW_SINCE_##arch(SW_REDUCE, name, T, code)
#include "warp.def"
#undef SW_SHUFFLE
#undef SW_SEGMENT
#undef SW_VOTE
#undef SW_LEGACY_VOTE
#undef SW_MATCH_ANY
#undef SW_MATCH_ALL
#undef SW_REDUCE

#endif
