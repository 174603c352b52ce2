/* Cleanups: where a scope is left in several ways, clang ends the lifetimes of its variables in one block, which then
 * chooses by a number where to go on. Optimisation would undo that; check builds need loops as the source has them.
 *
 *      store i32 2, ptr %slot; br %cleanup                                  store i32 2, ptr %slot; br %while.end
 *      cleanup: lifetime.end(%x); switch (load %slot) [2: %while.end]   =>
 *
 * A variable that is not said to end lives on, which harms nobody. */
#include "transform/instrument/hook.h"

/* The number's variable, when a block does nothing else but end lifetimes and choose. */
static LLVMValueRef slot_of(LLVMBasicBlockRef bb) {
    LLVMValueRef at = LLVMGetFirstInstruction(bb), choice = LLVMGetBasicBlockTerminator(bb);
    while (sw_starts_with(sw_callee_name(at), "llvm.lifetime.end"))
        at = LLVMGetNextInstruction(at);
    if (!choice || !LLVMIsASwitchInst(choice) || !LLVMIsALoadInst(at) || LLVMGetNextInstruction(at) != choice ||
        LLVMGetOperand(choice, 0) != at)
        return NULL;
    LLVMValueRef slot = LLVMGetOperand(at, 0);
    return LLVMIsAAllocaInst(slot) ? slot : NULL;
}

/* The number that a block ends with in the slot; null: not known. */
static LLVMValueRef number_at_end(LLVMBasicBlockRef bb, LLVMValueRef slot) {
    for (LLVMValueRef at = LLVMGetLastInstruction(bb); at; at = LLVMGetPreviousInstruction(at))
        if (LLVMIsAStoreInst(at) && LLVMGetOperand(at, 1) == slot)
            return LLVMIsAConstantInt(LLVMGetOperand(at, 0));
    return NULL;
}

static LLVMBasicBlockRef chosen(LLVMValueRef choice, LLVMValueRef number) {
    for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(choice); i += 2)
        if (LLVMGetOperand(choice, i) == number)
            return LLVMValueAsBasicBlock(LLVMGetOperand(choice, i + 1));
    return LLVMGetSwitchDefaultDest(choice);
}

static bool has_phi(LLVMBasicBlockRef bb) {
    return LLVMIsAPHINode(LLVMGetFirstInstruction(bb));
}

/* Whether the branch, which leads to such a block, leads on now. */
static bool lead_on(LLVMValueRef branch) {
    if (!LLVMIsABranchInst(branch) || LLVMIsConditional(branch))
        return false;
    LLVMBasicBlockRef to = LLVMGetSuccessor(branch, 0);
    LLVMValueRef slot = slot_of(to);
    LLVMValueRef number = slot ? number_at_end(LLVMGetInstructionParent(branch), slot) : NULL;
    LLVMBasicBlockRef target = number ? chosen(LLVMGetBasicBlockTerminator(to), number) : NULL;
    if (!target || target == to || has_phi(target))
        return false;
    LLVMSetSuccessor(branch, 0, target);
    return true;
}

void sw_straighten_cleanups(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(functions.at[i]); bb; bb = LLVMGetNextBasicBlock(bb))
            while (lead_on(LLVMGetBasicBlockTerminator(bb)))
                continue;
}
