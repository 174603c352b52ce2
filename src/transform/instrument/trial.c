/* Trial: what integers, conditions and addresses are for each thread, when what is uniform among them has some value.
 *
 *      if (t < d) s[t] += s[t + d];      t = 0 .. 1023, d = 1, 2, 4, 8, ..: nobody reads what another one writes
 *
 * No proof: what is tried is what programs have, the numbers of the loop's own turns where they are known, else powers of
 * two and some others. It costs advice where it errs. */
#include "analysis/bits.h"
#include "transform/instrument/place.h"

enum { DEEPEST = 24, MOST_STEPS = 400 };

static const int64_t values[] = {1, 2, 4, 8, 16, 32, 64, 3, 5, 128};
enum { NUM_VALUES = sizeof values / sizeof *values, WARP_ROUNDS = 20, WARP_THREADS = 64, MOST_TURNS = SW_TRIAL_TURNS };

static const char sreg[] = "llvm.nvvm.read.ptx.sreg.";

static bool register_value(const struct sw_trial *t, const char *name, int64_t *is) {
    const struct {
        const char *name;
        unsigned value;
    } known[] = {{"tid.x", t->thread % t->width},
                 {"tid.y", t->thread / t->width},
                 {"tid.z", 0},
                 {"ntid.x", t->width},
                 {"ntid.y", SW_TRIAL_THREADS / t->width},
                 {"ntid.z", 1},
                 {"laneid", t->thread % 32},
                 {"warpid", t->thread / 32},
                 {"warpsize", 32}};
    if (!sw_starts_with(name, sreg))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (sw_equal(name + sizeof sreg - 1, known[i].name)) {
            *is = known[i].value;
            return true;
        }
    return false;
}

static bool try_value(struct sw_trial *t, LLVMValueRef value, int64_t *is, unsigned depth);

/* The number of a loop's turns that begins with a constant, turn by turn, until the loop ends. */
static unsigned turns_of(const struct sw_uniformity *uniformity, LLVMValueRef phi, int64_t *of) {
    if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
        return 0;
    unsigned first = LLVMIsAConstantInt(LLVMGetIncomingValue(phi, 0)) ? 0 : 1, count = 0;
    LLVMValueRef start = LLVMIsAConstantInt(LLVMGetIncomingValue(phi, first));
    LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(phi));
    struct sw_trial turn = {.uniformity = uniformity, .width = 1, .leaves = {phi}, .num_leaves = 1, .is_turn = true};
    bool has_end = LLVMIsABranchInst(end) && LLVMIsConditional(end), goes_on = true;
    int64_t now = start ? LLVMConstIntGetSExtValue(start) : 0, stays = 1;
    for (bool when = true; start && goes_on && count < MOST_TURNS; count++) {
        turn.values[0] = now;
        turn.steps = 0;
        if (has_end && try_value(&turn, LLVMGetCondition(end), &stays, 0)) {
            when = count ? when : stays & 1;
            if ((stays & 1) != when)
                break;
        }
        of[count] = now;
        goes_on = try_value(&turn, LLVMGetIncomingValue(phi, 1 - first), &now, 0) && now != of[count];
    }
    return goes_on || count > 1 ? count : 0;
}

static bool leaf_value(struct sw_trial *t, LLVMValueRef value, int64_t *is) {
    unsigned i = 0;
    if (!sw_is_of_group(t->uniformity, value))
        return false;
    while (i < t->num_leaves && t->leaves[i] != value)
        i++;
    if (i == SW_TRIAL_LEAVES || (i == t->num_leaves && t->is_turn))
        return false;
    if (i == t->num_leaves) {
        t->leaves[t->num_leaves++] = value;
        t->num_known[i] = turns_of(t->uniformity, value, t->known[i]);
        t->values[i] = t->num_known[i] ? t->known[i][0] : values[0];
    }
    *is = t->values[i];
    return true;
}

static int64_t narrowed(int64_t value, LLVMTypeRef type, bool is_signed) {
    unsigned bits = LLVMGetIntTypeWidth(type);
    if (bits >= 64)
        return value;
    uint64_t low = (uint64_t)value & ((UINT64_C(1) << bits) - 1);
    bool is_negative = is_signed && low >> (bits - 1);
    return (int64_t)(is_negative ? low - (UINT64_C(1) << bits) : low);
}

/* Operands as numbers with a sign, and without. */
static bool binary_value(LLVMValueRef at, int64_t a, int64_t b, int64_t *is) {
    LLVMTypeRef type = LLVMTypeOf(at);
    uint64_t ua = (uint64_t)narrowed(a, type, false), ub = (uint64_t)narrowed(b, type, false);
    unsigned bits = LLVMGetIntTypeWidth(type);
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMAdd:
        *is = (int64_t)((uint64_t)a + (uint64_t)b);
        break;
    case LLVMSub:
        *is = (int64_t)((uint64_t)a - (uint64_t)b);
        break;
    case LLVMMul:
        *is = (int64_t)((uint64_t)a * (uint64_t)b);
        break;
    case LLVMAnd:
        *is = a & b;
        break;
    case LLVMOr:
        *is = a | b;
        break;
    case LLVMXor:
        *is = a ^ b;
        break;
    case LLVMShl:
        *is = ub < bits ? (int64_t)(ua << ub) : 0;
        break;
    case LLVMLShr:
        *is = ub < bits ? (int64_t)(ua >> ub) : 0;
        break;
    case LLVMAShr:
        *is = ub < bits ? a >> ub : 0;
        break;
    case LLVMUDiv:
        *is = ub ? (int64_t)(ua / ub) : 0;
        break;
    case LLVMURem:
        *is = ub ? (int64_t)(ua % ub) : 0;
        break;
    case LLVMSDiv:
        *is = b && b != -1 ? a / b : -a;
        break;
    case LLVMSRem:
        *is = b && b != -1 ? a % b : 0;
        break;
    default:
        return false;
    }
    *is = narrowed(*is, type, true);
    return true;
}

static bool compared(LLVMValueRef at, int64_t a, int64_t b) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(at, 0));
    unsigned bits = LLVMGetIntTypeWidth(type);
    return sw_compare(LLVMGetICmpPredicate(at), (uint64_t)narrowed(a, type, false), (uint64_t)narrowed(b, type, false),
                      bits < 64 ? bits : 64);
}

static bool is_integer(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
}

static bool cast_value(struct sw_trial *t, LLVMValueRef at, int64_t *is, unsigned depth) {
    LLVMValueRef from = LLVMGetOperand(at, 0);
    LLVMOpcode op = LLVMGetInstructionOpcode(at);
    bool is_kept = op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc;
    if (!is_kept || !is_integer(from) || !try_value(t, from, is, depth + 1))
        return false;
    *is = op == LLVMTrunc ? narrowed(*is, LLVMTypeOf(at), true) : narrowed(*is, LLVMTypeOf(from), op == LLVMSExt);
    return true;
}

/* a && b: the branch that brings one of two values decides. */
static bool phi_value(struct sw_trial *t, LLVMValueRef phi, int64_t *is, unsigned depth) {
    LLVMBasicBlockRef join = LLVMGetInstructionParent(phi);
    for (unsigned way = 0; way < 2 && LLVMCountIncoming(phi) == 2; way++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, way), other = LLVMGetIncomingBlock(phi, 1 - way);
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
        if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
            continue;
        bool when = LLVMGetSuccessor(branch, 0) == join;
        int64_t decided;
        if (LLVMGetSuccessor(branch, when ? 1 : 0) != other ||
            !try_value(t, LLVMGetCondition(branch), &decided, depth + 1))
            continue;
        return try_value(t, LLVMGetIncomingValue(phi, (decided & 1) == when ? way : 1 - way), is, depth + 1);
    }
    return false;
}

static bool computed_value(struct sw_trial *t, LLVMValueRef at, int64_t *is, unsigned depth) {
    int64_t a, b, c;
    if (LLVMIsACastInst(at))
        return cast_value(t, at, is, depth);
    if (LLVMIsAPHINode(at))
        return phi_value(t, at, is, depth);
    if (LLVMIsAFreezeInst(at))
        return try_value(t, LLVMGetOperand(at, 0), is, depth + 1);
    if (!LLVMIsABinaryOperator(at) && !LLVMIsAICmpInst(at) && !LLVMIsASelectInst(at))
        return false;
    if (!is_integer(LLVMGetOperand(at, 0)) || !try_value(t, LLVMGetOperand(at, 0), &a, depth + 1) ||
        !try_value(t, LLVMGetOperand(at, 1), &b, depth + 1))
        return false;
    if (LLVMIsAICmpInst(at)) {
        *is = compared(at, a, b);
        return true;
    }
    if (LLVMIsABinaryOperator(at))
        return binary_value(at, a, b, is);
    if (!try_value(t, LLVMGetOperand(at, 2), &c, depth + 1))
        return false;
    *is = a & 1 ? b : c;
    return true;
}

static bool try_value(struct sw_trial *t, LLVMValueRef value, int64_t *is, unsigned depth) {
    if (!is_integer(value) || depth == DEEPEST || ++t->steps > MOST_STEPS ||
        LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
        return false;
    if (LLVMIsAConstantInt(value)) {
        *is = LLVMConstIntGetSExtValue(value);
        return true;
    }
    if (!LLVMIsAInstruction(value))
        return leaf_value(t, value, is);
    if (sw_is_call(value) && register_value(t, sw_callee_name(value), is))
        return true;
    unsigned leaves = t->num_leaves;
    if (!(LLVMIsAPHINode(value) && sw_is_of_group(t->uniformity, value)) && computed_value(t, value, is, depth))
        return true;
    t->num_leaves = leaves;
    return leaf_value(t, value, is);
}

bool sw_trial_value(struct sw_trial *t, LLVMValueRef value, int64_t *is) {
    t->steps = 0;
    return try_value(t, value, is, 0);
}

static bool step_offset(struct sw_trial *t, LLVMValueRef gep, int64_t *offset) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(t->uniformity->unit->ir.module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        int64_t index;
        uint64_t length = 0;
        if (i > 1) {
            LLVMTypeKind kind = LLVMGetTypeKind(type);
            if (kind == LLVMStructTypeKind) {
                LLVMValueRef member = LLVMIsAConstantInt(LLVMGetOperand(gep, i));
                unsigned number = member ? (unsigned)LLVMConstIntGetZExtValue(member) : 0;
                *offset += (int64_t)LLVMOffsetOfElement(layout, type, number);
                type = LLVMStructGetTypeAtIndex(type, number);
                continue;
            }
            if (kind != LLVMArrayTypeKind)
                return false;
            length = LLVMGetArrayLength2(type);
            type = LLVMGetElementType(type);
        }
        if (!sw_trial_value(t, LLVMGetOperand(gep, i), &index))
            return false;
        t->is_outside |= length && (uint64_t)index >= length;
        *offset += index * (int64_t)LLVMABISizeOfType(layout, type);
    }
    return true;
}

bool sw_trial_offset(struct sw_trial *t, LLVMValueRef pointer, LLVMValueRef *base, int64_t *offset) {
    *offset = 0;
    t->is_outside = false;
    for (pointer = sw_strip_marks(pointer); LLVMIsAGetElementPtrInst(pointer);
         pointer = sw_strip_marks(LLVMGetOperand(pointer, 0)))
        if (!step_offset(t, pointer, offset))
            return false;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(t->uniformity->unit->ir.module);
    int64_t rest;
    *base = sw_strip_pointer(pointer);
    if (!sw_has_constant_offset(layout, pointer, *base, &rest))
        return false;
    *offset += rest;
    return true;
}

bool sw_trial_round(struct sw_trial *t, unsigned round) {
    for (unsigned i = 0; i < t->num_leaves; i++) {
        unsigned count = t->num_known[i] ? t->num_known[i] : NUM_VALUES;
        t->values[i] = t->num_known[i] ? t->known[i][round % count] : values[round % count];
        round /= count;
    }
    return !round;
}

/* Computed of what it is made of: whether it is uniform itself is the question. */
static bool is_of_warp_in(const struct sw_uniformity *uniformity, LLVMValueRef value, unsigned width) {
    struct sw_trial t = {.uniformity = uniformity, .width = width};
    int64_t first = 0, is;
    for (unsigned round = 0; round < WARP_ROUNDS; round++) {
        for (t.thread = 0; t.thread < WARP_THREADS; t.thread++) {
            t.steps = 0;
            if (!computed_value(&t, value, &is, 0) || (t.thread % 32 && is != first))
                return false;
            first = is;
        }
        sw_trial_round(&t, round * 13 + 5);
    }
    return true;
}

bool sw_trial_is_of_warp(const struct sw_uniformity *uniformity, LLVMValueRef value) {
    return is_integer(value) && is_of_warp_in(uniformity, value, WARP_THREADS) && is_of_warp_in(uniformity, value, 16);
}
