/* Combining: what an atomic operation computes, new = op(old, value), as ordinary instructions; and of which type. The
 * values may also be vectors, one element a lane. */
#include "lockstep/atomic/combine.h"

LLVMTypeRef sw_atomic_value_type(struct sw_ir *ir, enum sw_atomic_type type) {
    LLVMTypeRef half = LLVMHalfTypeInContext(ir->context), bfloat = LLVMBFloatTypeInContext(ir->context);
    switch (type) {
    case SW_TYPE_i32:
    case SW_TYPE_u32:
        return ir->i32;
    case SW_TYPE_i64:
    case SW_TYPE_u64:
        return ir->i64;
    case SW_TYPE_f32:
        return ir->f32;
    case SW_TYPE_f64:
        return ir->f64;
    case SW_TYPE_u8:
        return ir->i8;
    case SW_TYPE_u16:
        return ir->i16;
    case SW_TYPE_f16:
        return half;
    case SW_TYPE_bf16:
        return bfloat;
    case SW_TYPE_v2f16:
        return LLVMVectorType(half, 2);
    case SW_TYPE_v2bf16:
        return LLVMVectorType(bfloat, 2);
    case SW_TYPE_u128:
        return LLVMInt128TypeInContext(ir->context);
    default:
        sw_bug("atomic type %d has no LLVM type", (int)type);
    }
}

bool sw_atomic_is_float(enum sw_atomic_type type) {
    return type == SW_TYPE_f32 || type == SW_TYPE_f64 || type == SW_TYPE_f16 || type == SW_TYPE_bf16 ||
           type == SW_TYPE_v2f16 || type == SW_TYPE_v2bf16;
}

bool sw_atomic_is_signed(enum sw_atomic_type type) {
    return type == SW_TYPE_i32 || type == SW_TYPE_i64;
}

/* A type of integers of the same width, and as many. */
static LLVMTypeRef bits_of(struct sw_ir *ir, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return LLVMVectorType(bits_of(ir, LLVMGetElementType(type)), LLVMGetVectorSize(type));
    return LLVMIntTypeInContext(ir->context, (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(ir->module), type));
}

/* A constant of an integer type, or a vector full of it. */
static LLVMValueRef number(LLVMTypeRef type, unsigned value) {
    LLVMValueRef element[64];
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return sw_const(type, value);
    unsigned count = LLVMGetVectorSize(type);
    assert(count <= sizeof element / sizeof *element);
    for (unsigned i = 0; i < count; i++)
        element[i] = sw_const(LLVMGetElementType(type), value);
    return LLVMConstVector(element, count);
}

/* fminf or fmaxf: a NaN loses against a number. The bits of numbers that compare equal differ in the sign of zero at
 * most, so joining the bits decides. */
static LLVMValueRef float_extreme(struct sw_ir *ir, bool is_max, LLVMValueRef old, LLVMValueRef value) {
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef type = LLVMTypeOf(old), bits = bits_of(ir, type);
    LLVMValueRef tie = LLVMBuildFCmp(b, LLVMRealOEQ, old, value, "");
    LLVMValueRef x = LLVMBuildBitCast(b, old, bits, "");
    LLVMValueRef y = LLVMBuildBitCast(b, value, bits, "");
    LLVMValueRef joined = is_max ? LLVMBuildAnd(b, x, y, "") : LLVMBuildOr(b, x, y, "");
    joined = LLVMBuildBitCast(b, joined, type, "");
    LLVMValueRef winner = sw_call_intrinsic(ir, is_max ? "llvm.maxnum" : "llvm.minnum", &type, 1,
                                            (LLVMValueRef[]){old, value}, 2, "");
    return LLVMBuildSelect(b, tie, joined, winner, "");
}

static LLVMValueRef extreme(struct sw_ir *ir, const struct sw_atomic *a, LLVMValueRef old, LLVMValueRef value) {
    bool sign = sw_atomic_is_signed(a->type), is_max = a->op == SW_ATOMIC_max;
    if (sw_atomic_is_float(a->type))
        return float_extreme(ir, is_max, old, value);
    LLVMIntPredicate less = sign ? LLVMIntSLT : LLVMIntULT, greater = sign ? LLVMIntSGT : LLVMIntUGT;
    LLVMValueRef test = LLVMBuildICmp(ir->builder, is_max ? greater : less, old, value, "");
    return LLVMBuildSelect(ir->builder, test, old, value, "");
}

/* The operations keep<predicate>. */
static LLVMValueRef keep(struct sw_ir *ir, enum sw_atomic_op op, LLVMValueRef old, LLVMValueRef value) {
    static const LLVMRealPredicate predicates[] = {LLVMRealOGT, LLVMRealOGE, LLVMRealUGT, LLVMRealUGE,
                                                   LLVMRealOLT, LLVMRealOLE, LLVMRealULT, LLVMRealULE};
    LLVMValueRef test = LLVMBuildFCmp(ir->builder, predicates[op - SW_ATOMIC_keepogt], old, value, "");
    return LLVMBuildSelect(ir->builder, test, old, value, "");
}

bool sw_is_combinable(const struct sw_atomic *a) {
    return a->op != SW_ATOMIC_cas && a->op != SW_ATOMIC_addany;
}

LLVMValueRef sw_atomic_flushed(struct sw_ir *ir, LLVMValueRef value) {
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef type = LLVMTypeOf(value), bits_type = bits_of(ir, type);
    assert(LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(ir->module), type) % 32 == 0); /* numbers of 32 bits */
    LLVMValueRef bits = LLVMBuildBitCast(b, value, bits_type, "");
    LLVMValueRef exponent = LLVMBuildAnd(b, bits, number(bits_type, 0x7f800000), "");
    LLVMValueRef sign = LLVMBuildAnd(b, bits, number(bits_type, 0x80000000), "");
    LLVMValueRef is_tiny = LLVMBuildICmp(b, LLVMIntEQ, exponent, LLVMConstNull(bits_type), "");
    return LLVMBuildBitCast(b, LLVMBuildSelect(b, is_tiny, sign, bits, ""), type, "");
}

LLVMValueRef sw_atomic_combine(struct sw_ir *ir, const struct sw_atomic *a, LLVMValueRef old, LLVMValueRef value) {
    assert(LLVMTypeOf(old) == LLVMTypeOf(value));
    LLVMBuilderRef b = ir->builder;
    bool fp = sw_atomic_is_float(a->type);
    LLVMTypeRef type = LLVMTypeOf(old);
    LLVMValueRef test;
    switch (a->op) {
    case SW_ATOMIC_add:
        return fp ? LLVMBuildFAdd(b, old, value, "") : LLVMBuildAdd(b, old, value, "");
    case SW_ATOMIC_addftz:
        old = sw_atomic_flushed(ir, old);
        value = sw_atomic_flushed(ir, value);
        return sw_atomic_flushed(ir, LLVMBuildFAdd(b, old, value, ""));
    case SW_ATOMIC_sub:
        return fp ? LLVMBuildFSub(b, old, value, "") : LLVMBuildSub(b, old, value, "");
    case SW_ATOMIC_mul:
        return fp ? LLVMBuildFMul(b, old, value, "") : LLVMBuildMul(b, old, value, "");
    case SW_ATOMIC_exch:
        return value;
    case SW_ATOMIC_min:
    case SW_ATOMIC_max:
        return extreme(ir, a, old, value);
    case SW_ATOMIC_inc: /* ((old >= value) ? 0 : old + 1) */
        test = LLVMBuildICmp(b, LLVMIntUGE, old, value, "");
        return LLVMBuildSelect(b, test, LLVMConstNull(type), LLVMBuildAdd(b, old, number(type, 1), ""), "");
    case SW_ATOMIC_dec: /* ((old == 0 || old > value) ? value : old - 1) */
        test = LLVMBuildICmp(b, LLVMIntEQ, old, LLVMConstNull(type), "");
        test = LLVMBuildOr(b, test, LLVMBuildICmp(b, LLVMIntUGT, old, value, ""), "");
        return LLVMBuildSelect(b, test, value, LLVMBuildSub(b, old, number(type, 1), ""), "");
    case SW_ATOMIC_and:
        return LLVMBuildAnd(b, old, value, "");
    case SW_ATOMIC_or:
        return LLVMBuildOr(b, old, value, "");
    case SW_ATOMIC_xor:
        return LLVMBuildXor(b, old, value, "");
    default:
        if (a->op < SW_ATOMIC_keepogt || a->op > SW_ATOMIC_keepule)
            sw_bug("atomic operation %d cannot be combined", (int)a->op);
        return keep(ir, a->op, old, value);
    }
}
