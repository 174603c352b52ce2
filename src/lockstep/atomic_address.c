/* The address of an atomic operation as a chain of instructions from the one value that differs between lanes:
 *
 *      leaf = %bin                     a number, or an address when the chain ends there
 *      %wide = zext i32 %bin to i64
 *      %at = getelementptr i32, ptr %table, i64 %wide
 *
 * Whoever works lane by lane computes the address anew from the leaf: that takes less room than addresses do. */
#include "lockstep/atomic_address.h"

/* The only operand that differs between lanes; -1 when there are several. */
static int differing_operand(struct sw_lanes *l, LLVMValueRef at) {
    int found = -1;
    for (int i = 0; i < LLVMGetNumOperands(at); i++) {
        if (sw_kind(l, LLVMGetOperand(at, (unsigned)i)) == SW_UNIFORM)
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

static bool is_link(LLVMValueRef at) {
    return LLVMIsAGetElementPtrInst(at) || LLVMIsAAddrSpaceCastInst(at) || LLVMIsAZExtInst(at) || LLVMIsASExtInst(at);
}

/* Within the basic block: what only another one uses is not to be had here. */
struct sw_chain sw_chain_of(struct sw_lanes *l, LLVMValueRef at) {
    struct sw_chain c = {.leaf = LLVMGetOperand(at, 0)};
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(at);
    while (c.count < SW_LONGEST_CHAIN && is_link(c.leaf) && LLVMGetInstructionParent(c.leaf) == bb) {
        int operand = differing_operand(l, c.leaf);
        LLVMTypeRef type = operand < 0 ? NULL : LLVMTypeOf(LLVMGetOperand(c.leaf, (unsigned)operand));
        if (!type || sw_element_type(l, type) != type)
            break;
        for (int i = 0; i < LLVMGetNumOperands(c.leaf); i++)
            if (i != operand)
                sw_scalar(l, LLVMGetOperand(c.leaf, (unsigned)i)); /* read before control parts */
        c.at[c.count] = c.leaf;
        c.operand[c.count++] = (unsigned)operand;
        c.leaf = LLVMGetOperand(c.leaf, (unsigned)operand);
    }
    return c;
}

LLVMValueRef sw_chain_address(struct sw_lanes *l, const struct sw_chain *c, LLVMValueRef leaf) {
    for (unsigned k = c->count; k-- > 0;) {
        LLVMValueRef made = LLVMInstructionClone(c->at[k]);
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(made); i++)
            LLVMSetOperand(made, i, i == c->operand[k] ? leaf : sw_scalar(l, LLVMGetOperand(c->at[k], i)));
        sw_insert_clone(l, made);
        leaf = made;
    }
    return leaf;
}
