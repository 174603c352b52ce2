/* Special registers: reads threadIdx and its kin from the block, once at a function's entry. */
#include "transform/lower/registers.h"

#include <string.h>

enum how { BLOCK, THREAD, VALUE };
struct sreg {
    const char *name;
    enum how how;
    unsigned what;
};
static const struct sreg sregs[] = {
#define SREG(name, how, what) {name, how, what},
#include "transform/lower/registers.def"
#undef SREG
};

void sw_registers_start(struct sw_registers *r, struct sw_unit *unit, LLVMValueRef function) {
    *r = (struct sw_registers){unit, function, LLVMGetParam(function, 0), {NULL}};
}

/* The field's value, loaded at the entry and kept for the other readers. */
static LLVMValueRef field(struct sw_registers *r, enum sw_block_field which, bool is_fixed) {
    if (!r->fields[which]) {
        sw_at_entry(&r->unit->ir, r->function);
        r->fields[which] = is_fixed ? sw_block_load_fixed(r->unit, r->block, which, "")
                                    : sw_block_load(r->unit, r->block, which, "");
    }
    return r->fields[which];
}

static LLVMValueRef lane(struct sw_registers *r, LLVMValueRef before) {
    LLVMValueRef tid = field(r, SW_BLOCK_tid, false);
    sw_before(&r->unit->ir, before);
    return LLVMBuildAnd(r->unit->ir.builder, tid, sw_const(r->unit->ir.i32, 31), "lane");
}

/* %lanemask_{eq,le,lt,ge,gt}: lanes that compare so with the caller's. */
static LLVMValueRef lane_mask(struct sw_registers *r, LLVMValueRef call, const char *relation) {
    LLVMBuilderRef b = r->unit->ir.builder;
    LLVMTypeRef i32 = r->unit->ir.i32;
    LLVMValueRef own = LLVMBuildShl(b, sw_const(i32, 1), lane(r, call), "");
    LLVMValueRef below = LLVMBuildSub(b, own, sw_const(i32, 1), "");
    if (sw_equal(relation, "eq"))
        return own;
    if (sw_equal(relation, "lt"))
        return below;
    if (sw_equal(relation, "le"))
        return LLVMBuildOr(b, own, below, "");
    return LLVMBuildNot(b, sw_equal(relation, "ge") ? below : LLVMBuildOr(b, own, below, ""), "");
}

static LLVMValueRef clock_value(struct sw_registers *r, LLVMValueRef call) {
    LLVMValueRef cycles = sw_call_intrinsic(&r->unit->ir, "llvm.readcyclecounter", NULL, 0, NULL, 0, "");
    return LLVMBuildTrunc(r->unit->ir.builder, cycles, LLVMTypeOf(call), "");
}

static LLVMValueRef warp_count(struct sw_registers *r, LLVMValueRef call) {
    LLVMValueRef threads = field(r, SW_BLOCK_nthreads, true);
    LLVMBuilderRef b = r->unit->ir.builder;
    sw_before(&r->unit->ir, call);
    return LLVMBuildLShr(b, LLVMBuildAdd(b, threads, sw_const(r->unit->ir.i32, 31), ""), sw_const(r->unit->ir.i32, 5),
                         "");
}

static LLVMValueRef computed(struct sw_registers *r, LLVMValueRef call, const char *name) {
    if (sw_equal(name, "laneid"))
        return lane(r, call);
    if (sw_starts_with(name, "lanemask."))
        return lane_mask(r, call, name + strlen("lanemask."));
    if (sw_equal(name, "clock") || sw_equal(name, "clock64"))
        return clock_value(r, call);
    if (sw_equal(name, "nwarpid"))
        return warp_count(r, call);
    if (sw_equal(name, "warpid")) {
        LLVMValueRef tid = field(r, SW_BLOCK_tid, false);
        sw_before(&r->unit->ir, call);
        return LLVMBuildLShr(r->unit->ir.builder, tid, sw_const(r->unit->ir.i32, 5), "");
    }
    return NULL;
}

LLVMValueRef sw_register_value(struct sw_registers *r, LLVMValueRef call, const char *name) {
    for (size_t i = 0; i < sizeof sregs / sizeof *sregs; i++) {
        if (!sw_equal(sregs[i].name, name))
            continue;
        if (sregs[i].how == VALUE)
            return sw_const(LLVMTypeOf(call), sregs[i].what);
        LLVMValueRef value = field(r, (enum sw_block_field)sregs[i].what, sregs[i].how == BLOCK);
        sw_before(&r->unit->ir, call);
        return LLVMTypeOf(value) == LLVMTypeOf(call)
                   ? value
                   : LLVMBuildIntCast2(r->unit->ir.builder, value, LLVMTypeOf(call), 0, "");
    }
    sw_before(&r->unit->ir, call);
    return computed(r, call, name);
}
