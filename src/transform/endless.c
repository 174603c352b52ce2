/* Endless: recursion that ends with its own call becomes a loop, as nvcc makes one of it, but not where every way through
 * the function leads to its own call: that has to end with a stack that is full, and as a loop it would not end.
 *
 *      down: n? --> ret              =>      down: n? --> ret           lost: add              =>   as it is
 *            | down(n - 1) + 1                     | add, n - 1               | lost(n + 1) + v
 *            +--> ret                              +-> down                   +--> ret
 *
 * clang would make loops of both (an accumulator takes the addition). So it is told not to, and says so in an attribute of
 * each function, which only endless ones keep: LLVM's passes behind this one go by it, too. */
#include "transform/transform.h"

static const char attribute[] = "disable-tail-calls";

static bool was_held_back(LLVMValueRef function) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute, sizeof attribute - 1);
}

static bool has_own_call(const struct sw_cfg *cfg, unsigned bb) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(cfg->bbs[bb].bb); at; at = LLVMGetNextInstruction(at))
        if (sw_is_call(at) && sw_called_function(at) == cfg->function)
            return true;
    return false;
}

/* Whether some way from a basic block comes to an end without a call of the function itself. */
static bool leads_out(const struct sw_cfg *cfg, unsigned from, struct sw_bitset *seen) {
    if (sw_bitset_get(seen, from))
        return false;
    sw_bitset_set(seen, from);
    if (has_own_call(cfg, from))
        return false;
    bool leads = !cfg->bbs[from].succs;
    for (unsigned i = 0; i < cfg->bbs[from].succs && !leads; i++)
        leads = leads_out(cfg, cfg->bbs[from].succ[i], seen);
    return leads;
}

static bool calls_itself(const struct sw_cfg *cfg) {
    for (unsigned i = 0; i < cfg->count; i++)
        if (has_own_call(cfg, i))
            return true;
    return false;
}

/* Whether LLVM may make a loop of it that was recursion. */
static bool release(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_cfg cfg;
    sw_cfg_build(&unit->ir, function, &cfg);
    struct sw_bitset seen = sw_bitset_create(unit->ir.arena, cfg.count);
    bool is_recursive = calls_itself(&cfg);
    if (is_recursive && !leads_out(&cfg, 0, &seen))
        return false;
    LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute, sizeof attribute - 1);
    return is_recursive;
}

void sw_pass_endless(struct sw_unit *unit) {
    struct sw_values functions;
    bool any = false, any_loops = false;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (was_held_back(functions.at[i])) {
            any = true;
            any_loops |= release(unit, functions.at[i]);
        }
    if (any)
        sw_ir_run_passes(&unit->ir, "function(tailcallelim)", NULL);
    if (any_loops) /* what clang would have done behind it */
        sw_ir_run_passes(&unit->ir, "function(simplifycfg,sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)",
                         NULL);
}
