/* Mutable: const objects of the device with mutable members are refused.
 *
 * clang puts what is const into constant memory, from where its optimiser takes it that nobody writes there: what a
 * kernel does to a mutable member is gone before this compiler sees it. Such an object is one in constant memory that is
 * not constant and was not declared __constant__:
 *
 *      @_ZL5cache = internal addrspace(4) global %struct.Cache ...
 */
#include "transform/symbols/symbols.h"

enum { SPACE_CONSTANT = 4 };

static bool is_structure(LLVMTypeRef type) {
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind;
}

/* A variable that is const has internal linkage, but if clang made it visible to the host (twins.c). */
static bool is_const(struct sw_unit *unit, LLVMValueRef global) {
    return !LLVMIsExternallyInitialized(global) || sw_source_name(unit->ir.arena, sw_name(global));
}

static bool has_mutable_members(struct sw_unit *unit, LLVMValueRef global) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == SPACE_CONSTANT && LLVMGetInitializer(global) &&
           !LLVMIsGlobalConstant(global) && !sw_map_has(unit->constants, global) &&
           is_structure(LLVMGlobalGetValueType(global)) && is_const(unit, global);
}

static bool is_used_by_code(LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) || is_used_by_code(user))
            return true;
    }
    return false;
}

void sw_refuse_mutable(struct sw_unit *unit) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g))
        if (has_mutable_members(unit, g) && is_used_by_code(g))
            sw_error(SW_NOWHERE,
                     "'%s' is const and has mutable members, which device code may change: that is not "
                     "supported; leave out const",
                     sw_symbol_text(unit, sw_name(g)));
}
