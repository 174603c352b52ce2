/* Copies of basic blocks within a function. */
#include "ir/ir.h"

LLVMValueRef sw_copy_of(const struct sw_map *copies, LLVMValueRef value) {
    LLVMValueRef copy = sw_map_get(copies, value);
    return copy ? copy : value;
}

LLVMBasicBlockRef sw_bb_copy_of(const struct sw_map *copies, LLVMBasicBlockRef bb) {
    LLVMBasicBlockRef copy = sw_map_get(copies, bb);
    return copy ? copy : bb;
}

/* All instructions, operands still the originals'; phis without what comes in. */
static void copy_instructions(struct sw_ir *ir, struct sw_map *copies, LLVMBasicBlockRef from) {
    LLVMBuilderRef b = ir->builder;
    LLVMPositionBuilderAtEnd(b, sw_bb_copy_of(copies, from));
    LLVMSetCurrentDebugLocation2(b, NULL); /* copies keep their own */
    for (LLVMValueRef at = LLVMGetFirstInstruction(from); at; at = LLVMGetNextInstruction(at)) {
        bool is_phi = LLVMIsAPHINode(at) != NULL;
        LLVMValueRef copy = is_phi ? LLVMBuildPhi(b, LLVMTypeOf(at), "") : LLVMInstructionClone(at);
        if (!is_phi)
            LLVMInsertIntoBuilder(b, copy);
        sw_map_put(copies, at, copy);
    }
}

static void connect_phi(const struct sw_map *copies, LLVMValueRef from, LLVMValueRef copy) {
    for (unsigned i = 0; i < LLVMCountIncoming(from); i++) {
        LLVMBasicBlockRef bb = sw_bb_copy_of(copies, LLVMGetIncomingBlock(from, i));
        LLVMValueRef value = sw_copy_of(copies, LLVMGetIncomingValue(from, i));
        LLVMAddIncoming(copy, &value, &bb, 1);
    }
}

static void connect(const struct sw_map *copies, LLVMValueRef copy) {
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(copy); i++) {
        LLVMValueRef operand = LLVMGetOperand(copy, i);
        if (LLVMValueIsBasicBlock(operand))
            LLVMSetOperand(copy, i, LLVMBasicBlockAsValue(sw_bb_copy_of(copies, LLVMValueAsBasicBlock(operand))));
        else
            LLVMSetOperand(copy, i, sw_copy_of(copies, operand));
    }
}

static void connect_bb(const struct sw_map *copies, LLVMBasicBlockRef from) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(from); at; at = LLVMGetNextInstruction(at)) {
        LLVMValueRef copy = sw_copy_of(copies, at);
        if (LLVMIsAPHINode(at))
            connect_phi(copies, at, copy);
        else
            connect(copies, copy);
    }
}

void sw_copy_bbs(struct sw_ir *ir, const struct sw_bbs *bbs, struct sw_map *copies) {
    for (size_t i = 0; i < bbs->count; i++) {
        LLVMValueRef function = LLVMGetBasicBlockParent(bbs->at[i]);
        const char *name = LLVMGetBasicBlockName(bbs->at[i]);
        sw_map_put(copies, bbs->at[i], LLVMAppendBasicBlockInContext(ir->context, function, name));
    }
    for (size_t i = 0; i < bbs->count; i++)
        copy_instructions(ir, copies, bbs->at[i]);
    for (size_t i = 0; i < bbs->count; i++)
        connect_bb(copies, bbs->at[i]);
}

void sw_extend_phis(const struct sw_map *copies, LLVMBasicBlockRef bb, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(bb); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
        for (unsigned i = 0, count = LLVMCountIncoming(phi); i < count; i++) {
            if (LLVMGetIncomingBlock(phi, i) != from)
                continue;
            LLVMValueRef value = sw_copy_of(copies, LLVMGetIncomingValue(phi, i));
            LLVMAddIncoming(phi, &value, &to, 1);
        }
}
