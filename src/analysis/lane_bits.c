/* What is known of a value's bits in one lane of a warp: shapes say it of lane 0 and of what lies evenly between lanes;
 * masks that are computed from the lane's number need it of each lane.
 *
 * In: shapes of W = 32. Out: known bits; none where the way to the value leads over a phi, memory or a call. */
#include "analysis/shape.h"

enum { MOST_STEPS = 4096 }; /* of one question: expressions are directed graphs, and are walked as trees */

struct look {
    const struct sw_shapes *shapes;
    unsigned lane, *steps;
};

static struct sw_bits in_lane(struct look *k, LLVMValueRef value);

static struct sw_bits operand(struct look *k, LLVMValueRef at, unsigned index) {
    return in_lane(k, LLVMGetOperand(at, index));
}

static struct sw_bits shifted(struct look *k, LLVMValueRef at, unsigned width) {
    struct sw_bits value = operand(k, at, 0), by = operand(k, at, 1);
    if (!sw_bits_is_constant(by) || by.ones >= width)
        return sw_bits_none(width);
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMShl:
        return sw_bits_shl(value, (unsigned)by.ones, width);
    case LLVMLShr:
        return sw_bits_lshr(value, (unsigned)by.ones);
    default:
        return sw_bits_ashr(value, (unsigned)by.ones, width);
    }
}

static struct sw_bits compared(struct look *k, LLVMValueRef at) {
    struct sw_bits a = operand(k, at, 0), b = operand(k, at, 1);
    unsigned width = sw_width_of(LLVMGetOperand(at, 0));
    if (!sw_bits_is_constant(a) || !sw_bits_is_constant(b) || !width ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(at, 0))) != LLVMIntegerTypeKind)
        return sw_bits_none(1);
    return sw_bits_constant(sw_compare(LLVMGetICmpPredicate(at), a.ones, b.ones, width), 1);
}

static struct sw_bits selected(struct look *k, LLVMValueRef at) {
    struct sw_bits truth = operand(k, at, 0);
    if (sw_bits_is_constant(truth))
        return operand(k, at, truth.ones ? 1 : 2);
    return sw_bits_join(operand(k, at, 1), operand(k, at, 2));
}

/* %lanemask_eq and its kin. */
static struct sw_bits lane_mask(struct look *k, LLVMValueRef call, unsigned width) {
    static const char prefix[] = "llvm.nvvm.read.ptx.sreg.lanemask.";
    const char *name = sw_callee_name(call);
    uint32_t own = 1u << k->lane, below = own - 1;
    const struct {
        const char *name;
        uint32_t mask;
    } masks[] = {{"eq", own}, {"lt", below}, {"le", below | own}, {"gt", ~(below | own)}, {"ge", ~below}};
    for (size_t i = 0; sw_starts_with(name, prefix) && i < sizeof masks / sizeof *masks; i++)
        if (sw_equal(name + sizeof prefix - 1, masks[i].name))
            return sw_bits_constant(masks[i].mask, width);
    return sw_bits_none(width);
}

static struct sw_bits computed(struct look *k, LLVMValueRef at, unsigned width) {
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMAnd:
        return sw_bits_and(operand(k, at, 0), operand(k, at, 1));
    case LLVMOr:
        return sw_bits_or(operand(k, at, 0), operand(k, at, 1));
    case LLVMXor:
        return sw_bits_xor(operand(k, at, 0), operand(k, at, 1));
    case LLVMAdd:
        return sw_bits_add(operand(k, at, 0), operand(k, at, 1), width);
    case LLVMSub:
        return sw_bits_sub(operand(k, at, 0), operand(k, at, 1), width);
    case LLVMMul:
        return sw_bits_mul(operand(k, at, 0), operand(k, at, 1), width);
    case LLVMUDiv:
        return sw_bits_udiv(operand(k, at, 0), operand(k, at, 1));
    case LLVMURem:
        return sw_bits_urem(operand(k, at, 0), operand(k, at, 1));
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return shifted(k, at, width);
    case LLVMTrunc:
        return sw_bits_trunc(operand(k, at, 0), width);
    case LLVMZExt:
    case LLVMFreeze:
        return operand(k, at, 0);
    case LLVMSExt:
        return sw_bits_sext(operand(k, at, 0), sw_width_of(LLVMGetOperand(at, 0)), width);
    case LLVMICmp:
        return compared(k, at);
    case LLVMSelect:
        return selected(k, at);
    case LLVMCall:
        return lane_mask(k, at, width);
    default:
        return sw_bits_none(width);
    }
}

/* An affine value is lane 0's and a distance, modulo its width; what is so by a test only is not looked at. */
static struct sw_bits in_lane(struct look *k, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned width = sw_width_of(value);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64 || ++*k->steps > MOST_STEPS)
        return sw_bits_none(width);
    struct sw_shape shape = sw_shape_of(k->shapes, value);
    if (shape.kind == SW_UNIFORM)
        return shape.bits;
    if (shape.kind == SW_AFFINE && !shape.is_tested && !shape.is_anchored)
        return sw_bits_add(shape.bits, sw_bits_constant((uint64_t)shape.stride * k->lane, width), width);
    return LLVMIsAInstruction(value) ? computed(k, value, width) : sw_bits_none(width);
}

struct sw_bits sw_bits_in_lane(const struct sw_shapes *shapes, LLVMValueRef value, unsigned lane, unsigned *steps) {
    return in_lane(&(struct look){shapes, lane, steps}, value);
}
