/* Whether two values are computed in the same way: by the same operations from the same values, or, through reads, from
 * what is read at the same addresses. It does not ask what was written between the two reads. */
#include "analysis/analysis.h"
#include "transform/instrument/hook.h"

enum { DEEPEST = 10 };

LLVMValueRef sw_strip_marks(LLVMValueRef at) {
    while (LLVMIsAAddrSpaceCastInst(at) || LLVMIsABitCastInst(at) || sw_is_checked(at) ||
           sw_equal(sw_callee_name(at), "__sw_ordered"))
        at = LLVMGetOperand(at, 0);
    return at;
}

static bool is_followed(LLVMValueRef at, bool through_reads) {
    if (LLVMIsAGetElementPtrInst(at) || LLVMIsACastInst(at) || LLVMIsABinaryOperator(at))
        return true;
    bool is_index = sw_starts_with(sw_callee_name(at), "llvm.nvvm.read.ptx.sreg.");
    return through_reads && (LLVMIsALoadInst(at) || is_index || LLVMIsASelectInst(at) || LLVMIsAICmpInst(at) ||
                             LLVMIsAUnaryOperator(at) || LLVMIsAFreezeInst(at));
}

/* All of an operation but its operands. */
static bool are_of_one_form(LLVMValueRef a, LLVMValueRef b) {
    if (LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    if (LLVMIsAICmpInst(a))
        return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
    return !LLVMIsAGetElementPtrInst(a) || LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b);
}

static bool are_same(LLVMValueRef a, LLVMValueRef b, bool through_reads, unsigned steps) {
    a = sw_strip_marks(a);
    b = sw_strip_marks(b);
    if (a == b)
        return true;
    if (!steps || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || !are_of_one_form(a, b) ||
        !is_followed(a, through_reads))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
        if (!are_same(LLVMGetOperand(a, i), LLVMGetOperand(b, i), through_reads, steps - 1))
            return false;
    return true;
}

bool sw_are_same(LLVMValueRef a, LLVMValueRef b, bool through_reads) {
    return are_same(a, b, through_reads, DEEPEST);
}

bool sw_are_near_same(LLVMValueRef a, LLVMValueRef b) {
    enum { NEAR = 2 };
    return are_same(a, b, true, NEAR);
}
