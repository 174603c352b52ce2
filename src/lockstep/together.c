/* Whether rows of a block go through a loop together. In code for whole blocks control is common to all rows: a loop that one
 * row goes through, all go through, idle. Rows go through a loop together if they come to it, and leave it, by conditions
 * that all have in common; or by one that compares what grows evenly from row to row with a bound that all have in common
 * and that most come up to: one that only the launch knows, or one that leaves no thread out at first.
 *
 *      for (i = tid; i < n; i += step)         together
 *      if (y < height && x < width) for (..)   together
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

static bool is_even(struct sw_shape shape) {
    return shape.kind == SW_UNIFORM || shape.kind == SW_AFFINE;
}

/* As many as threads have that number of their own; 0: it is none. */
static unsigned numbers_of(LLVMValueRef value, struct sw_block_size size) {
    while (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    const char *name = sw_callee_name(value);
    return sw_equal(name, "llvm.nvvm.read.ptx.sreg.tid.x")   ? size.x
           : sw_equal(name, "llvm.nvvm.read.ptx.sreg.tid.y") ? size.y
           : sw_equal(name, "llvm.nvvm.read.ptx.sreg.tid.z") ? size.z
                                                             : 0;
}

/* The same of what counts on from there: a loop's variable, or its next value. */
static unsigned numbers_at_first(LLVMValueRef value, struct sw_block_size size) {
    unsigned numbers = numbers_of(value, size);
    while (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) ||
           (LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMAdd))
        value = LLVMGetOperand(value, 0);
    for (unsigned i = 0; LLVMIsAPHINode(value) && !numbers && i < LLVMCountIncoming(value); i++)
        numbers = numbers_of(LLVMGetIncomingValue(value, i), size);
    return numbers;
}

static bool leaves_none_out(LLVMValueRef number, LLVMValueRef bound, struct sw_block_size size) {
    unsigned numbers = numbers_at_first(number, size);
    return numbers && LLVMIsAConstantInt(bound) && LLVMGetIntTypeWidth(LLVMTypeOf(bound)) <= 64 &&
           LLVMConstIntGetZExtValue(bound) >= numbers;
}

static bool parts_rows_late(const struct sw_shapes *across, struct sw_block_size size, LLVMValueRef condition);

/* x && y, x || y: as values, or one chosen by the other. */
static bool are_both_late(const struct sw_shapes *across, struct sw_block_size size, LLVMValueRef truth) {
    bool is_choice = LLVMIsASelectInst(truth) != NULL;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(truth); i++) {
        LLVMValueRef part = LLVMGetOperand(truth, i);
        if (!LLVMIsAConstantInt(part) && sw_shape_of(across, part).kind != SW_UNIFORM &&
            !parts_rows_late(across, size, part))
            return false;
    }
    return !is_choice || LLVMIsAConstantInt(LLVMGetOperand(truth, 1)) || LLVMIsAConstantInt(LLVMGetOperand(truth, 2));
}

static bool joins_truths(LLVMValueRef value) {
    if (LLVMIsASelectInst(value))
        return true;
    LLVMOpcode opcode = LLVMIsABinaryOperator(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    return opcode == LLVMAnd || opcode == LLVMOr;
}

static bool parts_rows_late(const struct sw_shapes *across, struct sw_block_size size, LLVMValueRef condition) {
    while (LLVMIsAPHINode(condition) && LLVMCountIncoming(condition) == 1) /* what a loop has left with */
        condition = LLVMGetIncomingValue(condition, 0);
    if (joins_truths(condition))
        return are_both_late(across, size, condition);
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMValueRef x = LLVMGetOperand(condition, 0), y = LLVMGetOperand(condition, 1);
    struct sw_shape a = sw_shape_of(across, x), b = sw_shape_of(across, y);
    LLVMValueRef bound = a.kind == SW_UNIFORM ? x : y, number = a.kind == SW_UNIFORM ? y : x;
    return is_even(a) && is_even(b) && (a.kind == SW_UNIFORM || b.kind == SW_UNIFORM) &&
           (!LLVMIsConstant(bound) || leaves_none_out(number, bound, size));
}

/* Rows may take different ways there. */
static bool parts_rows(const struct sw_shapes *across, struct sw_block_size size, const struct sw_bb *bb) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb->bb);
    LLVMValueRef condition = bb->succs > 1 && LLVMIsABranchInst(end) ? LLVMGetCondition(end) : NULL;
    if (bb->succs < 2)
        return false;
    return !condition ||
           (sw_shape_of(across, condition).kind != SW_UNIFORM && !parts_rows_late(across, size, condition));
}

/* The loop is begun, or gone on with, by one way only. */
static bool decides(struct sw_arena *arena, const struct sw_cfg *cfg, unsigned b, const struct sw_loop *loop) {
    struct sw_bitset first = sw_bitset_create(arena, cfg->count), second = sw_bitset_create(arena, cfg->count);
    mark_reached(cfg, cfg->bbs[b].succ[0], b, &first);
    mark_reached(cfg, cfg->bbs[b].succ[1], b, &second);
    return sw_bitset_get(&first, loop->header) != sw_bitset_get(&second, loop->header);
}

bool sw_rows_loop_together(const struct sw_shapes *across, struct sw_block_size size, const struct sw_loop *loop) {
    const struct sw_cfg *cfg = &across->cfg;
    for (unsigned b = 0; b < cfg->count; b++)
        if (parts_rows(across, size, &cfg->bbs[b]) && decides(across->unit->ir.arena, cfg, b, loop))
            return false;
    return true;
}
