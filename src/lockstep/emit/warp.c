/* Operations among the lanes of a warp, in registers, and the requests that go to the runtime (barriers, yields).
 *
 * All lanes that run take part; check.c has seen to it that nobody else could. Where the masks of some do not name them,
 * which is asked first, the runtime answers (unnamed.c). What they all are answered alike is a
 * scalar (shape_call.c). Where the mask operand differs between lanes (tiles, groups of equal keys), those with equal
 * masks form a group. What each operation answers is what
 * runtime/execute/warp.c answers at one lane a coroutine (PTX ISA: shfl.sync, vote.sync, match.sync, redux.sync). */
#include "lockstep/emit/emit.h"
#include "lockstep/emit/memory.h"
#include "lockstep/emit/serial.h"
#include "lockstep/emit/warp.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/machine.h"

static LLVMValueRef vector_of(const struct sw_operation *o, int index) {
    LLVMValueRef value = sw_operand(o, index);
    return value ? sw_vector(o->l, value) : LLVMConstNull(LLVMVectorType(o->l->ir->i32, o->l->lanes));
}

static LLVMValueRef splat_number(struct sw_lanes *l, LLVMTypeRef type, uint64_t value) {
    return sw_splat(l, sw_const(type, value));
}

/* An answer that is the same for all, in the form that the result has. */
static void answer(const struct sw_operation *o, LLVMValueRef scalar) {
    LLVMTypeRef type = LLVMTypeOf(o->at);
    LLVMBuilderRef b = o->l->ir->builder;
    if (LLVMTypeOf(scalar) != type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        scalar = LLVMBuildIntCast2(b, scalar, type, 0, "");
    sw_set_result(o->l, o->at, sw_kind(o->l, o->at) == SW_VARYING ? sw_splat(o->l, scalar) : scalar);
}

static void answer_each(const struct sw_operation *o, LLVMValueRef vector) {
    LLVMTypeRef type = sw_wide_type(o->l, LLVMTypeOf(o->at));
    if (LLVMTypeOf(vector) != type)
        vector = LLVMBuildIntCast2(o->l->ir->builder, vector, type, 0, "");
    sw_set_vector(o->l, o->at, vector);
}

static LLVMValueRef pair_of(const struct sw_operation *o, LLVMTypeRef type, LLVMValueRef first, LLVMValueRef second) {
    LLVMBuilderRef b = o->l->ir->builder;
    LLVMValueRef pair = LLVMBuildInsertValue(b, LLVMGetPoison(type), first, 0, "");
    return LLVMBuildInsertValue(b, pair, second, 1, "");
}

static void answer_pair(const struct sw_operation *o, LLVMValueRef first, LLVMValueRef second) {
    LLVMTypeRef type = sw_wide_type(o->l, LLVMTypeOf(o->at));
    sw_set_vector(o->l, o->at, pair_of(o, type, first, second));
}

static void answer_all_pair(const struct sw_operation *o, LLVMValueRef first, LLVMValueRef second) {
    answer(o, pair_of(o, LLVMTypeOf(o->at), first, second));
}

static LLVMValueRef half_of(struct sw_lanes *l, LLVMValueRef vector, unsigned start) {
    LLVMValueRef order[16];
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
        sources = LLVMBuildAnd(b, sources, sw_splat(l, sw_const(number, l->lanes - 1)), "");
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
    return bytes == 4 && l->lanes == 32 && sw_vector_bytes(l->unit) == 64 ? permute_avx512(l, vector, sources)
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
    LLVMValueRef lane = sw_lane_numbers(l, i32, 1), all31 = splat_number(l, i32, 31);
    LLVMValueRef arg = vector_of(o, o->request->arg), c = vector_of(o, o->request->clamp);
    LLVMValueRef segment = LLVMBuildAnd(b, LLVMBuildLShr(b, c, splat_number(l, i32, 8), ""), all31, "");
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

static LLVMValueRef element_at(struct sw_lanes *l, LLVMValueRef vector, LLVMValueRef lane) {
    return LLVMBuildExtractElement(l->ir->builder, vector, lane, "");
}

/* A shuffle by number, when all read the same lane. */
static void broadcast(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef source = sw_scalar(l, sw_operand(o, o->request->arg)), value = vector_of(o, o->request->value);
    source = LLVMBuildAnd(b, source, sw_const(l->ir->i32, 31), "");
    LLVMValueRef read = element_at(l, value, source);
    if (!sw_is_full(l->mask)) {
        LLVMValueRef shifted = LLVMBuildLShr(b, o->active, source, "");
        LLVMValueRef is_there = LLVMBuildTrunc(b, shifted, l->ir->i1, "");
        read = LLVMBuildSelect(b, is_there, read, LLVMConstNull(LLVMTypeOf(read)), "");
    }
    if (o->request->result == SW_RESULT_PAIR)
        answer_all_pair(o, read, sw_const(l->ir->i1, 1));
    else
        answer(o, read);
}

/* A lane that does not take part, or of another group, gives nothing to read: the reader has 0 of a lane that it names
 * by number, else its own. */
static void shuffle(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef in_range, lane = sw_lane_numbers(l, l->ir->i32, 1), source = shuffle_sources(o, &in_range);
    source = LLVMBuildSelect(b, in_range, source, lane, "");
    LLVMValueRef value = vector_of(o, o->request->value), read = permute(l, value, source);
    LLVMValueRef otherwise = o->request->op == SWRT_WARP_SHFL_IDX ? LLVMConstNull(LLVMTypeOf(value)) : value;
    if (!sw_is_full(l->mask))
        read = LLVMBuildSelect(b, are_in(l, o->active, source), read, otherwise, "");
    if (o->masks) {
        LLVMValueRef theirs = permute(l, o->masks, source);
        read = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, theirs, o->masks, ""), read, otherwise, "");
    }
    if (o->request->result == SW_RESULT_PAIR)
        answer_pair(o, read, in_range);
    else
        answer_each(o, read);
}

/* One turn for every group of lanes whose keys are equal. */
struct groups {
    LLVMBasicBlockRef head, done;
    LLVMValueRef left, members, bits;
};

static void open_groups(const struct sw_operation *o, struct groups *g, LLVMValueRef *keys, unsigned count) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    struct sw_passed passed[2];
    struct sw_serial s = {.l = l};
    for (unsigned i = 0; i < count; i++)
        passed[i] = sw_pass_vector(l, LLVMGetElementType(LLVMTypeOf(keys[i])), keys[i]);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
    g->head = sw_append_bb(l, "group");
    g->done = sw_append_bb(l, "groups.done");
    LLVMBuildBr(b, g->head);
    LLVMPositionBuilderAtEnd(b, g->head);
    g->left = LLVMBuildPhi(b, l->ir->i32, "left");
    LLVMAddIncoming(g->left, (LLVMValueRef[]){o->active}, &from, 1);
    LLVMValueRef args[] = {g->left, sw_const(l->ir->i1, 1)};
    s.lane = sw_call_intrinsic(l->ir, "llvm.cttz", &l->ir->i32, 1, args, 2, "leader");
    g->members = l->mask;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef key = sw_splat(l, sw_serial_get(&s, &passed[i]));
        g->members = sw_mask_and(l, g->members, LLVMBuildICmp(b, LLVMIntEQ, keys[i], key, ""), false);
    }
    g->bits = sw_mask_bits(l, g->members);
}

static void close_groups(const struct sw_operation *o, struct groups *g) {
    LLVMBuilderRef b = o->l->ir->builder;
    LLVMValueRef left = LLVMBuildAnd(b, g->left, LLVMBuildNot(b, g->bits, ""), "");
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
    LLVMAddIncoming(g->left, &left, &from, 1);
    LLVMValueRef more = LLVMBuildICmp(b, LLVMIntNE, left, sw_const(o->l->ir->i32, 0), "");
    LLVMBuildCondBr(b, more, g->head, g->done);
    LLVMPositionBuilderAtEnd(b, g->done);
}

static void note(const struct sw_operation *o, struct groups *g, LLVMValueRef slot, LLVMValueRef value) {
    LLVMBuilderRef b = o->l->ir->builder;
    LLVMValueRef before = LLVMBuildLoad2(b, LLVMTypeOf(value), slot, "");
    LLVMBuildStore(b, LLVMBuildSelect(b, g->members, value, before, ""), slot);
}

static LLVMValueRef zero_slot(struct sw_lanes *l, LLVMTypeRef type) {
    LLVMValueRef slot = sw_new_slot(l, type, "answer");
    LLVMBuildStore(l->ir->builder, LLVMConstNull(type), slot);
    return slot;
}

static void match_any(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMTypeRef type = LLVMVectorType(l->ir->i32, l->lanes);
    LLVMValueRef keys[] = {vector_of(o, o->request->value), o->masks}, slot = zero_slot(l, type);
    struct groups g;
    open_groups(o, &g, keys, o->masks ? 2 : 1);
    note(o, &g, slot, sw_splat(l, g.bits));
    close_groups(o, &g);
    answer_each(o, LLVMBuildLoad2(l->ir->builder, type, slot, ""));
}

/* The members of a group, if all have the value that the first one has. */
static LLVMValueRef all_match(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef first, LLVMValueRef members,
                              LLVMValueRef bits) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef equal = LLVMBuildICmp(b, LLVMIntEQ, value, sw_splat(l, first), "");
    LLVMValueRef those = sw_mask_bits(l, sw_mask_and(l, members, equal, false));
    LLVMValueRef all = LLVMBuildICmp(b, LLVMIntEQ, those, bits, "");
    return LLVMBuildSelect(b, all, bits, sw_const(l->ir->i32, 0), "");
}

/* Per group of lanes with one mask; one group, and no turns, when the mask is uniform. */
static void match_all(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMVectorType(l->ir->i32, l->lanes);
    LLVMValueRef value = vector_of(o, o->request->value), key = o->masks;
    if (!key) {
        LLVMValueRef first = element_at(l, value, sw_first_lane(l));
        LLVMValueRef those = all_match(l, value, first, l->mask, o->active);
        answer_all_pair(o, those, LLVMBuildICmp(b, LLVMIntNE, those, sw_const(l->ir->i32, 0), ""));
        return;
    }
    LLVMValueRef slot = zero_slot(l, type);
    struct sw_passed passed = sw_pass_vector(l, LLVMGetElementType(LLVMTypeOf(value)), value);
    struct groups g;
    open_groups(o, &g, &key, 1);
    LLVMValueRef args[] = {g.bits, sw_const(l->ir->i1, 1)};
    struct sw_serial s = {.l = l, .lane = sw_call_intrinsic(l->ir, "llvm.cttz", &l->ir->i32, 1, args, 2, "")};
    LLVMValueRef first = sw_serial_get(&s, &passed);
    note(o, &g, slot, sw_splat(l, all_match(l, value, first, g.members, g.bits)));
    close_groups(o, &g);
    LLVMValueRef result = LLVMBuildLoad2(b, type, slot, "");
    answer_pair(o, result, LLVMBuildICmp(b, LLVMIntNE, result, LLVMConstNull(type), ""));
}

static LLVMValueRef vote_of(struct sw_lanes *l, unsigned op, LLVMValueRef ballot, LLVMValueRef group) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(ballot));
    LLVMValueRef all = LLVMBuildICmp(b, LLVMIntEQ, ballot, group, "");
    if (op == SWRT_WARP_BALLOT)
        return ballot;
    if (op == SWRT_WARP_ANY)
        return LLVMBuildICmp(b, LLVMIntNE, ballot, none, "");
    return op == SWRT_WARP_ALL ? all : LLVMBuildOr(b, all, LLVMBuildICmp(b, LLVMIntEQ, ballot, none, ""), "");
}

static LLVMValueRef truths(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMValueRef predicate = vector_of(o, o->request->value);
    if (LLVMTypeOf(predicate) != sw_mask_type(l))
        predicate = LLVMBuildICmp(l->ir->builder, LLVMIntNE, predicate, LLVMConstNull(LLVMTypeOf(predicate)), "");
    return sw_mask_bits(l, sw_mask_and(l, l->mask, predicate, false));
}

static void vote(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef ballot = truths(o);
    if (!o->masks) {
        answer(o, vote_of(l, o->request->op, ballot, o->active));
        return;
    }
    LLVMValueRef lane = sw_lane_numbers(l, l->ir->i32, 1);
    LLVMValueRef own = LLVMBuildShl(b, splat_number(l, l->ir->i32, 1), lane, "");
    LLVMValueRef group = LLVMBuildOr(b, LLVMBuildAnd(b, o->masks, sw_splat(l, o->active), ""), own, "");
    answer_each(o, vote_of(l, o->request->op, LLVMBuildAnd(b, sw_splat(l, ballot), group, ""), group));
}

struct reduction {
    unsigned op;
    const char *intrinsic;
    uint32_t identity;
};
static const struct reduction reductions[] = {
    {SWRT_WARP_REDUCE_ADD, "llvm.vector.reduce.add", 0},
    {SWRT_WARP_REDUCE_UMIN, "llvm.vector.reduce.umin", UINT32_MAX},
    {SWRT_WARP_REDUCE_UMAX, "llvm.vector.reduce.umax", 0},
    {SWRT_WARP_REDUCE_MIN, "llvm.vector.reduce.smin", INT32_MAX},
    {SWRT_WARP_REDUCE_MAX, "llvm.vector.reduce.smax", 0x80000000u},
    {SWRT_WARP_REDUCE_AND, "llvm.vector.reduce.and", UINT32_MAX},
    {SWRT_WARP_REDUCE_OR, "llvm.vector.reduce.or", 0},
    {SWRT_WARP_REDUCE_XOR, "llvm.vector.reduce.xor", 0},
};

static LLVMValueRef reduce_group(struct sw_lanes *l, const struct reduction *r, LLVMValueRef value,
                                 LLVMValueRef members) {
    LLVMTypeRef type = LLVMTypeOf(value);
    value = sw_blend(l, members, value, splat_number(l, l->ir->i32, r->identity));
    return sw_call_intrinsic(l->ir, r->intrinsic, &type, 1, &value, 1, "");
}

static void reduce(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMTypeRef type = LLVMVectorType(l->ir->i32, l->lanes);
    LLVMValueRef value = vector_of(o, o->request->value), key = o->masks;
    const struct reduction *r = &reductions[o->request->op - SWRT_WARP_REDUCE_ADD];
    if (!key) {
        answer(o, reduce_group(l, r, value, l->mask));
        return;
    }
    LLVMValueRef slot = zero_slot(l, type);
    struct groups g;
    open_groups(o, &g, &key, 1);
    note(o, &g, slot, sw_splat(l, reduce_group(l, r, value, g.members)));
    close_groups(o, &g);
    answer_each(o, LLVMBuildLoad2(l->ir->builder, type, slot, ""));
}

static void emit_operation(const struct sw_operation *o) {
    switch (o->request->op) {
    case SWRT_WARP_SYNC:
        sw_hold_order(o->l);
        break;
    case SWRT_WARP_SHFL_IDX:
    case SWRT_WARP_SHFL_UP:
    case SWRT_WARP_SHFL_DOWN:
    case SWRT_WARP_SHFL_BFLY:
        if (sw_kind(o->l, o->at) == SW_UNIFORM)
            broadcast(o);
        else
            shuffle(o);
        break;
    case SWRT_WARP_ANY:
    case SWRT_WARP_ALL:
    case SWRT_WARP_UNI:
    case SWRT_WARP_BALLOT:
        vote(o);
        break;
    case SWRT_WARP_ACTIVEMASK:
        answer(o, o->active);
        break;
    case SWRT_WARP_MATCH_ANY:
        match_any(o);
        break;
    case SWRT_WARP_MATCH_ALL:
        match_all(o);
        break;
    default:
        reduce(o);
        break;
    }
}

/* An operand of a barrier: the same in all lanes, or the first one's. */
static LLVMValueRef one_for_all(struct sw_lanes *l, LLVMValueRef value) {
    if (sw_kind(l, value) == SW_UNIFORM)
        return sw_scalar(l, value);
    LLVMValueRef vector = sw_vector(l, value), lane = sw_first_lane(l);
    return LLVMBuildExtractElement(l->ir->builder, vector, lane, "");
}

/* The runtime's part: the same call, once, with the lanes that make it and a predicate bit for each. */
static void ask_runtime(const struct sw_operation *o) {
    struct sw_lanes *l = o->l;
    LLVMValueRef made = LLVMInstructionClone(o->at);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(o->at); i++) {
        bool is_predicate = (int)i == o->request->value;
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(o->at, i));
        LLVMValueRef value = is_predicate ? LLVMBuildIntCast2(l->ir->builder, truths(o), type, 0, "")
                                          : one_for_all(l, LLVMGetOperand(o->at, i));
        LLVMSetOperand(made, i, value);
    }
    sw_block_store(l->unit, l->block, SW_BLOCK_wait_lanes, o->active);
    sw_insert_clone(l, made);
    if (o->request->result != SW_RESULT_NOTHING)
        answer(o, made);
}

void sw_emit_request(struct sw_lanes *l, LLVMValueRef at, const struct sw_request *request) {
    struct sw_operation o = {.l = l, .at = at, .request = request};
    if (sw_is_in_step(request) || (sw_gives_way(request) && l->rows > 1)) {
        sw_hold_order(l);
        return;
    }
    if (l->rows > 1 && request->kind == SWRT_WAIT_BARRIER) {
        sw_hold_order(l);
        sw_remark(l->unit, SW_REMARK_WAIT_NONE, at, sw_request_text(request));
        sw_emit_block_barrier(l, at, request);
        return;
    }
    sw_remark(l->unit, sw_request_remark(request), at, sw_request_text(request));
    o.active = LLVMBuildIntCast2(l->ir->builder, sw_mask_bits(l, l->mask), l->ir->i32, 0, "active");
    LLVMValueRef mask = request->kind == SWRT_WAIT_WARP ? sw_operand(&o, request->mask) : NULL;
    o.masks = mask && sw_kind(l, mask) != SW_UNIFORM ? sw_vector(l, mask) : NULL;
    struct sw_detour detour;
    bool has_detour = mask && sw_open_detour(&o, mask, &detour);
    if (request->kind == SWRT_WAIT_WARP || request->kind == SWRT_WAIT_CONVERGED)
        emit_operation(&o);
    else
        ask_runtime(&o);
    if (has_detour)
        sw_close_detour(&o, &detour);
}
