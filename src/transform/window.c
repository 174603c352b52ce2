/* Window: an unsigned 32-bit index below zero leads below its start in shared memory, as its addresses have 32 bits.
 *
 *      %i = zext i32 (xor %x, -1) to i64; gep i32, ptr @tile.., %i   =>   %i = sext ..
 *
 * nvcc computes addresses of shared memory in 32 bits (PTX ISA, State Spaces: the shared window), so that p[~x] with an
 * unsigned x is p[-1 - x] there, and merges and scans rely on it. C++ would have it 16 GB further on. An index that is
 * in the window at all is the same number either way. Only differences are looked at, which alone get below zero; what
 * else an index may be keeps what is known of its not wrapping.
 *
 * An address that C++ means to be 16 GB off on its way back stays so: p[(size_t)~x - 0xffffff00] is two steps, of which the
 * second is as long. So what comes of the pointer is followed: it is accessed, or a small constant away.
 *
 * And where it comes from: v = tile - (size_t)lo; v[i - 1] with i >= lo is the other way round, the first step as long, and
 * the second one unsigned. A step of 64 bits may be such a one or not; then it is the sum of all steps from the variable on
 * that has 32 bits:
 *
 *      %v = gep i32, ptr @tile.., i64 %far; gep i32, ptr %v, i64 %i   =>   gep i8, ptr @tile.., sext (trunc (that - @tile)) */
#include "transform/transform.h"
#include "softwarp/assumptions.h"

enum { MOST_STEPS = 4, MOST_BYTES = 1 << 20 };

static bool is_negative(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) < 0;
}

static bool is_difference(LLVMValueRef value, unsigned steps);

static bool comes_from_difference(LLVMValueRef phi, unsigned steps) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (is_difference(LLVMGetIncomingValue(phi, i), steps))
            return true;
    return false;
}

/* x - y, x + negative constant, ~x, x | negative constant, and what is made of such in few steps. */
static bool is_difference(LLVMValueRef value, unsigned steps) {
    if (!steps || !LLVMIsAInstruction(value))
        return is_negative(value);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMSub:
        return !LLVMGetNUW(value);
    case LLVMAdd:
        return !LLVMGetNUW(value) && (is_difference(LLVMGetOperand(value, 0), steps - 1) ||
                                      is_difference(LLVMGetOperand(value, 1), steps - 1));
    case LLVMXor:
    case LLVMOr:
        return is_negative(LLVMGetOperand(value, 1));
    case LLVMShl:
        return !LLVMGetNUW(value) && is_difference(LLVMGetOperand(value, 0), steps - 1);
    case LLVMSelect:
        return is_difference(LLVMGetOperand(value, 1), steps - 1) || is_difference(LLVMGetOperand(value, 2), steps - 1);
    case LLVMPHI:
        return comes_from_difference(value, steps - 1);
    default:
        return false;
    }
}

/* A step of a known size, within what shared memory may have. */
static bool is_small_step(struct sw_unit *unit, LLVMValueRef step, LLVMValueRef from) {
    int64_t bytes;
    return sw_has_constant_offset(LLVMGetModuleDataLayout(unit->ir.module), step, from, &bytes) &&
           bytes > -MOST_BYTES && bytes < MOST_BYTES;
}

static bool is_accessed(struct sw_unit *unit, LLVMValueRef pointer, unsigned steps);

static bool accesses(struct sw_unit *unit, LLVMValueRef user, LLVMValueRef pointer, unsigned steps) {
    struct sw_atomic atomic;
    switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return true;
    case LLVMStore:
        return LLVMGetOperand(user, 0) != pointer;
    case LLVMCall:
        return sw_is_copy(user) || sw_is_fill(user) || sw_atomic_of(user, &atomic);
    case LLVMGetElementPtr:
        return is_small_step(unit, user, pointer) && is_accessed(unit, user, steps);
    case LLVMAddrSpaceCast:
    case LLVMBitCast:
    case LLVMFreeze:
    case LLVMSelect:
    case LLVMPHI:
        return is_accessed(unit, user, steps);
    default:
        return false;
    }
}

/* All that is done with the pointer is to access memory there, or next to it. */
static bool is_accessed(struct sw_unit *unit, LLVMValueRef pointer, unsigned steps) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
        if (!steps || !accesses(unit, LLVMGetUser(use), pointer, steps - 1))
            return false;
    return true;
}

/* The 32-bit difference that an index is made of, or NULL. */
static LLVMValueRef difference(struct sw_ir *ir, LLVMValueRef index) {
    if (!LLVMIsAZExtInst(index) || LLVMGetNNeg(index))
        return NULL;
    LLVMValueRef narrow = LLVMGetOperand(index, 0);
    return LLVMTypeOf(narrow) == ir->i32 && SW_PROVED(window_of_difference, is_difference(narrow, MOST_STEPS)) ? narrow
                                                                                                               : NULL;
}

/* A number of 32 bits, whichever way it was made longer, or as little as a constant. */
static bool is_near_index(struct sw_ir *ir, LLVMValueRef index) {
    if (LLVMIsAConstantInt(index))
        return LLVMConstIntGetSExtValue(index) > -MOST_BYTES && LLVMConstIntGetSExtValue(index) < MOST_BYTES;
    LLVMTypeRef type = LLVMTypeOf(LLVMIsAZExtInst(index) || LLVMIsASExtInst(index) ? LLVMGetOperand(index, 0) : index);
    return LLVMGetIntTypeWidth(type) <= LLVMGetIntTypeWidth(ir->i32);
}

static bool is_step(LLVMValueRef pointer) {
    return LLVMIsAGetElementPtrInst(pointer) ||
           (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
}

/* Whether no step on the way from where the pointer starts may lead far away, to be led back. */
static bool is_near(struct sw_ir *ir, LLVMValueRef pointer) {
    for (; pointer; pointer = sw_pointer_before(pointer))
        for (unsigned i = 1; is_step(pointer) && i < (unsigned)LLVMGetNumOperands(pointer); i++)
            if (!is_near_index(ir, LLVMGetOperand(pointer, i)))
                return false;
    return true;
}

static void sign_indices(struct sw_ir *ir, LLVMValueRef gep) {
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i), narrow = difference(ir, index);
        if (!narrow)
            continue;
        sw_before(ir, gep);
        LLVMSetOperand(gep, i, LLVMBuildSExt(ir->builder, narrow, LLVMTypeOf(index), ""));
        LLVMGEPSetNoWrapFlags(gep, LLVMGEPGetNoWrapFlags(gep) & ~(unsigned)LLVMGEPFlagNUW);
    }
}

/* As far from the variable as 32 bits of the distance say. */
static void sum_in_window(struct sw_ir *ir, LLVMValueRef gep, LLVMValueRef variable) {
    LLVMValueRef start = LLVMConstPointerCast(variable, LLVMTypeOf(gep));
    LLVMGEPSetNoWrapFlags(gep, 0);
    sw_before(ir, LLVMGetNextInstruction(gep));
    LLVMValueRef end = LLVMBuildPtrToInt(ir->builder, gep, ir->i64, "");
    LLVMValueRef far = LLVMBuildSub(ir->builder, end, LLVMConstPtrToInt(start, ir->i64), "");
    LLVMValueRef narrow = LLVMBuildTrunc(ir->builder, far, ir->i32, "");
    LLVMValueRef near = LLVMBuildSExt(ir->builder, narrow, ir->i64, "");
    LLVMValueRef place = LLVMBuildGEP2(ir->builder, ir->i8, start, &near, 1, "");
    LLVMReplaceAllUsesWith(gep, place);
    LLVMSetOperand(end, 0, gep);
}

static void see(struct sw_ir *ir, LLVMValueRef at, void *data) {
    if (!LLVMIsAGetElementPtrInst(at) || !SW_PROVED(window_of_shared, sw_space_of(data, at) == SW_SPACE_SHARED))
        return;
    bool has_one = false;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(at); i++)
        has_one |= difference(ir, LLVMGetOperand(at, i)) != NULL;
    if (!has_one || !SW_PROVED(window_of_accessed, is_accessed(data, at, MOST_STEPS)))
        return;
    LLVMValueRef start = sw_strip_pointer(at);
    if (SW_PROVED(window_of_near, is_near(ir, at)))
        sign_indices(ir, at);
    else if (LLVMIsAGlobalVariable(start))
        sum_in_window(ir, at, start);
}

void sw_pass_window(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, see, unit);
}
