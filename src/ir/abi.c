/* struct swrt_block as LLVM sees it: made from the same field list as the C struct. */
#include "ir/unit.h"

#include <string.h>

#define TYPE_U32 ir->i32
#define TYPE_U64 ir->i64
#define TYPE_PTR ir->ptr

LLVMTypeRef sw_abi_block_type(struct sw_ir *ir) {
#define FIELD(kind, name) TYPE_##kind,
    LLVMTypeRef fields[] = {SWRT_BLOCK_FIELDS(FIELD)};
#undef FIELD
    LLVMTypeRef type = LLVMStructCreateNamed(ir->context, "swrt_block");
    LLVMStructSetBody(type, fields, sizeof fields / sizeof *fields, 0);
    return type;
}

LLVMValueRef sw_block_field_address(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field) {
    return LLVMBuildStructGEP2(unit->ir.builder, unit->block_type, block, field, "");
}

LLVMValueRef sw_block_here(struct sw_unit *unit) {
    LLVMTypeRef type = LLVMFunctionType(unit->ir.ptr, NULL, 0, 0);
    return sw_call(&unit->ir, sw_declare(&unit->ir, "sw.block", type), NULL, 0, "");
}

LLVMValueRef sw_block_load(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field, const char *label) {
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(unit->block_type, field);
    return LLVMBuildLoad2(unit->ir.builder, type, sw_block_field_address(unit, block, field), label);
}

LLVMValueRef sw_block_load_fixed(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field,
                                 const char *label) {
    LLVMValueRef load = sw_block_load(unit, block, field, label);
    sw_mark_invariant(&unit->ir, load);
    return load;
}

int sw_block_field_of(LLVMValueRef pointer) {
    if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumIndices(pointer) != 2)
        return -1;
    LLVMTypeRef block = LLVMGetGEPSourceElementType(pointer);
    LLVMValueRef number = LLVMGetOperand(pointer, 2);
    bool is_block = LLVMGetTypeKind(block) == LLVMStructTypeKind && LLVMGetStructName(block) &&
                    sw_equal(LLVMGetStructName(block), "swrt_block") && LLVMIsAConstantInt(number);
    return is_block ? (int)LLVMConstIntGetZExtValue(number) : -1;
}

bool sw_is_of_block(LLVMValueRef value) {
    return LLVMIsALoadInst(value) && sw_block_field_of(LLVMGetOperand(value, 0)) >= 0;
}

/* An attribute of the parameter, which LLVM drops where it changes what the parameter is. */
static const char block_mark[] = "softwarp-block";

static void add_fact(struct sw_ir *ir, LLVMValueRef function, const char *name, uint64_t value) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, 1, LLVMCreateEnumAttribute(ir->context, kind, value));
}

/* A block is there as long as its code runs: what it holds can be read early, before a loop that stores. */
void sw_mark_block(struct sw_ir *ir, LLVMValueRef function) {
    LLVMAddAttributeAtIndex(function, 1,
                            LLVMCreateStringAttribute(ir->context, block_mark, sizeof block_mark - 1, "", 0));
    add_fact(ir, function, "dereferenceable", sizeof(struct swrt_block));
    add_fact(ir, function, "align", _Alignof(struct swrt_block));
}

bool sw_has_block(LLVMValueRef function) {
    return LLVMCountParams(function) && LLVMGetStringAttributeAtIndex(function, 1, block_mark, sizeof block_mark - 1);
}

static const char library_mark[] = "softwarp-library";

void sw_mark_library(struct sw_ir *ir, LLVMValueRef function) {
    LLVMAttributeRef attribute = LLVMCreateStringAttribute(ir->context, library_mark, sizeof library_mark - 1, "", 0);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

bool sw_is_library(LLVMValueRef function) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, library_mark, sizeof library_mark - 1);
}

static unsigned own_local_kind(LLVMContextRef context) {
    static const char name[] = "softwarp.own";
    return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

void sw_mark_own_local(struct sw_ir *ir, LLVMValueRef variable) {
    LLVMMetadataRef empty = LLVMMDNodeInContext2(ir->context, NULL, 0);
    LLVMSetMetadata(variable, own_local_kind(ir->context), LLVMMetadataAsValue(ir->context, empty));
}

bool sw_is_own_local(LLVMValueRef variable) {
    return LLVMGetMetadata(variable, own_local_kind(LLVMGetTypeContext(LLVMTypeOf(variable)))) != NULL;
}

void sw_block_store(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field, LLVMValueRef value) {
    LLVMBuildStore(unit->ir.builder, value, sw_block_field_address(unit, block, field));
}

struct sw_kernel *sw_kernel_of(struct sw_unit *unit, LLVMValueRef function) {
    for (size_t i = 0; i < unit->kernels.count; i++)
        if (unit->kernels.at[i]->function == function)
            return unit->kernels.at[i];
    return NULL;
}
