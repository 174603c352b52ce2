/* Whole blocks: rows of W threads side by side. A barrier is nothing there, and what rows have in common is done once.
 *
 * Code is made row by row, each value in the form that it has within its row. A second analysis of shapes (struct sw_lanes,
 * across) compares the threads that have the same place in their rows. It finds the values that are *common*: the same in
 * all rows, lane by lane. These are made once; so are, for row 0, those that grow evenly from row to row. A value that is
 * uniform within each row but not common is a scalar for each row; an address that is common is read once. Control is
 * common to all rows: a branch is divergent when lanes of a row part or rows do, and every row has a mask. But in a region of
 * rows apart (apart.c) code is made for one row at a time, whose control is its own.
 *
 * So scalar code of a row may run though none of its lanes does: the row is idle. Such code must do no harm. Calls are left
 * out; accesses go to a piece of memory that nobody else uses and that begins as zeros; divisors are one; the promises of
 * an instruction are dropped; and what an idle row has computed is frozen before it decides a branch. */
#include "analysis/effects.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

#include <string.h>

bool sw_is_common(const struct sw_lanes *l, LLVMValueRef value) {
    return l->rows == 1 || !LLVMIsAInstruction(value) || sw_kind_among(&l->across, value) == SW_UNIFORM;
}

bool sw_is_made_once(const struct sw_lanes *l, LLVMValueRef value) {
    return sw_is_common(l, value) || sw_kind_among(&l->across, value) == SW_AFFINE;
}

int64_t sw_row_distance(const struct sw_lanes *l, LLVMValueRef value) {
    return sw_is_common(l, value) ? 0 : (int64_t)((uint64_t)sw_shape_of(&l->across, value).stride * l->row);
}

/* What row 0's lane 0 has without running must be the same for both analyses. */
bool sw_rows_agree(const struct sw_lanes *l, LLVMValueRef at) {
    if (!LLVMIsAInstruction(at) || sw_kind_among(&l->across, at) != SW_AFFINE)
        return true;
    bool is_same = sw_base_opcode(&l->across, at) == sw_base_opcode(&l->shapes, at);
    return LLVMIsAPHINode(at) || sw_kind(l, at) == SW_VARYING || SW_PROVED(rows_agree, is_same);
}

struct sw_block_size sw_place_of_row(const struct sw_lanes *l) {
    unsigned first = l->row * l->width;
    if (l->blocks != SWRT_BLOCKS_WHOLE)
        return (struct sw_block_size){0};
    return (struct sw_block_size){first % l->size.x, first / l->size.x % l->size.y, first / l->size.x / l->size.y};
}

void sw_take_row(struct sw_lanes *l, unsigned row) {
    l->row = row;
    l->mask = l->row_masks[row];
    l->all_rows = false;
    if (l->rows > 1)
        l->tid = sw_const(l->ir->i32, row * l->width);
}

LLVMValueRef sw_join_masks(struct sw_lanes *l, LLVMValueRef *masks) {
    LLVMValueRef any = masks[l->first_row];
    for (unsigned row = l->first_row + 1; row < l->end_row; row++)
        any = LLVMBuildOr(l->ir->builder, any, masks[row], "");
    return any;
}

void sw_take_all_rows(struct sw_lanes *l) {
    sw_take_row(l, 0);
    if (l->rows > 1)
        l->mask = sw_join_masks(l, l->row_masks);
    l->all_rows = true;
}

bool sw_is_fence_alone(const struct sw_lanes *l, LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    unsigned count = sw_is_call(at) ? LLVMGetNumArgOperands(at) : 0;
    for (unsigned i = 0; i < count; i++)
        if (sw_kind(l, LLVMGetOperand(at, i)) != SW_UNIFORM || !sw_is_common(l, LLVMGetOperand(at, i)))
            return false;
    return sw_is_fence(&e) && !e.is_unknown && !e.touches && LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMVoidTypeKind;
}

/* What has no effect but its value, stores of the same value to the same place, and what concerns the block. */
bool sw_is_done_once(const struct sw_lanes *l, LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    if (LLVMIsAStoreInst(at))
        return !LLVMGetVolatile(at) && LLVMGetOrdering(at) == LLVMAtomicOrderingNotAtomic &&
               SW_PROVED(store_common_to_rows,
                         sw_is_common(l, LLVMGetOperand(at, 0)) && sw_is_common(l, LLVMGetOperand(at, 1)));
    if (request)
        return request->kind == SWRT_WAIT_BARRIER;
    if (sw_is_fence_alone(l, at))
        return true;
    return LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind && sw_is_made_once(l, at);
}

bool sw_is_one_row(const struct sw_lanes *l) {
    return l->end_row - l->first_row == 1;
}

bool sw_may_be_idle(const struct sw_lanes *l) {
    return !SW_PROVED(idle_rows, sw_is_one_row(l) || sw_is_full(l->mask) || l->all_rows);
}

LLVMValueRef sw_safe_pointer(struct sw_lanes *l, LLVMValueRef pointer, LLVMTypeRef type) {
    LLVMBuilderRef b = l->ir->builder;
    if (!sw_may_be_idle(l))
        return pointer;
    LLVMValueRef nowhere = sw_new_slot_of(l, type, LLVMConstNull(type), "nowhere");
    sw_mark_own_local(l->ir, nowhere);
    if (LLVMTypeOf(nowhere) != LLVMTypeOf(pointer))
        nowhere = LLVMBuildAddrSpaceCast(b, nowhere, LLVMTypeOf(pointer), "");
    return LLVMBuildSelect(b, sw_mask_any(l, l->mask), pointer, nowhere, "");
}

void sw_drop_facts_when_idle(struct sw_lanes *l, LLVMValueRef load) {
    static const char *const facts[] = {
        "invariant.load",          "range",           "nonnull",          "noundef", "align", "dereferenceable",
        "dereferenceable_or_null", "invariant.group", "noalias.addrspace"};
    for (size_t i = 0; sw_may_be_idle(l) && i < sizeof facts / sizeof *facts; i++)
        LLVMSetMetadata(load, LLVMGetMDKindID(facts[i], (unsigned)strlen(facts[i])), NULL);
}

/* Calls that LLVM itself may make where the program does not: they have no effect and no undefined behaviour. */
static bool is_harmless(LLVMValueRef call) {
    LLVMValueRef function = sw_called_function(call);
    return function && (sw_has_attribute(function, "speculatable") ||
                        sw_starts_with(sw_name(function), "llvm.experimental.noalias.scope.decl"));
}

void sw_open_if_active(struct sw_lanes *l, LLVMValueRef call, struct sw_if_active *f) {
    LLVMBuilderRef b = l->ir->builder;
    *f = (struct sw_if_active){0};
    if (!sw_may_be_idle(l) || is_harmless(call))
        return;
    f->from = LLVMGetInsertBlock(b);
    f->done = sw_append_bb(l, "row.done");
    LLVMBasicBlockRef runs = sw_append_bb(l, "row.runs");
    LLVMBuildCondBr(b, sw_mask_any(l, l->mask), runs, f->done);
    LLVMPositionBuilderAtEnd(b, runs);
}

LLVMValueRef sw_close_if_active(struct sw_lanes *l, const struct sw_if_active *f, LLVMValueRef result) {
    LLVMBuilderRef b = l->ir->builder;
    if (!f->done)
        return result;
    LLVMBasicBlockRef end = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, f->done);
    LLVMPositionBuilderAtEnd(b, f->done);
    LLVMTypeRef type = result ? LLVMTypeOf(result) : l->ir->nothing;
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        return result;
    LLVMValueRef either = LLVMBuildPhi(b, type, "");
    LLVMAddIncoming(either, (LLVMValueRef[]){result, LLVMConstNull(type)}, (LLVMBasicBlockRef[]){end, f->from}, 2);
    return either;
}

LLVMValueRef sw_safe_divisor(struct sw_lanes *l, LLVMValueRef divisor) {
    if (!sw_may_be_idle(l) || LLVMIsConstant(divisor))
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
    for (unsigned row = l->first_row; row < l->end_row; row++) {
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

static bool is_line(const struct sw_shapes *shapes, LLVMValueRef value, bool is_signed) {
    struct sw_shape shape = sw_shape_of(shapes, value);
    bool is_line = is_signed ? shape.is_signed_line : shape.is_unsigned_line;
    return shape.kind == SW_UNIFORM || (shape.kind == SW_AFFINE && is_line && !shape.is_anchored && !shape.is_tested);
}

/* Grows evenly along the lanes and from row to row, and wraps nowhere: so the corners lie furthest apart. */
static bool is_even(const struct sw_lanes *l, LLVMValueRef value, bool is_signed) {
    if (!LLVMIsAInstruction(value))
        return true;
    return sw_kind(l, value) != SW_VARYING && is_line(&l->shapes, value, is_signed) &&
           (l->rows == 1 || (sw_is_made_once(l, value) && is_line(&l->across, value, is_signed)));
}

/* One corner's value: of the first or last row, the first or last lane. */
static LLVMValueRef corner(struct sw_lanes *l, LLVMValueRef value, bool last_row, bool last_lane) {
    sw_take_row(l, last_row ? l->end_row - 1 : l->first_row);
    LLVMValueRef first = sw_scalar(l, value);
    uint64_t distance = last_lane ? (uint64_t)sw_stride(l, value) * (l->width - 1) : 0;
    return distance ? LLVMBuildAdd(l->ir->builder, first, sw_const(LLVMTypeOf(first), distance), "") : first;
}

/* Whether a comparison holds for all threads, by the corners; null when they do not decide. */
static LLVMValueRef holds_at_corners(struct sw_lanes *l, LLVMValueRef truth) {
    LLVMBuilderRef b = l->ir->builder;
    if (!LLVMIsAICmpInst(truth) || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(truth, 0))) != LLVMIntegerTypeKind)
        return NULL;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(truth);
    bool is_signed = predicate >= LLVMIntSGT && predicate <= LLVMIntSLE;
    LLVMValueRef x = LLVMGetOperand(truth, 0), y = LLVMGetOperand(truth, 1), all = NULL;
    bool one_moves = sw_kind(l, x) == SW_UNIFORM ? sw_is_common(l, x)
                                                 : sw_kind(l, y) == SW_UNIFORM && sw_is_common(l, y);
    bool is_at_corners = one_moves && is_even(l, x, is_signed) && is_even(l, y, is_signed);
    if (predicate < LLVMIntUGT || !SW_PROVED(corners_decide, is_at_corners))
        return NULL;
    for (unsigned c = 0; c < (sw_is_one_row(l) ? 2u : 4u); c++) {
        LLVMValueRef left = corner(l, x, c >> 1, c & 1), right = corner(l, y, c >> 1, c & 1);
        LLVMValueRef holds = LLVMBuildICmp(b, predicate, left, right, "");
        all = all ? LLVMBuildAnd(b, all, holds, "") : holds;
    }
    return all;
}

/* Whether all lanes there are run, of the rows that code is made for, with a true value. Comparisons of lane 0's own number
 * need nobody to run. What is asked for other than truth itself is asked at the end of a loop that all lanes have begun
 * together and leave there only (versions.c): no row is idle, and what is at the corners is what the program computes. */
void sw_emit_everyone(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef all = l->all_lanes, truth = LLVMGetOperand(at, 0);
    LLVMValueRef at_corners = sw_is_full(all) ? holds_at_corners(l, truth) : NULL;
    for (unsigned row = l->first_row; row < l->end_row; row++) {
        sw_take_row(l, row);
        LLVMValueRef own = at_corners ? l->mask : sw_mask_and(l, l->mask, sw_vector(l, truth), false);
        all = LLVMBuildAnd(b, all, own, "");
    }
    LLVMValueRef here = sw_mask_bits(l, all), there = sw_mask_bits(l, l->all_lanes);
    LLVMValueRef answer = LLVMBuildICmp(b, LLVMIntEQ, here, there, "");
    sw_take_all_rows(l);
    if (at_corners)
        answer = LLVMBuildAnd(b, answer, at_corners, "");
    sw_set_scalar(l, at, answer);
}
