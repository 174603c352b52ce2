/* Window: an unsigned 32-bit index below zero leads below its start in shared memory, as its addresses have 32 bits.
 *
 *      %i = zext i32 (xor %x, -1) to i64; gep i32, ptr @tile.., %i   =>   %i = sext ..
 *
 * nvcc computes addresses of shared memory in 32 bits (PTX ISA, State Spaces: the shared window), so that p[~x] with an
 * unsigned x is p[-1 - x] there, and merges and scans rely on it. C++ would have it 16 GB further on. An index that is
 * in the window at all is the same number either way. Only differences are looked at, which alone get below zero; what
 * else an index may be keeps what is known of its not wrapping. */
#include "transform/transform.h"
#include "softwarp/assumptions.h"

static bool is_negative(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) < 0;
}

/* x - y, x + negative constant, ~x */
static bool is_difference(LLVMValueRef value) {
    switch (LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet) {
    case LLVMSub:
        return !LLVMGetNUW(value);
    case LLVMAdd:
        return !LLVMGetNUW(value) && is_negative(LLVMGetOperand(value, 1));
    case LLVMXor:
        return is_negative(LLVMGetOperand(value, 1));
    default:
        return false;
    }
}

/* The 32-bit difference that an index is made of, or NULL. */
static LLVMValueRef difference(struct sw_ir *ir, LLVMValueRef index) {
    if (!LLVMIsAZExtInst(index) || LLVMGetNNeg(index))
        return NULL;
    LLVMValueRef narrow = LLVMGetOperand(index, 0);
    return LLVMTypeOf(narrow) == ir->i32 && SW_PROVED(window_of_difference, is_difference(narrow)) ? narrow : NULL;
}

static void see(struct sw_ir *ir, LLVMValueRef at, void *data) {
    if (!LLVMIsAGetElementPtrInst(at) || !SW_PROVED(window_of_shared, sw_space_of(data, at) == SW_SPACE_SHARED))
        return;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(at); i++) {
        LLVMValueRef index = LLVMGetOperand(at, i), narrow = difference(ir, index);
        if (!narrow)
            continue;
        sw_before(ir, at);
        LLVMSetOperand(at, i, LLVMBuildSExt(ir->builder, narrow, LLVMTypeOf(index), ""));
        LLVMGEPSetNoWrapFlags(at, LLVMGEPGetNoWrapFlags(at) & ~(unsigned)LLVMGEPFlagNUW);
    }
}

void sw_pass_window(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, see, unit);
}
