/* Retries: a compare-and-swap loop that is one read-modify-write becomes one marker call.
 *
 *      guess = load p                                        old = __sw_atomic_max_f32_device(p, v)
 *      do { old = phi(guess, found)                          ... uses of old, and of what f(old) is
 *           found = __sw_atomic_cas_i32_device(p, old, f(old))   =>
 *      } while (found != old)
 *
 *      while (old = phi(guess, found), old < v)              if (guess < v)
 *           found = cas(p, old, v); if (found == old) break      old = __sw_atomic_keepuge_f32_device(p, v)
 *
 * Every such call is an execution that the loop may have: the one in which nobody comes between. The first test of the
 * second form stays, on the guess, because a loop that leaves there writes nothing; and a thread whose value changes
 * nothing then only reads. Behind the call the loop may have ended by success or by the test, and which of the two
 * follows from old: what leaves the loop is computed anew from it. Values that count the tries (other phis of the
 * header) cannot be, and where one leaves the loop, it stays. */
#include "transform/transform.h"
#include "softwarp/assumptions.h"

struct rewrite {
    struct sw_unit *unit;
    const struct sw_cfg *cfg;
    const struct sw_loop *loop;
    const struct sw_retry *retry;
    LLVMValueRef old;    /* the marker's result, as the cas gave it; null while asking what can be done */
    struct sw_map *made; /* values of the loop -> what they are in the end */
};

/* Whether a value of the loop can be told, in the end, from old. */
static bool can_tell(const struct rewrite *w, LLVMValueRef value) {
    const struct sw_retry *r = w->retry;
    LLVMValueRef side = sw_retry_side(r, value, true);
    if (!sw_loop_has(w->cfg, w->loop, value) || value == r->old || value == r->cas || value == r->success)
        return true;
    if (side)
        return can_tell(w, side);
    if (!sw_is_pure(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!can_tell(w, LLVMGetOperand(value, (unsigned)i)))
            return false;
    return true;
}

static LLVMValueRef bits_as(struct rewrite *w, LLVMValueRef value, LLVMTypeRef type) {
    while (LLVMTypeOf(value) != type && LLVMIsABitCastInst(value))
        value = LLVMGetOperand(value, 0);
    return LLVMTypeOf(value) == type ? value : LLVMBuildBitCast(w->unit->ir.builder, value, type, "");
}

/* A value as it is in the end. */
static LLVMValueRef tell(struct rewrite *w, LLVMValueRef value) {
    const struct sw_retry *r = w->retry;
    LLVMValueRef side = sw_retry_side(r, value, true), known = sw_map_get(w->made, value);
    if (!sw_loop_has(w->cfg, w->loop, value))
        return value;
    if (known)
        return known;
    if (side)
        return tell(w, side);
    if (value == r->success)
        return sw_const(w->unit->ir.i1, r->is_success_when);
    if (value == r->cas || value == r->old || LLVMIsABitCastInst(value)) {
        LLVMValueRef bits = LLVMIsABitCastInst(value) ? tell(w, LLVMGetOperand(value, 0)) : w->old;
        known = bits_as(w, bits, LLVMTypeOf(value));
    } else {
        known = LLVMInstructionClone(value);
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            LLVMSetOperand(known, (unsigned)i, tell(w, LLVMGetOperand(value, (unsigned)i)));
        LLVMInsertIntoBuilderWithName(w->unit->ir.builder, known, sw_name(value));
    }
    sw_map_put(w->made, value, known);
    return known;
}

static bool is_phi(LLVMValueRef at) {
    return at && LLVMIsAPHINode(at);
}

/* The number of the value that a phi has from a bb; -1 for none. */
static int incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return (int)i;
    return -1;
}

/* Whether phis of the exits are the only uses outside (LCSSA form). */
static bool leaves_by_phis(const struct rewrite *w, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMBasicBlockRef bb = LLVMGetInstructionParent(user);
        if (!sw_loop_has(w->cfg, w->loop, user) && !(is_phi(user) && (bb == w->retry->done || bb == w->retry->skip)))
            return false;
    }
    return true;
}

static bool phis_can_be_told(const struct rewrite *w, LLVMBasicBlockRef exit) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(exit); is_phi(phi); phi = LLVMGetNextInstruction(phi))
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
            if (!SW_PROVED(retry_can_be_told, can_tell(w, LLVMGetIncomingValue(phi, i))))
                return false;
    return true;
}

/* The header has one way in, and everything that leaves the loop can be told. */
static bool is_ready(const struct rewrite *w, const struct sw_values *members) {
    const struct sw_retry *r = w->retry;
    if (LLVMCountIncoming(r->old) != 2 || !phis_can_be_told(w, r->done) || (r->skip && !phis_can_be_told(w, r->skip)))
        return false;
    for (size_t i = 0; i < members->count; i++)
        if (!leaves_by_phis(w, members->at[i]))
            return false;
    return true;
}

/* The types of a marker's value: those that C has no type for travel as integers. */
static LLVMTypeRef carrier(struct rewrite *w) {
    switch (w->retry->atomic.type) {
    case SW_TYPE_f32:
        return w->unit->ir.f32;
    case SW_TYPE_f64:
        return w->unit->ir.f64;
    default:
        return LLVMTypeOf(w->retry->cas);
    }
}

static void call_marker(struct rewrite *w) {
    struct sw_ir *ir = &w->unit->ir;
    LLVMTypeRef type = carrier(w);
    LLVMValueRef cas = w->retry->cas, args[2];
    LLVMTypeRef function = LLVMFunctionType(type, (LLVMTypeRef[]){ir->ptr, type}, 2, 0);
    LLVMValueRef marker = sw_declare(ir, sw_atomic_name(ir, &w->retry->atomic), function);
    sw_before(ir, cas);
    args[0] = LLVMGetOperand(cas, 0);
    args[1] = bits_as(w, w->retry->operand, type);
    LLVMValueRef call = sw_call(ir, marker, args, 2, "");
    sw_mark_retry(ir, call);
    w->old = bits_as(w, call, LLVMTypeOf(cas));
}

/* Both exits are one bb: what comes out depends on which of the two it was. */
static void merge_exits(struct rewrite *w) {
    const struct sw_retry *r = w->retry;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(r->done); is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
        unsigned from_swap = (unsigned)incoming(phi, r->swap);
        LLVMValueRef skipped = tell(w, LLVMGetIncomingValue(phi, (unsigned)incoming(phi, r->head)));
        LLVMValueRef swapped = tell(w, LLVMGetIncomingValue(phi, from_swap));
        if (skipped != swapped) {
            LLVMValueRef test = tell(w, r->test);
            swapped = LLVMBuildSelect(w->unit->ir.builder, test, r->skips_when ? skipped : swapped,
                                      r->skips_when ? swapped : skipped, "");
        }
        LLVMSetOperand(phi, from_swap, swapped);
    }
    LLVMBuildBr(w->unit->ir.builder, r->done);
}

static void tell_done(struct rewrite *w) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(w->retry->done); is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
        unsigned from_swap = (unsigned)incoming(phi, w->retry->swap);
        LLVMSetOperand(phi, from_swap, tell(w, LLVMGetIncomingValue(phi, from_swap)));
    }
}

/* The end of swap: to done, or to where the test leads. */
static void leave(struct rewrite *w) {
    const struct sw_retry *r = w->retry;
    LLVMBuilderRef b = w->unit->ir.builder;
    if (r->skip == r->done) {
        merge_exits(w);
        return;
    }
    tell_done(w);
    if (!r->skip) {
        LLVMBuildBr(b, r->done);
        return;
    }
    LLVMValueRef test = tell(w, r->test);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(r->skip); is_phi(phi); phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = tell(w, LLVMGetIncomingValue(phi, (unsigned)incoming(phi, r->head)));
        LLVMBasicBlockRef from = r->swap;
        LLVMAddIncoming(phi, &value, &from, 1);
    }
    LLVMBuildCondBr(b, test, r->skips_when ? r->skip : r->done, r->skips_when ? r->done : r->skip);
}

/* The head runs once: its phis are what they were on the way in. */
static void drop_phis(struct rewrite *w) {
    LLVMValueRef next;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(w->retry->head); is_phi(phi); phi = next) {
        next = LLVMGetNextInstruction(phi);
        sw_replace(phi, LLVMGetIncomingValue(phi, !incoming(phi, w->retry->back)));
    }
}

/* What the loop computed for itself: the users come behind what they use. */
static void drop_unused(const struct sw_values *members) {
    for (size_t i = members->count; i-- > 0;)
        if (!LLVMGetFirstUse(members->at[i]))
            LLVMInstructionEraseFromParent(members->at[i]);
}

static void rewrite(struct rewrite *w, const struct sw_values *pure) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(w->retry->swap), cas = w->retry->cas;
    call_marker(w);
    sw_before(&w->unit->ir, end);
    leave(w);
    LLVMInstructionEraseFromParent(end);
    drop_phis(w);
    sw_replace(cas, w->old);
    drop_unused(pure);
}

/* The instructions of the loop; those that are pure once more. */
static void collect(struct rewrite *w, struct sw_values *members, struct sw_values *pure) {
    LLVMBasicBlockRef bbs[] = {w->retry->head, w->retry->swap};
    for (unsigned i = bbs[0] == bbs[1]; i < 2; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(bbs[i]); at; at = LLVMGetNextInstruction(at)) {
            sw_vec_push(w->unit->ir.arena, members, at);
            if (sw_is_pure(at))
                sw_vec_push(w->unit->ir.arena, pure, at);
        }
}

typedef bool (*found_retry)(struct rewrite *w);

static bool only_say(struct rewrite *w) {
    (void)w;
    return true;
}

static bool rewrite_if_ready(struct rewrite *w) {
    struct sw_values members = {0}, pure = {0};
    collect(w, &members, &pure);
    if (!is_ready(w, &members))
        return false;
    rewrite(w, &pure);
    return true;
}

/* Calls `found` for every retry loop of the module; whether it said yes for one. */
static bool visit_retries(struct sw_unit *unit, found_retry found) {
    struct sw_values functions;
    bool any = false;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        struct sw_cfg cfg;
        sw_cfg_build(&unit->ir, functions.at[i], &cfg);
        for (size_t k = 0; k < cfg.loops.count; k++) {
            struct sw_retry retry;
            struct rewrite w = {unit, &cfg, &cfg.loops.at[k], &retry, NULL, sw_map_create(unit->ir.arena)};
            if (sw_retry_of(&cfg, &cfg.loops.at[k], &retry))
                any |= found(&w);
        }
    }
    return any;
}

void sw_pass_retries(struct sw_unit *unit) {
    if (unit->options.check || !visit_retries(unit, only_say))
        return;
    sw_ir_run_passes(&unit->ir, "function(loop-simplify,lcssa)", NULL);
    if (visit_retries(unit, rewrite_if_ready))
        sw_ir_run_passes(&unit->ir, "function(dce,simplifycfg)", NULL);
}
