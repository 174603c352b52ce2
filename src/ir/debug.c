/* Debug information for functions that passes make of others: LLVM writes no line table for a function without, and what
 * is inlined into it loses its lines. The code of the original counts as inlined into the new function. */
#include "ir/ir.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = 5 }; /* of the operands of DISubprogram (LLVM, DebugInfoMetadata.h) */

/* The file of a function's compilation unit, which has the folder of compilation also where the function's has none. */
static LLVMMetadataRef file_of_unit(struct sw_ir *ir, LLVMMetadataRef function) {
    enum { FILE_OF_UNIT = 0 }; /* of the operands of DICompileUnit */
    LLVMValueRef operands[16];
    LLVMValueRef node = LLVMMetadataAsValue(ir->context, function);
    if (LLVMGetMDNodeNumOperands(node) > sizeof operands / sizeof *operands)
        return LLVMDIScopeGetFile(function);
    LLVMGetMDNodeOperands(node, operands);
    LLVMValueRef unit = operands[UNIT];
    if (!unit || LLVMGetMDNodeNumOperands(unit) > sizeof operands / sizeof *operands)
        return LLVMDIScopeGetFile(function);
    LLVMGetMDNodeOperands(unit, operands);
    return LLVMValueAsMetadata(operands[FILE_OF_UNIT]);
}

LLVMMetadataRef sw_describe_like(struct sw_ir *ir, LLVMValueRef function, LLVMValueRef original) {
    static const char producer[] = "softwarp";
    LLVMMetadataRef scope = LLVMGetSubprogram(original);
    if (!scope)
        return NULL;
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    unsigned line = LLVMDISubprogramGetLine(scope);
    const char *name = sw_name(original);
    LLVMDIBuilderRef b = LLVMCreateDIBuilderDisallowUnresolved(ir->module);
    LLVMDIBuilderCreateCompileUnit(b, LLVMDWARFSourceLanguageC_plus_plus_11, file_of_unit(ir, scope), producer,
                                   strlen(producer), 1, "", 0, 0, "", 0, LLVMDWARFEmissionLineTablesOnly, 0, 0, 0, "",
                                   0, "", 0);
    LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(b, file, NULL, 0, LLVMDIFlagZero);
    LLVMMetadataRef own = LLVMDIBuilderCreateFunction(b, file, name, strlen(name), "", 0, file, line, type, 1, 1, line,
                                                      LLVMDIFlagArtificial, 1);
    LLVMSetSubprogram(function, own);
    LLVMDIBuilderFinalize(b);
    LLVMDisposeDIBuilder(b);
    return LLVMDIBuilderCreateDebugLocation(ir->context, line, 0, own, NULL);
}

/* The chain of calls that a place was inlined through, with `origin` as one more at its end. */
static LLVMMetadataRef inlined_at(struct sw_ir *ir, LLVMMetadataRef place, LLVMMetadataRef origin) {
    if (!place)
        return origin;
    LLVMMetadataRef at = inlined_at(ir, LLVMDILocationGetInlinedAt(place), origin);
    return LLVMDIBuilderCreateDebugLocation(ir->context, LLVMDILocationGetLine(place), LLVMDILocationGetColumn(place),
                                            LLVMDILocationGetScope(place), at);
}

void sw_at_place_of(struct sw_ir *ir, LLVMValueRef instruction, LLVMMetadataRef origin) {
    LLVMMetadataRef place = origin ? LLVMInstructionGetDebugLoc(instruction) : NULL;
    LLVMSetCurrentDebugLocation2(ir->builder, place ? inlined_at(ir, place, origin) : NULL);
}

/* LLVM's C API says no names of functions: the operands of their metadata nodes do (LLVM, DebugInfoMetadata.h). */
enum { SCOPE_PARENT = 1, SUBPROGRAM_NAME = 2, SUBPROGRAM_LINKAGE_NAME = 3, MOST_OPERANDS = 16 };

static LLVMValueRef operand_of(struct sw_ir *ir, LLVMMetadataRef node, unsigned index) {
    LLVMValueRef value = LLVMMetadataAsValue(ir->context, node), operands[MOST_OPERANDS] = {NULL};
    if (LLVMGetMDNodeNumOperands(value) > MOST_OPERANDS)
        return NULL;
    LLVMGetMDNodeOperands(value, operands);
    return operands[index];
}

LLVMMetadataRef sw_metadata_operand(struct sw_ir *ir, LLVMMetadataRef node, unsigned index) {
    LLVMValueRef operand = operand_of(ir, node, index);
    return operand ? LLVMValueAsMetadata(operand) : NULL;
}

LLVMMetadataRef sw_description_of(struct sw_ir *ir, LLVMValueRef global) {
    size_t count = 0;
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, "dbg", 3);
    LLVMMetadataRef found = NULL;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    for (size_t i = 0; i < count && !found; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, (unsigned)i) == kind)
            found = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

LLVMMetadataRef sw_subprogram_of(struct sw_ir *ir, LLVMMetadataRef scope) {
    while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
        LLVMValueRef parent = operand_of(ir, scope, SCOPE_PARENT);
        scope = parent ? LLVMValueAsMetadata(parent) : NULL;
    }
    return scope;
}

bool sw_has_lines_only(struct sw_ir *ir, LLVMMetadataRef subprogram) {
    LLVMMetadataRef unit = sw_metadata_operand(ir, subprogram, UNIT);
    char *text = unit ? LLVMPrintValueToString(LLVMMetadataAsValue(ir->context, unit)) : NULL;
    bool is_so = text && strstr(text, "emissionKind: LineTablesOnly");
    LLVMDisposeMessage(text);
    return is_so;
}

const char *sw_subprogram_name(struct sw_ir *ir, LLVMMetadataRef subprogram) {
    LLVMValueRef name = operand_of(ir, subprogram, SUBPROGRAM_LINKAGE_NAME);
    unsigned length = 0;
    name = name ? name : operand_of(ir, subprogram, SUBPROGRAM_NAME);
    const char *text = name ? LLVMGetMDString(name, &length) : NULL;
    return text ? sw_arena_strndup(ir->arena, text, length) : NULL;
}

/* A variable of a function has a mangled name, _ZZ6kernelPiE4tile: its own comes last, with its length before it. */
const char *sw_own_variable_name(struct sw_arena *arena, const char *name) {
    if (!sw_starts_with(name, "_Z"))
        return name;
    for (const char *at = name + 2; *at; at++) {
        char *end;
        if (at[-1] >= '0' && at[-1] <= '9')
            continue;
        unsigned long length = strtoul(at, &end, 10);
        size_t left = end != at && *at >= '1' && *at <= '9' ? strlen(end) : 0;
        bool ends = length && length <= left && (length == left || end[length] == '_' || end[length] == 'E');
        if (ends && !strpbrk(end + length, "123456789"))
            return sw_arena_strndup(arena, end, length);
    }
    return name;
}
