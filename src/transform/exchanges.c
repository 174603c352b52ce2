/* Exchanges: lanes that hand values to each other through volatile memory stay in step at one lane too.
 *
 * Programs from before CUDA 9 end a reduction within a warp without a barrier, trusting that its lanes run in lockstep:
 *
 *      volatile int *v = shared;            =>        load v[tid], load v[tid + 16]
 *      v[tid] += v[tid + 16];                         call sw.in.step(); store v[tid]; call sw.in.step()
 *      v[tid] += v[tid + 8];                          ...
 *
 * The code for 32 lanes is that lockstep, and drops the marks. In code for one, lanes that are at the same mark wait
 * for each other, as long as others can still come: everybody has read before anybody writes, and has written before
 * anybody reads.
 *
 * A function exchanges values if it writes to a volatile place and reads another of the same memory. Members of one
 * structure do not count (what a lock protects), nor do reads in loops that wait: these are for flags, mostly between
 * blocks. */
#include "analysis/effects.h"
#include "transform/transform.h"

static LLVMValueRef address_of(LLVMValueRef access) {
    return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

/* The variable or pointer, or (at -O0) the local variable that holds the pointer. */
static LLVMValueRef base_of(LLVMValueRef access) {
    LLVMValueRef base = sw_strip_pointer(address_of(access));
    LLVMValueRef from = LLVMIsALoadInst(base) ? sw_strip_pointer(LLVMGetOperand(base, 0)) : base;
    return LLVMIsAAllocaInst(from) ? from : base;
}

static bool is_in_waiting_loop(const struct sw_cfg *cfg, LLVMValueRef at) {
    int bb = sw_cfg_number(cfg, LLVMGetInstructionParent(at));
    for (size_t i = 0; bb >= 0 && i < cfg->loops.count; i++) {
        const struct sw_loop *loop = &cfg->loops.at[i];
        if (sw_bitset_get(&loop->bbs, (unsigned)bb) && loop->num_latches && sw_yields(cfg->bbs[loop->latches[0]].bb))
            return true;
    }
    return false;
}

static bool may_exchange(struct sw_unit *unit, const struct sw_cfg *cfg, LLVMValueRef at) {
    struct sw_effect effect = sw_effect_of(at);
    if (!(LLVMIsALoadInst(at) || LLVMIsAStoreInst(at)) || !effect.is_volatile)
        return false;
    return !sw_is_own(unit, effect.touch[0].pointer) && !(LLVMIsALoadInst(at) && is_in_waiting_loop(cfg, at));
}

/* The same for all lanes as seen from the base: a member, an element by a constant. */
static bool is_fixed(LLVMValueRef address) {
    for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0))
        for (int i = 1; i < LLVMGetNumOperands(address); i++)
            if (!LLVMIsAConstantInt(LLVMGetOperand(address, (unsigned)i)))
                return false;
    return true;
}

static bool is_read_elsewhere(LLVMValueRef store, const struct sw_values *accesses) {
    for (size_t i = 0; i < accesses->count; i++) {
        LLVMValueRef at = accesses->at[i];
        if (LLVMIsALoadInst(at) && base_of(at) == base_of(store) && address_of(at) != address_of(store) &&
            !(is_fixed(address_of(at)) && is_fixed(address_of(store))))
            return true;
    }
    return false;
}

static void mark(struct sw_unit *unit, LLVMValueRef store) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef in_step = sw_declare(ir, "sw.in.step", LLVMFunctionType(ir->nothing, NULL, 0, 0));
    sw_add_attribute(ir, in_step, "convergent");
    sw_before(ir, store);
    sw_call(ir, in_step, NULL, 0, "");
    sw_before(ir, LLVMGetNextInstruction(store));
    sw_call(ir, in_step, NULL, 0, "");
}

static void mark_function(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all, accesses = {0};
    struct sw_cfg cfg;
    sw_instructions(&unit->ir, function, &all);
    sw_cfg_build(&unit->ir, function, &cfg);
    for (size_t i = 0; i < all.count; i++)
        if (may_exchange(unit, &cfg, all.at[i]))
            sw_vec_push(unit->ir.arena, &accesses, all.at[i]);
    for (size_t i = 0; i < accesses.count; i++)
        if (LLVMIsAStoreInst(accesses.at[i]) && is_read_elsewhere(accesses.at[i], &accesses))
            mark(unit, accesses.at[i]);
}

void sw_pass_exchanges(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        mark_function(unit, functions.at[i]);
}
