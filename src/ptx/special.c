/* Special registers (PTX ISA, Special Registers): calls of llvm.nvvm.read.ptx.sreg.*, as threadIdx and its kin are. */
#include "ptx/ptx.h"

#include <string.h>

/* Not of LLVM's own: what the runtime says. bits: of the register. */
static const struct {
    const char *name, *suffix;
    unsigned bits, shift;
    bool is_constant;
    unsigned value;
} specials[] = {
#define SPECIAL(name, suffix, bits, shift) {name, suffix, bits, shift, false, 0},
#define FIXED(name, bits, value) {name, NULL, bits, 0, true, value},
#include "ptx/special.def"
#undef SPECIAL
#undef FIXED
};

static LLVMValueRef read(struct sw_ptx_op *op, const char *suffix, unsigned bits) {
    const char *name = sw_arena_printf(op->ir->arena, "llvm.nvvm.read.ptx.sreg.%s", suffix);
    LLVMTypeRef type = LLVMIntTypeInContext(op->ir->context, bits);
    if (LLVMLookupIntrinsicID(name, strlen(name)))
        return sw_call_intrinsic(op->ir, name, NULL, 0, NULL, 0, "");
    return sw_ptx_pure_call(op, name, type, NULL, 0);
}

LLVMValueRef sw_ptx_special(struct sw_ptx_op *op, const char *name) {
    LLVMTypeRef i32 = op->ir->i32;
    if (sw_equal(name, "WARP_SZ"))
        return sw_const(i32, 32);
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        if (!sw_equal(specials[i].name, name))
            continue;
        LLVMTypeRef type = LLVMIntTypeInContext(op->ir->context, specials[i].bits);
        if (specials[i].is_constant)
            return sw_const(type, specials[i].value);
        LLVMValueRef value = read(op, specials[i].suffix, specials[i].shift ? 64 : specials[i].bits);
        if (specials[i].shift)
            value = LLVMBuildLShr(op->b, value, sw_const(op->ir->i64, specials[i].shift), "");
        return LLVMBuildIntCast2(op->b, value, type, 0, "");
    }
    return NULL;
}
