/* Integer arithmetic (PTX ISA, Integer Arithmetic Instructions, Extended-Precision Integer Arithmetic). */
#include "ptx/ptx.h"

static bool is_signed(const struct sw_ptx_op *op) {
    return op->type[0]->kind == 's';
}

static LLVMTypeRef twice(struct sw_ptx_op *op, LLVMValueRef value) {
    return LLVMIntTypeInContext(op->ir->context, 2 * LLVMGetIntTypeWidth(LLVMTypeOf(value)));
}

static LLVMValueRef wide(struct sw_ptx_op *op, LLVMValueRef value) {
    return LLVMBuildIntCast2(op->b, value, twice(op, value), is_signed(op), "");
}

LLVMValueRef sw_ptx_emit_add(struct sw_ptx_op *op) {
    return LLVMBuildAdd(op->b, op->value[1], op->value[2], "");
}
LLVMValueRef sw_ptx_emit_sub(struct sw_ptx_op *op) {
    return LLVMBuildSub(op->b, op->value[1], op->value[2], "");
}

LLVMValueRef sw_ptx_emit_add_sat(struct sw_ptx_op *op) {
    return sw_ptx_overloaded(op, is_signed(op) ? "llvm.sadd.sat" : "llvm.uadd.sat", op->value + 1, 2);
}

LLVMValueRef sw_ptx_emit_sub_sat(struct sw_ptx_op *op) {
    return sw_ptx_overloaded(op, is_signed(op) ? "llvm.ssub.sat" : "llvm.usub.sat", op->value + 1, 2);
}

static LLVMValueRef high_half(struct sw_ptx_op *op, LLVMValueRef a, LLVMValueRef b) {
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(a));
    if (width == 64)
        return sw_ptx_pure_call(op, is_signed(op) ? "__nv_mul64hi" : "__nv_umul64hi", op->ir->i64,
                                (LLVMValueRef[]){a, b}, 2);
    LLVMValueRef product = LLVMBuildMul(op->b, wide(op, a), wide(op, b), "");
    product = LLVMBuildLShr(op->b, product, sw_const(LLVMTypeOf(product), width), "");
    return LLVMBuildTrunc(op->b, product, LLVMTypeOf(a), "");
}

LLVMValueRef sw_ptx_emit_mul_lo(struct sw_ptx_op *op) {
    return LLVMBuildMul(op->b, op->value[1], op->value[2], "");
}
LLVMValueRef sw_ptx_emit_mul_hi(struct sw_ptx_op *op) {
    return high_half(op, op->value[1], op->value[2]);
}

LLVMValueRef sw_ptx_emit_mul_wide(struct sw_ptx_op *op) {
    return LLVMBuildMul(op->b, wide(op, op->value[1]), wide(op, op->value[2]), "");
}

LLVMValueRef sw_ptx_emit_mad_lo(struct sw_ptx_op *op) {
    return LLVMBuildAdd(op->b, sw_ptx_emit_mul_lo(op), op->value[3], "");
}

LLVMValueRef sw_ptx_emit_mad_hi(struct sw_ptx_op *op) {
    LLVMValueRef terms[] = {sw_ptx_emit_mul_hi(op), op->value[3]};
    return sw_ptx_has(op, "sat") ? sw_ptx_overloaded(op, "llvm.sadd.sat", terms, 2)
                                 : LLVMBuildAdd(op->b, terms[0], terms[1], "");
}

LLVMValueRef sw_ptx_emit_mad_wide(struct sw_ptx_op *op) {
    return LLVMBuildAdd(op->b, sw_ptx_emit_mul_wide(op), op->value[3], "");
}

/* transform/guard.c says what dividing by zero gives. */
LLVMValueRef sw_ptx_emit_div(struct sw_ptx_op *op) {
    return is_signed(op) ? LLVMBuildSDiv(op->b, op->value[1], op->value[2], "")
                         : LLVMBuildUDiv(op->b, op->value[1], op->value[2], "");
}

LLVMValueRef sw_ptx_emit_rem(struct sw_ptx_op *op) {
    return is_signed(op) ? LLVMBuildSRem(op->b, op->value[1], op->value[2], "")
                         : LLVMBuildURem(op->b, op->value[1], op->value[2], "");
}

LLVMValueRef sw_ptx_emit_neg(struct sw_ptx_op *op) {
    return LLVMBuildNeg(op->b, op->value[1], "");
}

LLVMValueRef sw_ptx_emit_abs(struct sw_ptx_op *op) {
    return sw_ptx_overloaded(op, "llvm.abs", (LLVMValueRef[]){op->value[1], sw_const(op->ir->i1, 0)}, 2);
}

static LLVMValueRef not_negative(struct sw_ptx_op *op, LLVMValueRef value) {
    if (!sw_ptx_has(op, "relu"))
        return value;
    return sw_ptx_overloaded(op, "llvm.smax", (LLVMValueRef[]){value, LLVMConstNull(LLVMTypeOf(value))}, 2);
}

LLVMValueRef sw_ptx_emit_min(struct sw_ptx_op *op) {
    return not_negative(op, sw_ptx_overloaded(op, is_signed(op) ? "llvm.smin" : "llvm.umin", op->value + 1, 2));
}

LLVMValueRef sw_ptx_emit_max(struct sw_ptx_op *op) {
    return not_negative(op, sw_ptx_overloaded(op, is_signed(op) ? "llvm.smax" : "llvm.umax", op->value + 1, 2));
}

/* Two 16-bit elements in a word, by the device library's functions for them. */
LLVMValueRef sw_ptx_emit_lib_pairs(struct sw_ptx_op *op) {
    const char *name = sw_arena_printf(op->ir->arena, "__nv_v%s%s2", op->row->argument,
                                       sw_equal(op->row->argument, "add") ? ""
                                       : is_signed(op)                    ? "s"
                                                                          : "u");
    LLVMValueRef value = sw_ptx_pure_call(op, name, op->ir->i32, op->value + 1, 2);
    LLVMValueRef args[] = {value, sw_const(op->ir->i32, 0)};
    return sw_ptx_has(op, "relu") ? sw_ptx_pure_call(op, "__nv_vmaxs2", op->ir->i32, args, 2) : value;
}

/* The same with saturation, also of four bytes. */
LLVMValueRef sw_ptx_emit_sat_lib(struct sw_ptx_op *op) {
    const char *name = sw_arena_printf(op->ir->arena, "__nv_v%s%ss%u", op->row->argument, is_signed(op) ? "s" : "u",
                                       op->type[0]->count);
    return sw_ptx_pure_call(op, name, op->ir->i32, op->value + 1, 2);
}

/* a + b + carry in; the carry out when it is asked for. */
static LLVMValueRef add_with(struct sw_ptx_op *op, LLVMValueRef a, LLVMValueRef b, bool takes) {
    LLVMBuilderRef build = op->b;
    LLVMValueRef sum = LLVMBuildAdd(build, a, b, ""), out = LLVMBuildICmp(build, LLVMIntULT, sum, a, "");
    if (takes) {
        LLVMValueRef in = LLVMBuildZExt(build, sw_ptx_read_carry(op), LLVMTypeOf(a), "");
        sum = LLVMBuildAdd(build, sum, in, "");
        out = LLVMBuildOr(build, out, LLVMBuildICmp(build, LLVMIntULT, sum, in, ""), "");
    }
    if (sw_ptx_has(op, "cc"))
        sw_ptx_write_carry(op, out);
    return sum;
}

/* add.cc, addc, addc.cc: the argument says whether there is a carry in. */
LLVMValueRef sw_ptx_emit_add_carry(struct sw_ptx_op *op) {
    return add_with(op, op->value[1], op->value[2], sw_equal(op->row->argument, "takes"));
}

/* sub.cc, subc, subc.cc: the carry is what has been borrowed. */
LLVMValueRef sw_ptx_emit_sub_carry(struct sw_ptx_op *op) {
    LLVMBuilderRef build = op->b;
    LLVMValueRef a = op->value[1], b = op->value[2];
    LLVMValueRef result = LLVMBuildSub(build, a, b, ""), out = LLVMBuildICmp(build, LLVMIntULT, a, b, "");
    if (sw_equal(op->row->argument, "takes")) {
        LLVMValueRef in = LLVMBuildZExt(build, sw_ptx_read_carry(op), LLVMTypeOf(a), "");
        out = LLVMBuildOr(build, out, LLVMBuildICmp(build, LLVMIntULT, result, in, ""), "");
        result = LLVMBuildSub(build, result, in, "");
    }
    if (sw_ptx_has(op, "cc"))
        sw_ptx_write_carry(op, out);
    return result;
}

/* mad.lo.cc, mad.hi.cc, madc.lo, madc.hi and so on. */
LLVMValueRef sw_ptx_emit_mad_carry(struct sw_ptx_op *op) {
    LLVMValueRef product = sw_ptx_has(op, "hi") ? sw_ptx_emit_mul_hi(op) : sw_ptx_emit_mul_lo(op);
    return add_with(op, product, op->value[3], sw_equal(op->row->argument, "takes"));
}

static LLVMValueRef as_word(struct sw_ptx_op *op, LLVMValueRef value) {
    return LLVMBuildIntCast2(op->b, value, op->ir->i32, 0, "");
}

LLVMValueRef sw_ptx_emit_popc(struct sw_ptx_op *op) {
    return as_word(op, sw_ptx_overloaded(op, "llvm.ctpop", op->value + 1, 1));
}

LLVMValueRef sw_ptx_emit_clz(struct sw_ptx_op *op) {
    LLVMValueRef args[] = {op->value[1], sw_const(op->ir->i1, 0)};
    return as_word(op, sw_ptx_overloaded(op, "llvm.ctlz", args, 2));
}

LLVMValueRef sw_ptx_emit_brev(struct sw_ptx_op *op) {
    return sw_ptx_overloaded(op, "llvm.bitreverse", op->value + 1, 1);
}
