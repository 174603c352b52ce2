/* The linear order of a function whose lanes part (after Moll, Hack: Partial Control-Flow Linearization, PLDI 2018).
 *
 * Basic blocks lie in one line, each behind what leads to it, the members of a loop next to each other, and behind the
 * last of them a *latch* point, at which lanes wait for the next iteration; the last point is the exit. Lanes that leave
 * a basic block for another one wait there. What runs next is the first point in line at which lanes may wait: so a
 * branch that all lanes take to one side stays a jump, unless others wait in between, and a divergent one runs first the one
 * side, then the other.
 *
 * The set of points at which lanes may wait while another runs is found here, by running the rules to a fixed point.
 * Lanes are never lost: they wait somewhere, be it at the exit. So where the set is empty, all lanes are together.
 *
 * In a region that the rows of a whole block go through one after the other, a point's set holds the points within at which
 * lanes of the same row may wait, and those behind at which any may. */
#include "lockstep/flow/flow.h"
#include "softwarp/assumptions.h"

struct ordering {
    struct sw_arena *arena;
    const struct sw_cfg *cfg;
    unsigned *missing; /* per bb: forward predecessors that have no place yet */
    SW_VEC(unsigned) ready, order;
    struct sw_bitset placed;
    struct sw_bitset meeting; /* from here a warp operation with a mask may be reached */
};

static void make_ready(struct ordering *o, unsigned bb) {
    sw_vec_push(o->arena, &o->ready, bb);
}

static unsigned take(struct ordering *o, size_t at) {
    unsigned bb = o->ready.at[at];
    for (size_t i = at + 1; i < o->ready.count; i++)
        o->ready.at[i - 1] = o->ready.at[i];
    o->ready.count--;
    return bb;
}

/* Ends in a trap or a failed assertion, and with it the kernel. */
static bool is_stop(const struct sw_bb *bb) {
    return !bb->succs && LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(bb->bb));
}

static bool is_ready_in(const struct ordering *o, size_t at, int loop, bool meets_nobody) {
    unsigned bb = o->ready.at[at];
    return !(meets_nobody && sw_bitset_get(&o->meeting, bb)) &&
           (loop < 0 || sw_bitset_get(&o->cfg->loops.at[loop].bbs, bb));
}

/* Of the ready ones the youngest within the innermost loop that goes on, and of those first what leads to no operation
 * among the lanes of a warp: the others, if they wait there for these lanes, wait until they have exited. But before all
 * what stops the kernel, lest lanes that will never be there again seem to wait elsewhere all the way down. */
static unsigned choose(struct ordering *o) {
    for (size_t i = o->ready.count; i-- > 0;)
        if (is_stop(&o->cfg->bbs[o->ready.at[i]]))
            return take(o, i);
    int loop = o->order.count ? o->cfg->bbs[o->order.at[o->order.count - 1]].loop : -1;
    for (;; loop = o->cfg->loops.at[loop].parent) {
        for (unsigned pass = 0; pass < 2; pass++)
            for (size_t i = o->ready.count; i-- > 0;)
                if (is_ready_in(o, i, loop, pass == 0))
                    return take(o, i);
    }
}

static bool has_masked_operation(LLVMBasicBlockRef bb) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at)) {
        const struct sw_request *request = sw_is_call(at) ? sw_request_of(at) : NULL;
        if (request && request->kind == SWRT_WAIT_WARP)
            return true;
    }
    return false;
}

static bool leads_to_meeting(const struct ordering *o, const struct sw_bb *bb) {
    for (unsigned k = 0; k < bb->succs; k++)
        if (sw_bitset_get(&o->meeting, bb->succ[k]))
            return true;
    return false;
}

static void find_meetings(struct ordering *o) {
    const struct sw_cfg *cfg = o->cfg;
    o->meeting = sw_bitset_create(o->arena, cfg->count);
    for (unsigned b = 0; b < cfg->count; b++)
        if (has_masked_operation(cfg->bbs[b].bb))
            sw_bitset_set(&o->meeting, b);
    for (bool again = true; again;) {
        again = false;
        for (unsigned b = cfg->count; b-- > 0;)
            if (!sw_bitset_get(&o->meeting, b) && leads_to_meeting(o, &cfg->bbs[b])) {
                sw_bitset_set(&o->meeting, b);
                again = true;
            }
    }
}

static void order_bbs(struct ordering *o) {
    const struct sw_cfg *cfg = o->cfg;
    o->missing = sw_arena_alloc(o->arena, cfg->count * sizeof *o->missing);
    for (unsigned b = 0; b < cfg->count; b++)
        for (unsigned k = 0; k < cfg->bbs[b].preds; k++)
            o->missing[b] += cfg->bbs[b].pred[k] < b;
    find_meetings(o);
    make_ready(o, 0);
    while (o->ready.count) {
        unsigned b = choose(o);
        sw_vec_push(o->arena, &o->order, b);
        for (unsigned k = cfg->bbs[b].succs; k-- > 0;) {
            unsigned to = cfg->bbs[b].succ[k];
            if (to > b && --o->missing[to] == 0)
                make_ready(o, to);
        }
    }
}

static unsigned members_left(const struct ordering *o, const struct sw_loop *loop) {
    unsigned count = 0;
    for (unsigned b = 0; b < o->cfg->count; b++)
        count += sw_bitset_get(&loop->bbs, b) && !sw_bitset_get(&o->placed, b);
    return count;
}

static unsigned add_point(struct ordering *o, struct sw_flow *flow, enum sw_point_kind kind, unsigned bb, size_t most) {
    flow->points[flow->count] = (struct sw_point){.kind = kind, .bb = bb, .pending = sw_bitset_create(o->arena, most)};
    return flow->count++;
}

/* Inner loops come later in the list: their latches lie further in. */
static void place_points(struct ordering *o, struct sw_flow *flow) {
    const struct sw_cfg *cfg = o->cfg;
    size_t most = cfg->count + cfg->loops.count + 1;
    flow->points = sw_arena_alloc(o->arena, most * sizeof *flow->points);
    flow->point_of_bb = sw_arena_alloc(o->arena, cfg->count * sizeof(unsigned));
    flow->latch_of_bb = sw_arena_alloc(o->arena, cfg->count * sizeof(unsigned));
    o->placed = sw_bitset_create(o->arena, cfg->count);
    for (size_t i = 0; i < o->order.count; i++) {
        unsigned b = o->order.at[i];
        flow->point_of_bb[b] = add_point(o, flow, SW_POINT_BB, b, most);
        sw_bitset_set(&o->placed, b);
        for (size_t k = cfg->loops.count; k-- > 0;) {
            const struct sw_loop *loop = &cfg->loops.at[k];
            if (sw_bitset_get(&loop->bbs, b) && !members_left(o, loop))
                flow->latch_of_bb[loop->header] = add_point(o, flow, SW_POINT_LATCH, loop->header, most);
        }
    }
    flow->exit = add_point(o, flow, SW_POINT_EXIT, 0, most);
}

/* Does nothing but return: who goes there has exited (LLVM gives a function's early returns one such basic block). */
static bool is_return(const struct sw_bb *bb) {
    return !bb->succs && LLVMIsAReturnInst(LLVMGetFirstInstruction(bb->bb));
}

unsigned sw_flow_target(const struct sw_flow *flow, const struct sw_cfg *cfg, unsigned from, unsigned to) {
    if (is_return(&cfg->bbs[to]))
        return flow->exit;
    return to <= from ? flow->latch_of_bb[to] : flow->point_of_bb[to];
}

int sw_flow_next(const struct sw_flow *flow, const struct sw_bitset *waiting, bool *others) {
    assert(waiting->bits >= flow->count);
    size_t words = (waiting->bits + 63) / 64;
    *others = false;
    for (size_t i = 0; i < words; i++) {
        uint64_t word = waiting->words[i];
        if (!word)
            continue;
        *others = word & (word - 1);
        for (size_t k = i + 1; k < words && !*others; k++)
            *others = waiting->words[k] != 0;
        int next = (int)(i * 64) + __builtin_ctzll(word);
        return next < (int)flow->count ? next : SW_NO_POINT;
    }
    return SW_NO_POINT;
}

void sw_flow_order(struct sw_arena *arena, const struct sw_cfg *cfg, struct sw_flow *flow) {
    *flow = (struct sw_flow){0};
    struct ordering o = {.arena = arena, .cfg = cfg};
    order_bbs(&o);
    place_points(&o, flow);
}

void sw_flow_add_region(struct sw_arena *arena, struct sw_flow *flow, const struct sw_region *region) {
    assert(region->first <= region->last && region->last < flow->exit);
    assert(!flow->regions.count || flow->regions.at[flow->regions.count - 1].last < region->first);
    struct sw_region added = *region;
    added.leaving = sw_bitset_create(arena, flow->points[0].pending.bits);
    sw_vec_push(arena, &flow->regions, added);
}

const struct sw_region *sw_flow_region(const struct sw_flow *flow, unsigned point) {
    for (size_t i = 0; i < flow->regions.count; i++)
        if (flow->regions.at[i].first <= point && point <= flow->regions.at[i].last)
            return &flow->regions.at[i];
    return NULL;
}

struct spreading {
    struct sw_flow *flow;
    const struct sw_cfg *cfg;
    const struct sw_region *region; /* that the point lies in whose ways on are looked at */
    struct sw_bitset waiting;       /* scratch */
    bool changed;
};

static void copy_set(struct sw_bitset *to, const struct sw_bitset *from) {
    for (size_t i = 0; i < (to->bits + 63) / 64; i++)
        to->words[i] = from->words[i];
}

static void clear_set(struct sw_bitset *set) {
    for (size_t i = 0; i < (set->bits + 63) / 64; i++)
        set->words[i] = 0;
}

/* A jump with lanes waiting at `waiting`; `sure`: the point at which they wait for certain, or none. Behind a region control
 * comes only when the last row has left it (leave_region). */
static void jump(struct spreading *s, int sure) {
    bool others;
    int next = sw_flow_next(s->flow, &s->waiting, &others);
    if (next == SW_NO_POINT)
        return;
    if (s->region && next > (int)s->region->last) {
        struct sw_bitset leaving = s->region->leaving;
        s->changed |= sw_bitset_union(&leaving, &s->waiting);
        return;
    }
    struct sw_point *to = &s->flow->points[next];
    bool is_checked = !SW_PROVED(lanes_are_there, !others || next == sure);
    s->changed |= !to->is_reached || (is_checked && !to->is_checked);
    to->is_reached = true;
    to->is_checked |= is_checked;
    s->waiting.words[next / 64] &= ~(UINT64_C(1) << next % 64);
    s->changed |= sw_bitset_union(&to->pending, &s->waiting);
    sw_bitset_set(&s->waiting, (size_t)next);
}

static void leave_bb(struct spreading *s, const struct sw_point *at, bool is_divergent, bool is_gathering) {
    const struct sw_bb *bb = &s->cfg->bbs[at->bb];
    if (!bb->succs) {
        copy_set(&s->waiting, &at->pending);
        sw_bitset_set(&s->waiting, s->flow->exit);
        jump(s, SW_NO_POINT);
    }
    copy_set(&s->waiting, &at->pending);
    for (unsigned k = 0; k < bb->succs; k++) {
        unsigned to = sw_flow_target(s->flow, s->cfg, at->bb, bb->succ[k]);
        if (!is_divergent)
            copy_set(&s->waiting, &at->pending);
        if (is_gathering && !k)
            clear_set(&s->waiting);
        sw_bitset_set(&s->waiting, to);
        if (!is_divergent)
            jump(s, (int)to);
    }
    if (is_divergent)
        jump(s, SW_NO_POINT);
}

/* Back to the header: it runs with whoever waits at the latch. */
static void leave_latch(struct spreading *s, const struct sw_point *at) {
    struct sw_point *header = &s->flow->points[s->flow->point_of_bb[at->bb]];
    s->changed |= sw_bitset_union(&header->pending, &at->pending);
}

/* A row may begin when others have gone through. */
static void leave_region(struct spreading *s, const struct sw_region *region) {
    s->changed |= sw_bitset_union(&s->flow->points[region->first].pending, &region->leaving);
    s->region = NULL;
    copy_set(&s->waiting, &region->leaving);
    jump(s, SW_NO_POINT);
}

static void visit(struct spreading *s, const struct sw_bitset *divergent, const struct sw_bitset *gathering,
                  unsigned p) {
    const struct sw_point *at = &s->flow->points[p];
    s->region = sw_flow_region(s->flow, p);
    if (!at->is_reached || at->kind == SW_POINT_EXIT)
        return;
    if (at->is_checked) {
        copy_set(&s->waiting, &at->pending);
        jump(s, SW_NO_POINT);
    }
    if (at->kind == SW_POINT_LATCH)
        leave_latch(s, at);
    else
        leave_bb(s, at, sw_bitset_get(divergent, at->bb), sw_bitset_get(gathering, at->bb));
}

void sw_flow_find(struct sw_arena *arena, const struct sw_cfg *cfg, const struct sw_bitset *divergent,
                  const struct sw_bitset *gathering, struct sw_flow *flow) {
    struct spreading s = {flow, cfg, NULL, sw_bitset_create(arena, flow->points[0].pending.bits), false};
    flow->points[0].is_reached = true;
    do {
        s.changed = false;
        for (unsigned p = 0; p < flow->count; p++)
            visit(&s, divergent, gathering, p);
        for (size_t i = 0; i < flow->regions.count; i++)
            leave_region(&s, &flow->regions.at[i]);
    } while (s.changed);
}

bool sw_flow_is_together(const struct sw_flow *flow, unsigned bb) {
    const struct sw_point *at = &flow->points[flow->point_of_bb[bb]];
    for (unsigned p = 0; p < flow->count; p++)
        if (sw_bitset_get(&at->pending, p) && p != flow->exit)
            return false;
    return true;
}
