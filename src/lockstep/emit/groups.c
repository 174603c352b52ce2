/* Votes, matches and reductions: each lane is answered what its group has in common (PTX ISA: vote.sync, match.sync,
 * redux.sync). Lanes with one mask are a group. One mask for all is one group and answered at once; else there is
 * a loop with a turn for each group, but for votes, which go by bits. */
#include "lockstep/emit/serial.h"
#include "lockstep/emit/warp.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/value.h"

/* One turn for every group of lanes whose keys are equal. */
struct groups {
    LLVMBasicBlockRef head, done;
    LLVMValueRef left, members, bits;
};

static void open_groups(const struct sw_operation *o, struct groups *g, LLVMValueRef *keys, unsigned count) {
    assert(count == 1 || count == 2);
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    struct sw_passed passed[2];
    struct sw_serial s = {.l = l};
    for (unsigned i = 0; i < count; i++)
        passed[i] = sw_pass_vector(l, LLVMGetElementType(LLVMTypeOf(keys[i])), keys[i]);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
    g->head = sw_append_bb(l, "group");
    g->done = sw_append_bb(l, "groups.done");
    LLVMBuildBr(b, g->head);
    LLVMPositionBuilderAtEnd(b, g->head);
    g->left = LLVMBuildPhi(b, l->ir->i32, "left");
    LLVMAddIncoming(g->left, (LLVMValueRef[]){o->active}, &from, 1);
    LLVMValueRef args[] = {g->left, sw_const(l->ir->i1, 1)};
    s.lane = sw_call_intrinsic(l->ir, "llvm.cttz", &l->ir->i32, 1, args, 2, "leader");
    g->members = l->mask;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef key = sw_splat(l, sw_serial_get(&s, &passed[i]));
        g->members = sw_mask_and(l, g->members, LLVMBuildICmp(b, LLVMIntEQ, keys[i], key, ""), false);
    }
    g->bits = sw_mask_bits(l, g->members);
}

static void close_groups(const struct sw_operation *o, struct groups *g) {
    LLVMBuilderRef b = o->l->ir->builder;
    LLVMValueRef left = LLVMBuildAnd(b, g->left, LLVMBuildNot(b, g->bits, ""), "");
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
    LLVMAddIncoming(g->left, &left, &from, 1);
    LLVMValueRef more = LLVMBuildICmp(b, LLVMIntNE, left, sw_const(o->l->ir->i32, 0), "");
    LLVMBuildCondBr(b, more, g->head, g->done);
    LLVMPositionBuilderAtEnd(b, g->done);
}

static void note(const struct sw_operation *o, struct groups *g, LLVMValueRef slot, LLVMValueRef value) {
    LLVMBuilderRef b = o->l->ir->builder;
    LLVMValueRef before = LLVMBuildLoad2(b, LLVMTypeOf(value), slot, "");
    LLVMBuildStore(b, LLVMBuildSelect(b, g->members, value, before, ""), slot);
}

static LLVMValueRef zero_slot(struct sw_lanes *l, LLVMTypeRef type) {
    LLVMValueRef slot = sw_new_slot(l, type, "answer");
    LLVMBuildStore(l->ir->builder, LLVMConstNull(type), slot);
    return slot;
}

void sw_emit_match_any(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMTypeRef type = LLVMVectorType(l->ir->i32, l->width);
    LLVMValueRef keys[] = {sw_operand_vector(o, o->request->value), o->masks}, slot = zero_slot(l, type);
    struct groups g;
    open_groups(o, &g, keys, o->masks ? 2 : 1);
    note(o, &g, slot, sw_splat(l, g.bits));
    close_groups(o, &g);
    sw_answer_each(o, LLVMBuildLoad2(l->ir->builder, type, slot, ""));
}

/* The members of a group, if all have the value that the first one has. */
static LLVMValueRef all_match(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef first, LLVMValueRef members,
                              LLVMValueRef bits) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef equal = LLVMBuildICmp(b, LLVMIntEQ, value, sw_splat(l, first), "");
    LLVMValueRef those = sw_mask_bits(l, sw_mask_and(l, members, equal, false));
    LLVMValueRef all = LLVMBuildICmp(b, LLVMIntEQ, those, bits, "");
    return LLVMBuildSelect(b, all, bits, sw_const(l->ir->i32, 0), "");
}

/* Per group of lanes with one mask; one group, and no turns, when the mask is uniform. */
void sw_emit_match_all(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMVectorType(l->ir->i32, l->width);
    LLVMValueRef value = sw_operand_vector(o, o->request->value), key = o->masks;
    if (!key) {
        LLVMValueRef first = LLVMBuildExtractElement(b, value, sw_first_lane(l), "");
        LLVMValueRef those = all_match(l, value, first, l->mask, o->active);
        sw_answer_same_pair(o, those, LLVMBuildICmp(b, LLVMIntNE, those, sw_const(l->ir->i32, 0), ""));
        return;
    }
    LLVMValueRef slot = zero_slot(l, type);
    struct sw_passed passed = sw_pass_vector(l, LLVMGetElementType(LLVMTypeOf(value)), value);
    struct groups g;
    open_groups(o, &g, &key, 1);
    LLVMValueRef args[] = {g.bits, sw_const(l->ir->i1, 1)};
    struct sw_serial s = {.l = l, .lane = sw_call_intrinsic(l->ir, "llvm.cttz", &l->ir->i32, 1, args, 2, "")};
    LLVMValueRef first = sw_serial_get(&s, &passed);
    note(o, &g, slot, sw_splat(l, all_match(l, value, first, g.members, g.bits)));
    close_groups(o, &g);
    LLVMValueRef result = LLVMBuildLoad2(b, type, slot, "");
    sw_answer_pair(o, result, LLVMBuildICmp(b, LLVMIntNE, result, LLVMConstNull(type), ""));
}

static LLVMValueRef vote_of(struct sw_lanes *l, unsigned op, LLVMValueRef ballot, LLVMValueRef group) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(ballot));
    LLVMValueRef all = LLVMBuildICmp(b, LLVMIntEQ, ballot, group, "");
    if (op == SWRT_WARP_BALLOT)
        return ballot;
    if (op == SWRT_WARP_ANY)
        return LLVMBuildICmp(b, LLVMIntNE, ballot, none, "");
    return op == SWRT_WARP_ALL ? all : LLVMBuildOr(b, all, LLVMBuildICmp(b, LLVMIntEQ, ballot, none, ""), "");
}

LLVMValueRef sw_truth_bits(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMValueRef predicate = sw_operand_vector(o, o->request->value);
    if (LLVMTypeOf(predicate) != sw_mask_type(l))
        predicate = LLVMBuildICmp(l->ir->builder, LLVMIntNE, predicate, LLVMConstNull(LLVMTypeOf(predicate)), "");
    return sw_mask_bits(l, sw_mask_and(l, l->mask, predicate, false));
}

void sw_emit_vote(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef ballot = sw_truth_bits(o);
    if (!o->masks) {
        sw_answer(o, vote_of(l, o->request->op, ballot, o->active));
        return;
    }
    LLVMValueRef lane = sw_lane_numbers(l, l->ir->i32, 1);
    LLVMValueRef own = LLVMBuildShl(b, sw_splat_number(l, l->ir->i32, 1), lane, "");
    LLVMValueRef group = LLVMBuildOr(b, LLVMBuildAnd(b, o->masks, sw_splat(l, o->active), ""), own, "");
    sw_answer_each(o, vote_of(l, o->request->op, LLVMBuildAnd(b, sw_splat(l, ballot), group, ""), group));
}

struct reduction {
    unsigned op;
    const char *intrinsic;
    uint32_t identity;
};
static const struct reduction reductions[] = {
    {SWRT_WARP_REDUCE_ADD, "llvm.vector.reduce.add", 0},
    {SWRT_WARP_REDUCE_UMIN, "llvm.vector.reduce.umin", UINT32_MAX},
    {SWRT_WARP_REDUCE_UMAX, "llvm.vector.reduce.umax", 0},
    {SWRT_WARP_REDUCE_MIN, "llvm.vector.reduce.smin", INT32_MAX},
    {SWRT_WARP_REDUCE_MAX, "llvm.vector.reduce.smax", 0x80000000u},
    {SWRT_WARP_REDUCE_AND, "llvm.vector.reduce.and", UINT32_MAX},
    {SWRT_WARP_REDUCE_OR, "llvm.vector.reduce.or", 0},
    {SWRT_WARP_REDUCE_XOR, "llvm.vector.reduce.xor", 0},
};

static LLVMValueRef reduce_group(struct sw_lanes *l, const struct reduction *r, LLVMValueRef value,
                                 LLVMValueRef members) {
    LLVMTypeRef type = LLVMTypeOf(value);
    value = sw_blend(l, members, value, sw_splat_number(l, l->ir->i32, r->identity));
    return sw_call_intrinsic(l->ir, r->intrinsic, &type, 1, &value, 1, "");
}

void sw_emit_reduction(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMTypeRef type = LLVMVectorType(l->ir->i32, l->width);
    LLVMValueRef value = sw_operand_vector(o, o->request->value), key = o->masks;
    const struct reduction *r = &reductions[o->request->op - SWRT_WARP_REDUCE_ADD];
    assert(r->op == o->request->op);
    if (!key) {
        sw_answer(o, reduce_group(l, r, value, l->mask));
        return;
    }
    LLVMValueRef slot = zero_slot(l, type);
    struct groups g;
    open_groups(o, &g, &key, 1);
    note(o, &g, slot, sw_splat(l, reduce_group(l, r, value, g.members)));
    close_groups(o, &g);
    sw_answer_each(o, LLVMBuildLoad2(l->ir->builder, type, slot, ""));
}
