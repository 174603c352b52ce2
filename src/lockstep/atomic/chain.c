/* Atomic operations of a warp on one address whose result is rounded: sums, differences and products of floats. What
 * comes out must be what one operation after the other gives, (m + a) + b, and m + (a + b) is not: it may be rounded
 * otherwise, be infinite, or 0 for 1. So the lanes' values are no sum in registers, but a chain that begins with what
 * memory holds, and one operation brings the end of the chain to memory:
 *
 *      atomic.guess:  guess = load p                         within a block: a load, the chain, a store
 *      atomic.chain:  seen = phi(guess, found)
 *                     new = seen; for each lane that runs: olds[lane] = new; new = op(new, values[lane])
 *                     found = cas(p, seen, new)
 *                     found == seen ? atomic.done : atomic.chain
 *
 * That is an order of single operations with nobody between; each lane finds what the lanes before it have left. The
 * rows of a whole block are one chain. Values lie in memory meanwhile, an element a lane.
 *
 * Where denormals are flushed that would be most of the way from one addition to the next. So the chain is tried without,
 * and says whether a denormal was among values or sums, which is seldom; then it is made again. */
#include "lockstep/atomic/combine.h"
#include "lockstep/atomic/forms.h"
#include "lockstep/emit/serial.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"

struct row {
    LLVMValueRef bits, values;
};
struct sum {
    LLVMValueRef value, tiny;
}; /* tiny: whether there was a denormal; null: nobody asks */

struct chain {
    struct sw_lanes *l;
    LLVMValueRef at, pointer;
    const struct sw_atomic *atomic;
    LLVMTypeRef carrier, type, bits; /* of one value: in the source; as it is computed; as an integer */
    unsigned size, rows;
    struct row *row;
    bool flushes;
    LLVMValueRef olds; /* memory for what the lanes find; null: nobody asks */
};

bool sw_is_chained(const struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    bool is_rounded = a->op == SW_ATOMIC_add || a->op == SW_ATOMIC_addftz || a->op == SW_ATOMIC_sub ||
                      a->op == SW_ATOMIC_mul;
    bool is_scalar = LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVectorTypeKind;
    return is_rounded && is_scalar && sw_atomic_is_float(a->type) && sw_kind(l, LLVMGetOperand(at, 0)) == SW_UNIFORM;
}

static LLVMValueRef as(struct chain *c, LLVMValueRef value, LLVMTypeRef type) {
    return LLVMTypeOf(value) == type ? value : LLVMBuildBitCast(c->l->ir->builder, value, type, "");
}

static struct chain chain_of(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    struct chain c = {.l = l, .at = at, .atomic = a, .carrier = LLVMTypeOf(at)};
    c.row = sw_arena_alloc(l->ir->arena, l->rows * sizeof *c.row);
    c.type = sw_atomic_value_type(l->ir, a->type);
    c.size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(l->ir->module), c.type);
    c.bits = LLVMIntTypeInContext(l->ir->context, c.size * 8);
    c.pointer = sw_scalar(l, LLVMGetOperand(at, 0));
    return c;
}

/* The current row's lanes join. Before control parts. */
static void add_row(struct chain *c) {
    struct sw_lanes *l = c->l;
    assert(c->rows < l->rows);
    LLVMValueRef vector = sw_vector(l, LLVMGetOperand(c->at, 1));
    struct row row = {.bits = sw_mask_bits(l, l->mask), .values = sw_open_memory(l, LLVMTypeOf(vector))};
    LLVMSetAlignment(LLVMBuildStore(l->ir->builder, vector, row.values), SW_LOCAL_ALIGN);
    c->row[c->rows++] = row;
}

static LLVMValueRef element(struct chain *c, LLVMValueRef memory, LLVMValueRef lane) {
    return LLVMBuildInBoundsGEP2(c->l->ir->builder, c->carrier, memory, &lane, 1, "");
}

static LLVMValueRef is_tiny(struct chain *c, LLVMValueRef value) {
    LLVMBuilderRef b = c->l->ir->builder;
    LLVMValueRef bits = LLVMBuildAnd(b, as(c, value, c->bits), sw_const(c->bits, 0x7fffffff), "");
    LLVMValueRef below = LLVMBuildSub(b, bits, sw_const(c->bits, 1), "");
    return LLVMBuildICmp(b, LLVMIntULT, below, sw_const(c->bits, 0x7fffff), "");
}

static struct sum added(struct chain *c, struct sum old, LLVMValueRef value) {
    LLVMBuilderRef b = c->l->ir->builder;
    struct sum new = {LLVMBuildFAdd(b, old.value, value, ""), NULL};
    LLVMValueRef by = is_tiny(c, value), sum = is_tiny(c, new.value), either = LLVMBuildOr(b, by, sum, "");
    new.tiny = LLVMBuildOr(b, old.tiny, either, "");
    return new;
}

/* One lane: what it finds is kept, what it leaves is returned. Where denormals are flushed, `old` has been. */
static struct sum step(struct chain *c, const struct row *row, LLVMValueRef lane, struct sum old) {
    LLVMBuilderRef b = c->l->ir->builder;
    LLVMValueRef value = LLVMBuildLoad2(b, c->carrier, element(c, row->values, lane), "");
    if (c->olds)
        LLVMBuildStore(b, as(c, old.value, c->carrier), element(c, c->olds, lane));
    value = as(c, value, c->type);
    if (old.tiny)
        return added(c, old, value);
    if (!c->flushes)
        return (struct sum){sw_atomic_combine(c->l->ir, c->atomic, old.value, value), NULL};
    value = LLVMBuildFAdd(b, old.value, sw_atomic_flushed(c->l->ir, value), "");
    return (struct sum){sw_atomic_flushed(c->l->ir, value), NULL};
}

static LLVMValueRef is_any(struct chain *c, LLVMValueRef bits) {
    return LLVMBuildICmp(c->l->ir->builder, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
}

static struct sum phi_of_sum(struct chain *c, struct sum like, const char *name) {
    LLVMBuilderRef b = c->l->ir->builder;
    struct sum phi = {LLVMBuildPhi(b, c->type, name), NULL};
    if (like.tiny)
        phi.tiny = LLVMBuildPhi(b, c->l->ir->i1, "tiny");
    return phi;
}

static void add_incoming(struct sum phi, struct sum value, LLVMBasicBlockRef from) {
    LLVMAddIncoming(phi.value, &value.value, &from, 1);
    if (phi.tiny)
        LLVMAddIncoming(phi.tiny, &value.tiny, &from, 1);
}

/* One row's lanes, from the first that runs to the last. */
static struct sum link_row(struct chain *c, const struct row *row, struct sum old) {
    LLVMBuilderRef b = c->l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(row->bits);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b), loop = sw_append_bb(c->l, "atomic.link");
    LLVMBasicBlockRef done = sw_append_bb(c->l, "atomic.linked");
    LLVMBuildCondBr(b, is_any(c, row->bits), loop, done);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef left = LLVMBuildPhi(b, type, "left");
    struct sum before = phi_of_sum(c, old, "before");
    LLVMValueRef args[] = {left, sw_const(c->l->ir->i1, 1)};
    LLVMValueRef lane = sw_call_intrinsic(c->l->ir, "llvm.cttz", &type, 1, args, 2, "");
    struct sum new = step(c, row, LLVMBuildIntCast2(b, lane, c->l->ir->i32, 0, "lane"), before);
    LLVMValueRef below = LLVMBuildSub(b, left, sw_const(type, 1), "");
    LLVMValueRef rest = LLVMBuildAnd(b, left, below, "");
    LLVMAddIncoming(left, (LLVMValueRef[]){row->bits, rest}, (LLVMBasicBlockRef[]){from, loop}, 2);
    add_incoming(before, old, from);
    add_incoming(before, new, loop);
    LLVMBuildCondBr(b, is_any(c, rest), loop, done);
    LLVMPositionBuilderAtEnd(b, done);
    struct sum result = phi_of_sum(c, old, "");
    add_incoming(result, old, from);
    add_incoming(result, new, loop);
    return result;
}

static struct sum link_rows(struct chain *c, struct sum sum) {
    for (unsigned i = 0; i < c->rows; i++)
        sum = link_row(c, &c->row[i], sum);
    return sum;
}

/* Without a denormal there is nothing to flush. */
static LLVMValueRef link_flushing(struct chain *c, LLVMValueRef first) {
    assert(!c->flushes && c->type == c->l->ir->f32);
    LLVMBuilderRef b = c->l->ir->builder;
    LLVMBasicBlockRef again = sw_append_bb(c->l, "atomic.flush"), done = sw_append_bb(c->l, "atomic.flushed");
    struct sum tried = link_rows(c, (struct sum){first, is_tiny(c, first)}), made = {NULL, NULL};
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
    LLVMBuildCondBr(b, tried.tiny, again, done);
    LLVMPositionBuilderAtEnd(b, again);
    c->flushes = true;
    made = link_rows(c, (struct sum){sw_atomic_flushed(c->l->ir, first), NULL});
    c->flushes = false;
    again = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, done);
    LLVMValueRef sum = LLVMBuildPhi(b, c->type, "");
    LLVMAddIncoming(sum, (LLVMValueRef[]){tried.value, made.value}, (LLVMBasicBlockRef[]){from, again}, 2);
    return sum;
}

/* From what memory holds to what it shall hold, as bits. */
static LLVMValueRef link_all(struct chain *c, LLVMValueRef seen) {
    LLVMValueRef value = as(c, seen, c->type);
    if (c->atomic->op == SW_ATOMIC_addftz)
        value = link_flushing(c, value);
    else
        value = link_rows(c, (struct sum){value, NULL}).value;
    if (c->olds) /* the first finds what was there, denormal or not */
        LLVMBuildStore(c->l->ir->builder, as(c, seen, c->carrier), element(c, c->olds, sw_first_lane(c->l)));
    return as(c, value, c->bits);
}

static LLVMValueRef load(struct chain *c) {
    LLVMValueRef seen = LLVMBuildLoad2(c->l->ir->builder, c->bits, c->pointer, "guess");
    LLVMSetAlignment(seen, c->size);
    return seen;
}

/* Nobody comes between. */
static void operate_plainly(struct chain *c) {
    LLVMValueRef new = link_all(c, load(c));
    LLVMSetAlignment(LLVMBuildStore(c->l->ir->builder, new, c->pointer), c->size);
}

static LLVMValueRef swap(struct chain *c, LLVMValueRef seen, LLVMValueRef new) {
    assert(c->size == 2 || c->size == 4 || c->size == 8);
    struct sw_ir *ir = c->l->ir;
    LLVMTypeRef params[] = {LLVMTypeOf(c->pointer), c->bits, c->bits};
    enum sw_atomic_type type = c->size == 8 ? SW_TYPE_u64 : c->size == 4 ? SW_TYPE_u32 : SW_TYPE_u16;
    struct sw_atomic cas = {.op = SW_ATOMIC_cas, .type = type, .scope = c->atomic->scope};
    LLVMValueRef marker = sw_declare(ir, sw_atomic_name(ir, &cas), LLVMFunctionType(c->bits, params, 3, 0));
    return sw_call(ir, marker, (LLVMValueRef[]){c->pointer, seen, new}, 3, "found");
}

/* Until nobody has come between. */
static void operate_by_swapping(struct chain *c) {
    LLVMBuilderRef b = c->l->ir->builder;
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b), loop = sw_append_bb(c->l, "atomic.chain");
    LLVMBasicBlockRef done = sw_append_bb(c->l, "atomic.chained");
    LLVMValueRef guess = load(c);
    LLVMSetOrdering(guess, LLVMAtomicOrderingMonotonic);
    LLVMBuildBr(b, loop);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef seen = LLVMBuildPhi(b, c->bits, "seen"), new = link_all(c, seen), found = swap(c, seen, new);
    LLVMBasicBlockRef end = LLVMGetInsertBlock(b);
    LLVMAddIncoming(seen, (LLVMValueRef[]){guess, found}, (LLVMBasicBlockRef[]){from, end}, 2);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, found, seen, ""), done, loop);
    LLVMPositionBuilderAtEnd(b, done);
}

/* Not at all where none of the lanes runs. Leaves the builder behind it all. */
static void operate(struct chain *c) {
    struct sw_lanes *l = c->l;
    assert(c->rows == 1 || !c->olds); /* the lanes of many rows find nothing */
    LLVMBuilderRef b = l->ir->builder;
    LLVMBasicBlockRef some = sw_append_bb(l, "atomic.guess"), done = sw_append_bb(l, "atomic.done");
    if (!sw_is_one_row(l) && !sw_is_full(l->mask))
        LLVMBuildCondBr(b, sw_mask_any(l, l->mask), some, done);
    else
        LLVMBuildBr(b, some);
    LLVMPositionBuilderAtEnd(b, some);
    sw_emit_alignment_test(l, c->pointer, c->size);
    if (sw_atomic_is_plain(c->l->unit, c->at, c->atomic))
        operate_plainly(c);
    else
        operate_by_swapping(c);
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, done);
}

static void close_rows(struct chain *c) {
    for (unsigned i = 0; i < c->rows; i++)
        sw_lifetime(c->l, c->row[i].values, false);
}

void sw_emit_atomic_chain(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    struct chain c = chain_of(l, at, a);
    if (LLVMGetFirstUse(at))
        c.olds = sw_open_memory(l, LLVMVectorType(c.carrier, l->width));
    add_row(&c);
    operate(&c);
    close_rows(&c);
    if (!c.olds)
        return;
    LLVMValueRef olds = LLVMBuildLoad2(l->ir->builder, LLVMVectorType(c.carrier, l->width), c.olds, "");
    LLVMSetAlignment(olds, SW_LOCAL_ALIGN);
    sw_set_vector(l, at, olds);
    sw_lifetime(l, c.olds, false);
}

void sw_emit_atomic_chain_of_rows(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    struct chain c = chain_of(l, at, a);
    for (unsigned row = l->first_row; row < l->end_row; row++) {
        sw_take_row(l, row);
        add_row(&c);
    }
    sw_take_all_rows(l);
    operate(&c);
    close_rows(&c);
}
