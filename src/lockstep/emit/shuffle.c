/* Shuffles: each lane reads another lane's value (PTX ISA, shfl.sync).
 *
 *      all read one lane                 its element, a scalar
 *      32 values of 4 bytes, AVX-512     two permutations of registers (vpermi2d)
 *      else                              through memory, a gather
 *
 * A lane that does not take part, or is of another group, gives nothing to read: the reader has 0 of a lane that it names
 * by number, else its own. */
#include "lockstep/emit/serial.h"
#include "lockstep/emit/warp.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/machine.h"

static LLVMValueRef half_of(struct sw_lanes *l, LLVMValueRef vector, unsigned start) {
    LLVMValueRef order[16];
    assert(LLVMGetVectorSize(LLVMTypeOf(vector)) >= start + 16);
    for (unsigned i = 0; i < 16; i++)
        order[i] = sw_const(l->ir->i32, start + i);
    return LLVMBuildShuffleVector(l->ir->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(order, 16),
                                  "");
}

/* vpermi2d: 16 lanes out of 32. */
static LLVMValueRef permute_avx512(struct sw_lanes *l, LLVMValueRef vector, LLVMValueRef sources) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef own = LLVMTypeOf(vector), ints = LLVMVectorType(l->ir->i32, 32);
    LLVMValueRef bits = LLVMBuildBitCast(b, vector, ints, ""), low = half_of(l, bits, 0), high = half_of(l, bits, 16),
                 part[2];
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef args[] = {low, half_of(l, sources, 16 * i), high};
        part[i] = sw_call_intrinsic(l->ir, "llvm.x86.avx512.vpermi2var.d.512", NULL, 0, args, 3, "");
    }
    LLVMValueRef all = LLVMBuildShuffleVector(b, part[0], part[1], sw_lane_numbers(l, l->ir->i32, 1), "");
    return LLVMBuildBitCast(b, all, own, "");
}

/* The number that a lane which does not run names may be anything: every lane reads, and reads one of the elements. */
static LLVMValueRef permute_in_memory(struct sw_lanes *l, LLVMValueRef vector, LLVMValueRef sources) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(vector), element = LLVMGetElementType(type);
    if (!sw_is_full(l->mask)) {
        LLVMTypeRef number = LLVMGetElementType(LLVMTypeOf(sources));
        sources = LLVMBuildFreeze(b, sources, "");
        sources = LLVMBuildAnd(b, sources, sw_splat(l, sw_const(number, l->width - 1)), "");
    }
    struct sw_passed passed = sw_pass_vector(l, element, vector);
    LLVMValueRef from = LLVMBuildInBoundsGEP2(b, element, passed.memory, &sources, 1, "");
    LLVMTypeRef types[] = {type, LLVMTypeOf(from)};
    unsigned align = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(l->ir->module), element);
    LLVMValueRef args[] = {from, sw_const(l->ir->i32, align), LLVMConstAllOnes(sw_mask_type(l)), LLVMGetPoison(type)};
    return sw_call_intrinsic(l->ir, "llvm.masked.gather", types, 2, args, 4, "");
}

/* Lane i's result is `vector`'s element of number sources[i]. */
static LLVMValueRef permute(struct sw_lanes *l, LLVMValueRef vector, LLVMValueRef sources) {
    LLVMTypeRef type = LLVMTypeOf(vector), element = LLVMGetElementType(type);
    if (LLVMIsConstant(sources))
        return LLVMBuildShuffleVector(l->ir->builder, vector, LLVMGetPoison(type), sources, "");
    unsigned bytes = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(l->ir->module), element);
    return bytes == 4 && l->width == 32 && sw_vector_bytes(l->unit) == 64 ? permute_avx512(l, vector, sources)
                                                                          : permute_in_memory(l, vector, sources);
}

/* Whether the lanes of those numbers are in a set of bits. */
static LLVMValueRef are_in(struct sw_lanes *l, LLVMValueRef bits, LLVMValueRef numbers) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef shifted = LLVMBuildLShr(b, sw_splat(l, bits), numbers, "");
    return LLVMBuildTrunc(b, shifted, sw_mask_type(l), "");
}

/* PTX's j and p: the lane that each lane reads, and whether it is in range. */
static LLVMValueRef shuffle_sources(const struct sw_operation *o, LLVMValueRef *in_range) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef i32 = l->ir->i32;
    LLVMValueRef lane = sw_lane_numbers(l, i32, 1), all31 = sw_splat_number(l, i32, 31);
    LLVMValueRef arg = sw_operand_vector(o, o->request->arg), c = sw_operand_vector(o, o->request->clamp);
    LLVMValueRef segment = LLVMBuildAnd(b, LLVMBuildLShr(b, c, sw_splat_number(l, i32, 8), ""), all31, "");
    LLVMValueRef clamp = LLVMBuildAnd(b, c, all31, ""), outside = LLVMBuildNot(b, segment, "");
    LLVMValueRef own = LLVMBuildAnd(b, lane, segment, "");
    LLVMValueRef limit = LLVMBuildOr(b, own, LLVMBuildAnd(b, clamp, outside, ""), ""), source;
    arg = LLVMBuildAnd(b, arg, all31, "");
    switch (o->request->op) {
    case SWRT_WARP_SHFL_UP:
        source = LLVMBuildSub(b, lane, arg, "");
        *in_range = LLVMBuildICmp(b, LLVMIntSGE, source, limit, "");
        return source;
    case SWRT_WARP_SHFL_DOWN:
        source = LLVMBuildAdd(b, lane, arg, "");
        break;
    case SWRT_WARP_SHFL_BFLY:
        source = LLVMBuildXor(b, lane, arg, "");
        break;
    default:
        source = LLVMBuildOr(b, own, LLVMBuildAnd(b, arg, outside, ""), "");
        break;
    }
    *in_range = LLVMBuildICmp(b, LLVMIntSLE, source, limit, "");
    return source;
}

/* A shuffle by number, when all read the same lane. */
void sw_emit_broadcast(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef source = sw_scalar(l, sw_operand(o, o->request->arg)), value = sw_operand_vector(o, o->request->value);
    source = LLVMBuildAnd(b, source, sw_const(l->ir->i32, 31), "");
    LLVMValueRef read = LLVMBuildExtractElement(b, value, source, "");
    if (!sw_is_full(l->mask)) {
        LLVMValueRef shifted = LLVMBuildLShr(b, o->active, source, "");
        LLVMValueRef is_there = LLVMBuildTrunc(b, shifted, l->ir->i1, "");
        read = LLVMBuildSelect(b, is_there, read, LLVMConstNull(LLVMTypeOf(read)), "");
    }
    if (o->request->result == SW_RESULT_PAIR)
        sw_answer_same_pair(o, read, sw_const(l->ir->i1, 1));
    else
        sw_answer(o, read);
}

void sw_emit_shuffle(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef in_range, lane = sw_lane_numbers(l, l->ir->i32, 1), source = shuffle_sources(o, &in_range);
    source = LLVMBuildSelect(b, in_range, source, lane, "");
    LLVMValueRef value = sw_operand_vector(o, o->request->value), read = permute(l, value, source);
    LLVMValueRef otherwise = o->request->op == SWRT_WARP_SHFL_IDX ? LLVMConstNull(LLVMTypeOf(value)) : value;
    if (!sw_is_full(l->mask))
        read = LLVMBuildSelect(b, are_in(l, o->active, source), read, otherwise, "");
    if (o->masks) {
        LLVMValueRef theirs = permute(l, o->masks, source);
        read = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, theirs, o->masks, ""), read, otherwise, "");
    }
    if (o->request->result == SW_RESULT_PAIR)
        sw_answer_pair(o, read, in_range);
    else
        sw_answer_each(o, read);
}
