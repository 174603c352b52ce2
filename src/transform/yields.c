/* Yields: a waiting loop hands over on its back edges, and recursion that waits before it calls itself (recursion.c).
 *
 *      loop:  poll; br exit, loop        =>        loop:  poll; br exit, yield
 *                                                  yield: call sw.yield(); br loop
 *
 * Not before the branch: who leaves has got what it waited for, maybe a lock, and must not hand over with it, or all
 * others try in vain for a turn. A latch that leads nowhere else yields at its end. */
#include "transform/transform.h"

/* A waiting loop's back edge. */
struct back_edge {
    LLVMBasicBlockRef latch, header;
};
struct back_edges {
    SW_VEC(struct back_edge) list;
};

/* Once, of several that lead from a switch. */
static void note(struct sw_unit *unit, struct back_edges *edges, struct back_edge edge) {
    for (size_t i = 0; i < edges->list.count; i++)
        if (edges->list.at[i].latch == edge.latch && edges->list.at[i].header == edge.header)
            return;
    sw_vec_push(unit->ir.arena, &edges->list, edge);
}

static void find_back_edges(struct sw_unit *unit, LLVMValueRef function, struct back_edges *edges) {
    struct sw_cfg cfg;
    sw_cfg_build(&unit->ir, function, &cfg);
    for (size_t i = 0; i < cfg.loops.count; i++) {
        const struct sw_loop *loop = &cfg.loops.at[i];
        bool waits = sw_loop_waits(unit, &cfg, loop);
        for (unsigned k = 0; k < loop->num_latches && waits; k++)
            note(unit, edges, (struct back_edge){cfg.bbs[loop->latches[k]].bb, cfg.bbs[loop->header].bb});
    }
}

/* What is said of a loop (#pragma unroll) stands at its latch. */
static void move_loop_metadata(struct sw_ir *ir, LLVMValueRef from, LLVMValueRef to) {
    static const char name[] = "llvm.loop";
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, name, sizeof name - 1);
    LLVMValueRef said = LLVMGetMetadata(from, kind);
    if (said)
        LLVMSetMetadata(to, kind, said);
    LLVMSetMetadata(from, kind, NULL);
}

/* Where an edge's yield is to stand: before what this gives. Jumps to computed addresses cannot be split. */
static LLVMValueRef place_on(struct sw_ir *ir, const struct back_edge *edge) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(edge->latch);
    if (LLVMGetNumSuccessors(end) == 1 || !(LLVMIsABranchInst(end) || LLVMIsASwitchInst(end)))
        return end;
    LLVMValueRef back = LLVMGetBasicBlockTerminator(sw_split_edge(ir, edge->latch, edge->header, "yield"));
    move_loop_metadata(ir, end, back);
    return back;
}

static void yield_in_function(struct sw_unit *unit, LLVMValueRef function, LLVMValueRef yield) {
    struct back_edges edges = {{0}};
    find_back_edges(unit, function, &edges);
    for (size_t i = 0; i < edges.list.count; i++) {
        sw_before(&unit->ir, place_on(&unit->ir, &edges.list.at[i]));
        sw_call(&unit->ir, yield, NULL, 0, "");
    }
}

static void yield_in_recursion(struct sw_unit *unit, LLVMValueRef yield) {
    struct sw_values turns = {0};
    sw_waiting_turns(unit, &turns);
    for (size_t i = 0; i < turns.count; i++) {
        sw_before(&unit->ir, turns.at[i]);
        sw_call(&unit->ir, yield, NULL, 0, "");
    }
}

/* What optimised code has as a loop becomes one here too, where clang has not optimised: in check builds. A loop may wait
 * for as long as it takes, recursion until the stack is full. */
static void make_loops(struct sw_unit *unit) {
    struct sw_values turns = {0};
    sw_waiting_turns(unit, &turns);
    if (turns.count && unit->options.optimise > 0)
        sw_ir_run_passes(&unit->ir, "function(tailcallelim)", NULL);
}

void sw_pass_yields(struct sw_unit *unit) {
    struct sw_values functions;
    make_loops(unit);
    LLVMValueRef yield = sw_declare(&unit->ir, "sw.yield", LLVMFunctionType(unit->ir.nothing, NULL, 0, 0));
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        yield_in_function(unit, functions.at[i], yield);
    yield_in_recursion(unit, yield);
}
