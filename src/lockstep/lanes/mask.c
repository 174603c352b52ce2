/* Masks: which lanes run, as vectors of truths. A condition means nothing in lanes that do not run (it may be poison
 * there), so masks are narrowed by select, never by `and`. */
#include "lockstep/lanes/mask.h"

LLVMTypeRef sw_mask_type(const struct sw_lanes *l) {
    return LLVMVectorType(l->ir->i1, l->width);
}

bool sw_is_full(LLVMValueRef mask) {
    return LLVMIsConstant(mask) && mask == LLVMConstAllOnes(LLVMTypeOf(mask));
}

LLVMValueRef sw_mask_bits(struct sw_lanes *l, LLVMValueRef mask) {
    return LLVMBuildBitCast(l->ir->builder, mask, LLVMIntTypeInContext(l->ir->context, l->width), "");
}

LLVMValueRef sw_mask_any(struct sw_lanes *l, LLVMValueRef mask) {
    LLVMValueRef bits = sw_mask_bits(l, mask);
    return LLVMBuildICmp(l->ir->builder, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
}

LLVMValueRef sw_mask_and(struct sw_lanes *l, LLVMValueRef mask, LLVMValueRef condition, bool is_negated) {
    LLVMBuilderRef b = l->ir->builder;
    if (is_negated)
        condition = LLVMBuildNot(b, condition, "");
    if (sw_is_full(mask))
        return condition;
    return LLVMBuildSelect(b, mask, condition, LLVMConstNull(LLVMTypeOf(mask)), "");
}

LLVMValueRef sw_blend(struct sw_lanes *l, LLVMValueRef mask, LLVMValueRef yes, LLVMValueRef no) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(yes);
    if (sw_is_full(mask))
        return yes;
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return LLVMBuildSelect(b, mask, yes, no, "");
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    unsigned parts = is_struct ? LLVMCountStructElementTypes(type) : (unsigned)LLVMGetArrayLength2(type);
    LLVMValueRef whole = LLVMGetPoison(type);
    for (unsigned i = 0; i < parts; i++) {
        LLVMValueRef one = LLVMBuildExtractValue(b, yes, i, "");
        LLVMValueRef other = LLVMBuildExtractValue(b, no, i, "");
        LLVMValueRef part = sw_blend(l, mask, one, other);
        whole = LLVMBuildInsertValue(b, whole, part, i, "");
    }
    return whole;
}

static LLVMValueRef count_zeros(struct sw_lanes *l, const char *intrinsic) {
    LLVMValueRef bits = sw_mask_bits(l, l->mask);
    LLVMTypeRef type = LLVMTypeOf(bits);
    LLVMValueRef args[] = {bits, sw_const(l->ir->i1, 1)};
    LLVMValueRef count = sw_call_intrinsic(l->ir, intrinsic, &type, 1, args, 2, "");
    return LLVMBuildIntCast2(l->ir->builder, count, l->ir->i32, 0, "");
}

LLVMValueRef sw_first_lane(struct sw_lanes *l) {
    return sw_is_full(l->mask) ? sw_const(l->ir->i32, 0) : count_zeros(l, "llvm.cttz");
}

LLVMValueRef sw_last_lane(struct sw_lanes *l) {
    LLVMValueRef last = sw_const(l->ir->i32, l->width - 1);
    return sw_is_full(l->mask) ? last : LLVMBuildSub(l->ir->builder, last, count_zeros(l, "llvm.ctlz"), "");
}
