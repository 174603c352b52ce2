/* In which memory a pointer leads, as far as that follows from where it comes from: a variable, an argument of a kernel,
 * or a choice among such. */
#include "analysis/effects.h"
#include "softwarp/assumptions.h"

enum { DEPTH = 4 };

static enum sw_space space_of_parameter(struct sw_unit *unit, LLVMValueRef parameter) {
    if (sw_is_by_value(parameter))
        return SW_SPACE_OTHER;
    bool is_of_kernel = SW_PROVED(space_of_kernel, sw_kernel_of(unit, LLVMGetParamParent(parameter)) != NULL);
    return is_of_kernel ? SW_SPACE_GLOBAL : SW_SPACE_UNKNOWN;
}

/* A pointer in an argument that a kernel gets by value comes from the host, unless the kernel writes to its copy. */
static enum sw_space space_of_loaded(struct sw_unit *unit, LLVMValueRef load) {
    LLVMValueRef from = sw_strip_pointer(LLVMGetOperand(load, 0));
    if (!sw_is_by_value(from))
        return SW_SPACE_UNKNOWN;
    bool is_from_host = SW_PROVED(by_value_of_kernel, sw_kernel_of(unit, LLVMGetParamParent(from)) != NULL);
    return is_from_host && SW_PROVED(by_value_only_read, sw_is_only_read(from)) ? SW_SPACE_GLOBAL : SW_SPACE_UNKNOWN;
}

/* nvptx's address spaces; of those that are not here nothing is known. */
static enum sw_space space_of_number(unsigned space) {
    switch (space) {
    case 1:
        return SW_SPACE_GLOBAL;
    case 3:
        return SW_SPACE_SHARED;
    case 4:
        return SW_SPACE_CONSTANT;
    case 5:   /* local */
    case 101: /* parameters */
        return SW_SPACE_OTHER;
    default:
        return SW_SPACE_UNKNOWN;
    }
}

static enum sw_space space_of(struct sw_unit *unit, LLVMValueRef pointer, unsigned depth);

/* Of a phi's or a select's values from operand `first` on: where all of them lead, or unknown. */
static enum sw_space common_space(struct sw_unit *unit, LLVMValueRef choice, unsigned first, unsigned depth) {
    bool is_phi = LLVMIsAPHINode(choice);
    unsigned count = is_phi ? LLVMCountIncoming(choice) : 3;
    enum sw_space common = SW_SPACE_UNKNOWN;
    for (unsigned i = first; i < count; i++) {
        LLVMValueRef value = is_phi ? LLVMGetIncomingValue(choice, i) : LLVMGetOperand(choice, i);
        if (sw_strip_pointer(value) == choice)
            continue; /* a pointer that moves along */
        enum sw_space space = space_of(unit, value, depth + 1);
        if (space == SW_SPACE_UNKNOWN || !SW_PROVED(space_of_all, common == SW_SPACE_UNKNOWN || space == common))
            return SW_SPACE_UNKNOWN;
        common = space;
    }
    return common;
}

static enum sw_space space_of(struct sw_unit *unit, LLVMValueRef pointer, unsigned depth) {
    LLVMValueRef base = pointer, before;
    enum sw_space space = space_of_number(LLVMGetPointerAddressSpace(LLVMTypeOf(base)));
    for (; space == SW_SPACE_UNKNOWN && (before = sw_pointer_before(base)); base = before)
        space = space_of_number(LLVMGetPointerAddressSpace(LLVMTypeOf(before)));
    if (space != SW_SPACE_UNKNOWN || depth > DEPTH)
        return space;
    if (LLVMIsAPHINode(base) || LLVMIsASelectInst(base))
        return common_space(unit, base, LLVMIsASelectInst(base) ? 1 : 0, depth);
    if (LLVMIsALoadInst(base))
        return space_of_loaded(unit, base);
    if (LLVMIsAAllocaInst(base))
        return SW_SPACE_OTHER;
    return LLVMIsAArgument(base) ? space_of_parameter(unit, base) : SW_SPACE_UNKNOWN;
}

enum sw_space sw_space_of(struct sw_unit *unit, LLVMValueRef pointer) {
    return space_of(unit, pointer, 0);
}
