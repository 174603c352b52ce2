/* Where the constants of device code are that are no variables: strings, tables, vtables. Checkers and strict programs
 * must tell them from host memory, which kernels may not touch, and they lie among the host's own constants otherwise.
 *
 *      @.str = private constant [..]   =>   .., section "softwarp_constants"
 *
 * The linker joins the sections of all objects of a program or library, and says where they start and end. */
#include "codegen/codegen.h"

static const char section[] = "softwarp_constants";

static bool is_constant(LLVMValueRef global) {
    const char *given = LLVMGetSection(global);
    return LLVMIsGlobalConstant(global) && LLVMGetInitializer(global) && !(given && *given) &&
           !sw_starts_with(sw_name(global), "llvm.") && !sw_starts_with(sw_name(global), "sw.");
}

LLVMValueRef sw_section_edge(struct sw_unit *unit, const char *which, const char *section) {
    const char *name = sw_arena_printf(unit->ir.arena, "__%s_%s", which, section);
    LLVMValueRef symbol = LLVMAddGlobal(unit->ir.module, unit->ir.i8, name);
    LLVMSetLinkage(symbol, LLVMExternalWeakLinkage);
    LLVMSetVisibility(symbol, LLVMHiddenVisibility);
    return symbol;
}

bool sw_place_constants(struct sw_unit *unit) {
    bool any = false;
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g)) {
        if (!is_constant(g))
            continue;
        LLVMSetSection(g, section);
        any = true;
    }
    return any;
}

void sw_gather_constants(struct sw_unit *unit) {
    struct sw_ir *ir = &unit->ir;
    if (!sw_place_constants(unit))
        return;
    LLVMTypeRef types[] = {ir->ptr, ir->ptr};
    LLVMValueRef args[] = {sw_section_edge(unit, "start", section), sw_section_edge(unit, "stop", section)};
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, types, 2, 0);
    sw_call(ir, sw_declare(ir, "swrt_register_constants", type), args, 2, "");
}
