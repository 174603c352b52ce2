/* The rules: one instruction's shape from its operands'.
 *
 * Numbered, for whoever adds one:
 *  1. A rule may only rely on kinds it has tested; unseen operands (an optimistic start) give an unseen result.
 *  2. What no rule knows is uniform when all operands are and the operation gives the same answer to all lanes (no
 *     memory that others write in between, no lane's own answer), and varying otherwise.
 *  3. Lines (affine without the modulo) survive an operation only if it says nsw or nuw, or widens. */
#include "analysis/shape.h"

static const struct sw_shape uniform = {SW_UNIFORM, 0, true, true};
static const struct sw_shape varying = {SW_VARYING, 0, false, false};
static const struct sw_shape unseen = {SW_UNSEEN, 0, true, true};

bool sw_shape_equal(struct sw_shape a, struct sw_shape b) {
    return a.kind == b.kind && a.stride == b.stride && a.is_signed_line == b.is_signed_line &&
           a.is_unsigned_line == b.is_unsigned_line;
}

struct sw_shape sw_shape_join(struct sw_shape a, struct sw_shape b) {
    if (a.kind == SW_UNSEEN)
        return b;
    if (b.kind == SW_UNSEEN)
        return a;
    if (a.kind != b.kind || a.stride != b.stride)
        return varying;
    a.is_signed_line &= b.is_signed_line;
    a.is_unsigned_line &= b.is_unsigned_line;
    return a;
}

static struct sw_shape affine(int64_t stride, bool is_signed_line, bool is_unsigned_line) {
    return stride ? (struct sw_shape){SW_AFFINE, stride, is_signed_line, is_unsigned_line} : uniform;
}

/* The widest kind among the operands. */
static enum sw_shape_kind widest(struct sw_shapes *s, LLVMValueRef at) {
    enum sw_shape_kind kind = SW_UNIFORM;
    for (int i = 0; i < LLVMGetNumOperands(at); i++) {
        LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
        if (LLVMValueIsBasicBlock(operand) || LLVMIsAFunction(operand))
            continue;
        struct sw_shape shape = sw_shape_of(s, operand);
        if (shape.kind == SW_UNSEEN)
            return SW_UNSEEN;
        if (shape.kind > kind)
            kind = shape.kind;
    }
    return kind;
}

static struct sw_shape sum(struct sw_shape a, struct sw_shape b, int sign, LLVMValueRef at) {
    bool nsw = LLVMGetNSW(at), nuw = LLVMGetNUW(at);
    return affine(a.stride + sign * b.stride, nsw && a.is_signed_line && b.is_signed_line,
                  nuw && a.is_unsigned_line && b.is_unsigned_line);
}

static struct sw_shape scaled(struct sw_shape a, int64_t factor, LLVMValueRef at) {
    return affine(a.stride * factor, LLVMGetNSW(at) && a.is_signed_line, LLVMGetNUW(at) && a.is_unsigned_line);
}

/* An affine value extended to more bits: a line stays one, anything else is affine as long as a test says so. */
static struct sw_shape extended(struct sw_shapes *s, LLVMValueRef at, struct sw_shape a, bool is_signed) {
    bool proved = is_signed ? a.is_signed_line : a.is_unsigned_line || (LLVMGetNNeg(at) && a.is_signed_line);
    if (!proved)
        sw_map_put(s->checks, at, at);
    return affine(a.stride, is_signed || proved, !is_signed || proved);
}

/* Byte stride of an address: base plus the strides of the indices. Varying when an index is, or a field's is not fixed. */
static struct sw_shape address(struct sw_shapes *s, LLVMValueRef at) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->unit->ir.module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
    int64_t stride = sw_shape_of(s, LLVMGetOperand(at, 0)).stride;
    for (int i = 1; i < LLVMGetNumOperands(at); i++) {
        LLVMValueRef index = LLVMGetOperand(at, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        struct sw_shape shape = sw_shape_of(s, index);
        /* An index narrower than a pointer is sign-extended. */
        if (shape.kind == SW_AFFINE && LLVMGetIntTypeWidth(LLVMTypeOf(index)) < 64 && !shape.is_signed_line)
            return varying;
        stride += shape.stride * (int64_t)LLVMABISizeOfType(layout, type);
    }
    return affine(stride, true, true);
}

static struct sw_shape affine_rule(struct sw_shapes *s, LLVMValueRef at) {
    LLVMValueRef first = LLVMGetOperand(at, 0), second = LLVMGetNumOperands(at) > 1 ? LLVMGetOperand(at, 1) : NULL;
    struct sw_shape a = sw_shape_of(s, first), b = second ? sw_shape_of(s, second) : uniform;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMAdd:
        return sum(a, b, 1, at);
    case LLVMSub:
        return sum(a, b, -1, at);
    case LLVMMul:
        if (LLVMIsAConstantInt(second))
            return scaled(a, LLVMConstIntGetSExtValue(second), at);
        return varying;
    case LLVMShl:
        if (LLVMIsAConstantInt(second) && LLVMConstIntGetZExtValue(second) < 63)
            return scaled(a, (int64_t)1 << LLVMConstIntGetZExtValue(second), at);
        return varying;
    case LLVMSExt:
        return extended(s, at, a, true);
    case LLVMZExt:
        return extended(s, at, a, false);
    case LLVMTrunc:
        return affine(a.stride, false, false);
    case LLVMFreeze:
    case LLVMAddrSpaceCast:
        return a;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return affine(a.stride, false, false);
    case LLVMGetElementPtr:
        return address(s, at);
    default:
        return varying;
    }
}

/* threadIdx and the like; calls whose answer every lane has for itself. */
static struct sw_shape call_rule(struct sw_shapes *s, LLVMValueRef call, enum sw_shape_kind operands) {
    static const char sreg[] = "llvm.nvvm.read.ptx.sreg.";
    const char *name = sw_callee_name(call);
    const struct sw_request *request = sw_request_of(call);
    struct sw_atomic atomic;
    if (sw_equal(name, "llvm.nvvm.read.ptx.sreg.tid.x"))
        return s->threads.x;
    if (sw_equal(name, "llvm.nvvm.read.ptx.sreg.tid.y"))
        return s->threads.y;
    if (sw_equal(name, "llvm.nvvm.read.ptx.sreg.tid.z"))
        return s->threads.z;
    if (sw_equal(name, "llvm.nvvm.read.ptx.sreg.laneid"))
        return affine(1, true, true);
    if (sw_starts_with(name, "llvm.nvvm.read.ptx.sreg.lanemask.") || sw_atomic_of(call, &atomic))
        return varying;
    if (sw_starts_with(name, sreg))
        return uniform;
    if (request) /* barriers, votes and reductions answer all lanes alike; shuffles and matches each its own */
        return request->kind == SWRT_WAIT_BARRIER ? uniform : varying;
    if (sw_starts_with(name, "llvm.") || sw_starts_with(name, "__nv_"))
        return operands == SW_UNIFORM ? uniform : varying;
    return varying;
}

struct sw_shape sw_shape_rule(struct sw_shapes *s, LLVMValueRef at) {
    enum sw_shape_kind operands = widest(s, at);
    if (operands == SW_UNSEEN)
        return unseen;
    if (sw_is_call(at))
        return call_rule(s, at, operands);
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMAlloca: /* each lane has its own */
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return varying;
    case LLVMLoad: /* one address, one value, unless the lanes read at different times */
        return operands == SW_UNIFORM && !LLVMGetVolatile(at) ? uniform : varying;
    default:
        return operands == SW_UNIFORM ? uniform : operands == SW_AFFINE ? affine_rule(s, at) : varying;
    }
}
