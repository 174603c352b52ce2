/* Finds whose memory a pointer leads to, and where in it. Checkers need not look at accesses to local variables, to
 * arguments that are passed by value, and to the program's constants, unless they may miss a local array; nor at those to
 * the block's structure, from which inline PTX and conversions of addresses read where shared memory begins. */
#include "transform/instrument/hook.h"

enum { DEPTH = 4 };

/* A table or string of the compiler's, not a variable that the host knows. */
static bool is_table(LLVMValueRef global) {
    return LLVMIsAGlobalVariable(global) && LLVMIsGlobalConstant(global) && !LLVMIsExternallyInitialized(global) &&
           LLVMGetPointerAddressSpace(LLVMTypeOf(global)) != 3;
}

static bool is_private(LLVMValueRef pointer, unsigned depth) {
    LLVMValueRef base = sw_strip_pointer(pointer);
    if (LLVMIsAAllocaInst(base) || is_table(base) || sw_is_checked(base) || sw_block_field_of(pointer) >= 0)
        return true;
    if (LLVMIsAArgument(base))
        return sw_is_by_value(base);
    if (depth > DEPTH || !(LLVMIsAPHINode(base) || LLVMIsASelectInst(base)))
        return false;
    bool is_phi = LLVMIsAPHINode(base);
    unsigned first = is_phi ? 0 : 1, end = is_phi ? LLVMCountIncoming(base) : 3;
    for (unsigned i = first; i < end; i++) {
        LLVMValueRef value = is_phi ? LLVMGetIncomingValue(base, i) : LLVMGetOperand(base, i);
        if (sw_strip_pointer(value) != base && !is_private(value, depth + 1))
            return false;
    }
    return true;
}

uint64_t sw_local_bytes(LLVMTargetDataRef layout, LLVMValueRef alloca) {
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    uint64_t each = LLVMABISizeOfType(layout, LLVMGetAllocatedType(alloca));
    return LLVMIsAConstantInt(count) ? each * LLVMConstIntGetZExtValue(count) : 0;
}

/* What a phi or select chooses from, when that is local variables: the size of the largest, otherwise 0. */
static uint64_t chosen_size(LLVMTargetDataRef layout, LLVMValueRef base) {
    bool is_phi = LLVMIsAPHINode(base);
    unsigned first = is_phi ? 0 : 1, end = is_phi ? LLVMCountIncoming(base) : 3;
    uint64_t most = 0;
    for (unsigned i = first; i < end; i++) {
        LLVMValueRef value = is_phi ? LLVMGetIncomingValue(base, i) : LLVMGetOperand(base, i);
        LLVMValueRef local = sw_strip_pointer(value);
        int64_t offset;
        bool at_start = LLVMIsAAllocaInst(local) && sw_has_constant_offset(layout, value, local, &offset) && !offset;
        uint64_t size = at_start ? sw_local_bytes(layout, local) : 0;
        if (!size)
            return 0;
        most = size > most ? size : most;
    }
    return most;
}

static unsigned shadow_kind(struct sw_unit *unit) {
    static const char name[] = "sw.shadow";
    return LLVMGetMDKindIDInContext(unit->ir.context, name, sizeof name - 1);
}

void sw_mark_shadow(struct sw_unit *unit, LLVMValueRef alloca) {
    LLVMMetadataRef empty = LLVMMDNodeInContext2(unit->ir.context, NULL, 0);
    LLVMSetMetadata(alloca, shadow_kind(unit), LLVMMetadataAsValue(unit->ir.context, empty));
}

bool sw_is_shadow(struct sw_unit *unit, LLVMValueRef pointer) {
    LLVMValueRef base = sw_strip_pointer(pointer);
    return LLVMIsAAllocaInst(base) && LLVMGetMetadata(base, shadow_kind(unit));
}

bool sw_is_private(struct sw_unit *unit, LLVMValueRef pointer, struct sw_private *found) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->ir.module);
    LLVMValueRef base = sw_strip_pointer(pointer);
    *found = (struct sw_private){0};
    if (!is_private(pointer, 0))
        return false;
    if (sw_is_shadow(unit, base))
        return true;
    if (LLVMIsAAllocaInst(base))
        found->bytes = sw_local_bytes(layout, base);
    else if (LLVMIsAPHINode(base) || LLVMIsASelectInst(base))
        found->bytes = chosen_size(layout, base);
    if (LLVMIsAAllocaInst(base) || found->bytes) {
        found->base = base;
        found->has_offset = sw_has_constant_offset(layout, pointer, base, &found->offset);
    }
    return true;
}

bool sw_may_miss(const struct sw_private *found, uint64_t bytes) {
    if (!found->base || !found->bytes)
        return false;
    return !found->has_offset || found->offset < 0 || (uint64_t)found->offset + bytes > found->bytes;
}
