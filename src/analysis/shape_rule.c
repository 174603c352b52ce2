/* The rules: one instruction's shape from its operands'.
 *
 * Numbered, for whoever adds one:
 *  1. A rule may only rely on kinds it has tested; unseen operands (an optimistic start) give an unseen result.
 *  2. What no rule knows is uniform when all operands are and the operation gives the same answer to all lanes (no
 *     memory that others write in between, no lane's own answer), and varying otherwise.
 *  3. Lines (affine without the modulo) come from the bits, or survive an operation that says nsw or nuw, or widens.
 *  4. What is said of bits must hold for lane 0's value even if lane 0 does not run: never conclude them from flags.
 *  5. Nothing is uniform because of a test: control flow would rest on it. */
#include "analysis/shape_rule.h"
#include "softwarp/assumptions.h"

/* What rules count with: a pointer, or an integer of up to 64 bits. */
static bool is_number(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind ||
           (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

struct sw_shape sw_rule_affine(const struct rule *r, int64_t stride) {
    struct sw_shape shape = sw_shape_affine(stride, sw_rule_bits(r), r->width, r->lanes);
    if (LLVMGetTypeKind(LLVMTypeOf(r->at)) == LLVMPointerTypeKind)
        return sw_shape_with_lines(shape, true, true, false);
    return shape;
}

/* One of two values, by a condition that is the same in all lanes: nothing of one bit is affine, and no operand varies. */
static struct sw_shape selected(const struct rule *r) {
    return sw_shape_join(r->b, sw_shape_of(r->s, LLVMGetOperand(r->at, 2)));
}

static struct sw_shape affine_rule(const struct rule *r) {
    switch (LLVMGetInstructionOpcode(r->at)) {
    case LLVMAdd:
        return sw_rule_sum(r, 1);
    case LLVMSub:
        return sw_rule_sum(r, -1);
    case LLVMMul:
    case LLVMShl:
        return sw_rule_product(r);
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return sw_rule_quotient(r);
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return sw_rule_bitwise(r);
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return sw_rule_cast(r);
    case LLVMFreeze:
        return sw_rule_freeze(r);
    case LLVMGetElementPtr:
        return sw_rule_address(r);
    case LLVMICmp:
        return sw_rule_compare(r);
    case LLVMSelect:
        return selected(r);
    default:
        return sw_shape_varying();
    }
}

LLVMOpcode sw_base_opcode(const struct sw_shapes *s, LLVMValueRef at) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
    if (opcode == LLVMOr && LLVMGetIsDisjoint(at))
        return LLVMAdd;
    if (opcode != LLVMZExt || !LLVMGetNNeg(at))
        return opcode;
    struct sw_shape narrow = sw_shape_of(s, LLVMGetOperand(at, 0));
    return narrow.is_signed_line && !narrow.is_unsigned_line ? LLVMSExt : LLVMZExt;
}

/* The widest kind among the operands, and whether some test stands behind one of them. */
static enum sw_shape_kind widest(struct sw_shapes *s, LLVMValueRef at, bool *is_tested) {
    enum sw_shape_kind kind = SW_UNIFORM;
    *is_tested = false;
    for (int i = 0; i < LLVMGetNumOperands(at); i++) {
        LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
        if (LLVMValueIsBasicBlock(operand) || LLVMIsAFunction(operand))
            continue;
        struct sw_shape shape = sw_shape_of(s, operand);
        if (shape.kind == SW_UNSEEN)
            return SW_UNSEEN;
        if (shape.kind > kind)
            kind = shape.kind;
        *is_tested |= shape.is_tested;
    }
    return kind;
}

/* Interleaved; or lane after lane, each with its own whole. */
static struct sw_shape alloca_rule(struct sw_shapes *s, LLVMValueRef at) {
    LLVMValueRef count = LLVMGetOperand(at, 0);
    if (s->threads.is_across || !LLVMIsAConstantInt(count) || LLVMGetInstructionParent(at) != s->cfg.bbs[0].bb)
        return sw_shape_varying();
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->unit->ir.module);
    uint64_t bytes = LLVMABISizeOfType(layout, LLVMGetAllocatedType(at)) * LLVMConstIntGetZExtValue(count);
    uint64_t align = LLVMGetAlignment(at), granule = sw_granule_of(s, at);
    struct rule r = {.s = s, .at = at, .width = 64, .lanes = s->threads.lanes};
    return sw_rule_affine(&r, (int64_t)(granule ? granule : (bytes + align - 1) / align * align));
}

/* One address, one value: the lanes read at the same time, be it volatile or atomic. */
static struct sw_shape load_rule(LLVMValueRef at, enum sw_shape_kind address) {
    return SW_PROVED(load_of_one_address, address == SW_UNIFORM) ? sw_shape_uniform(sw_bits_none(sw_width_of(at)))
                                                                 : sw_shape_varying();
}

static struct sw_shape value_rule(struct sw_shapes *s, LLVMValueRef at, enum sw_shape_kind operands, bool is_tested) {
    struct rule r = {.s = s, .at = at, .width = sw_width_of(at), .lanes = s->threads.lanes};
    int count = LLVMGetNumOperands(at);
    bool is_known = count && is_number(LLVMTypeOf(at)) && is_number(LLVMTypeOf(LLVMGetOperand(at, 0)));
    if (operands == SW_VARYING)
        return sw_shape_varying();
    if (!is_known)
        return operands == SW_UNIFORM ? sw_shape_uniform(sw_bits_none(64)) : sw_shape_varying();
    r.a = sw_shape_of(s, LLVMGetOperand(at, 0));
    r.b = count > 1 ? sw_shape_of(s, LLVMGetOperand(at, 1)) : sw_shape_uniform(sw_bits_none(64));
    if (operands == SW_UNIFORM)
        return sw_shape_uniform(sw_rule_bits(&r));
    struct sw_shape shape = affine_rule(&r);
    shape.is_tested |= is_tested && shape.kind == SW_AFFINE;
    bool is_in_doubt = is_tested && shape.kind == SW_UNIFORM;
    return is_in_doubt || (shape.kind == SW_AFFINE && r.width == 1) ? sw_shape_varying() : shape;
}

struct sw_shape sw_shape_rule(struct sw_shapes *s, LLVMValueRef at) {
    bool is_tested;
    enum sw_shape_kind operands = widest(s, at, &is_tested);
    if (operands == SW_UNSEEN)
        return (struct sw_shape){.kind = SW_UNSEEN};
    if (sw_is_call(at))
        return sw_shape_of_call(s, at, operands);
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMAlloca:
        return alloca_rule(s, at);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return sw_shape_varying();
    case LLVMLoad:
        return load_rule(at, operands);
    default:
        return value_rule(s, at, operands, is_tested);
    }
}
