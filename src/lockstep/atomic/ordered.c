/* Atomic operations of a warp on one address that do not simply add up, because the order of the lanes decides. The
 * lanes come in ascending order with nobody between, so that what all of them do is known beforehand:
 *
 *   exchange            the last lane's value stays; each lane finds that of the lane before it
 *   inc, dec            a counter that goes round: n steps at once, of the same limit for all
 *   compare-and-swap    of the same operands for all: the first lane swaps or nobody does
 *
 * One operation goes to memory; the first lane finds what was there. */
#include "lockstep/atomic/combine.h"
#include "lockstep/atomic/forms.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

static LLVMValueRef shared_pointer(struct sw_lanes *l, LLVMValueRef at) {
    return sw_safe_pointer(l, sw_scalar(l, LLVMGetOperand(at, 0)), LLVMTypeOf(at));
}

static bool is_same_for_all(struct sw_lanes *l, LLVMValueRef at, unsigned operand) {
    return sw_kind(l, LLVMGetOperand(at, operand)) == SW_UNIFORM;
}

/* The first lane that runs has one result, the others have theirs. */
static void set_results(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef first, LLVMValueRef others) {
    LLVMValueRef lane = sw_first_lane(l);
    sw_set_vector(l, at, LLVMBuildInsertElement(l->ir->builder, others, first, lane, ""));
}

/* Of each lane, the value of the lane that runs before it: `old` for the first. */
static LLVMValueRef values_before(struct sw_lanes *l, LLVMValueRef values, LLVMValueRef old) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef olds = sw_splat(l, old), all = LLVMConstAllOnes(sw_mask_type(l));
    values = sw_moved_up(l, values, olds, 1);
    if (sw_is_full(l->mask))
        return values;
    LLVMValueRef known = sw_moved_up(l, l->mask, all, 1);
    for (unsigned distance = 1; distance < l->width; distance *= 2) {
        LLVMValueRef before = sw_moved_up(l, values, olds, distance);
        values = LLVMBuildSelect(b, known, values, before, "");
        known = LLVMBuildOr(b, known, sw_moved_up(l, known, all, distance), "");
    }
    return values;
}

static void exchange(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    bool is_same = is_same_for_all(l, at, 1);
    LLVMValueRef pointer = shared_pointer(l, at), value = LLVMGetOperand(at, 1), values = sw_vector(l, value), last;
    if (is_same)
        last = sw_scalar(l, value);
    else
        last = LLVMBuildExtractElement(b, values, sw_last_lane(l), "last");
    LLVMValueRef old = sw_call_marker(l, at, pointer, last);
    if (!LLVMGetFirstUse(at))
        return;
    if (is_same)
        set_results(l, at, old, values);
    else
        sw_set_vector(l, at, values_before(l, values, old));
}

static LLVMValueRef like(struct sw_lanes *l, LLVMValueRef scalar, LLVMValueRef example) {
    bool is_vector = LLVMGetTypeKind(LLVMTypeOf(example)) == LLVMVectorTypeKind;
    return is_vector ? sw_splat(l, scalar) : scalar;
}

/* Steps (of a vector, each lane's) without those of whole rounds. At most W, so that floats divide exactly enough:
 * rounds are counted only of limits below W, and other quotients lie below 1. */
static LLVMValueRef within_round(struct sw_lanes *l, LLVMValueRef steps, LLVMValueRef limit) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(steps), f32 = l->ir->f32;
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMTypeRef floats = is_vector ? LLVMVectorType(f32, l->width) : f32;
    LLVMValueRef round = LLVMBuildAdd(b, limit, sw_const(l->ir->i32, 1), "");
    LLVMValueRef divisor = LLVMBuildFAdd(b, LLVMBuildUIToFP(b, limit, f32, ""), LLVMConstReal(f32, 1), "");
    divisor = like(l, divisor, steps);
    LLVMValueRef rounds = LLVMBuildFDiv(b, LLVMBuildSIToFP(b, steps, floats, ""), divisor, "");
    rounds = LLVMBuildFPToSI(b, rounds, type, "");
    return LLVMBuildSub(b, steps, LLVMBuildMul(b, rounds, like(l, round, steps), ""), "");
}

/* A counter after so many steps of 0 .. limit and round again, or down; from beyond the limit the first step leads to
 * where a round begins. */
static LLVMValueRef count_on(struct sw_lanes *l, bool is_up, LLVMValueRef old, LLVMValueRef limit, LLVMValueRef steps) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef i32 = l->ir->i32;
    LLVMValueRef is_beyond = LLVMBuildICmp(b, LLVMIntUGT, old, limit, "");
    LLVMValueRef start = LLVMBuildSelect(b, is_beyond, is_up ? sw_const(i32, 0) : limit, old, "");
    LLVMValueRef first = LLVMBuildZExt(b, is_beyond, i32, ""), round = LLVMBuildAdd(b, limit, sw_const(i32, 1), "");
    LLVMValueRef left = LLVMBuildSub(b, steps, like(l, first, steps), ""), room = start, straight, around;
    if (is_up)
        room = LLVMBuildSub(b, limit, start, "");
    left = within_round(l, left, limit);
    start = like(l, start, steps);
    round = like(l, round, steps);
    if (is_up) {
        straight = LLVMBuildAdd(b, start, left, "");
        around = LLVMBuildSub(b, straight, round, "");
    } else {
        straight = LLVMBuildSub(b, start, left, "");
        around = LLVMBuildAdd(b, straight, round, "");
    }
    LLVMValueRef wraps = LLVMBuildICmp(b, LLVMIntUGT, left, like(l, room, steps), "");
    LLVMValueRef next = LLVMBuildSelect(b, wraps, around, straight, "");
    LLVMValueRef stays = LLVMBuildICmp(b, LLVMIntEQ, steps, LLVMConstNull(LLVMTypeOf(steps)), "");
    return LLVMBuildSelect(b, stays, like(l, old, steps), next, "");
}

struct counter {
    const struct sw_atomic *a;
    LLVMValueRef pointer, limit, steps;
};

static LLVMValueRef counted(struct sw_lanes *l, const struct counter *c, LLVMValueRef old, LLVMValueRef steps) {
    return count_on(l, c->a->op == SW_ATOMIC_inc, old, c->limit, steps);
}

/* Within a block nobody comes between. */
static LLVMValueRef step_plainly(struct sw_lanes *l, const struct counter *c) {
    LLVMValueRef old = LLVMBuildLoad2(l->ir->builder, l->ir->i32, c->pointer, "old");
    LLVMBuildStore(l->ir->builder, counted(l, c, old, c->steps), c->pointer);
    return old;
}

/* Until nobody has come between; for a row none of whose lanes runs not at all: what it would find means nothing. */
static LLVMValueRef step_by_swapping(struct sw_lanes *l, const struct counter *c) {
    struct sw_ir *ir = l->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef params[] = {LLVMTypeOf(c->pointer), ir->i32, ir->i32};
    struct sw_atomic swap = {.op = SW_ATOMIC_cas, .type = c->a->type, .scope = c->a->scope};
    LLVMValueRef marker = sw_declare(ir, sw_atomic_name(ir, &swap), LLVMFunctionType(ir->i32, params, 3, 0));
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b), start = sw_append_bb(l, "some"), loop = sw_append_bb(l, "count");
    LLVMBasicBlockRef done = sw_append_bb(l, "counted");
    bool may_be_idle = !sw_is_one_row(l) && !sw_is_full(l->mask);
    if (may_be_idle)
        LLVMBuildCondBr(b, sw_mask_any(l, l->mask), start, done);
    else
        LLVMBuildBr(b, start);
    LLVMPositionBuilderAtEnd(b, start);
    LLVMValueRef guess = LLVMBuildLoad2(b, ir->i32, c->pointer, "guess");
    LLVMSetOrdering(guess, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(guess, 4);
    LLVMBuildBr(b, loop);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef old = LLVMBuildPhi(b, ir->i32, "old"), new = counted(l, c, old, c->steps);
    LLVMValueRef found = sw_call(ir, marker, (LLVMValueRef[]){c->pointer, old, new}, 3, "found");
    LLVMAddIncoming(old, (LLVMValueRef[]){guess, found}, (LLVMBasicBlockRef[]){start, loop}, 2);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, found, old, ""), done, loop);
    LLVMPositionBuilderAtEnd(b, done);
    LLVMValueRef result = LLVMBuildPhi(b, ir->i32, "");
    LLVMAddIncoming(result, &old, &loop, 1);
    if (may_be_idle)
        LLVMAddIncoming(result, (LLVMValueRef[]){sw_const(ir->i32, 0)}, &before, 1);
    return result;
}

static LLVMValueRef ones_of(struct sw_lanes *l, LLVMValueRef bits) {
    LLVMTypeRef type = LLVMTypeOf(bits);
    return sw_call_intrinsic(l->ir, "llvm.ctpop", &type, 1, &bits, 1, "");
}

/* How many lanes run before each. */
static LLVMValueRef lanes_before(struct sw_lanes *l, LLVMValueRef active) {
    LLVMTypeRef i32 = l->ir->i32;
    LLVMValueRef *below = sw_arena_alloc(l->ir->arena, l->width * sizeof *below);
    if (sw_is_full(l->mask))
        return sw_lane_numbers(l, i32, 1);
    for (unsigned i = 0; i < l->width; i++)
        below[i] = sw_const(i32, (1ull << i) - 1);
    LLVMValueRef those = sw_splat(l, active);
    return ones_of(l, LLVMBuildAnd(l->ir->builder, those, LLVMConstVector(below, l->width), ""));
}

static void count(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMValueRef active = LLVMBuildIntCast2(l->ir->builder, sw_mask_bits(l, l->mask), l->ir->i32, 0, "active");
    struct counter c = {.a = a, .pointer = shared_pointer(l, at), .limit = sw_scalar(l, LLVMGetOperand(at, 1))};
    c.steps = sw_is_full(l->mask) ? sw_const(l->ir->i32, l->width) : ones_of(l, active);
    LLVMValueRef old = a->scope == SW_SCOPE_block ? step_plainly(l, &c) : step_by_swapping(l, &c);
    if (LLVMGetFirstUse(at))
        sw_set_vector(l, at, counted(l, &c, old, lanes_before(l, active)));
}

/* Those behind the first find the new value if that was swapped, else what it found; swapping it for itself changes
 * nothing. */
static void compare_and_swap(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef compare = sw_scalar(l, LLVMGetOperand(at, 1)), new = sw_scalar(l, LLVMGetOperand(at, 2));
    LLVMValueRef pointer = shared_pointer(l, at), old = LLVMInstructionClone(at);
    LLVMSetOperand(old, 0, pointer);
    LLVMSetOperand(old, 1, compare);
    LLVMSetOperand(old, 2, new);
    sw_insert_clone(l, old);
    if (!LLVMGetFirstUse(at))
        return;
    LLVMValueRef is_swapped = LLVMBuildICmp(b, LLVMIntEQ, old, compare, "");
    LLVMValueRef later = LLVMBuildSelect(b, is_swapped, new, old, "");
    set_results(l, at, old, sw_splat(l, later));
}

bool sw_emit_atomic_ordered(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    bool is_small = a->type != SW_TYPE_u128 && LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVectorTypeKind;
    if (!is_same_for_all(l, at, 0) || !is_small)
        return false;
    switch (a->op) {
    case SW_ATOMIC_exch:
        exchange(l, at);
        return true;
    case SW_ATOMIC_inc:
    case SW_ATOMIC_dec:
        if (a->type != SW_TYPE_u32 || !SW_PROVED(atomic_one_limit, is_same_for_all(l, at, 1)))
            return false;
        count(l, at, a);
        return true;
    case SW_ATOMIC_cas:
        if (!SW_PROVED(atomic_one_swap, is_same_for_all(l, at, 1) && is_same_for_all(l, at, 2)))
            return false;
        compare_and_swap(l, at);
        return true;
    default:
        return false;
    }
}
