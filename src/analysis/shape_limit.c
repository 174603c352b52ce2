/* Shapes of what is mostly a line, and not always: an index that is kept within an image, min(x, width - 1), or within
 * a segment, x & (size - 1). It is affine under a test (shape.h): where no lane meets the limit. */
#include "analysis/shape_rule.h"

bool sw_is_limit(LLVMValueRef at, bool *is_signed, bool *is_least) {
    static const char *const names[] = {"llvm.smin.i", "llvm.smax.i", "llvm.umin.i", "llvm.umax.i"};
    if (!LLVMIsACallInst(at) || LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMIntegerTypeKind)
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (sw_starts_with(sw_callee_name(at), names[i])) {
            *is_signed = i < 2;
            *is_least = i % 2 == 0;
            return true;
        }
    return false;
}

static struct sw_shape tested(struct sw_shapes *s, LLVMValueRef at, struct sw_shape shape) {
    sw_map_put(s->checks, at, at);
    shape.is_tested = true;
    return shape;
}

struct sw_shape sw_shape_of_limit(struct sw_shapes *s, LLVMValueRef at, bool is_signed) {
    struct sw_shape a = sw_shape_of(s, LLVMGetOperand(at, 0)), b = sw_shape_of(s, LLVMGetOperand(at, 1));
    unsigned width = sw_width_of(at);
    if (a.kind == b.kind)
        return sw_shape_varying();
    int64_t stride = a.kind == SW_AFFINE ? a.stride : b.stride;
    struct sw_shape shape = sw_shape_affine(stride, sw_bits_none(width), width, s->threads.lanes);
    return tested(s, at, sw_shape_with_lines(shape, is_signed, !is_signed, false));
}

struct sw_shape sw_rule_segment(const struct rule *r) {
    bool is_first = r->a.kind == SW_AFFINE;
    int64_t stride = is_first ? r->a.stride : r->b.stride;
    uint64_t zeros = is_first ? r->b.bits.zeros : r->a.bits.zeros;
    uint64_t size = stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride, distance;
    if (__builtin_mul_overflow(size, (uint64_t)r->lanes - 1, &distance) || !distance || distance >> (r->width - 1))
        return sw_shape_varying();
    if (zeros & (~0ull >> __builtin_clzll(distance))) /* it is too narrow always */
        return sw_shape_varying();
    return tested(r->s, r->at, sw_rule_affine(r, stride));
}
