/* In which memory a pointer leads, as far as that follows from where it comes from: a variable, an argument of a kernel,
 * or a choice among such. */
#include "analysis/analysis.h"

enum { DEPTH = 4 };

static int parameter_number(LLVMValueRef function, LLVMValueRef value) {
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        if (LLVMGetParam(function, i) == value)
            return (int)i;
    return -1;
}

static enum sw_space space_of_parameter(struct sw_unit *unit, LLVMValueRef parameter) {
    LLVMValueRef function = LLVMGetParamParent(parameter);
    if (sw_byval_type(function, (unsigned)parameter_number(function, parameter)))
        return SW_SPACE_OTHER;
    return sw_kernel_of(unit, function) ? SW_SPACE_GLOBAL : SW_SPACE_UNKNOWN;
}

/* A pointer in an argument that is passed by value comes from the host. */
static enum sw_space space_of_loaded(LLVMValueRef load) {
    LLVMValueRef from = sw_strip_pointer(LLVMGetOperand(load, 0));
    if (!LLVMIsAArgument(from))
        return SW_SPACE_UNKNOWN;
    LLVMValueRef function = LLVMGetParamParent(from);
    return sw_byval_type(function, (unsigned)parameter_number(function, from)) ? SW_SPACE_GLOBAL : SW_SPACE_UNKNOWN;
}

static enum sw_space space_of_number(unsigned space) {
    static const enum sw_space spaces[] = {SW_SPACE_UNKNOWN, SW_SPACE_GLOBAL, SW_SPACE_OTHER, SW_SPACE_SHARED,
                                           SW_SPACE_CONSTANT};
    return space < sizeof spaces / sizeof *spaces ? spaces[space] : SW_SPACE_OTHER;
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
        if (space == SW_SPACE_UNKNOWN || (common != SW_SPACE_UNKNOWN && space != common))
            return SW_SPACE_UNKNOWN;
        common = space;
    }
    return common;
}

static enum sw_space space_of(struct sw_unit *unit, LLVMValueRef pointer, unsigned depth) {
    LLVMValueRef base = sw_strip_pointer(pointer);
    enum sw_space space = space_of_number(LLVMGetPointerAddressSpace(LLVMTypeOf(base)));
    if (space != SW_SPACE_UNKNOWN || depth > DEPTH)
        return space;
    if (LLVMIsAPHINode(base) || LLVMIsASelectInst(base))
        return common_space(unit, base, LLVMIsASelectInst(base) ? 1 : 0, depth);
    if (LLVMIsALoadInst(base))
        return space_of_loaded(base);
    if (LLVMIsAAllocaInst(base))
        return SW_SPACE_OTHER;
    return LLVMIsAArgument(base) ? space_of_parameter(unit, base) : SW_SPACE_UNKNOWN;
}

enum sw_space sw_space_of(struct sw_unit *unit, LLVMValueRef pointer) {
    return space_of(unit, pointer, 0);
}
