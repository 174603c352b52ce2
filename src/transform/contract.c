/* Contract: a product that is added to something becomes one fused multiply-add where the program allows it (nvcc's
 * -fmad=true, the default), here and once for all variants of a kernel. Left to code generation, each variant might fuse
 * another of two products, and a kernel's result would depend on the shape of its blocks.
 *
 * The choice is nvcc's, as conformance/math/contracted.cu has seen on an H200: products of the same basic block that are
 * used nowhere else; of two, the first. Processors without the instruction fuse nothing; 16-bit floats are never fused,
 * since few processors could. */
#include "lockstep/machine/machine.h"
#include "softwarp/assumptions.h"
#include "transform/transform.h"

#include <string.h>

static bool is_fused_type(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMVectorTypeKind)
        kind = LLVMGetTypeKind(LLVMGetElementType(type));
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool may_contract(LLVMValueRef at) {
    return LLVMGetFastMathFlags(at) & LLVMFastMathAllowContract;
}

static bool is_used_once(LLVMValueRef value) {
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use);
}

static bool is_product(LLVMValueRef value, LLVMValueRef user) {
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMFMul &&
           SW_PROVED(product_may_fuse, may_contract(value)) && SW_PROVED(product_used_once, is_used_once(value)) &&
           SW_PROVED(product_in_one_bb, LLVMGetInstructionParent(value) == LLVMGetInstructionParent(user));
}

/* Which operand of a sum or difference is the product to fuse; -1: none. */
static int product_of(LLVMValueRef at) {
    if (is_product(LLVMGetOperand(at, 0), at))
        return 0;
    return is_product(LLVMGetOperand(at, 1), at) ? 1 : -1;
}

/* x * y + z, x * y - z, z - x * y */
static void fuse(struct sw_ir *ir, LLVMValueRef at, unsigned which) {
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef type = LLVMTypeOf(at);
    LLVMValueRef product = LLVMGetOperand(at, which), rest = LLVMGetOperand(at, 1 - which);
    LLVMValueRef args[] = {LLVMGetOperand(product, 0), LLVMGetOperand(product, 1), rest};
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(at) & ~(unsigned)LLVMFastMathAllowContract;
    sw_before(ir, at);
    if (LLVMGetInstructionOpcode(at) == LLVMFSub) {
        unsigned negated = which ? 0 : 2;
        args[negated] = LLVMBuildFNeg(b, args[negated], "");
    }
    LLVMValueRef made = sw_call_intrinsic(ir, "llvm.fma", &type, 1, args, 3, "");
    LLVMSetFastMathFlags(made, flags);
    sw_replace(at, made);
    if (!LLVMGetFirstUse(product))
        LLVMInstructionEraseFromParent(product);
}

static void visit(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
    if (opcode != LLVMFAdd && opcode != LLVMFSub)
        return;
    if (!SW_PROVED(fused_on_all_processors, is_fused_type(LLVMTypeOf(at))) ||
        !SW_PROVED(sum_may_fuse, may_contract(at)))
        return;
    int which = product_of(at);
    if (which >= 0)
        fuse(ir, at, (unsigned)which);
}

/* What has not been fused stays as it is, whatever code generation finds: a product anew, as flags cannot be taken away. */
static void settle(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    if (LLVMGetInstructionOpcode(at) != LLVMFMul || !may_contract(at))
        return;
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(at) & ~(unsigned)LLVMFastMathAllowContract;
    const char *name = sw_arena_strdup(ir->arena, sw_name(at));
    sw_before(ir, at);
    LLVMValueRef made = LLVMBuildFMul(ir->builder, LLVMGetOperand(at, 0), LLVMGetOperand(at, 1), "");
    LLVMSetFastMathFlags(made, flags);
    sw_replace(at, made);
    LLVMSetValueName2(made, name, strlen(name));
}

/* Without optimisation named products are variables in memory, and branches are not folded: those that a debugger is not to
 * find become what they are with optimisation, so that results are the same. */
static void name_values(struct sw_unit *unit) {
    if (unit->options.optimise == 0 && !unit->options.debug)
        sw_ir_run_passes(&unit->ir, "function(sroa,early-cse,simplifycfg)", unit->machine);
}

void sw_pass_contract(struct sw_unit *unit) {
    if (!sw_has_fused(unit))
        return;
    name_values(unit);
    sw_visit_instructions(&unit->ir, visit, NULL);
    sw_visit_instructions(&unit->ir, settle, NULL);
}
