/* Loads and stores: once for all lanes, by all lanes (access.c), on both sides of a test, or lane by lane. Copies of small
 * structures are a load and a store: all lanes read before one writes, as on a GPU. */
#include "lockstep/emit/access.h"
#include "lockstep/emit/emit.h"
#include "lockstep/emit/memory.h"
#include "lockstep/emit/serial.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

#include <string.h>

LLVMValueRef sw_load_lanes(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMTypeRef type,
                           unsigned align) {
    struct sw_access a = sw_access_of(l, at, pointer, align);
    return sw_access_load(&a, type, 0);
}

void sw_store_lanes(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMTypeRef type, LLVMValueRef vector,
                    unsigned align) {
    struct sw_access a = sw_access_of(l, at, pointer, align);
    sw_access_store(&a, type, vector, 0);
}

/* The access on both sides of the test that says whether its addresses run on from lane to lane. */
struct two_ways {
    struct sw_access runs_on, scattered;
    LLVMBasicBlockRef first, second, done;
};

/* Whether a varying address has such a test, and would run on when it holds. */
static bool is_tested(const struct sw_access *a, LLVMValueRef pointer, LLVMTypeRef type, struct two_ways *w,
                      struct sw_tested *tested) {
    *w = (struct two_ways){.runs_on = *a, .scattered = *a};
    w->runs_on.kind = SW_AFFINE;
    w->runs_on.stride = LLVMIsAInstruction(pointer) ? sw_shape_of(&a->l->shapes, pointer).stride : 0;
    return a->kind == SW_VARYING && !a->granule && sw_access_runs_on(&w->runs_on, type) &&
           sw_get_tested(a->l, pointer, tested);
}

/* Opens the side where they do. False: there is no such test, or it would gain nothing. */
static bool open_two_ways(const struct sw_access *a, LLVMValueRef pointer, LLVMTypeRef type, struct two_ways *w) {
    struct sw_lanes *l = a->l;
    struct sw_tested tested;
    if (!is_tested(a, pointer, type, w, &tested))
        return false;
    w->runs_on.base = tested.first;
    w->runs_on.certainty = SW_IF_HOLDS;
    w->scattered.certainty = SW_IF_NOT;
    w->first = sw_append_bb(l, "runs.on");
    w->second = sw_append_bb(l, "wraps");
    w->done = sw_append_bb(l, "accessed");
    LLVMValueRef holds = tested.holds;
    if (sw_may_be_idle(l))
        holds = LLVMBuildFreeze(l->ir->builder, holds, "");
    LLVMBuildCondBr(l->ir->builder, holds, w->first, w->second);
    LLVMPositionBuilderAtEnd(l->ir->builder, w->first);
    return true;
}

/* Ends one side and opens what is given. */
static LLVMBasicBlockRef end_way(const struct two_ways *w, LLVMBasicBlockRef next) {
    LLVMBuilderRef b = w->runs_on.l->ir->builder;
    LLVMBasicBlockRef end = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, w->done);
    LLVMPositionBuilderAtEnd(b, next);
    return end;
}

static LLVMValueRef load_either_way(const struct sw_access *a, LLVMValueRef pointer, LLVMTypeRef type) {
    struct two_ways w;
    if (!open_two_ways(a, pointer, type, &w))
        return sw_access_load(a, type, 0);
    LLVMValueRef values[2] = {sw_access_load(&w.runs_on, type, 0), NULL};
    LLVMBasicBlockRef ends[2] = {end_way(&w, w.second), NULL};
    values[1] = sw_access_load(&w.scattered, type, 0);
    ends[1] = end_way(&w, w.done);
    LLVMValueRef value = LLVMBuildPhi(a->l->ir->builder, LLVMTypeOf(values[0]), "");
    LLVMAddIncoming(value, values, ends, 2);
    return value;
}

static void store_either_way(const struct sw_access *a, LLVMValueRef pointer, LLVMTypeRef type, LLVMValueRef value) {
    struct two_ways w;
    if (!open_two_ways(a, pointer, type, &w)) {
        sw_access_store(a, type, value, 0);
        return;
    }
    sw_access_store(&w.runs_on, type, value, 0);
    end_way(&w, w.second);
    sw_access_store(&w.scattered, type, value, 0);
    end_way(&w, w.done);
}

void sw_hold_order(struct sw_lanes *l) {
    LLVMBuildFence(l->ir->builder, LLVMAtomicOrderingSequentiallyConsistent, 1, "");
}

/* The compiler must neither merge volatile accesses nor move others across them; vector forms cannot be volatile. */
static void hold_order(struct sw_lanes *l, LLVMValueRef at) {
    if (!SW_PROVED(access_orders_nothing, !LLVMGetVolatile(at)))
        sw_hold_order(l);
}

void sw_emit_load(struct sw_lanes *l, LLVMValueRef at) {
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    LLVMTypeRef type = LLVMTypeOf(at);
    if (sw_kind(l, pointer) == SW_UNIFORM) {
        if (!LLVMGetMetadata(at, LLVMGetMDKindID("invariant.load", 14))) /* else it is a parameter or a register */
            sw_remark(l->unit, SW_REMARK_LOAD_UNIFORM, at, NULL);
        LLVMValueRef made = LLVMInstructionClone(at);
        LLVMValueRef address = sw_scalar(l, pointer);
        LLVMSetOperand(made, 0, sw_safe_pointer(l, address, type));
        LLVMSetValueName2(made, sw_name(at), strlen(sw_name(at)));
        sw_insert_clone(l, made);
        sw_drop_facts_when_idle(l, made);
        sw_set_result(l, at, sw_kind(l, at) == SW_VARYING ? sw_splat(l, made) : made);
        return;
    }
    bool is_unused = LLVMGetVolatile(at) && !LLVMGetFirstUse(at);
    bool is_plain = SW_PROVED(vector_load_is_plain, LLVMGetOrdering(at) == LLVMAtomicOrderingNotAtomic);
    if (!sw_is_regular(l, type) || !is_plain || is_unused) {
        sw_remark(l->unit, SW_REMARK_LOAD_LANES, at, NULL);
        sw_emit_serial(l, at);
        return;
    }
    struct sw_access a = sw_access_of(l, at, pointer, LLVMGetAlignment(at));
    hold_order(l, at);
    if (a.kind == SW_AFFINE)
        sw_prefetch(l, pointer, a.base, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(l->ir->module), type));
    sw_set_vector(l, at, load_either_way(&a, pointer, type));
    hold_order(l, at);
}

/* What a copy is made of: as few pieces as possible, that several lanes' lie side by side. Null: it is long, or its size
 * is not known. */
static LLVMTypeRef type_of_copy(struct sw_lanes *l, LLVMValueRef at) {
    enum { MOST_BYTES = 28, MOST_PIECES = 7, WIDEST_PIECE = 4 };
    LLVMValueRef size = LLVMGetOperand(at, 2);
    bool is_volatile = sw_is_fill(at) || !LLVMIsNull(LLVMGetOperand(at, 3));
    if (is_volatile || !LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) > MOST_BYTES)
        return NULL;
    unsigned bytes = (unsigned)LLVMConstIntGetZExtValue(size), piece = bytes & -bytes;
    piece = piece < WIDEST_PIECE ? piece : WIDEST_PIECE;
    if (!bytes || bytes / piece > MOST_PIECES)
        return NULL;
    return LLVMArrayType2(LLVMIntTypeInContext(l->ir->context, 8 * piece), bytes / piece);
}

static bool runs_on(const struct sw_access *a, LLVMValueRef pointer, LLVMTypeRef type) {
    struct two_ways w;
    struct sw_tested tested;
    return a->kind == SW_UNIFORM || (a->kind == SW_AFFINE && sw_access_runs_on(a, type)) ||
           is_tested(a, pointer, type, &w, &tested);
}

/* For places here and there, moving each lane's in one go takes half the time of gathers and scatters. But within one
 * variable a lane might write what another has still to read. */
bool sw_emit_copy(struct sw_lanes *l, LLVMValueRef at) {
    LLVMTypeRef type = type_of_copy(l, at);
    LLVMValueRef to = LLVMGetOperand(at, 0), from = LLVMGetOperand(at, 1);
    if (!type || sw_kind(l, to) == SW_UNIFORM)
        return false;
    struct sw_access source = sw_access_of(l, at, from, sw_stated_call_align(at, 1));
    struct sw_access target = sw_access_of(l, at, to, sw_stated_call_align(at, 0));
    bool is_exchange = sw_strip_pointer(to) == sw_strip_pointer(from);
    if (!is_exchange && !(runs_on(&source, from, type) && runs_on(&target, to, type)))
        return false;
    store_either_way(&target, to, type, load_either_way(&source, from, type));
    return true;
}

/* Several lanes write to one place: the last one's value stays. */
static void store_last(struct sw_lanes *l, LLVMValueRef at) {
    LLVMValueRef value = LLVMGetOperand(at, 0), made = LLVMInstructionClone(at), last;
    if (sw_kind(l, value) == SW_UNIFORM) {
        last = sw_scalar(l, value);
    } else {
        LLVMValueRef vector = sw_vector(l, value), lane = sw_last_lane(l);
        last = LLVMBuildExtractElement(l->ir->builder, vector, lane, "");
    }
    LLVMSetOperand(made, 0, last);
    LLVMValueRef address = sw_scalar(l, LLVMGetOperand(at, 1));
    LLVMSetOperand(made, 1, sw_safe_pointer(l, address, LLVMTypeOf(value)));
    sw_insert_clone(l, made);
}

void sw_emit_store(struct sw_lanes *l, LLVMValueRef at) {
    LLVMValueRef value = LLVMGetOperand(at, 0), pointer = LLVMGetOperand(at, 1);
    LLVMTypeRef type = LLVMTypeOf(value);
    bool is_simple = sw_kind(l, value) == SW_UNIFORM || !sw_is_composite(type);
    if (sw_kind(l, pointer) == SW_UNIFORM && is_simple) {
        sw_remark(l->unit, SW_REMARK_STORE_UNIFORM, at, NULL);
        store_last(l, at);
    } else if (sw_kind(l, pointer) == SW_UNIFORM || !sw_is_regular(l, type) ||
               !SW_PROVED(vector_store_is_plain, LLVMGetOrdering(at) == LLVMAtomicOrderingNotAtomic)) {
        sw_remark(l->unit, SW_REMARK_STORE_LANES, at, NULL);
        sw_emit_serial(l, at);
    } else {
        LLVMValueRef vector = sw_vector(l, value);
        struct sw_access a = sw_access_of(l, at, pointer, LLVMGetAlignment(at));
        hold_order(l, at);
        store_either_way(&a, pointer, type, vector);
        hold_order(l, at);
    }
}
