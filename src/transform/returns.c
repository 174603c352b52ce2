/* Returns: functions that give back three or more floats do so in vector registers.
 *
 *      define float4 @f(..)          =>      define x86_regcallcc float4 @f(..)
 *      call float4 @f(..)                    call x86_regcallcc float4 @f(..)
 *
 * C's calling convention has two vector registers for results; the next two floats go through the x87 unit, which makes
 * quiet NaNs of signalling ones: integers that a program carries in a float4 would change. The rule goes by the type of
 * the result alone, so that it holds for calls by pointers too; functions that are not ours keep C's convention. */
#include "softwarp/assumptions.h"
#include "transform/transform.h"

enum { MOST_IN_C = 2, REGCALL = 92 /* LLVM's number of x86_regcallcc */ };

static unsigned count_floats(LLVMTypeRef type) {
    unsigned count = 0;
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return 1;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            count += count_floats(LLVMStructGetTypeAtIndex(type, i));
        return count;
    case LLVMArrayTypeKind:
        return (unsigned)LLVMGetArrayLength2(type) * count_floats(LLVMGetElementType(type));
    default:
        return 0;
    }
}

static bool returns_floats(LLVMTypeRef function) {
    return count_floats(LLVMGetReturnType(function)) > MOST_IN_C;
}

static void visit(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    if (!sw_is_call(at) || LLVMIsAInlineAsm(LLVMGetCalledValue(at)) || !returns_floats(LLVMGetCalledFunctionType(at)))
        return;
    LLVMValueRef function = sw_called_function(at);
    if (SW_PROVED(returned_by_ours, !function || sw_is_defined(function)))
        LLVMSetInstructionCallConv(at, REGCALL);
}

void sw_pass_returns(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (returns_floats(LLVMGlobalGetValueType(functions.at[i])))
            LLVMSetFunctionCallConv(functions.at[i], REGCALL);
    sw_visit_instructions(&unit->ir, visit, NULL);
}
