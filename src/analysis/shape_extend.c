/* Shapes of casts. The one that matters is the extension of a 32-bit index to 64 bits: it is affine where the index is
 * a line, and where flags or a test have to say so, it must be computed with care (shape.h). */
#include "analysis/shape_rule.h"
#include "softwarp/assumptions.h"

/* Bits of an anchored extension: lane 0's may lie outside the narrow range, so those above it are open. */
static struct sw_bits anchored_bits(struct sw_bits narrow, unsigned from, unsigned to) {
    uint64_t open = sw_low_bits(to) & ~sw_low_bits(from);
    return (struct sw_bits){narrow.zeros & ~open, narrow.ones};
}

/* An anchored line, extended: a signed line in the wider type, as long as that has room for it. */
static struct sw_shape anchored(const struct rule *r, unsigned from) {
    struct sw_bits bits = anchored_bits(r->a.bits, from, r->width);
    return sw_shape_with_lines(sw_shape_affine(r->a.stride, bits, r->width, r->lanes), true, false, false);
}

static bool has_room(const struct rule *r, unsigned from) {
    int64_t size = r->a.stride < 0 ? -(r->a.stride + 1) : r->a.stride;
    return r->width - from >= 8 && (uint64_t)size <= sw_low_bits(from);
}

/* An affine value extended to more bits: a line stays one, anything else is affine as long as a test says so. */
static struct sw_shape extended(const struct rule *r) {
    LLVMValueRef narrow = LLVMGetOperand(r->at, 0);
    unsigned from = sw_width_of(narrow);
    bool is_signed = sw_base_opcode(r->s, r->at) == LLVMSExt;
    bool is_line = is_signed ? r->a.is_signed_line : r->a.is_unsigned_line;
    bool is_in_cell = !r->a.is_anchored || sw_shape_has_cell(r->a, from - is_signed, r->lanes);
    bool is_certain = SW_PROVED(extension_of_line, is_line) && SW_PROVED(extension_of_lane_0, is_in_cell);
    if (is_line && !is_certain && has_room(r, from) && SW_PROVED(extension_is_used, sw_poison_is_undefined(r->at)))
        return anchored(r, from);
    struct sw_shape shape = sw_shape_with_lines(sw_rule_affine(r, r->a.stride), true, !is_signed, false);
    if (!is_certain) {
        sw_map_put(r->s->checks, r->at, r->at);
        shape.is_tested = true;
    }
    return shape;
}

struct sw_shape sw_rule_cast(const struct rule *r) {
    switch (LLVMGetInstructionOpcode(r->at)) {
    case LLVMSExt:
    case LLVMZExt:
        return extended(r);
    case LLVMIntToPtr: /* a narrower number is zero-extended */
        return SW_PROVED(pointer_of_whole_number, sw_width_of(LLVMGetOperand(r->at, 0)) == 64)
                   ? sw_rule_affine(r, r->a.stride)
                   : sw_shape_varying();
    default: /* trunc, ptrtoint, addrspacecast */
        return sw_rule_affine(r, r->a.stride);
    }
}

/* What was poison is some number now: neither flags nor bits say anything about it. */
struct sw_shape sw_rule_freeze(const struct rule *r) {
    return sw_rule_affine(r, r->a.stride);
}
