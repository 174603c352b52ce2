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

void sw_pass_inline(struct sw_unit *unit) {
    struct sw_ir *ir = &unit->ir;
    struct sw_map *suspending = sw_suspending_functions(ir);
    struct sw_values functions;
    sw_functions(ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (sw_map_has(suspending, functions.at[i]) && !sw_kernel_of(unit, functions.at[i]) &&
            !sw_is_recursive(ir, functions.at[i]))
            demand_inline(ir, functions.at[i]);
    sw_ir_run_passes(ir, "always-inline,globaldce", NULL);
}
