/* Waiting loops: loops that re-read memory until another thread has changed it. With all threads of a block taking
 * turns on one worker such a loop has to let the others run, or it never ends; and in code for several lanes at once it
 * must not hold back a lane that it waits for. Every loop is taken for one, unless it ends whatever other threads do.
 *
 * A loop waits when *polls* (polls.c) decide whether it ends. The rules below follow their influence:
 *
 *  1. What is computed from an influenced value is influenced; so is the memory into which one was stored, and what is
 *     loaded from there. Memory has no names: a variable of which only this thread has the address is itself, and the
 *     rest is shared memory, or other memory, or, where that is not proved, both.
 *  2. A branch on an influenced value is influenced. With one in the loop, phis at joins and memory that not every
 *     iteration writes are influenced, and so is an exit that not every iteration passes.
 *  3. A call hands on what goes in, structures by value too, through its result and through memory.
 *  4. Comparisons that are sure to end the loop some time (ends.c) are not influenced.
 *  5. A loop that communicates, or accesses what is volatile, and that nothing leaves runs until another thread stops the
 *     kernel by a trap or an assertion. One that does nothing at all is where a program hangs on purpose.
 *
 * A loop that spins on a plain load is no waiting loop: nvcc and LLVM read once, and go around for ever or not at all. In
 * check builds it is one, so that who it waits for has a turn, and the race is seen.
 *
 * A loop that is said to wait and does not runs more slowly; the other mistake would be a loop that never ends. */
#include "analysis/effects.h"
#include "analysis/waiting.h"
#include "softwarp/assumptions.h"

bool sw_is_influenced(const struct sw_wait *w, LLVMValueRef value) {
    return sw_map_has(w->influenced, value);
}

static bool is_influenced_memory(const struct sw_wait *w, LLVMValueRef pointer) {
    LLVMValueRef own = sw_own_variable(pointer);
    if (own)
        return sw_map_has(w->own, own);
    switch (sw_space_of(w->unit, pointer)) {
    case SW_SPACE_SHARED:
        return w->shared;
    case SW_SPACE_GLOBAL:
        return w->elsewhere;
    case SW_SPACE_CONSTANT:
        return false;
    default:
        return w->shared || w->elsewhere;
    }
}

static bool set(bool *flag) {
    bool was = *flag;
    *flag = true;
    return !was;
}

/* These say whether something new is influenced, as all below do. */
static bool influence_all_memory(struct sw_wait *w) {
    bool shared = set(&w->shared);
    return set(&w->elsewhere) || shared;
}

static bool influence_memory(struct sw_wait *w, LLVMValueRef pointer) {
    LLVMValueRef own = sw_own_variable(pointer);
    if (own) {
        bool is_new = !sw_map_has(w->own, own);
        sw_map_put(w->own, own, own);
        return is_new;
    }
    switch (sw_space_of(w->unit, pointer)) {
    case SW_SPACE_SHARED:
        return set(&w->shared);
    case SW_SPACE_GLOBAL:
        return set(&w->elsewhere);
    case SW_SPACE_CONSTANT:
        return false;
    default:
        return influence_all_memory(w);
    }
}

bool sw_influence(struct sw_wait *w, LLVMValueRef value) {
    if (sw_is_influenced(w, value) || sw_is_end_in_sight(w, value))
        return false;
    sw_map_put(w->influenced, value, value);
    return true;
}

/* A phi where paths of one iteration meet: not a header's phi with a single way around. */
static bool is_join(const struct sw_wait *w, LLVMValueRef phi) {
    bool at_header = sw_cfg_number(w->cfg, LLVMGetInstructionParent(phi)) == (int)w->loop->header;
    return !at_header || w->loop->num_latches > 1;
}

/* Whether what an instruction does depends on an influenced branch. */
static bool is_conditional(const struct sw_wait *w, LLVMValueRef at) {
    return w->branch && !sw_dominates_latches(w, LLVMGetInstructionParent(at));
}

bool sw_hands_on_influence(const struct sw_wait *w, LLVMValueRef call, LLVMValueRef callee, unsigned argument) {
    LLVMValueRef operand = LLVMGetOperand(call, argument);
    bool is_structure = argument < LLVMCountParams(callee) && sw_byval_type(callee, argument);
    return sw_is_influenced(w, operand) || (is_structure && is_influenced_memory(w, operand));
}

/* What a callee gets by value it reads, though nobody else has the address. */
static bool gets_influenced_structure(const struct sw_wait *w, LLVMValueRef call) {
    LLVMValueRef callee = sw_is_call(call) ? sw_called_function(call) : NULL;
    for (unsigned i = 0; callee && i < LLVMGetNumArgOperands(call); i++)
        if (sw_hands_on_influence(w, call, callee, i))
            return true;
    return false;
}

static bool has_influenced_operand(const struct sw_wait *w, LLVMValueRef at) {
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (sw_is_influenced(w, LLVMGetOperand(at, (unsigned)i)))
            return true;
    return gets_influenced_structure(w, at);
}

static bool reads_influenced_memory(const struct sw_wait *w, const struct sw_effect *e) {
    bool reads = e->reads_anything && (w->shared || w->elsewhere);
    for (unsigned i = 0; i < e->touches && !reads; i++)
        reads = e->touch[i].reads && is_influenced_memory(w, e->touch[i].pointer);
    return reads;
}

static bool influence_written_memory(struct sw_wait *w, const struct sw_effect *e) {
    bool changed = e->writes_anything && influence_all_memory(w);
    for (unsigned i = 0; i < e->touches; i++)
        if (e->touch[i].writes)
            changed |= influence_memory(w, e->touch[i].pointer);
    return changed;
}

static bool step_phi(struct sw_wait *w, LLVMValueRef phi) {
    bool is_chosen = w->branch && is_join(w, phi);
    for (unsigned i = 0; i < LLVMCountIncoming(phi) && !is_chosen; i++)
        is_chosen = sw_is_influenced(w, LLVMGetIncomingValue(phi, i));
    return is_chosen && sw_influence(w, phi);
}

/* Recursion that waits becomes coroutines. So there the word that an atomic operation moves does not influence all that is
 * loaded otherwise: who looks at that word polls it (polls.c). */
static bool is_atomic_of_turn(const struct sw_wait *w, LLVMValueRef at) {
    struct sw_atomic atomic;
    return w->turns && sw_is_call(at) && sw_atomic_of(at, &atomic);
}

/* One instruction's rule. */
static bool step(struct sw_wait *w, LLVMValueRef at) {
    if (sw_is_turn(w, at))
        return false; /* what the function itself does is followed there (recursion.c) */
    if (is_atomic_of_turn(w, at))
        return (has_influenced_operand(w, at) || is_conditional(w, at)) && influence_memory(w, LLVMGetOperand(at, 0));
    if (LLVMIsAPHINode(at))
        return step_phi(w, at);
    struct sw_effect e = sw_effect_of(at);
    bool has_influence = has_influenced_operand(w, at) || reads_influenced_memory(w, &e) || sw_is_influenced(w, at);
    bool changed = has_influence && sw_influence(w, at);
    if (has_influence && LLVMIsATerminatorInst(at) && LLVMGetNumSuccessors(at) > 1)
        changed |= set(&w->branch);
    if (sw_may_write(&e) && (has_influence || is_conditional(w, at)))
        changed |= influence_written_memory(w, &e);
    return changed;
}

static bool leaves(const struct sw_wait *w, LLVMValueRef terminator) {
    for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++)
        if (!sw_loop_has_bb(w->cfg, w->loop, LLVMGetSuccessor(terminator, i)))
            return true;
    return false;
}

void sw_wait_collect(struct sw_wait *w) {
    for (unsigned i = 0; i < w->cfg->count; i++)
        if (sw_bitset_get(&w->loop->bbs, i))
            for (LLVMValueRef at = LLVMGetFirstInstruction(w->cfg->bbs[i].bb); at; at = LLVMGetNextInstruction(at))
                sw_vec_push(w->ir->arena, &w->members, at);
}

void sw_wait_follow(struct sw_wait *w) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < w->members.count; i++)
            changed |= step(w, w->members.at[i]);
    }
}

static bool is_influenced_exit(const struct sw_wait *w, LLVMValueRef at) {
    return LLVMIsATerminatorInst(at) && leaves(w, at) && (sw_is_influenced(w, at) || is_conditional(w, at));
}

static bool is_endless(const struct sw_wait *w) {
    for (size_t i = 0; i < w->members.count; i++)
        if (LLVMIsATerminatorInst(w->members.at[i]) && leaves(w, w->members.at[i]))
            return false;
    return true;
}

static bool writes_for_others(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    return sw_may_change_for_others(unit, &e);
}

static bool reads_of_others(struct sw_unit *unit, LLVMValueRef at) {
    return sw_is_plain_load(at) && sw_may_be_changed_meanwhile(unit, LLVMGetOperand(at, 0));
}

static bool goes_on_for_ever(const struct sw_wait *w, LLVMValueRef at) {
    bool may_leave = LLVMIsATerminatorInst(at) && leaves(w, at);
    return !may_leave || (LLVMGetNumSuccessors(at) > 1 && sw_is_fixed(w, LLVMGetOperand(at, 0)));
}

/* Who has gone around once goes around for ever, unless another thread changes what a plain load reads: while (!flag); */
static bool spins(struct sw_wait *w) {
    bool reads = false;
    for (size_t i = 0; i < w->members.count; i++) {
        if (writes_for_others(w->unit, w->members.at[i]) || !goes_on_for_ever(w, w->members.at[i]))
            return false;
        reads |= reads_of_others(w->unit, w->members.at[i]);
    }
    return reads;
}

bool sw_loop_waits(struct sw_unit *unit, const struct sw_cfg *cfg, const struct sw_loop *loop) {
    struct sw_arena *arena = unit->ir.arena;
    struct sw_wait w = {.unit = unit,
                        .ir = &unit->ir,
                        .cfg = cfg,
                        .loop = loop,
                        .influenced = sw_map_create(arena),
                        .own = sw_map_create(arena)};
    bool any = false;
    sw_wait_collect(&w);
    if (unit->options.check && spins(&w))
        return true;
    sw_polls_prepare(&w);
    if (!SW_PROVED(loop_has_an_end, !w.acts || !is_endless(&w)))
        return true;
    for (size_t i = 0; i < w.members.count; i++)
        if (sw_polls(&w, w.members.at[i]))
            any |= sw_influence(&w, w.members.at[i]);
    if (any)
        sw_wait_follow(&w);
    for (size_t i = 0; i < w.members.count && any; i++)
        if (!SW_PROVED(exit_not_influenced, !is_influenced_exit(&w, w.members.at[i])))
            return true;
    return false;
}
