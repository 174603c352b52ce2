/* Warp functions: shuffles, votes, match, reductions, __syncwarp.
 *
 * A warp is 32 consecutive threads of a block. The _sync forms run among the lanes that their mask names. The forms of
 * CUDA before 9, without a mask, run among the lanes that reach the call together; nvcc refuses them from sm_70 on, we
 * keep them everywhere, as templates, so that a program's own function of such a name takes precedence. CUDA C++
 * Programming Guide: Warp Vote, Warp Match, Warp Reduce, Warp Shuffle Functions, __activemask.
 */
#ifndef SOFTWARP_WARP_H
#define SOFTWARP_WARP_H

#pragma GCC system_header

SW_EXTERN unsigned __sw_activemask(void);
SW_EXTERN int __sw_legacy_any(int predicate);
SW_EXTERN int __sw_legacy_all(int predicate);
SW_EXTERN unsigned __sw_legacy_ballot(int predicate);

SW_DEVICE void __syncwarp(unsigned mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
SW_DEVICE unsigned __activemask(void) { return __sw_activemask(); }

SW_DEVICE int __all_sync(unsigned mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
SW_DEVICE int __any_sync(unsigned mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
SW_DEVICE int __uni_sync(unsigned mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
SW_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate); }

#define SW_LEGACY template <int = 0> SW_DEVICE
SW_LEGACY int __all(int predicate) { return __sw_legacy_all(predicate); }
SW_LEGACY int __any(int predicate) { return __sw_legacy_any(predicate); }
SW_LEGACY unsigned __ballot(int predicate) { return __sw_legacy_ballot(predicate); }

/* The c operand of PTX's shfl: the segment mask that keeps a lane within its group of `width` lanes (a power of two up
 * to 32), and the last lane of a group that may be read (for up, the first). */
#define SW_SEGMENT(width, clamp) (((32 - (width)) << 8) | (clamp))

/* A 32-bit shuffle, and from it the one for 64 bits. */
#define SW_SHUFFLE_BITS(mode)                                                                                          \
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
SW_SHUFFLE_BITS(idx)
SW_SHUFFLE_BITS(up)
SW_SHUFFLE_BITS(down)
SW_SHUFFLE_BITS(bfly)
#undef SW_SHUFFLE_BITS

/* One type T whose bits are an integer B. A is the type of CUDA's second parameter. */
#define SW_SHUFFLE(name, mode, clamp, A, T, B)                                                                         \
    SW_DEVICE T name##_sync(unsigned mask, T value, A argument, int width = 32) {                                      \
        return __builtin_bit_cast(T, sw_shuffle_##mode(mask, __builtin_bit_cast(B, value), (int)argument,              \
                                                       SW_SEGMENT(width, clamp)));                                     \
    }                                                                                                                  \
    SW_LEGACY T name(T value, A argument, int width = 32) {                                                            \
        return __builtin_bit_cast(T, (B)__sw_legacy_shfl_##mode(__builtin_bit_cast(B, value), (int)argument,           \
                                                                SW_SEGMENT(width, clamp)));                            \
    }
#define SW_SHUFFLES(T, B)                                        \
    SW_SHUFFLE(__shfl, idx, 31, int, T, B)                       \
    SW_SHUFFLE(__shfl_up, up, 0, unsigned int, T, B)             \
    SW_SHUFFLE(__shfl_down, down, 31, unsigned int, T, B)        \
    SW_SHUFFLE(__shfl_xor, bfly, 31, int, T, B)
SW_SHUFFLES(int, unsigned)
SW_SHUFFLES(unsigned, unsigned)
SW_SHUFFLES(float, unsigned)
SW_SHUFFLES(long, unsigned long long)
SW_SHUFFLES(unsigned long, unsigned long long)
SW_SHUFFLES(long long, unsigned long long)
SW_SHUFFLES(unsigned long long, unsigned long long)
SW_SHUFFLES(double, unsigned long long)
#undef SW_SHUFFLES
#undef SW_SHUFFLE
#undef SW_SEGMENT
#undef SW_LEGACY

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define SW_MATCH(T, B, size)                                                                                           \
    SW_DEVICE unsigned __match_any_sync(unsigned mask, T value) {                                                      \
        return (unsigned)__nvvm_match_any_sync_##size(mask, __builtin_bit_cast(B, value));                             \
    }                                                                                                                  \
    SW_DEVICE unsigned __match_all_sync(unsigned mask, T value, int *predicate) {                                      \
        return (unsigned)__nvvm_match_all_sync_##size##p(mask, __builtin_bit_cast(B, value), predicate);               \
    }
SW_MATCH(int, int, i32)
SW_MATCH(unsigned, int, i32)
SW_MATCH(float, int, i32)
SW_MATCH(long, long long, i64)
SW_MATCH(unsigned long, long long, i64)
SW_MATCH(long long, long long, i64)
SW_MATCH(unsigned long long, long long, i64)
SW_MATCH(double, long long, i64)
#undef SW_MATCH
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
/* The builtin takes the value first. */
#define SW_REDUCE(name, T, intrinsic)                                                                                  \
    SW_DEVICE T __reduce_##name##_sync(unsigned mask, T value) { return (T)__nvvm_redux_sync_##intrinsic(value, mask); }
SW_REDUCE(add, unsigned, add)
SW_REDUCE(add, int, add)
SW_REDUCE(min, unsigned, umin)
SW_REDUCE(min, int, min)
SW_REDUCE(max, unsigned, umax)
SW_REDUCE(max, int, max)
SW_REDUCE(and, unsigned, and)
SW_REDUCE(or, unsigned, or)
SW_REDUCE(xor, unsigned, xor)
#undef SW_REDUCE
#endif

#endif
