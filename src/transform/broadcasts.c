/* Broadcasts: what every thread reads from one place in shared memory, all have read before one writes there again.
 *
 *      __syncthreads();                    =>      barrier0; load @sums
 *      float sum = sums[0];                        call sw.give.way()
 *      ...                                         ...
 *      if (lane == 0) sums[warp] = next;           store @sums + warp
 *
 * A barrier is missing there. But a GPU's warps leave a barrier together and read at once, long before the first of them
 * is at the store, so such programs work, and there are many: sums of a block one after the other, blocks that fetch
 * their next piece of work. Here a warp runs on until it has to wait, and would write before others have read.
 *
 * A read counts if its address is a shared variable's and a constant, and everybody comes to it from a barrier: from
 * there every way leads to it, before the next barrier or the end. The mark stands in the read's own basic block, as
 * late as possible, and only if something writes to the variable before the next barrier. So kernels that have their
 * barriers have no marks. Code for whole blocks drops them: it reads for all threads before it goes on. */
#include "analysis/effects.h"
#include "transform/transform.h"

struct search {
    struct sw_unit *unit;
    struct sw_cfg cfg;
    struct sw_values barriers; /* the last of each basic block */
};

static bool has_barrier(LLVMBasicBlockRef bb) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
        if (sw_is_barrier(at))
            return true;
    return false;
}

static LLVMValueRef address_of(LLVMValueRef access) {
    return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

/* The shared variable that a load or store is of; null: none, or not known. */
static LLVMValueRef shared_variable(LLVMValueRef access) {
    enum { SHARED_SPACE = 3 };
    LLVMValueRef base = sw_strip_pointer(address_of(access));
    return LLVMGetPointerAddressSpace(LLVMTypeOf(base)) == SHARED_SPACE && LLVMIsAGlobalVariable(base) ? base : NULL;
}

/* Whether behind a basic block every way leads to another, before it comes to a barrier or returns. */
static bool all_ways_lead(const struct search *s, unsigned from, unsigned to, struct sw_bitset *seen) {
    const struct sw_bb *bb = &s->cfg.bbs[from];
    if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(bb->bb)))
        return false;
    for (unsigned i = 0; i < bb->succs; i++) {
        unsigned next = bb->succ[i];
        if (next == to || sw_bitset_get(seen, next))
            continue;
        sw_bitset_set(seen, next);
        if (has_barrier(s->cfg.bbs[next].bb) || !all_ways_lead(s, next, to, seen))
            return false;
    }
    return true;
}

/* Whether everybody who leaves some barrier comes to the start of a basic block next. */
static bool is_for_everybody(const struct search *s, unsigned number) {
    for (size_t i = 0; i < s->barriers.count; i++) {
        int from = sw_cfg_number(&s->cfg, LLVMGetInstructionParent(s->barriers.at[i]));
        struct sw_bitset seen = sw_bitset_create(s->unit->ir.arena, s->cfg.count);
        if (from >= 0 && all_ways_lead(s, (unsigned)from, number, &seen))
            return true;
    }
    return false;
}

static LLVMValueRef without_cast(LLVMValueRef address) {
    bool is_cast = LLVMIsConstant(address) && LLVMIsAConstantExpr(address) &&
                   LLVMGetConstOpcode(address) == LLVMAddrSpaceCast;
    return is_cast ? LLVMGetOperand(address, 0) : address;
}

/* Two elements of one variable, each by a constant. */
static bool are_other_elements(LLVMValueRef a, LLVMValueRef b) {
    a = without_cast(a);
    b = without_cast(b);
    return sw_strip_pointer(a) == sw_strip_pointer(b) && LLVMIsConstant(a) && LLVMIsConstant(b) &&
           LLVMTypeOf(a) == LLVMTypeOf(b) && a != b;
}

/* By what certainly writes to shared memory: a barrier is missing, and other writes have none of their own to miss. */
static bool overwrites_one(struct sw_unit *unit, const struct sw_effect *effect, LLVMValueRef read) {
    bool overwrites = false;
    for (unsigned i = 0; i < effect->touches; i++) {
        const struct sw_touch *t = &effect->touch[i];
        overwrites |= t->writes && sw_space_of(unit, t->pointer) == SW_SPACE_SHARED &&
                      !sw_are_apart(unit, t->pointer, address_of(read), true) &&
                      !are_other_elements(t->pointer, address_of(read));
    }
    return overwrites;
}

static bool overwrites(const struct search *s, LLVMValueRef at, const struct sw_values *reads) {
    struct sw_effect effect = sw_effect_of(at);
    for (size_t i = 0; effect.touches && i < reads->count; i++)
        if (overwrites_one(s->unit, &effect, reads->at[i]))
            return true;
    return false;
}

/* Whether behind a basic block something may overwrite what was read, before a barrier. */
static bool is_overwritten(const struct search *s, unsigned from, const struct sw_values *reads,
                           struct sw_bitset *seen) {
    for (unsigned i = 0; i < s->cfg.bbs[from].succs; i++) {
        unsigned next = s->cfg.bbs[from].succ[i];
        LLVMValueRef at = LLVMGetFirstInstruction(s->cfg.bbs[next].bb);
        if (sw_bitset_get(seen, next))
            continue;
        sw_bitset_set(seen, next);
        for (; at && !sw_is_barrier(at); at = LLVMGetNextInstruction(at))
            if (overwrites(s, at, reads))
                return true;
        if (!at && is_overwritten(s, next, reads, seen))
            return true;
    }
    return false;
}

static void give_way(struct sw_unit *unit, LLVMValueRef before, struct sw_values *reads) {
    LLVMTypeRef type = LLVMFunctionType(unit->ir.nothing, NULL, 0, 0);
    LLVMValueRef mark = sw_declare(&unit->ir, "sw.give.way", type);
    sw_add_attribute(&unit->ir, mark, "convergent");
    sw_before(&unit->ir, before);
    sw_call(&unit->ir, mark, NULL, 0, "");
    reads->count = 0;
}

static void mark_in_bb(const struct search *s, unsigned number) {
    LLVMBasicBlockRef bb = s->cfg.bbs[number].bb;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    struct sw_values reads = {0};
    bool everybody = is_for_everybody(s, number);
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at)) {
        if (sw_is_barrier(at)) {
            everybody = true;
            reads.count = 0;
        } else if (overwrites(s, at, &reads)) {
            give_way(s->unit, at, &reads);
        } else if (everybody && LLVMIsALoadInst(at) && LLVMIsConstant(address_of(at)) && shared_variable(at)) {
            sw_vec_push(s->unit->ir.arena, &reads, at);
        }
    }
    struct sw_bitset seen = sw_bitset_create(s->unit->ir.arena, s->cfg.count);
    if (reads.count && is_overwritten(s, number, &reads, &seen))
        give_way(s->unit, end, &reads);
}

static void mark_in_function(struct sw_unit *unit, LLVMValueRef function) {
    struct search s = {.unit = unit};
    sw_cfg_build(&unit->ir, function, &s.cfg);
    for (unsigned i = 0; i < s.cfg.count; i++) {
        LLVMValueRef at = LLVMGetBasicBlockTerminator(s.cfg.bbs[i].bb);
        while (at && !sw_is_barrier(at))
            at = LLVMGetPreviousInstruction(at);
        if (at)
            sw_vec_push(unit->ir.arena, &s.barriers, at);
    }
    for (unsigned i = 0; s.barriers.count && i < s.cfg.count; i++)
        mark_in_bb(&s, i);
}

void sw_pass_broadcasts(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        mark_in_function(unit, functions.at[i]);
}
