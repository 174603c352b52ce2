/* Inline: afterwards suspend points lie in kernels only.
 *
 * A function that may suspend cannot be an ordinary call of a coroutine. All such functions that are called by name
 * and are not recursive are inlined, at every optimisation level (the debugger shows inlined frames). What remains,
 * recursion and calls through pointers into functions that wait, is refused by name. */
#include "transform/transform.h"

static void demand_inline(struct sw_ir *ir, LLVMValueRef function) {
    sw_remove_attribute(function, "noinline");
    sw_remove_attribute(function, "optnone");
    sw_add_attribute(ir, function, "alwaysinline");
}

/* The first suspend point in a function, to name it in a message. */
static LLVMValueRef first_request(struct sw_ir *ir, LLVMValueRef function) {
    struct sw_values all;
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_request_of(all.at[i]))
            return all.at[i];
    return NULL;
}

static void refuse_rest(struct sw_unit *unit) {
    struct sw_map *suspending = sw_suspending_functions(&unit->ir);
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        LLVMValueRef function = functions.at[i];
        if (!sw_map_has(suspending, function) || sw_kernel_of(unit, function))
            continue;
        LLVMValueRef request = first_request(&unit->ir, function);
        const char *what = sw_is_recursive(&unit->ir, function) ? "is recursive" : "is called through a pointer";
        sw_error(request ? sw_place_of(&unit->ir, request) : SW_NOWHERE,
                 "the device function '%s' %s and waits for other threads (%s): not supported", sw_name(function), what,
                 request ? sw_request_of(request)->function : "through a function that it calls");
    }
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
    refuse_rest(unit);
}
