/* What the debugger is told of integer constants that only the source has: clang has put their values where they are
 * used, and the variable goes. warpSize is one.
 *
 *      static const int N = 7;    nobody reads @N    =>    !DIGlobalVariableExpression(N, DW_OP_consts 7, DW_OP_stack_value)
 *
 * (gdb takes a number that is told so for an integer, whatever the variable's type is: floats stay unknown.) */
#include "transform/lower/lower.h"

/* Whether only the compiler's own list names it. */
static bool is_unused(LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAConstant(user) || (!LLVMIsAGlobalVariable(user) && !is_unused(user)))
            return false;
        if (LLVMIsAGlobalVariable(user) && !sw_equal(sw_name(user), "llvm.compiler.used"))
            return false;
    }
    return true;
}

static bool is_told_by_value(LLVMValueRef global) {
    LLVMValueRef value = LLVMGetInitializer(global);
    return value && LLVMIsGlobalConstant(global) && LLVMIsAConstantInt(value) &&
           LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64 && is_unused(global);
}

static LLVMMetadataRef with_value(struct sw_ir *ir, LLVMDIBuilderRef b, LLVMValueRef global,
                                  LLVMMetadataRef description) {
    enum { DW_OP_CONSTS = 0x11, DW_OP_STACK_VALUE = 0x9f };
    uint64_t steps[] = {DW_OP_CONSTS, (uint64_t)LLVMConstIntGetSExtValue(LLVMGetInitializer(global)),
                        DW_OP_STACK_VALUE};
    return sw_describe_moved(ir, b, description, LLVMDIBuilderCreateExpression(b, steps, 3));
}

static void rewrite_list(struct sw_ir *ir, LLVMValueRef compile_unit, struct sw_map *instead) {
    LLVMMetadataRef list = sw_metadata_operand(ir, LLVMValueAsMetadata(compile_unit), SW_UNIT_GLOBALS);
    LLVMValueRef node = list ? LLVMMetadataAsValue(ir->context, list) : NULL;
    unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0;
    LLVMValueRef *old = sw_arena_alloc(ir->arena, (count + 1) * sizeof *old);
    LLVMMetadataRef *now = sw_arena_alloc(ir->arena, (count + 1) * sizeof *now);
    if (!count)
        return;
    LLVMGetMDNodeOperands(node, old);
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef description = LLVMValueAsMetadata(old[i]);
        now[i] = sw_map_has(instead, description) ? sw_map_get(instead, description) : description;
    }
    LLVMReplaceMDNodeOperandWith(compile_unit, SW_UNIT_GLOBALS, LLVMMDNodeInContext2(ir->context, now, count));
}

void sw_describe_values(struct sw_ir *ir, LLVMModuleRef module) {
    static const char units[] = "llvm.dbg.cu";
    struct sw_map *instead = sw_map_create(ir->arena);
    LLVMDIBuilderRef b = LLVMCreateDIBuilderDisallowUnresolved(module);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        LLVMMetadataRef description = sw_description_of(ir, g);
        if (description && is_told_by_value(g))
            sw_map_put(instead, description, with_value(ir, b, g, description));
    }
    unsigned count = LLVMGetNamedMetadataNumOperands(module, units);
    LLVMValueRef *all = sw_arena_alloc(ir->arena, (count + 1) * sizeof *all);
    LLVMGetNamedMetadataOperands(module, units, all);
    for (unsigned i = 0; i < count; i++)
        rewrite_list(ir, all[i], instead);
    LLVMDIBuilderFinalize(b);
    LLVMDisposeDIBuilder(b);
}
