/* Whether two pointers lead to different memory (effects.h). Shown by kinds of memory, by variables, and, for one thread,
 * by __restrict__; types say nothing: a program may look at memory through any of them. */
#include "analysis/effects.h"
#include "softwarp/assumptions.h"

static bool is_restricted(LLVMValueRef base) {
    int number = sw_parameter_number(base);
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
    if (a == b || !SW_PROVED(apart_known, is_known(a) && is_known(b)))
        return false;
    if (LLVMIsAGlobalVariable(a) && LLVMIsAGlobalVariable(b)) /* dynamic shared memory has as many names as one likes */
        return SW_PROVED(apart_one_dynamic, space != SW_SPACE_SHARED || !LLVMIsDeclaration(a) || !LLVMIsDeclaration(b));
    return SW_PROVED(apart_for_one_thread, !between_threads) && (is_restricted(a) || is_restricted(b));
}

bool sw_is_own(struct sw_unit *unit, LLVMValueRef pointer) {
    return sw_space_of(unit, pointer) == SW_SPACE_OTHER;
}

/* What is done with an address, or with one that is made of it. */
enum { READS = 1, WRITES = 2, GETS_OUT = 4 }; /* it is stored, passed on, chosen among others, or made a number */

static unsigned use_by_call(LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef function = sw_called_function(call);
    const char *name = sw_callee_name(call);
    if (sw_starts_with(name, "llvm.lifetime.") || sw_starts_with(name, "llvm.dbg."))
        return 0;
    if (sw_is_copy(call))
        return (LLVMGetOperand(call, 0) == address ? WRITES : 0) | (LLVMGetOperand(call, 1) == address ? READS : 0);
    for (unsigned i = 0; function && i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == address && (i >= LLVMCountParams(function) || !sw_byval_type(function, i)))
            return GETS_OUT;
    return function ? READS : GETS_OUT; /* each callee has a copy of its own */
}

enum { DEPTH = 8 };

static unsigned uses_of(LLVMValueRef address, unsigned depth);

static unsigned use_by(LLVMValueRef user, LLVMValueRef address, unsigned depth) {
    if (LLVMIsALoadInst(user))
        return READS;
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) == address ? GETS_OUT : WRITES;
    if (LLVMIsAICmpInst(user))
        return 0;
    if (sw_is_call(user))
        return use_by_call(user, address);
    bool is_step = LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user) || LLVMIsABitCastInst(user);
    return is_step && depth < DEPTH ? uses_of(user, depth + 1) : GETS_OUT;
}

static unsigned uses_of(LLVMValueRef address, unsigned depth) {
    unsigned uses = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && !(uses & GETS_OUT); use = LLVMGetNextUse(use))
        uses |= use_by(LLVMGetUser(use), address, depth);
    return uses;
}

bool sw_is_only_read(LLVMValueRef argument) {
    return !(uses_of(argument, 0) & (WRITES | GETS_OUT));
}

LLVMValueRef sw_own_variable(LLVMValueRef pointer) {
    LLVMValueRef base = sw_strip_pointer(pointer);
    bool is_local = LLVMIsAAllocaInst(base) || sw_is_by_value(base);
    return is_local && SW_PROVED(own_address, !(uses_of(base, 0) & GETS_OUT)) ? base : NULL;
}

bool sw_may_be_changed_meanwhile(struct sw_unit *unit, LLVMValueRef pointer) {
    return !sw_is_own(unit, pointer) && sw_space_of(unit, pointer) != SW_SPACE_CONSTANT;
}
