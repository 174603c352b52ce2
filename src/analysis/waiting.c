/* Waiting loops: loops that re-read memory until another thread has changed it. With all threads of a block taking
 * turns on one worker such a loop has to let the others run, or it never ends.
 *
 * A *poll* is an instruction whose result another thread may change from one iteration to the next: a volatile or
 * atomic load, a compare-and-swap, an exchange, a min, max, and, or. A loop waits when the results of its polls decide
 * whether it ends: the rules below follow that influence through data and through branches.
 *
 *  1. What is computed from an influenced value is influenced; so is what is loaded from a local variable into which
 *     an influenced value was stored (code at -O0).
 *  2. A branch on an influenced value is influenced. With one in the loop, phis at joins are influenced, and so is an
 *     exit that not every iteration passes.
 *  3. Not a poll: a read-modify-write that changes memory every time (inc, dec; add, sub, xor with a constant other
 *     than 0: the loop moves by itself), and a compare-and-swap whose expected value is what memory held an iteration
 *     ago (the retry loop of a custom atomic: when it fails, another thread has succeeded).
 *
 * Wrong guesses cost speed in one direction only: a loop that is said to wait and does not, runs more slowly. */
#include "analysis/analysis.h"

struct slice {
    struct sw_ir *ir;
    const struct sw_cfg *cfg;
    const struct sw_loop *loop;
    struct sw_map *influenced;
    struct sw_values members; /* the loop's instructions */
    bool branch; /* an influenced branch was found */
};

static bool in_loop(const struct slice *s, LLVMBasicBlockRef bb) {
    int number = sw_cfg_number(s->cfg, bb);
    return number >= 0 && sw_bitset_get(&s->loop->bbs, (size_t)number);
}

static bool reaches(struct slice *s, LLVMValueRef value, LLVMValueRef source, LLVMValueRef address, unsigned depth) {
    if (value == source)
        return true;
    if (!LLVMIsAInstruction(value) || depth > 12 || !in_loop(s, LLVMGetInstructionParent(value)))
        return false;
    if (LLVMIsALoadInst(value))
        return sw_strip_pointer(LLVMGetOperand(value, 0)) == sw_strip_pointer(address);
    if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            if (reaches(s, LLVMGetIncomingValue(value, i), source, address, depth + 1))
                return true;
        return false;
    }
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!sw_is_call(value) && reaches(s, LLVMGetOperand(value, (unsigned)i), source, address, depth + 1))
            return true;
    return false;
}

/* Whether an operand certainly changes memory: at -O0 it comes from a local variable and may be anything. */
static bool is_nonzero(LLVMValueRef value) {
    return LLVMIsConstant(value) && !LLVMIsNull(value);
}

static bool marker_polls(struct slice *s, LLVMValueRef call, const struct sw_atomic *atomic) {
    switch (atomic->op) {
    case SW_ATOMIC_add:
    case SW_ATOMIC_sub:
    case SW_ATOMIC_xor:
        return !is_nonzero(LLVMGetOperand(call, 1));
    case SW_ATOMIC_inc:
    case SW_ATOMIC_dec:
    case SW_ATOMIC_store:
        return false;
    case SW_ATOMIC_cas:
        return !reaches(s, LLVMGetOperand(call, 1), call, LLVMGetOperand(call, 0), 0);
    default:
        return true;
    }
}

static bool rmw_polls(LLVMValueRef rmw) {
    switch (LLVMGetAtomicRMWBinOp(rmw)) {
    case LLVMAtomicRMWBinOpAdd:
    case LLVMAtomicRMWBinOpSub:
    case LLVMAtomicRMWBinOpXor:
        return !is_nonzero(LLVMGetOperand(rmw, 1));
    case LLVMAtomicRMWBinOpFAdd:
    case LLVMAtomicRMWBinOpFSub:
    case LLVMAtomicRMWBinOpUIncWrap:
    case LLVMAtomicRMWBinOpUDecWrap:
        return false;
    default:
        return true;
    }
}

/* Whether a defined function has polls of its own (code that was not inlined). */
static bool callee_polls(struct sw_ir *ir, LLVMValueRef function) {
    struct sw_values all;
    struct sw_atomic atomic;
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if ((LLVMIsALoadInst(all.at[i]) && LLVMGetVolatile(all.at[i])) || LLVMIsAAtomicRMWInst(all.at[i]) ||
            LLVMIsAAtomicCmpXchgInst(all.at[i]) || sw_atomic_of(all.at[i], &atomic))
            return true;
    return false;
}

static bool polls(struct slice *s, LLVMValueRef at) {
    struct sw_atomic atomic;
    if (LLVMIsALoadInst(at))
        return LLVMGetVolatile(at) || LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic;
    if (LLVMIsAAtomicRMWInst(at))
        return rmw_polls(at);
    if (LLVMIsAAtomicCmpXchgInst(at))
        return !reaches(s, LLVMGetOperand(at, 1), at, LLVMGetOperand(at, 0), 0);
    if (!sw_is_call(at))
        return false;
    if (sw_atomic_of(at, &atomic))
        return marker_polls(s, at, &atomic);
    LLVMValueRef callee = sw_called_function(at);
    return callee && sw_is_defined(callee) && callee_polls(s->ir, callee);
}

static bool influence(struct slice *s, LLVMValueRef value) {
    if (sw_map_has(s->influenced, value))
        return false;
    sw_map_put(s->influenced, value, value);
    return true;
}

/* A phi where paths of one iteration meet: not a header's phi with a single way around. */
static bool is_join(struct slice *s, LLVMValueRef phi) {
    bool at_header = sw_cfg_number(s->cfg, LLVMGetInstructionParent(phi)) == (int)s->loop->header;
    return !at_header || s->loop->num_latches > 1;
}

static bool dominates_latches(struct slice *s, LLVMBasicBlockRef bb) {
    for (unsigned i = 0; i < s->loop->num_latches; i++)
        if (!sw_cfg_dominates(s->cfg, (unsigned)sw_cfg_number(s->cfg, bb), s->loop->latches[i]))
            return false;
    return true;
}

static bool step_store(struct slice *s, LLVMValueRef store) {
    LLVMValueRef local = sw_strip_pointer(LLVMGetOperand(store, 1));
    if (!LLVMIsAAllocaInst(local))
        return false;
    bool carries = sw_map_has(s->influenced, LLVMGetOperand(store, 0)) ||
                   (s->branch && !dominates_latches(s, LLVMGetInstructionParent(store)));
    return carries && influence(s, local);
}

/* One instruction's rule; says whether something new is influenced. */
static bool step(struct slice *s, LLVMValueRef at) {
    if (sw_map_has(s->influenced, at))
        return false;
    if (LLVMIsAStoreInst(at))
        return step_store(s, at);
    if (LLVMIsALoadInst(at) && sw_map_has(s->influenced, sw_strip_pointer(LLVMGetOperand(at, 0))))
        return influence(s, at);
    if (LLVMIsAPHINode(at)) {
        if (s->branch && is_join(s, at))
            return influence(s, at);
        for (unsigned i = 0; i < LLVMCountIncoming(at); i++)
            if (sw_map_has(s->influenced, LLVMGetIncomingValue(at, i)))
                return influence(s, at);
        return false;
    }
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (sw_map_has(s->influenced, LLVMGetOperand(at, (unsigned)i))) {
            if (LLVMIsATerminatorInst(at) && LLVMGetNumSuccessors(at) > 1)
                s->branch = true;
            return influence(s, at);
        }
    return false;
}

static bool leaves(struct slice *s, LLVMValueRef terminator) {
    for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++)
        if (!in_loop(s, LLVMGetSuccessor(terminator, i)))
            return true;
    return false;
}

static void collect(struct slice *s) {
    for (unsigned i = 0; i < s->cfg->count; i++)
        if (sw_bitset_get(&s->loop->bbs, i))
            for (LLVMValueRef at = LLVMGetFirstInstruction(s->cfg->bbs[i].bb); at; at = LLVMGetNextInstruction(at))
                sw_vec_push(s->ir->arena, &s->members, at);
}

bool sw_loop_waits(struct sw_ir *ir, const struct sw_cfg *cfg, const struct sw_loop *loop) {
    struct slice s = {ir, cfg, loop, sw_map_create(ir->arena), {0}, false};
    bool any = false;
    collect(&s);
    for (size_t i = 0; i < s.members.count; i++)
        if (polls(&s, s.members.at[i]))
            any |= influence(&s, s.members.at[i]);
    if (!any)
        return false;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < s.members.count; i++)
            changed |= step(&s, s.members.at[i]);
    }
    for (size_t i = 0; i < s.members.count; i++) {
        LLVMValueRef at = s.members.at[i];
        if (!LLVMIsATerminatorInst(at) || !leaves(&s, at))
            continue;
        if (sw_map_has(s.influenced, at) || (s.branch && !dominates_latches(&s, LLVMGetInstructionParent(at))))
            return true;
    }
    return false;
}
