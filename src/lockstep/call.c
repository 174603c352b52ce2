/* Calls in code for several lanes. Special registers, LLVM's intrinsics and mathematical functions have a form on vectors,
 * which this file makes; every other call is made lane by lane (emit/serial.c). */
#include "analysis/effects.h"
#include "ir/sample.h"
#include "lockstep/atomic/atomic.h"
#include "lockstep/emit/emit.h"
#include "lockstep/emit/serial.h"
#include "lockstep/emit/stop.h"
#include "lockstep/flow/versions.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/vector_math.h"
#include "lockstep/steps.h"

#include <string.h>

static const char sreg_prefix[] = "llvm.nvvm.read.ptx.sreg.";

static LLVMValueRef coordinate(struct sw_lanes *l, enum sw_block_field field, bool is_varying) {
    struct sw_ir *ir = l->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef table = sw_block_load_fixed(l->unit, l->block, field, "");
    LLVMValueRef at = LLVMBuildInBoundsGEP2(b, ir->i16, table, &l->tid, 1, "");
    LLVMTypeRef narrow = is_varying ? LLVMVectorType(ir->i16, l->width) : ir->i16;
    LLVMValueRef value = LLVMBuildLoad2(b, narrow, at, "");
    LLVMSetAlignment(value, 2);
    sw_mark_invariant(ir, value);
    return LLVMBuildZExt(b, value, is_varying ? LLVMVectorType(ir->i32, l->width) : ir->i32, "tid");
}

/* %lanemask_{eq,lt,le,gt,ge} */
static LLVMValueRef lane_masks(struct sw_lanes *l, const char *relation) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef i32 = l->ir->i32;
    LLVMValueRef first = LLVMBuildAnd(b, l->tid, sw_const(i32, 31), "");
    LLVMValueRef lane = LLVMBuildAdd(b, sw_splat(l, first), sw_lane_numbers(l, i32, 1), "");
    LLVMValueRef own = LLVMBuildShl(b, sw_splat(l, sw_const(i32, 1)), lane, "");
    LLVMValueRef below = LLVMBuildSub(b, own, sw_splat(l, sw_const(i32, 1)), "");
    if (sw_equal(relation, "eq"))
        return own;
    if (sw_equal(relation, "lt"))
        return below;
    if (sw_equal(relation, "ge"))
        return LLVMBuildNot(b, below, "");
    LLVMValueRef up_to = LLVMBuildOr(b, own, below, "");
    return sw_equal(relation, "le") ? up_to : LLVMBuildNot(b, up_to, "");
}

/* Of a whole block the place of a row's first thread and the block's shape are known; null for other registers. */
static LLVMValueRef known_register(struct sw_lanes *l, const char *name) {
    struct sw_block_size size = l->size, first = sw_place_of_row(l);
    const struct {
        const char *name;
        unsigned value;
    } known[] = {{"tid.x", first.x}, {"tid.y", first.y}, {"tid.z", first.z},
                 {"ntid.x", size.x}, {"ntid.y", size.y}, {"ntid.z", size.z}};
    for (size_t i = 0; i < sizeof known / sizeof *known && l->blocks == SWRT_BLOCKS_WHOLE; i++)
        if (sw_equal(name, known[i].name))
            return sw_const(l->ir->i32, known[i].value);
    return NULL;
}

/* Registers that name the thread; null for the others, which are the block's. */
static LLVMValueRef thread_register(struct sw_lanes *l, LLVMValueRef at, const char *name) {
    static const struct {
        const char *name;
        enum sw_block_field table;
    } tids[] = {{"tid.x", SW_BLOCK_tids_x}, {"tid.y", SW_BLOCK_tids_y}, {"tid.z", SW_BLOCK_tids_z}};
    for (unsigned i = 0; i < 3; i++)
        if (sw_equal(name, tids[i].name))
            return coordinate(l, tids[i].table, sw_kind(l, at) == SW_VARYING);
    LLVMBuilderRef b = l->ir->builder;
    if (sw_equal(name, "laneid")) {
        LLVMValueRef first = LLVMBuildAnd(b, l->tid, sw_const(l->ir->i32, 31), "lane");
        if (sw_kind(l, at) != SW_VARYING)
            return first;
        return LLVMBuildAdd(b, sw_splat(l, first), sw_lane_numbers(l, l->ir->i32, 1), "");
    }
    if (sw_equal(name, "warpid")) {
        LLVMValueRef warp = LLVMBuildLShr(b, l->tid, sw_const(l->ir->i32, 5), "warp");
        return sw_kind(l, at) == SW_VARYING ? sw_splat(l, warp) : warp;
    }
    if (sw_starts_with(name, "lanemask."))
        return lane_masks(l, name + strlen("lanemask."));
    return NULL;
}

/* Intrinsics that work on vectors as on scalars. overloads: the types that name the variant, R the result's, 0.. an
 * operand's; scalar: operands (bits) that stay scalars. */
struct intrinsic {
    const char *name, *overloads;
    unsigned scalar;
};
static const struct intrinsic intrinsics[] = {
#define INTRINSIC(name, overloads, scalar) {"llvm." name, overloads, scalar},
#include "lockstep/intrinsics.def"
#undef INTRINSIC
};

static const struct intrinsic *find_intrinsic(LLVMValueRef callee) {
    unsigned id = LLVMGetIntrinsicID(callee);
    size_t length;
    if (!id)
        return NULL;
    const char *name = LLVMIntrinsicGetName(id, &length);
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (strlen(intrinsics[i].name) == length && !strncmp(intrinsics[i].name, name, length))
            return &intrinsics[i];
    return NULL;
}

static bool is_composite(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

static LLVMValueRef call_wide(struct sw_lanes *l, LLVMValueRef at, const struct intrinsic *in, LLVMTypeRef result,
                              LLVMValueRef *args, unsigned count) {
    LLVMTypeRef types[4];
    unsigned overloads = 0;
    assert(strlen(in->overloads) <= sizeof types / sizeof *types);
    for (const char *o = in->overloads; *o; o++) {
        LLVMTypeRef type = *o == 'R' ? result : LLVMTypeOf(args[*o - '0']);
        bool is_pair = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        types[overloads++] = is_pair ? LLVMStructGetTypeAtIndex(type, 0) : type;
    }
    LLVMValueRef made = sw_call_intrinsic(l->ir, in->name, types, overloads, args, count, "");
    if (LLVMCanValueUseFastMathFlags(made) && LLVMCanValueUseFastMathFlags(at))
        LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(at));
    return made;
}

/* The operands of a call on short vectors (half2), element by element. */
static LLVMValueRef call_parts(struct sw_lanes *l, LLVMValueRef at, const struct intrinsic *in, LLVMValueRef *args,
                               unsigned count) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = sw_wide_type(l, LLVMTypeOf(at));
    LLVMValueRef whole = LLVMGetPoison(type), part[8];
    for (unsigned i = 0; i < LLVMGetArrayLength2(type); i++) {
        for (unsigned k = 0; k < count; k++)
            part[k] = LLVMGetTypeKind(LLVMTypeOf(args[k])) == LLVMArrayTypeKind
                          ? LLVMBuildExtractValue(b, args[k], i, "")
                          : args[k];
        LLVMValueRef made = call_wide(l, at, in, LLVMGetElementType(type), part, count);
        whole = LLVMBuildInsertValue(b, whole, made, i, "");
    }
    return whole;
}

static void emit_intrinsic(struct sw_lanes *l, LLVMValueRef at, const struct intrinsic *in) {
    unsigned count = LLVMGetNumArgOperands(at);
    LLVMValueRef args[8];
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(at, i);
        args[i] = in->scalar >> i & 1 ? operand : sw_vector(l, operand);
    }
    LLVMValueRef made = is_composite(LLVMTypeOf(at))
                            ? call_parts(l, at, in, args, count)
                            : call_wide(l, at, in, sw_wide_type(l, LLVMTypeOf(at)), args, count);
    sw_set_vector(l, at, made);
}

static bool math(struct sw_lanes *l, LLVMValueRef at, const char *name) {
    unsigned count = LLVMGetNumArgOperands(at);
    LLVMValueRef args[8];
    if (!sw_has_vector_math(name) || count > 8)
        return false;
    for (unsigned i = 0; i < count; i++)
        args[i] = sw_vector(l, LLVMGetOperand(at, i));
    LLVMValueRef made = sw_vector_math(l->unit, name, l->width, args, count);
    if (!made)
        return false;
    sw_remark(l->unit, SW_REMARK_CALL_VECTOR, at, name);
    sw_set_vector(l, at, made);
    return true;
}

static bool operands_are_uniform(struct sw_lanes *l, LLVMValueRef at) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(at); i++)
        if (sw_kind(l, LLVMGetOperand(at, i)) != SW_UNIFORM)
            return false;
    return true;
}

static void emit_by_lane(struct sw_lanes *l, LLVMValueRef at) {
    const char *name = LLVMIsAInlineAsm(LLVMGetCalledValue(at)) ? "assembly" : sw_callee_name(at);
    sw_remark(l->unit, SW_REMARK_CALL_LANES, at, *name ? sw_demangled(l->ir->arena, name) : "function pointer");
    sw_emit_serial(l, at);
}

static void emit_register(struct sw_lanes *l, LLVMValueRef at, const char *name) {
    LLVMValueRef value = known_register(l, name);
    if (!value)
        value = thread_register(l, at, name);
    if (value)
        sw_set_result(l, at, value);
    else if (sw_kind(l, at) != SW_VARYING)
        sw_emit_scalar(l, at);
    else
        emit_by_lane(l, at);
}

/* What is said of the operand has been heard. */
static void emit_operand(struct sw_lanes *l, LLVMValueRef at) {
    LLVMValueRef value = LLVMGetOperand(at, 0);
    sw_set_result(l, at, sw_kind(l, at) == SW_VARYING ? sw_vector(l, value) : sw_scalar(l, value));
}

void sw_emit_call(struct sw_lanes *l, LLVMValueRef at) {
    const char *name = sw_callee_name(at);
    const struct sw_request *request = sw_request_of(at);
    const struct intrinsic *in = sw_called_function(at) ? find_intrinsic(sw_called_function(at)) : NULL;
    struct sw_atomic atomic;
    if (sw_is_annotation(at)) /* what it says lockstep does not need, or keep */
        return;
    if (request)
        sw_emit_request(l, at, request);
    else if (sw_is_assertion(at))
        sw_emit_assertion(l, at);
    else if (sw_is_stop(at))
        sw_emit_serial(l, at);
    else if (sw_is_everyone(at))
        sw_emit_everyone(l, at);
    else if (sw_equal(name, SW_GROUP_MASK))
        emit_operand(l, at);
    else if (sw_starts_with(name, sreg_prefix))
        emit_register(l, at, name + strlen(sreg_prefix));
    else if (sw_atomic_of(at, &atomic))
        sw_emit_atomic(l, at, &atomic);
    else if (sw_is_local_copy(l, at))
        sw_emit_local_copy(l, at);
    else if (sw_is_fence_alone(l, at) || (sw_is_copy(at) && operands_are_uniform(l, at)))
        sw_emit_scalar(l, at);
    else if (LLVMIsAInlineAsm(LLVMGetCalledValue(at)) && !LLVMGetNumArgOperands(at))
        sw_emit_scalar(l, at);
    else if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind && sw_kind(l, at) != SW_VARYING)
        sw_emit_scalar(l, at);
    else if (in)
        emit_intrinsic(l, at, in);
    else if (!(sw_is_sample(at) && sw_emit_sample(l, at)) && !(sw_is_copy(at) && sw_emit_copy(l, at)) &&
             !math(l, at, name))
        emit_by_lane(l, at);
}
