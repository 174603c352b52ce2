/* Processors that code can be made for, by the names that clang and LLVM have for them (processors.def), and the
 * instructions that they have (processor_features.def), as sets of bits. Compiler and runtime read the same tables. */
#ifndef SOFTWARP_PROCESSOR_H
#define SOFTWARP_PROCESSOR_H

#include <stdint.h>

enum sw_feature {
#define SW_FEATURE(id, ...) SW_FEATURE_##id,
#include "softwarp/processor_features.def"
    SW_FEATURE_COUNT
};

#define SW_HAS(id) ((uint64_t)1 << SW_FEATURE_##id)

/* The x86-64 psABI's levels, each with what is below it. */
#define SW_LEVEL_V1 ((uint64_t)0)
#define SW_LEVEL_V2                                                                                             \
    (SW_HAS(cx16) | SW_HAS(sahf) | SW_HAS(sse3) | SW_HAS(ssse3) | SW_HAS(sse4_1) | SW_HAS(sse4_2) | SW_HAS(popcnt))
#define SW_LEVEL_V3                                                                                             \
    (SW_LEVEL_V2 | SW_HAS(avx) | SW_HAS(avx2) | SW_HAS(bmi) | SW_HAS(bmi2) | SW_HAS(f16c) | SW_HAS(fma) |       \
     SW_HAS(lzcnt) | SW_HAS(movbe))
#define SW_LEVEL_V4                                                                                             \
    (SW_LEVEL_V3 | SW_HAS(avx512f) | SW_HAS(avx512bw) | SW_HAS(avx512cd) | SW_HAS(avx512dq) | SW_HAS(avx512vl))

#endif
