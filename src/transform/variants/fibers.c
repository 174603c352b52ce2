/* Fibers: in debug builds (-G) each thread runs on a stack of its own (runtime/execute/fiber.c), for the debugger's
 * sake. A coroutine's code is in two functions, its variables are in a frame that LLVM thinks out, and who steps over a
 * wait comes out in the scheduler; here a kernel stays the function that it was.
 *
 *      ptr @sw.fiber.kernel(ptr %block, i32 %tid):  return swrt_fiber_start(block, @kernel)
 *      void @kernel(ptr %block):                      ...; swrt_fiber_end(block); ret
 *
 * The end is a call that does not come back: who steps over the kernel's last line comes to the next breakpoint. */
#include "transform/variants/variants.h"

#include <llvm-c/DebugInfo.h>

static void end_at_returns(struct sw_unit *unit, LLVMValueRef kernel) {
    struct sw_ir *ir = &unit->ir;
    struct sw_values all;
    LLVMValueRef block = LLVMGetParam(kernel, 0);
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0);
    sw_instructions(ir, kernel, &all);
    for (size_t i = 0; i < all.count; i++)
        if (LLVMIsAReturnInst(all.at[i])) {
            sw_before(ir, all.at[i]);
            sw_call(ir, sw_declare(ir, "swrt_fiber_end", type), &block, 1, "");
        }
}

LLVMValueRef sw_make_fiber(struct sw_unit *unit, struct sw_kernel *kernel) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef type = LLVMFunctionType(ir->ptr, (LLVMTypeRef[]){ir->ptr, ir->i32}, 2, 0);
    LLVMTypeRef start = LLVMFunctionType(ir->ptr, (LLVMTypeRef[]){ir->ptr, ir->ptr}, 2, 0);
    const char *name = sw_arena_printf(ir->arena, "sw.fiber.%s",
                                       kernel->name); /* no name that demangles to the kernel's */
    LLVMValueRef function = LLVMAddFunction(ir->module, name, type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef args[] = {LLVMGetParam(function, 0), kernel->function};
    LLVMBuildRet(ir->builder, sw_call(ir, sw_declare(ir, "swrt_fiber_start", start), args, 2, "fiber"));
    LLVMSetLinkage(kernel->function, LLVMInternalLinkage);
    end_at_returns(unit, kernel->function);
    return function;
}
