/* Whether rows of a block go through a kernel's loops together. In code for whole blocks control is common to all rows: a loop
 * that one row goes through, all go through, idle. So blocks of many rows are for kernels whose loops are gone through, and
 * left, by a condition that all rows have in common; or by one that compares what grows evenly from row to row with a
 * bound that they have in common and only the launch knows: i < n, of which rows differ at the end only.
 *
 *      for (i = tid; i < n; i += step)         together
 *      if (tid < 32) for (..)                  one row of many
 *      for (j = row[w]; j < row[w + 1]; j++)   each row as long as it likes
 *
 * It is about speed alone. */
#include "lockstep/together.h"

#include "analysis/shape.h"

/* Basic blocks that are reached from one, up to `last`. */
static void mark_reached(const struct sw_cfg *cfg, unsigned from, unsigned last, struct sw_bitset *reached) {
    if (sw_bitset_get(reached, from))
        return;
    sw_bitset_set(reached, from);
    for (unsigned i = 0; i < cfg->bbs[from].succs && from != last; i++)
        mark_reached(cfg, cfg->bbs[from].succ[i], last, reached);
}

/* A loop is begun, or gone on with, by one way only. */
static bool decides_a_loop(struct sw_arena *arena, const struct sw_cfg *cfg, unsigned b) {
    struct sw_bitset first = sw_bitset_create(arena, cfg->count), second = sw_bitset_create(arena, cfg->count);
    mark_reached(cfg, cfg->bbs[b].succ[0], b, &first);
    mark_reached(cfg, cfg->bbs[b].succ[1], b, &second);
    for (size_t i = 0; i < cfg->loops.count; i++) {
        unsigned header = cfg->loops.at[i].header;
        if (sw_bitset_get(&first, header) != sw_bitset_get(&second, header))
            return true;
    }
    return false;
}

static bool is_even(struct sw_shape shape) {
    return shape.kind == SW_UNIFORM || shape.kind == SW_AFFINE;
}

static bool parts_rows_late(const struct sw_shapes *across, LLVMValueRef condition) {
    while (LLVMIsAPHINode(condition) && LLVMCountIncoming(condition) == 1) /* what a loop has left with */
        condition = LLVMGetIncomingValue(condition, 0);
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMValueRef x = LLVMGetOperand(condition, 0), y = LLVMGetOperand(condition, 1);
    struct sw_shape a = sw_shape_of(across, x), b = sw_shape_of(across, y);
    LLVMValueRef bound = a.kind == SW_UNIFORM ? x : y;
    return is_even(a) && is_even(b) && (a.kind == SW_UNIFORM || b.kind == SW_UNIFORM) && !LLVMIsConstant(bound);
}

bool sw_rows_loop_together(struct sw_unit *unit, LLVMValueRef function, struct sw_block_size size, unsigned width) {
    struct sw_shapes across;
    sw_shapes_find(unit, function, sw_threads_across(width, size), &across);
    const struct sw_cfg *cfg = &across.cfg;
    for (unsigned b = 0; b < cfg->count; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->bbs[b].bb);
        if (cfg->bbs[b].succs < 2)
            continue;
        LLVMValueRef condition = LLVMIsABranchInst(end) ? LLVMGetCondition(end) : NULL;
        bool is_common = condition && sw_shape_of(&across, condition).kind == SW_UNIFORM;
        if (!is_common && decides_a_loop(unit->ir.arena, cfg, b) && !(condition && parts_rows_late(&across, condition)))
            return false;
    }
    return true;
}
