/* Operations among the lanes of a warp, made in registers, and requests that the runtime answers (barriers, yields).
 *
 * All lanes that run take part: check.c has proved that no other lane could. Lanes that their mask does not name are
 * tested for first, and the runtime answers them (unnamed.c). Where the mask differs between lanes (tiles, groups of equal
 * keys), the lanes with one mask form a group. An answer that is uniform (analysis/shape_call.c) is a scalar. Each
 * operation answers what runtime/execute/warp.c answers in code for one lane (PTX ISA: shfl.sync, vote.sync, match.sync,
 * redux.sync). Shuffles are in shuffle.c, votes, matches and reductions in groups.c. */
#include "lockstep/emit/emit.h"
#include "lockstep/emit/memory.h"
#include "lockstep/emit/serial.h"
#include "lockstep/emit/warp.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/machine.h"

LLVMValueRef sw_operand_vector(const struct sw_operation *o, int index) {
    LLVMValueRef value = sw_operand(o, index);
    return value ? sw_vector(o->l, value) : LLVMConstNull(LLVMVectorType(o->l->ir->i32, o->l->width));
}

/* An answer that is the same for all, in the form that the result has. */
void sw_answer(const struct sw_operation *o, LLVMValueRef scalar) {
    LLVMTypeRef type = LLVMTypeOf(o->at);
    LLVMBuilderRef b = o->l->ir->builder;
    if (LLVMTypeOf(scalar) != type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        scalar = LLVMBuildIntCast2(b, scalar, type, 0, "");
    sw_set_result(o->l, o->at, sw_kind(o->l, o->at) == SW_VARYING ? sw_splat(o->l, scalar) : scalar);
}

void sw_answer_each(const struct sw_operation *o, LLVMValueRef vector) {
    LLVMTypeRef type = sw_wide_type(o->l, LLVMTypeOf(o->at));
    if (LLVMTypeOf(vector) != type)
        vector = LLVMBuildIntCast2(o->l->ir->builder, vector, type, 0, "");
    sw_set_vector(o->l, o->at, vector);
}

static LLVMValueRef pair_of(const struct sw_operation *o, LLVMTypeRef type, LLVMValueRef first, LLVMValueRef second) {
    LLVMBuilderRef b = o->l->ir->builder;
    LLVMValueRef pair = LLVMBuildInsertValue(b, LLVMGetPoison(type), first, 0, "");
    return LLVMBuildInsertValue(b, pair, second, 1, "");
}

void sw_answer_pair(const struct sw_operation *o, LLVMValueRef first, LLVMValueRef second) {
    LLVMTypeRef type = sw_wide_type(o->l, LLVMTypeOf(o->at));
    sw_set_vector(o->l, o->at, pair_of(o, type, first, second));
}

void sw_answer_same_pair(const struct sw_operation *o, LLVMValueRef first, LLVMValueRef second) {
    sw_answer(o, pair_of(o, LLVMTypeOf(o->at), first, second));
}

static void emit_operation(const struct sw_operation *o) {
    switch (o->request->op) {
    case SWRT_WARP_SYNC:
        sw_hold_order(o->l);
        break;
    case SWRT_WARP_SHFL_IDX:
    case SWRT_WARP_SHFL_UP:
    case SWRT_WARP_SHFL_DOWN:
    case SWRT_WARP_SHFL_BFLY:
        if (sw_kind(o->l, o->at) == SW_UNIFORM)
            sw_emit_broadcast(o);
        else
            sw_emit_shuffle(o);
        break;
    case SWRT_WARP_ANY:
    case SWRT_WARP_ALL:
    case SWRT_WARP_UNI:
    case SWRT_WARP_BALLOT:
        sw_emit_vote(o);
        break;
    case SWRT_WARP_ACTIVEMASK:
        sw_answer(o, o->active);
        break;
    case SWRT_WARP_MATCH_ANY:
        sw_emit_match_any(o);
        break;
    case SWRT_WARP_MATCH_ALL:
        sw_emit_match_all(o);
        break;
    default:
        sw_emit_reduction(o);
        break;
    }
}

/* An operand of a barrier: the same in all lanes, or the first one's. */
static LLVMValueRef one_for_all(struct sw_lanes *l, LLVMValueRef value) {
    if (sw_kind(l, value) == SW_UNIFORM)
        return sw_scalar(l, value);
    LLVMValueRef vector = sw_vector(l, value), lane = sw_first_lane(l);
    return LLVMBuildExtractElement(l->ir->builder, vector, lane, "");
}

/* The runtime's part: the same call, once, with the lanes that make it and a predicate bit for each. */
static void ask_runtime(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMValueRef made = LLVMInstructionClone(o->at);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(o->at); i++) {
        bool is_predicate = (int)i == o->request->value;
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(o->at, i));
        LLVMValueRef value = is_predicate ? LLVMBuildIntCast2(l->ir->builder, sw_truth_bits(o), type, 0, "")
                                          : one_for_all(l, LLVMGetOperand(o->at, i));
        LLVMSetOperand(made, i, value);
    }
    sw_block_store(l->unit, l->block, SW_BLOCK_wait_lanes, o->active);
    sw_insert_clone(l, made);
    if (o->request->result != SW_RESULT_NOTHING)
        sw_answer(o, made);
}

void sw_emit_request(struct sw_lanes *l, LLVMValueRef at, const struct sw_request *request) {
    struct sw_operation o = {.l = l, .at = at, .request = request};
    if (sw_is_in_step(request) || (sw_gives_way(request) && l->blocks == SWRT_BLOCKS_WHOLE)) {
        sw_hold_order(l);
        return;
    }
    if (l->blocks == SWRT_BLOCKS_WHOLE && request->kind == SWRT_WAIT_BARRIER) {
        sw_hold_order(l);
        sw_remark(l->unit, SW_REMARK_WAIT_NONE, at, sw_request_text(request));
        sw_emit_block_barrier(l, at, request);
        return;
    }
    sw_remark(l->unit, sw_request_remark(request), at, sw_request_text(request));
    o.active = LLVMBuildIntCast2(l->ir->builder, sw_mask_bits(l, l->mask), l->ir->i32, 0, "active");
    LLVMValueRef mask = request->kind == SWRT_WAIT_WARP ? sw_operand(&o, request->mask) : NULL;
    o.masks = mask && sw_kind(l, mask) != SW_UNIFORM ? sw_vector(l, mask) : NULL;
    struct sw_detour detour;
    bool has_detour = mask && sw_open_detour(&o, mask, &detour);
    if (request->kind == SWRT_WAIT_WARP || request->kind == SWRT_WAIT_CONVERGED)
        emit_operation(&o);
    else
        ask_runtime(&o);
    if (has_detour)
        sw_close_detour(&o, &detour);
}
