/* Whether poison would be undefined behaviour. Optimisers move instructions with their flags to places where lanes run
 * them whose condition would have kept them away: there a broken nsw is no error as long as nobody uses the value. Only
 * where the value certainly becomes the address of an access, or decides a branch, does every lane that runs keep what
 * the flags say. The search goes on from the value to the end of its basic block, and over unconditional branches. */
#include "analysis/effects.h"
#include "analysis/shape.h"

enum { MOST_TAINTED = 32, MOST_BBS = 4 };

struct search {
    LLVMValueRef tainted[MOST_TAINTED]; /* poison if the value is */
    unsigned count;
};

static bool is_tainted(const struct search *s, LLVMValueRef value) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->tainted[i] == value)
            return true;
    return false;
}

static void taint(struct search *s, LLVMValueRef value) {
    if (s->count < MOST_TAINTED)
        s->tainted[s->count++] = value;
}

/* Whether bytes at such an address are certainly accessed. */
static bool has_tainted_address(const struct search *s, const struct sw_effect *effect) {
    for (unsigned i = 0; i < effect->touches; i++)
        if (effect->touch[i].bytes && is_tainted(s, effect->touch[i].pointer))
            return true;
    return false;
}

/* Operations whose result is poison when an operand is. */
static bool passes_on(LLVMValueRef at) {
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMGetElementPtr:
    case LLVMICmp:
        return true;
    default:
        return false;
    }
}

static bool has_tainted_operand(const struct search *s, LLVMValueRef at) {
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (is_tainted(s, LLVMGetOperand(at, (unsigned)i)))
            return true;
    return false;
}

static bool comes_tainted(const struct search *s, LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return is_tainted(s, LLVMGetIncomingValue(phi, i));
    return false;
}

/* Follows a basic block from `at` to its end. 1: undefined there; -1: certain no longer; 0: goes on behind it. */
static int follow(struct search *s, LLVMValueRef at) {
    for (; !LLVMIsATerminatorInst(at); at = LLVMGetNextInstruction(at)) {
        struct sw_effect effect = sw_effect_of(at);
        if (has_tainted_address(s, &effect))
            return 1;
        if (effect.may_end || effect.waits)
            return -1;
        if (passes_on(at) && has_tainted_operand(s, at))
            taint(s, at);
    }
    if (LLVMIsABranchInst(at) && LLVMIsConditional(at))
        return is_tainted(s, LLVMGetCondition(at)) ? 1 : -1;
    return LLVMIsABranchInst(at) ? 0 : -1;
}

bool sw_poison_is_undefined(LLVMValueRef value) {
    struct search s = {{value}, 1};
    LLVMBasicBlockRef bbs[MOST_BBS] = {LLVMGetInstructionParent(value)};
    LLVMValueRef at = LLVMGetNextInstruction(value);
    for (unsigned i = 0;; i++) {
        int found = follow(&s, at);
        if (found || i + 1 == MOST_BBS)
            return found > 0;
        LLVMBasicBlockRef next = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(bbs[i]), 0);
        for (unsigned k = 0; k <= i; k++)
            if (bbs[k] == next) /* a loop without an exit */
                return false;
        for (at = LLVMGetFirstInstruction(next); LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
            if (comes_tainted(&s, at, bbs[i]))
                taint(&s, at);
        bbs[i + 1] = next;
    }
}
