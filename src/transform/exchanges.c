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
 * structure do not count (what a lock protects), different ones of an array's structures neither, nor do reads in loops
 * that wait: these are for flags, mostly between blocks. Nor does what has a barrier of all lanes between it and the write
 * on every way: they cannot meet but there. And who holds a lock is alone with what it protects; the others of its warp
 * try to take it, and do not come. Of an array of locks each lane may hold another: then what they read while they hold
 * them counts, but for the place that is written, which is the lock's. */
#include "analysis/lock/lock.h"
#include "softwarp/assumptions.h"
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

static uint64_t bytes_of(struct sw_unit *unit, LLVMValueRef access) {
    LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
    return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->ir.module), type);
}

static bool are_members(struct sw_unit *unit, LLVMValueRef a, LLVMValueRef b) {
    if (is_fixed(address_of(a)) && is_fixed(address_of(b)))
        return true;
    return SW_PROVED(in_step_members, sw_are_different_members(unit, address_of(a), bytes_of(unit, a), address_of(b),
                                                               bytes_of(unit, b)));
}

static bool reads_elsewhere(struct sw_unit *unit, LLVMValueRef at, LLVMValueRef store) {
    return base_of(at) == base_of(store) && address_of(at) != address_of(store) && !are_members(unit, at, store);
}

/* __syncthreads and its kin, and __syncwarp of all lanes: what a lane does before, it has done when another goes on. */
static bool is_met_by_all(LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    if (!request)
        return false;
    LLVMValueRef mask = sw_request_operand(at, request->mask);
    if (request->kind == SWRT_WAIT_WARP)
        return request->op == SWRT_WARP_SYNC && LLVMIsAConstantInt(mask) &&
               (uint32_t)LLVMConstIntGetZExtValue(mask) == UINT32_MAX;
    return request->kind == SWRT_WAIT_GRID || (request->kind == SWRT_WAIT_BARRIER && request->op <= SWRT_BARRIER_OR &&
                                               sw_meets_whole_block(at, request, 0));
}

/* A function in which reads are looked for, from one store on or back. */
struct search {
    struct sw_unit *unit;
    const struct sw_cfg *cfg;
    LLVMValueRef store;
    bool is_back, comes_again; /* who calls the function may call it again */
    struct sw_bitset seen;
};

/* From an instruction to the end of its bb, or to its start. Says whether the way ends there, with or without a read. */
static bool search_bb(const struct search *s, LLVMValueRef at, bool *is_found) {
    for (; at; at = s->is_back ? LLVMGetPreviousInstruction(at) : LLVMGetNextInstruction(at)) {
        *is_found = LLVMIsALoadInst(at) && may_exchange(s->unit, s->cfg, at) && reads_elsewhere(s->unit, at, s->store);
        if (*is_found || is_met_by_all(at))
            return true;
    }
    return false;
}

static bool search_from(struct search *s, unsigned bb);

static bool search_next_call(struct search *s) {
    bool is_found = !s->is_back && search_from(s, 0);
    for (unsigned b = 0; s->is_back && b < s->cfg->count && !is_found; b++)
        is_found = !s->cfg->bbs[b].succs && search_from(s, b);
    return is_found;
}

static bool search_beyond(struct search *s, unsigned bb) {
    const struct sw_bb *from = &s->cfg->bbs[bb];
    for (unsigned k = 0; k < (s->is_back ? from->preds : from->succs); k++)
        if (search_from(s, s->is_back ? from->pred[k] : from->succ[k]))
            return true;
    bool is_last = s->is_back ? bb == 0 : !from->succs;
    return is_last && s->comes_again && search_next_call(s);
}

static bool search_from(struct search *s, unsigned bb) {
    bool is_found = false;
    LLVMBasicBlockRef in = s->cfg->bbs[bb].bb;
    if (sw_bitset_get(&s->seen, bb))
        return false;
    sw_bitset_set(&s->seen, bb);
    if (search_bb(s, s->is_back ? LLVMGetLastInstruction(in) : LLVMGetFirstInstruction(in), &is_found))
        return is_found;
    return search_beyond(s, bb);
}

static bool is_read_on_a_way(struct sw_unit *unit, const struct sw_cfg *cfg, LLVMValueRef store, bool is_back) {
    struct search s = {.unit = unit, .cfg = cfg, .store = store, .is_back = is_back};
    s.comes_again = !sw_kernel_of(unit, cfg->function);
    s.seen = sw_bitset_create(unit->ir.arena, cfg->count);
    int bb = sw_cfg_number(cfg, LLVMGetInstructionParent(store));
    bool is_found = false;
    if (bb < 0 || search_bb(&s, store, &is_found))
        return is_found;
    return search_beyond(&s, (unsigned)bb);
}

/* Whether lanes that have read or will read may be beside one that writes. */
static bool is_read_beside(struct sw_unit *unit, const struct sw_cfg *cfg, LLVMValueRef store) {
    return is_read_on_a_way(unit, cfg, store, true) || is_read_on_a_way(unit, cfg, store, false) ||
           sw_is_recursive(&unit->ir, cfg->function);
}

static bool is_read_elsewhere(struct sw_unit *unit, LLVMValueRef store, const struct sw_values *accesses) {
    for (size_t i = 0; i < accesses->count; i++)
        if (LLVMIsALoadInst(accesses->at[i]) && reads_elsewhere(unit, accesses->at[i], store))
            return true;
    return false;
}

/* Whether other lanes of the warp, each with a lock of its own, may read in the same section what one writes there. */
static bool is_read_in_section(struct sw_unit *unit, const struct sw_lock *lock, LLVMValueRef store,
                               const struct sw_values *accesses) {
    for (size_t i = 0; i < accesses->count; i++) {
        LLVMValueRef at = accesses->at[i];
        if (LLVMIsALoadInst(at) && reads_elsewhere(unit, at, store) && sw_is_in_section(lock, at) &&
            !sw_are_computed_alike(lock, address_of(at), address_of(store)))
            return true;
    }
    return false;
}

static bool is_alone(struct sw_unit *unit, const struct sw_locks *locks, LLVMValueRef store,
                     const struct sw_values *accesses) {
    for (size_t i = 0; i < locks->count; i++) {
        const struct sw_lock *lock = &locks->at[i];
        if (!SW_PROVED(in_step_alone, sw_is_in_section(lock, store)))
            continue;
        if (SW_PROVED(in_step_one_lock, lock->is_one || !is_read_in_section(unit, lock, store, accesses)))
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
    struct sw_locks locks = {0};
    sw_instructions(&unit->ir, function, &all);
    sw_cfg_build(&unit->ir, function, &cfg);
    for (size_t i = 0; i < all.count; i++)
        if (may_exchange(unit, &cfg, all.at[i]))
            sw_vec_push(unit->ir.arena, &accesses, all.at[i]);
    if (accesses.count)
        sw_find_locks(unit, &cfg, &locks);
    for (size_t i = 0; i < accesses.count; i++)
        if (LLVMIsAStoreInst(accesses.at[i]) && is_read_elsewhere(unit, accesses.at[i], &accesses) &&
            !SW_PROVED(in_step_apart, !is_read_beside(unit, &cfg, accesses.at[i])) &&
            !is_alone(unit, &locks, accesses.at[i], &accesses))
            mark(unit, accesses.at[i]);
}

void sw_pass_exchanges(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        mark_function(unit, functions.at[i]);
}
