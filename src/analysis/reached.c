/* Through which parameters a kernel reads or writes memory, and whether it prints: what the runtime can tell about a
 * launch before it runs. An access counts wherever it stands; a pointer that is only kept, compared or passed to code
 * that is not there does not. */
#include "analysis/analysis.h"

#include <string.h>

enum { DEPTH = 6 };

static bool is_reached(LLVMValueRef pointer, unsigned depth);

/* The variable is the pointer's home, as in code that is not optimised. */
static bool is_reached_from(LLVMValueRef alloca, unsigned depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
        if (LLVMIsALoadInst(LLVMGetUser(use)) && is_reached(LLVMGetUser(use), depth))
            return true;
    return false;
}

static bool is_reached_in_call(LLVMValueRef call, LLVMValueRef pointer, unsigned depth) {
    LLVMValueRef function = sw_called_function(call);
    if (sw_is_copy(call) || sw_is_fill(call))
        return pointer == LLVMGetOperand(call, 0) || pointer == LLVMGetOperand(call, 1);
    if (!function)
        return false;
    if (!sw_is_defined(function))
        return sw_starts_with(sw_name(function), "__sw_atomic_") && pointer == LLVMGetOperand(call, 0);
    for (unsigned i = 0; i < LLVMCountParams(function) && i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == pointer && is_reached(LLVMGetParam(function, i), depth))
            return true;
    return false;
}

static bool is_reached_by(LLVMValueRef user, LLVMValueRef pointer, unsigned depth) {
    if (LLVMIsALoadInst(user))
        return true;
    if (LLVMIsAStoreInst(user)) {
        LLVMValueRef to = LLVMGetOperand(user, 1);
        return to == pointer || (LLVMIsAAllocaInst(to) && is_reached_from(to, depth));
    }
    if (LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user))
        return LLVMGetOperand(user, 0) == pointer;
    if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || sw_pointer_before(user) == pointer)
        return is_reached(user, depth);
    return sw_is_call(user) && is_reached_in_call(user, pointer, depth);
}

static bool is_reached(LLVMValueRef pointer, unsigned depth) {
    if (depth > DEPTH)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
        if (is_reached_by(LLVMGetUser(use), pointer, depth + 1))
            return true;
    return false;
}

bool sw_is_reached(LLVMValueRef parameter) {
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(parameter)) == LLVMPointerTypeKind;
    return is_pointer && !sw_is_by_value(parameter) && is_reached(parameter, 0);
}

static bool prints(struct sw_ir *ir, LLVMValueRef function, struct sw_map *seen) {
    struct sw_values all = {0};
    if (sw_map_has(seen, function))
        return false;
    sw_map_put(seen, function, function);
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        LLVMValueRef called = sw_is_call(all.at[i]) ? sw_called_function(all.at[i]) : NULL;
        if (called && (sw_equal(sw_name(called), "vprintf") || (sw_is_defined(called) && prints(ir, called, seen))))
            return true;
    }
    return false;
}

bool sw_prints(struct sw_ir *ir, LLVMValueRef function) {
    return prints(ir, function, sw_map_create(ir->arena));
}
