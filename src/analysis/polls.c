/* Polls: instructions whose result another thread, or time, may change from one iteration of a loop to the next.
 *
 *  1. Volatile and atomic loads, and every atomic read-modify-write, whatever it does: a lock may be taken by an addition
 *     as well as by an exchange. Not a poll: a compare-and-swap that is tried again only because another thread has been
 *     faster (swaps.c).
 *  2. What a clock says: until the time has come the others may run, and wait for their own.
 *  3. Calls of a function that polls, however deep, and of one of which nothing is known: device malloc has memory when
 *     somebody has freed some.
 *  4. In a loop with a fence, every load that is not of the thread's own or of constant memory; in one that communicates
 *     otherwise, loads from an address that stays the same, as programs look at a word before they try to take it. */
#include "analysis/waiting.h"

static bool is_strong_load(LLVMValueRef at) {
    return LLVMIsALoadInst(at) && (LLVMGetVolatile(at) || LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic);
}

bool sw_is_plain_load(LLVMValueRef at) {
    return LLVMIsALoadInst(at) && !is_strong_load(at);
}

static bool reads_clock(LLVMValueRef at) {
    const char *name = sw_is_call(at) ? sw_callee_name(at) : "";
    return sw_starts_with(name, "llvm.nvvm.read.ptx.sreg.clock") || sw_starts_with(name, "__sw_globaltimer") ||
           sw_starts_with(name, "llvm.nvvm.read.ptx.sreg.globaltimer") || sw_starts_with(name, "llvm.readcyclecounter");
}

/* Empty assembly is how one says it to the compiler alone. */
static bool is_fence(LLVMValueRef at) {
    if (LLVMIsAFenceInst(at) || (sw_is_call(at) && LLVMIsAInlineAsm(LLVMGetCalledValue(at))))
        return true;
    const char *name = sw_callee_name(at);
    return sw_starts_with(name, "llvm.nvvm.membar.") || sw_starts_with(name, "llvm.nvvm.fence.") ||
           sw_equal(name, "__sw_fence");
}

/* A call by a pointer may reach what has its address taken; the others have a body, a name of ours, or nothing at all
 * that is known of them. */
static bool is_unknown_call(LLVMValueRef at) {
    if (!sw_is_call(at) || LLVMIsAInlineAsm(LLVMGetCalledValue(at)))
        return false;
    LLVMValueRef function = sw_called_function(at);
    const char *name = sw_callee_name(at);
    if (!function)
        return false;
    return !sw_is_defined(function) && !sw_accesses_nothing(function) && !sw_starts_with(name, "llvm.") &&
           !sw_starts_with(name, "__nv_") && !sw_starts_with(name, "__sw_") && !sw_starts_with(name, "sw.");
}

bool sw_is_strong_write(LLVMValueRef at) {
    struct sw_atomic atomic;
    if (LLVMIsAStoreInst(at))
        return LLVMGetVolatile(at) || LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic;
    if (LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at) || is_unknown_call(at))
        return true;
    return sw_is_call(at) && sw_atomic_of(at, &atomic) && atomic.op != SW_ATOMIC_load;
}

/* What shows what others have done, in a function that was not inlined. */
static bool observes(LLVMValueRef at) {
    struct sw_atomic atomic;
    return reads_clock(at) || is_strong_load(at) || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at) ||
           is_unknown_call(at) || (sw_is_call(at) && sw_atomic_of(at, &atomic));
}

bool sw_communicates(LLVMValueRef at) {
    return observes(at) || is_fence(at) || sw_is_strong_write(at);
}

static bool is_or_calls(struct sw_wait *w, LLVMValueRef at, bool (*is)(LLVMValueRef)) {
    return is(at) || (sw_is_call(at) && sw_call_reaches(w->ir, at, is));
}

void sw_polls_prepare(struct sw_wait *w) {
    for (size_t i = 0; i < w->members.count; i++) {
        w->orders |= is_or_calls(w, w->members.at[i], is_fence);
        w->communicates |= is_or_calls(w, w->members.at[i], sw_communicates);
    }
}

/* Memory that nobody writes meanwhile: the thread's own, arguments, constants. */
static bool is_quiet(const struct sw_wait *w, LLVMValueRef pointer) {
    enum sw_space space = sw_space_of(w->unit, pointer);
    return space == SW_SPACE_OTHER || space == SW_SPACE_CONSTANT;
}

/* An address that stays the same, also where it is loaded itself each time from one that does. */
static bool is_fixed(const struct sw_wait *w, LLVMValueRef value, unsigned depth) {
    enum { DEEPEST = 8 };
    if (!sw_loop_has(w->cfg, w->loop, value))
        return true;
    if (depth == DEEPEST || LLVMIsAPHINode(value) || (sw_is_call(value) && !sw_accesses_nothing(LLVMGetCalledValue(value))))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_fixed(w, LLVMGetOperand(value, (unsigned)i), depth + 1))
            return false;
    return true;
}

static bool load_polls(const struct sw_wait *w, LLVMValueRef load) {
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    if (is_strong_load(load))
        return true;
    if (is_quiet(w, pointer))
        return false;
    return w->orders || (w->communicates && is_fixed(w, pointer, 0));
}

bool sw_polls(struct sw_wait *w, LLVMValueRef at) {
    struct sw_atomic atomic;
    if (LLVMIsALoadInst(at))
        return load_polls(w, at);
    if (LLVMIsAAtomicRMWInst(at))
        return true;
    if (LLVMIsAAtomicCmpXchgInst(at))
        return !sw_is_retried(w, at);
    if (!sw_is_call(at))
        return false;
    if (sw_atomic_of(at, &atomic))
        return atomic.op == SW_ATOMIC_cas ? !sw_is_retried(w, at) : atomic.op != SW_ATOMIC_store;
    return observes(at) || sw_call_reaches(w->ir, at, observes);
}
