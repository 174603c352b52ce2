/* Sorts of globals, and which of them functions and constants refer to. */
#include "softwarp/assumptions.h"
#include "transform/lower/globals.h"

unsigned sw_declared_space(LLVMValueRef global) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(global));
}

bool sw_is_device_variable(struct sw_unit *unit, LLVMValueRef global) {
    unsigned space = sw_declared_space(global);
    if (space != SW_NVPTX_GLOBAL && space != SW_NVPTX_CONSTANT)
        return false;
    return !SW_PROVED(nobody_writes_there, LLVMIsGlobalConstant(global) && !LLVMIsExternallyInitialized(global));
}

bool sw_is_dynamic_shared(LLVMValueRef shared) {
    return !LLVMGetInitializer(shared);
}

uint64_t sw_global_size(struct sw_unit *unit, LLVMValueRef global) {
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->ir.module), LLVMGlobalGetValueType(global));
}

unsigned sw_global_align(struct sw_unit *unit, LLVMValueRef global) {
    unsigned stated = LLVMGetAlignment(global);
    unsigned natural = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(unit->ir.module), LLVMGlobalGetValueType(global));
    unsigned least = unit->options.check ? 8
                                         : 1; /* memcheck counts what is allocated of each 8 bytes (check/valid.h) */
    unsigned align = stated > natural ? stated : natural;
    return align > least ? align : least;
}

LLVMValueRef sw_in_space_of(struct sw_unit *unit, LLVMValueRef pointer, LLVMValueRef global) {
    if (LLVMTypeOf(pointer) == LLVMTypeOf(global))
        return pointer;
    return LLVMBuildAddrSpaceCast(unit->ir.builder, pointer, LLVMTypeOf(global), sw_name(global));
}

void sw_globals_of_constant(struct sw_unit *unit, LLVMValueRef constant, struct sw_map *seen, struct sw_values *into) {
    if (sw_map_has(seen, constant) || !LLVMIsAConstant(constant))
        return;
    sw_map_put(seen, constant, constant);
    if (LLVMIsAGlobalVariable(constant)) {
        sw_vec_push(unit->ir.arena, into, constant);
        return;
    }
    if (LLVMIsAGlobalValue(constant))
        return;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        sw_globals_of_constant(unit, LLVMGetOperand(constant, (unsigned)i), seen, into);
}

void sw_globals_of(struct sw_unit *unit, LLVMValueRef function, struct sw_values *into) {
    struct sw_map *seen = sw_map_create(unit->ir.arena);
    struct sw_values all;
    *into = (struct sw_values){0};
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        for (int k = 0; k < LLVMGetNumOperands(all.at[i]); k++) {
            LLVMValueRef operand = LLVMGetOperand(all.at[i], (unsigned)k);
            if (LLVMIsConstant(operand))
                sw_globals_of_constant(unit, operand, seen, into);
        }
}
