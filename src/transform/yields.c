/* Yields: a waiting loop hands over on its back edge, and recursion that waits before it calls itself (recursion.c).
 *
 *      loop:  poll; br exit, loop        =>        loop: poll; br exit, latch
 *                                                  latch: call sw.yield(); br loop    (before the branch, really)
 */
#include "transform/transform.h"

static void yield_in_loop(struct sw_unit *unit, LLVMValueRef yield, const struct sw_cfg *cfg,
                          const struct sw_loop *loop) {
    for (unsigned i = 0; i < loop->num_latches; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->bbs[loop->latches[i]].bb);
        sw_before(&unit->ir, end);
        sw_call(&unit->ir, yield, NULL, 0, "");
    }
}

static void yield_in_function(struct sw_unit *unit, LLVMValueRef function, LLVMValueRef yield) {
    struct sw_cfg cfg;
    sw_cfg_build(&unit->ir, function, &cfg);
    for (size_t i = 0; i < cfg.loops.count; i++)
        if (sw_loop_waits(unit, &cfg, &cfg.loops.at[i]))
            yield_in_loop(unit, yield, &cfg, &cfg.loops.at[i]);
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
