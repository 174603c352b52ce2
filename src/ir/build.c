/* Small builders: constants, intrinsics, declarations, attributes, places to build at. */
#include "ir/ir.h"

#include <string.h>

LLVMValueRef sw_const(LLVMTypeRef type, uint64_t value) {
    return LLVMConstInt(type, value, 0);
}

LLVMValueRef sw_intrinsic(struct sw_ir *ir, const char *name, LLVMTypeRef *overload, unsigned count) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    if (!id)
        sw_bug("LLVM has no intrinsic '%s'", name);
    return LLVMGetIntrinsicDeclaration(ir->module, id, overload, count);
}

LLVMValueRef sw_call(struct sw_ir *ir, LLVMValueRef function, LLVMValueRef *args, unsigned count, const char *label) {
    return LLVMBuildCall2(ir->builder, LLVMGlobalGetValueType(function), function, args, count, label);
}

LLVMValueRef sw_call_intrinsic(struct sw_ir *ir, const char *name, LLVMTypeRef *overload, unsigned overloads,
                               LLVMValueRef *args, unsigned count, const char *label) {
    return sw_call(ir, sw_intrinsic(ir, name, overload, overloads), args, count, label);
}

LLVMValueRef sw_declare(struct sw_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    assert(LLVMGetTypeKind(type) == LLVMFunctionTypeKind);
    return function ? function : LLVMAddFunction(ir->module, name, type);
}

LLVMValueRef sw_byte_offset(struct sw_ir *ir, LLVMValueRef pointer, uint64_t bytes, const char *label) {
    assert(LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind);
    LLVMValueRef index = sw_const(ir->i64, bytes);
    return LLVMBuildInBoundsGEP2(ir->builder, ir->i8, pointer, &index, 1, label);
}

LLVMValueRef sw_string(struct sw_ir *ir, const char *text) {
    return sw_private_constant(ir, LLVMConstStringInContext2(ir->context, text, strlen(text), 0), "sw.string");
}

LLVMValueRef sw_private_constant(struct sw_ir *ir, LLVMValueRef value, const char *name) {
    LLVMValueRef global = LLVMAddGlobal(ir->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(global, value);
    LLVMSetGlobalConstant(global, 1);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    return global;
}

static unsigned attribute_kind(const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    if (!kind)
        sw_bug("LLVM has no attribute '%s'", name);
    return kind;
}

void sw_add_attribute(struct sw_ir *ir, LLVMValueRef function, const char *name) {
    LLVMAttributeRef attribute = LLVMCreateEnumAttribute(ir->context, attribute_kind(name), 0);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

void sw_remove_attribute(LLVMValueRef function, const char *name) {
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute_kind(name));
}

bool sw_has_attribute(LLVMValueRef function, const char *name) {
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute_kind(name)) != NULL;
}

void sw_strip_target(LLVMValueRef function) {
    static const char *const names[] = {"target-cpu", "target-features", "tune-cpu", "uniform-work-group-size"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, names[i], (unsigned)strlen(names[i]));
}

void sw_mark_invariant(struct sw_ir *ir, LLVMValueRef load) {
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, "invariant.load", 14);
    LLVMMetadataRef empty = LLVMMDNodeInContext2(ir->context, NULL, 0);
    LLVMSetMetadata(load, kind, LLVMMetadataAsValue(ir->context, empty));
}

void sw_at_entry(struct sw_ir *ir, LLVMValueRef function) {
    assert(sw_is_defined(function));
    LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(ir->builder, at);
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
}

void sw_before(struct sw_ir *ir, LLVMValueRef instruction) {
    assert(LLVMIsAInstruction(instruction) && LLVMGetInstructionParent(instruction));
    LLVMPositionBuilderBefore(ir->builder, instruction); /* takes its debug location too */
}
