/* Inline: afterwards suspend points lie in kernels, but for a few functions.
 *
 * A function that may suspend cannot be an ordinary call of a coroutine. All such functions that are called by name
 * and are not recursive are inlined, at every optimisation level (the debugger shows inlined frames). What remains,
 * recursion and calls through pointers into functions that wait, is left to the nested pass. */
#include "transform/transform.h"

static void demand_inline(struct sw_ir *ir, LLVMValueRef function) {
    sw_remove_attribute(function, "noinline");
    sw_remove_attribute(function, "optnone");
    sw_add_attribute(ir, function, "alwaysinline");
}

/* Demands what can be inlined; says how many calls of such functions there are. */
static size_t demand_all(struct sw_unit *unit, const struct sw_map *suspending) {
    struct sw_values functions;
    size_t calls = 0;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        LLVMValueRef function = functions.at[i];
        if (!sw_map_has(suspending, function) || sw_kernel_of(unit, function) || sw_is_recursive(&unit->ir, function))
            continue;
        demand_inline(&unit->ir, function);
        for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
            calls += LLVMIsACallInst(LLVMGetUser(use)) && LLVMGetCalledValue(LLVMGetUser(use)) == function;
    }
    return calls;
}

/* Inlining a function that was given a pointer to another turns its indirect call into one by name: so more than once,
 * though not for ever (each round may show functions to more callers). */
void sw_pass_inline(struct sw_unit *unit) {
    enum { ROUNDS = 8 };
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t calls = demand_all(unit, sw_suspending_functions(&unit->ir));
        if (calls || !round)
            sw_ir_run_passes(&unit->ir, "always-inline,globaldce", NULL);
        if (!calls)
            break;
    }
}
