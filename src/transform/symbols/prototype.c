/* Prototypes: two units agree about a function when both pass it the same.
 *
 *      define %struct.Pair @f(i32, ptr byval(%struct.Big))   =>   "{i32,i32}(i32,byval 64)"
 *
 * Names of structures say nothing, since each module has its own. A unit that does not know the types (a function of
 * which it takes the address while a structure is incomplete) declares what it likes, and calls nothing by that. */
#include "transform/symbols/symbols.h"

static const char *text_of(struct sw_unit *unit, LLVMTypeRef type);

static const char *elements_of(struct sw_unit *unit, LLVMTypeRef type) {
    const char *all = "";
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
        all = sw_arena_printf(unit->ir.arena, "%s%s%s", all, i ? "," : "",
                              text_of(unit, LLVMStructGetTypeAtIndex(type, i)));
    return sw_arena_printf(unit->ir.arena, "{%s}", all);
}

static const char *text_of(struct sw_unit *unit, LLVMTypeRef type) {
    struct sw_arena *arena = unit->ir.arena;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind)
        return elements_of(unit, type);
    if (kind == LLVMArrayTypeKind)
        return sw_arena_printf(arena, "[%llu %s]", (unsigned long long)LLVMGetArrayLength2(type),
                               text_of(unit, LLVMGetElementType(type)));
    char *printed = LLVMPrintTypeToString(type);
    const char *copy = sw_arena_strdup(arena, printed);
    LLVMDisposeMessage(printed);
    return copy;
}

static const char *parameter(struct sw_unit *unit, LLVMValueRef function, unsigned index) {
    LLVMTypeRef by_value = sw_byval_type(function, index);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
    if (by_value)
        return sw_arena_printf(unit->ir.arena, "byval %llu", (unsigned long long)LLVMABISizeOfType(layout, by_value));
    return text_of(unit, LLVMTypeOf(LLVMGetParam(function, index)));
}

static bool is_called_so(LLVMValueRef function) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (sw_is_call(user) && LLVMGetCalledValue(user) == function && LLVMGetCalledFunctionType(user) == type)
            return true;
    }
    return false;
}

const char *sw_prototype(struct sw_unit *unit, LLVMValueRef function) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    const char *all = "";
    if (!sw_is_defined(function) && !is_called_so(function))
        return NULL;
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        all = sw_arena_printf(unit->ir.arena, "%s%s%s", all, i ? "," : "", parameter(unit, function, i));
    return sw_arena_printf(unit->ir.arena, "%s(%s%s)", text_of(unit, LLVMGetReturnType(type)), all,
                           LLVMIsFunctionVarArg(type) ? "..." : "");
}
