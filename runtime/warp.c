/* Operations among the lanes of a warp: shuffles, votes, matches, reductions, __syncwarp.
 *
 * Lanes meet by what they ask for. With a mask (WARP), those that ask for the same operation with the same mask form a
 * group, and it goes on once every lane that the mask names and that has not exited is in it. A lane that its own mask
 * does not name stops the kernel: PTX leaves that undefined, and answers would hang on who comes first. Without a mask
 * (CONVERGED), those that wait at the same place form a group, and it goes on when no other lane of the warp can run;
 * of several groups the one at the lowest place goes first, which lets lanes that are behind catch up.
 *
 * The answers are those of the PTX instructions (PTX ISA: shfl.sync, vote.sync, match.sync, redux.sync).
 */
#include "block.h"

static inline struct swrt_strand *lane_of(struct swrt_slot *slot, uint32_t warp, uint32_t lane) {
    return &slot->strands[warp * SWRT_LANES + lane];
}

#define FOR_EACH_LANE(lane, set)                                                                                      \
    for (uint32_t left_ = (set), lane = left_ ? (uint32_t)__builtin_ctz(left_) : 0; left_;                            \
         left_ &= left_ - 1, lane = left_ ? (uint32_t)__builtin_ctz(left_) : 0)

/* Where a shuffle reads: PTX's j and p. */
static bool shuffle_source(uint32_t op, uint32_t lane, uint32_t b, uint32_t c, uint32_t *source) {
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

/* Reading from a lane that does not take part is undefined in CUDA. Here it gives 0 of a lane that is named by number, so
 * that lanes which name the same one have the same; else the reader's own value. */
static void shuffle(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    FOR_EACH_LANE(lane, group) {
        struct swrt_strand *strand = lane_of(slot, warp, lane);
        uint32_t source;
        bool in_range = shuffle_source(strand->op, lane, strand->arg, strand->clamp, &source);
        bool reads = in_range && group >> source & 1;
        uint64_t otherwise = in_range && strand->op == SWRT_WARP_SHFL_IDX ? 0 : strand->value;
        strand->result = reads ? lane_of(slot, warp, source)->value : otherwise;
        strand->result2 = in_range;
    }
}

static uint32_t ballot(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    uint32_t set = 0;
    FOR_EACH_LANE(lane, group)
        set |= (uint32_t)(lane_of(slot, warp, lane)->value != 0) << lane;
    return set;
}

static void match_any(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    for (uint32_t left = group; left;) {
        uint64_t value = lane_of(slot, warp, (uint32_t)__builtin_ctz(left))->value;
        uint32_t equal = 0;
        FOR_EACH_LANE(lane, left)
            equal |= (uint32_t)(lane_of(slot, warp, lane)->value == value) << lane;
        FOR_EACH_LANE(lane, equal)
            lane_of(slot, warp, lane)->result = equal;
        left &= ~equal;
    }
}

static bool all_equal(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    uint64_t value = lane_of(slot, warp, (uint32_t)__builtin_ctz(group))->value;
    FOR_EACH_LANE(lane, group)
        if (lane_of(slot, warp, lane)->value != value)
            return false;
    return true;
}

static uint32_t combine(uint32_t op, uint32_t a, uint32_t b) {
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

static uint32_t reduce(struct swrt_slot *slot, uint32_t warp, uint32_t group, uint32_t op) {
    uint32_t first = (uint32_t)__builtin_ctz(group), result = (uint32_t)lane_of(slot, warp, first)->value;
    FOR_EACH_LANE(lane, group & ~(1u << first))
        result = combine(op, result, (uint32_t)lane_of(slot, warp, lane)->value);
    return result;
}

/* The operations that give every lane the same answer. */
static void answer_all(struct swrt_slot *slot, uint32_t warp, uint32_t group, uint32_t op) {
    uint64_t result = 0, result2 = 0;
    uint32_t set;
    switch (op) {
    case SWRT_WARP_SYNC:
        break;
    case SWRT_WARP_ACTIVEMASK:
        result = group;
        break;
    case SWRT_WARP_MATCH_ALL:
        result2 = all_equal(slot, warp, group);
        result = result2 ? group : 0;
        break;
    case SWRT_WARP_ANY:
    case SWRT_WARP_ALL:
    case SWRT_WARP_UNI:
    case SWRT_WARP_BALLOT:
        set = ballot(slot, warp, group);
        result = op == SWRT_WARP_BALLOT ? set
                 : op == SWRT_WARP_ANY  ? set != 0
                 : op == SWRT_WARP_ALL  ? set == group
                                        : set == group || !set;
        break;
    default:
        result = reduce(slot, warp, group, op);
        break;
    }
    FOR_EACH_LANE(lane, group) {
        lane_of(slot, warp, lane)->result = result;
        lane_of(slot, warp, lane)->result2 = result2;
    }
}

static void go_on(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    uint32_t op = lane_of(slot, warp, (uint32_t)__builtin_ctz(group))->op;
    if (op >= SWRT_WARP_SHFL_IDX && op <= SWRT_WARP_SHFL_BFLY)
        shuffle(slot, warp, group);
    else if (op == SWRT_WARP_MATCH_ANY)
        match_any(slot, warp, group);
    else
        answer_all(slot, warp, group, op);
    slot->warps[warp].waiting &= ~group;
    slot->warps[warp].converged &= ~group;
    swrt_make_runnable(slot, warp, group);
}

static uint32_t group_of(struct swrt_slot *slot, uint32_t warp, const struct swrt_strand *like) {
    uint32_t group = 0;
    FOR_EACH_LANE(lane, slot->warps[warp].waiting) {
        const struct swrt_strand *strand = lane_of(slot, warp, lane);
        group |= (uint32_t)(strand->op == like->op && strand->mask == like->mask) << lane;
    }
    return group;
}

static bool try_group(struct swrt_slot *slot, uint32_t warp, const struct swrt_strand *like) {
    const struct swrt_warp *w = &slot->warps[warp];
    uint32_t expected = like->mask & w->alive;
    if (expected & ~w->waiting)
        return false;
    uint32_t group = group_of(slot, warp, like);
    if (expected & ~group)
        return false;
    go_on(slot, warp, group);
    return true;
}

static void refuse_unnamed(struct swrt_slot *slot, const struct swrt_strand *strand, uint32_t lane) {
    slot->executor->fault = (struct swrt_fault){.kind = SWRT_FAULT_TRAP, .error = cudaErrorLaunchFailure,
                                                .message = swrt_unnamed_text(strand->op, strand->mask, lane)};
    swrt_fault_raise(slot->executor);
}

void swrt_warp_join(struct swrt_slot *slot, uint32_t tid) {
    const struct swrt_block *b = &slot->block;
    struct swrt_strand *strand = &slot->strands[tid];
    uint32_t warp = tid / SWRT_LANES, lane = 1u << tid % SWRT_LANES;
    strand->op = b->wait_op;
    strand->mask = b->wait_mask;
    strand->arg = b->wait_arg;
    strand->clamp = b->wait_clamp;
    strand->site = b->wait_site;
    strand->value = b->wait_value;
    if (strand->kind == SWRT_WAIT_CONVERGED) {
        slot->warps[warp].converged |= lane;
        slot->converged_warps |= 1u << warp;
        return;
    }
    if (!(strand->mask & lane))
        refuse_unnamed(slot, strand, tid % SWRT_LANES);
    slot->warps[warp].waiting |= lane;
    slot->waiting_warps |= 1u << warp;
    try_group(slot, warp, strand);
}

static bool resolve_warp(struct swrt_slot *slot, uint32_t warp) {
    bool released = false;
    for (uint32_t left = slot->warps[warp].waiting; left; left &= slot->warps[warp].waiting) {
        const struct swrt_strand *strand = lane_of(slot, warp, (uint32_t)__builtin_ctz(left));
        left &= ~group_of(slot, warp, strand);
        released |= try_group(slot, warp, strand);
    }
    return released;
}

bool swrt_warps_resolve(struct swrt_slot *slot) {
    bool released = false;
    for (uint32_t warps = slot->waiting_warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps);
        released |= resolve_warp(slot, warp);
        if (!slot->warps[warp].waiting)
            slot->waiting_warps &= ~(1u << warp);
    }
    return released;
}

/* The lanes at the lowest place. */
static uint32_t converged_group(struct swrt_slot *slot, uint32_t warp) {
    uint32_t lowest = UINT32_MAX, group = 0;
    FOR_EACH_LANE(lane, slot->warps[warp].converged)
        if (lane_of(slot, warp, lane)->site < lowest)
            lowest = lane_of(slot, warp, lane)->site;
    FOR_EACH_LANE(lane, slot->warps[warp].converged)
        group |= (uint32_t)(lane_of(slot, warp, lane)->site == lowest) << lane;
    if (!group)
        return 0;
    uint32_t op = lane_of(slot, warp, (uint32_t)__builtin_ctz(group))->op, same = 0;
    FOR_EACH_LANE(lane, group)
        same |= (uint32_t)(lane_of(slot, warp, lane)->op == op) << lane;
    return same;
}

bool swrt_converged_resolve(struct swrt_slot *slot, bool any) {
    bool released = false;
    for (uint32_t warps = slot->converged_warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps);
        if (slot->warps[warp].yielded && !any)
            continue;
        uint32_t group = converged_group(slot, warp);
        if (group)
            go_on(slot, warp, group);
        released |= group != 0;
        if (!slot->warps[warp].converged)
            slot->converged_warps &= ~(1u << warp);
    }
    return released;
}
