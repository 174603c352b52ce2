/* Between registers.c and services.c: the special registers of one function. */
#ifndef SW_REGISTERS_H
#define SW_REGISTERS_H

#include "ir/unit.h"

struct sw_registers {
    struct sw_unit *unit;
    LLVMValueRef function, block;
    LLVMValueRef fields[SW_BLOCK_FIELD_COUNT];
};
void sw_registers_start(struct sw_registers *r, struct sw_unit *unit, LLVMValueRef function);
/* The value that a call of llvm.nvvm.read.ptx.sreg.<name> stands for; null when there is no such register here. */
LLVMValueRef sw_register_value(struct sw_registers *r, LLVMValueRef call, const char *name);

#endif
