/* The address of an atomic operation as a chain of instructions from the one value that differs between lanes:
 *
 *      leaf = %bin                     a number, or an address when the chain ends there
 *      %wide = zext i32 %bin to i64
 *      %at = getelementptr i32, ptr %table, i64 %wide
 *
 * Whoever works lane by lane computes the address anew from the leaf: that takes less room than addresses do. And where
 * different leaves give different addresses, lanes that meet can be told by leaves of 32 bits. */
#include "lockstep/atomic/address.h"
#include "lockstep/emit/serial.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

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

/* The bytes that an index of an address counts. */
static uint64_t bytes_of_index(struct sw_lanes *l, LLVMValueRef address, unsigned operand) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (unsigned i = 2; i <= operand; i++) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        unsigned member = is_struct ? (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, i)) : 0;
        type = is_struct ? LLVMStructGetTypeAtIndex(type, member) : LLVMGetElementType(type);
    }
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(l->ir->module), type);
}

/* Numbers of 32 bits, extended, times less than 2^31 bytes do not wrap in 64 bits. */
bool sw_chain_is_injective(struct sw_lanes *l, const struct sw_chain *c) {
    LLVMTypeRef type = LLVMTypeOf(c->leaf);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 32)
        return false;
    for (unsigned k = 0; k < c->count; k++) {
        if (!LLVMIsAGetElementPtrInst(c->at[k]) || !c->operand[k])
            continue;
        uint64_t bytes = bytes_of_index(l, c->at[k], c->operand[k]);
        if (!SW_PROVED(keys_tell_addresses, bytes && !(bytes >> 31)))
            return false;
    }
    return true;
}

LLVMValueRef sw_chain_address(struct sw_lanes *l, const struct sw_chain *c, LLVMValueRef leaf) {
    assert(LLVMTypeOf(leaf) == LLVMTypeOf(c->leaf));
    for (unsigned k = c->count; k-- > 0;) {
        LLVMValueRef made = LLVMInstructionClone(c->at[k]);
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(made); i++)
            LLVMSetOperand(made, i, i == c->operand[k] ? leaf : sw_scalar(l, LLVMGetOperand(c->at[k], i)));
        sw_insert_clone(l, made);
        leaf = made;
    }
    return leaf;
}

/* One instruction of the chain on a vector. A clone would keep the type of one lane's. */
static LLVMValueRef link_of_lanes(struct sw_lanes *l, LLVMValueRef at, unsigned operand, LLVMValueRef leaves) {
    LLVMBuilderRef b = l->ir->builder;
    unsigned count = (unsigned)LLVMGetNumOperands(at);
    if (!LLVMIsAGetElementPtrInst(at)) {
        LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(at), LLVMGetVectorSize(LLVMTypeOf(leaves)));
        return LLVMBuildCast(b, LLVMGetInstructionOpcode(at), leaves, type, "");
    }
    LLVMValueRef *operands = sw_arena_alloc(l->ir->arena, count * sizeof *operands);
    for (unsigned i = 0; i < count; i++)
        operands[i] = i == operand ? leaves : sw_scalar(l, LLVMGetOperand(at, i));
    return LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(at), operands[0], operands + 1, count - 1, "");
}

LLVMValueRef sw_chain_addresses(struct sw_lanes *l, const struct sw_chain *c, LLVMValueRef leaves) {
    assert(LLVMGetElementType(LLVMTypeOf(leaves)) == LLVMTypeOf(c->leaf));
    for (unsigned k = c->count; k-- > 0;)
        leaves = link_of_lanes(l, c->at[k], c->operand[k], leaves);
    return leaves;
}
