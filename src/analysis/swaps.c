/* Compare-and-swaps that are tried again only because another thread has been faster: they expect what they found an
 * iteration ago, or what was loaded from their address since, in all its bits, and success ends the loop. When one fails,
 * another thread has succeeded: such a loop does not wait. */
#include "analysis/effects.h"
#include "analysis/waiting.h"

#include "softwarp/assumptions.h"

enum { DEEPEST = 8 };

static LLVMValueRef without_casts(LLVMValueRef pointer) {
    while (LLVMIsABitCastInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

static bool is_same_address(LLVMValueRef a, LLVMValueRef b) {
    a = without_casts(a);
    b = without_casts(b);
    if (a == b)
        return true;
    if (!LLVMIsAGetElementPtrInst(a) || !LLVMIsAGetElementPtrInst(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b) ||
        LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(a); i++)
        if (LLVMGetOperand(a, (unsigned)i) != LLVMGetOperand(b, (unsigned)i))
            return false;
    return true;
}

static unsigned bits_of(const struct sw_wait *w, LLVMValueRef value) {
    return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(w->ir->module), LLVMTypeOf(value));
}

/* A cast that keeps the lowest bits, as many as are compared: what drops some waits until they are 0. */
static bool keeps_bits(const struct sw_wait *w, LLVMValueRef cast, LLVMValueRef cas) {
    if (LLVMIsAFreezeInst(cast) || LLVMIsABitCastInst(cast))
        return true;
    bool is_number = LLVMIsATruncInst(cast) || LLVMIsAZExtInst(cast) || LLVMIsASExtInst(cast) ||
                     LLVMIsAPtrToIntInst(cast) || LLVMIsAIntToPtrInst(cast);
    unsigned bits = bits_of(w, LLVMGetOperand(cas, 1));
    return is_number && bits_of(w, cast) >= bits && bits_of(w, LLVMGetOperand(cast, 0)) >= bits;
}

/* A load of all that is compared, from its address. */
static bool is_load_for(const struct sw_wait *w, LLVMValueRef load, LLVMValueRef cas) {
    bool has_bits = bits_of(w, load) == bits_of(w, LLVMGetOperand(cas, 1));
    return is_same_address(LLVMGetOperand(load, 0), LLVMGetOperand(cas, 0)) && SW_PROVED(retry_keeps_bits, has_bits);
}

/* Whether the loop writes to what it loads, or lets others do so at a barrier. The compare-and-swap does not: it writes
 * when it succeeds, and that is the end. */
static bool is_left_alone(const struct sw_wait *w, LLVMValueRef load, LLVMValueRef cas) {
    for (size_t i = 0; i < w->members.count; i++) {
        struct sw_effect e = sw_effect_of(w->members.at[i]);
        bool writes = e.writes_anything || e.waits;
        for (unsigned k = 0; k < e.touches; k++)
            writes |= e.touch[k].writes && !sw_are_apart(w->unit, e.touch[k].pointer, LLVMGetOperand(load, 0), false);
        if (writes && w->members.at[i] != cas)
            return false;
    }
    return true;
}

/* The same in every iteration. What is read plainly and in no order to others' writes nobody may write meanwhile. */
static bool is_one_address(const struct sw_wait *w, LLVMValueRef pointer, LLVMValueRef cas) {
    while (sw_loop_has(w->cfg, w->loop, pointer) &&
           (LLVMIsACastInst(pointer) || (sw_is_plain_load(pointer) && !w->orders &&
                                         SW_PROVED(retry_address_stays, is_left_alone(w, pointer, cas)))))
        pointer = LLVMGetOperand(pointer, 0);
    if (!LLVMIsAGetElementPtrInst(pointer) || !sw_loop_has(w->cfg, w->loop, pointer))
        return !sw_loop_has(w->cfg, w->loop, pointer);
    for (int i = 0; i < LLVMGetNumOperands(pointer); i++)
        if (!is_one_address(w, LLVMGetOperand(pointer, (unsigned)i), cas))
            return false;
    return true;
}

/* Whether a value is what the compare-and-swap gave, or a load from its address: on every way through an iteration. */
static bool is_last_seen(const struct sw_wait *w, LLVMValueRef value, LLVMValueRef cas, unsigned depth) {
    if (value == cas)
        return true;
    if (depth == DEEPEST || !sw_loop_has(w->cfg, w->loop, value))
        return false;
    if (LLVMIsALoadInst(value))
        return is_load_for(w, value, cas);
    bool is_cast = LLVMIsACastInst(value) || LLVMIsAFreezeInst(value);
    if (LLVMIsAExtractValueInst(value) || (is_cast && SW_PROVED(retry_keeps_bits, keeps_bits(w, value, cas))))
        return is_last_seen(w, LLVMGetOperand(value, 0), cas, depth + 1);
    if (!LLVMIsAPHINode(value))
        return false;
    bool is_header = sw_cfg_number(w->cfg, LLVMGetInstructionParent(value)) == (int)w->loop->header;
    if (is_header && !SW_PROVED(retry_at_one_address, is_one_address(w, LLVMGetOperand(cas, 0), cas)))
        return false;
    for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
        bool is_first = is_header && !sw_loop_has_bb(w->cfg, w->loop, LLVMGetIncomingBlock(value, i));
        if (!is_first && !is_last_seen(w, LLVMGetIncomingValue(value, i), cas, depth + 1))
            return false;
    }
    return true;
}

/* Whether a test for success decides, in every iteration, that success ends the loop. */
static bool test_ends_loop(const struct sw_wait *w, LLVMValueRef test, bool is_negated) {
    for (LLVMUseRef use = LLVMGetFirstUse(test); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef branch = LLVMGetUser(use);
        if (LLVMIsABranchInst(branch) && sw_loop_has_bb(w->cfg, w->loop, LLVMGetInstructionParent(branch)) &&
            sw_dominates_latches(w, LLVMGetInstructionParent(branch)) &&
            !sw_loop_has_bb(w->cfg, w->loop, LLVMGetSuccessor(branch, is_negated)))
            return true;
    }
    return false;
}

/* result: what the compare-and-swap gives, or a part of that. */
static bool success_ends_loop(const struct sw_wait *w, LLVMValueRef result, LLVMValueRef expected) {
    for (LLVMUseRef use = LLVMGetFirstUse(result); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAExtractValueInst(user)) {
            bool is_flag = *LLVMGetIndices(user) == 1;
            if (is_flag ? test_ends_loop(w, user, false) : success_ends_loop(w, user, expected))
                return true;
        }
        if (LLVMIsAICmpInst(user) && (LLVMGetOperand(user, 0) == expected || LLVMGetOperand(user, 1) == expected) &&
            LLVMGetICmpPredicate(user) <= LLVMIntNE && test_ends_loop(w, user, LLVMGetICmpPredicate(user) == LLVMIntNE))
            return true;
    }
    return false;
}

/* What the loop itself changes between a look and the swap makes that fail though nobody has been faster. */
static bool is_undone(const struct sw_wait *w, LLVMValueRef cas) {
    for (size_t i = 0; i < w->members.count; i++)
        if (w->members.at[i] != cas && sw_moves(w, w->members.at[i], cas, false))
            return true;
    return false;
}

bool sw_is_retried(const struct sw_wait *w, LLVMValueRef cas) {
    if (w->turns)
        return false;
    LLVMValueRef expected = LLVMGetOperand(cas, 1);
    return SW_PROVED(retry_expects_last_seen, is_last_seen(w, expected, cas, 0)) &&
           SW_PROVED(retry_ends_by_success, success_ends_loop(w, cas, expected)) &&
           SW_PROVED(retry_not_undone, !is_undone(w, cas));
}

bool sw_is_success(const struct sw_wait *w, LLVMValueRef value) {
    if (LLVMIsAExtractValueInst(value)) {
        LLVMValueRef swap = LLVMGetOperand(value, 0);
        return *LLVMGetIndices(value) == 1 && sw_is_swap(swap) && sw_loop_has(w->cfg, w->loop, swap) &&
               sw_is_retried(w, swap);
    }
    if (!LLVMIsAICmpInst(value) || LLVMGetICmpPredicate(value) > LLVMIntNE)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef swap = LLVMGetOperand(value, i), other = LLVMGetOperand(value, 1 - i);
        if (LLVMIsAExtractValueInst(swap) && *LLVMGetIndices(swap) == 0)
            swap = LLVMGetOperand(swap, 0);
        if (sw_is_swap(swap) && sw_loop_has(w->cfg, w->loop, swap) && LLVMGetOperand(swap, 1) == other)
            return sw_is_retried(w, swap);
    }
    return false;
}
