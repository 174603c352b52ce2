/* Atomic operations of a warp: chooses the form, and makes the one in which all lanes have one address and their order does
 * not matter. That combines the lanes' values in registers and makes one operation on memory; the value that each lane
 * finds follows from what memory held and from the values of the lanes before it.
 *
 *   the order of the lanes decides           ordered.c
 *   the result is rounded (sums of floats)   chain.c; with --fast-atomics, and no result used, it is combined here
 *   addresses differ                         each.c
 *
 * The operations keep<predicate>, new = old <predicate> value ? old : value, pick the largest or smallest number. Zeros of
 * both signs are equal, and the first or the last of equals is kept, so the lanes are combined in their order. A value
 * that is a NaN changes nothing under an unordered predicate. Under an ordered predicate it replaces what memory held,
 * and the next value replaces it: then the lanes go one by one. */
#include "lockstep/atomic/atomic.h"
#include "lockstep/atomic/deferred.h"
#include "lockstep/atomic/forms.h"
#include "lockstep/emit/serial.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

/* Whether it makes a difference to the result what is done first, m + a or a + b, and the program has not permitted
 * that. */
static bool is_rounded(const struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    bool is_permitted = l->unit->options.fast_atomics && sw_atomic_adds(a) && !LLVMGetFirstUse(at);
    bool is_exact = !sw_atomic_is_float(a->type) ||
                    !(sw_atomic_adds(a) || a->op == SW_ATOMIC_sub || a->op == SW_ATOMIC_mul);
    return !SW_PROVED(atomics_combine_exactly, is_exact || is_permitted);
}

static bool is_float(enum sw_atomic_type type) {
    return type == SW_TYPE_f32 || type == SW_TYPE_f64;
}

static bool is_integer(enum sw_atomic_type type) {
    return type == SW_TYPE_i32 || type == SW_TYPE_u32 || type == SW_TYPE_i64 || type == SW_TYPE_u64;
}

static bool is_keep(const struct sw_atomic *a) {
    return a->op >= SW_ATOMIC_keepogt && a->op <= SW_ATOMIC_keepule;
}

/* Keeps what is greater, or less. */
static bool is_keep_greater(const struct sw_atomic *a) {
    return is_keep(a) && a->op <= SW_ATOMIC_keepuge;
}

static bool is_keep_ordered(const struct sw_atomic *a) {
    return a->op == SW_ATOMIC_keepogt || a->op == SW_ATOMIC_keepoge || a->op == SW_ATOMIC_keepolt ||
           a->op == SW_ATOMIC_keepole;
}

/* Whether what several lanes do, one after the other, is one operation of the same kind; NaNs of ordered ones, and what
 * is rounded, aside. */
static bool can_combine(const struct sw_atomic *a) {
    switch (a->op) {
    case SW_ATOMIC_add:
    case SW_ATOMIC_addftz:
    case SW_ATOMIC_min:
    case SW_ATOMIC_max:
        return is_integer(a->type) || is_float(a->type);
    case SW_ATOMIC_sub:
    case SW_ATOMIC_mul:
    case SW_ATOMIC_and:
    case SW_ATOMIC_or:
    case SW_ATOMIC_xor:
        return is_integer(a->type);
    default:
        return is_keep(a) && is_float(a->type);
    }
}

/* Of float minima and maxima a NaN, which they ignore; of sums -0. */
static double float_identity(const struct sw_atomic *a) {
    if (is_keep(a))
        return is_keep_greater(a) ? -__builtin_inf() : __builtin_inf();
    return sw_atomic_adds(a) ? -0.0 : __builtin_nan("");
}

/* The value that changes nothing. */
static LLVMValueRef identity(struct sw_lanes *l, const struct sw_atomic *a, LLVMTypeRef type) {
    unsigned bits = is_float(a->type) ? 0 : LLVMGetIntTypeWidth(type);
    bool is_signed = a->type == SW_TYPE_i32 || a->type == SW_TYPE_i64;
    if (is_float(a->type))
        return sw_splat(l, LLVMConstReal(type, float_identity(a)));
    switch (a->op) {
    case SW_ATOMIC_mul:
        return sw_splat(l, sw_const(type, 1));
    case SW_ATOMIC_and:
        return LLVMConstAllOnes(LLVMVectorType(type, l->width));
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

/* Halves with halves, where any order is as good as another; else neighbours with neighbours. */
static LLVMValueRef reduce(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef values) {
    for (unsigned count = l->width / 2; count; count /= 2) {
        unsigned step = is_keep(a) ? 2 : 1, distance = is_keep(a) ? 1 : count;
        LLVMValueRef low = sw_elements(l, values, 0, step, count), high = sw_elements(l, values, distance, step, count);
        values = combine(l, a, low, high);
    }
    return LLVMBuildExtractElement(l->ir->builder, values, sw_const(l->ir->i32, 0), "");
}

LLVMValueRef sw_moved_up(struct sw_lanes *l, LLVMValueRef values, LLVMValueRef fill, unsigned distance) {
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, l->width * sizeof *order);
    for (unsigned i = 0; i < l->width; i++)
        order[i] = sw_const(l->ir->i32, i < distance ? l->width + i : i - distance);
    return LLVMBuildShuffleVector(l->ir->builder, values, fill, LLVMConstVector(order, l->width), "");
}

/* What the lanes before each lane come to together. */
static LLVMValueRef prefixes(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef values, LLVMValueRef fill) {
    for (unsigned distance = 1; distance < l->width; distance *= 2) {
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

/* The lanes' values, and of those that change nothing the identity. */
static LLVMValueRef values_of(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a, LLVMValueRef nothing) {
    LLVMValueRef values = sw_vector(l, LLVMGetOperand(at, 1)), mask = l->mask;
    if (is_keep(a) && !is_keep_ordered(a))
        mask = sw_mask_and(l, mask, LLVMBuildFCmp(l->ir->builder, LLVMRealORD, values, values, ""), false);
    return sw_blend(l, mask, values, nothing);
}

/* What each lane finds. Before the first lane there is no value, not even the identity, which would replace a NaN. */
static LLVMValueRef old_values(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef old, LLVMValueRef before) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef olds = sw_splat(l, old);
    if (a->op == SW_ATOMIC_sub)
        return LLVMBuildSub(b, olds, before, "");
    olds = combine(l, a, olds, before);
    return is_float(a->type) ? LLVMBuildInsertElement(b, olds, old, sw_first_lane(l), "") : olds;
}

/* Returns the old values, if they are used. */
static LLVMValueRef combined(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMValueRef pointer = sw_safe_pointer(l, sw_scalar(l, LLVMGetOperand(at, 0)), LLVMTypeOf(at));
    LLVMValueRef nothing = identity(l, a, LLVMTypeOf(at)), values = values_of(l, at, a, nothing);
    LLVMValueRef total = reduce(l, a, values), old = operate(l, at, a, pointer, total);
    if (!LLVMGetFirstUse(at))
        return NULL;
    return old_values(l, a, old, prefixes(l, a, values, nothing));
}

/* br (a lane that runs brings a NaN), nan: lane by lane, numbers: combined */
static LLVMValueRef combined_if_numbers(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMBasicBlockRef way[] = {sw_append_bb(l, "nan"), sw_append_bb(l, "numbers")}, done = sw_append_bb(l, "kept");
    LLVMValueRef values = sw_vector(l, LLVMGetOperand(at, 1)), olds[2] = {NULL};
    sw_scalar(l, LLVMGetOperand(at, 0)); /* all of this is read before control parts */
    if (sw_kind(l, LLVMGetOperand(at, 1)) == SW_UNIFORM)
        sw_scalar(l, LLVMGetOperand(at, 1));
    LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, values, values, "");
    is_nan = sw_mask_any(l, sw_mask_and(l, l->mask, is_nan, false));
    LLVMBuildCondBr(b, is_nan, way[0], way[1]);
    LLVMPositionBuilderAtEnd(b, way[0]);
    sw_emit_serial(l, at);
    if (LLVMGetFirstUse(at))
        olds[0] = sw_vector(l, at);
    way[0] = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, way[1]);
    olds[1] = combined(l, at, a);
    way[1] = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, done);
    if (!olds[0])
        return NULL;
    LLVMValueRef both = LLVMBuildPhi(b, LLVMTypeOf(olds[0]), "");
    LLVMAddIncoming(both, olds, way, 2);
    return both;
}

static void emit_combined(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    bool is_of_numbers = SW_PROVED(atomic_of_numbers, !is_keep_ordered(a));
    LLVMValueRef olds = is_of_numbers ? combined(l, at, a) : combined_if_numbers(l, at, a);
    if (olds)
        sw_set_vector(l, at, olds);
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
    for (unsigned row = l->first_row; row < l->end_row; row++) {
        sw_take_row(l, row);
        LLVMValueRef values = values_of(l, at, a, nothing);
        all = all ? combine(l, a, all, values) : values;
    }
    LLVMValueRef pointer = sw_scalar(l, LLVMGetOperand(at, 0)), total = reduce(l, a, all);
    sw_take_all_rows(l);
    operate(l, at, a, pointer, total);
}

/* What may be put off goes row by row to the runtime, which makes chains itself. */
static bool emit_chain_of_rows(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    if (a->is_deferred || !sw_is_chained(l, at, a))
        return false;
    remark_atomic(l, at, SW_REMARK_ATOMIC_CHAINED);
    sw_emit_atomic_chain_of_rows(l, at, a);
    return true;
}

bool sw_emit_atomic_rows(struct sw_lanes *l, LLVMValueRef at) {
    struct sw_atomic a;
    if (!sw_atomic_of(at, &a) || LLVMGetFirstUse(at))
        return false;
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    if (sw_kind(l, pointer) != SW_UNIFORM || !SW_PROVED(atomic_one_address_of_rows, sw_is_common(l, pointer)))
        return false;
    if (is_rounded(l, at, &a))
        return emit_chain_of_rows(l, at, &a);
    if (!can_combine(&a) || is_keep_ordered(&a))
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

static void emit_chain(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    struct sw_later later;
    sw_scalar(l, LLVMGetOperand(at, 0)); /* read before control parts */
    if (a->is_deferred)
        sw_open_later(l, at, a, &later);
    sw_emit_atomic_chain(l, at, a);
    if (a->is_deferred)
        sw_close_later(l, &later);
}

void sw_emit_atomic(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    bool is_used = LLVMGetFirstUse(at) != NULL, rounds = is_rounded(l, at, a);
    if (rounds && sw_is_chained(l, at, a)) {
        remark_atomic(l, at, SW_REMARK_ATOMIC_CHAINED);
        emit_chain(l, at, a);
    } else if (can_combine(a) && !rounds && SW_PROVED(atomic_one_address, sw_kind(l, pointer) == SW_UNIFORM)) {
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
    } else if (sw_has_conflict_free_form(l, at, a)) {
        remark_atomic(l, at, SW_REMARK_ATOMIC_CONFLICT_FREE);
        sw_emit_atomic_conflict_free(l, at, a);
    } else if (!is_used && a->op != SW_ATOMIC_cas) {
        remark_atomic(l, at, sw_has_wide_form(l, at, a) ? SW_REMARK_ATOMIC_WIDE : SW_REMARK_ATOMIC_WRITTEN_OUT);
        sw_emit_atomic_each(l, at, a);
    } else {
        remark_atomic(l, at, SW_REMARK_ATOMIC_LANES);
        sw_emit_atomic_by_lane(l, at, a);
    }
}
