/* Uniformity: which values are the same for all threads of a block, or of each warp, and which bbs only some of them run.
 *
 *      for (k = 0; k < n; k++)      all threads of the block take as many turns
 *          if (t < 32)              the threads of each warp go the same way, those of the block do not
 *              s[t] = k;            a side: some threads of the block
 *
 * As divergence is found everywhere: from threadIdx and what is read at addresses made of it along operands, and along
 * branches to the phis behind them. A thread that leaves the kernel by return is no longer one of the group. */
#include "transform/instrument/place.h"

static const char sreg[] = "llvm.nvvm.read.ptx.sreg.";

/* following: for each bb those that all ways from it to the end come through, itself included; leaves: the bbs whose
 * threads leave the kernel. */
struct search {
    struct sw_uniformity *a;
    struct sw_bitset *following, leaves;
    bool changed;
};

bool sw_is_of_group(const struct sw_uniformity *uniformity, LLVMValueRef value) {
    return !sw_map_has(uniformity->varying, value);
}

/* ---- ways ---- */

/* The kernel's own (returns.c): from a function that it calls a thread comes back. */
static bool has_return(const struct sw_bb *bb) {
    struct sw_hook hook;
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb->bb); at; at = LLVMGetNextInstruction(at))
        if (sw_hook_of(at, &hook) && hook.function == SW_HOOK_WAIT && hook.kind == SWRT_SITE_RETURN && hook.size)
            return true;
    return false;
}

/* Also those from which all ways lead to such a bb. */
static void find_leaving(struct search *s) {
    const struct sw_cfg *cfg = s->a->cfg;
    s->leaves = sw_bitset_create(s->a->unit->ir.arena, cfg->count);
    for (unsigned b = cfg->count; b-- > 0;) {
        bool leaves = cfg->bbs[b].succs;
        for (unsigned k = 0; k < cfg->bbs[b].succs; k++)
            leaves &= cfg->bbs[b].succ[k] > b && sw_bitset_get(&s->leaves, cfg->bbs[b].succ[k]);
        if (leaves || has_return(&cfg->bbs[b]))
            sw_bitset_set(&s->leaves, b);
    }
}

/* What is reached from a bb before all ways from the branch have met. */
static void reach(const struct search *s, unsigned branch, unsigned from, struct sw_bitset *into) {
    const struct sw_cfg *cfg = s->a->cfg;
    SW_VEC(unsigned) work = {0};
    sw_vec_push(s->a->unit->ir.arena, &work, from);
    while (work.count) {
        unsigned at = work.at[--work.count];
        bool has_met = at != branch && sw_bitset_get(&s->following[branch], at);
        if (has_met || sw_bitset_get(into, at) || sw_bitset_get(&s->leaves, at))
            continue;
        sw_bitset_set(into, at);
        for (unsigned k = 0; k < cfg->bbs[at].succs; k++)
            sw_vec_push(s->a->unit->ir.arena, &work, cfg->bbs[at].succ[k]);
    }
}

static void take_out(struct sw_bitset *from, const struct sw_bitset *what) {
    for (size_t i = 0; i < from->bits; i++)
        if (sw_bitset_get(from, i) && sw_bitset_get(what, i))
            from->words[i / 64] &= ~(UINT64_C(1) << i % 64);
}

static unsigned ways_of(const struct search *s, unsigned branch) {
    const struct sw_bb *bb = &s->a->cfg->bbs[branch];
    unsigned ways = 0;
    for (unsigned k = 0; k < bb->succs; k++)
        ways += !sw_bitset_get(&s->leaves, bb->succ[k]);
    return ways;
}

static void add_side(struct search *s, unsigned branch) {
    const struct sw_bb *bb = &s->a->cfg->bbs[branch];
    struct sw_arena *arena = s->a->unit->ir.arena;
    struct sw_side side = {.branch = branch, .bbs = sw_bitset_create(arena, s->a->cfg->count)};
    for (unsigned k = 0; k < bb->succs; k++)
        reach(s, branch, bb->succ[k], &side.bbs);
    side.is_loop = sw_bitset_get(&side.bbs, branch);
    for (unsigned k = 0; k < 2; k++) {
        side.arms[k] = sw_bitset_create(arena, s->a->cfg->count);
        if (bb->succs == 2)
            reach(s, branch, bb->succ[k], &side.arms[k]);
    }
    struct sw_bitset first = sw_bitset_create(arena, s->a->cfg->count);
    sw_bitset_union(&first, &side.arms[0]);
    take_out(&side.arms[0], &side.arms[1]);
    take_out(&side.arms[1], &first);
    sw_vec_push(arena, &s->a->sides, side);
}

/* ---- values ---- */

static bool gives_all_the_same(const struct search *s, LLVMValueRef call) {
    static const char *const of_block[] = {"ctaid",  "nctaid",    "ntid",    "warpsize",   "nwarpid",
                                           "gridid", "nsmid",     "cluster", "nclusterid", "is_explicit_cluster",
                                           "smid",   "shared_log"};
    const char *name = sw_callee_name(call);
    const struct sw_request *request = sw_request_of(call);
    bool is_warp = s->a->group == SW_GROUP_WARP;
    if (request)
        return request->kind == SWRT_WAIT_BARRIER || (is_warp && sw_starts_with(name, "llvm.nvvm.vote"));
    if (sw_equal(name, "sw.block"))
        return true;
    if (!sw_starts_with(name, sreg))
        return false;
    name += sizeof sreg - 1;
    for (size_t i = 0; i < sizeof of_block / sizeof *of_block; i++)
        if (sw_starts_with(name, of_block[i]))
            return true;
    return is_warp && sw_equal(name, "warpid");
}

/* Its value depends on its operands alone. */
static bool is_computed(LLVMValueRef at) {
    const char *name = sw_callee_name(at);
    return sw_is_pure(at) || sw_is_checked(at) || sw_equal(name, "__sw_ordered") || sw_starts_with(name, "__nv_") ||
           (sw_starts_with(name, "llvm.") && !sw_starts_with(name, "llvm.nvvm."));
}

/* What a loop with different numbers of turns has made. */
static bool is_left_apart(const struct search *s, LLVMValueRef value, LLVMValueRef user) {
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) == LLVMGetInstructionParent(user))
        return false;
    int from = sw_cfg_number(s->a->cfg, LLVMGetInstructionParent(value));
    int to = sw_cfg_number(s->a->cfg, LLVMGetInstructionParent(user));
    for (size_t i = 0; i < s->a->sides.count && from >= 0 && to >= 0; i++) {
        const struct sw_side *side = &s->a->sides.at[i];
        if (side->is_loop && sw_bitset_get(&side->bbs, (size_t)from) && !sw_bitset_get(&side->bbs, (size_t)to))
            return true;
    }
    return false;
}

static bool has_varying(const struct search *s, LLVMValueRef at) {
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(at); i++)
        if (!sw_is_of_group(s->a, LLVMGetOperand(at, i)))
            return true;
    return false;
}

static bool has_left_apart(const struct search *s, LLVMValueRef at) {
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(at); i++)
        if (is_left_apart(s, LLVMGetOperand(at, i), at))
            return true;
    return false;
}

static bool is_met(const struct sw_side *side, unsigned bb) {
    if (!sw_bitset_get(&side->bbs, bb))
        return true;
    return !side->is_loop && !sw_bitset_get(&side->arms[0], bb) && !sw_bitset_get(&side->arms[1], bb);
}

/* Behind a branch that parts threads. */
static bool is_join(const struct search *s, LLVMValueRef phi) {
    int bb = sw_cfg_number(s->a->cfg, LLVMGetInstructionParent(phi));
    for (size_t i = 0; i < s->a->sides.count && bb >= 0; i++) {
        const struct sw_side *side = &s->a->sides.at[i];
        const struct sw_bb *join = &s->a->cfg->bbs[bb];
        for (unsigned k = 0; k < join->preds && is_met(side, (unsigned)bb); k++)
            if (join->preds > 1 && (sw_bitset_get(&side->bbs, join->pred[k]) || join->pred[k] == side->branch))
                return true;
    }
    return false;
}

static bool differs(const struct search *s, LLVMValueRef at) {
    if (has_left_apart(s, at))
        return true;
    if (LLVMIsALoadInst(at))
        return LLVMGetVolatile(at) || LLVMIsAAllocaInst(sw_strip_pointer(LLVMGetOperand(at, 0))) || has_varying(s, at);
    if (LLVMIsAPHINode(at))
        return has_varying(s, at) || is_join(s, at);
    if (LLVMIsAAllocaInst(at) || LLVMIsAStoreInst(at) || LLVMIsATerminatorInst(at))
        return false;
    if (sw_is_call(at) && gives_all_the_same(s, at))
        return false;
    if (!is_computed(at))
        return true;
    return has_varying(s, at) && !(s->a->group == SW_GROUP_WARP && sw_trial_is_of_warp(s->a, at));
}

static void see_values(struct search *s, const struct sw_values *all) {
    for (size_t i = 0; i < all->count; i++) {
        LLVMValueRef at = all->at[i];
        if (!sw_is_of_group(s->a, at) || !differs(s, at))
            continue;
        sw_map_put(s->a->varying, at, at);
        s->changed = true;
    }
}

static bool has_side(const struct sw_uniformity *a, unsigned branch) {
    for (size_t i = 0; i < a->sides.count; i++)
        if (a->sides.at[i].branch == branch)
            return true;
    return false;
}

static void see_branches(struct search *s) {
    for (unsigned b = 0; b < s->a->cfg->count; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(s->a->cfg->bbs[b].bb);
        if (ways_of(s, b) < 2 || has_side(s->a, b) || !(has_varying(s, end) || has_left_apart(s, end)))
            continue;
        add_side(s, b);
        s->changed = true;
    }
}

/* What a function that is not inlined is given may be each thread's own. */
static void see_parameters(struct search *s) {
    LLVMValueRef function = s->a->cfg->function;
    for (unsigned i = 0; i < LLVMCountParams(function) && !sw_kernel_of(s->a->unit, function); i++)
        sw_map_put(s->a->varying, LLVMGetParam(function, i), function);
}

void sw_uniformity_find(struct sw_unit *unit, const struct sw_cfg *cfg, enum sw_group group,
                        struct sw_uniformity *uniformity) {
    struct sw_values all;
    *uniformity = (struct sw_uniformity){
        .unit = unit, .cfg = cfg, .group = group, .varying = sw_map_create(unit->ir.arena)};
    struct search s = {.a = uniformity};
    sw_instructions(&unit->ir, cfg->function, &all);
    find_leaving(&s);
    s.following = sw_cfg_following(s.a->unit->ir.arena, s.a->cfg, &s.leaves);
    see_parameters(&s);
    do {
        s.changed = false;
        see_values(&s, &all);
        see_branches(&s);
    } while (s.changed);
}
