/* Lifetimes in functions that become coroutines: LLVM's frame believes llvm.lifetime.start.
 *
 *      %p = select %c, %a, %b        %a's address, computed early by an optimisation: legal, it is only an address
 *      suspend
 *      lifetime.start(%a)
 *      store ..., %p                 into the stack as it was before the suspend point
 *
 * CoroSplit keeps a local variable in the frame when a suspend point lies between a start of its lifetime and a use.
 * A use before any start, as %p here, it does not count: %p is kept in the frame, the variable is not. So a variable
 * that is used where no start of its lifetime comes before loses its markers, and the frame then has it if a suspend
 * point lies between any two uses, or if its address escapes. */
#include "analysis/analysis.h"
#include "softwarp/assumptions.h"
#include "transform/variants/variants.h"

struct local {
    struct sw_unit *unit;
    const struct sw_cfg *cfg;
    struct sw_values starts, markers;
    struct sw_map *seen;
    bool is_early; /* some use has no start before it */
};

static bool is_marker(LLVMValueRef user) {
    return sw_starts_with(sw_callee_name(user), "llvm.lifetime.");
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b) {
    for (LLVMValueRef at = LLVMGetNextInstruction(a); at; at = LLVMGetNextInstruction(at))
        if (at == b)
            return true;
    return false;
}

/* Whether each way to the instruction leads over the start. */
static bool is_behind(const struct local *v, LLVMValueRef start, LLVMValueRef at) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(start), to = LLVMGetInstructionParent(at);
    int a = sw_cfg_number(v->cfg, from), b = sw_cfg_number(v->cfg, to);
    if (from == to)
        return comes_before(start, at);
    return b < 0 || (a >= 0 && sw_cfg_dominates(v->cfg, (unsigned)a, (unsigned)b));
}

static bool is_started(const struct local *v, LLVMValueRef at) {
    for (size_t i = 0; i < v->starts.count; i++)
        if (is_behind(v, v->starts.at[i], at))
            return true;
    return false;
}

static void list_markers(struct local *v, LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!is_marker(user))
            continue;
        sw_vec_push(v->unit->ir.arena, &v->markers, user);
        if (sw_starts_with(sw_callee_name(user), "llvm.lifetime.start"))
            sw_vec_push(v->unit->ir.arena, &v->starts, user);
    }
}

/* What is computed behind a start is used behind it, too; but a phi's value may come from elsewhere. */
static void visit_uses(struct local *v, LLVMValueRef address) {
    sw_map_put(v->seen, address, v);
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && !v->is_early; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || is_marker(user))
            continue;
        v->is_early = !SW_PROVED(lifetime_starts_first, is_started(v, user));
        bool is_address = LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind && !LLVMIsALoadInst(user);
        if (is_address && !sw_map_has(v->seen, user))
            visit_uses(v, user);
    }
}

static void drop_if_early(struct sw_unit *unit, const struct sw_cfg *cfg, LLVMValueRef variable) {
    struct local v = {.unit = unit, .cfg = cfg, .seen = sw_map_create(unit->ir.arena)};
    list_markers(&v, variable);
    if (!v.starts.count)
        return;
    visit_uses(&v, variable);
    for (size_t i = 0; i < v.markers.count && v.is_early; i++)
        LLVMInstructionEraseFromParent(v.markers.at[i]);
}

void sw_drop_early_lifetimes(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all, locals = {0};
    struct sw_cfg cfg;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (LLVMIsAAllocaInst(all.at[i]))
            sw_vec_push(unit->ir.arena, &locals, all.at[i]);
    if (!locals.count)
        return;
    sw_cfg_build(&unit->ir, function, &cfg);
    for (size_t i = 0; i < locals.count; i++)
        drop_if_early(unit, &cfg, locals.at[i]);
}
