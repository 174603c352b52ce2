/* Turns: before a barrier in a loop the runtime is told in which turn of it the thread is, so that lanes of a warp that
 * meet there in different turns are seen.
 *
 *      loop:  br %skips, latch, body           loop:  %turn = phi [0, before], [%next, latch]; %next = add %turn, 1
 *      body:  barrier                    =>           br %skips, latch, body
 *                                              body:  call sw.hook(.. %turn ..); barrier
 *
 * Of loops in each other the numbers are mixed into one, of which only matters whether it is the same. A loop begins to
 * count whenever it is entered. Loops with several entries, and those of callers that are not inlined, are not counted.
 * Turns are those of the source: nothing may have taken a loop with several ways back for two loops. */
#include "analysis/analysis.h"
#include "transform/instrument/hook.h"

enum { FACTOR = 1000003 };

struct turns {
    struct sw_unit *unit;
    struct sw_cfg cfg;
    LLVMValueRef *of_loop; /* phis */
};

static void add_incoming(LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef from) {
    LLVMAddIncoming(phi, &value, &from, 1);
}

/* One entry an edge, as phis have it. */
static void count_back_edges(struct turns *t, const struct sw_loop *loop, LLVMValueRef phi, LLVMValueRef next) {
    LLVMBasicBlockRef header = t->cfg.bbs[loop->header].bb;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(t->cfg.function); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        bool is_inside = sw_cfg_number(&t->cfg, bb) >= 0 && sw_loop_has_bb(&t->cfg, loop, bb);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
            if (LLVMGetSuccessor(end, i) == header)
                add_incoming(phi, is_inside ? next : LLVMConstNull(t->unit->ir.i64), bb);
    }
}

static LLVMValueRef turn_of(struct turns *t, unsigned number) {
    struct sw_ir *ir = &t->unit->ir;
    const struct sw_loop *loop = &t->cfg.loops.at[number];
    if (t->of_loop[number] || loop->is_irreducible)
        return t->of_loop[number];
    LLVMValueRef first = LLVMGetFirstInstruction(t->cfg.bbs[loop->header].bb);
    LLVMPositionBuilderBefore(ir->builder, first);
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef phi = LLVMBuildPhi(ir->builder, ir->i64, "turn");
    while (LLVMIsAPHINode(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(ir->builder, first);
    count_back_edges(t, loop, phi, LLVMBuildAdd(ir->builder, phi, sw_const(ir->i64, 1), "next"));
    return t->of_loop[number] = phi;
}

/* From the innermost loop outwards. */
static LLVMValueRef mixed_turns(struct turns *t, int loop, LLVMValueRef at) {
    struct sw_ir *ir = &t->unit->ir;
    LLVMValueRef mixed = NULL;
    for (; loop >= 0; loop = t->cfg.loops.at[loop].parent) {
        LLVMValueRef turn = turn_of(t, (unsigned)loop);
        if (!turn)
            continue;
        sw_before(ir, at);
        LLVMValueRef before = mixed ? LLVMBuildMul(ir->builder, mixed, sw_const(ir->i64, FACTOR), "") : NULL;
        mixed = before ? LLVMBuildAdd(ir->builder, before, turn, "turns") : turn;
    }
    return mixed;
}

static void hook_turn(struct turns *t, LLVMValueRef barrier) {
    int bb = sw_cfg_number(&t->cfg, LLVMGetInstructionParent(barrier));
    LLVMValueRef turn = bb >= 0 ? mixed_turns(t, t->cfg.bbs[bb].loop, barrier) : NULL;
    if (!turn)
        return;
    sw_before(&t->unit->ir, barrier);
    sw_put_hook(t->unit, &(struct sw_hook){.function = SW_HOOK_TURN, .kind = SWRT_SITE_BARRIER, .bytes = turn});
}

static void find_barriers(struct sw_ir *ir, LLVMValueRef function, struct sw_values *barriers) {
    struct sw_values all;
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_is_barrier(all.at[i]))
            sw_vec_push(ir->arena, barriers, all.at[i]);
}

void sw_hook_turns(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        struct sw_values barriers = {0};
        struct turns t = {.unit = unit};
        find_barriers(&unit->ir, functions.at[i], &barriers);
        if (!barriers.count)
            continue;
        sw_cfg_build(&unit->ir, functions.at[i], &t.cfg);
        t.of_loop = sw_arena_alloc(unit->ir.arena, (t.cfg.loops.count + 1) * sizeof *t.of_loop);
        for (size_t k = 0; k < barriers.count; k++)
            hook_turn(&t, barriers.at[k]);
    }
}
