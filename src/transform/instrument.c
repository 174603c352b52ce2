/* Instrument: in check builds a hook before each access to memory that others see, each atomic operation, fence and
 * wait (instrument/hook.h; softwarp/check_abi.h says what the runtime is told).
 *
 *      store i32 1, ptr %p   =>   call void @sw.hook(ptr %p, ..); store i32 1, ptr %p
 *
 * It stands behind the passes that inline, when it can be seen whose a variable is, and before those that turn shared
 * and device variables into addresses. What comes later may be optimised like anything else: a hook is a call that
 * nobody knows. The device library is not instrumented. */
#include "transform/instrument/hook.h"
#include "transform/transform.h"

/* What has turned out to be private since the promote pass needs no hook, and its variable may dissolve. */
static void drop_private(struct sw_ir *ir, LLVMValueRef at, void *data) {
    struct sw_unit *unit = data;
    struct sw_private found;
    struct sw_hook hook;
    (void)ir;
    if (sw_hook_of(at, &hook) && hook.function != SW_HOOK_LOCAL && sw_is_private(unit, hook.address, &found))
        LLVMInstructionEraseFromParent(at);
    else if (sw_is_checked(at) && sw_is_private(unit, LLVMGetOperand(at, 0), &found))
        sw_replace(at, LLVMGetOperand(at, 0));
}

static void see(struct sw_ir *ir, LLVMValueRef at, void *unit) {
    (void)ir;
    sw_hook_access(unit, at);
    sw_hook_order(unit, at);
}

/* The markers have said what they had to. */
static void drop_markers(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    (void)ir, (void)unused;
    if (sw_is_checked(at) || sw_equal(sw_callee_name(at), "__sw_ordered"))
        sw_replace(at, LLVMGetOperand(at, 0));
}

void sw_pass_instrument(struct sw_unit *unit) {
    if (!unit->options.check)
        return;
    sw_visit_instructions(&unit->ir, drop_private, unit);
    sw_ir_run_passes(&unit->ir, "function(sroa)", NULL);
    sw_find_advice(unit);
    sw_visit_instructions(&unit->ir, see, unit);
    sw_hook_turns(unit);
    unit->advice = NULL;
    sw_visit_instructions(&unit->ir, drop_markers, NULL);
    sw_hook_returns(unit);
    sw_find_reads(unit);
}
