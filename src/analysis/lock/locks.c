/* Where a lane holds a lock: behind the compare-and-swap or exchange that took it, on every way, and before what may
 * release it.
 *
 *      old = cas(lock, 0, 1)            taken on the edge on which the swap is known to have succeeded:
 *      br old == 0, held, again         old == expected; of an exchange: old differs from what it put there
 *      held: ..
 *      exch(lock, 0)                    ends the section, as does whatever may write to the lock
 *
 * Or a number is drawn, and a loop ends when its turn has come: number = add(next, 1); while (turn != number); the section
 * ends where the turn is moved on.
 *
 * A section without an end is none: words are taken so that only the first one does a thing, too. Where the lock's address
 * may differ among lanes (an array of locks) several of a warp may be in the section at once, each with its own. */
#include "analysis/lock/lock.h"
#include "softwarp/assumptions.h"

static bool is_named(LLVMValueRef base) {
    return LLVMIsAArgument(base) || LLVMIsAGlobalVariable(base);
}

static bool is_lock(const struct sw_lock *s, LLVMValueRef pointer) {
    return sw_origin_of(pointer) == s->lock;
}

/* Whether what is written there may be the lock, of all those that are found by its variable or pointer. */
static bool may_be_lock(const struct sw_lock *s, const struct sw_touch *touch) {
    if (!is_lock(s, touch->pointer))
        return !is_named(s->lock) || !is_named(sw_origin_of(touch->pointer));
    return !touch->bytes || !SW_PROVED(lock_member, sw_are_different_members(s->unit, s->address, s->bytes,
                                                                             touch->pointer, touch->bytes));
}

/* Whether an instruction may write to the lock. Variables and parameters of different names are different memory. */
static bool may_release(const struct sw_lock *s, LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    bool may = e.is_unknown || e.writes_anything;
    for (unsigned i = 0; i < e.touches; i++)
        may |= e.touch[i].writes && may_be_lock(s, &e.touch[i]);
    return may;
}

static bool releases(const struct sw_lock *s, LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    return e.touches && e.touch[0].writes && is_lock(s, e.touch[0].pointer);
}

static LLVMValueRef release_from(const struct sw_lock *s, LLVMValueRef at) {
    while (at && !may_release(s, at))
        at = LLVMGetNextInstruction(at);
    return at;
}

static bool is_free_behind(const struct sw_lock *s, unsigned bb) {
    return sw_bitset_get(&s->free, bb) || sw_bitset_get(&s->ends, bb);
}

static bool is_free_on_entry(const struct sw_lock *s, unsigned bb) {
    const struct sw_bb *b = &s->cfg->bbs[bb];
    for (unsigned k = 0; k < b->preds; k++)
        if (!(b->pred[k] == s->from && bb == s->to) && is_free_behind(s, b->pred[k]))
            return true;
    return bb == 0;
}

static void solve(struct sw_lock *s) {
    for (unsigned b = 0; b < s->cfg->count; b++)
        if (release_from(s, LLVMGetFirstInstruction(s->cfg->bbs[b].bb)))
            sw_bitset_set(&s->ends, b);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned b = 0; b < s->cfg->count; b++)
            if (!sw_bitset_get(&s->free, b) && is_free_on_entry(s, b)) {
                sw_bitset_set(&s->free, b);
                changed = true;
            }
    }
}

/* Whether the section that goes on at an instruction ends with the lock's release, on some way. */
static bool is_released(const struct sw_lock *s, LLVMValueRef at, struct sw_bitset *seen) {
    const struct sw_bb *b = &s->cfg->bbs[sw_cfg_number(s->cfg, LLVMGetInstructionParent(at))];
    LLVMValueRef end = release_from(s, at);
    if (end)
        return releases(s, end);
    for (unsigned k = 0; k < b->succs; k++) {
        unsigned next = b->succ[k];
        if (sw_bitset_get(seen, next))
            continue;
        sw_bitset_set(seen, next);
        if (is_released(s, LLVMGetFirstInstruction(s->cfg->bbs[next].bb), seen))
            return true;
    }
    return false;
}

bool sw_is_in_section(const struct sw_lock *s, LLVMValueRef at) {
    int bb = sw_cfg_number(s->cfg, LLVMGetInstructionParent(at));
    struct sw_bitset seen = sw_bitset_create(s->unit->ir.arena, s->cfg->count);
    if (bb < 0 || sw_bitset_get(&s->free, (unsigned)bb))
        return false;
    for (LLVMValueRef before = LLVMGetPreviousInstruction(at); before; before = LLVMGetPreviousInstruction(before))
        if (may_release(s, before))
            return false;
    return !may_release(s, at) && is_released(s, at, &seen);
}

/* 1: a comparison holds if the swap has succeeded, and only then; -1: if it has failed; 0: it says neither. */
static int says_success(LLVMValueRef test, LLVMValueRef swap, enum sw_atomic_op op) {
    if (!LLVMIsAICmpInst(test))
        return 0;
    LLVMValueRef known = LLVMGetOperand(swap, 1), other = LLVMGetOperand(test, 1);
    if (LLVMGetICmpPredicate(test) > LLVMIntNE || LLVMGetOperand(test, 0) != swap || !LLVMIsAConstantInt(known) ||
        !LLVMIsAConstantInt(other))
        return 0;
    bool is_equal = LLVMGetICmpPredicate(test) == LLVMIntEQ;
    if (op == SW_ATOMIC_cas)
        return other != known ? 0 : is_equal ? 1 : -1;
    return is_equal == (other != known) ? 1 : -1;
}

/* access: that swaps, or reads whose turn it is. */
static void taken_on(struct sw_unit *unit, const struct sw_cfg *cfg, struct sw_locks *locks, LLVMValueRef access,
                     LLVMValueRef branch, bool when) {
    struct sw_arena *arena = unit->ir.arena;
    LLVMValueRef address = LLVMGetOperand(access, 0);
    int from = sw_cfg_number(cfg, LLVMGetInstructionParent(branch));
    LLVMBasicBlockRef held = LLVMGetSuccessor(branch, !when);
    if (from < 0 || held == LLVMGetSuccessor(branch, when))
        return;
    struct sw_lock lock = {.cfg = cfg,
                           .unit = unit,
                           .lock = sw_origin_of(address),
                           .address = address,
                           .bytes = sw_effect_of(access).touch[0].bytes,
                           .is_one = sw_is_of_launch(unit, address),
                           .from = (unsigned)from,
                           .to = (unsigned)sw_cfg_number(cfg, held),
                           .free = sw_bitset_create(arena, cfg->count),
                           .ends = sw_bitset_create(arena, cfg->count)};
    solve(&lock);
    sw_vec_push(arena, locks, lock);
}

static void taken_by_test(struct sw_unit *unit, const struct sw_cfg *cfg, struct sw_locks *locks, LLVMValueRef access,
                          LLVMValueRef test, int says) {
    for (LLVMUseRef branch = says ? LLVMGetFirstUse(test) : NULL; branch; branch = LLVMGetNextUse(branch))
        if (LLVMIsABranchInst(LLVMGetUser(branch)))
            taken_on(unit, cfg, locks, access, LLVMGetUser(branch), says > 0);
}

static void look_at_swap(struct sw_unit *unit, const struct sw_cfg *cfg, struct sw_locks *locks, LLVMValueRef swap) {
    struct sw_atomic atomic;
    if (!sw_atomic_of(swap, &atomic) || (atomic.op != SW_ATOMIC_cas && atomic.op != SW_ATOMIC_exch))
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(swap); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef test = LLVMGetUser(use);
        taken_by_test(unit, cfg, locks, swap, test, says_success(test, swap, atomic.op));
    }
}

/* Of one counter no two lanes draw the same number. */
static bool is_drawn(struct sw_unit *unit, LLVMValueRef number) {
    struct sw_atomic atomic;
    if (!sw_atomic_of(number, &atomic) || atomic.op != SW_ATOMIC_add)
        return false;
    LLVMValueRef step = LLVMGetOperand(number, 1);
    return LLVMIsAConstantInt(step) && LLVMConstIntGetZExtValue(step) == 1 &&
           SW_PROVED(lock_one_counter, sw_is_of_launch(unit, LLVMGetOperand(number, 0)));
}

static bool reads_turn(struct sw_unit *unit, LLVMValueRef value) {
    struct sw_atomic atomic;
    bool reads = (LLVMIsALoadInst(value) && LLVMGetVolatile(value)) || sw_atomic_of(value, &atomic);
    return reads && sw_is_of_launch(unit, LLVMGetOperand(value, 0));
}

/* A ticket lock: turn == drawn. */
static void look_at_test(struct sw_unit *unit, const struct sw_cfg *cfg, struct sw_locks *locks, LLVMValueRef test) {
    if (!LLVMIsAICmpInst(test) || LLVMGetICmpPredicate(test) > LLVMIntNE)
        return;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef turn = LLVMGetOperand(test, i), number = LLVMGetOperand(test, 1 - i);
        if (turn != number && is_drawn(unit, number) && reads_turn(unit, turn) && !is_drawn(unit, turn))
            taken_by_test(unit, cfg, locks, turn, test, LLVMGetICmpPredicate(test) == LLVMIntEQ ? 1 : -1);
    }
}

void sw_find_locks(struct sw_unit *unit, const struct sw_cfg *cfg, struct sw_locks *locks) {
    struct sw_values all;
    sw_instructions(&unit->ir, cfg->function, &all);
    for (size_t i = 0; i < all.count; i++) {
        look_at_swap(unit, cfg, locks, all.at[i]);
        look_at_test(unit, cfg, locks, all.at[i]);
    }
}
