/* Whether lanes in lockstep do what threads on their own would have done. They may not where one lane waits for another
 * of the same warp that lockstep holds back:
 *
 *  1. A barrier, or the grid's, that lanes reach while others wait elsewhere (exited ones do not count). Barriers whose
 *     number differs between lanes; in whole blocks those for a part of the block.
 *  2. A waiting loop with others waiting elsewhere that could change memory, or stop the kernel, before they come to a
 *     barrier or exit.
 *  3. A warp operation with a mask, with others waiting elsewhere that could come to one as well; or with masks by which
 *     the lanes that are there might not meet each other (analysis/agreement.c).
 *  4. Warp operations at fewer lanes than a warp has; in whole blocks where some warps may be elsewhere.
 *  5. What suspends, in a whole block.
 * All lanes' local memory lies on one stack, of which it may take half a megabyte, as much as CUDA allows one thread, and
 * a small part of what every thread has that runs kernels (runtime/os/thread/stack.h): kernels that need more run at
 * fewer lanes. And what the translation does not know, it refuses by name. */
#include "analysis/effects.h"
#include "lockstep/emit/stop.h"
#include "lockstep/flow/flow.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/steps.h"
#include "softwarp/assumptions.h"

enum { MOST_LOCAL_BYTES = 512 << 10 };

struct finder {
    struct sw_lanes *l;
    struct sw_obstacle *obstacle;
    uint64_t local_bytes; /* of one lane */
};

static bool refuse(struct finder *f, const char *why, LLVMValueRef where) {
    *f->obstacle = (struct sw_obstacle){why, where};
    return false;
}

/* A refusal of our own, which no program waits for: a barrier's phase has ended between lanes that arrive as one. */
static bool is_refusal(LLVMValueRef at) {
    return sw_equal(sw_callee_name(at), "__sw_phase_ended");
}

/* What may end a wait: others' writes, and traps and failed assertions, which end the kernel with an error. */
static bool ends_waits(struct finder *f, LLVMValueRef at) {
    struct sw_effect effect = sw_effect_of(at);
    bool stops = sw_is_stop(at) || sw_is_assertion(at);
    return !is_refusal(at) && (stops || sw_may_change_for_others(f->l->unit, &effect));
}

static bool is_barrier_for(LLVMValueRef at, unsigned op) {
    return sw_is_barrier(at) && sw_request_of(at)->op == op;
}

static LLVMValueRef number_of_barrier(LLVMValueRef at) {
    return sw_request_operand(at, sw_request_of(at)->arg);
}

/* A barrier at which a thread waits until others have come, those here too. What comes in two parts waits for them only
 * if `signal`, the one before, is its first: else all of them may have been there. */
static bool waits_at(LLVMValueRef at, LLVMValueRef signal) {
    if (is_barrier_for(at, SWRT_BARRIER_AWAIT))
        return SW_PROVED(await_behind_signal, signal && number_of_barrier(signal) == number_of_barrier(at));
    return sw_is_barrier(at) && !is_barrier_for(at, SWRT_BARRIER_ARRIVE) && !is_barrier_for(at, SWRT_BARRIER_SIGNAL);
}

static bool is_masked_operation(struct finder *f, LLVMValueRef at) {
    (void)f;
    const struct sw_request *request = sw_request_of(at);
    return request && request->kind == SWRT_WAIT_WARP;
}

typedef bool (*is_found)(struct finder *f, LLVMValueRef at);

/* Whether lanes at a basic block may run such an instruction before they come to a barrier of the block. */
static bool may_run(struct finder *f, unsigned start, struct sw_bitset *seen, is_found is) {
    const struct sw_bb *bb = &f->l->shapes.cfg.bbs[start];
    LLVMValueRef signal = NULL;
    if (sw_bitset_get(seen, start))
        return false;
    sw_bitset_set(seen, start);
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb->bb); at; at = LLVMGetNextInstruction(at)) {
        if (is(f, at))
            return true;
        if (waits_at(at, signal))
            return false;
        signal = is_barrier_for(at, SWRT_BARRIER_SIGNAL) ? at : signal;
    }
    for (unsigned k = 0; k < bb->succs; k++)
        if (may_run(f, bb->succ[k], seen, is))
            return true;
    return false;
}

/* Whether lanes that wait elsewhere while `bb` runs may. */
static bool others_may_run(struct finder *f, unsigned bb, is_found is) {
    const struct sw_flow *flow = &f->l->flow;
    const struct sw_point *at = &flow->points[flow->point_of_bb[bb]];
    struct sw_bitset seen = sw_bitset_create(f->l->ir->arena, f->l->shapes.cfg.count);
    for (unsigned p = 0; p < flow->exit; p++)
        if (sw_bitset_get(&at->pending, p) && may_run(f, flow->points[p].bb, &seen, is))
            return true;
    return false;
}

/* Not even one has exited. */
static bool is_everybody(struct finder *f, unsigned bb) {
    const struct sw_flow *flow = &f->l->flow;
    bool others;
    return sw_flow_next(flow, &flow->points[flow->point_of_bb[bb]].pending, &others) == SW_NO_POINT;
}

static bool is_uniform(struct finder *f, LLVMValueRef value) {
    return !value || sw_kind(f->l, value) == SW_UNIFORM;
}

/* One call of the runtime, or none, stands for all lanes: they name one barrier, and in a whole block it is all rows'. */
static bool allows_barrier(struct finder *f, LLVMValueRef at, const struct sw_request *request) {
    struct sw_lanes *l = f->l;
    LLVMValueRef number = sw_request_operand(at, request->arg), count = sw_request_operand(at, request->mask);
    if (!SW_PROVED(one_barrier, is_uniform(f, number) && is_uniform(f, count)))
        return refuse(f, "a barrier whose number may differ between the lanes of a warp", at);
    bool is_whole = sw_meets_whole_block(at, request, l->rows * l->width) && (!number || sw_is_common(l, number));
    if (l->blocks == SWRT_BLOCKS_WHOLE && !SW_PROVED(barrier_of_block, is_whole))
        return refuse(f, "a barrier that may be for a part of the block", at);
    return true;
}

static bool allows_request(struct finder *f, unsigned bb, LLVMValueRef at, const struct sw_request *request) {
    bool is_together = sw_flow_is_together(&f->l->flow, bb),
         is_warp = request->kind == SWRT_WAIT_WARP || request->kind == SWRT_WAIT_CONVERGED,
         is_whole_block = f->l->blocks == SWRT_BLOCKS_WHOLE;
    if (sw_is_in_step(request))
        return SW_PROVED(whole_warp_in_step, f->l->width == 32 || is_whole_block) ||
               refuse(f, "lanes of a warp that exchange values in step", at);
    if (sw_gives_way(request))
        return true;
    bool is_met_by_all = request->kind == SWRT_WAIT_BARRIER || (is_warp && is_everybody(f, bb));
    if (is_whole_block && !SW_PROVED(block_together, is_met_by_all))
        return refuse(f, "an operation that part of a block waits at", at);
    if (is_warp && !SW_PROVED(whole_warp, f->l->width == 32))
        return refuse(f, "an operation among all lanes of a warp", at);
    if (request->kind == SWRT_WAIT_BARRIER && !allows_barrier(f, at, request))
        return false;
    if (request->kind == SWRT_WAIT_WARP &&
        !SW_PROVED(masks_agree, sw_masks_agree(&f->l->shapes, sw_request_operand(at, request->mask))))
        return refuse(f, "a warp operation whose mask may name lanes that call it with another one", at);
    if (is_together)
        return true;
    if (!SW_PROVED(barrier_together, !sw_is_barrier(at)))
        return refuse(f, "a barrier that only some lanes of a warp may reach", at);
    if (request->kind == SWRT_WAIT_YIELD && !SW_PROVED(waits_for_nobody_here, !others_may_run(f, bb, ends_waits)))
        return refuse(f, "a loop that waits, perhaps for another lane of its warp", at);
    if (request->kind == SWRT_WAIT_WARP && !SW_PROVED(masks_meet_once, !others_may_run(f, bb, is_masked_operation)))
        return refuse(f, "a warp operation that lanes may reach by different ways", at);
    return true;
}

/* Of a whole block: not what takes much memory for each thread, nor scalar copies for a row that may not run. */
static bool allows_in_block(struct finder *f, unsigned bb, LLVMValueRef at) {
    enum { MOST_LOCAL = 64 };
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->l->ir->module);
    if (!sw_rows_agree(f->l, at))
        return refuse(f, "an index of which it is not certain how it grows", at);
    if (LLVMIsAAllocaInst(at) && LLVMABISizeOfType(layout, LLVMGetAllocatedType(at)) > MOST_LOCAL)
        return refuse(f, "much local memory", at);
    if (sw_is_copy(at) && !SW_PROVED(copies_of_all, is_everybody(f, bb)))
        return refuse(f, "copies of memory that part of a block makes", at);
    return true;
}

static bool allows_local(struct finder *f, unsigned bb, LLVMValueRef at) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->l->ir->module);
    LLVMValueRef count = LLVMGetOperand(at, 0);
    if (!LLVMIsAConstantInt(count) || bb != 0)
        return refuse(f, "local memory whose size is not known", at);
    f->local_bytes += LLVMABISizeOfType(layout, LLVMGetAllocatedType(at)) * LLVMConstIntGetZExtValue(count);
    return f->local_bytes * f->l->width <= MOST_LOCAL_BYTES ||
           refuse(f, "local memory of so many threads, for which stacks have no room", at);
}

/* A long double is 10 bytes in a vector and 16 in memory. */
static bool is_long_double(LLVMTypeRef type) {
    bool is = false;
    switch (LLVMGetTypeKind(type)) {
    case LLVMX86_FP80TypeKind:
        return true;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        return is_long_double(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && !is; i++)
            is = is_long_double(LLVMStructGetTypeAtIndex(type, i));
        return is;
    default:
        return false;
    }
}

static bool has_long_double(LLVMValueRef at) {
    bool has = is_long_double(LLVMTypeOf(at));
    for (int i = 0; i < LLVMGetNumOperands(at) && !has; i++)
        has = is_long_double(LLVMTypeOf(LLVMGetOperand(at, (unsigned)i)));
    return has;
}

static bool allows_instruction(struct finder *f, unsigned bb, LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    if (f->l->rows > 1 && !allows_in_block(f, bb, at))
        return false;
    if (request)
        return allows_request(f, bb, at, request);
    if (LLVMIsAAllocaInst(at))
        return allows_local(f, bb, at);
    if (has_long_double(at))
        return refuse(f, "a long double, of which there are no vectors", at);
    if (sw_equal(sw_callee_name(at), "sw.await"))
        return refuse(f, "a call of a function that waits and cannot be inlined", at);
    if (sw_starts_with(sw_callee_name(at), "llvm.stack"))
        return refuse(f, "local memory whose size is not known", at);
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMInvoke:
    case LLVMIndirectBr:
    case LLVMCallBr:
    case LLVMSwitch:
    case LLVMVAArg:
    case LLVMLandingPad:
        return refuse(f, "an instruction that has no form for several lanes", at);
    default:
        return true;
    }
}

bool sw_lockstep_allows(struct sw_lanes *l, struct sw_obstacle *obstacle) {
    struct finder f = {.l = l, .obstacle = obstacle};
    for (unsigned b = 0; b < l->shapes.cfg.count; b++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(l->shapes.cfg.bbs[b].bb); at; at = LLVMGetNextInstruction(at))
            if (!allows_instruction(&f, b, at))
                return false;
    return true;
}
