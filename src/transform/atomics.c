/* Atomics: the marker functions of our headers -> instructions.
 *
 *      call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %v)   =>   atomicrmw add ptr %p, i32 %v monotonic
 *
 * Order is relaxed: CUDA's atomic functions order nothing else (CUDA C++ Programming Guide, Atomic Functions).
 * A block's threads take turns on one worker, so an atomic on shared memory, or in block scope, needs no atomic
 * instruction: it becomes load, operation, store. */
#include "transform/transform.h"

static LLVMTypeRef value_type(struct sw_ir *ir, enum sw_atomic_type type) {
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

static bool is_float(enum sw_atomic_type type) {
    return type == SW_TYPE_f32 || type == SW_TYPE_f64 || type == SW_TYPE_f16 || type == SW_TYPE_bf16 ||
           type == SW_TYPE_v2f16 || type == SW_TYPE_v2bf16;
}

static bool is_signed(enum sw_atomic_type type) {
    return type == SW_TYPE_i32 || type == SW_TYPE_i64;
}

static LLVMAtomicRMWBinOp instruction_op(const struct sw_atomic *a) {
    bool fp = is_float(a->type), sign = is_signed(a->type);
    switch (a->op) {
    case SW_ATOMIC_add:
        return fp ? LLVMAtomicRMWBinOpFAdd : LLVMAtomicRMWBinOpAdd;
    case SW_ATOMIC_sub:
        return fp ? LLVMAtomicRMWBinOpFSub : LLVMAtomicRMWBinOpSub;
    case SW_ATOMIC_exch:
        return LLVMAtomicRMWBinOpXchg;
    case SW_ATOMIC_min:
        return fp ? LLVMAtomicRMWBinOpFMin : sign ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin;
    case SW_ATOMIC_max:
        return fp ? LLVMAtomicRMWBinOpFMax : sign ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax;
    case SW_ATOMIC_inc:
        return LLVMAtomicRMWBinOpUIncWrap;
    case SW_ATOMIC_dec:
        return LLVMAtomicRMWBinOpUDecWrap;
    case SW_ATOMIC_and:
        return LLVMAtomicRMWBinOpAnd;
    case SW_ATOMIC_or:
        return LLVMAtomicRMWBinOpOr;
    case SW_ATOMIC_xor:
        return LLVMAtomicRMWBinOpXor;
    default:
        sw_bug("atomic operation %d is no read-modify-write", (int)a->op);
    }
}

/* The new value, for the plain form. */
static LLVMValueRef combine(struct sw_ir *ir, const struct sw_atomic *a, LLVMValueRef old, LLVMValueRef value) {
    LLVMBuilderRef b = ir->builder;
    bool fp = is_float(a->type), sign = is_signed(a->type);
    LLVMTypeRef type = LLVMTypeOf(old);
    LLVMValueRef test;
    switch (a->op) {
    case SW_ATOMIC_add:
        return fp ? LLVMBuildFAdd(b, old, value, "") : LLVMBuildAdd(b, old, value, "");
    case SW_ATOMIC_sub:
        return fp ? LLVMBuildFSub(b, old, value, "") : LLVMBuildSub(b, old, value, "");
    case SW_ATOMIC_exch:
        return value;
    case SW_ATOMIC_min:
        if (fp)
            return sw_call_intrinsic(ir, "llvm.minnum", &type, 1, (LLVMValueRef[]){old, value}, 2, "");
        test = LLVMBuildICmp(b, sign ? LLVMIntSLT : LLVMIntULT, old, value, "");
        return LLVMBuildSelect(b, test, old, value, "");
    case SW_ATOMIC_max:
        if (fp)
            return sw_call_intrinsic(ir, "llvm.maxnum", &type, 1, (LLVMValueRef[]){old, value}, 2, "");
        test = LLVMBuildICmp(b, sign ? LLVMIntSGT : LLVMIntUGT, old, value, "");
        return LLVMBuildSelect(b, test, old, value, "");
    case SW_ATOMIC_inc: /* ((old >= value) ? 0 : old + 1) */
        test = LLVMBuildICmp(b, LLVMIntUGE, old, value, "");
        return LLVMBuildSelect(b, test, LLVMConstNull(type), LLVMBuildAdd(b, old, sw_const(type, 1), ""), "");
    case SW_ATOMIC_dec: /* ((old == 0 || old > value) ? value : old - 1) */
        test = LLVMBuildICmp(b, LLVMIntEQ, old, LLVMConstNull(type), "");
        test = LLVMBuildOr(b, test, LLVMBuildICmp(b, LLVMIntUGT, old, value, ""), "");
        return LLVMBuildSelect(b, test, value, LLVMBuildSub(b, old, sw_const(type, 1), ""), "");
    case SW_ATOMIC_and:
        return LLVMBuildAnd(b, old, value, "");
    case SW_ATOMIC_or:
        return LLVMBuildOr(b, old, value, "");
    case SW_ATOMIC_xor:
        return LLVMBuildXor(b, old, value, "");
    default:
        sw_bug("atomic operation %d cannot be combined", (int)a->op);
    }
}

/* Whether a pointer certainly points to shared memory. */
static bool is_shared(LLVMValueRef pointer, unsigned depth) {
    for (;;) {
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == 3)
            return true;
        bool step = LLVMIsAAddrSpaceCastInst(pointer) || LLVMIsAGetElementPtrInst(pointer);
        if (!step)
            break;
        pointer = LLVMGetOperand(pointer, 0);
    }
    if (depth > 4 || !(LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer)))
        return false;
    if (LLVMIsASelectInst(pointer))
        return is_shared(LLVMGetOperand(pointer, 1), depth + 1) && is_shared(LLVMGetOperand(pointer, 2), depth + 1);
    for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
        if (!is_shared(LLVMGetIncomingValue(pointer, i), depth + 1))
            return false;
    return true;
}

static LLVMValueRef plain_form(struct sw_ir *ir, const struct sw_atomic *a, LLVMTypeRef type, LLVMValueRef *operand) {
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef old = LLVMBuildLoad2(b, type, operand[0], ""), new;
    if (a->op == SW_ATOMIC_cas) {
        LLVMValueRef same = LLVMBuildICmp(b, LLVMIntEQ, old, operand[1], "");
        new = LLVMBuildSelect(b, same, operand[2], old, "");
    } else {
        new = combine(ir, a, old, operand[1]);
    }
    LLVMBuildStore(b, new, operand[0]);
    return old;
}

static LLVMValueRef atomic_form(struct sw_ir *ir, const struct sw_atomic *a, LLVMValueRef *operand) {
    LLVMBuilderRef b = ir->builder;
    if (a->op != SW_ATOMIC_cas)
        return LLVMBuildAtomicRMW(b, instruction_op(a), operand[0], operand[1], LLVMAtomicOrderingMonotonic, 0);
    LLVMValueRef pair = LLVMBuildAtomicCmpXchg(b, operand[0], operand[1], operand[2], LLVMAtomicOrderingMonotonic,
                                               LLVMAtomicOrderingMonotonic, 0);
    return LLVMBuildExtractValue(b, pair, 0, "");
}

static LLVMValueRef load_or_store(struct sw_ir *ir, const struct sw_atomic *a, LLVMTypeRef type, LLVMValueRef *operand) {
    LLVMValueRef made = a->op == SW_ATOMIC_load ? LLVMBuildLoad2(ir->builder, type, operand[0], "")
                                                : LLVMBuildStore(ir->builder, operand[1], operand[0]);
    LLVMSetOrdering(made, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(made, (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(ir->module), type));
    LLVMSetVolatile(made, 1); /* each one counts: a program may wait on it */
    return a->op == SW_ATOMIC_load ? made : NULL;
}

static void lower(struct sw_ir *ir, LLVMValueRef call, const struct sw_atomic *a) {
    LLVMTypeRef type = value_type(ir, a->type), carrier = LLVMTypeOf(call);
    LLVMValueRef operand[3] = {NULL}, result;
    unsigned count = LLVMGetNumArgOperands(call);
    sw_before(ir, call);
    for (unsigned i = 0; i < count && i < 3; i++) {
        operand[i] = LLVMGetOperand(call, i);
        if (i && LLVMTypeOf(operand[i]) != type)
            operand[i] = LLVMBuildBitCast(ir->builder, operand[i], type, "");
    }
    if (a->op == SW_ATOMIC_load || a->op == SW_ATOMIC_store)
        result = load_or_store(ir, a, type, operand);
    else if (a->scope == SW_SCOPE_block || is_shared(operand[0], 0))
        result = plain_form(ir, a, type, operand);
    else
        result = atomic_form(ir, a, operand);
    if (result && LLVMTypeOf(result) != carrier)
        result = LLVMBuildBitCast(ir->builder, result, carrier, "");
    sw_replace(call, result);
}

static void lower_marker(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    struct sw_atomic atomic;
    if (sw_atomic_of(at, &atomic))
        lower(ir, at, &atomic);
}

void sw_pass_atomics(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, lower_marker, NULL);
}
