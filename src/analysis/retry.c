/* Retry loops: how programs make an atomic operation that CUDA does not have.
 *
 *      do { assumed = old;                                  one bb, and
 *           old = atomicCAS(p, assumed, f(assumed));
 *      } while (old != assumed);
 *
 *      while (!enough(old)) { ... the same ... }            two bbs: the head tests, the other one swaps
 *
 * In the end such a loop has done new = f(old) at one stroke, or left old as it was because that was enough. It is told
 * from other loops by these rules:
 *
 *  1. Its only access to memory is one compare-and-swap, which is tried in every iteration that does not leave before.
 *  2. The compare-and-swap expects what it returned in the last iteration, bit for bit. What it expects in the first is
 *     a guess, and may be anything.
 *  3. The loop ends exactly when the compare-and-swap succeeds, which is tested on integers (a NaN does not equal
 *     itself), or, in the head, when old is enough.
 *  4. f, together with the test, is one of the operations that a marker has (SW_ATOMIC_OPS) with an operand that does
 *     not change in the loop.
 *
 * What leaves the loop is the transformation's concern (transform/retries.c). */
#include "analysis/analysis.h"
#include "softwarp/assumptions.h"

/* The bits of LLVM's floating-point predicates, which serve for integers too: holds when greater, less, equal,
 * unordered. Keeping the operand for equal integers is keeping the old value. */
enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };
struct comparison {
    LLVMValueRef with;
    unsigned holds;
    bool is_float, is_signed;
}; /* of old with something */

struct match {
    const struct sw_cfg *cfg;
    const struct sw_loop *loop;
    struct sw_retry *retry;
    struct sw_atomic cas;
};

/* The value whose bits these are. */
static LLVMValueRef strip(LLVMValueRef value) {
    while (LLVMIsABitCastInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

/* A constant's bits may be written as an integer in one place and as a float in the other. */
static bool is_same(LLVMValueRef a, LLVMValueRef b) {
    a = strip(a);
    b = strip(b);
    bool differ = LLVMIsConstant(a) && LLVMIsConstant(b) && LLVMTypeOf(a) != LLVMTypeOf(b);
    return a == b || (differ && LLVMConstBitCast(a, LLVMTypeOf(b)) == b);
}

static bool is_old(const struct match *m, LLVMValueRef value) {
    return strip(value) == m->retry->old;
}

/* Functions of their arguments alone, by the start of their names: those that rule 4 knows and what may stand among
 * them. */
static bool is_pure_function(LLVMValueRef call) {
    static const char *const names[] = {
        "__nv_fmax",  "__nv_fmin",  "__nv_fadd_rn", "__nv_dadd_rn",  "__nv_fmul_rn",   "__nv_dmul_rn",  "llvm.smax.",
        "llvm.smin.", "llvm.umax.", "llvm.umin.",   "llvm.maxnum.",  "llvm.minnum.",   "llvm.abs.",     "llvm.fabs.",
        "llvm.fshl.", "llvm.fshr.", "llvm.fma.",    "llvm.fmuladd.", "llvm.uadd.sat.", "llvm.usub.sat."};
    const char *name = sw_callee_name(call);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_starts_with(name, names[i]))
            return true;
    return false;
}

bool sw_is_pure(LLVMValueRef at) {
    return LLVMIsABinaryOperator(at) || LLVMIsAUnaryOperator(at) || LLVMIsACastInst(at) || LLVMIsACmpInst(at) ||
           LLVMIsASelectInst(at) || LLVMIsAFreezeInst(at) || LLVMIsAGetElementPtrInst(at) ||
           LLVMIsAExtractElementInst(at) || LLVMIsAInsertElementInst(at) || LLVMIsAShuffleVectorInst(at) ||
           LLVMIsAExtractValueInst(at) || LLVMIsAInsertValueInst(at) || (sw_is_call(at) && is_pure_function(at));
}

/* Whether a value is the same in every iteration. */
static bool is_fixed(const struct match *m, LLVMValueRef value, unsigned depth) {
    if (!sw_loop_has(m->cfg, m->loop, value))
        return true;
    if (!sw_is_pure(value) || depth > 12)
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_fixed(m, LLVMGetOperand(value, (unsigned)i), depth + 1))
            return false;
    return true;
}

/* Shape: the bbs, and where they lead. */

static bool in_bb(const struct match *m, LLVMBasicBlockRef bb) {
    return sw_loop_has(m->cfg, m->loop, LLVMGetBasicBlockTerminator(bb));
}

static bool is_conditional(LLVMValueRef terminator) {
    return LLVMIsABranchInst(terminator) && LLVMIsConditional(terminator) &&
           LLVMGetSuccessor(terminator, 0) != LLVMGetSuccessor(terminator, 1);
}

static bool find_bbs(struct match *m) {
    struct sw_retry *r = m->retry;
    if (m->loop->is_irreducible || m->loop->num_latches != 1)
        return false;
    r->head = m->cfg->bbs[m->loop->header].bb;
    r->swap = m->cfg->bbs[m->loop->latches[0]].bb;
    unsigned count = 0;
    for (unsigned i = 0; i < m->cfg->count; i++)
        count += sw_bitset_get(&m->loop->bbs, i);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(r->swap);
    if (count != (r->head == r->swap ? 1 : 2) || !is_conditional(end))
        return false;
    r->done = LLVMGetSuccessor(end, LLVMGetSuccessor(end, 0) == r->head);
    if (in_bb(m, r->done))
        return false;
    if (r->head == r->swap)
        return true;
    end = LLVMGetBasicBlockTerminator(r->head);
    if (!is_conditional(end))
        return false;
    r->skips_when = LLVMGetSuccessor(end, 1) == r->swap;
    r->skip = LLVMGetSuccessor(end, !r->skips_when);
    r->test = LLVMGetCondition(end);
    return !in_bb(m, r->skip);
}

static bool is_quiet(const struct match *m, LLVMValueRef at) {
    return sw_is_pure(at) || LLVMIsABranchInst(at) ||
           (LLVMIsAPHINode(at) && LLVMGetInstructionParent(at) == m->retry->head) ||
           sw_starts_with(sw_callee_name(at), "llvm.dbg.") || sw_equal(sw_callee_name(at), "sw.yield");
}

/* Rule 1; pauses of a loop that was taken for a waiting one do not count. */
static bool find_swap(struct match *m) {
    LLVMBasicBlockRef bbs[] = {m->retry->head, m->retry->swap};
    for (unsigned i = m->retry->head == m->retry->swap; i < 2; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(bbs[i]); at; at = LLVMGetNextInstruction(at)) {
            struct sw_atomic atomic;
            bool is_swap = !m->retry->cas && bbs[i] == m->retry->swap && sw_atomic_of(at, &atomic) &&
                           atomic.op == SW_ATOMIC_cas;
            if (!is_swap && !SW_PROVED(retry_only_swaps, is_quiet(m, at)))
                return false;
            if (!is_swap)
                continue;
            m->retry->cas = at;
            m->cas = atomic;
        }
    return m->retry->cas && m->cas.type != SW_TYPE_u128 &&
           SW_PROVED(retry_at_one_place, !sw_loop_has(m->cfg, m->loop, LLVMGetOperand(m->retry->cas, 0)));
}

/* Rules 2 and 3. */

static bool compares_for_success(const struct match *m, LLVMValueRef test) {
    LLVMValueRef expected = LLVMGetOperand(m->retry->cas, 1), cas = m->retry->cas;
    LLVMValueRef a = LLVMGetOperand(test, 0), b = LLVMGetOperand(test, 1);
    return LLVMGetICmpPredicate(test) <= LLVMIntNE && ((a == cas && b == expected) || (a == expected && b == cas));
}

static bool success_ends(struct match *m) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(m->retry->swap), test = LLVMGetCondition(end);
    if (!LLVMIsAICmpInst(test) || !compares_for_success(m, test))
        return false;
    bool is_equal = LLVMGetICmpPredicate(test) == LLVMIntEQ;
    m->retry->success = test;
    m->retry->is_success_when = is_equal;
    return SW_PROVED(retry_done_by_success, LLVMGetSuccessor(end, !is_equal) == m->retry->done);
}

LLVMValueRef sw_retry_side(const struct sw_retry *retry, LLVMValueRef select, bool succeeded) {
    if (!LLVMIsASelectInst(select) || LLVMGetOperand(select, 0) != retry->success)
        return NULL;
    return LLVMGetOperand(select, succeeded == retry->is_success_when ? 1 : 2);
}

/* Whether a value, once the compare-and-swap has failed, is what that gave. */
static bool is_found(const struct match *m, LLVMValueRef value) {
    for (LLVMValueRef side; (side = sw_retry_side(m->retry, strip(value), false));)
        value = side;
    return strip(value) == m->retry->cas;
}

static bool expects_what_it_found(struct match *m) {
    LLVMValueRef phi = strip(LLVMGetOperand(m->retry->cas, 1));
    if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != m->retry->head)
        return false;
    m->retry->old = phi;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == m->retry->swap &&
            !SW_PROVED(retry_expects_found, is_found(m, LLVMGetIncomingValue(phi, i))))
            return false;
    return true;
}

/* Rule 4. */

static bool is_operand(const struct match *m, LLVMValueRef old, LLVMValueRef operand) {
    return is_old(m, old) && SW_PROVED(retry_operand_stays, is_fixed(m, operand, 0));
}

static unsigned holds_of(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntUGT:
    case LLVMIntSGT:
        return GREATER;
    case LLVMIntUGE:
    case LLVMIntSGE:
        return GREATER | EQUAL;
    case LLVMIntULT:
    case LLVMIntSLT:
        return LESS;
    case LLVMIntULE:
    case LLVMIntSLE:
        return LESS | EQUAL;
    default:
        return 0;
    }
}

static void negate(struct comparison *c) {
    c->holds ^= c->is_float ? EQUAL | GREATER | LESS | UNORDERED : EQUAL | GREATER | LESS;
}

static void exchange(struct comparison *c) {
    unsigned rest = c->holds & (EQUAL | UNORDERED);
    c->holds = rest | (c->holds & GREATER ? LESS : 0) | (c->holds & LESS ? GREATER : 0);
}

static bool compares_old(const struct match *m, LLVMValueRef test, struct comparison *c) {
    *c = (struct comparison){.is_float = LLVMIsAFCmpInst(test) != NULL};
    if (!c->is_float && !LLVMIsAICmpInst(test))
        return false;
    c->holds = c->is_float ? LLVMGetFCmpPredicate(test) : holds_of(LLVMGetICmpPredicate(test));
    c->is_signed = !c->is_float && LLVMGetICmpPredicate(test) >= LLVMIntSGT;
    LLVMValueRef a = LLVMGetOperand(test, 0), b = LLVMGetOperand(test, 1);
    bool is_reversed = is_old(m, b);
    if (is_reversed)
        exchange(c);
    c->with = is_reversed ? a : b;
    return is_operand(m, is_reversed ? b : a, c->with);
}

static bool set(struct match *m, enum sw_atomic_op op, enum sw_atomic_type type, LLVMValueRef operand) {
    m->retry->atomic = (struct sw_atomic){.op = op, .type = type, .scope = m->cas.scope};
    m->retry->operand = operand;
    return type < SW_ATOMIC_TYPE_COUNT && op < SW_ATOMIC_OP_COUNT;
}

/* The type that a floating-point operation on old has; COUNT for others. */
static enum sw_atomic_type float_type(LLVMTypeRef type) {
    bool is_pair = LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) == 2;
    switch (LLVMGetTypeKind(is_pair ? LLVMGetElementType(type) : type)) {
    case LLVMFloatTypeKind:
        return is_pair ? SW_ATOMIC_TYPE_COUNT : SW_TYPE_f32;
    case LLVMDoubleTypeKind:
        return is_pair ? SW_ATOMIC_TYPE_COUNT : SW_TYPE_f64;
    case LLVMHalfTypeKind:
        return is_pair ? SW_TYPE_v2f16 : SW_TYPE_f16;
    case LLVMBFloatTypeKind:
        return is_pair ? SW_TYPE_v2bf16 : SW_TYPE_bf16;
    default:
        return SW_ATOMIC_TYPE_COUNT;
    }
}

static bool is_pair(enum sw_atomic_type type) {
    return type == SW_TYPE_v2f16 || type == SW_TYPE_v2bf16;
}

/* The type for an order of integers, which the type of the compare-and-swap does not tell. */
static enum sw_atomic_type ordered_type(const struct match *m, bool is_signed) {
    switch (m->cas.type) {
    case SW_TYPE_i32:
    case SW_TYPE_u32:
        return is_signed ? SW_TYPE_i32 : SW_TYPE_u32;
    case SW_TYPE_i64:
    case SW_TYPE_u64:
        return is_signed ? SW_TYPE_i64 : SW_TYPE_u64;
    default:
        return is_signed ? SW_ATOMIC_TYPE_COUNT : m->cas.type;
    }
}

static enum sw_atomic_op keep_op(unsigned holds) {
    switch (holds) {
    case GREATER:
        return SW_ATOMIC_keepogt;
    case GREATER | EQUAL:
        return SW_ATOMIC_keepoge;
    case GREATER | UNORDERED:
        return SW_ATOMIC_keepugt;
    case GREATER | EQUAL | UNORDERED:
        return SW_ATOMIC_keepuge;
    case LESS:
        return SW_ATOMIC_keepolt;
    case LESS | EQUAL:
        return SW_ATOMIC_keepole;
    case LESS | UNORDERED:
        return SW_ATOMIC_keepult;
    case LESS | EQUAL | UNORDERED:
        return SW_ATOMIC_keepule;
    default:
        return SW_ATOMIC_OP_COUNT;
    }
}

/* new = comparison(old, operand) ? old : operand */
static bool set_kept(struct match *m, const struct comparison *c) {
    bool grows = c->holds & GREATER, shrinks = c->holds & LESS;
    if (grows == shrinks)
        return false;
    if (LLVMGetTypeKind(LLVMTypeOf(c->with)) == LLVMIntegerTypeKind)
        return set(m, grows ? SW_ATOMIC_max : SW_ATOMIC_min, ordered_type(m, c->is_signed), c->with);
    enum sw_atomic_type type = float_type(LLVMTypeOf(c->with));
    return !is_pair(type) && set(m, keep_op(c->holds), type, c->with);
}

static bool is_choice(struct match *m, LLVMValueRef new) {
    struct comparison c;
    if (!LLVMIsASelectInst(new) || !compares_old(m, LLVMGetOperand(new, 0), &c))
        return false;
    LLVMValueRef kept = LLVMGetOperand(new, 1), other = LLVMGetOperand(new, 2);
    if (is_old(m, other)) {
        other = kept;
        kept = LLVMGetOperand(new, 2);
        negate(&c);
    }
    return is_old(m, kept) && SW_PROVED(retry_keeps_compared, is_same(other, c.with)) && set_kept(m, &c);
}

/* Both operands in either order. */
static LLVMValueRef partner(const struct match *m, LLVMValueRef at) {
    LLVMValueRef a = LLVMGetOperand(at, 0), b = LLVMGetOperand(at, 1);
    return is_operand(m, a, b) ? b : is_operand(m, b, a) ? a : NULL;
}

/* Calls that are an operation, by the start of their names. */
struct function {
    const char *name;
    enum sw_atomic_op op;
    bool is_float, is_signed;
};
static const struct function functions[] = {
    {"__nv_fmax", SW_ATOMIC_max, true, false},    {"__nv_fmin", SW_ATOMIC_min, true, false},
    {"llvm.maxnum.", SW_ATOMIC_max, true, false}, {"llvm.minnum.", SW_ATOMIC_min, true, false},
    {"__nv_fadd_rn", SW_ATOMIC_add, true, false}, {"__nv_dadd_rn", SW_ATOMIC_add, true, false},
    {"__nv_fmul_rn", SW_ATOMIC_mul, true, false}, {"__nv_dmul_rn", SW_ATOMIC_mul, true, false},
    {"llvm.smax.", SW_ATOMIC_max, false, true},   {"llvm.smin.", SW_ATOMIC_min, false, true},
    {"llvm.umax.", SW_ATOMIC_max, false, false},  {"llvm.umin.", SW_ATOMIC_min, false, false},
};

static bool is_function(struct match *m, LLVMValueRef new) {
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
        const struct function *f = &functions[i];
        if (!sw_starts_with(sw_callee_name(new), f->name))
            continue;
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(new));
        LLVMValueRef operand = partner(m, new);
        if (!operand || (!f->is_float && kind != LLVMIntegerTypeKind))
            return false;
        enum sw_atomic_type type = f->is_float ? float_type(LLVMTypeOf(new)) : ordered_type(m, f->is_signed);
        return !is_pair(type) && set(m, f->op, type, operand);
    }
    return false;
}

/* Whether a value is old plus `amount`. */
static bool is_old_plus(const struct match *m, LLVMValueRef value, long long amount) {
    if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
        return false;
    LLVMValueRef by = LLVMGetOperand(value, 1);
    return is_old(m, LLVMGetOperand(value, 0)) && LLVMIsAConstantInt(by) && LLVMConstIntGetSExtValue(by) == amount;
}

/* Counting round: old < limit ? old + 1 : 0 upwards; downwards old == 0 || old > limit ? limit : old - 1, which is the
 * unsigned minimum of limit and old - 1. */
static bool is_count(struct match *m, LLVMValueRef new) {
    struct comparison c;
    enum sw_atomic_type type = ordered_type(m, false);
    if (sw_starts_with(sw_callee_name(new), "llvm.umin."))
        return is_old_plus(m, LLVMGetOperand(new, 0), -1) && is_fixed(m, LLVMGetOperand(new, 1), 0) &&
               set(m, SW_ATOMIC_dec, type, LLVMGetOperand(new, 1));
    if (!LLVMIsASelectInst(new) || !compares_old(m, LLVMGetOperand(new, 0), &c) || c.is_float || c.is_signed)
        return false;
    LLVMValueRef counted = LLVMGetOperand(new, 1), other = LLVMGetOperand(new, 2);
    if (c.holds == (GREATER | EQUAL)) {
        negate(&c);
        counted = other;
        other = LLVMGetOperand(new, 1);
    }
    return c.holds == LESS && is_old_plus(m, counted, 1) &&
           SW_PROVED(retry_begins_again, LLVMIsAConstantInt(other) && LLVMIsNull(other)) &&
           set(m, SW_ATOMIC_inc, type, c.with);
}

static enum sw_atomic_op arithmetic_op(LLVMOpcode opcode) {
    switch (opcode) {
    case LLVMAdd:
    case LLVMFAdd:
        return SW_ATOMIC_add;
    case LLVMSub:
    case LLVMFSub:
        return SW_ATOMIC_sub;
    case LLVMMul:
    case LLVMFMul:
        return SW_ATOMIC_mul;
    case LLVMAnd:
        return SW_ATOMIC_and;
    case LLVMOr:
        return SW_ATOMIC_or;
    case LLVMXor:
        return SW_ATOMIC_xor;
    default:
        return SW_ATOMIC_OP_COUNT;
    }
}

static bool is_arithmetic(struct match *m, LLVMValueRef new) {
    if (!LLVMIsABinaryOperator(new))
        return false;
    LLVMTypeRef type = LLVMTypeOf(new);
    enum sw_atomic_op op = arithmetic_op(LLVMGetInstructionOpcode(new));
    bool is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    LLVMValueRef operand = partner(m, new);
    if (!operand || !SW_PROVED(retry_subtracts_from_old, op != SW_ATOMIC_sub || operand == LLVMGetOperand(new, 1)))
        return false;
    return set(m, op, is_integer ? m->cas.type : float_type(type), operand);
}

/* With a test in the head, new must be what old is compared with. */
static bool classify(struct match *m) {
    LLVMValueRef new = LLVMGetOperand(m->retry->cas, 2), value = strip(new);
    struct comparison c;
    if (m->retry->test) {
        if (!compares_old(m, m->retry->test, &c) || !SW_PROVED(retry_keeps_compared, is_same(new, c.with)))
            return false;
        if (!m->retry->skips_when)
            negate(&c);
        return set_kept(m, &c);
    }
    if (is_fixed(m, new, 0))
        return set(m, SW_ATOMIC_exch, m->cas.type, new);
    return is_choice(m, value) || is_function(m, value) || is_count(m, value) || is_arithmetic(m, value);
}

bool sw_retry_of(const struct sw_cfg *cfg, const struct sw_loop *loop, struct sw_retry *retry) {
    struct match m = {.cfg = cfg, .loop = loop, .retry = retry};
    *retry = (struct sw_retry){0};
    return find_bbs(&m) && find_swap(&m) && success_ends(&m) && expects_what_it_found(&m) && classify(&m);
}
