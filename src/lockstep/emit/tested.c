/* Indices of which it is not proved that they wrap in no lane. A 32-bit number that is extended to 64 bits grows evenly from
 * lane to lane unless the range from lane 0's to the last lane's wraps around. So does min(x, width - 1), or x & (size - 1),
 * as long as no lane reaches the limit. A value that depends on such an index has two forms: the vector, and beside it
 * lane 0's value with a truth, which says that the other lanes' values follow from it. Accesses to memory test that truth
 * (memory.c); where nothing does, LLVM drops it.
 *
 *      i = add i32 %n, %tid       (affine)
 *      w = zext i32 i to i64      (affine, tested)    =>   first = zext i32 (lane 0's i)      holds = i + 31 does not overflow
 *      p = gep float, base, w     (affine, tested)         first = gep float, base, first     holds */
#include "lockstep/emit/emit.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

/* A distance that numbers of this width can have. */
static bool fits(uint64_t distance, unsigned width, bool is_signed) {
    return width < 64 && distance < 1ull << (width - is_signed);
}

/* Whether numbers that lie so far apart from lane to lane wrap in no lane, from lane 0's on; null when none of that
 * width could stay within. last: the last lane's. */
static LLVMValueRef test_wrap(struct sw_lanes *l, LLVMValueRef first, int64_t stride, bool is_signed,
                              LLVMValueRef *last) {
    LLVMTypeRef type = LLVMTypeOf(first);
    bool is_up = stride > 0;
    uint64_t step = is_up ? (uint64_t)stride : 0 - (uint64_t)stride, distance;
    if (__builtin_mul_overflow(step, (uint64_t)l->width - 1, &distance) ||
        !SW_PROVED(test_has_room, fits(distance, LLVMGetIntTypeWidth(type), is_signed)))
        return NULL;
    const char *name = is_signed ? (is_up ? "llvm.sadd.with.overflow" : "llvm.ssub.with.overflow")
                                 : (is_up ? "llvm.uadd.with.overflow" : "llvm.usub.with.overflow");
    LLVMValueRef args[] = {first, sw_const(type, distance)};
    LLVMValueRef sum = sw_call_intrinsic(l->ir, name, &type, 1, args, 2, "");
    *last = LLVMBuildExtractValue(l->ir->builder, sum, 0, "");
    return LLVMBuildNot(l->ir->builder, LLVMBuildExtractValue(l->ir->builder, sum, 1, ""), "");
}

static LLVMValueRef both(struct sw_lanes *l, LLVMValueRef a, LLVMValueRef b) {
    return a && b && a != b ? LLVMBuildAnd(l->ir->builder, a, b, "") : a ? a : b;
}

static LLVMValueRef test_extension(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef first) {
    bool is_signed = sw_base_opcode(&l->shapes, at) == LLVMSExt;
    LLVMValueRef last;
    return test_wrap(l, first, sw_shape_of(&l->shapes, LLVMGetOperand(at, 0)).stride, is_signed, &last);
}

/* Which operand is the line. */
static unsigned line_of(struct sw_lanes *l, LLVMValueRef at) {
    return sw_shape_of(&l->shapes, LLVMGetOperand(at, 0)).kind != SW_AFFINE;
}

/* Whether all lanes are on the line's side of the limit. */
static LLVMValueRef test_limit(struct sw_lanes *l, LLVMValueRef at, const LLVMValueRef *operands, bool is_signed,
                               bool is_least) {
    unsigned line = line_of(l, at);
    int64_t stride = sw_shape_of(&l->shapes, at).stride;
    LLVMValueRef first = operands[line], last, runs_on = test_wrap(l, first, stride, is_signed, &last);
    LLVMIntPredicate side = is_least ? (is_signed ? LLVMIntSLE : LLVMIntULE) : (is_signed ? LLVMIntSGE : LLVMIntUGE);
    LLVMValueRef outmost = (stride > 0) == is_least ? last : first;
    return runs_on ? both(l, runs_on, LLVMBuildICmp(l->ir->builder, side, outmost, operands[!line], "")) : NULL;
}

/* Whether the mask is that of a segment, 2^k - 1, and all lanes are in one. */
static LLVMValueRef test_segment(struct sw_lanes *l, LLVMValueRef at, const LLVMValueRef *operands,
                                 LLVMValueRef first) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(at);
    int64_t stride = sw_shape_of(&l->shapes, at).stride;
    uint64_t distance = (l->width - 1) * (stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride);
    LLVMValueRef mask = operands[!line_of(l, at)], far = sw_const(type, distance);
    LLVMValueRef above = LLVMBuildAnd(b, mask, LLVMBuildAdd(b, mask, sw_const(type, 1), ""), "");
    LLVMValueRef is_mask = LLVMBuildICmp(b, LLVMIntEQ, above, sw_const(type, 0), "");
    LLVMValueRef has_room = LLVMBuildICmp(b, LLVMIntUGE, mask, far, "");
    LLVMValueRef is_within = stride < 0 ? LLVMBuildICmp(b, LLVMIntUGE, first, far, "")
                                        : LLVMBuildICmp(b, LLVMIntULE, first, LLVMBuildSub(b, mask, far, ""), "");
    return both(l, is_mask, both(l, has_room, is_within));
}

static int operand_count(LLVMValueRef at) {
    return LLVMIsACallInst(at) ? (int)LLVMGetNumArgOperands(at) : LLVMGetNumOperands(at);
}

/* Lane 0's operands, and on what they rest; false when one of them has no such form. */
static bool take_operands(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef *operands, struct sw_tested *made) {
    for (int i = 0; i < operand_count(at); i++) {
        LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
        struct sw_tested part = {0};
        if (sw_kind(l, operand) != SW_VARYING)
            part.first = sw_scalar(l, operand);
        else if (!sw_get_tested(l, operand, &part))
            return false;
        operands[i] = part.first;
        made->holds = both(l, made->holds, part.holds);
    }
    return true;
}

/* What is a line among the lanes that run only, is tested as well: lane 0 need not run. */
static bool needs_test(struct sw_lanes *l, LLVMValueRef at) {
    return sw_shape_of(&l->shapes, LLVMGetOperand(at, 0)).is_anchored || sw_map_has(l->shapes.checks, at);
}

/* By the operation that its shape has been found for. */
static bool compute(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef *operands, struct sw_tested *made) {
    LLVMOpcode opcode = sw_base_opcode(&l->shapes, at);
    if (LLVMIsASExtInst(at) || LLVMIsAZExtInst(at)) {
        LLVMValueRef test = needs_test(l, at) ? test_extension(l, at, operands[0]) : made->holds;
        made->first = LLVMBuildCast(l->ir->builder, opcode, operands[0], LLVMTypeOf(at), "");
        made->holds = both(l, made->holds, test);
        return test != NULL;
    }
    bool is_checked = sw_map_has(l->shapes.checks, at), is_signed, is_least;
    if (is_checked && sw_is_limit(at, &is_signed, &is_least)) {
        LLVMValueRef test = test_limit(l, at, operands, is_signed, is_least);
        made->first = operands[line_of(l, at)];
        made->holds = both(l, made->holds, test);
        return test != NULL;
    }
    made->first = opcode == LLVMGetInstructionOpcode(at) ? sw_clone_scalar(l, at, operands, true)
                                                         : LLVMBuildBinOp(l->ir->builder, opcode, operands[0],
                                                                          operands[1], ""); /* a sum in an or's guise */
    if (is_checked)
        made->holds = both(l, made->holds, test_segment(l, at, operands, made->first));
    return made->holds != NULL;
}

/* Round a loop the truth would have to go along; that goes too far. */
static bool is_simple(LLVMValueRef at) {
    bool is_signed, is_least;
    return LLVMIsABinaryOperator(at) || LLVMIsACastInst(at) || LLVMIsAGetElementPtrInst(at) ||
           sw_is_limit(at, &is_signed, &is_least);
}

void sw_emit_tested(struct sw_lanes *l, LLVMValueRef at) {
    struct sw_shape shape = sw_shape_of(&l->shapes, at);
    struct sw_tested made = {0};
    bool is_common = sw_is_common(l, at) || !sw_is_made_once(l, at); /* the truth is one row's, or all rows' */
    if (!shape.is_tested || shape.kind != SW_AFFINE || !is_simple(at) || !is_common || sw_granule_of(&l->shapes, at))
        return;
    LLVMValueRef *operands = sw_arena_alloc(l->ir->arena, (size_t)operand_count(at) * sizeof *operands);
    if (take_operands(l, at, operands, &made) && compute(l, at, operands, &made))
        sw_set_tested(l, at, &made);
}
