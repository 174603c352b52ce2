/* Marks where threads leave a kernel by `return`. By PTX's rules, since sm_70, threads that return are not waited for at
 * barriers; a thread that passes a barrier by and comes to the kernel's end has not done what its warp did, which is an
 * error. LLVM makes one of the two ways out, so this file looks at clang's own code, before any pass changes it:
 *
 *      if.then:  store i32 1, ptr %cleanup.dest.slot; br %cleanup        call @sw.hook(.. RETURN ..); store ..; br ..
 *      if.then:  br %return, !dbg (not where the function ends)    =>    call @sw.hook(.. RETURN ..); br ..
 *      if.then:  ret void
 *
 * The function's last statement counts as its end, also if it is a return. A function that a kernel calls leaves the kernel
 * with its return if the kernel does nothing after it: that is seen when it has been inlined (sw_hook_returns). */
#include "analysis/analysis.h"
#include "transform/instrument/hook.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { TO_RETURN = 1, IN_KERNEL = 1 }; /* clang's number of that way out of a scope; `size` of a kernel's own hooks */

static bool is_bare(LLVMValueRef at) {
    return LLVMIsATerminatorInst(at) || LLVMIsAPHINode(at) || LLVMIsALoadInst(at) ||
           sw_starts_with(sw_callee_name(at), "llvm.lifetime") || sw_starts_with(sw_callee_name(at), "llvm.dbg");
}

/* Whether the function's text ends with this block: clang's blocks stand in its order. */
static bool is_last(LLVMBasicBlockRef bb) {
    const char *name = LLVMGetBasicBlockName(bb);
    if (sw_starts_with(name, "if.then") || sw_starts_with(name, "if.else") || sw_starts_with(name, "sw."))
        return false;
    while ((bb = LLVMGetNextBasicBlock(bb)))
        for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
            if (!is_bare(at))
                return false;
    return true;
}

static bool same_place(LLVMValueRef a, LLVMValueRef b) {
    LLVMMetadataRef one = LLVMInstructionGetDebugLoc(a), other = LLVMInstructionGetDebugLoc(b);
    return one && other && LLVMDILocationGetLine(one) == LLVMDILocationGetLine(other) &&
           LLVMDILocationGetColumn(one) == LLVMDILocationGetColumn(other);
}

static bool branches_to_return(LLVMValueRef at) {
    if (!LLVMIsABranchInst(at) || LLVMIsConditional(at))
        return false;
    LLVMBasicBlockRef to = LLVMGetSuccessor(at, 0);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(to);
    return sw_starts_with(LLVMGetBasicBlockName(to), "return") && LLVMIsAReturnInst(end) && !same_place(at, end);
}

/* The only way out: clang has put the end there. */
static bool is_end(LLVMValueRef at) {
    return LLVMIsAReturnInst(at) && !sw_starts_with(LLVMGetBasicBlockName(LLVMGetInstructionParent(at)), "return");
}

/* A function that clang has inlined has brought a slot of its own, of another name. */
static bool chooses_return(LLVMValueRef at) {
    LLVMValueRef number = LLVMIsAStoreInst(at) ? LLVMIsAConstantInt(LLVMGetOperand(at, 0)) : NULL;
    return number && sw_equal(sw_name(LLVMGetOperand(at, 1)), "cleanup.dest.slot") &&
           LLVMConstIntGetZExtValue(number) == TO_RETURN;
}

/* Inline PTX is still text. */
static bool has_assembly(LLVMValueRef at, const char *word) {
    size_t length;
    LLVMValueRef assembly = sw_is_call(at) ? LLVMIsAInlineAsm(LLVMGetCalledValue(at)) : NULL;
    return assembly && strstr(LLVMGetInlineAsmAsmString(assembly, &length), word);
}

static bool may_be_barrier(LLVMValueRef at) {
    return sw_is_barrier(at) || has_assembly(at, "bar");
}

static bool may_meet(struct sw_ir *ir, const struct sw_values *all) {
    for (size_t i = 0; i < all->count; i++)
        if (may_be_barrier(all->at[i]) || (sw_is_call(all->at[i]) && sw_call_reaches(ir, all->at[i], may_be_barrier)))
            return true;
    return false;
}

static void mark(struct sw_unit *unit, LLVMValueRef at, bool is_kernel) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(at));
    struct sw_hook hook = {.function = SW_HOOK_WAIT, .kind = SWRT_SITE_RETURN, .size = is_kernel ? IN_KERNEL : 0};
    sw_before(&unit->ir, at);
    LLVMSetCurrentDebugLocation2(unit->ir.builder, LLVMInstructionGetDebugLoc(end));
    sw_put_hook(unit, &hook);
}

/* PTX's exit ends the thread wherever it stands. */
static void mark_returns_of(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        LLVMValueRef at = all.at[i];
        bool returns = branches_to_return(at) || is_end(at) || chooses_return(at), exits = has_assembly(at, "exit");
        if (exits || (returns && !is_last(LLVMGetInstructionParent(at))))
            mark(unit, at, exits || sw_kernel_of(unit, function));
    }
}

void sw_mark_returns(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        mark_returns_of(unit, functions.at[i]);
}

static bool is_return(LLVMValueRef at, struct sw_hook *hook) {
    return sw_hook_of(at, hook) && hook->function == SW_HOOK_WAIT && hook->kind == SWRT_SITE_RETURN;
}

/* Whether something is done from there on, to the block's end. */
static bool does_something(LLVMValueRef at) {
    struct sw_hook hook;
    for (; at; at = LLVMGetNextInstruction(at))
        if (!is_bare(at) && !is_return(at, &hook) && !sw_is_pure(at))
            return true;
    return false;
}

static bool leads_to_nothing(struct sw_unit *unit, LLVMValueRef at) {
    SW_VEC(LLVMBasicBlockRef) blocks = {0};
    struct sw_map *seen = sw_map_create(unit->ir.arena);
    if (does_something(LLVMGetNextInstruction(at)))
        return false;
    sw_vec_push(unit->ir.arena, &blocks, LLVMGetInstructionParent(at));
    for (size_t i = 0; i < blocks.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks.at[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
            if (sw_map_has(seen, to))
                continue;
            if (does_something(LLVMGetFirstInstruction(to)))
                return false;
            sw_map_put(seen, to, to);
            sw_vec_push(unit->ir.arena, &blocks, to);
        }
    }
    return true;
}

void sw_hook_returns(struct sw_unit *unit) {
    struct sw_values functions, all;
    struct sw_hook hook;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        bool is_kernel = sw_kernel_of(unit, functions.at[i]);
        sw_instructions(&unit->ir, functions.at[i], &all);
        is_kernel &= may_meet(&unit->ir, &all);
        for (size_t k = 0; k < all.count; k++)
            if (is_return(all.at[k], &hook) &&
                !(is_kernel && (hook.size == IN_KERNEL || leads_to_nothing(unit, all.at[k]))))
                LLVMInstructionEraseFromParent(all.at[k]);
    }
}
