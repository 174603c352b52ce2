/* Tests that an address of an atomic operation is a multiple of the size, as a GPU does (cudaErrorMisalignedAddress); an
 * x86-64 processor would do the operation all the same.
 *
 *      call void @sw.aligned.4(ptr %base)      =>  inlined: (base & 3) ? swrt_misaligned(base, 4) : nothing
 *
 * Tested is the last pointer on the way to the address from which only whole elements are counted: an array's, mostly,
 * which all turns of a loop and all lanes have in common, so one test serves many accesses. Variables and shared memory
 * need none. */
#include "transform/lower/lower.h"

/* Whether so many things of `stride` bytes are whole elements of a size. */
static bool is_whole(LLVMValueRef count, uint64_t stride, unsigned size) {
    return (LLVMIsAConstantInt(count) ? stride * (uint64_t)LLVMConstIntGetSExtValue(count) : stride) % size == 0;
}

/* Whether a step from a pointer to another goes by whole elements of that size. */
static bool keeps_alignment(struct sw_ir *ir, LLVMValueRef step, unsigned size) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    if (!is_whole(LLVMGetOperand(step, 1), LLVMABISizeOfType(layout, type), size))
        return false;
    for (unsigned i = 1; i < LLVMGetNumIndices(step); i++) {
        LLVMValueRef index = LLVMGetOperand(step, i + 1);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            if (LLVMOffsetOfElement(layout, type, member) % size)
                return false;
            type = LLVMStructGetTypeAtIndex(type, member);
        } else {
            type = LLVMGetElementType(type);
            if (!is_whole(index, LLVMABISizeOfType(layout, type), size))
                return false;
        }
    }
    return true;
}

static LLVMValueRef counted_from(struct sw_ir *ir, LLVMValueRef pointer, unsigned size) {
    for (;;) {
        bool is_cast = LLVMIsAAddrSpaceCastInst(pointer);
        if (!is_cast && !(LLVMIsAGetElementPtrInst(pointer) && keeps_alignment(ir, pointer, size)))
            return pointer;
        pointer = LLVMGetOperand(pointer, 0);
    }
}

/* The beginning of a block's shared memory, or of its cluster's, as the block says it. */
static bool is_shared_memory(LLVMValueRef pointer) {
    int field = LLVMIsALoadInst(pointer) ? (int)sw_block_field_of(LLVMGetOperand(pointer, 0)) : -1;
    return field == SW_BLOCK_shared || field == SW_BLOCK_window;
}

static bool is_aligned(LLVMValueRef pointer, unsigned size) {
    if (is_shared_memory(pointer))
        return size <= 16;
    return (LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer)) && LLVMGetAlignment(pointer) >= size;
}

/* void (ptr): returns if the pointer is a multiple of size. */
static LLVMValueRef test_function(struct sw_ir *ir, unsigned size) {
    const char *name = sw_arena_printf(ir->arena, "sw.aligned.%u", size);
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (function)
        return function;
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef types[] = {ir->ptr, ir->i32};
    LLVMValueRef stop = sw_declare(ir, "swrt_misaligned", LLVMFunctionType(ir->nothing, types, 2, 0));
    sw_add_attribute(ir, stop, "noreturn");
    sw_add_attribute(ir, stop, "nounwind");
    sw_add_attribute(ir, stop, "cold");
    function = LLVMAddFunction(ir->module, name, LLVMFunctionType(ir->nothing, types, 1, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    sw_add_attribute(ir, function, "alwaysinline");
    sw_add_attribute(ir, function, "nounwind");
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(ir->context, function, "entry");
    LLVMBasicBlockRef bad = LLVMAppendBasicBlockInContext(ir->context, function, "misaligned");
    LLVMBasicBlockRef good = LLVMAppendBasicBlockInContext(ir->context, function, "aligned");
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMValueRef pointer = LLVMGetParam(function, 0), bits = LLVMBuildPtrToInt(b, pointer, ir->i64, "");
    bits = LLVMBuildAnd(b, bits, sw_const(ir->i64, size - 1), "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, bits, sw_const(ir->i64, 0), ""), good, bad);
    LLVMPositionBuilderAtEnd(b, bad);
    sw_call(ir, stop, (LLVMValueRef[]){pointer, sw_const(ir->i32, size)}, 2, "");
    LLVMBuildUnreachable(b);
    LLVMPositionBuilderAtEnd(b, good);
    LLVMBuildRetVoid(b);
    return function;
}

void sw_test_alignment(struct sw_ir *ir, LLVMValueRef at, LLVMValueRef pointer, unsigned size) {
    LLVMValueRef base = counted_from(ir, pointer, size);
    if (size == 1 || is_aligned(base, size))
        return;
    LLVMValueRef function = test_function(ir, size);
    sw_before(ir, at);
    if (LLVMTypeOf(base) != ir->ptr)
        base = LLVMBuildAddrSpaceCast(ir->builder, base, ir->ptr, "");
    sw_call(ir, function, &base, 1, "");
}
