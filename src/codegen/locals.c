/* Local variables that may be overrun lie on a stack of their own, between memory that nobody may touch
 * (runtime/execute/locals.c).
 *
 *      %own = alloca [8 x i32]              %locals = getelementptr %swrt_block, ptr %block, .. locals
 *      ..                                   %top = load ptr, ptr %locals
 *      %at = gep %own, %i             =>    %own = gep i8, ptr %top, -32
 *      store %x, ptr %at                    store (gep i8, ptr %top, -32), ptr %locals
 *      ..                                   ..
 *      ret                                  store %top, ptr %locals;  ret
 * Without calls, and without variables of a size that is known at run time only, the stores are left out.
 *
 * A GPU's thread that writes behind an array changes other variables of its own, at worst; on the stack there would be
 * return addresses, the loop over the block's threads, and the runtime behind it. This is LLVM's pass for safe stacks,
 * which knows by ranges of indices which variables stay within themselves: those stay where they are, as what passes
 * only between registers and the stack does. It keeps the stack pointer in a thread-local variable of the program's;
 * here that is a field of the block, or, in functions that are passed none (the parts of a coroutine), what the runtime
 * says.
 *
 * The device library's own functions keep to their arrays. Threads of debug builds, whose variables the debugger is to
 * find where they always are, keep theirs on the stack, which is a thread's own, with arrays at the upper end of each
 * frame and a word behind them that the function looks at before it returns: LLVM's stack protector. */
#include "codegen/codegen.h"
#include "softwarp/assumptions.h"

static const char pointer_name[] = "__safestack_unsafe_stack_ptr";

static bool has_fixed_indices(LLVMValueRef step) {
    for (unsigned i = 1; i <= LLVMGetNumIndices(step); i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(step, i)))
            return false;
    return true;
}

static bool is_harmless_call(LLVMValueRef user) {
    const char *callee = sw_callee_name(user);
    return sw_starts_with(callee, "swrt_") || sw_starts_with(callee, "llvm.lifetime.") ||
           sw_starts_with(callee, "llvm.dbg.");
}

/* Whether more becomes of an address than accesses at fixed places, which clang has seen, and calls of the runtime,
 * whose arguments this compiler has made. */
static bool may_go_astray(LLVMValueRef pointer) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_step = LLVMIsAGetElementPtrInst(user) && has_fixed_indices(user);
        bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer;
        if (is_step ? may_go_astray(user) : !LLVMIsALoadInst(user) && !is_store && !is_harmless_call(user))
            return true;
    }
    return false;
}

/* Behind optimisation, variables that can do without memory have none, and those of all functions that were inlined
 * stand here. */
static bool wants_stack(LLVMValueRef function) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef at = LLVMGetFirstInstruction(entry); at; at = LLVMGetNextInstruction(at))
        if (LLVMIsAAllocaInst(at) && !sw_is_own_local(at) && !SW_PROVED(local_keeps_within, !may_go_astray(at)))
            return true;
    return false;
}

static bool is_called_by_name(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (sw_is_call(LLVMGetUser(use)) && LLVMGetCalledValue(LLVMGetUser(use)) == function)
            return true;
    return false;
}

/* Whether its callers pass it the block. LLVM has them pass anything where a function does nothing with a parameter. */
static bool is_passed_block(LLVMValueRef function) {
    if (!sw_has_block(function))
        return false;
    bool is_used = LLVMGetFirstUse(LLVMGetParam(function, 0));
    return SW_PROVED(block_is_passed, is_used || !is_called_by_name(function));
}

/* Where the stack pointer is, in this function. */
static LLVMValueRef place_in(struct sw_unit *unit, LLVMValueRef function, struct sw_map *places) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef place = sw_map_get(places, function);
    if (place)
        return place;
    LLVMPositionBuilderBefore(ir->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    if (is_passed_block(function))
        place = sw_block_field_address(unit, LLVMGetParam(function, 0), SW_BLOCK_locals);
    else
        place = sw_call(ir, sw_declare(ir, "swrt_locals", LLVMFunctionType(ir->ptr, NULL, 0, 0)), NULL, 0, "");
    LLVMSetValueName2(place, "locals", 6);
    sw_map_put(places, function, place);
    return place;
}

/* Even the runtime's functions may: what they are given to call (lockstep/emit/attempt.c). */
static bool may_use_stack(LLVMValueRef instruction) {
    const char *callee = sw_callee_name(instruction);
    return sw_is_call(instruction) && !sw_starts_with(callee, "llvm.") &&
           !(*callee && sw_is_library(sw_called_function(instruction)));
}

/* Whether it calls nothing that may have variables on the stack itself: nobody asks where its own end, and the next
 * call need not wait for what this one has stored. */
static bool is_leaf(LLVMValueRef function) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
            if (may_use_stack(at))
                return false;
    return true;
}

static LLVMValueRef function_of(LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* Whether the function reads the stack pointer at its start only. A variable whose size is known at run time only is
 * put where the pointer has got to, below the one before. */
static bool reads_once(LLVMValueRef function, LLVMValueRef pointer) {
    unsigned reads = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
        reads += LLVMIsALoadInst(LLVMGetUser(use)) && function_of(LLVMGetUser(use)) == function;
    return reads <= 1;
}

/* In functions where nobody reads what is stored each call would wait for the one before to have given it back. */
static void drop_stores(LLVMValueRef pointer) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use), function = function_of(user);
        next = LLVMGetNextUse(use);
        if (LLVMIsAStoreInst(user) && SW_PROVED(frame_is_last, is_leaf(function)) &&
            SW_PROVED(frame_read_once, reads_once(function, pointer)))
            LLVMInstructionEraseFromParent(user);
    }
}

static void put_in_place(struct sw_unit *unit, LLVMValueRef user, LLVMValueRef pointer, struct sw_map *places) {
    LLVMValueRef function = function_of(user);
    LLVMValueRef place = place_in(unit, function, places);
    for (int i = 0; i < LLVMGetNumOperands(user); i++)
        if (LLVMGetOperand(user, (unsigned)i) == pointer)
            LLVMSetOperand(user, (unsigned)i, place);
}

/* What LLVM's stack protector calls. The module has a function of that name, so that the program's is not asked for. */
static void define_report(struct sw_ir *ir) {
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, NULL, 0, 0);
    LLVMValueRef report = LLVMAddFunction(ir->module, "__stack_chk_fail", type);
    LLVMSetLinkage(report, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, report, "entry"));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    sw_call(ir, sw_declare(ir, "swrt_local_overrun", type), NULL, 0, "");
    LLVMBuildUnreachable(ir->builder);
}

static void protect_stacks(struct sw_unit *unit, const struct sw_values *functions) {
    for (size_t i = 0; i < functions->count; i++)
        if (!sw_is_library(functions->at[i]))
            sw_add_attribute(&unit->ir, functions->at[i], "sspstrong");
    define_report(&unit->ir);
}

void sw_part_locals(struct sw_unit *unit) {
    struct sw_ir *ir = &unit->ir;
    struct sw_map *places = sw_map_create(ir->arena);
    struct sw_values functions;
    sw_functions(ir, &functions);
    if (sw_threads_have_stacks(unit)) {
        protect_stacks(unit, &functions);
        return;
    }
    for (size_t i = 0; i < functions.count; i++)
        if (wants_stack(functions.at[i]) && !sw_is_library(functions.at[i]))
            sw_add_attribute(ir, functions.at[i], "safestack");
    sw_ir_run_passes(ir, "function(safe-stack)", unit->machine);
    for (size_t i = 0; i < functions.count; i++) /* code generation would look once more */
        sw_remove_attribute(functions.at[i], "safestack");
    LLVMValueRef pointer = LLVMGetNamedGlobal(ir->module, pointer_name);
    if (!pointer)
        return;
    drop_stores(pointer);
    for (size_t i = 0; i < functions.count; i++) /* that they leave memory alone is true no more */
        sw_remove_attribute(functions.at[i], "memory");
    for (LLVMUseRef use; (use = LLVMGetFirstUse(pointer));)
        put_in_place(unit, LLVMGetUser(use), pointer, places);
    LLVMDeleteGlobal(pointer);
}
