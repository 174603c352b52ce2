/* Structures of the ABI as constants, made from its field lists: DEFINE_ROW(row, FIELDS) defines a struct of values with
 * the fields' names, and row_constant(ir, row), which flattens one; fields that are null become zero. */
#ifndef SW_CODEGEN_ROWS_H
#define SW_CODEGEN_ROWS_H

#include "ir/unit.h"

#define TYPE_U32 i32
#define TYPE_U64 i64
#define TYPE_PTR ptr
#define DECLARE(kind, name) LLVMValueRef name;
#define FLATTEN(kind, name) v.name ? v.name : LLVMConstNull(ir->TYPE_##kind),
#define DEFINE_ROW(row, FIELDS)                                                                 \
    struct row { FIELDS(DECLARE) };                                                             \
    static LLVMValueRef row##_constant(struct sw_ir *ir, struct row v) {                        \
        LLVMValueRef parts[] = {FIELDS(FLATTEN)};                                               \
        return LLVMConstStructInContext(ir->context, parts, sizeof parts / sizeof *parts, 0);   \
    }

#endif
