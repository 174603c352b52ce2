/* Guard: what LLVM leaves undefined and a GPU defines.
 *
 *  - Integer division: a GPU does not trap. x / 0 and x % 0 are all ones; of 64 bits, when x fits in 32, the low 32 bits
 *    alone (nvcc divides there by 32 bits; so on an H200). The most negative value / -1 wraps.
 *  - Shifts: PTX clamps the count at the width (PTX ISA, shl, shr), a CPU takes it modulo the width.
 *  - Float to integer: PTX's cvt saturates; NaN gives 0, or the top bit alone where source or result
 *    has 64 bits (PTX ISA, cvt; so on an H200). clang writes llvm.fptosi.sat and llvm.fptoui.sat, because it would fold
 *    an fptosi of a constant out of range to poison, and drop what follows from it.
 * Constant divisors but 0 and -1, and constant counts below the width, need nothing. Vectors, which clang has as an
 * extension, are done element by element.
 *
 * First of all but import: whatever runs behind it may put constants into a function (inlining, a device link's above
 * all), and LLVM folds what is undefined of these at once. What is made of inline PTX later is guarded when it is made. */
#include "softwarp/assumptions.h"
#include "transform/transform.h"

/* 1 where dividing would trap, else the divisor; *bad says where. */
static LLVMValueRef safe_divisor(struct sw_ir *ir, LLVMValueRef at, bool is_signed, LLVMValueRef *zero,
                                 LLVMValueRef *wraps) {
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef dividend = LLVMGetOperand(at, 0), divisor = LLVMGetOperand(at, 1);
    LLVMTypeRef type = LLVMTypeOf(divisor);
    *zero = LLVMBuildICmp(b, LLVMIntEQ, divisor, LLVMConstNull(type), "div.zero");
    *wraps = NULL;
    LLVMValueRef trap = *zero;
    if (is_signed) {
        unsigned width = LLVMGetIntTypeWidth(type);
        uint64_t words[2] = {width > 64 ? 0 : 1ull << (width - 1), width > 64 ? 1ull << (width - 65) : 0};
        LLVMValueRef lowest = LLVMConstIntOfArbitraryPrecision(type, 2, words);
        LLVMValueRef is_lowest = LLVMBuildICmp(b, LLVMIntEQ, dividend, lowest, "");
        LLVMValueRef is_minus_one = LLVMBuildICmp(b, LLVMIntEQ, divisor, LLVMConstAllOnes(type), "");
        *wraps = LLVMBuildAnd(b, is_lowest, is_minus_one, "div.wraps");
        trap = LLVMBuildOr(b, trap, *wraps, "");
    }
    return LLVMBuildSelect(b, trap, sw_const(type, 1), divisor, "div.safe");
}

/* What dividing by zero gives. */
static LLVMValueRef quotient_of_zero(struct sw_ir *ir, LLVMValueRef dividend) {
    LLVMTypeRef type = LLVMTypeOf(dividend);
    if (LLVMGetIntTypeWidth(type) != 64)
        return LLVMConstAllOnes(type);
    LLVMValueRef low = sw_const(type, UINT32_MAX);
    LLVMValueRef fits = LLVMBuildICmp(ir->builder, LLVMIntULE, dividend, low, "");
    return LLVMBuildSelect(ir->builder, fits, low, LLVMConstAllOnes(type), "");
}

static bool never_traps(LLVMValueRef divisor) {
    return LLVMIsAConstantInt(divisor) && !LLVMIsNull(divisor) && divisor != LLVMConstAllOnes(LLVMTypeOf(divisor));
}

static void guard_division(struct sw_ir *ir, LLVMValueRef at, LLVMOpcode opcode) {
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
    LLVMValueRef zero, wraps;
    if (SW_PROVED(divisor_never_traps, never_traps(LLVMGetOperand(at, 1))))
        return;
    sw_before(ir, at);
    LLVMValueRef safe = safe_divisor(ir, at, is_signed, &zero, &wraps);
    LLVMValueRef dividend = LLVMGetOperand(at, 0);
    LLVMValueRef result = LLVMBuildBinOp(ir->builder, opcode, dividend, safe, "");
    /* lowest / 1 is lowest: division that wraps needs no further select; its remainder is 0, as x % 1 is. */
    result = LLVMBuildSelect(ir->builder, zero, quotient_of_zero(ir, dividend), result, "");
    sw_replace(at, result);
}

static void guard_shift(struct sw_ir *ir, LLVMValueRef at, LLVMOpcode opcode) {
    LLVMValueRef count = LLVMGetOperand(at, 1);
    LLVMTypeRef type = LLVMTypeOf(at);
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef width = sw_const(type, LLVMGetIntTypeWidth(type)),
                 last = sw_const(type, LLVMGetIntTypeWidth(type) - 1);
    sw_before(ir, at);
    LLVMValueRef inside = LLVMBuildICmp(b, LLVMIntULT, count, width, "shift.inside"), result;
    if (SW_PROVED(count_below_width, inside == sw_const(ir->i1, 1)))
        return;
    if (opcode == LLVMAShr) {
        result = LLVMBuildAShr(b, LLVMGetOperand(at, 0), LLVMBuildSelect(b, inside, count, last, ""), "");
    } else {
        result = LLVMBuildBinOp(b, opcode, LLVMGetOperand(at, 0), count, "");
        result = LLVMBuildSelect(b, inside, result, LLVMConstNull(type), "");
    }
    sw_replace(at, result);
}

static void guard_conversion(struct sw_ir *ir, LLVMValueRef at, bool is_signed) {
    LLVMValueRef from = LLVMGetOperand(at, 0);
    LLVMTypeRef type = LLVMTypeOf(at), types[] = {type, LLVMTypeOf(from)};
    unsigned width = LLVMGetIntTypeWidth(type);
    if (width < 32)
        types[0] = ir->i32; /* a GPU converts to 32 bits and keeps the low ones */
    sw_before(ir, at);
    const char *name = is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
    LLVMValueRef result = sw_call_intrinsic(ir, name, types, 2, &from, 1, "");
    if (LLVMGetIntTypeWidth(types[0]) == 64 || LLVMGetTypeKind(types[1]) == LLVMDoubleTypeKind) {
        LLVMValueRef nan = LLVMBuildFCmp(ir->builder, LLVMRealUNO, from, from, "");
        result = LLVMBuildSelect(ir->builder, nan, sw_const(types[0], 1ull << (LLVMGetIntTypeWidth(types[0]) - 1)),
                                 result, "");
    }
    sw_replace(at, width < 32 ? LLVMBuildTrunc(ir->builder, result, type, "") : result);
}

enum sort { UNGUARDED, DIVISION, SHIFT, TO_SIGNED, TO_UNSIGNED };

static enum sort sort_of(LLVMValueRef at) {
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
        return DIVISION;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return SHIFT;
    case LLVMFPToSI:
        return TO_SIGNED;
    case LLVMFPToUI:
        return TO_UNSIGNED;
    default:
        return sw_starts_with(sw_callee_name(at), "llvm.fptosi")   ? TO_SIGNED
               : sw_starts_with(sw_callee_name(at), "llvm.fptoui") ? TO_UNSIGNED
                                                                   : UNGUARDED;
    }
}

static void guard_scalar(struct sw_ir *ir, LLVMValueRef at, enum sort sort) {
    if (sort == DIVISION)
        guard_division(ir, at, LLVMGetInstructionOpcode(at));
    else if (sort == SHIFT)
        guard_shift(ir, at, LLVMGetInstructionOpcode(at));
    else
        guard_conversion(ir, at, sort == TO_SIGNED);
}

/* The operation on elements of the vectors that it is given. */
static LLVMValueRef on_elements(struct sw_ir *ir, LLVMValueRef at, enum sort sort, LLVMValueRef index) {
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(at));
    LLVMValueRef first = LLVMBuildExtractElement(b, LLVMGetOperand(at, 0), index, "");
    if (sort == TO_SIGNED || sort == TO_UNSIGNED)
        return LLVMBuildCast(b, sort == TO_SIGNED ? LLVMFPToSI : LLVMFPToUI, first, type, "");
    LLVMValueRef second = LLVMBuildExtractElement(b, LLVMGetOperand(at, 1), index, "");
    return LLVMBuildBinOp(b, LLVMGetInstructionOpcode(at), first, second, "");
}

static void guard_vector(struct sw_ir *ir, LLVMValueRef at, enum sort sort) {
    LLVMValueRef whole = LLVMGetPoison(LLVMTypeOf(at));
    for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(at)); i++) {
        sw_before(ir, at);
        LLVMValueRef index = sw_const(ir->i32, i), part = on_elements(ir, at, sort, index);
        whole = LLVMBuildInsertElement(ir->builder, whole, part, index, "");
        if (LLVMIsAInstruction(part))
            guard_scalar(ir, part, sort);
    }
    sw_replace(at, whole);
}

void sw_guard(struct sw_ir *ir, LLVMValueRef at) {
    enum sort sort = sort_of(at);
    if (sort == UNGUARDED)
        return;
    if (LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMVectorTypeKind)
        guard_vector(ir, at, sort);
    else
        guard_scalar(ir, at, sort);
}

static void visit(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    sw_guard(ir, at);
}

void sw_pass_guard(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, visit, NULL);
}
