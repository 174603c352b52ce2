/* Powers: x to the power of 2 is x times x, rounded once.
 *
 *      %r = call double @__nv_pow(double %x, double %y)    =>    %is_two = fcmp oeq double %y, 2.0
 *                                                                %base = select i1 %is_two, double 1.0, double %x
 *                                                                %power = call double @__nv_pow(double %base, double %y)
 *                                                                %square = fmul double %x, %x
 *                                                                %r = select i1 %is_two, double %square, double %power
 *
 * and of a constant exponent one of the two is left. So a square costs no call, and is the same number whether the exponent is
 * known when the code is made or not: one result for one argument (docs/decisions/0006). The product has no flags that
 * would let it be fused with a sum. */
#include "transform/transform.h"

static const char *const powers[] = {"__nv_pow", "__nv_powf", "__nv_powi", "__nv_powif"};

static bool is_power(LLVMValueRef at) {
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (sw_is_call(at) && sw_equal(sw_callee_name(at), powers[i]))
            return true;
    return false;
}

static LLVMValueRef is_two(struct sw_ir *ir, LLVMValueRef exponent) {
    LLVMTypeRef type = LLVMTypeOf(exponent);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        return LLVMBuildICmp(ir->builder, LLVMIntEQ, exponent, sw_const(type, 2), "is.two");
    return LLVMBuildFCmp(ir->builder, LLVMRealOEQ, exponent, LLVMConstReal(type, 2), "is.two");
}

static void square(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    (void)unused;
    if (!is_power(at))
        return;
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef x = LLVMGetOperand(at, 0), y = LLVMGetOperand(at, 1);
    sw_before(ir, at);
    LLVMValueRef truth = is_two(ir, y);
    bool is_known = LLVMIsAConstantInt(truth) != NULL;
    if (is_known && !LLVMConstIntGetZExtValue(truth))
        return;
    LLVMValueRef product = LLVMBuildFMul(b, x, x, "square");
    if (is_known) {
        sw_replace(at, product);
        return;
    }
    LLVMValueRef base = LLVMBuildSelect(b, truth, LLVMConstReal(LLVMTypeOf(x), 1), x, "base");
    LLVMValueRef power = LLVMInstructionClone(at);
    LLVMSetOperand(power, 0, base);
    LLVMInsertIntoBuilder(b, power);
    sw_replace(at, LLVMBuildSelect(b, truth, product, power, ""));
}

void sw_pass_powers(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, square, NULL);
}
