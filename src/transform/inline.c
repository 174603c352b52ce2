/* Inline: afterwards suspend points lie in kernels, but for a few functions.
 *
 * A function that may suspend cannot be an ordinary call of a coroutine. All such functions that are called by name
 * and are not recursive are inlined, at every optimisation level (the debugger shows inlined frames). What remains,
 * recursion and calls through pointers into functions that wait, is left to the nested pass.
 *
 * Other functions that clang has left alone, as they are large, are inlined as well: lockstep can call a function only
 * lane by lane. Not without end: `MOST_INSTRUCTIONS` more for a function in all, and none where the program says
 * noinline. */
#include "transform/transform.h"

static void demand_inline(struct sw_ir *ir, LLVMValueRef function) {
    sw_remove_attribute(function, "noinline");
    sw_remove_attribute(function, "optnone");
    sw_add_attribute(ir, function, "alwaysinline");
}

static size_t calls_of(LLVMValueRef function) {
    size_t calls = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        calls += LLVMIsACallInst(LLVMGetUser(use)) && LLVMGetCalledValue(LLVMGetUser(use)) == function;
    return calls;
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
        calls += calls_of(function);
    }
    return calls;
}

/* Instructions of a function with what it calls; of recursion one round. */
static size_t whole_size(struct sw_unit *unit, LLVMValueRef function, struct sw_map *sizes) {
    size_t size = (size_t)(uintptr_t)sw_map_get(sizes, function);
    struct sw_values all;
    if (size)
        return size;
    sw_instructions(&unit->ir, function, &all);
    size = all.count + 1;
    sw_map_put(sizes, function, (void *)(uintptr_t)size);
    for (size_t i = 0; i < all.count; i++) {
        LLVMValueRef callee = LLVMIsACallInst(all.at[i]) ? LLVMGetCalledValue(all.at[i]) : NULL;
        if (callee && LLVMIsAFunction(callee) && sw_is_defined(callee))
            size += whole_size(unit, callee, sizes);
    }
    sw_map_put(sizes, function, (void *)(uintptr_t)size);
    return size;
}

static bool may_inline(struct sw_unit *unit, LLVMValueRef function, struct sw_map *sizes) {
    enum { MOST_INSTRUCTIONS = 4000 };
    return !sw_kernel_of(unit, function) && !sw_has_attribute(function, "noinline") &&
           !sw_is_recursive(&unit->ir, function) &&
           whole_size(unit, function, sizes) * calls_of(function) <= MOST_INSTRUCTIONS;
}

static void inline_large(struct sw_unit *unit) {
    struct sw_map *sizes = sw_map_create(unit->ir.arena);
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (may_inline(unit, functions.at[i], sizes))
            sw_add_attribute(&unit->ir, functions.at[i], "alwaysinline");
    sw_ir_run_passes(&unit->ir, "always-inline,globaldce", NULL);
}

/* A thread with a stack of its own waits in any function; but lanes that meet by the place meet in one caller. */
static const struct sw_map *wanted(struct sw_unit *unit) {
    return sw_threads_have_stacks(unit) ? sw_converging_functions(&unit->ir) : sw_suspending_functions(&unit->ir);
}

/* Inlining a function that was given a pointer to another turns its indirect call into one by name: so more than once,
 * though not for ever (each round may show functions to more callers). */
void sw_pass_inline(struct sw_unit *unit) {
    enum { ROUNDS = 8 };
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t calls = demand_all(unit, wanted(unit));
        if (calls || !round)
            sw_ir_run_passes(&unit->ir, "always-inline,globaldce", NULL);
        if (!calls)
            break;
    }
    if (unit->options.optimise > 0)
        inline_large(unit);
}
