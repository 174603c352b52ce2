/* Edges: what happens between basic blocks. At the end of one, every edge that lanes may take notes them at the point it
 * leads to (a mask) and leaves the values of that point's phis in their slots, for those lanes alone when others wait
 * there already; then control goes to the next point in line. */
#include "lockstep/lockstep.h"

struct edge {
    unsigned target;     /* point */
    bool may_wait;       /* other lanes may wait there already */
    LLVMValueRef mask;   /* lanes that take it */
    struct sw_values phis, incoming;
};

static struct sw_point *point_of(struct sw_lanes *l, unsigned bb) {
    return &l->flow.points[l->flow.point_of_bb[bb]];
}

static LLVMValueRef mask_slot(struct sw_lanes *l, unsigned point) {
    if (!l->mask_slots[point])
        l->mask_slots[point] = sw_new_slot(l, sw_mask_type(l), "lanes");
    return l->mask_slots[point];
}

static LLVMValueRef incoming_slot(struct sw_lanes *l, LLVMValueRef phi) {
    struct sw_form *form = &sw_value_of(l, phi)->incoming;
    LLVMTypeRef type = LLVMTypeOf(phi);
    if (!form->slot)
        form->slot = sw_new_slot(l, sw_kind(l, phi) == SW_VARYING ? sw_wide_type(l, type) : type, "phi");
    return form->slot;
}

static bool is_empty(const struct sw_flow *flow, const struct sw_bitset *set) {
    bool others;
    return sw_flow_next(flow, set, &others) == SW_NO_POINT;
}

static LLVMValueRef load_mask(struct sw_lanes *l, unsigned point) {
    return LLVMBuildLoad2(l->ir->builder, sw_mask_type(l), mask_slot(l, point), "");
}

static void store_mask(struct sw_lanes *l, unsigned point, LLVMValueRef mask) {
    LLVMBuildStore(l->ir->builder, mask, mask_slot(l, point));
}

void sw_emit_phis(struct sw_lanes *l, unsigned bb) {
    unsigned point = l->flow.point_of_bb[bb];
    l->mask = l->all_lanes;
    if (!is_empty(&l->flow, &l->flow.points[point].pending)) {
        l->mask = load_mask(l, point);
        store_mask(l, point, LLVMConstNull(sw_mask_type(l)));
    }
    struct sw_values phis = {0}, loads = {0};
    for (LLVMValueRef at = LLVMGetFirstInstruction(l->shapes.cfg.bbs[bb].bb); LLVMIsAPHINode(at);
         at = LLVMGetNextInstruction(at)) {
        LLVMValueRef slot = incoming_slot(l, at);
        sw_vec_push(l->ir->arena, &phis, at);
        sw_vec_push(l->ir->arena, &loads, LLVMBuildLoad2(l->ir->builder, LLVMGetAllocatedType(slot), slot, sw_name(at)));
    }
    for (size_t i = 0; i < phis.count; i++)
        sw_set_result(l, phis.at[i], loads.at[i]);
}

static LLVMValueRef incoming_value(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    sw_bug("lockstep: a phi has no value for an edge");
}

/* Reads what the edge carries; all edges' values are read before control parts. */
static struct edge read_edge(struct sw_lanes *l, unsigned bb, unsigned to, LLVMValueRef mask) {
    const struct sw_cfg *cfg = &l->shapes.cfg;
    struct edge e = {.target = sw_flow_target(&l->flow, cfg, bb, to), .mask = mask};
    e.may_wait = sw_bitset_get(&point_of(l, bb)->pending, e.target);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(cfg->bbs[to].bb); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = incoming_value(phi, cfg->bbs[bb].bb);
        if (LLVMIsUndef(value))
            continue;
        sw_vec_push(l->ir->arena, &e.phis, phi);
        bool is_varying = sw_kind(l, phi) == SW_VARYING;
        sw_vec_push(l->ir->arena, &e.incoming, is_varying ? sw_vector(l, value) : sw_scalar(l, value));
    }
    return e;
}

static void take_edge(struct sw_lanes *l, const struct edge *e) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef mask = e->mask;
    if (e->may_wait)
        mask = LLVMBuildOr(b, load_mask(l, e->target), mask, "");
    store_mask(l, e->target, mask);
    for (size_t i = 0; i < e->phis.count; i++) {
        LLVMValueRef slot = incoming_slot(l, e->phis.at[i]), value = e->incoming.at[i];
        if (e->may_wait && sw_kind(l, e->phis.at[i]) == SW_VARYING) {
            LLVMValueRef before = LLVMBuildLoad2(b, LLVMTypeOf(value), slot, "");
            value = sw_blend(l, e->mask, value, before);
        }
        LLVMBuildStore(b, value, slot);
    }
}

static struct sw_bitset copy_of(struct sw_lanes *l, const struct sw_bitset *set) {
    struct sw_bitset copy = sw_bitset_create(l->ir->arena, set->bits);
    sw_bitset_union(&copy, set);
    return copy;
}

/* Where control goes with lanes waiting at those points; `sure`: one of them has lanes for certain, or SW_NO_POINT. */
static LLVMBasicBlockRef way_on(struct sw_lanes *l, const struct sw_bitset *waiting, int sure) {
    bool others;
    int next = sw_flow_next(&l->flow, waiting, &others);
    const struct sw_point *to = &l->flow.points[next];
    return others && next != sure && to->check ? to->check : to->body;
}

static void leave_apart(struct sw_lanes *l, unsigned bb, LLVMValueRef condition) {
    const struct sw_bb *from = &l->shapes.cfg.bbs[bb];
    struct sw_bitset waiting = copy_of(l, &point_of(l, bb)->pending);
    LLVMValueRef masks[2];
    for (unsigned k = 0; k < 2; k++)
        masks[k] = sw_mask_and(l, l->mask, condition, k == 1);
    for (unsigned k = 0; k < 2; k++) {
        struct edge e = read_edge(l, bb, from->succ[k], masks[k]);
        e.may_wait |= sw_bitset_get(&waiting, e.target);
        take_edge(l, &e);
        sw_bitset_set(&waiting, e.target);
    }
    LLVMBuildBr(l->ir->builder, way_on(l, &waiting, SW_NO_POINT));
}

static void leave_together(struct sw_lanes *l, unsigned bb, LLVMValueRef condition) {
    LLVMBuilderRef b = l->ir->builder;
    const struct sw_bb *from = &l->shapes.cfg.bbs[bb];
    struct edge e[2];
    LLVMBasicBlockRef by[2];
    for (unsigned k = 0; k < from->succs; k++) {
        e[k] = read_edge(l, bb, from->succ[k], l->mask);
        by[k] = from->succs > 1 ? LLVMAppendBasicBlockInContext(l->ir->context, l->to, "edge") : NULL;
    }
    if (from->succs > 1)
        LLVMBuildCondBr(b, condition, by[0], by[1]);
    for (unsigned k = 0; k < from->succs; k++) {
        if (by[k])
            LLVMPositionBuilderAtEnd(b, by[k]);
        take_edge(l, &e[k]);
        struct sw_bitset waiting = copy_of(l, &point_of(l, bb)->pending);
        sw_bitset_set(&waiting, e[k].target);
        LLVMBuildBr(b, way_on(l, &waiting, (int)e[k].target));
    }
}

void sw_emit_end(struct sw_lanes *l, unsigned bb) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(l->shapes.cfg.bbs[bb].bb);
    unsigned succs = l->shapes.cfg.bbs[bb].succs;
    if (!succs) {
        struct sw_bitset waiting = copy_of(l, &point_of(l, bb)->pending);
        sw_bitset_set(&waiting, l->flow.exit);
        LLVMBuildBr(l->ir->builder, way_on(l, &waiting, SW_NO_POINT));
    } else if (sw_bitset_get(&l->divergent, bb)) {
        leave_apart(l, bb, sw_vector(l, LLVMGetCondition(end)));
    } else {
        leave_together(l, bb, succs > 1 ? sw_scalar(l, LLVMGetCondition(end)) : NULL);
    }
}

/* Do lanes wait here? If not, on to the next point at which they may. */
void sw_emit_check(struct sw_lanes *l, unsigned point) {
    struct sw_point *at = &l->flow.points[point];
    LLVMPositionBuilderAtEnd(l->ir->builder, at->check);
    LLVMValueRef any = sw_mask_any(l, load_mask(l, point));
    LLVMBuildCondBr(l->ir->builder, any, at->body, way_on(l, &at->pending, SW_NO_POINT));
}

/* The next iteration: the lanes that wait at the latch go to the header. */
void sw_emit_latch(struct sw_lanes *l, unsigned point) {
    struct sw_point *at = &l->flow.points[point];
    unsigned header = l->flow.point_of_bb[at->bb];
    LLVMPositionBuilderAtEnd(l->ir->builder, at->body);
    if (!is_empty(&l->flow, &l->flow.points[header].pending)) {
        LLVMValueRef mask = load_mask(l, point);
        store_mask(l, header, mask);
        store_mask(l, point, LLVMConstNull(sw_mask_type(l)));
    }
    LLVMBuildBr(l->ir->builder, l->flow.points[header].body);
}
