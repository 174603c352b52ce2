/* Logic and shifts (PTX ISA, Logic and Shift Instructions). */
#include "ptx/ptx.h"

LLVMValueRef sw_ptx_emit_and(struct sw_ptx_op *op) {
    return LLVMBuildAnd(op->b, op->value[1], op->value[2], "");
}
LLVMValueRef sw_ptx_emit_or(struct sw_ptx_op *op) {
    return LLVMBuildOr(op->b, op->value[1], op->value[2], "");
}
LLVMValueRef sw_ptx_emit_xor(struct sw_ptx_op *op) {
    return LLVMBuildXor(op->b, op->value[1], op->value[2], "");
}
LLVMValueRef sw_ptx_emit_not(struct sw_ptx_op *op) {
    return LLVMBuildNot(op->b, op->value[1], "");
}

LLVMValueRef sw_ptx_emit_cnot(struct sw_ptx_op *op) {
    LLVMTypeRef type = LLVMTypeOf(op->value[1]);
    LLVMValueRef is_zero = LLVMBuildICmp(op->b, LLVMIntEQ, op->value[1], LLVMConstNull(type), "");
    return LLVMBuildZExt(op->b, is_zero, type, "");
}

/* The count below the width, and whether it was that. Larger ones count as the width. */
static LLVMValueRef count_below(struct sw_ptx_op *op, LLVMValueRef *fits) {
    LLVMTypeRef type = LLVMTypeOf(op->value[1]);
    LLVMValueRef count = op->value[2], width = sw_const(op->ir->i32, LLVMGetIntTypeWidth(type));
    *fits = LLVMBuildICmp(op->b, LLVMIntULT, count, width, "");
    count = LLVMBuildAnd(op->b, count, LLVMBuildSub(op->b, width, sw_const(op->ir->i32, 1), ""), "");
    return LLVMBuildIntCast2(op->b, count, type, 0, "");
}

LLVMValueRef sw_ptx_emit_shl(struct sw_ptx_op *op) {
    LLVMValueRef fits, count = count_below(op, &fits);
    LLVMValueRef shifted = LLVMBuildShl(op->b, op->value[1], count, "");
    return LLVMBuildSelect(op->b, fits, shifted, LLVMConstNull(LLVMTypeOf(shifted)), "");
}

LLVMValueRef sw_ptx_emit_shr(struct sw_ptx_op *op) {
    LLVMTypeRef type = LLVMTypeOf(op->value[1]);
    LLVMValueRef fits, count = count_below(op, &fits);
    if (op->type[0]->kind == 's') {
        count = LLVMBuildSelect(op->b, fits, count, sw_const(type, LLVMGetIntTypeWidth(type) - 1), "");
        return LLVMBuildAShr(op->b, op->value[1], count, "");
    }
    return LLVMBuildSelect(op->b, fits, LLVMBuildLShr(op->b, op->value[1], count, ""), LLVMConstNull(type), "");
}

/* shf d, a, b, c: b:a shifted, its high word (l) or low word (r). */
static LLVMValueRef funnel(struct sw_ptx_op *op, const char *intrinsic) {
    LLVMValueRef args[] = {op->value[2], op->value[1], op->value[3]};
    return sw_ptx_overloaded(op, intrinsic, args, 3);
}

static LLVMValueRef clamped(struct sw_ptx_op *op, LLVMValueRef funnelled, LLVMValueRef at_width) {
    LLVMValueRef fits = LLVMBuildICmp(op->b, LLVMIntULT, op->value[3], sw_const(op->ir->i32, 32), "");
    return LLVMBuildSelect(op->b, fits, funnelled, at_width, "");
}

LLVMValueRef sw_ptx_emit_shf_l(struct sw_ptx_op *op) {
    return funnel(op, "llvm.fshl");
}
LLVMValueRef sw_ptx_emit_shf_r(struct sw_ptx_op *op) {
    return funnel(op, "llvm.fshr");
}
LLVMValueRef sw_ptx_emit_shf_lc(struct sw_ptx_op *op) {
    return clamped(op, sw_ptx_emit_shf_l(op), op->value[1]);
}
LLVMValueRef sw_ptx_emit_shf_rc(struct sw_ptx_op *op) {
    return clamped(op, sw_ptx_emit_shf_r(op), op->value[2]);
}

/* A function of `count` words by its truth table: the upper half of the table where the first word's bit is set. */
static LLVMValueRef looked_up(struct sw_ptx_op *op, const LLVMValueRef *words, unsigned count, unsigned table) {
    if (!count)
        return table & 1 ? LLVMConstAllOnes(op->ir->i32) : LLVMConstNull(op->ir->i32);
    unsigned half = 1u << (count - 1), mask = (1u << half) - 1;
    LLVMValueRef set = looked_up(op, words + 1, count - 1, table >> half & mask);
    LLVMValueRef clear = looked_up(op, words + 1, count - 1, table & mask);
    if (set == clear)
        return set;
    set = LLVMBuildAnd(op->b, words[0], set, "");
    return LLVMBuildOr(op->b, set, LLVMBuildAnd(op->b, LLVMBuildNot(op->b, words[0], ""), clear, ""), "");
}

/* lop3.b32 d, a, b, c, table; lop3.or.b32 d|p, a, b, c, table, q. */
LLVMValueRef sw_ptx_emit_lop3(struct sw_ptx_op *op) {
    uint64_t table;
    const struct sw_ptx_operand *to = op->operand[0];
    const struct sw_ptx_type *bits = sw_ptx_type("b32"), *truth = sw_ptx_type("pred");
    if (!sw_ptx_constant(op, op->operand[4], &table))
        return NULL;
    LLVMValueRef result = looked_up(op, op->value + 1, 3, (unsigned)table & 255);
    bool is_pair = to->kind == SW_PTX_PAIR;
    if (is_pair != !!op->value[5] || is_pair != !!op->slot[0])
        return sw_ptx_error(op, "a predicate is written and read with .and or .or, and only then"), NULL;
    if (is_pair) {
        LLVMValueRef any = LLVMBuildICmp(op->b, LLVMIntNE, result, LLVMConstNull(op->ir->i32), "");
        any = sw_equal(op->slot[0], "or") ? LLVMBuildOr(op->b, any, op->value[5], "")
                                          : LLVMBuildAnd(op->b, any, op->value[5], "");
        sw_ptx_write(op, &to->parts.at[1], truth, any, false);
    }
    sw_ptx_write(op, is_pair ? &to->parts.at[0] : to, bits, result, false);
    return NULL;
}
