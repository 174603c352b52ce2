/* Masks that agree: whether lanes which reach a warp operation together meet there, each with all that its mask names.
 *
 * Lanes meet by their masks. A lane whose mask names another one that calls with a different mask waits for a call of
 * that lane's somewhere else, be there a branch in between or not; in lockstep it would go on at once. So the operation
 * may be done for all lanes at once only if, for any two lanes i and j that call and whose masks name themselves,
 *
 *      mask i names j  =>  mask i == mask j
 *
 * and whoever else is named has exited or comes to no such operation (lockstep/check.c). That holds of
 *
 *  1. what is uniform, and what the program says of a group (SW_GROUP_MASK);
 *  2. what is computed from the number of the lane, when it holds of the 32 masks;
 *  3. what __match_any_sync, __match_all_sync and __ballot_sync answer those whose own masks agree: the members that
 *     are asked have one answer, which names none but them;
 *  4. `m & x`, where m agrees and x is the same for all whom m names: computed from m and uniform values, or an answer
 *     to all of them; `m & n`, where both agree; and `m ^ b`, b being a ballot among m;
 *  5. a ballot among m for those who said yes, and the rest of m for the others (vote_parts.c);
 *  6. what a phi or select takes from those, when all lanes take the same one, in the same turn of a loop.
 *
 * A mask that goes round a loop is assumed to agree while it is looked at; when something that was assumed is refuted,
 * all is looked at again without it. */
#include "analysis/shape.h"
#include "softwarp/assumptions.h"

enum { LANES = 32, MOST_ROUNDS = 8, MOST_DEPTH = 24 };

struct proof {
    const struct sw_shapes *shapes;
    struct sw_map *assumed, *refuted;
    unsigned steps;
    bool again;
};

static bool agrees(struct proof *p, LLVMValueRef mask);

static bool is_uniform(const struct proof *p, LLVMValueRef value) {
    return sw_shape_of(p->shapes, value).kind == SW_UNIFORM;
}

/* Rule 2. */
static bool do_lanes_agree(const uint32_t *masks) {
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned j = 0; j < LANES; j++)
            if (masks[i] >> i & masks[j] >> j & masks[i] >> j & 1 && masks[i] != masks[j])
                return false;
    return true;
}

static bool agrees_by_number(struct proof *p, LLVMValueRef mask) {
    uint32_t masks[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct sw_bits bits = sw_bits_in_lane(p->shapes, mask, lane, &p->steps);
        if (!sw_bits_is_constant(bits))
            return false;
        masks[lane] = (uint32_t)bits.ones;
    }
    return SW_PROVED(masks_by_number, do_lanes_agree(masks));
}

static bool names_members(const struct sw_request *request) {
    return request->op == SWRT_WARP_BALLOT || request->op == SWRT_WARP_MATCH_ANY || request->op == SWRT_WARP_MATCH_ALL;
}

static bool answers_uniformly(const struct sw_request *request) {
    return request->op >= SWRT_WARP_ANY && request->op != SWRT_WARP_MATCH_ANY && request->op != SWRT_WARP_ACTIVEMASK;
}

static bool is_ballot_among(LLVMValueRef value, LLVMValueRef mask) {
    LLVMValueRef own;
    const struct sw_request *request = sw_warp_operation_of(value, &own);
    return request && request->op == SWRT_WARP_BALLOT && own == mask;
}

/* The same for all whom the mask names. */
static bool is_common(struct proof *p, LLVMValueRef value, LLVMValueRef mask, unsigned depth) {
    LLVMValueRef own;
    if (value == mask || is_uniform(p, value))
        return true;
    if (!LLVMIsAInstruction(value) || depth > MOST_DEPTH || ++p->steps > 4096)
        return false;
    const struct sw_request *request = sw_warp_operation_of(value, &own);
    if (request)
        return own == mask && answers_uniformly(request);
    if (!sw_is_pure(value))
        return false;
    int count = sw_is_call(value) ? (int)LLVMGetNumArgOperands(value) : LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++)
        if (!is_common(p, LLVMGetOperand(value, (unsigned)i), mask, depth + 1))
            return false;
    return true;
}

/* Rule 4. */
static bool narrows(struct proof *p, LLVMValueRef at) {
    bool is_and = LLVMGetInstructionOpcode(at) == LLVMAnd;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef mask = LLVMGetOperand(at, i), other = LLVMGetOperand(at, 1 - i);
        bool is_same_for_all = is_and ? is_common(p, other, mask, 0) : is_ballot_among(other, mask);
        bool is_part = SW_PROVED(masks_narrowed_uniformly, is_same_for_all);
        if (is_part && agrees(p, mask))
            return true;
    }
    return is_and && agrees(p, LLVMGetOperand(at, 0)) && agrees(p, LLVMGetOperand(at, 1));
}

static bool is_parted(struct proof *p, LLVMValueRef value) {
    LLVMValueRef mask;
    return sw_parts_by_vote(value, &mask) && agrees(p, mask);
}

static bool is_chosen(struct proof *p, LLVMValueRef select) {
    bool is_same_for_all = SW_PROVED(masks_chosen_uniformly, is_uniform(p, LLVMGetOperand(select, 0)));
    return is_same_for_all && agrees(p, LLVMGetOperand(select, 1)) && agrees(p, LLVMGetOperand(select, 2));
}

/* Rule 6. Lanes that leave a loop in different turns meet where they come to: that is a join, too (divergence.c). */
static bool comes_together(struct proof *p, LLVMValueRef phi) {
    const struct sw_cfg *cfg = &p->shapes->cfg;
    int bb = sw_cfg_number(cfg, LLVMGetInstructionParent(phi));
    if (bb < 0 || !SW_PROVED(masks_by_one_way, !sw_bitset_get(&p->shapes->join, (size_t)bb)))
        return false;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        int from = sw_cfg_number(cfg, LLVMGetIncomingBlock(phi, i));
        if (from >= 0 && !agrees(p, LLVMGetIncomingValue(phi, i)))
            return false;
    }
    return true;
}

static bool follows(struct proof *p, LLVMValueRef at) {
    LLVMValueRef mask;
    const struct sw_request *request = sw_warp_operation_of(at, &mask);
    if (request)
        return names_members(request) && agrees(p, mask);
    if (sw_equal(sw_callee_name(at), SW_GROUP_MASK))
        return true;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMPHI:
        return comes_together(p, at);
    case LLVMSelect:
        return is_chosen(p, at) || is_parted(p, at);
    case LLVMXor:
        return narrows(p, at) || is_parted(p, at);
    case LLVMAnd:
        return narrows(p, at);
    case LLVMFreeze:
        return agrees(p, LLVMGetOperand(at, 0));
    default:
        return false;
    }
}

static bool is_in_divergent_cycle(const struct proof *p, LLVMValueRef at) {
    int bb = sw_cfg_number(&p->shapes->cfg, LLVMGetInstructionParent(at));
    return bb < 0 || sw_bitset_get(&p->shapes->divergent_cycle, (size_t)bb);
}

static bool agrees(struct proof *p, LLVMValueRef mask) {
    if (is_uniform(p, mask))
        return true;
    if (!LLVMIsAInstruction(mask) || is_in_divergent_cycle(p, mask) || sw_map_get(p->refuted, mask))
        return false;
    if (sw_map_get(p->assumed, mask))
        return true;
    sw_map_put(p->assumed, mask, mask);
    if (agrees_by_number(p, mask) || follows(p, mask))
        return true;
    sw_map_put(p->refuted, mask, mask);
    p->again = true;
    return false;
}

bool sw_masks_agree(const struct sw_shapes *shapes, LLVMValueRef mask) {
    struct sw_arena *arena = shapes->unit->ir.arena;
    struct proof p = {.shapes = shapes, .refuted = sw_map_create(arena)};
    for (unsigned round = 0; round < MOST_ROUNDS; round++) {
        p.assumed = sw_map_create(arena);
        p.again = false;
        p.steps = 0;
        bool holds = agrees(&p, mask);
        if (!holds || !p.again)
            return holds;
    }
    return false;
}
