/* Which operation a retry loop makes (rule 4 of retry.c): new = f(old), or the test in the head, by its form.
 *
 *      old + x, old & x, ..            the instruction's operation
 *      fmaxf(old, x), umin(old, x)     the function's
 *      old < x ? x : old               max, or for floats the one that keeps old in just these cases
 *      old < x ? old + 1 : 0           inc; dec is umin(old - 1, x)
 *      x                               exch
 *
 * x does not change in the loop. */
#include "analysis/retry/retry.h"
#include "softwarp/assumptions.h"

/* The bits of LLVM's floating-point predicates, which serve for integers too: holds when greater, less, equal,
 * unordered. Keeping the operand for equal integers is keeping the old value. */
enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };
struct comparison {
    LLVMValueRef with;
    unsigned holds;
    bool is_float, is_signed;
}; /* of old with something */

/* A constant's bits may be written as an integer in one place and as a float in the other. */
static bool is_same(LLVMValueRef a, LLVMValueRef b) {
    a = sw_strip_bitcasts(a);
    b = sw_strip_bitcasts(b);
    bool differ = LLVMIsConstant(a) && LLVMIsConstant(b) && LLVMTypeOf(a) != LLVMTypeOf(b);
    return a == b || (differ && LLVMConstBitCast(a, LLVMTypeOf(b)) == b);
}

static bool is_old(const struct sw_retry_match *m, LLVMValueRef value) {
    return sw_strip_bitcasts(value) == m->retry->old;
}

/* Whether a value is the same in every iteration. */
static bool is_fixed(const struct sw_retry_match *m, LLVMValueRef value, unsigned depth) {
    if (!sw_loop_has(m->cfg, m->loop, value))
        return true;
    if (!sw_is_pure(value) || depth > 12)
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_fixed(m, LLVMGetOperand(value, (unsigned)i), depth + 1))
            return false;
    return true;
}

static bool is_operand(const struct sw_retry_match *m, LLVMValueRef old, LLVMValueRef operand) {
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

static bool compares_old(const struct sw_retry_match *m, LLVMValueRef test, struct comparison *c) {
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

static bool set(struct sw_retry_match *m, enum sw_atomic_op op, enum sw_atomic_type type, LLVMValueRef operand) {
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
static enum sw_atomic_type ordered_type(const struct sw_retry_match *m, bool is_signed) {
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
static bool set_kept(struct sw_retry_match *m, const struct comparison *c) {
    bool grows = c->holds & GREATER, shrinks = c->holds & LESS;
    if (grows == shrinks)
        return false;
    if (LLVMGetTypeKind(LLVMTypeOf(c->with)) == LLVMIntegerTypeKind)
        return set(m, grows ? SW_ATOMIC_max : SW_ATOMIC_min, ordered_type(m, c->is_signed), c->with);
    enum sw_atomic_type type = float_type(LLVMTypeOf(c->with));
    return !is_pair(type) && set(m, keep_op(c->holds), type, c->with);
}

static bool is_choice(struct sw_retry_match *m, LLVMValueRef new) {
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
static LLVMValueRef partner(const struct sw_retry_match *m, LLVMValueRef at) {
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

static bool is_function(struct sw_retry_match *m, LLVMValueRef new) {
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
static bool is_old_plus(const struct sw_retry_match *m, LLVMValueRef value, long long amount) {
    if (!LLVMIsABinaryOperator(value) || LLVMGetInstructionOpcode(value) != LLVMAdd)
        return false;
    LLVMValueRef by = LLVMGetOperand(value, 1);
    return is_old(m, LLVMGetOperand(value, 0)) && LLVMIsAConstantInt(by) && LLVMConstIntGetSExtValue(by) == amount;
}

/* Counting round: old < limit ? old + 1 : 0 upwards; downwards old == 0 || old > limit ? limit : old - 1, which is the
 * unsigned minimum of limit and old - 1. */
static bool is_count(struct sw_retry_match *m, LLVMValueRef new) {
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

static bool is_arithmetic(struct sw_retry_match *m, LLVMValueRef new) {
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

bool sw_retry_classify(struct sw_retry_match *m) {
    LLVMValueRef new = LLVMGetOperand(m->retry->cas, 2), value = sw_strip_bitcasts(new);
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
