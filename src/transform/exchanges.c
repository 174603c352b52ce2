/* Exchanges: lanes that hand values to each other through volatile memory stay in step at one lane too.
 *
 * Programs from before CUDA 9 end a reduction within a warp without a barrier, trusting that its lanes run in lockstep:
 *
 *      volatile int *v = shared;            =>        load v[tid], load v[tid + 16]
 *      v[tid] += v[tid + 16];                         call sw.in.step(); store v[tid]; call sw.in.step.end()
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

/* Whether a load is in a loop that waits, and that the store is not in. */
static bool polls(const struct sw_cfg *cfg, LLVMValueRef load, LLVMValueRef store) {
    for (size_t i = 0; i < cfg->loops.count; i++) {
        const struct sw_loop *loop = &cfg->loops.at[i];
        if (sw_loop_has(cfg, loop, load) && !sw_loop_has(cfg, loop, store) && loop->num_latches &&
            sw_yields(cfg->bbs[loop->latches[0]].bb))
            return true;
    }
    return false;
}

static bool may_exchange(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_effect effect = sw_effect_of(at);
    if (!(LLVMIsALoadInst(at) || LLVMIsAStoreInst(at)) || !effect.is_volatile)
        return false;
    return !sw_is_own(unit, effect.touch[0].pointer);
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

/* A store and a load of what lanes broadcast to those that do not store; by which branch they part. */
struct broadcast {
    LLVMValueRef store, load;
    unsigned branch;
};

/* A function's. */
struct exchanges {
    struct sw_unit *unit;
    struct sw_cfg cfg;
    struct sw_values accesses;
    struct sw_locks locks;
    SW_VEC(struct broadcast) broadcasts;
    struct sw_meetings meetings;
    struct sw_bitset in_step, joined; /* bbs that begin with such a mark */
};

static bool is_broadcast(const struct exchanges *x, LLVMValueRef load, LLVMValueRef store) {
    for (size_t i = 0; i < x->broadcasts.count; i++)
        if (x->broadcasts.at[i].load == load && x->broadcasts.at[i].store == store)
            return true;
    return false;
}

static void find_broadcasts(struct exchanges *x) {
    for (size_t i = 0; i < x->accesses.count; i++)
        for (size_t k = 0; k < x->accesses.count; k++) {
            LLVMValueRef store = x->accesses.at[i], load = x->accesses.at[k];
            if (!LLVMIsAStoreInst(store) || !LLVMIsALoadInst(load) ||
                sw_origin_of(address_of(store)) != sw_origin_of(address_of(load)) || polls(&x->cfg, load, store))
                continue;
            int branch = sw_broadcast_branch(x->unit, &x->cfg, store, load);
            if (branch >= 0)
                sw_vec_push(x->unit->ir.arena, &x->broadcasts, ((struct broadcast){store, load, (unsigned)branch}));
        }
}

/* Whether lanes may read by a load elsewhere what one of them stores. */
static bool is_exchange(const struct exchanges *x, LLVMValueRef load, LLVMValueRef store) {
    return LLVMIsALoadInst(load) && reads_elsewhere(x->unit, load, store) && !polls(&x->cfg, load, store);
}

/* A function in which reads are looked for, from one store on or back. */
struct search {
    const struct exchanges *x;
    const struct sw_cfg *cfg;
    LLVMValueRef store;
    bool is_back, comes_again; /* who calls the function may call it again */
    struct sw_bitset seen;
};

/* From an instruction to the end of its bb, or to its start. Says whether the way ends there, with or without a read. */
static bool search_bb(const struct search *s, LLVMValueRef at, bool *is_found) {
    for (; at; at = s->is_back ? LLVMGetPreviousInstruction(at) : LLVMGetNextInstruction(at)) {
        *is_found = LLVMIsALoadInst(at) && may_exchange(s->x->unit, at) &&
                    (is_exchange(s->x, at, s->store) || is_broadcast(s->x, at, s->store));
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

static bool is_read_on_a_way(const struct exchanges *x, LLVMValueRef store, bool is_back) {
    struct search s = {.x = x, .cfg = &x->cfg, .store = store, .is_back = is_back};
    s.comes_again = !sw_kernel_of(x->unit, x->cfg.function);
    s.seen = sw_bitset_create(x->unit->ir.arena, x->cfg.count);
    int bb = sw_cfg_number(&x->cfg, LLVMGetInstructionParent(store));
    bool is_found = false;
    if (bb < 0 || search_bb(&s, store, &is_found))
        return is_found;
    return search_beyond(&s, (unsigned)bb);
}

/* Whether lanes that have read or will read may be beside one that writes. */
static bool is_read_beside(const struct exchanges *x, LLVMValueRef store) {
    return is_read_on_a_way(x, store, true) || is_read_on_a_way(x, store, false) ||
           sw_is_recursive(&x->unit->ir, x->cfg.function);
}

static bool is_read_elsewhere(const struct exchanges *x, LLVMValueRef store) {
    for (size_t i = 0; i < x->accesses.count; i++)
        if (is_exchange(x, x->accesses.at[i], store))
            return true;
    return false;
}

/* Whether other lanes of the warp, each with a lock of its own, may read in the same section what one writes there. */
static bool is_read_in_section(const struct exchanges *x, const struct sw_lock *lock, LLVMValueRef store) {
    for (size_t i = 0; i < x->accesses.count; i++) {
        LLVMValueRef at = x->accesses.at[i];
        if (is_exchange(x, at, store) && sw_is_in_section(lock, at) &&
            !sw_are_computed_alike(lock, address_of(at), address_of(store)))
            return true;
    }
    return false;
}

static bool is_alone(const struct exchanges *x, LLVMValueRef store) {
    for (size_t i = 0; i < x->locks.count; i++) {
        const struct sw_lock *lock = &x->locks.at[i];
        if (!SW_PROVED(in_step_alone, sw_is_in_section(lock, store)))
            continue;
        if (SW_PROVED(in_step_one_lock, lock->is_one || !is_read_in_section(x, lock, store)))
            return true;
    }
    return false;
}

static void call_before(struct sw_unit *unit, const char *name, LLVMValueRef at) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef mark = sw_declare(ir, name, LLVMFunctionType(ir->nothing, NULL, 0, 0));
    sw_add_attribute(ir, mark, "convergent");
    sw_before(ir, at);
    sw_call(ir, mark, NULL, 0, "");
}

static void mark_before(struct sw_unit *unit, LLVMValueRef at) {
    call_before(unit, "sw.in.step", at);
}

/* Only those that were at the mark in front together come here. */
static void mark_end(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef is_end = sw_const(ir->i32, 1);
    LLVMValueRef mark = sw_declare(ir, "sw.in.step.end", LLVMFunctionType(ir->nothing, &ir->i32, 1, 0));
    sw_add_attribute(ir, mark, "convergent");
    sw_before(ir, at);
    sw_call(ir, mark, &is_end, 1, "");
}

static void mark_meetings(struct exchanges *x, const char *name, const struct sw_bitset *bbs) {
    for (unsigned b = 0; b < x->cfg.count; b++) {
        LLVMValueRef at = LLVMGetFirstInstruction(x->cfg.bbs[b].bb);
        if (!sw_bitset_get(bbs, b))
            continue;
        while (LLVMIsAPHINode(at))
            at = LLVMGetNextInstruction(at);
        call_before(x->unit, name, at);
    }
}

static bool broadcasts(const struct exchanges *x, LLVMValueRef store) {
    for (size_t i = 0; i < x->broadcasts.count; i++)
        if (x->broadcasts.at[i].store == store)
            return true;
    return false;
}

/* A store between whose marks lanes are in step; or, of a broadcast, which waits until all others are where they meet, and
 * they until those that store have come there. */
static void mark(struct exchanges *x, LLVMValueRef store) {
    bool is_elsewhere = is_read_elsewhere(x, store), is_for_all = broadcasts(x, store);
    if (!(is_elsewhere || is_for_all) || SW_PROVED(in_step_apart, !is_read_beside(x, store)))
        return;
    is_elsewhere = is_elsewhere && !is_alone(x, store);
    if (is_elsewhere || is_for_all)
        mark_before(x->unit, store);
    if (is_elsewhere)
        mark_end(x->unit, LLVMGetNextInstruction(store));
    for (size_t i = 0; i < x->broadcasts.count; i++)
        if (x->broadcasts.at[i].store == store)
            sw_meetings_behind(&x->meetings, x->broadcasts.at[i].branch, &x->in_step);
}

static bool is_request(LLVMValueRef at) {
    return sw_request_of(at);
}

static bool is_meeting(LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    return request && sw_meets_lanes(request);
}

static bool leads_to(struct sw_unit *unit, LLVMValueRef at, bool (*is)(LLVMValueRef at)) {
    return is(at) || (sw_is_call(at) && !sw_request_of(at) && sw_call_reaches(&unit->ir, at, is));
}

/* The branches that lead to where a lane waits part lanes until their ways meet. */
static void find_joins(struct exchanges *x, LLVMValueRef wait) {
    int in = sw_cfg_number(&x->cfg, LLVMGetInstructionParent(wait));
    for (unsigned b = in < 0 ? 0 : (unsigned)in; b;) {
        b = x->cfg.bbs[b].idom;
        if (!sw_follows(&x->meetings, b, (unsigned)in))
            sw_meetings_behind(&x->meetings, b, &x->joined);
    }
}

/* Of a function with operations without a mask. Lanes that wait nowhere on their ways come there together anyway. */
static void mark_joins(struct exchanges *x) {
    struct sw_values all;
    sw_instructions(&x->unit->ir, x->cfg.function, &all);
    x->joined = sw_bitset_create(x->unit->ir.arena, x->cfg.count);
    for (size_t i = 0; i < all.count; i++)
        if (leads_to(x->unit, all.at[i], is_request))
            find_joins(x, all.at[i]);
    mark_meetings(x, "sw.join", &x->joined);
}

static void mark_accesses(struct exchanges *x) {
    x->in_step = sw_bitset_create(x->unit->ir.arena, x->cfg.count);
    sw_find_locks(x->unit, &x->cfg, &x->locks);
    find_broadcasts(x);
    for (size_t i = 0; i < x->accesses.count; i++)
        if (LLVMIsAStoreInst(x->accesses.at[i]))
            mark(x, x->accesses.at[i]);
    mark_meetings(x, "sw.in.step", &x->in_step);
}

static void mark_function(struct sw_unit *unit, LLVMValueRef function) {
    struct exchanges x = {.unit = unit};
    struct sw_values all;
    bool has_meeting = false;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        has_meeting = has_meeting || leads_to(unit, all.at[i], is_meeting);
        if (may_exchange(unit, all.at[i]))
            sw_vec_push(unit->ir.arena, &x.accesses, all.at[i]);
    }
    if (!x.accesses.count && !has_meeting)
        return;
    sw_cfg_build(&unit->ir, function, &x.cfg);
    sw_meetings_begin(unit, &x.cfg, &x.meetings);
    if (x.accesses.count)
        mark_accesses(&x);
    if (has_meeting)
        mark_joins(&x);
}

void sw_pass_exchanges(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        mark_function(unit, functions.at[i]);
}
