/* struct swrt_block as LLVM sees it: made from the same field list as the C struct. */
#include "ir/unit.h"

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

LLVMValueRef sw_block_load_fixed(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field, const char *label) {
    LLVMValueRef load = sw_block_load(unit, block, field, label);
    sw_mark_invariant(&unit->ir, load);
    return load;
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
