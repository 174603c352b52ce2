/* Edges: what happens between basic blocks. At the end of one, every edge that lanes may take notes them at the point it
 * leads to (a mask) and leaves the values of that point's phis in their slots, for those lanes alone when others wait
 * there already; then control goes to the next point in line. */
#include "lockstep/flow/flow.h"
#include "lockstep/lanes/edge.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

/* What an edge carries to a phi, in one row or common to all. */
struct carried {
    LLVMValueRef phi, value;
    unsigned row;
};

struct edge {
    unsigned target;     /* point */
    bool may_wait;       /* other lanes may wait there already */
    LLVMValueRef *masks; /* lanes that take it, row by row */
    SW_VEC(struct carried) carried;
};

static struct sw_point *point_of(struct sw_lanes *l, unsigned bb) {
    return &l->flow.points[l->flow.point_of_bb[bb]];
}

static LLVMValueRef mask_slot(struct sw_lanes *l, unsigned point) {
    LLVMValueRef *slot = &l->mask_slots[point * l->rows + l->row];
    if (!*slot)
        *slot = sw_new_slot(l, sw_mask_type(l), "lanes");
    return *slot;
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

struct span {
    unsigned first, end;
};

/* Those that have a value of their own, or the first for all. */
static struct span rows_of(const struct sw_lanes *l, LLVMValueRef value) {
    return sw_is_made_once(l, value) ? (struct span){0, 1} : (struct span){l->first_row, l->end_row};
}

/* Lanes that have come to the point run now. */
static void take_lanes(struct sw_lanes *l, unsigned point) {
    bool is_everybody = SW_PROVED(everybody_is_here, is_empty(&l->flow, &l->flow.points[point].pending));
    for (l->row = 0; l->row < l->rows; l->row++)
        l->row_masks[l->row] = LLVMConstNull(sw_mask_type(l));
    for (l->row = l->first_row; l->row < l->end_row; l->row++) {
        l->row_masks[l->row] = is_everybody ? l->all_lanes : load_mask(l, point);
        if (!is_everybody)
            store_mask(l, point, LLVMConstNull(sw_mask_type(l)));
    }
    sw_take_row(l, 0);
}

void sw_emit_phis(struct sw_lanes *l, unsigned bb) {
    SW_VEC(struct carried) loads = {0};
    take_lanes(l, l->flow.point_of_bb[bb]);
    for (LLVMValueRef at = LLVMGetFirstInstruction(l->shapes.cfg.bbs[bb].bb); LLVMIsAPHINode(at);
         at = LLVMGetNextInstruction(at)) {
        struct span rows = rows_of(l, at);
        for (l->row = rows.first; l->row < rows.end; l->row++) {
            LLVMValueRef slot = incoming_slot(l, at);
            LLVMValueRef value = LLVMBuildLoad2(l->ir->builder, LLVMGetAllocatedType(slot), slot, sw_name(at));
            struct carried one = {at, value, l->row};
            sw_vec_push(l->ir->arena, &loads, one);
        }
    }
    for (size_t i = 0; i < loads.count; i++) {
        sw_take_row(l, loads.at[i].row);
        sw_set_result(l, loads.at[i].phi, loads.at[i].value);
    }
    sw_take_row(l, 0);
}

/* What edges have left for a region's first point, as far as it is common to rows: each row has it as it was. */
struct sw_kept sw_keep_incoming(struct sw_lanes *l, unsigned bb) {
    struct sw_kept kept = {0};
    for (LLVMValueRef at = LLVMGetFirstInstruction(l->shapes.cfg.bbs[bb].bb); LLVMIsAPHINode(at);
         at = LLVMGetNextInstruction(at)) {
        if (!sw_is_made_once(l, at))
            continue;
        LLVMValueRef slot = incoming_slot(l, at);
        struct sw_kept_value one = {slot, LLVMBuildLoad2(l->ir->builder, LLVMGetAllocatedType(slot), slot, "kept")};
        sw_vec_push(l->ir->arena, &kept, one);
    }
    return kept;
}

void sw_leave_incoming(struct sw_lanes *l, const struct sw_kept *kept) {
    for (size_t i = 0; i < kept->count; i++)
        LLVMBuildStore(l->ir->builder, kept->at[i].value, kept->at[i].slot);
}

static LLVMValueRef incoming_value(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    sw_bug("lockstep: a phi has no value for an edge");
}

static LLVMValueRef phi_form(struct sw_lanes *l, LLVMValueRef phi, LLVMValueRef value) {
    return sw_kind(l, phi) == SW_VARYING ? sw_vector(l, value) : sw_scalar(l, value);
}

/* Reads what the edge carries; all edges' values are read before control parts. */
static struct edge read_edge(struct sw_lanes *l, unsigned bb, unsigned to, LLVMValueRef *masks) {
    const struct sw_cfg *cfg = &l->shapes.cfg;
    struct edge e = {.target = sw_flow_target(&l->flow, cfg, bb, to), .masks = masks};
    e.may_wait = !SW_PROVED(nobody_waits_there, !sw_bitset_get(&point_of(l, bb)->pending, e.target));
    for (LLVMValueRef phi = LLVMGetFirstInstruction(cfg->bbs[to].bb); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = incoming_value(phi, cfg->bbs[bb].bb);
        struct span rows = rows_of(l, phi);
        for (unsigned row = rows.first; row < rows.end && !LLVMIsUndef(value); row++) {
            sw_take_row(l, row);
            struct carried one = {phi, phi_form(l, phi, value), row};
            sw_vec_push(l->ir->arena, &e.carried, one);
        }
    }
    return e;
}

static void take_masks(struct sw_lanes *l, const struct edge *e) {
    for (l->row = l->first_row; l->row < l->end_row; l->row++) {
        LLVMValueRef mask = e->masks[l->row];
        if (e->may_wait)
            mask = LLVMBuildOr(l->ir->builder, load_mask(l, e->target), mask, "");
        store_mask(l, e->target, mask);
    }
}

/* Leaves a value for the lanes that take the edge; a scalar of one row stays what it was when none of them does. */
static void leave_value(struct sw_lanes *l, const struct edge *e, const struct carried *c) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef slot = incoming_slot(l, c->phi), value = c->value;
    bool is_varying = sw_kind(l, c->phi) == SW_VARYING, is_once = sw_is_made_once(l, c->phi);
    if (e->may_wait && (is_varying || !is_once)) {
        LLVMValueRef mask = is_once ? sw_join_masks(l, e->masks) : e->masks[c->row];
        LLVMValueRef before = LLVMBuildLoad2(b, LLVMTypeOf(value), slot, "");
        value = is_varying ? sw_blend(l, mask, value, before)
                           : LLVMBuildSelect(b, sw_mask_any(l, mask), value, before, "");
    }
    LLVMBuildStore(b, value, slot);
}

static void take_edge(struct sw_lanes *l, const struct edge *e) {
    take_masks(l, e);
    for (size_t i = 0; i < e->carried.count; i++) {
        sw_take_row(l, e->carried.at[i].row);
        leave_value(l, e, &e->carried.at[i]);
    }
    sw_take_row(l, 0);
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
    if (l->region && next > (int)l->region->last)
        return l->region_end;
    return others && next != sure && to->check ? to->check : to->body;
}

void sw_emit_way_on(struct sw_lanes *l, const struct sw_bitset *waiting) {
    if (is_empty(&l->flow, waiting))
        LLVMBuildUnreachable(l->ir->builder);
    else
        LLVMBuildBr(l->ir->builder, way_on(l, waiting, SW_NO_POINT));
}

/* Lanes of each row that take the first way, or the second. */
static LLVMValueRef *part_masks(struct sw_lanes *l, LLVMValueRef condition, bool is_second) {
    LLVMValueRef *masks = sw_arena_alloc(l->ir->arena, l->rows * sizeof *masks);
    for (unsigned row = l->first_row; row < l->end_row; row++) {
        sw_take_row(l, row);
        LLVMValueRef truth = sw_vector(l, condition);
        masks[row] = sw_mask_and(l, l->mask, truth, is_second);
    }
    return masks;
}

static void leave_apart(struct sw_lanes *l, unsigned bb, LLVMValueRef condition) {
    const struct sw_bb *from = &l->shapes.cfg.bbs[bb];
    struct sw_bitset waiting = copy_of(l, &point_of(l, bb)->pending);
    LLVMValueRef *masks[2] = {part_masks(l, condition, false), part_masks(l, condition, true)};
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
        e[k] = read_edge(l, bb, from->succ[k], l->row_masks);
        e[k].may_wait &= k || !sw_bitset_get(&l->gathering, bb);
        by[k] = from->succs > 1 ? sw_append_bb(l, "edge") : NULL;
    }
    if (from->succs > 1)
        LLVMBuildCondBr(b, condition, by[0], by[1]);
    for (unsigned k = 0; k < from->succs; k++) {
        if (by[k])
            LLVMPositionBuilderAtEnd(b, by[k]);
        take_edge(l, &e[k]);
        bool is_everyone = !k && sw_bitset_get(&l->gathering, bb);
        struct sw_bitset none = sw_bitset_create(l->ir->arena, l->flow.count);
        struct sw_bitset waiting = copy_of(l, is_everyone ? &none : &point_of(l, bb)->pending);
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
        sw_remark(l->unit, SW_REMARK_BRANCH_LINEARISED, end, NULL);
        leave_apart(l, bb, LLVMGetCondition(end));
    } else {
        if (succs > 1)
            sw_remark(l->unit, SW_REMARK_BRANCH_KEPT, end, NULL);
        sw_take_row(l, l->first_row);
        leave_together(l, bb, succs > 1 ? sw_scalar(l, LLVMGetCondition(end)) : NULL);
    }
}

static LLVMValueRef somebody_waits(struct sw_lanes *l, unsigned point) {
    LLVMValueRef *masks = sw_arena_alloc(l->ir->arena, l->rows * sizeof *masks);
    for (l->row = l->first_row; l->row < l->end_row; l->row++)
        masks[l->row] = load_mask(l, point);
    return sw_mask_any(l, sw_join_masks(l, masks));
}

/* Do lanes wait here? If not, on to the next point at which they may. */
void sw_emit_check(struct sw_lanes *l, unsigned point) {
    struct sw_point *at = &l->flow.points[point];
    LLVMPositionBuilderAtEnd(l->ir->builder, at->check);
    LLVMValueRef any = somebody_waits(l, point);
    LLVMBuildCondBr(l->ir->builder, any, at->body, way_on(l, &at->pending, SW_NO_POINT));
}

void sw_emit_row_check(struct sw_lanes *l) {
    LLVMValueRef any = somebody_waits(l, l->region->first);
    LLVMBuildCondBr(l->ir->builder, any, l->flow.points[l->region->first].body, l->region_end);
}

/* The next iteration: the lanes that wait at the latch go to the header. */
void sw_emit_latch(struct sw_lanes *l, unsigned point) {
    struct sw_point *at = &l->flow.points[point];
    unsigned header = l->flow.point_of_bb[at->bb];
    LLVMPositionBuilderAtEnd(l->ir->builder, at->body);
    bool is_everybody = is_empty(&l->flow, &l->flow.points[header].pending);
    if (!is_everybody)
        sw_remark(l->unit, SW_REMARK_LOOP_MASKED, LLVMGetBasicBlockTerminator(l->shapes.cfg.bbs[at->bb].bb), NULL);
    for (l->row = l->first_row; l->row < l->end_row && !is_everybody; l->row++) {
        LLVMValueRef mask = load_mask(l, point);
        store_mask(l, header, mask);
        store_mask(l, point, LLVMConstNull(sw_mask_type(l)));
    }
    LLVMBuildBr(l->ir->builder, l->flow.points[header].body);
}
