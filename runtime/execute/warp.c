/* Operations among the lanes of a warp: shuffles, votes, matches, reductions, __syncwarp.
 *
 * Lanes meet by what they ask for. With a mask (WARP), those that ask for the same operation with the same mask form a
 * group, and it goes on once every lane that the mask names and that has not exited is in it. Without a mask
 * (CONVERGED), those that wait at the same place form a group, and it goes on when no other lane of the warp can run;
 * of several groups the one at the lowest place goes first, which lets lanes that are behind catch up. A lane that has
 * yielded in a waiting loop can run, and may yet come; or it may wait for what the group does next, as may those at a
 * lower place, in a loop that polls. So each group has its turn:
 *
 *   1. A group waits for turns of the block's yielded lanes (block.c, rerun_yielded) while lanes of its warp can run or
 *      are at lower places. It is overdue when it has waited through more than SHORT_WAIT of them and nobody has come to
 *      it in these; more than LONG_WAIT where groups at lower places have gone on meanwhile, of which lanes may come
 *      each time that they get out of a loop.
 *   2. A turn counts in a warp if one of its own lanes had yielded and has it, or if none of its groups has passed another
 *      since the last turn: lanes in loops that do not yield are waited for, however long, and meet the others behind, and
 *      so are lanes that sleep.
 *   3. An overdue group goes on before all others of its warp, the one that has waited longest first.
 *
 * That is for __activemask and where the compiler keeps lanes in step. Shuffles and votes without a mask are of GPUs whose
 * lanes meet where branches end, and wait there for as long as it takes: such a group is never overdue while a lane that
 * has yielded, or is at a lower place, may yet come to it by the code that is in front of it (transform/lower/coming.h).
 * Who waits in a loop for what such a group does behind the loop waits for ever, as on those GPUs.
 *
 * Of the others: groups go as a whole, so at most 31 lanes come to one that waits, and it is overdue after 32 * (LONG_WAIT + 1) turns
 * that count, at most. Who goes on and comes back has waited for no turn yet; so each other group goes at most once
 * before one that is overdue. And turns that count come: a loop that may not end by itself yields (decision 0005), so a
 * warp whose lanes never yield again passes groups by a bounded number of times; and where operations and barriers keep
 * a block going, its yielded lanes have turns all the same.
 *
 * A lane that its own mask does not name is of no group, and no group waits for it. It goes on with one that completes at
 * its place, else like lanes without a mask, and sees the lanes that are there then, as in lockstep it sees those that
 * run (unnamed.c). So groups of less than a warp complete only when no lane of the warp can run: such a lane may come.
 *
 * The answers are those of the PTX instructions (PTX ISA: shfl.sync, vote.sync, match.sync, redux.sync).
 */
#include "check/check.h"
#include "execute/block.h"
#include "execute/warp_operation.h"

enum { SHORT_WAIT = 3, LONG_WAIT = 64 };

static inline struct swrt_coroutine *lane_of(struct swrt_slot *slot, uint32_t warp, uint32_t lane) {
    return &slot->coroutines[warp * SWRT_LANES + lane];
}

/* Reading from a lane that does not take part is undefined in CUDA. Here it gives 0 of a lane that is named by number, so
 * that lanes which name the same one have the same; else the reader's own value. */
static void shuffle(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    FOR_EACH_LANE (lane, group) {
        struct swrt_coroutine *coroutine = lane_of(slot, warp, lane);
        uint32_t source;
        bool in_range = shuffle_source(coroutine->op, lane, coroutine->arg, coroutine->clamp, &source);
        bool reads = in_range && group >> source & 1;
        uint64_t otherwise = in_range && coroutine->op == SWRT_WARP_SHFL_IDX ? 0 : coroutine->value;
        coroutine->result = reads ? lane_of(slot, warp, source)->value : otherwise;
        coroutine->result2 = in_range;
    }
}

static uint32_t ballot(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    uint32_t set = 0;
    FOR_EACH_LANE (lane, group)
        set |= (uint32_t)(lane_of(slot, warp, lane)->value != 0) << lane;
    return set;
}

static void match_any(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    for (uint32_t left = group; left;) {
        uint64_t value = lane_of(slot, warp, (uint32_t)__builtin_ctz(left))->value;
        uint32_t equal = 0;
        FOR_EACH_LANE (lane, left)
            equal |= (uint32_t)(lane_of(slot, warp, lane)->value == value) << lane;
        FOR_EACH_LANE (lane, equal)
            lane_of(slot, warp, lane)->result = equal;
        left &= ~equal;
    }
}

static bool all_equal(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    uint64_t value = lane_of(slot, warp, (uint32_t)__builtin_ctz(group))->value;
    FOR_EACH_LANE (lane, group)
        if (lane_of(slot, warp, lane)->value != value)
            return false;
    return true;
}

static uint32_t reduce(struct swrt_slot *slot, uint32_t warp, uint32_t group, uint32_t op) {
    uint32_t first = (uint32_t)__builtin_ctz(group), result = (uint32_t)lane_of(slot, warp, first)->value;
    FOR_EACH_LANE (lane, group & ~(1u << first))
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
    FOR_EACH_LANE (lane, group) {
        lane_of(slot, warp, lane)->result = result;
        lane_of(slot, warp, lane)->result2 = result2;
    }
}

static void go_on(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    const struct swrt_coroutine *first = lane_of(slot, warp, (uint32_t)__builtin_ctz(group));
    uint32_t op = first->op;
    /* The others order no memory (PTX ISA, bar.warp.sync, shfl.sync), nor are lanes in step that are kept so here. */
    if (op == SWRT_WARP_SYNC && first->kind != SWRT_WAIT_CONVERGED)
        swrt_check_lanes_met(slot, warp, group);
    if (op >= SWRT_WARP_SHFL_IDX && op <= SWRT_WARP_SHFL_BFLY)
        shuffle(slot, warp, group);
    else if (op == SWRT_WARP_MATCH_ANY)
        match_any(slot, warp, group);
    else
        answer_all(slot, warp, group, op);
    if (op == SWRT_WARP_SYNC)
        FOR_EACH_LANE (lane, group)
            lane_of(slot, warp, lane)->group = group;
    slot->warps[warp].waiting &= ~group;
    slot->warps[warp].converged &= ~group;
    swrt_make_runnable(slot, warp, group);
}

/* Lanes with masks that name them; of those without, unnamed_like. */
static uint32_t group_of(struct swrt_slot *slot, uint32_t warp, const struct swrt_coroutine *like) {
    uint32_t group = 0;
    FOR_EACH_LANE (lane, slot->warps[warp].waiting & ~slot->warps[warp].unnamed) {
        const struct swrt_coroutine *coroutine = lane_of(slot, warp, lane);
        group |= (uint32_t)(coroutine->op == like->op && coroutine->mask == like->mask) << lane;
    }
    return group;
}

static uint32_t unnamed_like(struct swrt_slot *slot, uint32_t warp, uint32_t op) {
    uint32_t set = 0;
    FOR_EACH_LANE (lane, slot->warps[warp].unnamed)
        set |= (uint32_t)(lane_of(slot, warp, lane)->op == op) << lane;
    return set;
}

static bool is_complete(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    const struct swrt_coroutine *like = lane_of(slot, warp, (uint32_t)__builtin_ctz(group));
    uint32_t missing = like->mask & slot->warps[warp].alive & ~group;
    return !missing || !(missing & ~unnamed_like(slot, warp, like->op));
}

/* The lanes of a set that wait for the same operation at the same place. */
static uint32_t at_place_of(struct swrt_slot *slot, uint32_t warp, uint32_t set, const struct swrt_coroutine *like) {
    uint32_t found = 0;
    FOR_EACH_LANE (lane, set) {
        const struct swrt_coroutine *coroutine = lane_of(slot, warp, lane);
        found |= (uint32_t)(coroutine->op == like->op && coroutine->site == like->site) << lane;
    }
    return found;
}

/* Those of a set that wait so beside one of the others. */
static uint32_t beside(struct swrt_slot *slot, uint32_t warp, uint32_t set, uint32_t others) {
    uint32_t found = 0;
    FOR_EACH_LANE (other, set ? others : 0)
        found |= at_place_of(slot, warp, set & ~found, lane_of(slot, warp, other));
    return found;
}

/* `lanes` call together, and those of `group` go on. */
static void go_on_with_unnamed(struct swrt_slot *slot, uint32_t warp, uint32_t lanes, uint32_t group) {
    struct swrt_warp_call call = {.op = lane_of(slot, warp, (uint32_t)__builtin_ctz(group))->op, .lanes = lanes};
    FOR_EACH_LANE (lane, lanes) {
        const struct swrt_coroutine *coroutine = lane_of(slot, warp, lane);
        call.mask[lane] = coroutine->mask;
        call.arg[lane] = coroutine->arg;
        call.clamp[lane] = coroutine->clamp;
        call.value[lane] = coroutine->value;
    }
    swrt_warp_answer(&call);
    if (call.op == SWRT_WARP_SYNC)
        swrt_check_lanes_met(slot, warp, lanes);
    FOR_EACH_LANE (lane, group) {
        lane_of(slot, warp, lane)->result = call.result[lane];
        lane_of(slot, warp, lane)->result2 = call.result2[lane];
    }
    slot->warps[warp].waiting &= ~group;
    slot->warps[warp].unnamed &= ~group;
    swrt_make_runnable(slot, warp, group);
}

/* Groups that are complete, each operation's together with the lanes beside them that no mask of their own names. */
static void go_on_by_operation(struct swrt_slot *slot, uint32_t warp, uint32_t complete) {
    while (complete) {
        uint32_t op = lane_of(slot, warp, (uint32_t)__builtin_ctz(complete))->op, same = 0;
        FOR_EACH_LANE (lane, complete)
            same |= (uint32_t)(lane_of(slot, warp, lane)->op == op) << lane;
        uint32_t all = same | beside(slot, warp, slot->warps[warp].unnamed, same);
        go_on_with_unnamed(slot, warp, all, all);
        complete &= ~same;
    }
}

/* Turns of yielded lanes that a group has waited for since its last lane came. */
static uint64_t turns_of(struct swrt_slot *slot, uint32_t warp, uint32_t group, bool *is_passed) {
    uint64_t last = 0, passes = 0;
    FOR_EACH_LANE (lane, group) {
        const struct swrt_coroutine *coroutine = lane_of(slot, warp, lane);
        last = coroutine->result > last ? coroutine->result : last;
        passes = coroutine->result2 > passes ? coroutine->result2 : passes;
    }
    *is_passed = passes != slot->warps[warp].passes;
    return slot->warps[warp].yield_turns - last;
}

/* Whether an operation without a mask is one that waits for all who may come to it: GPUs that have it have their lanes meet
 * where the branches end. __activemask is of later ones, which promise nothing, and in-step marks are the compiler's. */
static bool meets_lanes(const struct swrt_coroutine *like) {
    return like->kind == SWRT_WAIT_CONVERGED && like->op != SWRT_WARP_SYNC && like->op != SWRT_WARP_ACTIVEMASK;
}

/* Whether the lane may yet come to a place behind the one where it is. */
static bool comes_to(const struct swrt_coroutine *lane, uint32_t site) {
    const uint64_t *set = lane->coming;
    if (!set)
        return false;
    uint32_t first = (uint32_t)set[0], count = (uint32_t)(set[0] >> 32), word = site / 64 - first;
    return word < count && set[1 + word] >> site % 64 & 1;
}

/* Whether other lanes may yet come to such a group: of those that have yielded and those at lower places. */
static bool may_come(struct swrt_slot *slot, uint32_t warp, uint32_t group) {
    const struct swrt_warp *w = &slot->warps[warp];
    const struct swrt_coroutine *like = lane_of(slot, warp, (uint32_t)__builtin_ctz(group));
    uint32_t may = w->runnable;
    FOR_EACH_LANE (lane, w->yielded)
        may |= comes_to(lane_of(slot, warp, lane), like->site);
    FOR_EACH_LANE (lane, w->converged & ~group)
        may |= lane_of(slot, warp, lane)->site < like->site && comes_to(lane_of(slot, warp, lane), like->site);
    return may;
}

/* The one of a warp's groups that is overdue the longest. */
static uint32_t overdue_group(struct swrt_slot *slot, uint32_t warp, uint32_t all) {
    uint32_t found = 0;
    uint64_t most = 0;
    for (uint32_t left = all; left;) {
        uint32_t group = at_place_of(slot, warp, left, lane_of(slot, warp, (uint32_t)__builtin_ctz(left)));
        bool is_passed;
        uint64_t turns = turns_of(slot, warp, group, &is_passed);
        left &= ~group;
        const struct swrt_coroutine *like = lane_of(slot, warp, (uint32_t)__builtin_ctz(group));
        if (meets_lanes(like) && may_come(slot, warp, group))
            continue;
        if (turns > (is_passed ? LONG_WAIT : SHORT_WAIT) && turns > most) {
            found = group;
            most = turns;
        }
    }
    return found;
}

/* Of the lanes without a mask and those that theirs does not name, who go on: an overdue group or, if nobody else can
 * come, the one at the lowest place. */
static uint32_t converged_group(struct swrt_slot *slot, uint32_t warp, bool nobody_comes) {
    struct swrt_warp *w = &slot->warps[warp];
    uint32_t all = w->converged | w->unnamed, group = 0;
    uint64_t first_turn = w->yield_turns;
    const struct swrt_coroutine *lowest = NULL;
    FOR_EACH_LANE (lane, all) {
        const struct swrt_coroutine *coroutine = lane_of(slot, warp, lane);
        first_turn = coroutine->result < first_turn ? coroutine->result : first_turn;
        lowest = !lowest || coroutine->site < lowest->site ? coroutine : lowest;
    }
    if (w->yield_turns - first_turn > SHORT_WAIT)
        group = overdue_group(slot, warp, all);
    if (group || !lowest || !nobody_comes)
        return group;
    group = at_place_of(slot, warp, all, lowest);
    w->passes += group != all;
    return group;
}

static bool go_on_converged(struct swrt_slot *slot, uint32_t warp, bool nobody_comes) {
    uint32_t group = converged_group(slot, warp, nobody_comes);
    if (group & slot->warps[warp].unnamed)
        go_on_with_unnamed(slot, warp, group | beside(slot, warp, slot->warps[warp].waiting, group), group);
    else if (group)
        go_on(slot, warp, group);
    return group != 0;
}

bool swrt_warp_resolve(struct swrt_slot *slot, uint32_t warp) {
    const struct swrt_warp *w = &slot->warps[warp];
    uint32_t complete = 0;
    bool released = false;
    for (uint32_t left = w->waiting & ~w->unnamed; left;) {
        uint32_t group = group_of(slot, warp, lane_of(slot, warp, (uint32_t)__builtin_ctz(left)));
        left &= ~group;
        if (!is_complete(slot, warp, group))
            continue;
        released = true;
        if (w->unnamed)
            complete |= group;
        else
            go_on(slot, warp, group);
    }
    if (complete)
        go_on_by_operation(slot, warp, complete);
    return released;
}

/* The mark behind a write, to which there is one way, from the mark in front of it: who left that together is here soon. */
static void end_step(struct swrt_slot *slot, uint32_t warp, const struct swrt_coroutine *coroutine) {
    uint32_t here = at_place_of(slot, warp, slot->warps[warp].converged, coroutine);
    if (!(coroutine->group & slot->warps[warp].alive & ~here))
        go_on(slot, warp, coroutine->group & here);
}

void swrt_warp_join(struct swrt_slot *slot, uint32_t tid) {
    const struct swrt_block *b = &slot->block;
    struct swrt_coroutine *coroutine = &slot->coroutines[tid];
    uint32_t warp = tid / SWRT_LANES, lane = 1u << tid % SWRT_LANES;
    coroutine->op = b->wait_op;
    coroutine->mask = b->wait_mask;
    coroutine->arg = b->wait_arg;
    coroutine->clamp = b->wait_clamp;
    coroutine->site = b->wait_site;
    coroutine->coming = b->wait_coming;
    coroutine->value = b->wait_value;
    coroutine->result = slot->warps[warp].yield_turns; /* until there is one: when it came */
    coroutine->result2 = slot->warps[warp].passes;
    if (coroutine->kind == SWRT_WAIT_CONVERGED) {
        slot->warps[warp].converged |= lane;
        slot->converged_warps |= 1u << warp;
        if (coroutine->op == SWRT_WARP_SYNC && coroutine->arg)
            end_step(slot, warp, coroutine);
        return;
    }
    slot->warps[warp].waiting |= lane;
    slot->waiting_warps |= 1u << warp;
    if (!(coroutine->mask & lane)) {
        swrt_note_unnamed(slot, coroutine->op, coroutine->mask, tid % SWRT_LANES, 0);
        slot->warps[warp].unnamed |= lane;
        slot->converged_warps |= 1u << warp;
    }
    if (!(slot->warps[warp].alive & ~slot->warps[warp].waiting) && !swrt_warp_resolve(slot, warp))
        go_on_converged(slot, warp, true);
}

bool swrt_warps_resolve(struct swrt_slot *slot) {
    bool released = false;
    for (uint32_t warps = slot->waiting_warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps);
        released |= swrt_warp_resolve(slot, warp);
        if (!slot->warps[warp].waiting)
            slot->waiting_warps &= ~(1u << warp);
    }
    return released;
}

bool swrt_converged_resolve(struct swrt_slot *slot, bool is_idle) {
    bool released = false;
    for (uint32_t warps = slot->converged_warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps);
        released |= go_on_converged(slot, warp, is_idle && !slot->warps[warp].yielded);
        if (!(slot->warps[warp].converged | slot->warps[warp].unnamed))
            slot->converged_warps &= ~(1u << warp);
    }
    return released;
}

void swrt_converged_count_turn(struct swrt_slot *slot, uint32_t awake_warps, uint32_t sleeping_warps) {
    for (uint32_t warps = slot->converged_warps & ~sleeping_warps; warps; warps &= warps - 1) {
        uint32_t warp = (uint32_t)__builtin_ctz(warps);
        struct swrt_warp *w = &slot->warps[warp];
        w->yield_turns += (awake_warps >> warp & 1) || w->passes == w->passes_then;
        w->passes_then = w->passes;
    }
}
