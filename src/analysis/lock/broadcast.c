/* Broadcasts: lanes that all read what some of them have written to one place.
 *
 *      if (lane == 0) place = next();          the branch is by the lane's number, or by what a warp function says;
 *      i = place + lane;                       the read is not under it
 *
 * Lanes whose place is their own are none: its address has the number of the lane in it, and not only that of its warp. */
#include "analysis/lock/lock.h"

enum { MOST_DEPTH = 12, LANES_LOG = 5 };
static const char sreg[] = "llvm.nvvm.read.ptx.sreg.";

typedef bool (*holds_for)(struct sw_unit *unit, LLVMValueRef value, unsigned depth);

/* Whether it holds for some of the values that a thread's own variable gets; if it has none, or is known to others: true. */
static bool is_some_value(struct sw_unit *unit, LLVMValueRef load, holds_for holds, unsigned depth) {
    LLVMValueRef variable = LLVMGetOperand(load, 0);
    if (!LLVMIsAAllocaInst(variable) || !sw_own_variable(variable))
        return true;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && holds(unit, LLVMGetOperand(user, 0), depth))
            return true;
    }
    return false;
}

static bool is_some_operand(struct sw_unit *unit, LLVMValueRef value, holds_for holds, unsigned depth) {
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (holds(unit, LLVMGetOperand(value, (unsigned)i), depth))
            return true;
    return false;
}

/* ---- Conditions */

static bool is_pure(LLVMValueRef call) {
    const char *name = sw_callee_name(call);
    struct sw_effect effect = sw_effect_of(call);
    return sw_starts_with(name, sreg) || sw_is_without_effect(&effect);
}

/* A small function of the program's own, before it is inlined: of its thread's number, say. */
static bool computes(LLVMValueRef function) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at)) {
            bool is_access = LLVMIsALoadInst(at) || LLVMIsAStoreInst(at);
            if (is_access && !sw_own_variable(LLVMGetOperand(at, LLVMIsAStoreInst(at) ? 1 : 0)))
                return false;
            if (sw_is_call(at) && !is_pure(at) && !sw_is_annotation(at))
                return false;
        }
    return true;
}

/* Whether a value depends on memory that others may write to, or on an atomic operation. What a warp function answers does
 * not, whatever it is asked. */
static bool has_memory(struct sw_unit *unit, LLVMValueRef value, unsigned depth) {
    if (LLVMIsAConstant(value) || LLVMIsAArgument(value) || sw_request_of(value))
        return false;
    if (++depth > MOST_DEPTH || !LLVMIsAInstruction(value))
        return true;
    if (LLVMIsALoadInst(value))
        return is_some_value(unit, value, has_memory, depth);
    if (!sw_is_call(value))
        return LLVMIsAAtomicRMWInst(value) || LLVMIsAAtomicCmpXchgInst(value) ||
               is_some_operand(unit, value, has_memory, depth);
    LLVMValueRef callee = sw_called_function(value);
    if (!callee || !(sw_is_defined(callee) ? computes(callee) : is_pure(value)))
        return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(value); i++)
        if (has_memory(unit, LLVMGetOperand(value, i), depth))
            return true;
    return false;
}

static bool parts_lanes(struct sw_unit *unit, LLVMValueRef branch) {
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    LLVMValueRef condition = LLVMGetCondition(branch);
    return !sw_is_of_launch(unit, condition) && !has_memory(unit, condition, 0);
}

/* ---- Places */

/* Whether an operation leaves out what the lanes of a warp differ in: t / 32, t >> 5, t & ~31. */
static bool leaves_out_lane(LLVMValueRef value) {
    LLVMValueRef by = LLVMGetNumOperands(value) == 2 ? LLVMGetOperand(value, 1) : NULL;
    if (!by || !LLVMIsAConstantInt(by))
        return false;
    uint64_t number = LLVMConstIntGetZExtValue(by);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMUDiv:
    case LLVMSDiv:
        return number >= 1u << LANES_LOG;
    case LLVMLShr:
    case LLVMAShr:
        return number >= LANES_LOG;
    case LLVMAnd:
        return !(number & ((1u << LANES_LOG) - 1));
    default:
        return false;
    }
}

/* Whether lanes have it each for itself, as far as one sees: what is read from memory is taken for that. */
static bool is_of_lane(struct sw_unit *unit, LLVMValueRef value, unsigned depth) {
    if (LLVMIsAConstant(value) || LLVMIsAArgument(value))
        return false;
    if (++depth > MOST_DEPTH || !LLVMIsAInstruction(value))
        return true;
    if (LLVMIsALoadInst(value))
        return is_some_value(unit, value, is_of_lane, depth);
    if (sw_starts_with(sw_callee_name(value), sreg))
        return sw_equal(sw_callee_name(value) + sizeof sreg - 1, "tid.x") ||
               sw_starts_with(sw_callee_name(value) + sizeof sreg - 1, "lane");
    if (sw_is_call(value))
        return true;
    return !leaves_out_lane(value) && is_some_operand(unit, value, is_of_lane, depth);
}

/* ---- Branches */

/* Whether a branch leads to `in` by one of its ways only, and lies not so before `other`. */
static bool leads_to(const struct sw_cfg *cfg, unsigned branch, unsigned in, unsigned other) {
    for (unsigned k = 0; k < cfg->bbs[branch].succs; k++) {
        unsigned side = cfg->bbs[branch].succ[k];
        if (cfg->bbs[side].preds == 1 && sw_cfg_dominates(cfg, side, in))
            return !sw_cfg_dominates(cfg, side, other);
    }
    return false;
}

int sw_broadcast_branch(struct sw_unit *unit, const struct sw_cfg *cfg, LLVMValueRef store, LLVMValueRef load) {
    LLVMValueRef place = LLVMGetOperand(store, 1);
    int in = sw_cfg_number(cfg, LLVMGetInstructionParent(store));
    int other = sw_cfg_number(cfg, LLVMGetInstructionParent(load));
    if (in < 0 || other < 0 || !sw_are_computed_alike(NULL, LLVMGetOperand(load, 0), place) ||
        is_of_lane(unit, place, 0))
        return -1;
    for (unsigned b = (unsigned)in; b;) {
        b = cfg->bbs[b].idom;
        if (leads_to(cfg, b, (unsigned)in, (unsigned)other) &&
            parts_lanes(unit, LLVMGetBasicBlockTerminator(cfg->bbs[b].bb)))
            return (int)b;
    }
    return -1;
}
