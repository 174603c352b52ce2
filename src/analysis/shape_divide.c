/* Shapes of what takes a number apart: shifts right and divisions, masks, comparisons. What they give depends on where
 * the lanes lie: in one cell of 2^k numbers (shape_line.c) they divide and compare with one result. threadIdx.x / 32 is uniform,
 * threadIdx.x % 32 is affine, threadIdx.x < 64 is uniform. */
#include "analysis/shape_rule.h"
#include "softwarp/assumptions.h"

/* Shifted right by k, or divided by 2^k: the same in all lanes of a cell; else a line whose stride k divides. */
static struct sw_shape divided(const struct rule *r, int k, bool is_signed) {
    if (k < 0)
        return sw_shape_varying();
    if (k && SW_PROVED(quotient_in_cell, sw_shape_stays_in_cell(r->a, (unsigned)k, r->lanes)))
        return sw_shape_uniform(sw_rule_bits(r));
    bool is_line = !r->a.is_anchored && (is_signed ? r->a.is_signed_line : r->a.is_unsigned_line);
    if (!SW_PROVED(quotient_of_line, is_line) || k >= 63 ||
        !SW_PROVED(quotient_without_rest, r->a.stride % ((int64_t)1 << k) == 0))
        return sw_shape_varying();
    return sw_rule_affine(r, r->a.stride / ((int64_t)1 << k));
}

/* And, or, xor of an affine value and a uniform one whose bits are known where the lanes differ: they are kept, flipped
 * (which reverses the line), or made uniform. */
static struct sw_shape masked(const struct rule *r, LLVMOpcode opcode, struct sw_shape a, struct sw_bits u) {
    uint64_t mixed = sw_shape_mixed_bits(a, r->width, r->lanes);
    bool zeros = !(mixed & ~u.zeros), ones = !(mixed & ~u.ones);
    if (SW_PROVED(mask_drops_lanes_bits, opcode == LLVMAnd ? zeros : opcode == LLVMOr && ones))
        return sw_shape_uniform(sw_rule_bits(r));
    if (SW_PROVED(mask_keeps_lanes_bits, opcode == LLVMAnd ? ones : zeros))
        return sw_rule_affine(r, a.stride);
    if (opcode == LLVMXor && ones)
        return sw_rule_affine(r, (int64_t)(0 - (uint64_t)a.stride));
    return opcode == LLVMAnd && LLVMGetInstructionOpcode(r->at) == LLVMAnd ? sw_rule_segment(r) : sw_shape_varying();
}

struct sw_shape sw_rule_bitwise(const struct rule *r) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(r->at);
    if (opcode == LLVMOr && LLVMGetIsDisjoint(r->at))
        return sw_rule_sum(r, 1);
    if (r->a.kind == SW_AFFINE && r->b.kind == SW_AFFINE)
        return sw_shape_varying();
    return r->a.kind == SW_AFFINE ? masked(r, opcode, r->a, r->b.bits) : masked(r, opcode, r->b, r->a.bits);
}

/* A division or remainder by 2^k that rounds towards zero: as if unsigned, where no lane is negative. */
static bool is_never_negative(const struct rule *r) {
    uint64_t sign = 1ull << (r->width - 1);
    return SW_PROVED(quotient_not_negative,
                     (r->a.bits.zeros & sign) && sw_shape_has_cell(r->a, r->width - 1, r->lanes));
}

static struct sw_shape remainder_of(const struct rule *r) {
    int k = sw_rule_log2(r);
    if (k < 0 || r->a.kind != SW_AFFINE)
        return sw_shape_varying();
    return masked(r, LLVMAnd, r->a, sw_bits_constant(sw_low_bits((unsigned)k), r->width));
}

struct sw_shape sw_rule_quotient(const struct rule *r) {
    switch (LLVMGetInstructionOpcode(r->at)) {
    case LLVMLShr:
        return divided(r, sw_rule_shift(r), false);
    case LLVMAShr:
        return divided(r, sw_rule_shift(r), true);
    case LLVMUDiv:
        return divided(r, sw_rule_log2(r), false);
    case LLVMSDiv:
        return is_never_negative(r) ? divided(r, sw_rule_log2(r), false) : sw_shape_varying();
    case LLVMURem:
        return remainder_of(r);
    default: /* srem */
        return is_never_negative(r) ? remainder_of(r) : sw_shape_varying();
    }
}

/* Two affine values that keep their distance. */
static bool keep_distance(const struct rule *r, LLVMIntPredicate predicate) {
    if (r->a.stride != r->b.stride)
        return false;
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
        return true;
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(r->at, 0))) == LLVMPointerTypeKind;
    if (is_pointer || !SW_PROVED(distance_of_lane_0, !r->a.is_anchored && !r->b.is_anchored))
        return false;
    return SW_PROVED(distance_of_lines, predicate >= LLVMIntSGT ? r->a.is_signed_line && r->b.is_signed_line
                                                                : r->a.is_unsigned_line && r->b.is_unsigned_line);
}

struct sw_shape sw_rule_compare(const struct rule *r) {
    static const LLVMIntPredicate swapped[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntULT, LLVMIntULE, LLVMIntUGT,
                                               LLVMIntUGE, LLVMIntSLT, LLVMIntSLE, LLVMIntSGT, LLVMIntSGE};
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(r->at);
    unsigned width = sw_width_of(LLVMGetOperand(r->at, 0));
    bool is_uniform;
    if (r->a.kind == r->b.kind)
        is_uniform = keep_distance(r, predicate);
    else if (r->a.kind == SW_AFFINE)
        is_uniform = sw_shape_compares_uniformly(r->a, r->b, predicate, width, r->lanes);
    else
        is_uniform = sw_shape_compares_uniformly(r->b, r->a, swapped[predicate - LLVMIntEQ], width, r->lanes);
    return SW_PROVED(comparison_uniform, is_uniform) ? sw_shape_uniform(sw_bits_none(1)) : sw_shape_varying();
}
