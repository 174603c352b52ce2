/* Constant tables whose values name variables that have no constant address:
 *
 *      int *rows[] = {shared_a, shared_b};   =>   %table = alloca; store %shared_a, %table; store %shared_b, %table + 8
 *
 * clang makes a constant of the initial value, but addresses of shared and managed variables are none here: each function
 * that uses it fills in a local array instead. */
#include "softwarp/assumptions.h"
#include "transform/lower/globals.h"

bool sw_is_moving(struct sw_unit *unit, LLVMValueRef global) {
    return sw_declared_space(global) == SW_NVPTX_SHARED || sw_map_has(unit->managed, global);
}

static bool is_table(struct sw_unit *unit, LLVMValueRef global) {
    return !sw_is_device_variable(unit, global) && LLVMIsGlobalConstant(global) && LLVMGetInitializer(global);
}

/* One of that sort that a global's value names, itself or by way of constants that it names; null if there is none. */
LLVMValueRef sw_named_by(struct sw_unit *unit, LLVMValueRef global, sw_is_sort is) {
    struct sw_map *seen = sw_map_create(unit->ir.arena);
    struct sw_values globals = {0};
    sw_globals_of_constant(unit, LLVMGetInitializer(global), seen, &globals);
    for (size_t i = 0; i < globals.count; i++) {
        if (is(unit, globals.at[i]))
            return globals.at[i];
        if (is_table(unit, globals.at[i]))
            sw_globals_of_constant(unit, LLVMGetInitializer(globals.at[i]), seen, &globals);
    }
    return NULL;
}

bool sw_is_table_of(struct sw_unit *unit, LLVMValueRef global, sw_is_sort is) {
    return is_table(unit, global) && sw_named_by(unit, global, is);
}

/* The constants that a function uses, and those which they name, whose value names what is moving. */
static struct sw_values moving_tables(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_map *seen = sw_map_create(unit->ir.arena);
    struct sw_values globals, tables = {0};
    sw_globals_of(unit, function, &globals);
    for (size_t i = 0; i < globals.count; i++)
        sw_map_put(seen, globals.at[i], globals.at[i]);
    for (size_t i = 0; i < globals.count; i++) {
        if (SW_PROVED(table_stays_put, !sw_is_table_of(unit, globals.at[i], sw_is_moving)))
            continue;
        sw_vec_push(unit->ir.arena, &tables, globals.at[i]);
        sw_globals_of_constant(unit, LLVMGetInitializer(globals.at[i]), seen, &globals);
    }
    return tables;
}

/* Stores a constant piece by piece: an address of a local variable within a structure that is a value is not seen by
 * CoroSplit, which would keep the variable out of the frame. */
static void store_pieces(struct sw_unit *unit, LLVMValueRef value, LLVMValueRef to) {
    assert(LLVMIsConstant(value) && LLVMGetPointerAddressSpace(LLVMTypeOf(to)) == SW_NVPTX_GENERIC);
    struct sw_ir *ir = &unit->ir;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    LLVMTypeRef type = LLVMTypeOf(value);
    bool is_struct = LLVMIsAConstantStruct(value) != NULL;
    if (!is_struct && !LLVMIsAConstantArray(value)) {
        LLVMBuildStore(ir->builder, value, to);
        return;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
        uint64_t offset = is_struct ? LLVMOffsetOfElement(layout, type, i)
                                    : i * LLVMABISizeOfType(layout, LLVMGetElementType(type));
        store_pieces(unit, LLVMGetOperand(value, i), sw_byte_offset(ir, to, offset, ""));
    }
}

/* int *rows[] = {shared_a, shared_b}; clang makes a constant of the initial value, but addresses of shared and managed
 * variables are none here: each function that uses it fills in a local array instead. */
void sw_localise_tables(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_ir *ir = &unit->ir;
    struct sw_values tables = moving_tables(unit, function), copies = {0};
    sw_at_entry(ir, function);
    for (size_t i = 0; i < tables.count; i++) {
        LLVMValueRef copy = LLVMBuildAlloca(ir->builder, LLVMGlobalGetValueType(tables.at[i]), "table");
        LLVMSetAlignment(copy, sw_global_align(unit, tables.at[i]));
        sw_vec_push(ir->arena, &copies, sw_in_space_of(unit, copy, tables.at[i]));
    }
    for (size_t i = 0; i < tables.count; i++)
        store_pieces(unit, LLVMGetInitializer(tables.at[i]), sw_strip_pointer(copies.at[i]));
    for (size_t i = 0; i < tables.count; i++)
        sw_replace_in_function(ir, function, tables.at[i], copies.at[i]);
}
