/* Indices of which it is not proved that they wrap in no lane: 32-bit numbers, extended to 64 bits, are consecutive unless
 * lane 0's and the last lane's lie on both sides of a wrap. What such an extension leads to has two forms: the vector, as
 * everything that varies, and beside it lane 0's value with the truth that the lanes' values follow from it. Accesses to
 * memory ask for that truth (memory.c); where nobody does, LLVM drops it.
 *
 *      i = add i32 %n, %tid       (affine)
 *      w = zext i32 i to i64      (affine, tested)    =>   first = zext i32 (lane 0's i)      holds = i + 31 does not overflow
 *      p = gep float, base, w     (affine, tested)         first = gep float, base, first     holds */
#include "lockstep/lockstep.h"

/* A distance that numbers of this width can have. */
static bool fits(uint64_t distance, unsigned width, bool is_signed) {
    return width < 64 && distance < 1ull << (width - is_signed);
}

/* Whether no lane's operand wraps, from lane 0's on; null when none of that width could stay within. */
static LLVMValueRef test_extension(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef first) {
    LLVMTypeRef type = LLVMTypeOf(first);
    int64_t stride = sw_shape_of(&l->shapes, LLVMGetOperand(at, 0)).stride;
    bool is_signed = sw_base_opcode(&l->shapes, at) == LLVMSExt, is_up = stride > 0;
    uint64_t step = is_up ? (uint64_t)stride : 0 - (uint64_t)stride, distance;
    if (__builtin_mul_overflow(step, (uint64_t)l->lanes - 1, &distance) ||
        !fits(distance, LLVMGetIntTypeWidth(type), is_signed))
        return NULL;
    const char *name = is_signed ? (is_up ? "llvm.sadd.with.overflow" : "llvm.ssub.with.overflow")
                                 : (is_up ? "llvm.uadd.with.overflow" : "llvm.usub.with.overflow");
    LLVMValueRef args[] = {first, sw_const(type, distance)};
    LLVMValueRef sum = sw_call_intrinsic(l->ir, name, &type, 1, args, 2, "");
    return LLVMBuildNot(l->ir->builder, LLVMBuildExtractValue(l->ir->builder, sum, 1, ""), "");
}

static LLVMValueRef both(struct sw_lanes *l, LLVMValueRef a, LLVMValueRef b) {
    return a && b && a != b ? LLVMBuildAnd(l->ir->builder, a, b, "") : a ? a : b;
}

/* Lane 0's operands, and on what they rest; false when one of them has no such form. */
static bool take_operands(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef *operands, struct sw_tested *made) {
    for (int i = 0; i < LLVMGetNumOperands(at); i++) {
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
    made->first = opcode == LLVMGetInstructionOpcode(at)
                      ? sw_clone_scalar(l, at, operands, true)
                      : LLVMBuildBinOp(l->ir->builder, opcode, operands[0], operands[1], ""); /* a sum in an or's guise */
    return made->holds != NULL;
}

/* Round a loop the truth would have to go along; that goes too far. */
static bool is_simple(LLVMValueRef at) {
    return LLVMIsABinaryOperator(at) || LLVMIsACastInst(at) || LLVMIsAGetElementPtrInst(at);
}

void sw_emit_tested(struct sw_lanes *l, LLVMValueRef at) {
    struct sw_shape shape = sw_shape_of(&l->shapes, at);
    struct sw_tested made = {0};
    bool is_common = sw_is_alike(l, at) || !sw_is_made_once(l, at); /* the truth is one row's, or all rows' */
    if (!shape.is_tested || shape.kind != SW_AFFINE || !is_simple(at) || !is_common ||
        sw_granule_of(&l->shapes, at))
        return;
    LLVMValueRef *operands = sw_arena_alloc(l->ir->arena, (size_t)LLVMGetNumOperands(at) * sizeof *operands);
    if (take_operands(l, at, operands, &made) && compute(l, at, operands, &made))
        sw_set_tested(l, at, &made);
}
