/* Comparisons and selection (PTX ISA, Comparison and Selection Instructions). */
#include "ptx/ptx.h"

#include <string.h>

struct comparison {
    const char *name;
    LLVMIntPredicate is_signed, is_unsigned;
    LLVMRealPredicate real;
};
static const struct comparison comparisons[] = {
    {"eq", LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ},
    {"ne", LLVMIntNE, LLVMIntNE, LLVMRealONE},
    {"lt", LLVMIntSLT, LLVMIntULT, LLVMRealOLT},
    {"le", LLVMIntSLE, LLVMIntULE, LLVMRealOLE},
    {"gt", LLVMIntSGT, LLVMIntUGT, LLVMRealOGT},
    {"ge", LLVMIntSGE, LLVMIntUGE, LLVMRealOGE},
    {"lo", 0, LLVMIntULT, 0},
    {"ls", 0, LLVMIntULE, 0},
    {"hi", 0, LLVMIntUGT, 0},
    {"hs", 0, LLVMIntUGE, 0},
    {"equ", 0, 0, LLVMRealUEQ},
    {"neu", 0, 0, LLVMRealUNE},
    {"ltu", 0, 0, LLVMRealULT},
    {"leu", 0, 0, LLVMRealULE},
    {"gtu", 0, 0, LLVMRealUGT},
    {"geu", 0, 0, LLVMRealUGE},
    {"num", 0, 0, LLVMRealORD},
    {"nan", 0, 0, LLVMRealUNO},
};

static const struct comparison *find(const char *name) {
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (sw_equal(comparisons[i].name, name))
            return &comparisons[i];
    return NULL;
}

static LLVMValueRef compare_real(struct sw_ptx_op *op, const struct comparison *c, LLVMValueRef a, LLVMValueRef b) {
    if (!c->real)
        return sw_ptx_error(op, "'.%s' compares integers", c->name), NULL;
    return LLVMBuildFCmp(op->b, c->real, a, b, "");
}

static LLVMValueRef flushed(struct sw_ptx_op *op, LLVMValueRef value) {
    if (!sw_ptx_has(op, "ftz") || LLVMTypeOf(value) != op->ir->f32)
        return value;
    return sw_ptx_pure_call(op, "__nv_ptx_ftz_f32", op->ir->f32, &value, 1);
}

/* One element of 16 bits as a float. */
static LLVMValueRef element(struct sw_ptx_op *op, const struct sw_ptx_type *type, LLVMValueRef value, unsigned index) {
    if (type->bits == 32) {
        value = LLVMBuildLShr(op->b, value, sw_const(op->ir->i32, 16 * index), "");
        value = LLVMBuildTrunc(op->b, value, op->ir->i16, "");
    }
    return sw_ptx_pure_call(op, type->kind == 'h' ? "__nv_ptx_f32_of_bf16" : "__nv_ptx_f32_of_f16", op->ir->f32, &value,
                            1);
}

static bool is_half(const struct sw_ptx_type *type) {
    return type->kind == 'h' || (type->kind == 'f' && (type->bits == 16 || type->count == 2));
}

/* Whether the elements at `index` compare so. */
static LLVMValueRef compare(struct sw_ptx_op *op, const struct sw_ptx_type *type, unsigned index, LLVMValueRef a,
                            LLVMValueRef b) {
    const struct comparison *c = find(op->slot[0]);
    if (is_half(type))
        return compare_real(op, c, element(op, type, a, index), element(op, type, b, index));
    if (type->kind == 'f')
        return compare_real(op, c, flushed(op, a), flushed(op, b));
    LLVMIntPredicate predicate = type->kind == 's' ? c->is_signed : c->is_unsigned;
    bool is_order = predicate != LLVMIntEQ && predicate != LLVMIntNE;
    if (!predicate || (type->kind == 'b' && is_order))
        return sw_ptx_error(op, "'.%s' does not compare .%s", c->name, type->name), NULL;
    return LLVMBuildICmp(op->b, predicate, a, b, "");
}

/* Combined with the predicate c, if there is one. */
static LLVMValueRef combined(struct sw_ptx_op *op, LLVMValueRef truth) {
    const char *with = op->slot[1];
    if (!truth || !with != !op->value[3]) {
        if (truth)
            sw_ptx_error(op, "a third operand goes with .and, .or or .xor, and only with these");
        return NULL;
    }
    if (!with)
        return truth;
    if (sw_equal(with, "and"))
        return LLVMBuildAnd(op->b, truth, op->value[3], "");
    return sw_equal(with, "or") ? LLVMBuildOr(op->b, truth, op->value[3], "")
                                : LLVMBuildXor(op->b, truth, op->value[3], "");
}

/* setp p|q: whether it holds, and whether it does not; of two elements whether it holds for the first, for the second.
 */
LLVMValueRef sw_ptx_emit_setp(struct sw_ptx_op *op) {
    const struct sw_ptx_type *type = op->type[0], *pred = sw_ptx_type("pred");
    const struct sw_ptx_operand *to = op->operand[0];
    bool is_pair = to->kind == SW_PTX_PAIR;
    LLVMValueRef plain = compare(op, type, 0, op->value[1], op->value[2]), first = combined(op, plain), second = NULL;
    if (!first)
        return NULL;
    if (type->count == 2 && !is_pair)
        return sw_ptx_error(op, "two elements need two predicates, p|q"), NULL;
    if (is_pair)
        second = combined(op, type->count == 2 ? compare(op, type, 1, op->value[1], op->value[2])
                                               : LLVMBuildNot(op->b, plain, ""));
    sw_ptx_write(op, is_pair ? &to->parts.at[0] : to, pred, first, false);
    if (is_pair)
        sw_ptx_write(op, &to->parts.at[1], pred, second, false);
    return NULL;
}

/* What set writes for true: all ones, or 1.0. */
static uint64_t truth_bits(const struct sw_ptx_type *type, unsigned bits) {
    if (type->kind == 'f')
        return bits == 16 ? 0x3c00 : 0x3f800000;
    return type->kind == 'h' ? 0x3f80 : ~0ull >> (64 - bits);
}

/* set.<comparison>.<type of the result>.<type compared> */
LLVMValueRef sw_ptx_emit_set(struct sw_ptx_op *op) {
    const struct sw_ptx_type *to = op->type[0], *from = op->type[1];
    unsigned bits = to->bits / to->count;
    LLVMTypeRef type = LLVMIntTypeInContext(op->ir->context, to->bits);
    LLVMValueRef result = LLVMConstNull(type);
    if (to->count != from->count)
        return sw_ptx_error(op, ".%s is not compared into .%s", from->name, to->name), NULL;
    for (unsigned i = 0; i < to->count; i++) {
        LLVMValueRef truth = combined(op, compare(op, from, i, op->value[1], op->value[2]));
        if (!truth)
            return NULL;
        LLVMValueRef one = sw_const(type, truth_bits(to, bits) << (i * bits));
        result = LLVMBuildOr(op->b, result, LLVMBuildSelect(op->b, truth, one, LLVMConstNull(type), ""), "");
    }
    return result;
}

LLVMValueRef sw_ptx_emit_selp(struct sw_ptx_op *op) {
    return LLVMBuildSelect(op->b, op->value[3], op->value[1], op->value[2], "");
}

/* a where c >= 0, else b; a NaN is not. */
LLVMValueRef sw_ptx_emit_slct(struct sw_ptx_op *op) {
    LLVMValueRef c = flushed(op, op->value[3]), zero = LLVMConstNull(LLVMTypeOf(c));
    LLVMValueRef holds = op->type[1]->kind == 'f' ? LLVMBuildFCmp(op->b, LLVMRealOGE, c, zero, "")
                                                  : LLVMBuildICmp(op->b, LLVMIntSGE, c, zero, "");
    return LLVMBuildSelect(op->b, holds, op->value[1], op->value[2], "");
}

/* LLVM's classes of numbers (LangRef, llvm.is.fpclass). Zeros are normal (PTX ISA, testp). */
LLVMValueRef sw_ptx_emit_testp(struct sw_ptx_op *op) {
    static const struct {
        const char *name;
        unsigned classes;
    } tests[] = {{"finite", 0x1f8}, {"infinite", 0x204}, {"number", 0x3fc},
                 {"notanumber", 3}, {"normal", 0x168},   {"subnormal", 0x90}};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (sw_equal(tests[i].name, op->slot[0]))
            return sw_ptx_overloaded(op, "llvm.is.fpclass",
                                     (LLVMValueRef[]){op->value[1], sw_const(op->ir->i32, tests[i].classes)}, 2);
    return NULL;
}

/* copysign d, a, b: a's sign on b. */
LLVMValueRef sw_ptx_emit_copysign(struct sw_ptx_op *op) {
    return sw_ptx_overloaded(op, "llvm.copysign", (LLVMValueRef[]){op->value[2], op->value[1]}, 2);
}
