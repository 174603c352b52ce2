/* A group parted by a vote: those who said yes have the ballot for their mask, the others the rest of the group.
 *
 *      %yes = ballot(%mask, %truth)
 *      %part = select %truth, %yes, (%mask & ~%yes)        and the other forms that LLVM has for the same
 *
 * Patterns only: whether the group's lanes have the same mask is for agreement.c to find out. */
#include "analysis/shape.h"

const struct sw_request *sw_warp_operation_of(LLVMValueRef value, LLVMValueRef *mask) {
    if (LLVMIsAExtractValueInst(value) && LLVMGetIndices(value)[0] == 0)
        value = LLVMGetOperand(value, 0);
    const struct sw_request *request = sw_is_call(value) ? sw_request_of(value) : NULL;
    if (!request || request->kind != SWRT_WAIT_WARP)
        return NULL;
    *mask = sw_request_operand(value, request->mask);
    return request;
}

/* What a ballot asks; null: it is none. */
static LLVMValueRef question_of(LLVMValueRef ballot, LLVMValueRef *mask) {
    const struct sw_request *request = sw_warp_operation_of(ballot, mask);
    return request && request->op == SWRT_WARP_BALLOT ? sw_request_operand(ballot, request->value) : NULL;
}

static bool is_all_ones(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && LLVMIsNull(LLVMConstNot(value));
}

static LLVMValueRef negated(LLVMValueRef value) {
    bool is_xor = LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMXor;
    return is_xor && is_all_ones(LLVMGetOperand(value, 1)) ? LLVMGetOperand(value, 0) : NULL;
}

/* Whether it is all of the mask but the ballot: mask & ~ballot, mask ^ ballot, of a whole warp ~ballot. */
static bool is_rest(LLVMValueRef value, LLVMValueRef mask, LLVMValueRef ballot) {
    if (negated(value) == ballot)
        return is_all_ones(mask);
    if (!LLVMIsABinaryOperator(value))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    for (unsigned i = 0; i < 2 && (opcode == LLVMAnd || opcode == LLVMXor); i++) {
        LLVMValueRef other = LLVMGetOperand(value, 1 - i);
        if (LLVMGetOperand(value, i) == mask && (opcode == LLVMAnd ? negated(other) : other) == ballot)
            return true;
    }
    return false;
}

static LLVMIntPredicate inverse(LLVMIntPredicate predicate) {
    static const LLVMIntPredicate pairs[][2] = {{LLVMIntEQ, LLVMIntNE},
                                                {LLVMIntUGT, LLVMIntULE},
                                                {LLVMIntUGE, LLVMIntULT},
                                                {LLVMIntSGT, LLVMIntSLE},
                                                {LLVMIntSGE, LLVMIntSLT}};
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (unsigned k = 0; k < 2; k++)
            if (pairs[i][k] == predicate)
                return pairs[i][1 - k];
    return predicate;
}

/* Two truths, of which always one holds. */
static bool are_opposites(LLVMValueRef a, LLVMValueRef b) {
    if (negated(a) == b || negated(b) == a)
        return true;
    return LLVMIsAICmpInst(a) && LLVMIsAICmpInst(b) && LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) &&
           LLVMGetOperand(a, 1) == LLVMGetOperand(b, 1) && LLVMGetICmpPredicate(a) != LLVMGetICmpPredicate(b) &&
           LLVMGetICmpPredicate(a) == inverse(LLVMGetICmpPredicate(b));
}

static bool selects_parts(LLVMValueRef select, LLVMValueRef *mask) {
    LLVMValueRef truth = LLVMGetOperand(select, 0), yes = LLVMGetOperand(select, 1), no = LLVMGetOperand(select, 2);
    LLVMValueRef asked = question_of(yes, mask);
    if (asked == truth && is_rest(no, *mask, yes))
        return true;
    asked = question_of(no, mask);
    return asked && are_opposites(asked, truth) && is_rest(yes, *mask, no);
}

/* `truth ? ballot : ~ballot` of a whole warp, as LLVM writes it: ballot ^ sext(!truth). */
static bool parts_warp(LLVMValueRef xor, LLVMValueRef *mask) {
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef ballot = LLVMGetOperand(xor, i), other = LLVMGetOperand(xor, 1 - i);
        LLVMValueRef asked = question_of(ballot, mask);
        if (asked && is_all_ones(*mask) && LLVMIsASExtInst(other) && are_opposites(LLVMGetOperand(other, 0), asked))
            return true;
    }
    return false;
}

bool sw_parts_by_vote(LLVMValueRef value, LLVMValueRef *mask) {
    if (LLVMIsASelectInst(value))
        return selects_parts(value, mask);
    bool is_xor = LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMXor;
    return is_xor && parts_warp(value, mask);
}
