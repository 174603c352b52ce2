/* Atomic operations of a warp. All lanes on one address: the lanes' values are combined in registers and go to memory
 * in one operation; the value that each lane finds there follows from the values of the lanes before it. Where the order
 * of the lanes decides: atomic_ordered.c. Different addresses: atomic_each.c.
 *
 * Addition of floats whose results are used goes lane by lane: what a lane finds must be a sum that was there. */
#include "lockstep/atomic_deferred.h"

static bool is_float(enum sw_atomic_type type) {
    return type == SW_TYPE_f32 || type == SW_TYPE_f64;
}

static bool is_integer(enum sw_atomic_type type) {
    return type == SW_TYPE_i32 || type == SW_TYPE_u32 || type == SW_TYPE_i64 || type == SW_TYPE_u64;
}

/* Whether the order of the lanes is no matter, and what several lanes do is one operation of the same kind. */
static bool can_combine(const struct sw_atomic *a) {
    switch (a->op) {
    case SW_ATOMIC_add:
    case SW_ATOMIC_min:
    case SW_ATOMIC_max:
        return is_integer(a->type) || is_float(a->type);
    case SW_ATOMIC_sub:
    case SW_ATOMIC_and:
    case SW_ATOMIC_or:
    case SW_ATOMIC_xor:
        return is_integer(a->type);
    default:
        return false;
    }
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

/* x of some lanes, y of later ones. What is subtracted adds up. */
static LLVMValueRef combine(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef x, LLVMValueRef y) {
    struct sw_atomic sum = *a;
    if (a->op == SW_ATOMIC_sub)
        sum.op = SW_ATOMIC_add;
    return sw_atomic_combine(l->ir, &sum, x, y);
}

static LLVMValueRef part_of(struct sw_lanes *l, LLVMValueRef values, unsigned first, unsigned count) {
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, count * sizeof *order);
    for (unsigned i = 0; i < count; i++)
        order[i] = sw_const(l->ir->i32, first + i);
    LLVMValueRef poison = LLVMGetPoison(LLVMTypeOf(values));
    return LLVMBuildShuffleVector(l->ir->builder, values, poison, LLVMConstVector(order, count), "");
}

/* Halves with halves: any order is as good as another. */
static LLVMValueRef reduce(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef values) {
    for (unsigned count = l->lanes / 2; count; count /= 2) {
        LLVMValueRef low = part_of(l, values, 0, count), high = part_of(l, values, count, count);
        values = combine(l, a, low, high);
    }
    return LLVMBuildExtractElement(l->ir->builder, values, sw_const(l->ir->i32, 0), "");
}

LLVMValueRef sw_moved_up(struct sw_lanes *l, LLVMValueRef values, LLVMValueRef fill, unsigned distance) {
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, l->lanes * sizeof *order);
    for (unsigned i = 0; i < l->lanes; i++)
        order[i] = sw_const(l->ir->i32, i < distance ? l->lanes + i : i - distance);
    return LLVMBuildShuffleVector(l->ir->builder, values, fill, LLVMConstVector(order, l->lanes), "");
}

/* What the lanes before each lane come to together. */
static LLVMValueRef prefixes(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef values, LLVMValueRef fill) {
    for (unsigned distance = 1; distance < l->lanes; distance *= 2) {
        LLVMValueRef before = sw_moved_up(l, values, fill, distance);
        values = combine(l, a, before, values);
    }
    return sw_moved_up(l, values, fill, 1);
}

LLVMValueRef sw_call_marker(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMValueRef value) {
    LLVMValueRef made = LLVMInstructionClone(at);
    LLVMSetOperand(made, 0, pointer);
    LLVMSetOperand(made, 1, value);
    sw_insert_clone(l, made);
    return made;
}

/* One operation for all lanes; what memory held before. */
static LLVMValueRef operate(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a, LLVMValueRef pointer,
                            LLVMValueRef total) {
    struct sw_later later;
    if (!a->is_deferred)
        return sw_call_marker(l, at, pointer, total);
    sw_open_later_once(l, a, pointer, total, &later);
    sw_call_marker(l, at, pointer, total);
    sw_close_later(l, &later);
    return NULL;
}

static void emit_combined(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef pointer = sw_safe_pointer(l, sw_scalar(l, LLVMGetOperand(at, 0)), LLVMTypeOf(at));
    LLVMValueRef nothing = identity(l, a, LLVMTypeOf(at)), values = sw_vector(l, LLVMGetOperand(at, 1));
    values = sw_blend(l, l->mask, values, nothing);
    LLVMValueRef total = reduce(l, a, values), old = operate(l, at, a, pointer, total);
    if (!LLVMGetFirstUse(at))
        return;
    LLVMValueRef before = prefixes(l, a, values, nothing), olds = sw_splat(l, old);
    sw_set_vector(l, at, a->op == SW_ATOMIC_sub ? LLVMBuildSub(b, olds, before, "") : combine(l, a, olds, before));
}

static void remark_atomic(struct sw_lanes *l, LLVMValueRef at, enum sw_remark_kind kind) {
    const char *detail = sw_atomic_text(l->ir, at);
    struct sw_atomic a;
    if (sw_atomic_of(at, &a) && a.is_deferred)
        sw_remark(l->unit, SW_REMARK_ATOMIC_DEFERRED, at, detail);
    if (sw_is_marked_retry(at))
        sw_remark(l->unit, SW_REMARK_ATOMIC_RETRY, at, detail);
    sw_remark(l->unit, kind, at, detail);
}

/* All rows at once: whole vectors are combined first. */
static void emit_combined_rows(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMValueRef nothing = identity(l, a, LLVMTypeOf(at)), all = NULL;
    for (unsigned row = 0; row < l->rows; row++) {
        sw_take_row(l, row);
        LLVMValueRef values = sw_vector(l, LLVMGetOperand(at, 1));
        values = sw_blend(l, l->mask, values, nothing);
        all = all ? combine(l, a, all, values) : values;
    }
    LLVMValueRef pointer = sw_scalar(l, LLVMGetOperand(at, 0)), total = reduce(l, a, all);
    sw_take_all_rows(l);
    operate(l, at, a, pointer, total);
}

bool sw_emit_atomic_rows(struct sw_lanes *l, LLVMValueRef at) {
    struct sw_atomic a;
    if (!sw_atomic_of(at, &a) || LLVMGetFirstUse(at) || !can_combine(&a))
        return false;
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    if (sw_kind(l, pointer) != SW_UNIFORM || !sw_is_alike(l, pointer))
        return false;
    remark_atomic(l, at, SW_REMARK_ATOMIC_COMBINED);
    emit_combined_rows(l, at, &a);
    return true;
}

/* One load for all lanes. */
static void emit_load(struct sw_lanes *l, LLVMValueRef at) {
    LLVMValueRef pointer = sw_scalar(l, LLVMGetOperand(at, 0)), made = LLVMInstructionClone(at);
    LLVMSetOperand(made, 0, sw_safe_pointer(l, pointer, LLVMTypeOf(at)));
    sw_insert_clone(l, made);
    sw_set_scalar(l, at, made);
}

void sw_emit_atomic(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    bool is_used = LLVMGetFirstUse(at) != NULL;
    if (sw_kind(l, pointer) == SW_UNIFORM && can_combine(a) && !(is_used && is_float(a->type) && a->op == SW_ATOMIC_add)) {
        remark_atomic(l, at, is_used ? SW_REMARK_ATOMIC_PREFIXED : SW_REMARK_ATOMIC_COMBINED);
        emit_combined(l, at, a);
    } else if (sw_emit_atomic_ordered(l, at, a)) {
        remark_atomic(l, at, is_used ? SW_REMARK_ATOMIC_PREFIXED : SW_REMARK_ATOMIC_COMBINED);
    } else if (a->op == SW_ATOMIC_load && sw_kind(l, at) != SW_VARYING) {
        sw_remark(l->unit, SW_REMARK_LOAD_UNIFORM, at, NULL);
        emit_load(l, at);
    } else if (a->op == SW_ATOMIC_load || a->op == SW_ATOMIC_store) {
        remark_atomic(l, at, SW_REMARK_ATOMIC_LANES);
        sw_emit_serial(l, at);
    } else if (sw_emit_atomic_side_by_side(l, at, a)) {
        remark_atomic(l, at, SW_REMARK_ATOMIC_VECTOR);
    } else if (!is_used && a->op != SW_ATOMIC_cas) {
        remark_atomic(l, at, sw_has_wide_form(l, at, a) ? SW_REMARK_ATOMIC_WIDE : SW_REMARK_ATOMIC_WRITTEN_OUT);
        sw_emit_atomic_each(l, at, a);
    } else {
        remark_atomic(l, at, SW_REMARK_ATOMIC_LANES);
        sw_emit_serial(l, at);
    }
}
