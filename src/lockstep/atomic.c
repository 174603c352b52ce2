/* Atomic operations of a warp. All lanes on one address: the lanes' values are combined in registers and go to memory
 * in one operation; the value that each lane finds there follows from the values of the lanes before it. Different
 * addresses: lane by lane, in ascending order; written out when all lanes run.
 *
 * Addition of floats whose results are used goes lane by lane: what a lane finds must be a sum that was there. */
#include "lockstep/lockstep.h"

struct combination {
    enum sw_atomic_op op;
    const char *integer[2], *floating; /* reductions: unsigned, signed; float */
};
static const struct combination combinations[] = {
    {SW_ATOMIC_add, {"add", "add"}, "fadd"}, {SW_ATOMIC_sub, {"add", "add"}, NULL},
    {SW_ATOMIC_min, {"umin", "smin"}, "fmin"}, {SW_ATOMIC_max, {"umax", "smax"}, "fmax"},
    {SW_ATOMIC_and, {"and", "and"}, NULL}, {SW_ATOMIC_or, {"or", "or"}, NULL}, {SW_ATOMIC_xor, {"xor", "xor"}, NULL},
};

static bool is_float(enum sw_atomic_type type) {
    return type == SW_TYPE_f32 || type == SW_TYPE_f64;
}

static bool is_integer(enum sw_atomic_type type) {
    return type == SW_TYPE_i32 || type == SW_TYPE_u32 || type == SW_TYPE_i64 || type == SW_TYPE_u64;
}

static const struct combination *combination_of(const struct sw_atomic *a) {
    for (size_t i = 0; i < sizeof combinations / sizeof *combinations; i++)
        if (combinations[i].op == a->op && (is_integer(a->type) || (is_float(a->type) && combinations[i].floating)))
            return &combinations[i];
    return NULL;
}

/* The value that changes nothing. Of float minima and maxima a NaN, which they ignore; of sums -0. */
static LLVMValueRef identity(struct sw_lanes *l, const struct sw_atomic *a, LLVMTypeRef type) {
    unsigned bits = is_float(a->type) ? 0 : LLVMGetIntTypeWidth(type);
    bool is_signed = a->type == SW_TYPE_i32 || a->type == SW_TYPE_i64;
    if (is_float(a->type))
        return sw_splat(l, LLVMConstReal(type, a->op == SW_ATOMIC_add ? -0.0 : __builtin_nan("")));
    switch (a->op) {
    case SW_ATOMIC_and:
        return LLVMConstAllOnes(LLVMVectorType(type, l->lanes));
    case SW_ATOMIC_min:
        return sw_splat(l, sw_const(type, is_signed ? ~0ull >> (65 - bits) : ~0ull >> (64 - bits)));
    case SW_ATOMIC_max:
        return sw_splat(l, sw_const(type, is_signed ? 1ull << (bits - 1) : 0));
    default:
        return sw_splat(l, sw_const(type, 0));
    }
}

static LLVMValueRef reduce(struct sw_lanes *l, const struct sw_atomic *a, const struct combination *c, LLVMValueRef values) {
    LLVMTypeRef type = LLVMTypeOf(values);
    bool is_signed = a->type == SW_TYPE_i32 || a->type == SW_TYPE_i64;
    const char *what = is_float(a->type) ? c->floating : c->integer[is_signed];
    const char *name = sw_arena_printf(l->ir->arena, "llvm.vector.reduce.%s", what);
    if (!sw_equal(what, "fadd"))
        return sw_call_intrinsic(l->ir, name, &type, 1, &values, 1, "");
    LLVMValueRef args[] = {LLVMConstReal(LLVMGetElementType(type), -0.0), values};
    LLVMValueRef made = sw_call_intrinsic(l->ir, name, &type, 1, args, 2, "");
    LLVMSetFastMathFlags(made, LLVMFastMathAllowReassoc); /* a tree: any order is as good as another */
    return made;
}

static LLVMValueRef combine(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef x, LLVMValueRef y) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(x);
    bool is_signed = a->type == SW_TYPE_i32 || a->type == SW_TYPE_i64, is_min = a->op == SW_ATOMIC_min;
    LLVMValueRef args[] = {x, y};
    switch (a->op) {
    case SW_ATOMIC_and:
        return LLVMBuildAnd(b, x, y, "");
    case SW_ATOMIC_or:
        return LLVMBuildOr(b, x, y, "");
    case SW_ATOMIC_xor:
        return LLVMBuildXor(b, x, y, "");
    case SW_ATOMIC_min:
    case SW_ATOMIC_max: {
        const char *name = is_float(a->type) ? (is_min ? "llvm.minnum" : "llvm.maxnum")
                           : is_signed       ? (is_min ? "llvm.smin" : "llvm.smax")
                                             : (is_min ? "llvm.umin" : "llvm.umax");
        return sw_call_intrinsic(l->ir, name, &type, 1, args, 2, "");
    }
    default: /* sums: of what is subtracted, too */
        return LLVMBuildAdd(b, x, y, "");
    }
}

/* Lane i's element is lane i - distance's, `fill` below. */
static LLVMValueRef moved_up(struct sw_lanes *l, LLVMValueRef values, LLVMValueRef fill, unsigned distance) {
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, l->lanes * sizeof *order);
    for (unsigned i = 0; i < l->lanes; i++)
        order[i] = sw_const(l->ir->i32, i < distance ? l->lanes + i : i - distance);
    return LLVMBuildShuffleVector(l->ir->builder, values, fill, LLVMConstVector(order, l->lanes), "");
}

/* What the lanes before each lane come to together. */
static LLVMValueRef prefixes(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef values, LLVMValueRef fill) {
    for (unsigned distance = 1; distance < l->lanes; distance *= 2) {
        LLVMValueRef before = moved_up(l, values, fill, distance);
        values = combine(l, a, before, values);
    }
    return moved_up(l, values, fill, 1);
}

static LLVMValueRef call_once(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMValueRef value) {
    LLVMValueRef made = LLVMInstructionClone(at);
    LLVMSetOperand(made, 0, pointer);
    LLVMSetOperand(made, 1, value);
    LLVMInsertIntoBuilder(l->ir->builder, made);
    LLVMSetMetadata(made, LLVMGetMDKindID("dbg", 3), NULL);
    LLVMSetInstDebugLocation(l->ir->builder, made);
    return made;
}

static void emit_combined(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a, const struct combination *c) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef pointer = sw_scalar(l, LLVMGetOperand(at, 0));
    LLVMValueRef nothing = identity(l, a, LLVMTypeOf(at)), values = sw_vector(l, LLVMGetOperand(at, 1));
    values = sw_blend(l, l->mask, values, nothing);
    LLVMValueRef total = reduce(l, a, c, values), old = call_once(l, at, pointer, total);
    if (!LLVMGetFirstUse(at))
        return;
    LLVMValueRef before = prefixes(l, a, values, nothing), olds = sw_splat(l, old);
    sw_set_vector(l, at, a->op == SW_ATOMIC_sub ? LLVMBuildSub(b, olds, before, "") : combine(l, a, olds, before));
}

/* Every lane's operation in a row, without a loop. */
static void write_out(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointers, LLVMValueRef values) {
    LLVMBuilderRef b = l->ir->builder;
    for (unsigned i = 0; i < l->lanes; i++) {
        LLVMValueRef lane = sw_const(l->ir->i32, i), pointer = LLVMBuildExtractElement(b, pointers, lane, "");
        LLVMValueRef value = values ? LLVMBuildExtractElement(b, values, lane, "") : sw_scalar(l, LLVMGetOperand(at, 1));
        call_once(l, at, pointer, value);
    }
}

/* No result is used: all lanes at once, or those that run. */
static void emit_each(struct sw_lanes *l, LLVMValueRef at) {
    struct sw_ir *ir = l->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef value = LLVMGetOperand(at, 1), pointers = sw_vector(l, LLVMGetOperand(at, 0));
    LLVMValueRef values = sw_kind(l, value) == SW_UNIFORM ? NULL : sw_vector(l, value);
    if (!values)
        sw_scalar(l, value); /* read before control parts */
    if (sw_is_full(l->mask)) {
        write_out(l, at, pointers, values);
        return;
    }
    LLVMBasicBlockRef all = LLVMAppendBasicBlockInContext(ir->context, l->to, "all.lanes");
    LLVMBasicBlockRef some = LLVMAppendBasicBlockInContext(ir->context, l->to, "some.lanes");
    LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(ir->context, l->to, "atomic.done");
    LLVMValueRef bits = sw_mask_bits(l, l->mask);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), ""), all, some);
    LLVMPositionBuilderAtEnd(b, all);
    write_out(l, at, pointers, values);
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, some);
    sw_emit_serial(l, at);
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, done);
}

void sw_emit_atomic(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    const struct combination *c = combination_of(a);
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    bool is_used = LLVMGetFirstUse(at) != NULL;
    if (sw_kind(l, pointer) == SW_UNIFORM && c && !(is_used && is_float(a->type) && a->op == SW_ATOMIC_add))
        emit_combined(l, at, a, c);
    else if (!is_used && a->op != SW_ATOMIC_cas && a->op != SW_ATOMIC_load && a->op != SW_ATOMIC_store)
        emit_each(l, at);
    else
        sw_emit_serial(l, at);
}
