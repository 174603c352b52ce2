/* Shapes of sums, products by constants, and addresses: their strides add up. */
#include "analysis/shape_rule.h"
#include "softwarp/assumptions.h"

/* An affine result of an operation that says that it wraps in no lane that runs: its operands' lines go on. */
static struct sw_shape kept(const struct rule *r, int64_t stride, bool is_exact, bool nsw, bool nuw) {
    struct sw_shape shape = sw_rule_affine(r, stride);
    is_exact &= shape.stride == stride;
    bool is_signed = SW_PROVED(sum_of_signed_lines, is_exact && nsw && r->a.is_signed_line && r->b.is_signed_line);
    bool is_unsigned = SW_PROVED(sum_of_unsigned_lines,
                                 is_exact && nuw && r->a.is_unsigned_line && r->b.is_unsigned_line);
    return sw_shape_with_lines(shape, is_signed, is_unsigned, true);
}

static bool is_register(LLVMValueRef value, const char *name) {
    return LLVMIsAInstruction(value) && sw_equal(sw_callee_name(value), name);
}

/* blockIdx.x * blockDim.x */
static bool is_first_thread(LLVMValueRef value) {
    static const char blocks[] = "llvm.nvvm.read.ptx.sreg.ctaid.x", threads[] = "llvm.nvvm.read.ptx.sreg.ntid.x";
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != LLVMMul)
        return false;
    LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
    return (is_register(a, blocks) && is_register(b, threads)) || (is_register(a, threads) && is_register(b, blocks));
}

/* The thread's number in a grid of which the launch has seen that these numbers wrap nowhere. */
static bool is_thread_of_grid(const struct rule *r) {
    static const char thread[] = "llvm.nvvm.read.ptx.sreg.tid.x";
    LLVMValueRef a = LLVMGetOperand(r->at, 0), b = LLVMGetOperand(r->at, 1);
    return SW_PROVED(thread_of_small_grid, r->s->threads.counts_up) && LLVMGetInstructionOpcode(r->at) == LLVMAdd &&
           ((is_register(a, thread) && is_first_thread(b)) || (is_register(b, thread) && is_first_thread(a)));
}

static struct sw_shape thread_of_grid(const struct rule *r) {
    struct sw_bits bits = sw_rule_bits(r);
    bits.zeros |= 1ull << 31;
    return sw_shape_with_lines(sw_shape_affine(r->a.stride + r->b.stride, bits, r->width, r->lanes), true, true, false);
}

struct sw_shape sw_rule_sum(const struct rule *r, int sign) {
    if (is_thread_of_grid(r))
        return thread_of_grid(r);
    bool is_disjoint = LLVMGetInstructionOpcode(r->at) == LLVMOr; /* and so the sum wraps nowhere */
    int64_t a = r->a.stride, b = r->b.stride, stride;             /* the builtins wrap */
    bool wraps = sign > 0 ? __builtin_add_overflow(a, b, &stride) : __builtin_sub_overflow(a, b, &stride);
    return kept(r, stride, !wraps, is_disjoint || LLVMGetNSW(r->at), is_disjoint || LLVMGetNUW(r->at));
}

/* A factor that is negative as a signed number is another, large one to nuw: no line of that stride. */
static struct sw_shape scaled(const struct rule *r, int64_t factor) {
    int64_t stride;
    bool wraps = __builtin_mul_overflow(r->a.stride, factor, &stride);
    return kept(r, stride, !wraps, LLVMGetNSW(r->at), LLVMGetNUW(r->at) && SW_PROVED(factor_not_negative, factor > 0));
}

struct sw_shape sw_rule_product(const struct rule *r) {
    LLVMValueRef second = LLVMGetOperand(r->at, 1);
    int by = sw_rule_shift(r);
    if (LLVMGetInstructionOpcode(r->at) == LLVMShl)
        return by >= 0 ? scaled(r, (int64_t)(1ull << by)) : sw_shape_varying();
    return LLVMIsAConstantInt(second) ? scaled(r, LLVMConstIntGetSExtValue(second)) : sw_shape_varying();
}

/* Byte stride of an address: base plus the strides of the indices, times W in a variable that lies interleaved. Varying
 * when an index is, or a field's is not fixed.
 * An index narrower than a pointer is sign-extended, and wider ones cut; neither remains behind LLVM's own passes. */
struct sw_shape sw_rule_address(const struct rule *r) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(r->s->unit->ir.module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(r->at);
    uint64_t stride = (uint64_t)r->a.stride, spread = sw_granule_of(r->s, r->at) ? r->lanes : 1;
    for (int i = 1; i < LLVMGetNumOperands(r->at); i++) {
        LLVMValueRef index = LLVMGetOperand(r->at, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        struct sw_shape shape = sw_shape_of(r->s, index);
        bool is_kept = SW_PROVED(index_is_kept,
                                 sw_width_of(index) == 64 || (shape.is_signed_line && !shape.is_anchored));
        if (shape.kind == SW_AFFINE && !is_kept)
            return sw_shape_varying();
        stride += (uint64_t)shape.stride * LLVMABISizeOfType(layout, type) * spread;
    }
    return sw_rule_affine(r, (int64_t)stride);
}
