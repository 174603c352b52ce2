/* Twins: the two names that clang gives a variable of internal linkage become one.
 *
 * What the host names must be visible, so clang gives a static variable, or one of an anonymous namespace, an external
 * name with the unit's hash in it; but only from its first use in host code on. Device code above refers to the source
 * name, which nobody defines:
 *
 *      @_ZL5table = external addrspace(1) global [4 x i32]
 *      @_ZL5table__static__5a23376e9297db52 = addrspace(1) global [4 x i32] ...
 *
 * Of a const variable that stands above its first use in host code clang makes two definitions:
 *
 *      @_ZL5table = internal addrspace(4) constant [4 x i32] ...
 *      @_ZL5table__static__5a23376e9297db52 = addrspace(4) constant [4 x i32] ...
 *
 * Another unit may have a twin of the same source name, and that is another variable: they are joined in each unit by
 * itself, before it is linked with others. */
#include "softwarp/assumptions.h"
#include "transform/symbols/symbols.h"

#include <string.h>

/* The end of the source name of a variable that clang made visible; null when it is none. */
static const char *mark_of(const char *name) {
    static const char mark[] = "__static__";
    const char *last = NULL;
    for (const char *at = name; (at = strstr(at, mark)); at++)
        last = at;
    size_t digits = last ? strlen(last) - strlen(mark) : 0;
    bool is_hash = digits > 0 && digits <= 16 && strspn(last + strlen(mark), "0123456789abcdef") == digits;
    return SW_PROVED(twin_by_hash, is_hash) ? last : NULL;
}

const char *sw_source_name(struct sw_arena *arena, const char *name) {
    const char *mark = mark_of(name);
    return mark ? sw_arena_strndup(arena, name, (size_t)(mark - name)) : NULL;
}

/* The variable once more, under its source name, which is not the one that the host has for it. */
static bool is_defined_twice(struct sw_unit *unit, LLVMValueRef source, LLVMValueRef variable) {
    return LLVMGetLinkage(source) == LLVMInternalLinkage && LLVMIsGlobalConstant(source) &&
           !sw_is_registered(unit, source) && LLVMGlobalGetValueType(source) == LLVMGlobalGetValueType(variable);
}

/* The variable by its source name, a reference or what clang had defined first; null when there is none. */
static LLVMValueRef twin_of(struct sw_unit *unit, LLVMModuleRef module, LLVMValueRef variable) {
    const char *source = sw_source_name(unit->ir.arena, sw_name(variable));
    if (!source || !SW_PROVED(twin_is_here, LLVMGetInitializer(variable)))
        return NULL;
    LLVMValueRef twin = LLVMGetNamedGlobal(module, source);
    if (!twin || SW_PROVED(twin_is_nowhere, !LLVMGetInitializer(twin)))
        return twin;
    return SW_PROVED(twin_is_the_same, is_defined_twice(unit, twin, variable)) ? twin : NULL;
}

void sw_join_twins(struct sw_unit *unit, LLVMModuleRef module) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        LLVMValueRef twin = twin_of(unit, module, g);
        if (!twin)
            continue;
        LLVMTypeRef type = LLVMTypeOf(twin);
        LLVMReplaceAllUsesWith(twin, LLVMTypeOf(g) == type ? g : LLVMConstAddrSpaceCast(g, type));
        LLVMDeleteGlobal(twin);
    }
}
