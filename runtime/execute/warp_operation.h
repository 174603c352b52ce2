/* What operations among lanes compute, wherever the lanes' values lie. */
#ifndef SWRT_WARP_OPERATION_H
#define SWRT_WARP_OPERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "softwarp/abi.h"

#define FOR_EACH_LANE(lane, set)                                                                                      \
    for (uint32_t left_ = (set), lane = left_ ? (uint32_t)__builtin_ctz(left_) : 0; left_;                            \
         left_ &= left_ - 1, lane = left_ ? (uint32_t)__builtin_ctz(left_) : 0)

/* Where a shuffle reads: PTX's j and p. */
static inline bool shuffle_source(uint32_t op, uint32_t lane, uint32_t b, uint32_t c, uint32_t *source) {
    uint32_t segment = c >> 8 & 31, clamp = c & 31;
    int limit = (int)((lane & segment) | (clamp & ~segment)), j;
    b &= 31;
    switch (op) {
    case SWRT_WARP_SHFL_UP:
        j = (int)lane - (int)b;
        *source = (uint32_t)j;
        return j >= limit;
    case SWRT_WARP_SHFL_DOWN:
        j = (int)(lane + b);
        break;
    case SWRT_WARP_SHFL_BFLY:
        j = (int)(lane ^ b);
        break;
    default:
        j = (int)((lane & segment) | (b & ~segment));
        break;
    }
    *source = (uint32_t)j;
    return j <= limit;
}

static inline uint32_t combine(uint32_t op, uint32_t a, uint32_t b) {
    switch (op) {
    case SWRT_WARP_REDUCE_ADD:
        return a + b;
    case SWRT_WARP_REDUCE_UMIN:
        return a < b ? a : b;
    case SWRT_WARP_REDUCE_UMAX:
        return a > b ? a : b;
    case SWRT_WARP_REDUCE_MIN:
        return (int32_t)a < (int32_t)b ? a : b;
    case SWRT_WARP_REDUCE_MAX:
        return (int32_t)a > (int32_t)b ? a : b;
    case SWRT_WARP_REDUCE_AND:
        return a & b;
    case SWRT_WARP_REDUCE_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

#endif
