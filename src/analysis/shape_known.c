/* What is known of the bits of a result, from those of its operands. */
#include "analysis/shape_rule.h"

int sw_rule_shift(const struct rule *r) {
    LLVMValueRef by = LLVMGetOperand(r->at, 1);
    if (!LLVMIsAConstantInt(by) || r->width != sw_width_of(by) || LLVMConstIntGetZExtValue(by) >= r->width)
        return -1;
    return (int)LLVMConstIntGetZExtValue(by);
}

int sw_rule_log2(const struct rule *r) {
    LLVMValueRef by = LLVMGetOperand(r->at, 1);
    uint64_t value = LLVMIsAConstantInt(by) ? LLVMConstIntGetZExtValue(by) : 0;
    return value && !(value & (value - 1)) ? __builtin_ctzll(value) : -1;
}

static struct sw_bits shifted_bits(const struct rule *r) {
    int by = sw_rule_shift(r);
    if (by < 0)
        return sw_bits_none(r->width);
    switch (LLVMGetInstructionOpcode(r->at)) {
    case LLVMShl:
        return sw_bits_shl(r->a.bits, (unsigned)by, r->width);
    case LLVMLShr:
        return sw_bits_lshr(r->a.bits, (unsigned)by);
    default:
        return sw_bits_ashr(r->a.bits, (unsigned)by, r->width);
    }
}

/* A signed division of numbers that are not negative is an unsigned one. */
static struct sw_bits divided_bits(const struct rule *r) {
    uint64_t sign = 1ull << (r->width - 1);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(r->at);
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
    if (is_signed && !(r->a.bits.zeros & r->b.bits.zeros & sign))
        return sw_bits_none(r->width);
    return opcode == LLVMUDiv || opcode == LLVMSDiv ? sw_bits_udiv(r->a.bits, r->b.bits)
                                                    : sw_bits_urem(r->a.bits, r->b.bits);
}

struct sw_bits sw_rule_bits(const struct rule *r) {
    struct sw_bits a = r->a.bits, b = r->b.bits;
    switch (sw_base_opcode(r->s, r->at)) {
    case LLVMAdd:
        return sw_bits_add(a, b, r->width);
    case LLVMSub:
        return sw_bits_sub(a, b, r->width);
    case LLVMMul:
        return sw_bits_mul(a, b, r->width);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return divided_bits(r);
    case LLVMAnd:
        return sw_bits_and(a, b);
    case LLVMOr:
        return sw_bits_or(a, b);
    case LLVMXor:
        return sw_bits_xor(a, b);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return shifted_bits(r);
    case LLVMTrunc:
        return sw_bits_trunc(a, r->width);
    case LLVMSExt:
        return sw_bits_sext(a, sw_width_of(LLVMGetOperand(r->at, 0)), r->width);
    case LLVMZExt:
        return a;
    case LLVMSelect:
        return sw_bits_join(b, sw_shape_of(r->s, LLVMGetOperand(r->at, 2)).bits);
    default:
        return sw_bits_none(r->width);
    }
}
