/* Warp functions whose masks do not name their callers.
 *
 * PTX leaves those undefined (PTX ISA: shfl.sync, vote.sync, match.sync, redux.sync, bar.warp.sync). GPUs go on with the
 * lanes that are there, and programs have come to rely on it: a __ballot_sync among the lanes below one's own counts the
 * votes below. So here: such a lane waits for nobody, nobody waits for it, and among the lanes that make the call
 *
 *   votes, matches and reductions  are over the lanes that the caller's mask names; the caller is none of them
 *   shuffles                       read any lane
 *
 * To a lane that its mask does name, others of its mask count if they have the same mask or are not named by theirs. So
 * all lanes with the same mask have the same answer, which lockstep builds on (analysis/shape_call.c). Over no lanes at
 * all a reduction gives its neutral element, and nothing matches.
 *
 * The call is an error all the same under SOFTWARP_STRICT_MASKS=1, and said under SOFTWARP_VERBOSE=1. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "execute/block.h"
#include "execute/warp_operation.h"
#include "report/error.h"

/* unnamed: lanes that their own masks do not name; ballot: those whose value is not 0. */
struct question {
    struct swrt_warp_call *call;
    uint32_t unnamed, ballot;
};

static uint32_t unnamed_lanes(const struct swrt_warp_call *call) {
    uint32_t set = 0;
    FOR_EACH_LANE (lane, call->lanes)
        set |= (~call->mask[lane] >> lane & 1) << lane;
    return set;
}

/* Lanes that it sees: all, or those with its mask and the unnamed ones. */
static uint32_t seen_by(const struct question *q, uint32_t lane) {
    const struct swrt_warp_call *call = q->call;
    uint32_t set = q->unnamed;
    if (q->unnamed >> lane & 1)
        return call->lanes;
    FOR_EACH_LANE (other, call->lanes & ~q->unnamed)
        set |= (uint32_t)(call->mask[lane] == call->mask[other]) << other;
    return set;
}

static void shuffle(struct swrt_warp_call *call, uint32_t lane, uint32_t seen) {
    uint32_t source;
    bool in_range = shuffle_source(call->op, lane, call->arg[lane], call->clamp[lane], &source);
    bool reads = in_range && seen >> source & 1;
    uint64_t otherwise = in_range && call->op == SWRT_WARP_SHFL_IDX ? 0 : call->value[lane];
    call->result[lane] = reads ? call->value[source] : otherwise;
    call->result2[lane] = in_range;
}

static uint32_t equal_to(const struct swrt_warp_call *call, uint32_t set, uint64_t value) {
    uint32_t equal = 0;
    FOR_EACH_LANE (lane, set)
        equal |= (uint32_t)(call->value[lane] == value) << lane;
    return equal;
}

static void match_all(struct swrt_warp_call *call, uint32_t lane, uint32_t set) {
    bool all = set && equal_to(call, set, call->value[__builtin_ctz(set)]) == set;
    call->result[lane] = all ? set : 0;
    call->result2[lane] = all;
}

static uint32_t neutral_of(uint32_t op) {
    switch (op) {
    case SWRT_WARP_REDUCE_UMIN:
    case SWRT_WARP_REDUCE_AND:
        return UINT32_MAX;
    case SWRT_WARP_REDUCE_MIN:
        return INT32_MAX;
    case SWRT_WARP_REDUCE_MAX:
        return 0x80000000u;
    default:
        return 0;
    }
}

static uint32_t reduce(const struct swrt_warp_call *call, uint32_t set) {
    uint32_t result = neutral_of(call->op);
    FOR_EACH_LANE (lane, set)
        result = combine(call->op, result, (uint32_t)call->value[lane]);
    return result;
}

static uint64_t vote(const struct question *q, uint32_t set) {
    uint32_t ballot = q->ballot & set;
    switch (q->call->op) {
    case SWRT_WARP_ANY:
        return ballot != 0;
    case SWRT_WARP_ALL:
        return ballot == set;
    case SWRT_WARP_UNI:
        return ballot == set || !ballot;
    default:
        return ballot;
    }
}

static void answer(const struct question *q, uint32_t lane) {
    struct swrt_warp_call *call = q->call;
    uint32_t seen = seen_by(q, lane), set = seen & call->mask[lane];
    switch (call->op) {
    case SWRT_WARP_SYNC:
        call->result[lane] = 0;
        break;
    case SWRT_WARP_SHFL_IDX:
    case SWRT_WARP_SHFL_UP:
    case SWRT_WARP_SHFL_DOWN:
    case SWRT_WARP_SHFL_BFLY:
        shuffle(call, lane, seen);
        break;
    case SWRT_WARP_ANY:
    case SWRT_WARP_ALL:
    case SWRT_WARP_UNI:
    case SWRT_WARP_BALLOT:
        call->result[lane] = vote(q, set);
        break;
    case SWRT_WARP_MATCH_ANY:
        call->result[lane] = equal_to(call, set, call->value[lane]);
        break;
    case SWRT_WARP_MATCH_ALL:
        match_all(call, lane, set);
        break;
    default:
        call->result[lane] = reduce(call, set);
        break;
    }
}

void swrt_warp_answer(struct swrt_warp_call *call) {
    struct question q = {.call = call, .unnamed = unnamed_lanes(call)};
    FOR_EACH_LANE (lane, call->lanes) {
        q.ballot |= (uint32_t)(call->value[lane] != 0) << lane;
        call->result2[lane] = 0;
    }
    FOR_EACH_LANE (lane, call->lanes)
        answer(&q, lane);
}

static bool is_strict(void) {
    static atomic_int strict = -1;
    if (strict < 0) {
        const char *value = getenv("SOFTWARP_STRICT_MASKS");
        strict = value && *value && strcmp(value, "0") != 0;
    }
    return strict;
}

/* Every call of such a lane comes through here: the place for whatever checks programs. pc: of the call, 0 if unknown. */
void swrt_note_unnamed(struct swrt_slot *slot, uint32_t op, uint32_t mask, uint32_t lane, uintptr_t pc) {
    static atomic_bool said;
    const char *text;
    bool strict = is_strict();
    swrt_check_unnamed(slot, op, mask, lane);
    if (!strict && (!swrt_verbose() || atomic_exchange(&said, true)))
        return;
    text = swrt_unnamed_text(op, mask, lane);
    if (!strict) {
        swrt_report_remark(slot, text, pc,
                           "It waits for nobody, and this is not said again; SOFTWARP_STRICT_MASKS=1 makes "
                           "it an error.");
        return;
    }
    slot->executor->fault = (struct swrt_fault){
        .kind = SWRT_FAULT_TRAP, .error = cudaErrorLaunchFailure, .message = text, .pc = pc};
    swrt_fault_raise(slot->executor);
}

void swrt_unnamed_lanes(struct swrt_block *block, struct swrt_warp_call *call) {
    uint32_t first = (uint32_t)__builtin_ctz(unnamed_lanes(call));
    swrt_note_unnamed(block->runtime, call->op, call->mask[first], first, (uintptr_t)__builtin_return_address(0) - 1);
    swrt_warp_answer(call);
}
