/* Describe: what the debugger needs to show threadIdx, blockIdx, blockDim and gridDim in device code, and variables
 * that are not where clang says (lower/describe_variables.c).
 *
 * Each becomes a local variable of every function, a structure {x, y, z} that lies in the block. The block's address is
 * kept in a local (on the coroutine's frame), so that the location holds anywhere in the function. Where threads have
 * stacks of their own, threadIdx is a copy there: the debugger may ask for a thread that does not run. */
#define _GNU_SOURCE
#include "transform/lower/lower.h"
#include "transform/transform.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct described {
    const char *name;
    size_t offset;
};
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
        members[i] = LLVMDIBuilderCreateMemberType(b, file, names[i], 1, file, 0, 32, 32, 32u * i, LLVMDIFlagZero,
                                                   number);
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

static void add_presence(struct sw_ir *ir, struct sw_presences *list, LLVMMetadataRef subprogram, LLVMMetadataRef at) {
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i].subprogram == subprogram && list->at[i].inlined_at == at)
            return;
    sw_vec_push(ir->arena, list, ((struct sw_presence){subprogram, at, at || !sw_has_lines_only(ir, subprogram)}));
}

/* The function itself comes first. A debugger does not look for names of an inlined function in its caller. */
static void find_presences(struct sw_unit *unit, LLVMValueRef function, struct sw_presences *list) {
    struct sw_ir *ir = &unit->ir;
    struct sw_values all;
    add_presence(ir, list, LLVMGetSubprogram(function), NULL);
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        for (LLVMMetadataRef at = LLVMInstructionGetDebugLoc(all.at[i]), caller; at; at = caller) {
            caller = LLVMDILocationGetInlinedAt(at);
            if (caller && !sw_is_own_scope(unit, LLVMDILocationGetScope(at)))
                add_presence(ir, list, sw_subprogram_of(ir, LLVMDILocationGetScope(at)), caller);
        }
}

/* Where a function keeps what variables are found by. */
struct kept {
    LLVMValueRef block, thread, behind;
};

static void describe_in(struct sw_unit *unit, LLVMDIBuilderRef b, const struct sw_presence *in,
                        const struct kept *kept) {
    enum { DW_OP_DEREF = 0x06, DW_OP_PLUS_UCONST = 0x23 };
    LLVMMetadataRef scope = in->subprogram, file = LLVMDIScopeGetFile(scope), type = uint3_type(b, file);
    unsigned line = LLVMDISubprogramGetLine(scope);
    LLVMMetadataRef where = LLVMDIBuilderCreateDebugLocation(unit->ir.context, line, 0, scope, in->inlined_at);
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++) {
        const struct described *v = &variables[i];
        uint64_t steps[] = {DW_OP_DEREF, DW_OP_PLUS_UCONST, v->offset};
        bool is_copy = kept->thread && v->offset == offsetof(struct swrt_block, tid_x);
        LLVMMetadataRef expression = LLVMDIBuilderCreateExpression(b, steps, is_copy ? 0 : 3);
        LLVMMetadataRef variable = LLVMDIBuilderCreateAutoVariable(b, scope, v->name, strlen(v->name), file, line, type,
                                                                   1, LLVMDIFlagArtificial, 0);
        LLVMDIBuilderInsertDeclareRecordBefore(b, is_copy ? kept->thread : kept->block, variable, expression, where,
                                               kept->behind);
    }
}

static void describe_function(struct sw_unit *unit, LLVMDIBuilderRef b, LLVMValueRef function) {
    struct sw_presences presences = {0};
    find_presences(unit, function, &presences);
    struct kept kept = {.block = keep_block(unit, function)};
    if (sw_threads_have_stacks(unit))
        kept.thread = keep_thread(unit, function, kept.block);
    kept.behind = LLVMGetNextInstruction(kept.block);
    while (LLVMIsAAllocaInst(kept.behind))
        kept.behind = LLVMGetNextInstruction(kept.behind);
    for (size_t i = 0; i < presences.count; i++)
        if (presences.at[i].takes_variables)
            describe_in(unit, b, &presences.at[i], &kept);
    sw_describe_shared(unit, b, &presences, kept.block, kept.behind);
}

/* The script that gdb loads with the program, as it wants to be told (gdb's manual: The .debug_gdb_scripts section). */
static void name_script(struct sw_unit *unit) {
    const char *path = sw_arena_printf(unit->ir.arena, "%s/../../share/gdb/auto-load/softwarp/softwarp-gdb.py",
                                       sw_executable_dir(unit->ir.arena));
    char *real = realpath(path, NULL);
    if (real && !strpbrk(real, "\"\\\n")) {
        const char *text = sw_arena_printf(unit->ir.arena,
                                           ".pushsection .debug_gdb_scripts, \"MS\", @progbits, 1\n"
                                           ".byte 1\n.asciz \"%s\"\n.popsection\n",
                                           real);
        LLVMAppendModuleInlineAsm(unit->ir.module, text, strlen(text));
    }
    free(real);
}

bool sw_describes(const struct sw_unit *unit) {
    return unit->options.debug && !unit->options.optimise;
}

void sw_describe_constants(struct sw_unit *unit, LLVMModuleRef module) {
    if (sw_describes(unit))
        sw_describe_values(&unit->ir, module);
}

void sw_pass_describe(struct sw_unit *unit) {
    struct sw_values functions;
    if (!sw_describes(unit))
        return;
    LLVMDIBuilderRef b = LLVMCreateDIBuilderDisallowUnresolved(unit->ir.module);
    sw_describe_variables(unit, b);
    name_script(unit);
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (LLVMGetSubprogram(functions.at[i]))
            describe_function(unit, b, functions.at[i]);
    LLVMDIBuilderFinalize(b);
    LLVMDisposeDIBuilder(b);
}
