/* Waiting loops: loops that re-read memory until another thread has changed it. With all threads of a block taking
 * turns on one worker such a loop has to let the others run, or it never ends.
 *
 * A *poll* is an instruction whose result another thread (or time) may change from one iteration to the next: a
 * volatile or atomic load, a compare-and-swap, an exchange, a min, max, and, or. A loop waits when the results of its polls decide
 * whether it ends: the rules below follow that influence through data and through branches.
 *
 *  1. What is computed from an influenced value is influenced; so is memory into which one was stored, as far as it is
 *     reached through the same variable or pointer, and what is loaded from there (code at -O0, a flag in shared memory
 *     that one thread sets for all).
 *  2. A branch on an influenced value is influenced. With one in the loop, phis at joins and memory that not every
 *     iteration writes are influenced, and so is an exit that not every iteration passes.
 *  3. A call of a function that polls, however deep, is a poll, and so is what it leaves in memory that it was given.
 *  4. Not a poll: a read-modify-write that changes memory every time (inc, dec; add, sub, xor with a constant other
 *     than 0: the loop moves by itself, unless it also undoes that), and a compare-and-swap whose expected value is just
 *     what memory held an iteration ago (the retry loop of a custom atomic: when it fails, another thread has
 *     succeeded).
 *  5. What a clock says is a poll: until the time has come the others may run, and wait for their own. A warp that
 *     wastes time on a GPU keeps nobody from that either.
 *  6. In a loop with a fence, every load that is not of a local variable, or of an argument by value, is a poll.
 *
 * Wrong guesses cost speed in one direction only: a loop that is said to wait and does not, runs more slowly. */
#include "analysis/analysis.h"

struct slice {
    struct sw_ir *ir;
    const struct sw_cfg *cfg;
    const struct sw_loop *loop;
    struct sw_map *influenced, *memory; /* values; variables and pointers (base_of) that lead to influenced memory */
    struct sw_values members; /* the loop's instructions */
    bool branch, fences; /* an influenced branch was found; there is a fence */
};

/* By what a piece of memory is known: a variable, a pointer, or (at -O0) the local variable that holds the pointer. */
static LLVMValueRef base_of(LLVMValueRef pointer) {
    LLVMValueRef base = sw_strip_pointer(pointer);
    LLVMValueRef from = LLVMIsALoadInst(base) ? sw_strip_pointer(LLVMGetOperand(base, 0)) : base;
    return LLVMIsAAllocaInst(from) ? from : base;
}

static bool is_pointer(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/* Operations that leave a value what it is. */
static bool passes_on(LLVMValueRef value) {
    return LLVMIsACastInst(value) || LLVMIsAFreezeInst(value) || LLVMIsAExtractValueInst(value) ||
           LLVMIsASelectInst(value);
}

/* Whether a value is what `source` gave, now or an iteration ago, or a load from the same address. */
static bool reaches(struct slice *s, LLVMValueRef value, LLVMValueRef source, LLVMValueRef address, unsigned depth) {
    if (value == source)
        return true;
    if (depth > 12 || !sw_loop_has(s->cfg, s->loop, value))
        return false;
    if (LLVMIsALoadInst(value))
        return sw_strip_pointer(LLVMGetOperand(value, 0)) == sw_strip_pointer(address);
    if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            if (reaches(s, LLVMGetIncomingValue(value, i), source, address, depth + 1))
                return true;
        return false;
    }
    for (int i = LLVMIsASelectInst(value) ? 1 : 0; i < LLVMGetNumOperands(value) && passes_on(value); i++)
        if (reaches(s, LLVMGetOperand(value, (unsigned)i), source, address, depth + 1))
            return true;
    return false;
}

static bool dominates_latches(struct slice *s, LLVMBasicBlockRef bb) {
    for (unsigned i = 0; i < s->loop->num_latches; i++)
        if (!sw_cfg_dominates(s->cfg, (unsigned)sw_cfg_number(s->cfg, bb), s->loop->latches[i]))
            return false;
    return true;
}

/* Whether a value is computed from another, within an iteration or from the last one. */
static bool depends(struct slice *s, LLVMValueRef value, LLVMValueRef source, struct sw_map *seen) {
    if (value == source)
        return true;
    if (!sw_loop_has(s->cfg, s->loop, value) || sw_map_has(seen, value))
        return false;
    sw_map_put(seen, value, value);
    if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            if (depends(s, LLVMGetIncomingValue(value, i), source, seen))
                return true;
        return false;
    }
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (depends(s, LLVMGetOperand(value, (unsigned)i), source, seen))
            return true;
    return false;
}

/* Whether a test for success decides, in every iteration, that success ends the loop. */
static bool test_ends_loop(struct slice *s, LLVMValueRef test, bool is_negated) {
    for (LLVMUseRef use = LLVMGetFirstUse(test); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef branch = LLVMGetUser(use);
        if (LLVMIsABranchInst(branch) && sw_loop_has_bb(s->cfg, s->loop, LLVMGetInstructionParent(branch)) &&
            dominates_latches(s, LLVMGetInstructionParent(branch)) &&
            !sw_loop_has_bb(s->cfg, s->loop, LLVMGetSuccessor(branch, is_negated)))
            return true;
    }
    return false;
}

/* result: what the compare-and-swap gives, or a part of that. */
static bool success_ends_loop(struct slice *s, LLVMValueRef result, LLVMValueRef expected) {
    for (LLVMUseRef use = LLVMGetFirstUse(result); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAExtractValueInst(user)) {
            bool is_flag = *LLVMGetIndices(user) == 1;
            if (is_flag ? test_ends_loop(s, user, false) : success_ends_loop(s, user, expected))
                return true;
        }
        if (LLVMIsAICmpInst(user) && (LLVMGetOperand(user, 0) == expected || LLVMGetOperand(user, 1) == expected) &&
            LLVMGetICmpPredicate(user) <= LLVMIntNE &&
            test_ends_loop(s, user, LLVMGetICmpPredicate(user) == LLVMIntNE))
            return true;
    }
    return false;
}

/* Whether a compare-and-swap is tried again only because another thread was faster: it expects what memory held an
 * iteration ago, and once it succeeds the loop ends, or memory holds what it will hold. (A semaphore may succeed in
 * putting back a 0, and wait.) */
static bool retries(struct slice *s, LLVMValueRef cas) {
    LLVMValueRef address = LLVMGetOperand(cas, 0), expected = LLVMGetOperand(cas, 1), wanted = LLVMGetOperand(cas, 2);
    return reaches(s, expected, cas, address, 0) && (success_ends_loop(s, cas, expected) ||
                                                     !depends(s, wanted, cas, sw_map_create(s->ir->arena)));
}

/* An atomic operation that changes memory: as far as it is an addition, by how much. */
struct change { LLVMValueRef address, amount; enum { ADDS, SUBTRACTS, OTHER } way; };

static bool change_of(LLVMValueRef at, struct change *change) {
    struct sw_atomic atomic;
    if (LLVMIsAAtomicRMWInst(at)) {
        LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(at);
        *change = (struct change){LLVMGetOperand(at, 0), LLVMGetOperand(at, 1),
                                  op == LLVMAtomicRMWBinOpAdd   ? ADDS
                                  : op == LLVMAtomicRMWBinOpSub ? SUBTRACTS
                                                                : OTHER};
        return true;
    }
    if (!sw_is_call(at) || !sw_atomic_of(at, &atomic) || atomic.op == SW_ATOMIC_load)
        return false;
    *change = (struct change){LLVMGetOperand(at, 0), LLVMGetOperand(at, 1),
                              sw_atomic_adds(&atomic)      ? ADDS
                              : atomic.op == SW_ATOMIC_sub ? SUBTRACTS
                                                           : OTHER};
    return true;
}

static bool grows(const struct change *c) {
    bool negative = LLVMIsAConstantInt(c->amount) && LLVMGetIntTypeWidth(LLVMTypeOf(c->amount)) <= 64 &&
                    LLVMConstIntGetSExtValue(c->amount) < 0;
    return (c->way == ADDS) != negative;
}

/* Whether something else in the loop may take back what an operation adds:
 * while (atomicSub(s, 1) <= 0) atomicAdd(s, 1); */
static bool is_undone(struct slice *s, LLVMValueRef at) {
    struct change own, other;
    if (!change_of(at, &own))
        return false;
    for (size_t i = 0; i < s->members.count; i++) {
        if (s->members.at[i] == at || !change_of(s->members.at[i], &other) ||
            base_of(other.address) != base_of(own.address))
            continue;
        if (other.way == OTHER || own.way == OTHER || grows(&own) != grows(&other))
            return true;
    }
    return false;
}

/* Whether an operand certainly changes memory: at -O0 it comes from a local variable and may be anything. */
static bool is_nonzero(LLVMValueRef value) {
    return LLVMIsConstant(value) && !LLVMIsNull(value);
}

static bool marker_polls(struct slice *s, LLVMValueRef call, const struct sw_atomic *atomic) {
    switch (atomic->op) {
    case SW_ATOMIC_add:
    case SW_ATOMIC_addftz:
    case SW_ATOMIC_addany:
    case SW_ATOMIC_sub:
    case SW_ATOMIC_xor:
        return !is_nonzero(LLVMGetOperand(call, 1)) || is_undone(s, call);
    case SW_ATOMIC_inc:
    case SW_ATOMIC_dec:
        return is_undone(s, call);
    case SW_ATOMIC_store:
        return false;
    case SW_ATOMIC_cas:
        return !retries(s, call);
    default:
        return true;
    }
}

static bool rmw_polls(struct slice *s, LLVMValueRef rmw) {
    switch (LLVMGetAtomicRMWBinOp(rmw)) {
    case LLVMAtomicRMWBinOpAdd:
    case LLVMAtomicRMWBinOpSub:
    case LLVMAtomicRMWBinOpXor:
        return !is_nonzero(LLVMGetOperand(rmw, 1)) || is_undone(s, rmw);
    case LLVMAtomicRMWBinOpFAdd:
    case LLVMAtomicRMWBinOpFSub:
    case LLVMAtomicRMWBinOpUIncWrap:
    case LLVMAtomicRMWBinOpUDecWrap:
        return is_undone(s, rmw);
    default:
        return true;
    }
}

static bool is_strong_load(LLVMValueRef at) {
    return LLVMIsALoadInst(at) && (LLVMGetVolatile(at) || LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic);
}

static bool reads_clock(LLVMValueRef at) {
    const char *name = sw_is_call(at) ? sw_callee_name(at) : "";
    return sw_starts_with(name, "llvm.nvvm.read.ptx.sreg.clock") || sw_starts_with(name, "__sw_globaltimer") ||
           sw_starts_with(name, "llvm.nvvm.read.ptx.sreg.globaltimer");
}

/* What counts as a poll in a function that was not inlined. */
static bool is_atomic_access(LLVMValueRef at) {
    struct sw_atomic atomic;
    return reads_clock(at) || is_strong_load(at) || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at) || sw_atomic_of(at, &atomic);
}

/* Empty assembly is how one says it to the compiler alone. */
static bool is_fence(LLVMValueRef at) {
    if (LLVMIsAFenceInst(at) || (sw_is_call(at) && LLVMIsAInlineAsm(LLVMGetCalledValue(at))))
        return true;
    const char *name = sw_callee_name(at);
    return sw_starts_with(name, "llvm.nvvm.membar.") || sw_starts_with(name, "llvm.nvvm.fence.") ||
           sw_equal(name, "__sw_fence");
}

/* Memory of the thread alone. */
static bool is_own(struct slice *s, LLVMValueRef pointer) {
    LLVMValueRef base = sw_strip_pointer(pointer);
    for (unsigned i = 0; LLVMIsAArgument(base) && i < LLVMCountParams(s->cfg->function); i++)
        if (LLVMGetParam(s->cfg->function, i) == base)
            return sw_byval_type(s->cfg->function, i);
    return LLVMIsAAllocaInst(base);
}

static bool polls(struct slice *s, LLVMValueRef at) {
    struct sw_atomic atomic;
    if (LLVMIsALoadInst(at))
        return is_strong_load(at) || (s->fences && !is_own(s, LLVMGetOperand(at, 0)));
    if (LLVMIsAAtomicRMWInst(at))
        return rmw_polls(s, at);
    if (LLVMIsAAtomicCmpXchgInst(at))
        return !retries(s, at);
    if (!sw_is_call(at))
        return false;
    if (reads_clock(at))
        return true;
    if (sw_atomic_of(at, &atomic))
        return marker_polls(s, at, &atomic);
    return sw_call_reaches(s->ir, at, is_atomic_access);
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

static bool influence_memory(struct slice *s, LLVMValueRef pointer) {
    LLVMValueRef base = base_of(pointer);
    if (LLVMIsAFunction(base) || sw_map_has(s->memory, base))
        return false;
    sw_map_put(s->memory, base, base);
    return true;
}

/* Whether what an instruction does depends on an influenced branch. */
static bool is_conditional(struct slice *s, LLVMValueRef at) {
    return s->branch && !dominates_latches(s, LLVMGetInstructionParent(at));
}

/* Stores, and atomic operations as far as they store. */
static bool step_store(struct slice *s, LLVMValueRef at, LLVMValueRef value, LLVMValueRef pointer) {
    return (sw_map_has(s->influenced, value) || is_conditional(s, at)) && influence_memory(s, pointer);
}

static bool is_influenced_operand(struct slice *s, LLVMValueRef operand) {
    return sw_map_has(s->influenced, operand) || (is_pointer(operand) && sw_map_has(s->memory, base_of(operand)));
}

/* A call hands on what goes in, through its result and through the memory that it was given. */
static bool step_call(struct slice *s, LLVMValueRef call) {
    const char *name = sw_callee_name(call);
    struct change change;
    bool is_told = sw_map_has(s->influenced, call) || is_conditional(s, call), changed = false;
    if (change_of(call, &change))
        changed = step_store(s, call, change.amount, change.address);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (is_influenced_operand(s, LLVMGetOperand(call, i))) {
            changed |= influence(s, call);
            is_told = true;
        }
    bool is_intrinsic = sw_starts_with(name, "llvm.") && !sw_starts_with(name, "llvm.mem");
    bool writes = !is_intrinsic && !sw_starts_with(name, "__sw_");
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && is_told && writes; i++)
        if (is_pointer(LLVMGetOperand(call, i)))
            changed |= influence_memory(s, LLVMGetOperand(call, i));
    return changed;
}

/* One instruction's rule; says whether something new is influenced. */
static bool step(struct slice *s, LLVMValueRef at) {
    if (sw_is_call(at))
        return step_call(s, at);
    if (LLVMIsAStoreInst(at))
        return step_store(s, at, LLVMGetOperand(at, 0), LLVMGetOperand(at, 1));
    if (sw_map_has(s->influenced, at))
        return false;
    if (LLVMIsALoadInst(at) && sw_map_has(s->memory, base_of(LLVMGetOperand(at, 0))))
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
        if (!sw_loop_has_bb(s->cfg, s->loop, LLVMGetSuccessor(terminator, i)))
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
    struct slice s = {ir, cfg, loop, sw_map_create(ir->arena), sw_map_create(ir->arena), {0}, false, false};
    bool any = false;
    collect(&s);
    for (size_t i = 0; i < s.members.count; i++)
        s.fences |= is_fence(s.members.at[i]) || (sw_is_call(s.members.at[i]) &&
                                                  sw_call_reaches(ir, s.members.at[i], is_fence));
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
