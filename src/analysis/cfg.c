/* Control-flow graph, dominators, loops. Reverse post-order numbering makes "comes before" a comparison of
 * numbers, which the dominator algorithm and the loops both rest on. */
#include "analysis/analysis.h"

#include <string.h>

struct walk {
    struct sw_ir *ir;
    struct sw_cfg *cfg;
    struct sw_map *seen;
    struct sw_values postorder; /* basic blocks, as values */
};

struct visited {
    LLVMBasicBlockRef bb;
    unsigned next; /* successor */
};

static void visit(struct walk *w, LLVMBasicBlockRef start) {
    SW_VEC(struct visited) stack = {0};
    struct visited frame = {start, 0};
    sw_map_put(w->seen, start, start);
    sw_vec_push(w->ir->arena, &stack, frame);
    while (stack.count) {
        struct visited *top = &stack.at[stack.count - 1];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(top->bb);
        assert(end);
        if (top->next == LLVMGetNumSuccessors(end)) {
            sw_vec_push(w->ir->arena, &w->postorder, LLVMBasicBlockAsValue(top->bb));
            stack.count--;
            continue;
        }
        frame.bb = LLVMGetSuccessor(end, top->next++);
        if (!sw_map_has(w->seen, frame.bb)) {
            sw_map_put(w->seen, frame.bb, frame.bb);
            sw_vec_push(w->ir->arena, &stack, frame);
        }
    }
}

static void number_bbs(struct walk *w) {
    struct sw_cfg *cfg = w->cfg;
    cfg->count = (unsigned)w->postorder.count;
    cfg->bbs = sw_arena_alloc(w->ir->arena, cfg->count * sizeof *cfg->bbs);
    for (unsigned i = 0; i < cfg->count; i++) {
        cfg->bbs[i].bb = LLVMValueAsBasicBlock(w->postorder.at[cfg->count - 1 - i]);
        cfg->bbs[i].loop = -1;
        sw_map_put(cfg->number, cfg->bbs[i].bb, (void *)(uintptr_t)(i + 1));
    }
}

static void connect(struct sw_ir *ir, struct sw_cfg *cfg) {
    for (unsigned i = 0; i < cfg->count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->bbs[i].bb);
        unsigned succs = LLVMGetNumSuccessors(end);
        cfg->bbs[i].succ = sw_arena_alloc(ir->arena, (succs + 1) * sizeof(unsigned));
        for (unsigned k = 0; k < succs; k++) {
            unsigned to = (unsigned)sw_cfg_number(cfg, LLVMGetSuccessor(end, k));
            cfg->bbs[i].succ[cfg->bbs[i].succs++] = to;
            cfg->bbs[to].preds++;
        }
    }
    for (unsigned i = 0; i < cfg->count; i++) {
        cfg->bbs[i].pred = sw_arena_alloc(ir->arena, (cfg->bbs[i].preds + 1) * sizeof(unsigned));
        cfg->bbs[i].preds = 0;
    }
    for (unsigned i = 0; i < cfg->count; i++)
        for (unsigned k = 0; k < cfg->bbs[i].succs; k++) {
            struct sw_bb *to = &cfg->bbs[cfg->bbs[i].succ[k]];
            to->pred[to->preds++] = i;
        }
}

static unsigned meet(const struct sw_cfg *cfg, unsigned a, unsigned b) {
    while (a != b) {
        while (a > b)
            a = cfg->bbs[a].idom;
        while (b > a)
            b = cfg->bbs[b].idom;
    }
    return a;
}

static void find_dominators(struct sw_cfg *cfg) {
    const unsigned unknown = ~0u;
    for (unsigned i = 1; i < cfg->count; i++)
        cfg->bbs[i].idom = unknown;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 1; i < cfg->count; i++) {
            unsigned idom = unknown;
            for (unsigned k = 0; k < cfg->bbs[i].preds; k++) {
                unsigned p = cfg->bbs[i].pred[k];
                if (p == 0 || cfg->bbs[p].idom != unknown)
                    idom = idom == unknown ? p : meet(cfg, p, idom);
            }
            changed |= idom != cfg->bbs[i].idom;
            cfg->bbs[i].idom = idom;
        }
    }
}

bool sw_cfg_dominates(const struct sw_cfg *cfg, unsigned a, unsigned b) {
    assert(a < cfg->count && b < cfg->count);
    while (b > a)
        b = cfg->bbs[b].idom;
    return a == b;
}

/* Walks from the given basic blocks along predecessors or successors, no further up than the header. */
static void gather(struct sw_ir *ir, const struct sw_cfg *cfg, const struct sw_loop *loop, bool backwards,
                   struct sw_bitset *into) {
    SW_VEC(unsigned) work = {0};
    if (!backwards)
        sw_vec_push(ir->arena, &work, loop->header);
    for (unsigned i = 0; i < loop->num_latches && backwards; i++)
        sw_vec_push(ir->arena, &work, loop->latches[i]);
    while (work.count) {
        unsigned at = work.at[--work.count];
        if (at < loop->header || sw_bitset_get(into, at))
            continue;
        sw_bitset_set(into, at);
        const struct sw_bb *bb = &cfg->bbs[at];
        for (unsigned k = 0; k < (backwards ? bb->preds : bb->succs); k++)
            if (!backwards || at != loop->header)
                sw_vec_push(ir->arena, &work, backwards ? bb->pred[k] : bb->succ[k]);
    }
}

/* Members lie on a way from the header to a latch; of a natural loop, all that reaches a latch does. */
static void collect_members(struct sw_ir *ir, struct sw_cfg *cfg, struct sw_loop *loop) {
    loop->bbs = sw_bitset_create(ir->arena, cfg->count);
    struct sw_bitset ahead = sw_bitset_create(ir->arena, cfg->count);
    gather(ir, cfg, loop, true, &loop->bbs);
    gather(ir, cfg, loop, false, &ahead);
    sw_bitset_intersect(&loop->bbs, &ahead);
}

/* Headers in reverse post-order: an outer loop is found before the loops inside it. */
static void find_loops(struct sw_ir *ir, struct sw_cfg *cfg) {
    for (unsigned h = 0; h < cfg->count; h++) {
        struct sw_loop loop = {.header = h, .parent = -1};
        loop.latches = sw_arena_alloc(ir->arena, (cfg->bbs[h].preds + 1) * sizeof(unsigned));
        for (unsigned k = 0; k < cfg->bbs[h].preds; k++) {
            if (cfg->bbs[h].pred[k] < h)
                continue;
            loop.latches[loop.num_latches++] = cfg->bbs[h].pred[k];
            loop.is_irreducible |= !sw_cfg_dominates(cfg, h, cfg->bbs[h].pred[k]);
        }
        if (!loop.num_latches)
            continue;
        collect_members(ir, cfg, &loop);
        cfg->is_irreducible |= loop.is_irreducible;
        loop.parent = cfg->bbs[h].loop;
        sw_vec_push(ir->arena, &cfg->loops, loop);
        for (unsigned i = 0; i < cfg->count; i++)
            if (sw_bitset_get(&loop.bbs, i))
                cfg->bbs[i].loop = (int)cfg->loops.count - 1;
    }
}

void sw_cfg_build(struct sw_ir *ir, LLVMValueRef function, struct sw_cfg *cfg) {
    assert(sw_is_defined(function));
    *cfg = (struct sw_cfg){.function = function, .number = sw_map_create(ir->arena)};
    struct walk w = {ir, cfg, sw_map_create(ir->arena), {0}};
    visit(&w, LLVMGetEntryBasicBlock(function));
    number_bbs(&w);
    connect(ir, cfg);
    find_dominators(cfg);
    find_loops(ir, cfg);
    assert(cfg->count && cfg->bbs[0].idom == 0 && !cfg->bbs[0].preds);
}

int sw_cfg_number(const struct sw_cfg *cfg, LLVMBasicBlockRef bb) {
    return (int)(uintptr_t)sw_map_get(cfg->number, bb) - 1;
}

bool sw_loop_is_innermost(const struct sw_cfg *cfg, size_t number) {
    for (size_t i = 0; i < cfg->loops.count; i++)
        if (cfg->loops.at[i].parent == (int)number)
            return false;
    return true;
}

bool sw_loop_has_bb(const struct sw_cfg *cfg, const struct sw_loop *loop, LLVMBasicBlockRef bb) {
    int number = sw_cfg_number(cfg, bb);
    return number >= 0 && sw_bitset_get(&loop->bbs, (size_t)number);
}

bool sw_loop_has(const struct sw_cfg *cfg, const struct sw_loop *loop, LLVMValueRef value) {
    return LLVMIsAInstruction(value) && sw_loop_has_bb(cfg, loop, LLVMGetInstructionParent(value));
}

/* What all ways from a bb have in common, by what is known of the next ones so far. */
static void follow_ways(const struct sw_cfg *cfg, unsigned b, const struct sw_bitset *following,
                        const struct sw_bitset *left, struct sw_bitset *common) {
    unsigned ways = 0;
    memset(common->words, 0, (common->bits + 63) / 64 * sizeof *common->words);
    for (unsigned k = 0; k < cfg->bbs[b].succs; k++) {
        unsigned to = cfg->bbs[b].succ[k];
        if (left && sw_bitset_get(left, to))
            continue;
        if (ways++)
            sw_bitset_intersect(common, &following[to]);
        else
            sw_bitset_union(common, &following[to]);
    }
    sw_bitset_set(common, b);
}

struct sw_bitset *sw_cfg_following(struct sw_arena *arena, const struct sw_cfg *cfg, const struct sw_bitset *left) {
    struct sw_bitset *following = sw_arena_alloc(arena, cfg->count * sizeof *following);
    struct sw_bitset common = sw_bitset_create(arena, cfg->count);
    for (unsigned b = 0; b < cfg->count; b++) {
        following[b] = sw_bitset_create(arena, cfg->count);
        sw_bitset_fill(&following[b]);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned b = cfg->count; b-- > 0;) {
            follow_ways(cfg, b, following, left, &common);
            changed |= sw_bitset_intersect(&following[b], &common);
        }
    }
    return following;
}
