/* What emitters share: calls of intrinsics, of the device library and of marker functions. */
#include "ptx/ptx.h"

#include <string.h>

LLVMValueRef sw_ptx_call(struct sw_ptx_op *op, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                         unsigned count) {
    LLVMTypeRef types[12];
    assert(count <= sizeof types / sizeof *types);
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    if (LLVMLookupIntrinsicID(name, strlen(name)) &&
        !LLVMIntrinsicIsOverloaded(LLVMLookupIntrinsicID(name, strlen(name))))
        return sw_call_intrinsic(op->ir, name, NULL, 0, args, count, "");
    LLVMValueRef function = sw_declare(op->ir, name, LLVMFunctionType(result, types, count, 0));
    sw_add_attribute(op->ir, function, "nounwind");
    return sw_call(op->ir, function, args, count, "");
}

LLVMValueRef sw_ptx_pure_call(struct sw_ptx_op *op, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                              unsigned count) {
    LLVMValueRef call = sw_ptx_call(op, name, result, args, count), function = sw_called_function(call);
    if (sw_is_defined(function) || LLVMGetIntrinsicID(function))
        return call;
    sw_add_attribute(op->ir, function, "memory"); /* none */
    sw_add_attribute(op->ir, function, "willreturn");
    return call;
}

/* An LLVM intrinsic that is overloaded on its first operand's type. */
LLVMValueRef sw_ptx_overloaded(struct sw_ptx_op *op, const char *name, LLVMValueRef *args, unsigned count) {
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    return sw_call_intrinsic(op->ir, name, &type, 1, args, count, "");
}

/* The row's argument: % stands for the first type, @ for the second, # for the first slot's word. */
static const char *library_name(struct sw_ptx_op *op) {
    const char *name = op->row->argument[0] == '_' ? "" : "__nv_ptx_";
    for (const char *at = op->row->argument; *at; at++) {
        const char *part = *at == '%'   ? op->type[0]->name
                           : *at == '@' ? op->type[1]->name
                           : *at == '#' ? op->slot[0]
                                        : NULL;
        name = part ? sw_arena_printf(op->ir->arena, "%s%s", name, part)
                    : sw_arena_printf(op->ir->arena, "%s%c", name, *at);
    }
    return name;
}

static LLVMValueRef call_library(struct sw_ptx_op *op, LLVMTypeRef result) {
    LLVMValueRef args[SW_PTX_OPERANDS];
    unsigned count = 0;
    for (unsigned i = 0; i < op->count; i++)
        if (op->value[i])
            args[count++] = op->value[i];
    return sw_ptx_pure_call(op, library_name(op), result, args, count);
}

/* A function of the device library that takes what the instruction takes and gives its first type, */
LLVMValueRef sw_ptx_emit_lib(struct sw_ptx_op *op) {
    return call_library(op, sw_ptx_llvm_type(op->ir, op->type[0]));
}

/* or 32 bits. */
LLVMValueRef sw_ptx_emit_lib_word(struct sw_ptx_op *op) {
    return call_library(op, op->ir->i32);
}

/* Instructions that have nothing to do here: hints. */
LLVMValueRef sw_ptx_emit_nothing(struct sw_ptx_op *op) {
    return NULL;
}
