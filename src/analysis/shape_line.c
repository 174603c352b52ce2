/* Shapes as such, without an instruction: how to make and join them, and what follows from stride and known bits.
 *
 * All of it rests on cells. Let the k lowest bits of lane 0's value lie in [least, most]. If least and
 * most + (W-1) * stride (for a negative stride the other way round) lie in 0 .. 2^k-1, no lane carries out of these
 * bits: the bits above are the same in all lanes, and the value wraps nowhere as an unsigned number, nor as a signed one
 * if k leaves the sign bit alone. threadIdx.x in rows has its W lanes in one cell of k = log2 W, since lane 0's is a multiple of W. */
#include "analysis/shape.h"

unsigned sw_width_of(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
    return width < 64 ? width : 64;
}

struct sw_shape sw_shape_uniform(struct sw_bits bits) {
    return (struct sw_shape){.kind = SW_UNIFORM, .is_signed_line = true, .is_unsigned_line = true, .bits = bits};
}

struct sw_shape sw_shape_varying(void) {
    return (struct sw_shape){.kind = SW_VARYING};
}

/* The k lowest bits of the lanes' values, as a range; false when some lane leaves the cell. */
static bool cell_range(struct sw_shape shape, unsigned k, unsigned lanes, uint64_t *least, uint64_t *most) {
    uint64_t low = sw_low_bits(k), span, size = shape.stride < 0 ? 0 - (uint64_t)shape.stride : (uint64_t)shape.stride;
    *least = shape.bits.ones & low;
    *most = ~shape.bits.zeros & low;
    if (__builtin_mul_overflow(size, (uint64_t)lanes - 1, &span))
        return false;
    if (shape.stride < 0) {
        *least -= span;
        return span <= (shape.bits.ones & low);
    }
    *most += span;
    return span <= low && *most - span <= low - span;
}

bool sw_shape_stays_in_cell(struct sw_shape shape, unsigned k, unsigned lanes) {
    uint64_t least, most;
    return cell_range(shape, k, lanes, &least, &most);
}

/* The smallest such k, or 0. */
static unsigned cell_of(struct sw_shape shape, unsigned up_to, unsigned lanes) {
    for (unsigned k = 1; k <= up_to; k++)
        if (sw_shape_stays_in_cell(shape, k, lanes))
            return k;
    return 0;
}

bool sw_shape_has_cell(struct sw_shape shape, unsigned up_to, unsigned lanes) {
    return cell_of(shape, up_to, lanes) != 0;
}

uint64_t sw_shape_mixed_bits(struct sw_shape shape, unsigned width, unsigned lanes) {
    unsigned k = cell_of(shape, width, lanes);
    uint64_t below = (uint64_t)shape.stride ^ ((uint64_t)shape.stride - 1); /* up to the stride's lowest one */
    return sw_low_bits(k ? k : width) & ~(below >> 1);
}

/* The stride as a signed number of that width. */
static int64_t wrapped(int64_t stride, unsigned width) {
    return width >= 64 ? stride : (int64_t)((uint64_t)stride << (64 - width)) >> (64 - width);
}

struct sw_shape sw_shape_affine(int64_t stride, struct sw_bits bits, unsigned width, unsigned lanes) {
    struct sw_shape shape = {.kind = SW_AFFINE, .stride = wrapped(stride, width), .bits = bits};
    if (!shape.stride)
        return sw_shape_uniform(bits);
    shape.is_unsigned_line = sw_shape_has_cell(shape, width, lanes);
    shape.is_signed_line = sw_shape_has_cell(shape, width - 1, lanes);
    return shape;
}

struct sw_shape sw_shape_with_lines(struct sw_shape shape, bool is_signed, bool is_unsigned, bool is_anchored) {
    if (shape.kind != SW_AFFINE)
        return shape;
    bool is_new = (is_signed && !shape.is_signed_line) || (is_unsigned && !shape.is_unsigned_line);
    shape.is_signed_line |= is_signed;
    shape.is_unsigned_line |= is_unsigned;
    shape.is_anchored |= is_new && is_anchored;
    return shape;
}

struct sw_shape sw_shape_join(struct sw_shape a, struct sw_shape b) {
    if (a.kind == SW_UNSEEN)
        return b;
    if (b.kind == SW_UNSEEN)
        return a;
    if (a.kind != b.kind || a.stride != b.stride || a.kind == SW_VARYING)
        return sw_shape_varying();
    a.is_signed_line &= b.is_signed_line;
    a.is_unsigned_line &= b.is_unsigned_line;
    a.is_anchored = (a.is_anchored || b.is_anchored) && (a.is_signed_line || a.is_unsigned_line);
    a.is_tested |= b.is_tested;
    a.bits = sw_bits_join(a.bits, b.bits);
    return a;
}

bool sw_shape_equal(struct sw_shape a, struct sw_shape b) {
    return a.kind == b.kind && a.stride == b.stride && a.is_signed_line == b.is_signed_line &&
           a.is_unsigned_line == b.is_unsigned_line && a.is_anchored == b.is_anchored && a.is_tested == b.is_tested &&
           sw_bits_equal(a.bits, b.bits);
}

unsigned sw_shape_align(struct sw_shape shape) {
    return sw_bits_align(shape.bits);
}

/* Whether all numbers of one range compare with one result with all of another. */
static bool ranges_compare_one_way(LLVMIntPredicate predicate, uint64_t least, uint64_t most, uint64_t other_least,
                                   uint64_t other_most) {
    switch (predicate) {
    case LLVMIntEQ:
    case LLVMIntNE: /* never equal */
        return most < other_least || least > other_most;
    case LLVMIntULT:
    case LLVMIntSLT:
    case LLVMIntUGE:
    case LLVMIntSGE:
        return most < other_least || least >= other_most;
    default:
        return most <= other_least || least > other_most;
    }
}

/* In a cell the bits above k are the same in all lanes: they decide for all, or are equal, and then the bits below do. */
bool sw_shape_compares_uniformly(struct sw_shape affine, struct sw_shape uniform, LLVMIntPredicate predicate,
                                 unsigned width, unsigned lanes) {
    bool is_signed = predicate >= LLVMIntSGT;
    for (unsigned k = 1; k <= width - is_signed; k++) {
        uint64_t least, most, low = sw_low_bits(k);
        if (cell_range(affine, k, lanes, &least, &most) &&
            ranges_compare_one_way(predicate, least, most, uniform.bits.ones & low, ~uniform.bits.zeros & low))
            return true;
    }
    return false;
}
