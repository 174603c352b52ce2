/* Owners: to which unit of a device link a variable of internal linkage belongs.
 *
 * The host looks for variables by name: one by the source name of an internal variable, too, which clang registers for
 * static members of templates in anonymous namespaces. Other units may have one of the same name, and linking renames all
 * but the first. So each carries its name and its unit through the link, and the host of that unit alone finds it. */
#include "softwarp/assumptions.h"
#include "transform/symbols/symbols.h"

#include <string.h>

static unsigned owner_kind(struct sw_unit *unit) {
    static const char name[] = "sw.owner";
    return LLVMGetMDKindIDInContext(unit->ir.context, name, sizeof name - 1);
}

void sw_own_variables(struct sw_unit *unit, LLVMModuleRef module, unsigned owner) {
    LLVMContextRef context = unit->ir.context;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        if (!SW_PROVED(owned_by_one_unit, LLVMGetLinkage(g) == LLVMInternalLinkage))
            continue;
        LLVMMetadataRef parts[] = {LLVMValueAsMetadata(sw_const(unit->ir.i32, owner)),
                                   LLVMMDStringInContext2(context, sw_name(g), strlen(sw_name(g)))};
        LLVMGlobalSetMetadata(g, owner_kind(unit), LLVMMDNodeInContext2(context, parts, 2));
    }
}

unsigned sw_owner_of(struct sw_unit *unit, LLVMValueRef global, const char **name) {
    size_t count;
    unsigned owner = 0, length;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef parts[2];
        if (LLVMValueMetadataEntriesGetKind(entries, i) != owner_kind(unit))
            continue;
        LLVMGetMDNodeOperands(LLVMMetadataAsValue(unit->ir.context, LLVMValueMetadataEntriesGetMetadata(entries, i)),
                              parts);
        owner = (unsigned)LLVMConstIntGetZExtValue(parts[0]);
        const char *text = LLVMGetMDString(parts[1], &length);
        *name = sw_arena_strndup(unit->ir.arena, text, length);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return owner;
}
