/* Video instructions (PTX ISA, Scalar Video Instructions, SIMD Video Instructions): elements of words, picked by
 * selectors, added and the like, saturated, and combined with a third operand.
 *
 *      vadd.s32.u32.s32.sat.min d, a.b1, b.h0, c        vabsdiff4.u32.u32.u32.add d, a, b, c
 *
 * Everything is done in 64 bits, in which nothing overflows. The argument is the operation. */
#include "ptx/ptx.h"

#include <string.h>

struct element {
    unsigned shift, bits;
};

/* .b0 .. .b3, .h0, .h1; none: the word. False: no selector of a scalar instruction. */
static bool selected(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, struct element *e) {
    const char *s = operand->selector;
    *e = (struct element){0, 32};
    if (!s)
        return true;
    unsigned index = (unsigned)(s[1] - '0');
    if (s[2] || index > (*s == 'b' ? 3u : 1u)) {
        sw_ptx_error(op, "selector '.%s' is not supported", s);
        return false;
    }
    unsigned bits = *s == 'b' ? 8 : 16;
    *e = (struct element){index * bits, bits};
    return true;
}

static LLVMValueRef element_of(struct sw_ptx_op *op, LLVMValueRef word, struct element e, bool is_signed) {
    LLVMTypeRef type = LLVMIntTypeInContext(op->ir->context, e.bits);
    if (e.shift)
        word = LLVMBuildLShr(op->b, word, sw_const(op->ir->i32, e.shift), "");
    return LLVMBuildIntCast2(op->b, LLVMBuildTrunc(op->b, word, type, ""), op->ir->i64, is_signed, "");
}

static LLVMValueRef two(struct sw_ptx_op *op, const char *intrinsic, LLVMValueRef a, LLVMValueRef b) {
    return sw_ptx_overloaded(op, intrinsic, (LLVMValueRef[]){a, b}, 2);
}

static LLVMValueRef compared(struct sw_ptx_op *op, LLVMValueRef a, LLVMValueRef b) {
    static const struct {
        const char *name;
        LLVMIntPredicate predicate;
    } tests[] = {{"eq", LLVMIntEQ},  {"ne", LLVMIntNE},  {"lt", LLVMIntSLT},
                 {"le", LLVMIntSLE}, {"gt", LLVMIntSGT}, {"ge", LLVMIntSGE}};
    for (unsigned i = 0; i < 6; i++)
        if (sw_ptx_has(op, tests[i].name))
            return LLVMBuildZExt(op->b, LLVMBuildICmp(op->b, tests[i].predicate, a, b, ""), op->ir->i64, "");
    return a;
}

/* By a count that is clamped to 32, or taken modulo 32 (.wrap). */
static LLVMValueRef shifted(struct sw_ptx_op *op, LLVMValueRef a, LLVMValueRef b, bool left) {
    LLVMValueRef low = LLVMBuildAnd(op->b, b, sw_const(op->ir->i64, 0xffffffff), "");
    LLVMValueRef count = sw_ptx_has(op, "wrap") ? LLVMBuildAnd(op->b, b, sw_const(op->ir->i64, 31), "")
                                                : two(op, "llvm.umin", low, sw_const(op->ir->i64, 32));
    return left ? LLVMBuildShl(op->b, a, count, "") : LLVMBuildAShr(op->b, a, count, "");
}

static LLVMValueRef average(struct sw_ptx_op *op, LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef sum = LLVMBuildAdd(op->b, a, b, ""); /* half a unit goes away from zero */
    LLVMValueRef up = LLVMBuildICmp(op->b, LLVMIntSGE, sum, LLVMConstNull(op->ir->i64), "");
    sum = LLVMBuildAdd(op->b, sum, LLVMBuildZExt(op->b, up, op->ir->i64, ""), "");
    return LLVMBuildAShr(op->b, sum, sw_const(op->ir->i64, 1), "");
}

static LLVMValueRef operated(struct sw_ptx_op *op, LLVMValueRef a, LLVMValueRef b) {
    const char *what = op->row->argument;
    if (sw_equal(what, "add"))
        return LLVMBuildAdd(op->b, a, b, "");
    if (sw_equal(what, "sub"))
        return LLVMBuildSub(op->b, a, b, "");
    if (sw_equal(what, "absdiff"))
        return LLVMBuildSub(op->b, two(op, "llvm.smax", a, b), two(op, "llvm.smin", a, b), "");
    if (sw_equal(what, "min"))
        return two(op, "llvm.smin", a, b);
    if (sw_equal(what, "max"))
        return two(op, "llvm.smax", a, b);
    if (sw_equal(what, "avrg"))
        return average(op, a, b);
    return sw_equal(what, "set") ? compared(op, a, b) : shifted(op, a, b, sw_equal(what, "shl"));
}

static LLVMValueRef saturated(struct sw_ptx_op *op, LLVMValueRef value, unsigned bits, bool is_signed) {
    uint64_t most = (1ull << (bits - is_signed)) - 1;
    LLVMTypeRef type = op->ir->i64;
    value = two(op, "llvm.smin", value, sw_const(type, most));
    return two(op, "llvm.smax", value, sw_const(type, is_signed ? ~most : 0));
}

/* The second operation: with c. */
static LLVMValueRef combined(struct sw_ptx_op *op, LLVMValueRef value) {
    bool is_signed = op->type[0]->kind == 's';
    value = LLVMBuildTrunc(op->b, value, op->ir->i32, "");
    if (!op->value[3])
        return value;
    const char *second = op->statement->words.at[op->statement->words.count - 1];
    if (sw_equal(second, "min"))
        return two(op, is_signed ? "llvm.smin" : "llvm.umin", value, op->value[3]);
    if (sw_equal(second, "max"))
        return two(op, is_signed ? "llvm.smax" : "llvm.umax", value, op->value[3]);
    if (sw_equal(second, "add"))
        return LLVMBuildAdd(op->b, value, op->value[3], "");
    return sw_ptx_error(op, "a third operand needs .add, .min or .max"), NULL;
}

/* Of operand 0 or 1; comparisons do not name the result's type. */
static bool is_signed(struct sw_ptx_op *op, unsigned operand) {
    unsigned first = sw_equal(op->row->argument, "set") ? 0 : 1;
    return op->type[first + operand]->kind == 's';
}

static LLVMValueRef scalar(struct sw_ptx_op *op) {
    struct element ea, eb, to;
    if (!selected(op, op->operand[1], &ea) || !selected(op, op->operand[2], &eb) || !selected(op, op->operand[0], &to))
        return NULL;
    LLVMValueRef a = element_of(op, op->value[1], ea, is_signed(op, 0));
    LLVMValueRef result = operated(op, a, element_of(op, op->value[2], eb, is_signed(op, 1)));
    if (to.bits != 32)
        return sw_ptx_error(op, "a selector on the result is not supported"), NULL;
    if (sw_ptx_has(op, "sat"))
        result = saturated(op, result, 32, op->type[0]->kind == 's');
    return combined(op, result);
}

/* Elements side by side; .add sums them up, with c. */
static LLVMValueRef parallel(struct sw_ptx_op *op, unsigned count) {
    unsigned bits = 32 / count;
    bool sums = sw_equal(op->statement->words.at[op->statement->words.count - 1], "add");
    LLVMValueRef whole = sums ? op->value[3] : LLVMConstNull(op->ir->i32);
    for (unsigned i = 0; i < 3; i++)
        if (op->operand[i]->selector)
            return sw_ptx_error(op, "selector '.%s' is not supported", op->operand[i]->selector), NULL;
    for (unsigned i = 0; i < count; i++) {
        struct element e = {i * bits, bits};
        LLVMValueRef a = element_of(op, op->value[1], e, is_signed(op, 0));
        LLVMValueRef part = operated(op, a, element_of(op, op->value[2], e, is_signed(op, 1)));
        if (sw_ptx_has(op, "sat"))
            part = saturated(op, part, bits, op->type[0]->kind == 's');
        part = LLVMBuildTrunc(op->b, part, op->ir->i32, "");
        if (sums) {
            whole = LLVMBuildAdd(op->b, whole, part, "");
            continue;
        }
        part = LLVMBuildAnd(op->b, part, sw_const(op->ir->i32, (1ull << bits) - 1), "");
        whole = LLVMBuildOr(op->b, whole, LLVMBuildShl(op->b, part, sw_const(op->ir->i32, e.shift), ""), "");
    }
    return whole;
}

LLVMValueRef sw_ptx_emit_video(struct sw_ptx_op *op) {
    const char *name = op->statement->name;
    char last = name[strlen(name) - 1];
    return last == '2' || last == '4' ? parallel(op, (unsigned)(last - '0')) : scalar(op);
}
