/* Looking at IR: names, callees, uses, places in the source. */
#include "ir/ir.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

const char *sw_name(LLVMValueRef value) {
    size_t length;
    return LLVMGetValueName2(value, &length);
}

bool sw_is_call(LLVMValueRef instruction) {
    return LLVMIsACallInst(instruction) != NULL;
}

LLVMValueRef sw_called_function(LLVMValueRef call) {
    return LLVMIsAFunction(LLVMGetCalledValue(call));
}

const char *sw_callee_name(LLVMValueRef call) {
    if (!sw_is_call(call))
        return "";
    LLVMValueRef function = sw_called_function(call);
    return function ? sw_name(function) : "";
}

bool sw_is_defined(LLVMValueRef function) {
    return !LLVMIsDeclaration(function);
}

bool sw_address_taken(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
            return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == function)
                return true;
    }
    return false;
}

static LLVMAttributeRef parameter_attribute(LLVMValueRef function, unsigned index, const char *name) {
    return LLVMGetEnumAttributeAtIndex(function, index + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

LLVMTypeRef sw_byval_type(LLVMValueRef function, unsigned index) {
    LLVMAttributeRef byval = parameter_attribute(function, index, "byval");
    return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

int sw_parameter_number(LLVMValueRef value) {
    LLVMValueRef function = LLVMIsAArgument(value) ? LLVMGetParamParent(value) : NULL;
    for (unsigned i = 0; function && i < LLVMCountParams(function); i++)
        if (LLVMGetParam(function, i) == value)
            return (int)i;
    return -1;
}

bool sw_is_by_value(LLVMValueRef value) {
    int number = sw_parameter_number(value);
    return number >= 0 && sw_byval_type(LLVMGetParamParent(value), (unsigned)number);
}

bool sw_is_noalias(LLVMValueRef function, unsigned index) {
    return parameter_attribute(function, index, "noalias") != NULL;
}

bool sw_is_readonly(LLVMValueRef function, unsigned index) {
    return parameter_attribute(function, index, "readonly") != NULL;
}

void sw_mark_readonly(struct sw_ir *ir, LLVMValueRef parameter) {
    LLVMValueRef function = LLVMGetParamParent(parameter);
    unsigned kind = LLVMGetEnumAttributeKindForName("readonly", strlen("readonly"));
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        if (LLVMGetParam(function, i) == parameter)
            LLVMAddAttributeAtIndex(function, i + 1, LLVMCreateEnumAttribute(ir->context, kind, 0));
}

bool sw_accesses_nothing(LLVMValueRef function) {
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
    return memory && !LLVMGetEnumAttributeValue(memory);
}

unsigned sw_stated_align(LLVMValueRef function, unsigned index) {
    LLVMAttributeRef align = parameter_attribute(function, index, "align");
    return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

bool sw_is_fill(LLVMValueRef at) {
    return sw_starts_with(sw_callee_name(at), "llvm.memset.");
}

bool sw_is_move(LLVMValueRef at) {
    return sw_starts_with(sw_callee_name(at), "llvm.memmove.");
}

bool sw_is_copy(LLVMValueRef at) {
    return sw_is_fill(at) || sw_is_move(at) || sw_starts_with(sw_callee_name(at), "llvm.memcpy.");
}

unsigned sw_stated_call_align(LLVMValueRef call, unsigned index) {
    LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, index + 1, LLVMGetEnumAttributeKindForName("align", 5));
    return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

void sw_instructions(struct sw_ir *ir, LLVMValueRef function, struct sw_values *into) {
    *into = (struct sw_values){0};
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
            sw_vec_push(ir->arena, into, at);
}

void sw_functions(struct sw_ir *ir, struct sw_values *into) {
    *into = (struct sw_values){0};
    for (LLVMValueRef at = LLVMGetFirstFunction(ir->module); at; at = LLVMGetNextFunction(at))
        if (sw_is_defined(at))
            sw_vec_push(ir->arena, into, at);
}

void sw_visit_instructions(struct sw_ir *ir, sw_visit visit, void *data) {
    struct sw_values functions, all;
    sw_functions(ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        sw_instructions(ir, functions.at[i], &all);
        for (size_t k = 0; k < all.count; k++)
            visit(ir, all.at[k], data);
    }
}

struct sw_place sw_place_of(struct sw_ir *ir, LLVMValueRef instruction) {
    unsigned length = 0;
    LLVMMetadataRef where = LLVMInstructionGetDebugLoc(instruction);
    if (!where)
        return SW_NOWHERE;
    const char *file = LLVMGetDebugLocFilename(instruction, &length);
    return (struct sw_place){file ? sw_arena_strndup(ir->arena, file, length) : NULL, LLVMGetDebugLocLine(instruction),
                             LLVMGetDebugLocColumn(instruction)};
}

struct sw_place sw_place_of_function(struct sw_ir *ir, LLVMValueRef function) {
    LLVMMetadataRef described = LLVMGetSubprogram(function);
    if (!described)
        return SW_NOWHERE;
    unsigned length;
    const char *file = LLVMDIFileGetFilename(LLVMDIScopeGetFile(described), &length);
    return (struct sw_place){sw_arena_strndup(ir->arena, file, length), LLVMDISubprogramGetLine(described), 0};
}

static bool is_pointer_step(LLVMOpcode opcode) {
    return opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast || opcode == LLVMGetElementPtr;
}

LLVMValueRef sw_pointer_before(LLVMValueRef pointer) {
    bool is_step = (LLVMIsAConstantExpr(pointer) && is_pointer_step(LLVMGetConstOpcode(pointer))) ||
                   (LLVMIsAInstruction(pointer) && is_pointer_step(LLVMGetInstructionOpcode(pointer)));
    return is_step ? LLVMGetOperand(pointer, 0) : NULL;
}

LLVMValueRef sw_strip_pointer(LLVMValueRef pointer) {
    for (LLVMValueRef before; (before = sw_pointer_before(pointer));)
        pointer = before;
    return pointer;
}

/* Adds the bytes that one GEP steps; false when some index is no constant. */
static bool add_step(LLVMTargetDataRef layout, LLVMValueRef gep, int64_t *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
        LLVMValueRef operand = LLVMGetOperand(gep, (unsigned)i);
        if (!LLVMIsAConstantInt(operand))
            return false;
        int64_t index = LLVMConstIntGetSExtValue(operand);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(layout, type, (unsigned)index);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
            continue;
        }
        type = i > 1 ? LLVMGetElementType(type) : type;
        *offset += index * (int64_t)LLVMABISizeOfType(layout, type);
    }
    return true;
}

bool sw_has_constant_offset(LLVMTargetDataRef layout, LLVMValueRef pointer, LLVMValueRef base, int64_t *offset) {
    for (*offset = 0; pointer != base; pointer = LLVMGetOperand(pointer, 0)) {
        bool is_gep = LLVMIsAGetElementPtrInst(pointer) ||
                      (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
        if (is_gep && !add_step(layout, pointer, offset))
            return false;
    }
    return true;
}

unsigned sw_parts_of(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        return LLVMCountStructElementTypes(type);
    case LLVMArrayTypeKind:
        return (unsigned)LLVMGetArrayLength2(type);
    case LLVMVectorTypeKind:
        return LLVMGetVectorSize(type);
    default:
        return 0;
    }
}
