/* Rows apart: loops of a whole block that its rows do not go through together (together.c) are gone through by one row after
 * the other, each with control of its own. So a row goes through no loop for others, and what is uniform within a row is a
 * jump there.
 *
 *      rows side by side:  loop: row 0, row 1, ..; again while any row has a lane that goes on
 *      rows apart:         row 0: its loop, if one of its lanes comes to it; then row 1: its loop; ..
 *
 * Rows also part for want of registers (registers.c): then groups of them go through a loop that all go through together.
 *
 * A region is what rows go through so: points of the linear order next to each other, from a loop's first to its latch. A
 * loop in two versions (versions.c) is one with the basic block that asks whether all lanes are there. What is legal is
 * what any order of warps may do: in a region nobody waits for others, and no thread ends; and what is common to all rows
 * behind it must not be decided by what each row has found within. */
#include "analysis/effects.h"
#include "lockstep/flow/versions.h"
#include "lockstep/steps.h"
#include "lockstep/together.h"
#include "softwarp/assumptions.h"

static bool is_among(const struct sw_lanes *l, const struct sw_region *region, unsigned bb) {
    return region->first <= l->flow.point_of_bb[bb] && l->flow.point_of_bb[bb] <= region->last;
}

/* A row's threads come to its end whatever other rows have done. */
static bool waits_for_no_row(LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    return !sw_request_of(at) && !e.waits && !e.may_end && !e.is_unknown;
}

/* What it finds in memory, if it is common to rows, is common whenever they look. */
static bool reads_alike(LLVMValueRef at) {
    struct sw_effect e = sw_effect_of(at);
    bool is_atomic_load = LLVMIsALoadInst(at) && LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic;
    return e.is_unknown || (!is_atomic_load && !e.is_volatile);
}

static bool may_be_apart(const struct sw_lanes *l, unsigned b) {
    const struct sw_bb *bb = &l->shapes.cfg.bbs[b];
    if (sw_bitset_get(&l->shapes.divergent_cycle, b) || sw_bitset_get(&l->across.divergent_cycle, b))
        return false;
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb->bb); at; at = LLVMGetNextInstruction(at))
        if (!sw_is_everyone(at) && !(SW_PROVED(rows_apart_wait_for_none, waits_for_no_row(at)) &&
                                     SW_PROVED(rows_apart_read_alike, reads_alike(at))))
            return false;
    return !LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(bb->bb));
}

/* Nobody gets in but through its first point. */
static bool has_one_way_in(const struct sw_lanes *l, const struct sw_region *region, unsigned b) {
    const struct sw_bb *bb = &l->shapes.cfg.bbs[b];
    for (unsigned k = 0; k < bb->preds && l->flow.point_of_bb[b] != region->first; k++)
        if (!is_among(l, region, bb->pred[k]))
            return false;
    return true;
}

/* Where it is asked whether all lanes are there, rows answer each for itself in a region. Elsewhere that is common to all, and
 * so is what it decides: which must lie within, too. */
static bool decides_within(const struct sw_lanes *l, const struct sw_region *region, unsigned b) {
    const struct sw_bb *bb = &l->shapes.cfg.bbs[b];
    for (unsigned k = 0; k < bb->succs && sw_bitset_get(&l->gathering, b); k++)
        if (!SW_PROVED(rows_ask_within, is_among(l, region, bb->succ[k])))
            return false;
    return true;
}

/* A loop lies in it with its latch, or not at all: a first point that is a header of a loop around it has another way in,
 * from that loop's latch, and would have a body for each row. */
static bool has_whole_loops(const struct sw_lanes *l, const struct sw_region *region) {
    for (size_t i = 0; i < l->shapes.cfg.loops.count; i++) {
        unsigned header = l->shapes.cfg.loops.at[i].header;
        if (is_among(l, region, header) && l->flow.latch_of_bb[header] > region->last)
            return false;
    }
    return true;
}

static bool is_region(const struct sw_lanes *l, const struct sw_region *region) {
    if (!region->first || !SW_PROVED(rows_apart_whole_loops, has_whole_loops(l, region)))
        return false; /* nobody is sent to the function's entry with a mask */
    for (unsigned b = 0; b < l->shapes.cfg.count; b++)
        if (is_among(l, region, b) &&
            !(may_be_apart(l, b) && has_one_way_in(l, region, b) && decides_within(l, region, b)))
            return false;
    return true;
}

/* Where it is asked whether all lanes go through the loop's first version; or the loop itself. Between that and the loop lie
 * basic blocks that only lead on. */
static unsigned first_point(const struct sw_lanes *l, const struct sw_loop *loop) {
    const struct sw_cfg *cfg = &l->shapes.cfg;
    unsigned b = cfg->bbs[loop->header].idom;
    while (b && cfg->bbs[b].succs == 1)
        b = cfg->bbs[b].idom;
    return l->flow.point_of_bb[sw_bitset_get(&l->gathering, b) ? b : loop->header];
}

static bool find_region(const struct sw_lanes *l, const struct sw_loop *loop, struct sw_region *region) {
    unsigned header = l->flow.point_of_bb[loop->header], latch = l->flow.latch_of_bb[loop->header];
    *region = (struct sw_region){.first = first_point(l, loop), .last = latch, .rows = 1};
    if (is_region(l, region))
        return true;
    region->first = header;
    return is_region(l, region);
}

static bool is_in_one(const struct sw_lanes *l, const struct sw_loop *loop) {
    return sw_bitset_get(&l->apart, loop->header);
}

static void mark(struct sw_lanes *l, const struct sw_region *region) {
    for (unsigned b = 0; b < l->shapes.cfg.count; b++)
        if (is_among(l, region, b))
            sw_bitset_set(&l->apart, b);
}

struct regions {
    struct sw_region *at;
    size_t count, capacity;
};

/* A loop's first version is within the region of both. */
static void drop_within(struct regions *found, const struct sw_region *whole) {
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++)
        if (found->at[i].first < whole->first || found->at[i].last > whole->last)
            found->at[kept++] = found->at[i];
    found->count = kept;
}

/* Each of those found lies within it, or has no point in common with it. */
static bool cuts_none(const struct regions *found, const struct sw_region *region) {
    for (size_t i = 0; i < found->count; i++) {
        const struct sw_region *other = &found->at[i];
        bool is_within = region->first <= other->first && other->last <= region->last;
        if (!is_within && other->first <= region->last && region->first <= other->last)
            return false;
    }
    return true;
}

static void find_regions(struct sw_lanes *l, const struct sw_bitset *parting, struct regions *found) {
    for (size_t i = 0; i < l->shapes.cfg.loops.count; i++) {
        const struct sw_loop *loop = &l->shapes.cfg.loops.at[i];
        struct sw_region region;
        if (!sw_bitset_get(parting, i) || is_in_one(l, loop) || !find_region(l, loop, &region) ||
            !cuts_none(found, &region))
            continue;
        drop_within(found, &region);
        mark(l, &region);
        sw_vec_push(l->ir->arena, found, region);
    }
}

static void add_in_order(struct sw_lanes *l, const struct regions *found) {
    for (unsigned p = 0; p < l->flow.count; p++)
        for (size_t i = 0; i < found->count; i++)
            if (found->at[i].first == p)
                sw_flow_add_region(l->ir->arena, &l->flow, &found->at[i]);
}

static bool meets_none(const struct regions *found, const struct sw_region *region) {
    for (size_t i = 0; i < found->count; i++)
        if (found->at[i].first <= region->last && region->first <= found->at[i].last)
            return false;
    return true;
}

/* Loops that rows go through together, but for want of registers not all of them. */
static void find_groups(struct sw_lanes *l, struct regions *found) {
    for (size_t i = 0; i < l->shapes.cfg.loops.count && l->rows > 1; i++) {
        const struct sw_loop *loop = &l->shapes.cfg.loops.at[i];
        struct sw_region region;
        unsigned rows = sw_rows_in_registers(l, i);
        if (rows == l->rows || is_in_one(l, loop) || !find_region(l, loop, &region) || !meets_none(found, &region))
            continue;
        region.rows = rows;
        sw_vec_push(l->ir->arena, found, region);
    }
}

/* Outer loops come before those within, and a loop's first version before its second, whose region may hold both. */
bool sw_find_rows_apart(struct sw_lanes *l) {
    const struct sw_cfg *cfg = &l->shapes.cfg;
    struct sw_bitset parting = sw_bitset_create(l->ir->arena, cfg->loops.count);
    struct regions found = {0};
    bool all = true;
    l->apart = sw_bitset_create(l->ir->arena, cfg->count);
    for (size_t i = 0; i < cfg->loops.count && l->rows > 1; i++)
        if (!sw_rows_loop_together(&l->across, l->size, &cfg->loops.at[i]))
            sw_bitset_set(&parting, i);
    find_regions(l, &parting, &found);
    find_groups(l, &found);
    add_in_order(l, &found);
    for (size_t i = 0; i < cfg->loops.count; i++)
        all &= !sw_bitset_get(&parting, i) || is_in_one(l, &cfg->loops.at[i]);
    return all;
}
