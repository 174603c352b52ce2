/* Prefetch: in a loop whose step only the launch knows (a grid-stride loop) the next pieces of an array lie so far off
 * that no prefetcher finds them in time; within a piece it finds what follows its beginning. So where a whole block's rows
 * load theirs, the code prefetches the beginning of what later iterations load, and all of it where elements are small.
 * How many iterations ahead is what is loaded in the meantime: 4 KiB, or 1 KiB in a loop that stores, too. Processors that
 * fetch much more at once into their second-level cache are asked for all of each piece, there and 8 KiB ahead, and by
 * warps, each of which walks alone, 2 KiB ahead.
 *
 *      for (i = first; i < n; i += step)   ... = in[i]        =>      prefetch &in[i + ahead * step]
 *
 * No result depends on it: a prefetch of memory that is not there does nothing (docs/decisions/0020). */
#include "lockstep/emit/memory.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/machine.h"

enum { LINE = 64 };

/* How it is done on a processor; measured: decisions/0020. */
struct plan {
    uint64_t distance, distance_with_stores, distance_for_warps; /* bytes; 0: not at all */
    uint64_t beginning;                                          /* bytes of a piece that are prefetched */
    unsigned locality; /* llvm.prefetch's: 3 the first-level cache, 2 the second */
};

static struct plan plan_of(struct sw_unit *unit) {
    static const struct plan usual = {4096, 1024, 0, 512, 3}, to_second_level = {8192, 8192, 2048, UINT64_MAX, 2};
    return sw_prefetches_to_second_level(unit) ? to_second_level : usual;
}

static LLVMValueRef without_extensions(LLVMValueRef value) {
    while (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

/* What a phi of a loop's header grows by; null when that changes, or is no addition. */
static LLVMValueRef step_of(const struct sw_lanes *l, const struct sw_loop *loop, LLVMValueRef phi) {
    if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != l->shapes.cfg.bbs[loop->header].bb)
        return NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef next = LLVMGetIncomingValue(phi, i);
        bool is_addition = LLVMIsABinaryOperator(next) && LLVMGetInstructionOpcode(next) == LLVMAdd;
        if (!is_addition || !sw_loop_has(&l->shapes.cfg, loop, next))
            continue;
        for (unsigned k = 0; k < 2; k++)
            if (LLVMGetOperand(next, k) == phi && !sw_loop_has(&l->shapes.cfg, loop, LLVMGetOperand(next, 1 - k)))
                return LLVMGetOperand(next, 1 - k);
    }
    return NULL;
}

/* In elements, from one iteration of the innermost loop to the next; null when the pointer does not move so. */
static LLVMValueRef step_of_pointer(const struct sw_lanes *l, LLVMValueRef pointer) {
    int number = l->shapes.cfg.bbs[l->bb].loop;
    if (number < 0 || !LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumIndices(pointer) != 1)
        return NULL;
    const struct sw_loop *loop = &l->shapes.cfg.loops.at[number];
    LLVMValueRef step = step_of(l, loop, without_extensions(LLVMGetOperand(pointer, 1)));
    bool is_known = step && sw_kind(l, step) == SW_UNIFORM && !LLVMIsConstant(step);
    return is_known && !sw_loop_has(&l->shapes.cfg, loop, LLVMGetOperand(pointer, 0)) ? step : NULL;
}

static bool stores(const struct sw_lanes *l, const struct sw_loop *loop) {
    for (unsigned b = 0; b < l->shapes.cfg.count; b++)
        for (LLVMValueRef at = sw_bitset_get(&loop->bbs, b) ? LLVMGetFirstInstruction(l->shapes.cfg.bbs[b].bb) : NULL;
             at; at = LLVMGetNextInstruction(at))
            if (LLVMIsAStoreInst(at))
                return true;
    return false;
}

/* In iterations of the current loop, each of which loads a piece of so many bytes. */
static uint64_t iterations_ahead(const struct sw_lanes *l, const struct plan *plan, uint64_t piece) {
    const struct sw_loop *loop = &l->shapes.cfg.loops.at[l->shapes.cfg.bbs[l->bb].loop];
    uint64_t distance = sw_is_one_row(l)  ? plan->distance_for_warps
                        : stores(l, loop) ? plan->distance_with_stores
                                          : plan->distance;
    return piece < distance ? distance / piece : 1;
}

void sw_prefetch(struct sw_lanes *l, LLVMValueRef pointer, LLVMValueRef from, uint64_t size) {
    struct sw_ir *ir = l->ir;
    struct plan plan = plan_of(l->unit);
    uint64_t bytes = l->width * size, piece = sw_is_one_row(l) ? bytes : l->size.x * size;
    bool is_wanted = sw_is_one_row(l) ? plan.distance_for_warps > 0 : l->row * bytes < plan.beginning;
    LLVMValueRef step = is_wanted ? step_of_pointer(l, pointer) : NULL;
    bool is_begun = sw_place_of_row(l).x * size % LINE; /* the row before has prefetched the line */
    if (!step || is_begun || sw_stride(l, pointer) != (int64_t)size)
        return;
    LLVMValueRef distance = LLVMBuildIntCast2(ir->builder, sw_scalar(l, step), ir->i64, 1, "");
    uint64_t ahead = iterations_ahead(l, &plan, piece);
    distance = LLVMBuildMul(ir->builder, distance, sw_const(ir->i64, ahead * size), "");
    LLVMValueRef next = LLVMBuildGEP2(ir->builder, ir->i8, from, &distance, 1, "ahead");
    LLVMTypeRef type = LLVMTypeOf(next);
    for (uint64_t at = 0; at < bytes; at += LINE) {
        LLVMValueRef line = at ? sw_byte_offset(ir, next, at, "") : next;
        LLVMValueRef args[] = {line, sw_const(ir->i32, 0), sw_const(ir->i32, plan.locality), sw_const(ir->i32, 1)};
        sw_call_intrinsic(ir, "llvm.prefetch", &type, 1, args, 4, "");
    }
}
