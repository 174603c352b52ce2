/* Whether two pointers lead to different memory (effects.h). Shown by kinds of memory, by variables, and, for one thread,
 * by __restrict__; types say nothing: a program may look at memory through any of them. */
#include "analysis/effects.h"

static int parameter_number(LLVMValueRef value) {
    LLVMValueRef function = LLVMIsAArgument(value) ? LLVMGetParamParent(value) : NULL;
    for (unsigned i = 0; function && i < LLVMCountParams(function); i++)
        if (LLVMGetParam(function, i) == value)
            return (int)i;
    return -1;
}

static bool is_restricted(LLVMValueRef base) {
    int number = parameter_number(base);
    return number >= 0 && sw_is_noalias(LLVMGetParamParent(base), (unsigned)number);
}

/* Of the user and the memory that it was given: not a copy of one, nor what was computed from several. */
static bool is_known(LLVMValueRef base) {
    return LLVMIsAArgument(base) || LLVMIsAGlobalVariable(base);
}

bool sw_are_apart(struct sw_unit *unit, LLVMValueRef a, LLVMValueRef b, bool between_threads) {
    enum sw_space space = sw_space_of(unit, a), other = sw_space_of(unit, b);
    if (space != SW_SPACE_UNKNOWN && other != SW_SPACE_UNKNOWN && space != other)
        return true;
    a = sw_strip_pointer(a);
    b = sw_strip_pointer(b);
    if (a == b || !is_known(a) || !is_known(b))
        return false;
    if (LLVMIsAGlobalVariable(a) && LLVMIsAGlobalVariable(b)) /* dynamic shared memory has as many names as one likes */
        return space != SW_SPACE_SHARED || !LLVMIsDeclaration(a) || !LLVMIsDeclaration(b);
    return !between_threads && (is_restricted(a) || is_restricted(b));
}

bool sw_is_own(struct sw_unit *unit, LLVMValueRef pointer) {
    return sw_space_of(unit, pointer) == SW_SPACE_OTHER;
}

static bool is_read_by_call(LLVMValueRef call, LLVMValueRef pointer) {
    LLVMValueRef function = sw_called_function(call);
    const char *name = sw_callee_name(call);
    if (sw_starts_with(name, "llvm.lifetime.") || sw_starts_with(name, "llvm.dbg."))
        return true;
    if (sw_is_copy(call) && !sw_is_fill(call))
        return LLVMGetOperand(call, 0) != pointer;
    bool is_copied = function != NULL; /* each callee has a copy of its own */
    for (unsigned i = 0; function && i < LLVMGetNumArgOperands(call); i++)
        is_copied &= LLVMGetOperand(call, i) != pointer ||
                     (i < LLVMCountParams(function) && sw_byval_type(function, i));
    return is_copied;
}

enum { DEPTH = 8 };

/* Whether all uses only read, or make an address that is used so. */
static bool is_read_by_users(LLVMValueRef pointer, unsigned depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool moves_on = LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user) || LLVMIsABitCastInst(user);
        if (LLVMIsALoadInst(user) || (sw_is_call(user) && is_read_by_call(user, pointer)))
            continue;
        if (!moves_on || depth == DEPTH || !is_read_by_users(user, depth + 1))
            return false;
    }
    return true;
}

bool sw_is_only_read(LLVMValueRef argument) {
    return is_read_by_users(argument, 0);
}
