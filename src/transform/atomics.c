/* Atomics: the marker functions of our headers -> instructions.
 *
 *      call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %v)   =>   atomicrmw add ptr %p, i32 %v monotonic
 *
 * Order is relaxed: CUDA's atomic functions order nothing else (CUDA C++ Programming Guide, Atomic Functions).
 * A block's threads take turns on one worker, so an atomic on shared memory, or in block scope, needs no atomic
 * instruction: it becomes load, operation, store. Additions that depend on the space are made for both. */
#include "lockstep/atomic/combine.h"
#include "transform/lower/lower.h"
#include "transform/transform.h"

static LLVMAtomicRMWBinOp instruction_op(const struct sw_atomic *a) {
    bool fp = sw_atomic_is_float(a->type), sign = sw_atomic_is_signed(a->type);
    switch (a->op) {
    case SW_ATOMIC_add:
        return fp ? LLVMAtomicRMWBinOpFAdd : LLVMAtomicRMWBinOpAdd;
    case SW_ATOMIC_sub:
        return fp ? LLVMAtomicRMWBinOpFSub : LLVMAtomicRMWBinOpSub;
    case SW_ATOMIC_exch:
        return LLVMAtomicRMWBinOpXchg;
    case SW_ATOMIC_min:
        return sign ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin;
    case SW_ATOMIC_max:
        return sign ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax;
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

static LLVMValueRef plain_form(struct sw_ir *ir, const struct sw_atomic *a, LLVMTypeRef type, LLVMValueRef *operand) {
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef old = LLVMBuildLoad2(b, type, operand[0], ""), new;
    if (a->op == SW_ATOMIC_cas) {
        LLVMValueRef same = LLVMBuildICmp(b, LLVMIntEQ, old, operand[1], "");
        new = LLVMBuildSelect(b, same, operand[2], old, "");
    } else {
        new = sw_atomic_combine(ir, a, old, operand[1]);
    }
    LLVMBuildStore(b, new, operand[0]);
    return old;
}

static LLVMValueRef atomic_form(struct sw_unit *unit, LLVMValueRef call, const struct sw_atomic *a,
                                LLVMValueRef *operand) {
    struct sw_ir *ir = &unit->ir;
    LLVMBuilderRef b = ir->builder;
    if (sw_atomic_needs_loop(a))
        return sw_call_atomic_loop(ir, a, call, operand[0], operand[1]);
    if (a->op != SW_ATOMIC_cas)
        return LLVMBuildAtomicRMW(b, instruction_op(a), operand[0], operand[1], LLVMAtomicOrderingMonotonic, 0);
    if (unit->options.check && LLVMGetTypeKind(LLVMTypeOf(operand[1])) == LLVMIntegerTypeKind)
        return sw_call_swap(ir, call, operand);
    LLVMValueRef pair = LLVMBuildAtomicCmpXchg(b, operand[0], operand[1], operand[2], LLVMAtomicOrderingMonotonic,
                                               LLVMAtomicOrderingMonotonic, 0);
    return LLVMBuildExtractValue(b, pair, 0, "");
}

/* A variable of the function; leaves the builder before the call. */
static LLVMValueRef spare_variable(struct sw_ir *ir, LLVMValueRef call, LLVMTypeRef type) {
    sw_at_entry(ir, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    LLVMValueRef spare = LLVMBuildAlloca(ir->builder, type, "spare");
    sw_before(ir, call);
    LLVMBuildStore(ir->builder, LLVMConstNull(type), spare);
    return spare;
}

/* Of the block, or where device code reaches them, of the others of its cluster. */
static LLVMValueRef is_in_shared(struct sw_unit *unit, LLVMValueRef pointer) {
    struct sw_ir *ir = &unit->ir;
    if (!unit->reaches_cluster)
        return sw_call_intrinsic(ir, "llvm.nvvm.isspacep.shared", NULL, 0, &pointer, 1, "is_shared");
    LLVMTypeRef type = LLVMFunctionType(ir->i1, &ir->ptr, 1, 0);
    return sw_call(ir, sw_declare(ir, "__sw_is_cluster_shared", type), &pointer, 1, "is_shared");
}

/* Perhaps in shared memory, perhaps beyond it: done on both, on one of them with memory of its own instead. */
static LLVMValueRef any_space(struct sw_unit *unit, LLVMValueRef call, const struct sw_atomic *a, LLVMTypeRef type,
                              LLVMValueRef *operand) {
    struct sw_ir *ir = &unit->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef pointer = operand[0], spare = spare_variable(ir, call, type);
    struct sw_atomic here = *a, beyond = *a;
    here.op = SW_ATOMIC_add;
    beyond.op = SW_ATOMIC_addftz;
    LLVMValueRef is_shared = is_in_shared(unit, pointer);
    operand[0] = LLVMBuildSelect(b, is_shared, pointer, spare, "");
    LLVMValueRef old_here = plain_form(ir, &here, type, operand);
    operand[0] = LLVMBuildSelect(b, is_shared, spare, pointer, "");
    bool is_plain = sw_atomic_is_plain(unit, call, a);
    LLVMValueRef old = is_plain ? plain_form(ir, &beyond, type, operand) : atomic_form(unit, call, &beyond, operand);
    return LLVMBuildSelect(b, is_shared, old_here, old, "");
}

static LLVMValueRef load_or_store(struct sw_ir *ir, const struct sw_atomic *a, LLVMTypeRef type,
                                  LLVMValueRef *operand) {
    LLVMValueRef made = a->op == SW_ATOMIC_load ? LLVMBuildLoad2(ir->builder, type, operand[0], "")
                                                : LLVMBuildStore(ir->builder, operand[1], operand[0]);
    LLVMSetOrdering(made, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(made, (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(ir->module), type));
    LLVMSetVolatile(made, 1); /* each one counts: a program may wait on it */
    return a->op == SW_ATOMIC_load ? made : NULL;
}

/* The type in which the marker takes and gives values. */
static LLVMTypeRef carrier_of(LLVMValueRef call) {
    LLVMTypeRef result = LLVMTypeOf(call);
    return LLVMGetTypeKind(result) == LLVMVoidTypeKind ? LLVMTypeOf(LLVMGetOperand(call, 1)) : result;
}

static unsigned size_of(struct sw_ir *ir, LLVMTypeRef type) {
    return (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(ir->module), type);
}

static void lower(struct sw_unit *unit, LLVMValueRef call, const struct sw_atomic *a) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef carrier = carrier_of(call), type = a->is_wide ? carrier : sw_atomic_value_type(ir, a->type);
    LLVMValueRef operand[3] = {NULL}, result;
    unsigned count = LLVMGetNumArgOperands(call);
    sw_test_alignment(ir, call, LLVMGetOperand(call, 0), size_of(ir, carrier));
    sw_before(ir, call);
    for (unsigned i = 0; i < count && i < 3; i++) {
        operand[i] = LLVMGetOperand(call, i);
        if (i && LLVMTypeOf(operand[i]) != type)
            operand[i] = LLVMBuildBitCast(ir->builder, operand[i], type, "");
    }
    if (a->op == SW_ATOMIC_load || a->op == SW_ATOMIC_store)
        result = load_or_store(ir, a, type, operand);
    else if (a->op == SW_ATOMIC_addany)
        result = any_space(unit, call, a, type, operand);
    else if (sw_atomic_is_plain(unit, call, a))
        result = plain_form(ir, a, type, operand);
    else
        result = atomic_form(unit, call, a, operand);
    if (result && LLVMTypeOf(result) != carrier)
        result = LLVMBuildBitCast(ir->builder, result, carrier, "");
    sw_replace(call, result);
}

static void lower_marker(struct sw_ir *ir, LLVMValueRef at, void *unit) {
    struct sw_atomic atomic;
    if (sw_atomic_of(at, &atomic)) {
        lower(unit, at, &atomic);
    } else if (sw_equal(sw_callee_name(at), SW_TEST_ALIGNMENT)) {
        sw_test_alignment(ir, at, LLVMGetOperand(at, 0), (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(at, 1)));
        LLVMInstructionEraseFromParent(at);
    }
}

void sw_pass_atomics(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, lower_marker, unit);
}
