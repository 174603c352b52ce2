/* Yields: a waiting loop hands over on its back edge.
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

void sw_pass_yields(struct sw_unit *unit) {
    struct sw_values functions;
    LLVMValueRef yield = sw_declare(&unit->ir, "sw.yield", LLVMFunctionType(unit->ir.nothing, NULL, 0, 0));
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        yield_in_function(unit, functions.at[i], yield);
}
