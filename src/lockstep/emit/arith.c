/* Arithmetic, comparisons, casts and selections: one instruction on scalars becomes one on vectors. A result that is
 * uniform or affine is computed once, for lane 0. */
#include "lockstep/emit/emit.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"

#include <string.h>

/* What lane 0 would have promised (nsw, inbounds, ...) does not bind when lane 0 does not run. */
static void drop_promises(LLVMValueRef made) {
    static const char *const facts[] = {"range", "nonnull", "noundef"};
    switch (LLVMGetInstructionOpcode(made)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMTrunc:
        LLVMSetNSW(made, 0);
        LLVMSetNUW(made, 0);
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr:
        LLVMSetExact(made, 0);
        break;
    case LLVMOr:
        LLVMSetIsDisjoint(made, 0);
        break;
    case LLVMZExt:
        LLVMSetNNeg(made, 0);
        break;
    case LLVMGetElementPtr:
        LLVMGEPSetNoWrapFlags(made, 0);
        break;
    default:
        break;
    }
    for (unsigned i = 0; i < 3; i++)
        LLVMSetMetadata(made, LLVMGetMDKindID(facts[i], (unsigned)__builtin_strlen(facts[i])), NULL);
}

/* Row 0's value is the other rows', too, but for a distance, and row 0 need not run. */
static bool is_for_other_rows(struct sw_lanes *l, LLVMValueRef at) {
    return l->rows > 1 && sw_is_made_once(l, at) && !sw_is_common(l, at);
}

static bool has_affine_operand(struct sw_lanes *l, LLVMValueRef at) {
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (sw_kind(l, LLVMGetOperand(at, (unsigned)i)) == SW_AFFINE)
            return true;
    return false;
}

/* How far the first lane that runs lies from lane 0 (of row 0, in what is made once for all rows), by the strides of
 * that value. */
static LLVMValueRef distance_of_first(struct sw_lanes *l, LLVMValueRef value, bool all_rows) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef stride = sw_const(type, (uint64_t)sw_stride(l, value)), distance = NULL;
    for (unsigned row = all_rows ? l->end_row : 1; row-- > (all_rows ? l->first_row : 0);) {
        if (all_rows)
            sw_take_row(l, row);
        LLVMValueRef lane = LLVMBuildIntCast2(b, sw_first_lane(l), type, 0, "");
        LLVMValueRef along = LLVMBuildMul(b, lane, stride, "");
        int64_t down = all_rows ? sw_row_distance(l, value) : 0;
        LLVMValueRef here = LLVMBuildAdd(b, along, sw_const(type, (uint64_t)down), "");
        distance = distance ? LLVMBuildSelect(b, sw_mask_any(l, l->mask), here, distance, "") : here;
    }
    if (all_rows)
        sw_take_all_rows(l);
    return distance;
}

/* ext(the first one's) - its distance: lane 0's own value may have wrapped when it does not run. */
static LLVMValueRef anchored_extension(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    bool all_rows = l->rows > 1 && sw_is_made_once(l, at);
    LLVMValueRef from = LLVMGetOperand(at, 0), base = sw_scalar(l, from);
    LLVMValueRef distance = distance_of_first(l, from, all_rows);
    LLVMValueRef value = LLVMBuildAdd(b, base, distance, "");
    value = LLVMBuildCast(b, sw_base_opcode(&l->shapes, at), value, LLVMTypeOf(at), "");
    return LLVMBuildSub(b, value, distance_of_first(l, at, all_rows), "");
}

static bool is_anchored(struct sw_lanes *l, LLVMValueRef at) {
    LLVMValueRef from = LLVMGetOperand(at, 0);
    bool is_across = l->rows > 1 && !sw_is_common(l, from) && sw_shape_of(&l->across, from).is_anchored;
    return !sw_is_full(l->mask) && (is_across || sw_shape_of(&l->shapes, from).is_anchored);
}

/* Lane 0's value by an operation that needs none of the promises (shape.h). */
static LLVMValueRef other_operation(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMOpcode opcode = sw_base_opcode(&l->shapes, at);
    LLVMValueRef first = sw_scalar(l, LLVMGetOperand(at, 0));
    if (LLVMIsACastInst(at))
        return LLVMBuildCast(b, opcode, first, LLVMTypeOf(at), "");
    return LLVMBuildBinOp(b, opcode, first, sw_scalar(l, LLVMGetOperand(at, 1)), "");
}

static bool may_trap(LLVMOpcode opcode) {
    return opcode == LLVMSDiv || opcode == LLVMUDiv || opcode == LLVMSRem || opcode == LLVMURem;
}

LLVMValueRef sw_clone_scalar(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef *operands, bool is_affine) {
    LLVMValueRef made = LLVMInstructionClone(at);
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (operands[i])
            LLVMSetOperand(made, (unsigned)i, operands[i]);
    if (may_trap(LLVMGetInstructionOpcode(at)))
        LLVMSetOperand(made, 1, sw_safe_divisor(l, LLVMGetOperand(made, 1)));
    sw_insert_clone(l, made);
    LLVMSetValueName2(made, sw_name(at), strlen(sw_name(at)));
    if (is_affine)
        drop_promises(made);
    return made;
}

void sw_emit_scalar(struct sw_lanes *l, LLVMValueRef at) {
    bool is_affine = has_affine_operand(l, at) || is_for_other_rows(l, at);
    struct sw_if_active f = {0};
    if (is_affine && (LLVMIsASExtInst(at) || LLVMIsAZExtInst(at)) && is_anchored(l, at)) {
        sw_set_scalar(l, at, anchored_extension(l, at));
        return;
    }
    if (is_affine && sw_base_opcode(&l->shapes, at) != LLVMGetInstructionOpcode(at)) {
        sw_set_scalar(l, at, other_operation(l, at));
        return;
    }
    int count = LLVMGetNumOperands(at);
    LLVMValueRef *operands = sw_arena_alloc(l->ir->arena, ((size_t)count + 1) * sizeof *operands);
    for (int i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
        operands[i] = LLVMValueIsBasicBlock(operand) ? NULL : sw_scalar(l, operand);
    }
    if (sw_is_call(at))
        sw_open_if_active(l, at, &f);
    LLVMValueRef made = sw_clone_scalar(l, at, operands, is_affine || sw_may_be_idle(l));
    made = sw_close_if_active(l, &f, made);
    if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind)
        sw_set_scalar(l, at, made);
}

/* Flags that hold lane by lane. */
static void copy_flags(LLVMValueRef from, LLVMValueRef to) {
    if (!LLVMIsAInstruction(to))
        return;
    switch (LLVMGetInstructionOpcode(to)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        LLVMSetNSW(to, LLVMGetNSW(from));
        LLVMSetNUW(to, LLVMGetNUW(from));
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr:
        LLVMSetExact(to, LLVMGetExact(from));
        break;
    default:
        break;
    }
    if (LLVMCanValueUseFastMathFlags(to) && LLVMCanValueUseFastMathFlags(from))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
}

/* Division by what is not a constant: predicated, not divided by 1 in the lanes that are not run. When a divisor turns
 * out constant with a zero for such a lane, LLVM's simplifier takes the whole of a plain division for undefined, even
 * behind a select that puts the zero away. The divisor is frozen: in lanes that are not run it may be poison, and LLVM divides
 * by it as it is where all that is not poison is known not to be zero. */
static LLVMValueRef divide(struct sw_lanes *l, LLVMOpcode opcode, LLVMValueRef a, LLVMValueRef c) {
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem, is_quotient = opcode == LLVMSDiv || opcode == LLVMUDiv;
    const char *quotient = is_signed ? "llvm.vp.sdiv" : "llvm.vp.udiv",
               *rest = is_signed ? "llvm.vp.srem" : "llvm.vp.urem";
    LLVMTypeRef type = LLVMTypeOf(a);
    c = LLVMBuildFreeze(l->ir->builder, c, "");
    LLVMValueRef args[] = {a, c, l->mask, sw_const(l->ir->i32, l->width)};
    return sw_call_intrinsic(l->ir, is_quotient ? quotient : rest, &type, 1, args, 4, "");
}

/* Lane by lane, how far the first row that runs lies from row 0, by the strides of that value. */
static LLVMValueRef distances_of_first_row(struct sw_lanes *l, LLVMValueRef value) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef distance = NULL;
    for (unsigned row = l->end_row; row-- > l->first_row;) {
        sw_take_row(l, row);
        LLVMValueRef here = sw_splat(l, sw_const(type, (uint64_t)sw_row_distance(l, value)));
        distance = distance ? LLVMBuildSelect(b, l->mask, here, distance, "") : here;
    }
    sw_take_all_rows(l);
    return distance;
}

/* anchored_extension, of lanes that differ: row 0's own value may have wrapped in lanes that do not run there. */
static LLVMValueRef anchored_vector(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef a, LLVMOpcode opcode,
                                    LLVMTypeRef type) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef from = LLVMGetOperand(at, 0);
    LLVMValueRef value = LLVMBuildAdd(b, a, distances_of_first_row(l, from), "");
    value = LLVMBuildCast(b, opcode, value, type, "");
    return LLVMBuildSub(b, value, distances_of_first_row(l, at), "");
}

/* One operation on vectors of lanes; operands that are made of several are taken apart. */
static LLVMValueRef compute(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef a, LLVMValueRef c, LLVMTypeRef type) {
    LLVMBuilderRef b = l->ir->builder;
    bool is_promised = !is_for_other_rows(l, at);
    LLVMOpcode opcode = is_promised ? LLVMGetInstructionOpcode(at) : sw_base_opcode(&l->across, at);
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        LLVMValueRef whole = LLVMGetPoison(type);
        for (unsigned i = 0; i < LLVMGetArrayLength2(type); i++) {
            LLVMValueRef first = LLVMBuildExtractValue(b, a, i, "");
            LLVMValueRef second = c ? LLVMBuildExtractValue(b, c, i, "") : NULL;
            LLVMValueRef part = compute(l, at, first, second, LLVMGetElementType(type));
            whole = LLVMBuildInsertValue(b, whole, part, i, "");
        }
        return whole;
    }
    if (opcode == LLVMICmp)
        return LLVMBuildICmp(b, LLVMGetICmpPredicate(at), a, c, "");
    if (opcode == LLVMFCmp) {
        LLVMValueRef made = LLVMBuildFCmp(b, LLVMGetFCmpPredicate(at), a, c, "");
        copy_flags(at, made);
        return made;
    }
    if (opcode == LLVMFNeg)
        return LLVMBuildFNeg(b, a, "");
    if (opcode == LLVMFreeze)
        return LLVMBuildFreeze(b, a, "");
    if (!is_promised && (LLVMIsASExtInst(at) || LLVMIsAZExtInst(at)) && is_anchored(l, at))
        return anchored_vector(l, at, a, opcode, type);
    if (LLVMIsACastInst(at))
        return LLVMBuildCast(b, opcode, a, type, "");
    if (may_trap(opcode) && !LLVMIsConstant(c))
        return divide(l, opcode, a, c);
    LLVMValueRef made = LLVMBuildBinOp(b, opcode, a, c, sw_name(at));
    if (is_promised)
        copy_flags(at, made);
    return made;
}

/* All bits of a value in one integer a lane: the parts side by side, the first lowest. */
static LLVMValueRef to_bits(struct sw_lanes *l, LLVMValueRef value, LLVMTypeRef type, unsigned bits) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef whole_type = LLVMVectorType(LLVMIntTypeInContext(l->ir->context, bits), l->width);
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return LLVMBuildBitCast(b, value, whole_type, "");
    unsigned count = LLVMGetVectorSize(type), each = bits / count;
    LLVMTypeRef part_type = LLVMVectorType(LLVMIntTypeInContext(l->ir->context, each), l->width);
    LLVMValueRef whole = LLVMConstNull(whole_type);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef part = LLVMBuildBitCast(b, LLVMBuildExtractValue(b, value, i, ""), part_type, "");
        part = LLVMBuildZExt(b, part, whole_type, "");
        part = LLVMBuildShl(b, part, sw_splat(l, sw_const(LLVMGetElementType(whole_type), i * each)), "");
        whole = LLVMBuildOr(b, whole, part, "");
    }
    return whole;
}

static LLVMValueRef from_bits(struct sw_lanes *l, LLVMValueRef whole, LLVMTypeRef type, unsigned bits) {
    LLVMBuilderRef b = l->ir->builder;
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return LLVMBuildBitCast(b, whole, LLVMVectorType(type, l->width), "");
    unsigned count = LLVMGetVectorSize(type), each = bits / count;
    LLVMTypeRef part_type = LLVMVectorType(LLVMIntTypeInContext(l->ir->context, each), l->width);
    LLVMTypeRef want = LLVMVectorType(LLVMGetElementType(type), l->width);
    LLVMValueRef made = LLVMGetPoison(sw_wide_type(l, type));
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef distance = sw_splat(l, sw_const(LLVMGetElementType(LLVMTypeOf(whole)), i * each));
        LLVMValueRef part = LLVMBuildLShr(b, whole, distance, "");
        part = LLVMBuildBitCast(b, LLVMBuildTrunc(b, part, part_type, ""), want, "");
        made = LLVMBuildInsertValue(b, made, part, i, "");
    }
    return made;
}

static LLVMValueRef bit_cast(struct sw_lanes *l, LLVMValueRef at) {
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(at, 0)), to = LLVMTypeOf(at);
    LLVMValueRef value = sw_vector(l, LLVMGetOperand(at, 0));
    bool are_scalars = LLVMGetTypeKind(from) != LLVMVectorTypeKind && LLVMGetTypeKind(to) != LLVMVectorTypeKind;
    if (are_scalars)
        return LLVMBuildBitCast(l->ir->builder, value, LLVMVectorType(to, l->width), "");
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->ir->module);
    unsigned bits = (unsigned)LLVMSizeOfTypeInBits(layout, from);
    return from_bits(l, to_bits(l, value, from, bits), to, bits);
}

/* A base or index that does not differ between lanes stays a scalar: LLVM finds gathers from it. */
static LLVMValueRef address(struct sw_lanes *l, LLVMValueRef at) {
    unsigned count = (unsigned)LLVMGetNumOperands(at) - 1;
    LLVMValueRef *index = sw_arena_alloc(l->ir->arena, (count + 1) * sizeof *index);
    LLVMValueRef base = LLVMGetOperand(at, 0);
    base = sw_kind(l, base) == SW_UNIFORM ? sw_scalar(l, base) : sw_vector(l, base);
    bool is_wide = LLVMGetTypeKind(LLVMTypeOf(base)) == LLVMVectorTypeKind;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(at, i + 1);
        bool is_uniform = sw_kind(l, operand) == SW_UNIFORM;
        index[i] = is_uniform ? sw_scalar(l, operand) : sw_vector(l, operand);
        is_wide |= !is_uniform;
    }
    LLVMGEPNoWrapFlags flags = is_for_other_rows(l, at) ? 0 : LLVMGEPGetNoWrapFlags(at);
    LLVMValueRef made = LLVMBuildGEPWithNoWrapFlags(l->ir->builder, LLVMGetGEPSourceElementType(at), base, index, count,
                                                    sw_name(at), flags);
    return is_wide ? made : sw_splat(l, made);
}

/* The condition of a select of short vectors may be one, too. */
static LLVMValueRef pick(struct sw_lanes *l, LLVMValueRef condition, LLVMValueRef yes, LLVMValueRef no) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(yes);
    if (LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMArrayTypeKind)
        return sw_blend(l, condition, yes, no);
    LLVMValueRef whole = LLVMGetPoison(type);
    for (unsigned i = 0; i < LLVMGetArrayLength2(type); i++) {
        LLVMValueRef test = LLVMBuildExtractValue(b, condition, i, ""), one = LLVMBuildExtractValue(b, yes, i, "");
        LLVMValueRef part = pick(l, test, one, LLVMBuildExtractValue(b, no, i, ""));
        whole = LLVMBuildInsertValue(b, whole, part, i, "");
    }
    return whole;
}

static LLVMValueRef choose(struct sw_lanes *l, LLVMValueRef at) {
    LLVMValueRef condition = LLVMGetOperand(at, 0);
    LLVMValueRef yes = sw_vector(l, LLVMGetOperand(at, 1)), no = sw_vector(l, LLVMGetOperand(at, 2));
    if (sw_kind(l, condition) == SW_UNIFORM && LLVMGetTypeKind(LLVMTypeOf(condition)) == LLVMIntegerTypeKind) {
        LLVMValueRef test = sw_scalar(l, condition);
        return LLVMBuildSelect(l->ir->builder, test, yes, no, sw_name(at));
    }
    return pick(l, sw_vector(l, condition), yes, no);
}

/* Members of structures and of short vectors are values of their own already. */
static LLVMValueRef member(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef whole = sw_vector(l, LLVMGetOperand(at, 0));
    unsigned count = LLVMGetNumIndices(at);
    LLVMValueRef part = NULL, *outer = sw_arena_alloc(l->ir->arena, (count + 1) * sizeof *outer);
    const unsigned *index = LLVMGetIndices(at);
    if (LLVMIsAExtractValueInst(at)) {
        for (unsigned i = 0; i < count; i++)
            whole = LLVMBuildExtractValue(b, whole, index[i], "");
        return whole;
    }
    outer[0] = whole;
    for (unsigned i = 0; i + 1 < count; i++)
        outer[i + 1] = LLVMBuildExtractValue(b, outer[i], index[i], "");
    part = sw_vector(l, LLVMGetOperand(at, 1));
    for (unsigned i = count; i-- > 0;)
        part = LLVMBuildInsertValue(b, outer[i], part, index[i], "");
    return part;
}

/* Elements of short vectors by a number that is known, or that differs. */
static LLVMValueRef element(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    bool is_insert = LLVMIsAInsertElementInst(at) != NULL;
    LLVMValueRef whole = sw_vector(l, LLVMGetOperand(at, 0)), number = LLVMGetOperand(at, is_insert ? 2 : 1);
    LLVMValueRef part = is_insert ? sw_vector(l, LLVMGetOperand(at, 1)) : NULL;
    unsigned count = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(at, 0)));
    if (LLVMIsAConstantInt(number)) {
        unsigned i = (unsigned)LLVMConstIntGetZExtValue(number);
        return is_insert ? LLVMBuildInsertValue(b, whole, part, i, "") : LLVMBuildExtractValue(b, whole, i, "");
    }
    LLVMValueRef numbers = sw_vector(l, number), made = is_insert ? whole : LLVMBuildExtractValue(b, whole, 0, "");
    for (unsigned i = is_insert ? 0 : 1; i < count; i++) {
        LLVMValueRef own = LLVMBuildExtractValue(b, whole, i, "");
        LLVMValueRef is_it = LLVMBuildICmp(b, LLVMIntEQ, numbers, sw_splat(l, sw_const(LLVMTypeOf(number), i)), "");
        LLVMValueRef chosen = LLVMBuildSelect(b, is_it, is_insert ? part : own, is_insert ? own : made, "");
        made = is_insert ? LLVMBuildInsertValue(b, made, chosen, i, "") : chosen;
    }
    return made;
}

static LLVMValueRef shuffle(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef a = sw_vector(l, LLVMGetOperand(at, 0)), c = sw_vector(l, LLVMGetOperand(at, 1));
    unsigned size = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(at, 0)));
    LLVMValueRef made = LLVMGetPoison(sw_wide_type(l, LLVMTypeOf(at)));
    for (unsigned i = 0; i < LLVMGetNumMaskElements(at); i++) {
        int from = LLVMGetMaskValue(at, i);
        if (from == LLVMGetUndefMaskElem())
            continue;
        LLVMValueRef part = LLVMBuildExtractValue(b, from < (int)size ? a : c, (unsigned)from % size, "");
        made = LLVMBuildInsertValue(b, made, part, i, "");
    }
    return made;
}

static LLVMValueRef emit(struct sw_lanes *l, LLVMValueRef at) {
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMGetElementPtr:
        return address(l, at);
    case LLVMSelect:
        return choose(l, at);
    case LLVMBitCast:
        return bit_cast(l, at);
    case LLVMExtractValue:
    case LLVMInsertValue:
        return member(l, at);
    case LLVMExtractElement:
    case LLVMInsertElement:
        return element(l, at);
    case LLVMShuffleVector:
        return shuffle(l, at);
    default: {
        LLVMValueRef a = sw_vector(l, LLVMGetOperand(at, 0));
        LLVMValueRef c = LLVMGetNumOperands(at) > 1 ? sw_vector(l, LLVMGetOperand(at, 1)) : NULL;
        return compute(l, at, a, c, sw_wide_type(l, LLVMTypeOf(at)));
    }
    }
}

void sw_emit_arithmetic(struct sw_lanes *l, LLVMValueRef at) {
    sw_set_vector(l, at, emit(l, at));
}
