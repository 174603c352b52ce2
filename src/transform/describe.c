/* Describe: what the debugger needs to show threadIdx, blockIdx, blockDim and gridDim in device code, and variables that are
 * not where clang says (describe_variables.c).
 *
 * Each becomes a local variable of every function, a structure {x, y, z} that lies in the block. The block's address is
 * kept in a local (on the coroutine's frame), so that the location holds anywhere in the function. Where threads have stacks
 * of their own, threadIdx is a copy there: the debugger may ask for a thread that does not run. */
#include "transform/transform.h"

#include <stddef.h>
#include <string.h>

struct described { const char *name; size_t offset; };
static const struct described variables[] = {
    {"threadIdx", offsetof(struct swrt_block, tid_x)},
    {"blockIdx", offsetof(struct swrt_block, ctaid_x)},
    {"blockDim", offsetof(struct swrt_block, ntid_x)},
    {"gridDim", offsetof(struct swrt_block, nctaid_x)},
};

/* struct uint3 { unsigned x, y, z; } */
static LLVMMetadataRef uint3_type(LLVMDIBuilderRef b, LLVMMetadataRef file) {
    enum { DW_ATE_UNSIGNED = 7 };
    static const char *const names[] = {"x", "y", "z"};
    LLVMMetadataRef number = LLVMDIBuilderCreateBasicType(b, "unsigned int", 12, 32, DW_ATE_UNSIGNED, LLVMDIFlagZero);
    LLVMMetadataRef members[3];
    for (unsigned i = 0; i < 3; i++)
        members[i] = LLVMDIBuilderCreateMemberType(b, file, names[i], 1, file, 0, 32, 32, 32u * i, LLVMDIFlagZero, number);
    return LLVMDIBuilderCreateStructType(b, file, "uint3", 5, file, 0, 96, 32, LLVMDIFlagZero, NULL, members, 3, 0,
                                         NULL, "", 0);
}

/* Reads a byte of every local behind a suspend, so that the coroutine keeps them all in its frame: the debugger may ask
 * for any of them. */
static void keep_locals(struct sw_ir *ir, LLVMValueRef suspend, const struct sw_values *locals) {
    LLVMValueRef choice = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(suspend));
    LLVMBasicBlockRef resume = LLVMGetSuccessor(choice, 1);
    LLVMPositionBuilderBefore(ir->builder, LLVMGetFirstInstruction(resume));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    for (size_t i = 0; i < locals->count; i++)
        LLVMSetVolatile(LLVMBuildLoad2(ir->builder, ir->i8, locals->at[i], ""), 1);
}

/* The block's address in a local variable of its own. */
static LLVMValueRef keep_block(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_ir *ir = &unit->ir;
    LLVMPositionBuilderBefore(ir->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef slot = LLVMBuildAlloca(ir->builder, ir->ptr, "block.kept");
    sw_at_entry(ir, function);
    LLVMSetVolatile(LLVMBuildStore(ir->builder, LLVMGetParam(function, 0), slot), 1);
    struct sw_values all, locals = {0};
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (LLVMIsAAllocaInst(all.at[i]) && !sw_equal(sw_name(all.at[i]), "promise"))
            sw_vec_push(ir->arena, &locals, all.at[i]);
    for (size_t i = 0; i < all.count; i++)
        if (sw_equal(sw_callee_name(all.at[i]), "llvm.coro.suspend") &&
            LLVMIsNull(LLVMGetOperand(all.at[i], 1))) /* not the final one */
            keep_locals(ir, all.at[i], &locals);
    return slot;
}

/* A copy of threadIdx, made where the function begins. */
static LLVMValueRef keep_thread(struct sw_unit *unit, LLVMValueRef function, LLVMValueRef slot) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef three = LLVMArrayType2(ir->i32, 3);
    LLVMPositionBuilderBefore(ir->builder, slot);
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef copy = LLVMBuildAlloca(ir->builder, three, "thread.kept");
    LLVMSetAlignment(copy, 4);
    sw_at_entry(ir, function);
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef from = sw_block_field_address(unit, LLVMGetParam(function, 0), SW_BLOCK_tid_x);
    LLVMValueRef value = LLVMBuildLoad2(ir->builder, three, from, "");
    LLVMSetAlignment(value, 4);
    LLVMSetAlignment(LLVMBuildStore(ir->builder, value, copy), 4);
    return copy;
}

static void describe_function(struct sw_unit *unit, LLVMDIBuilderRef b, LLVMValueRef function) {
    enum { DW_OP_DEREF = 0x06, DW_OP_PLUS_UCONST = 0x23 };
    LLVMMetadataRef scope = LLVMGetSubprogram(function), file = LLVMDIScopeGetFile(scope);
    LLVMMetadataRef type = uint3_type(b, file);
    unsigned line = LLVMDISubprogramGetLine(scope);
    LLVMValueRef slot = keep_block(unit, function);
    LLVMValueRef thread = sw_threads_have_stacks(unit) ? keep_thread(unit, function, slot) : NULL;
    LLVMMetadataRef where = LLVMDIBuilderCreateDebugLocation(unit->ir.context, line, 0, scope, NULL);
    LLVMValueRef at = LLVMGetNextInstruction(slot);
    while (LLVMIsAAllocaInst(at))
        at = LLVMGetNextInstruction(at);
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        const struct described *v = &variables[i];
        uint64_t steps[] = {DW_OP_DEREF, DW_OP_PLUS_UCONST, v->offset};
        bool is_kept = thread && v->offset == offsetof(struct swrt_block, tid_x);
        LLVMMetadataRef expression = LLVMDIBuilderCreateExpression(b, steps, is_kept ? 0 : 3);
        LLVMMetadataRef variable = LLVMDIBuilderCreateAutoVariable(b, scope, v->name, strlen(v->name), file, line, type,
                                                                   1, LLVMDIFlagArtificial, 0);
        LLVMDIBuilderInsertDeclareRecordBefore(b, is_kept ? thread : slot, variable, expression, where, at);
    }
    sw_describe_shared(unit, b, function, slot, at);
}

bool sw_describes(const struct sw_unit *unit) { return unit->options.debug && !unit->options.optimise; }

void sw_pass_describe(struct sw_unit *unit) {
    struct sw_values functions;
    if (!sw_describes(unit))
        return;
    LLVMDIBuilderRef b = LLVMCreateDIBuilderDisallowUnresolved(unit->ir.module);
    sw_describe_variables(unit, b);
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (LLVMGetSubprogram(functions.at[i]))
            describe_function(unit, b, functions.at[i]);
    LLVMDIBuilderFinalize(b);
    LLVMDisposeDIBuilder(b);
}
