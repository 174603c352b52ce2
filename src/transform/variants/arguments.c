/* Arguments: the launch's memory for them is there, all of it, as long as code of the kernel runs. So reads of them may go
 * before what LLVM takes nothing past that might fault: the volatile store that says which thread runs (loop.c), in each
 * turn of the loop over a block's threads.
 *
 *      entry:
 *        %args = load ptr, ptr (block->args), !invariant.load
 *        call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %args, i64 20), "align"(ptr %args, i64 16) ]
 *
 * In coroutines it is not said: what is read before they wait would have to be kept meanwhile. */
#include "transform/variants/variants.h"

#include <string.h>

enum { ALIGN = 16 }; /* of a launch's memory for arguments (context.c relies on it, too) */

static LLVMOperandBundleRef fact(struct sw_ir *ir, const char *name, LLVMValueRef pointer, uint64_t number) {
    LLVMValueRef values[] = {pointer, sw_const(ir->i64, number)};
    return LLVMCreateOperandBundle(name, strlen(name), values, 2);
}

void sw_say_arguments(struct sw_unit *unit, const struct sw_kernel *kernel, LLVMValueRef block) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, &ir->i1, 1, 0);
    LLVMValueRef truth = sw_const(ir->i1, 1);
    if (!kernel->params_bytes || !unit->options.optimise)
        return;
    LLVMValueRef args = sw_block_load_fixed(unit, block, SW_BLOCK_args, "args");
    LLVMOperandBundleRef facts[] = {fact(ir, "dereferenceable", args, kernel->params_bytes),
                                    fact(ir, "align", args, ALIGN)};
    LLVMBuildCallWithOperandBundles(ir->builder, type, sw_declare(ir, "llvm.assume", type), &truth, 1, facts, 2, "");
    for (unsigned i = 0; i < 2; i++)
        LLVMDisposeOperandBundle(facts[i]);
}
