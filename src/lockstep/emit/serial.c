/* Lane by lane: a loop over the lanes that run, around scalar code. What differs between lanes lies in memory meanwhile,
 * an element a lane, because taking an element of a number not known out of a vector register costs a trip through
 * memory each time. */
#include "analysis/effects.h"
#include "lockstep/emit/serial.h"
#include "lockstep/emit/stop.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

static LLVMTypeRef part_type(LLVMTypeRef type, unsigned i) {
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type);
}

void sw_lifetime(struct sw_lanes *l, LLVMValueRef slot, bool starts) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->ir->module);
    LLVMValueRef args[] = {sw_const(l->ir->i64, LLVMABISizeOfType(layout, LLVMGetAllocatedType(slot))), slot};
    sw_call_intrinsic(l->ir, starts ? "llvm.lifetime.start" : "llvm.lifetime.end", &l->ir->ptr, 1, args, 2, "");
}

LLVMValueRef sw_open_memory(struct sw_lanes *l, LLVMTypeRef vector) {
    LLVMValueRef slot = sw_new_slot(l, vector, "by.lane");
    LLVMSetAlignment(slot, SW_LOCAL_ALIGN);
    sw_lifetime(l, slot, true);
    return slot;
}

LLVMTypeRef sw_element_type(struct sw_lanes *l, LLVMTypeRef type) {
    unsigned width = 8, bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
    while (width < bits)
        width *= 2;
    return bits ? LLVMIntTypeInContext(l->ir->context, width) : type;
}

/* Integers get the type's width. */
static LLVMValueRef widened(struct sw_lanes *l, LLVMValueRef value, LLVMTypeRef type) {
    return LLVMTypeOf(value) == type ? value : LLVMBuildIntCast2(l->ir->builder, value, type, 0, "");
}

struct sw_passed sw_pass_nothing(struct sw_lanes *l, LLVMTypeRef type) {
    struct sw_passed p = {.type = type, .count = sw_parts_of(type)};
    if (!p.count) {
        p.memory = sw_open_memory(l, LLVMVectorType(sw_element_type(l, type), l->width));
        return p;
    }
    p.parts = sw_arena_alloc(l->ir->arena, p.count * sizeof *p.parts);
    for (unsigned i = 0; i < p.count; i++)
        p.parts[i] = sw_pass_nothing(l, part_type(type, i));
    return p;
}

static void store_parts(struct sw_lanes *l, const struct sw_passed *p, LLVMValueRef vector) {
    LLVMBuilderRef b = l->ir->builder;
    for (unsigned i = 0; i < p->count; i++) {
        LLVMValueRef part = LLVMBuildExtractValue(b, vector, i, "");
        store_parts(l, &p->parts[i], part);
    }
    if (p->count)
        return;
    vector = widened(l, vector, LLVMVectorType(sw_element_type(l, p->type), l->width));
    LLVMSetAlignment(LLVMBuildStore(b, vector, p->memory), SW_LOCAL_ALIGN);
}

struct sw_passed sw_pass_vector(struct sw_lanes *l, LLVMTypeRef type, LLVMValueRef vector) {
    struct sw_passed p = sw_pass_nothing(l, type);
    store_parts(l, &p, vector);
    return p;
}

struct sw_passed sw_pass_in(struct sw_lanes *l, LLVMValueRef value) {
    if (sw_kind(l, value) == SW_UNIFORM)
        return (struct sw_passed){.type = LLVMTypeOf(value), .same = sw_scalar(l, value)};
    return sw_pass_vector(l, LLVMTypeOf(value), sw_vector(l, value));
}

void sw_serial_open(struct sw_lanes *l, struct sw_serial *s) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
    LLVMValueRef bits = sw_mask_bits(l, l->mask);
    LLVMTypeRef type = LLVMTypeOf(bits);
    *s = (struct sw_serial){.l = l, .head = sw_append_bb(l, "lane"), .done = sw_append_bb(l, "lanes.done")};
    if (!SW_PROVED(some_lane_runs, sw_is_one_row(l) || sw_is_full(l->mask))) /* other rows' lanes may run */
        LLVMBuildCondBr(b, sw_mask_any(l, l->mask), s->head, s->done);
    else
        LLVMBuildBr(b, s->head);
    LLVMPositionBuilderAtEnd(b, s->head);
    s->bits = LLVMBuildPhi(b, type, "left");
    LLVMAddIncoming(s->bits, &bits, &from, 1);
    LLVMValueRef args[] = {s->bits, sw_const(l->ir->i1, 1)};
    s->lane = sw_call_intrinsic(l->ir, "llvm.cttz", &type, 1, args, 2, "");
    s->lane = LLVMBuildIntCast2(b, s->lane, l->ir->i32, 0, "lane");
}

static LLVMValueRef place(struct sw_serial *s, const struct sw_passed *p) {
    assert(p->memory && !p->count);
    LLVMTypeRef type = sw_element_type(s->l, p->type);
    return LLVMBuildInBoundsGEP2(s->l->ir->builder, type, p->memory, &s->lane, 1, "");
}

LLVMValueRef sw_serial_get(struct sw_serial *s, const struct sw_passed *p) {
    LLVMBuilderRef b = s->l->ir->builder;
    if (p->same)
        return p->same;
    if (!p->count) {
        LLVMValueRef value = LLVMBuildLoad2(b, sw_element_type(s->l, p->type), place(s, p), "");
        return widened(s->l, value, p->type);
    }
    LLVMValueRef whole = LLVMGetPoison(p->type);
    bool is_vector = LLVMGetTypeKind(p->type) == LLVMVectorTypeKind;
    for (unsigned i = 0; i < p->count; i++) {
        LLVMValueRef part = sw_serial_get(s, &p->parts[i]);
        whole = is_vector ? LLVMBuildInsertElement(b, whole, part, sw_const(s->l->ir->i32, i), "")
                          : LLVMBuildInsertValue(b, whole, part, i, "");
    }
    return whole;
}

void sw_serial_put(struct sw_serial *s, const struct sw_passed *p, LLVMValueRef value) {
    assert(!p->same && LLVMTypeOf(value) == p->type);
    LLVMBuilderRef b = s->l->ir->builder;
    bool is_vector = LLVMGetTypeKind(p->type) == LLVMVectorTypeKind;
    for (unsigned i = 0; i < p->count; i++) {
        LLVMValueRef part = is_vector ? LLVMBuildExtractElement(b, value, sw_const(s->l->ir->i32, i), "")
                                      : LLVMBuildExtractValue(b, value, i, "");
        sw_serial_put(s, &p->parts[i], part);
    }
    if (p->count)
        return;
    value = widened(s->l, value, sw_element_type(s->l, p->type));
    LLVMBuildStore(b, value, place(s, p));
}

void sw_serial_close(struct sw_serial *s) {
    assert(LLVMCountIncoming(s->bits) == 1); /* once */
    LLVMBuilderRef b = s->l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(s->bits);
    LLVMValueRef below = LLVMBuildSub(b, s->bits, sw_const(type, 1), "");
    LLVMValueRef left = LLVMBuildAnd(b, s->bits, below, "");
    LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
    LLVMAddIncoming(s->bits, &left, &from, 1);
    LLVMValueRef more = LLVMBuildICmp(b, LLVMIntNE, left, LLVMConstNull(type), "");
    LLVMBuildCondBr(b, more, s->head, s->done);
    LLVMPositionBuilderAtEnd(b, s->done);
}

void sw_pass_end(struct sw_lanes *l, const struct sw_passed *p) {
    if (p->memory)
        sw_lifetime(l, p->memory, false);
    for (unsigned i = 0; i < p->count; i++)
        sw_pass_end(l, &p->parts[i]);
}

LLVMValueRef sw_pass_out(struct sw_lanes *l, const struct sw_passed *p) {
    assert(!p->same);
    LLVMBuilderRef b = l->ir->builder;
    if (!p->count) {
        LLVMValueRef vector = LLVMBuildLoad2(b, LLVMVectorType(sw_element_type(l, p->type), l->width), p->memory, "");
        LLVMSetAlignment(vector, SW_LOCAL_ALIGN);
        return widened(l, vector, LLVMVectorType(p->type, l->width));
    }
    LLVMValueRef whole = LLVMGetPoison(sw_wide_type(l, p->type));
    for (unsigned i = 0; i < p->count; i++) {
        LLVMValueRef part = sw_pass_out(l, &p->parts[i]);
        whole = LLVMBuildInsertValue(b, whole, part, i, "");
    }
    return whole;
}

static LLVMValueRef table_entry(struct sw_serial *s, enum sw_block_field field, LLVMValueRef tid) {
    struct sw_ir *ir = s->l->ir;
    LLVMValueRef table = sw_block_load_fixed(s->l->unit, s->l->block, field, "");
    LLVMTypeRef i16 = ir->i16;
    LLVMValueRef at = LLVMBuildInBoundsGEP2(ir->builder, i16, table, &tid, 1, "");
    LLVMValueRef value = LLVMBuildLoad2(ir->builder, i16, at, "");
    return LLVMBuildZExt(ir->builder, value, ir->i32, "");
}

void sw_name_thread(struct sw_serial *s) {
    struct sw_lanes *l = s->l;
    LLVMValueRef tid = LLVMBuildAdd(l->ir->builder, l->tid, s->lane, "");
    sw_block_store(l->unit, l->block, SW_BLOCK_tid, tid);
    sw_block_store(l->unit, l->block, SW_BLOCK_tid_x, table_entry(s, SW_BLOCK_tids_x, tid));
    sw_block_store(l->unit, l->block, SW_BLOCK_tid_y, table_entry(s, SW_BLOCK_tids_y, tid));
    sw_block_store(l->unit, l->block, SW_BLOCK_tid_z, table_entry(s, SW_BLOCK_tids_z, tid));
}

static bool wants_thread(LLVMValueRef at) {
    if (!sw_is_call(at) || LLVMIsAInlineAsm(LLVMGetCalledValue(at)))
        return false;
    LLVMValueRef callee = sw_called_function(at);
    return !callee || sw_is_stop(at) || sw_equal(sw_name(callee), SW_DEVICE_CALL) ||
           sw_starts_with(sw_name(callee), SW_TENSOR_MARKER) ||
           (sw_is_defined(callee) && !sw_starts_with(sw_name(callee), "__nv_"));
}

static void emit_loop(struct sw_lanes *l, LLVMValueRef at, const struct sw_passed *in, const struct sw_passed *out) {
    struct sw_serial s;
    sw_serial_open(l, &s);
    if (wants_thread(at))
        sw_name_thread(&s);
    LLVMValueRef made = LLVMInstructionClone(at);
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (in[i].type)
            LLVMSetOperand(made, (unsigned)i, sw_serial_get(&s, &in[i]));
    sw_insert_clone(l, made);
    if (out)
        sw_serial_put(&s, out, made);
    sw_serial_close(&s);
}

void sw_emit_serial(struct sw_lanes *l, LLVMValueRef at) {
    int count = LLVMGetNumOperands(at);
    struct sw_passed *in = sw_arena_alloc(l->ir->arena, ((size_t)count + 1) * sizeof *in), out;
    bool has_result = LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind && LLVMGetFirstUse(at);
    for (int i = 0; i < count; i++)
        if (LLVMGetValueKind(LLVMGetOperand(at, (unsigned)i)) != LLVMMetadataAsValueValueKind)
            in[i] = sw_pass_in(l, LLVMGetOperand(at, (unsigned)i));
    if (has_result)
        out = sw_pass_nothing(l, LLVMTypeOf(at));
    if (sw_may_fail(l, at))
        sw_emit_attempt(l, at, in, has_result ? &out : NULL);
    else
        emit_loop(l, at, in, has_result ? &out : NULL);
    if (has_result) {
        sw_set_vector(l, at, sw_pass_out(l, &out));
        sw_pass_end(l, &out);
    }
    for (int i = 0; i < count; i++)
        sw_pass_end(l, &in[i]);
}
