/* Polls: instructions whose result another thread, or time, may change from one iteration of a loop to the next. What
 * they are follows from their effects (effects.h):
 *
 *  1. Volatile and atomic loads, and every atomic read-modify-write, whatever it does: a lock may be taken by an addition
 *     as well as by an exchange. Not a poll: a compare-and-swap that is tried again only because another thread has been
 *     faster (swaps.c); and an access of a variable of which only this thread has the address, as volatile as it may be.
 *  2. What a clock says: until the time has come the others may run, and wait for their own.
 *  3. Calls of a function that polls, however deep, and of one of which nothing is known: device malloc has memory when
 *     somebody has freed some.
 *  4. In a loop with a fence, all that reads memory which others may write meanwhile; in one that communicates
 *     otherwise, what reads an address that stays the same, as programs look at a word before they try to take it. A
 *     barrier communicates about what is not shared memory: with those who come to it, all is settled there. */
#include "analysis/effects.h"
#include "analysis/waiting.h"
#include "softwarp/assumptions.h"

bool sw_is_plain_load(LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    return LLVMIsALoadInst(at) && !e.is_volatile && !e.is_atomic;
}

/* Calls that are known by what stands in the functions that they may lead to. */
static bool is_looked_into(LLVMValueRef at) {
    if (!sw_is_call(at) || LLVMIsAInlineAsm(LLVMGetCalledValue(at)))
        return false;
    LLVMValueRef function = sw_called_function(at);
    return !function || sw_is_defined(function);
}

/* Of variables that nobody else has the address of, and of nothing else. */
static bool is_of_own(const struct sw_effect *e) {
    bool is_own = e->touches && !e->reads_anything && !e->writes_anything;
    for (unsigned i = 0; i < e->touches && is_own; i++)
        is_own = sw_own_variable(e->touch[i].pointer) != NULL;
    return is_own;
}

/* Volatile or atomic, where others may watch. */
static bool is_strong(const struct sw_effect *e) {
    return (e->is_volatile || e->is_atomic) && !SW_PROVED(poll_of_own, is_of_own(e));
}

/* These are asked of single instructions, also of those in functions that are looked into. */
static bool shows_others(LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    bool reads = sw_may_read(&e), is_clock = e.is_volatile && !reads && !sw_may_write(&e);
    return !is_looked_into(at) && (e.is_unknown || (reads && is_strong(&e)) || is_clock);
}

static bool is_fence(LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    return !is_looked_into(at) && sw_is_fence(&e);
}

bool sw_is_strong_write(LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    return !is_looked_into(at) && sw_may_write(&e) && is_strong(&e);
}

static bool communicates(LLVMValueRef at) {
    return shows_others(at) || is_fence(at) || sw_is_strong_write(at) || (sw_request_of(at) && !sw_is_barrier(at));
}

/* What keeps a loop without an end from being one that does nothing at all. */
static bool acts(LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    return communicates(at) || (!is_looked_into(at) && e.is_volatile);
}

/* What a function may read that is not its own local variable. */
static bool reads_memory(LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    bool reads = e.reads_anything;
    for (unsigned i = 0; i < e.touches; i++)
        reads |= e.touch[i].reads && !LLVMIsAAllocaInst(sw_strip_pointer(e.touch[i].pointer));
    return !is_looked_into(at) && reads;
}

static bool is_or_calls(struct sw_wait *w, LLVMValueRef at, bool (*is)(LLVMValueRef)) {
    return is(at) || (sw_is_call(at) && sw_call_reaches(w->ir, at, is));
}

void sw_polls_prepare(struct sw_wait *w) {
    for (size_t i = 0; i < w->members.count; i++) {
        w->orders |= is_or_calls(w, w->members.at[i], is_fence);
        w->communicates |= is_or_calls(w, w->members.at[i], communicates);
        w->acts |= is_or_calls(w, w->members.at[i], acts);
        w->meets |= is_or_calls(w, w->members.at[i], sw_is_barrier);
    }
}

/* A parameter of a function that calls itself, and nobody else around: whether it has the same value in each turn. */
static bool is_handed_on(const struct sw_wait *w, LLVMValueRef parameter) {
    LLVMValueRef function = LLVMGetParamParent(parameter);
    for (size_t i = 0; i < w->turns->count; i++) {
        LLVMValueRef turn = w->turns->at[i];
        if (sw_called_function(turn) != function)
            return true; /* who knows */
        for (unsigned k = 0; k < LLVMGetNumArgOperands(turn); k++)
            if (LLVMGetParam(function, k) == parameter && LLVMGetOperand(turn, k) != parameter)
                return false;
    }
    return true;
}

/* A value that stays the same, also where it is loaded itself each time from an address that does. A phi is another value
 * in each turn of a loop; in a function that calls itself, one of some values. */
static bool is_fixed(const struct sw_wait *w, LLVMValueRef value, unsigned depth) {
    enum { DEEPEST = 8 };
    if (w->turns && LLVMIsAArgument(value))
        return is_handed_on(w, value);
    if (!sw_loop_has(w->cfg, w->loop, value))
        return true;
    struct sw_effect e = sw_effect_of(value);
    if (depth == DEEPEST || (LLVMIsAPHINode(value) && !w->turns) || (sw_is_call(value) && !sw_is_without_effect(&e)))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_fixed(w, LLVMGetOperand(value, (unsigned)i), depth + 1))
            return false;
    return true;
}

bool sw_is_fixed(const struct sw_wait *w, LLVMValueRef value) {
    return is_fixed(w, value, 0);
}

/* Rule 4. */
static bool is_polled(const struct sw_wait *w, LLVMValueRef pointer) {
    bool is_shared = sw_space_of(w->unit, pointer) == SW_SPACE_SHARED;
    if (SW_PROVED(poll_of_nobody, !sw_may_be_changed_meanwhile(w->unit, pointer)))
        return false;
    bool is_silent = SW_PROVED(poll_in_silence, !w->communicates) && SW_PROVED(poll_meets, !w->meets || is_shared);
    return !SW_PROVED(poll_unordered, !w->orders) || !(is_silent || SW_PROVED(poll_moves_on, !is_fixed(w, pointer, 0)));
}

static bool has_fixed_operands(const struct sw_wait *w, LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (!is_fixed(w, LLVMGetOperand(call, i), 0))
            return false;
    return true;
}

static bool call_polls(struct sw_wait *w, LLVMValueRef call) {
    bool looks = w->orders || ((w->communicates || w->meets) && has_fixed_operands(w, call));
    return sw_call_reaches(w->ir, call, shows_others) || (looks && sw_call_reaches(w->ir, call, reads_memory));
}

bool sw_is_swap(LLVMValueRef at) {
    struct sw_atomic atomic;
    return LLVMIsAAtomicCmpXchgInst(at) || (sw_is_call(at) && sw_atomic_of(at, &atomic) && atomic.op == SW_ATOMIC_cas);
}

bool sw_polls(struct sw_wait *w, LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    if (is_looked_into(at))
        return call_polls(w, at);
    if (sw_is_swap(at))
        return is_strong(&e) && !sw_is_retried(w, at);
    bool polls = shows_others(at) || (e.reads_anything && w->orders);
    for (unsigned i = 0; i < e.touches && !polls; i++)
        polls = e.touch[i].reads && is_polled(w, e.touch[i].pointer);
    return polls;
}
