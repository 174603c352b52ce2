/* Atomic operations that the deferral pass has marked go to the runtime's table while that is in use:
 *
 *      deferred = block->deferred                          atomic.direct: as without it
 *      br deferred->is_off, atomic.direct, atomic.later    atomic.later:  swrt_defer_add_f64(deferred, pointers, values,
 *                                                                                            lanes) */
#include "lockstep/atomic/deferred.h"
#include "lockstep/emit/serial.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"

/* Whether the table is in use; leaves the builder where it is. */
static LLVMValueRef open_table(struct sw_lanes *l, struct sw_later *later) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMBasicBlockRef now = sw_append_bb(l, "atomic.later");
    later->direct = sw_append_bb(l, "atomic.direct");
    later->done = sw_append_bb(l, "atomic.done");
    LLVMValueRef table = sw_block_load_fixed(l->unit, l->block, SW_BLOCK_deferred, "deferred");
    LLVMValueRef is_off = LLVMBuildLoad2(b, l->ir->i32, table, "off");
    LLVMValueRef is_on = LLVMBuildICmp(b, LLVMIntEQ, is_off, sw_const(l->ir->i32, 0), "");
    LLVMBuildCondBr(b, is_on, now, later->direct);
    LLVMPositionBuilderAtEnd(b, now);
    return table;
}

static LLVMValueRef kept(struct sw_lanes *l, LLVMValueRef value) {
    LLVMValueRef memory = sw_open_memory(l, LLVMTypeOf(value));
    LLVMSetAlignment(LLVMBuildStore(l->ir->builder, value, memory), LLVMGetAlignment(memory));
    return memory;
}

/* What is subtracted is added with the other sign. */
static LLVMValueRef added(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef values) {
    if (a->op != SW_ATOMIC_sub)
        return values;
    bool is_float = sw_atomic_is_float(a->type);
    return is_float ? LLVMBuildFNeg(l->ir->builder, values, "") : LLVMBuildNeg(l->ir->builder, values, "");
}

/* Pointers and values: one each, or one a lane. lanes: i32. */
static void defer(struct sw_lanes *l, const struct sw_atomic *a, struct sw_later *later, LLVMValueRef pointers,
                  LLVMValueRef values, LLVMValueRef lanes) {
    struct sw_ir *ir = l->ir;
    LLVMValueRef table = open_table(l, later), pointer = kept(l, pointers), value = kept(l, added(l, a, values));
    LLVMTypeRef params[] = {ir->ptr, ir->ptr, ir->ptr, ir->i32};
    LLVMValueRef function = sw_declare(ir, sw_atomic_deferred_function(l->unit, a),
                                       LLVMFunctionType(ir->nothing, params, 4, 0));
    sw_add_attribute(ir, function, "nounwind");
    sw_call(ir, function, (LLVMValueRef[]){table, pointer, value, lanes}, 4, "");
    sw_lifetime(l, pointer, false);
    sw_lifetime(l, value, false);
    LLVMBuildBr(ir->builder, later->done);
    LLVMPositionBuilderAtEnd(ir->builder, later->direct);
}

void sw_open_later(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a, struct sw_later *later) {
    LLVMValueRef pointers = sw_vector(l, LLVMGetOperand(at, 0)), values = sw_vector(l, LLVMGetOperand(at, 1));
    LLVMValueRef lanes = LLVMBuildZExt(l->ir->builder, sw_mask_bits(l, l->mask), l->ir->i32, "");
    defer(l, a, later, pointers, values, lanes);
}

void sw_open_later_once(struct sw_lanes *l, const struct sw_atomic *a, LLVMValueRef pointer, LLVMValueRef value,
                        struct sw_later *later) {
    LLVMValueRef any = !sw_is_one_row(l) ? sw_mask_any(l, l->mask) : sw_const(l->ir->i1, 1);
    defer(l, a, later, pointer, value, LLVMBuildZExt(l->ir->builder, any, l->ir->i32, ""));
}

void sw_close_later(struct sw_lanes *l, const struct sw_later *later) {
    assert(!LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(l->ir->builder)));
    LLVMBuildBr(l->ir->builder, later->done);
    LLVMPositionBuilderAtEnd(l->ir->builder, later->done);
}
