/* Whole blocks: rows of W threads side by side, so that a barrier is nothing, and what rows have in common is done once.
 *
 * Everything is made row by row, in the form that it has within the row, but for what is *alike*: a second analysis of
 * shapes, of the threads that have the same place in their rows (struct sw_lanes, across), says which values are the same
 * in all rows. A value that is uniform within the row and not alike is a scalar in each row; an address that is alike is
 * read once. Control is common: a branch is divergent when lanes of a row part or rows do, and every row has its mask.
 *
 * So scalar code of a row may run though none of its lanes does. It must do no harm then: it accesses memory of no
 * meaning, and divides by one. */
#include "lockstep/lockstep.h"

bool sw_is_alike(const struct sw_lanes *l, LLVMValueRef value) {
    if (l->rows == 1 || !LLVMIsAInstruction(value))
        return true;
    int bb = sw_cfg_number(&l->across.cfg, LLVMGetInstructionParent(value));
    if (bb >= 0 && sw_bitset_get(&l->across.tangled, (size_t)bb))
        return false;
    enum sw_shape_kind kind = sw_shape_of(&l->across, value).kind;
    return kind == SW_UNIFORM || kind == SW_UNSEEN;
}

void sw_take_row(struct sw_lanes *l, unsigned row) {
    l->row = row;
    l->mask = l->row_masks[row];
    if (l->rows > 1)
        l->tid = sw_const(l->ir->i32, row * l->lanes);
}

LLVMValueRef sw_join_masks(struct sw_lanes *l, LLVMValueRef *masks) {
    LLVMValueRef any = masks[0];
    for (unsigned row = 1; row < l->rows; row++)
        any = LLVMBuildOr(l->ir->builder, any, masks[row], "");
    return any;
}

void sw_take_all_rows(struct sw_lanes *l) {
    sw_take_row(l, 0);
    if (l->rows > 1)
        l->mask = sw_join_masks(l, l->row_masks);
}

/* What has no effect but its value, stores of the same value to the same place, and what concerns the block. */
bool sw_is_done_once(const struct sw_lanes *l, LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    if (LLVMIsAStoreInst(at))
        return !LLVMGetVolatile(at) && LLVMGetOrdering(at) == LLVMAtomicOrderingNotAtomic &&
               sw_is_alike(l, LLVMGetOperand(at, 0)) && sw_is_alike(l, LLVMGetOperand(at, 1));
    if (request)
        return request->kind == SWRT_WAIT_BARRIER;
    if (LLVMIsAFenceInst(at) || sw_starts_with(sw_callee_name(at), "llvm.nvvm.membar.") ||
        sw_starts_with(sw_callee_name(at), "llvm.nvvm.fence."))
        return true;
    return LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind && sw_is_alike(l, at);
}

static bool may_be_idle(const struct sw_lanes *l) {
    return l->rows > 1 && !sw_is_full(l->mask);
}

LLVMValueRef sw_safe_pointer(struct sw_lanes *l, LLVMValueRef pointer, LLVMTypeRef type) {
    LLVMBuilderRef b = l->ir->builder;
    if (!may_be_idle(l))
        return pointer;
    LLVMValueRef nowhere = sw_new_slot(l, type, "nowhere");
    if (LLVMTypeOf(nowhere) != LLVMTypeOf(pointer))
        nowhere = LLVMBuildAddrSpaceCast(b, nowhere, LLVMTypeOf(pointer), "");
    return LLVMBuildSelect(b, sw_mask_any(l, l->mask), pointer, nowhere, "");
}

LLVMValueRef sw_safe_divisor(struct sw_lanes *l, LLVMValueRef divisor) {
    if (!may_be_idle(l) || LLVMIsConstant(divisor))
        return divisor;
    return LLVMBuildSelect(l->ir->builder, sw_mask_any(l, l->mask), divisor, sw_const(LLVMTypeOf(divisor), 1), "");
}

/* Which lanes of the block say yes, and which run, as counts of each row added up. */
static LLVMValueRef count_lanes(struct sw_lanes *l, LLVMValueRef mask) {
    LLVMValueRef bits = sw_mask_bits(l, mask);
    LLVMTypeRef type = LLVMTypeOf(bits);
    LLVMValueRef count = sw_call_intrinsic(l->ir, "llvm.ctpop", &type, 1, &bits, 1, "");
    return LLVMBuildIntCast2(l->ir->builder, count, l->ir->i32, 0, "");
}

static LLVMValueRef truths(struct sw_lanes *l, LLVMValueRef predicate) {
    LLVMValueRef vector = sw_vector(l, predicate);
    if (LLVMTypeOf(vector) != sw_mask_type(l))
        vector = LLVMBuildICmp(l->ir->builder, LLVMIntNE, vector, LLVMConstNull(LLVMTypeOf(vector)), "");
    return sw_mask_and(l, l->mask, vector, false);
}

/* All that have not exited are here: nobody waits. */
void sw_emit_block_barrier(struct sw_lanes *l, LLVMValueRef at, const struct sw_request *request) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef yes = sw_const(l->ir->i32, 0), all = yes;
    if (request->result == SW_RESULT_NOTHING || request->value < 0)
        return;
    for (unsigned row = 0; row < l->rows; row++) {
        sw_take_row(l, row);
        LLVMValueRef truth = truths(l, LLVMGetOperand(at, (unsigned)request->value));
        LLVMValueRef count = count_lanes(l, truth), present = count_lanes(l, l->mask);
        yes = LLVMBuildAdd(b, yes, count, "");
        all = LLVMBuildAdd(b, all, present, "");
    }
    LLVMValueRef zero = sw_const(l->ir->i32, 0), answer = yes;
    if (request->op == SWRT_BARRIER_AND)
        answer = LLVMBuildICmp(b, LLVMIntEQ, yes, all, "");
    else if (request->op == SWRT_BARRIER_OR)
        answer = LLVMBuildICmp(b, LLVMIntNE, yes, zero, "");
    sw_take_all_rows(l);
    answer = LLVMBuildIntCast2(b, answer, LLVMTypeOf(at), 0, "");
    sw_set_result(l, at, sw_kind(l, at) == SW_VARYING ? sw_splat(l, answer) : answer);
}
