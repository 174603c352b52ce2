/* Floating-point arithmetic (PTX ISA, Floating-Point Instructions, Half Precision Floating-Point Instructions).
 *
 * Sums and products without a rounding mode may be fused on a GPU; here they never are. The approximate functions are
 * the device library's, closer than a GPU's; .ftz takes denormal operands for zero and leaves none. */
#include "ptx/ptx.h"

#include <string.h>

static LLVMTypeRef float_type(struct sw_ptx_op *op) {
    return sw_ptx_llvm_type(op->ir, op->type[0]);
}

static bool is_double(struct sw_ptx_op *op) {
    return op->type[0]->bits == 64;
}

static LLVMValueRef flushed(struct sw_ptx_op *op, LLVMValueRef value) {
    if (!sw_ptx_has(op, "ftz") || LLVMTypeOf(value) != op->ir->f32)
        return value;
    return sw_ptx_pure_call(op, "__nv_ptx_ftz_f32", op->ir->f32, &value, 1);
}

static void flush_operands(struct sw_ptx_op *op) {
    for (unsigned i = 1; i < op->count; i++)
        if (op->value[i])
            op->value[i] = flushed(op, op->value[i]);
}

static LLVMValueRef finished(struct sw_ptx_op *op, LLVMValueRef value) {
    value = flushed(op, value);
    return sw_ptx_has(op, "sat") ? sw_ptx_pure_call(op, "__nv_saturatef", op->ir->f32, &value, 1) : value;
}

/* CUDA's name of a rounding mode that is not the nearest; null: it is. */
static const char *direction(struct sw_ptx_op *op) {
    if (sw_ptx_has(op, "rz"))
        return "rz";
    if (sw_ptx_has(op, "rm"))
        return "rd";
    return sw_ptx_has(op, "rp") ? "ru" : NULL;
}

static LLVMValueRef directed(struct sw_ptx_op *op, const char *name, LLVMValueRef *args, unsigned count) {
    const char *full = sw_equal(name, "fma")
                           ? sw_arena_printf(op->ir->arena, "__nv_fma%s_%s", is_double(op) ? "" : "f", direction(op))
                           : sw_arena_printf(op->ir->arena, "__nv_%c%s_%s", is_double(op) ? 'd' : 'f', name,
                                             direction(op));
    return sw_ptx_pure_call(op, full, float_type(op), args, count);
}

static LLVMValueRef nearest_two(struct sw_ptx_op *op, const char *name) {
    LLVMOpcode opcode = sw_equal(name, "add") ? LLVMFAdd : sw_equal(name, "mul") ? LLVMFMul : LLVMFDiv;
    return LLVMBuildBinOp(op->b, opcode, op->value[1], op->value[2], "");
}

/* add, sub, mul, div: the argument; a difference is a sum. */
LLVMValueRef sw_ptx_emit_float_two(struct sw_ptx_op *op) {
    const char *name = op->row->argument;
    flush_operands(op);
    if (sw_equal(name, "sub")) {
        op->value[2] = LLVMBuildFNeg(op->b, op->value[2], "");
        name = "add";
    }
    return finished(op, direction(op) ? directed(op, name, op->value + 1, 2) : nearest_two(op, name));
}

LLVMValueRef sw_ptx_emit_float_fma(struct sw_ptx_op *op) {
    flush_operands(op);
    return finished(op, direction(op) ? directed(op, "fma", op->value + 1, 3)
                                      : sw_ptx_overloaded(op, "llvm.fma", op->value + 1, 3));
}

/* One of the two floats in a register of 64 bits. */
static LLVMValueRef float_at(struct sw_ptx_op *op, LLVMValueRef pair, unsigned index) {
    LLVMValueRef bits = LLVMBuildLShr(op->b, pair, sw_const(op->ir->i64, index * 32), "");
    return sw_ptx_as(op, LLVMBuildTrunc(op->b, bits, op->ir->i32, ""), op->ir->f32);
}

/* add, sub, mul, fma of .f32x2: that of both. */
LLVMValueRef sw_ptx_emit_float_pairs(struct sw_ptx_op *op) {
    LLVMValueRef pair = sw_const(op->ir->i64, 0);
    for (unsigned k = 0; k < 2; k++) {
        struct sw_ptx_op one = *op;
        one.type[0] = sw_ptx_type("f32");
        for (unsigned i = 1; i < op->count; i++)
            one.value[i] = float_at(op, op->value[i], k);
        LLVMValueRef result = op->count == 4 ? sw_ptx_emit_float_fma(&one) : sw_ptx_emit_float_two(&one);
        LLVMValueRef bits = LLVMBuildZExt(op->b, sw_ptx_as(op, result, op->ir->i32), op->ir->i64, "");
        pair = LLVMBuildOr(op->b, pair, LLVMBuildShl(op->b, bits, sw_const(op->ir->i64, k * 32), ""), "");
    }
    return pair;
}

static LLVMValueRef reciprocal(struct sw_ptx_op *op, LLVMValueRef value) {
    return LLVMBuildFDiv(op->b, LLVMConstReal(float_type(op), 1.0), value, "");
}

/* rcp, sqrt, or a function of the library for floats and one for doubles: "name|name". */
LLVMValueRef sw_ptx_emit_float_one(struct sw_ptx_op *op) {
    const char *name = op->row->argument, *bar = strchr(name, '|');
    flush_operands(op);
    LLVMValueRef value = op->value[1];
    if (bar)
        name = is_double(op) ? bar + 1 : sw_arena_strndup(op->ir->arena, name, (size_t)(bar - name));
    if (bar)
        value = sw_ptx_pure_call(op, name, float_type(op), &value, 1);
    else if (direction(op))
        value = directed(op, name, &value, 1);
    else
        value = sw_equal(name, "rcp") ? reciprocal(op, value) : sw_ptx_overloaded(op, "llvm.sqrt", &value, 1);
    return finished(op, value);
}

/* neg, abs: of the sign bit alone. */
LLVMValueRef sw_ptx_emit_float_sign(struct sw_ptx_op *op) {
    flush_operands(op);
    return sw_equal(op->row->argument, "neg") ? LLVMBuildFNeg(op->b, op->value[1], "")
                                              : sw_ptx_overloaded(op, "llvm.fabs", op->value + 1, 1);
}

/* min, max of two or three; .NaN: a NaN wins; .xorsign.abs: of the magnitudes, with the product's sign. */
LLVMValueRef sw_ptx_emit_float_min(struct sw_ptx_op *op) {
    const char *kind = op->row->argument, *nan = sw_ptx_has(op, "NaN") ? "_nan" : "";
    flush_operands(op);
    LLVMValueRef result = op->value[1];
    const char *name = *nan ? sw_arena_printf(op->ir->arena, "__nv_ptx_%s_nan_%s", kind, op->type[0]->name)
                            : sw_arena_printf(op->ir->arena, "__nv_f%s%s", kind, is_double(op) ? "" : "f");
    bool of_magnitudes = sw_ptx_has(op, "abs");
    if (of_magnitudes)
        result = sw_ptx_overloaded(op, "llvm.fabs", &result, 1);
    for (unsigned i = 2; i < op->count; i++) {
        LLVMValueRef other = of_magnitudes ? sw_ptx_overloaded(op, "llvm.fabs", op->value + i, 1) : op->value[i];
        result = sw_ptx_pure_call(op, name, float_type(op), (LLVMValueRef[]){result, other}, 2);
    }
    if (!of_magnitudes)
        return result;
    LLVMValueRef args[2] = {sw_ptx_as(op, op->value[1], op->ir->i32), sw_ptx_as(op, op->value[2], op->ir->i32)};
    LLVMValueRef sign = sw_ptx_as(op, LLVMBuildXor(op->b, args[0], args[1], ""), op->ir->f32);
    return sw_ptx_overloaded(op, "llvm.copysign", (LLVMValueRef[]){result, sign}, 2);
}

/* The 16 bits at `index` of a register. */
static LLVMValueRef element(struct sw_ptx_op *op, LLVMValueRef value, unsigned index) {
    if (op->type[0]->count == 1)
        return value;
    return LLVMBuildTrunc(op->b, LLVMBuildLShr(op->b, value, sw_const(op->ir->i32, 16 * index), ""), op->ir->i16, "");
}

static LLVMValueRef joined(struct sw_ptx_op *op, LLVMValueRef *parts) {
    if (op->type[0]->count == 1)
        return parts[0];
    LLVMValueRef low = LLVMBuildZExt(op->b, parts[0], op->ir->i32, ""),
                 high = LLVMBuildZExt(op->b, parts[1], op->ir->i32, "");
    return LLVMBuildOr(op->b, low, LLVMBuildShl(op->b, high, sw_const(op->ir->i32, 16), ""), "");
}

static LLVMValueRef half_call(struct sw_ptx_op *op, const char *what, LLVMValueRef *args, unsigned count) {
    const char *format = op->type[0]->kind == 'h' ? "bf16" : "f16";
    return sw_ptx_pure_call(op, sw_arena_printf(op->ir->arena, "__nv_ptx_%s_%s", what, format), op->ir->i16, args,
                            count);
}

/* Arithmetic of f16, bf16 and pairs of them, by elements; the argument names it. */
LLVMValueRef sw_ptx_emit_half_op(struct sw_ptx_op *op) {
    static const char *const after[] = {"sat", "relu"};
    LLVMValueRef parts[2], args[3];
    const char *name = sw_ptx_has(op, "NaN") ? sw_arena_printf(op->ir->arena, "%s_nan", op->row->argument)
                                             : op->row->argument;
    for (unsigned k = 0; k < op->type[0]->count; k++) {
        unsigned count = 0;
        for (unsigned i = 1; i < op->count; i++) {
            args[count] = element(op, op->value[i], k);
            if (sw_ptx_has(op, "ftz"))
                args[count] = half_call(op, "ftz", args + count, 1);
            count++;
        }
        parts[k] = half_call(op, name, args, count);
        for (unsigned i = 0; i < 2; i++)
            if (sw_ptx_has(op, after[i]))
                parts[k] = half_call(op, after[i], parts + k, 1);
    }
    return joined(op, parts);
}

/* Functions of floats on halves. */
LLVMValueRef sw_ptx_emit_half_math(struct sw_ptx_op *op) {
    const char *format = op->type[0]->kind == 'h' ? "bf16" : "f16";
    LLVMValueRef parts[2];
    for (unsigned k = 0; k < op->type[0]->count; k++) {
        LLVMValueRef x = element(op, op->value[1], k);
        x = sw_ptx_pure_call(op, sw_arena_printf(op->ir->arena, "__nv_ptx_f32_of_%s", format), op->ir->f32, &x, 1);
        x = sw_ptx_pure_call(op, op->row->argument, op->ir->f32, &x, 1);
        parts[k] = sw_ptx_pure_call(op, sw_arena_printf(op->ir->arena, "__nv_ptx_%s_of_f32_rn", format), op->ir->i16,
                                    &x, 1);
    }
    return joined(op, parts);
}
