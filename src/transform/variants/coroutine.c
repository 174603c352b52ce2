/* Coroutine variant: LLVM's switched-resume coroutines (LLVM's Coroutines document) from the suspend points that the
 * requests pass left.
 *
 *      entry:   %id = coro.id; %frame = swrt_frame_alloc(block, coro.size); %handle = coro.begin
 *      ...
 *      wait:    switch (coro.suspend(none, false)) { 0: resume; 1: cleanup; default: suspend }
 *      resume:  ...
 *      final:   switch (coro.suspend(none, true)) { 0: trap; 1: cleanup; default: suspend }     for every return
 *      cleanup: coro.free; goto suspend
 *      suspend: coro.end; return %handle
 *
 * CoroSplit finds what lives across each suspend point and keeps it in the frame. The frame is the runtime's: it is
 * freed with the block, so nothing is done in cleanup. */
#include "transform/variants/variants.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { FRAME_ALIGN = 64 }; /* swrt_frame_alloc's */

struct coroutine {
    struct sw_unit *unit;
    LLVMValueRef function, id, handle;
    LLVMBasicBlockRef final, cleanup, suspend;
};

static LLVMBasicBlockRef append(struct coroutine *c, const char *name) {
    return LLVMAppendBasicBlockInContext(c->unit->ir.context, c->function, name);
}

static void begin(struct coroutine *c) {
    struct sw_ir *ir = &c->unit->ir;
    LLVMValueRef null = LLVMConstNull(ir->ptr), align = sw_const(ir->i32, FRAME_ALIGN), promise = null;
    sw_at_entry(ir, c->function);
    /* LLVM 19 looks up a C++ coroutine's promise when the function has debug information, without asking whether
     * there is one. */
    if (LLVMGetSubprogram(c->function))
        promise = LLVMBuildAlloca(ir->builder, ir->i64, "promise");
    c->id = sw_call_intrinsic(ir, "llvm.coro.id", NULL, 0, (LLVMValueRef[]){align, promise, null, null}, 4, "id");
    LLVMValueRef size = sw_call_intrinsic(ir, "llvm.coro.size", &ir->i64, 1, NULL, 0, "size");
    LLVMTypeRef type = LLVMFunctionType(ir->ptr, (LLVMTypeRef[]){ir->ptr, ir->i64}, 2, 0);
    LLVMValueRef alloc = sw_declare(ir, "swrt_frame_alloc", type);
    LLVMValueRef frame = sw_call(ir, alloc, (LLVMValueRef[]){LLVMGetParam(c->function, 0), size}, 2, "frame");
    sw_mark_frame(ir, frame);
    c->handle = sw_call_intrinsic(ir, "llvm.coro.begin", NULL, 0, (LLVMValueRef[]){c->id, frame}, 2, "handle");
}

/* Ends the current basic block in a suspend whose normal way on is `resume`. */
static void suspend_to(struct coroutine *c, bool is_final, LLVMBasicBlockRef resume) {
    struct sw_ir *ir = &c->unit->ir;
    LLVMValueRef args[] = {LLVMConstNull(ir->token), sw_const(ir->i1, is_final)};
    LLVMValueRef outcome = sw_call_intrinsic(ir, "llvm.coro.suspend", NULL, 0, args, 2, "");
    LLVMValueRef choice = LLVMBuildSwitch(ir->builder, outcome, c->suspend, 2);
    LLVMAddCase(choice, sw_const(ir->i8, 0), resume);
    LLVMAddCase(choice, sw_const(ir->i8, 1), c->cleanup);
}

static void finish(struct coroutine *c) {
    struct sw_ir *ir = &c->unit->ir;
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMBasicBlockRef after = append(c, "after.final");
    LLVMPositionBuilderAtEnd(ir->builder, c->final);
    suspend_to(c, true, after);
    LLVMPositionBuilderAtEnd(ir->builder, after);
    LLVMBuildUnreachable(ir->builder);
    LLVMPositionBuilderAtEnd(ir->builder, c->cleanup);
    sw_call_intrinsic(ir, "llvm.coro.free", NULL, 0, (LLVMValueRef[]){c->id, c->handle}, 2, "");
    LLVMBuildBr(ir->builder, c->suspend);
    LLVMPositionBuilderAtEnd(ir->builder, c->suspend);
    LLVMValueRef args[] = {c->handle, sw_const(ir->i1, 0), LLVMConstNull(ir->token)};
    sw_call_intrinsic(ir, "llvm.coro.end", NULL, 0, args, 3, "");
    LLVMBuildRet(ir->builder, c->handle);
}

/* %t = token; %r = icmp eq %t, 0; br %r, resume, leave   =>   a suspend to resume; leave goes away. */
static void complete_point(struct coroutine *c, LLVMValueRef token) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(token));
    LLVMBasicBlockRef resume = LLVMGetSuccessor(branch, 0), leave = LLVMGetSuccessor(branch, 1);
    LLVMValueRef test = LLVMGetCondition(branch);
    sw_before(&c->unit->ir, branch);
    suspend_to(c, false, resume);
    LLVMInstructionEraseFromParent(branch);
    LLVMInstructionEraseFromParent(test);
    LLVMInstructionEraseFromParent(token);
    LLVMDeleteBasicBlock(leave);
}

static void rewrite(struct coroutine *c) {
    struct sw_ir *ir = &c->unit->ir;
    struct sw_values all, returns = {0}, tokens = {0};
    sw_instructions(ir, c->function, &all);
    for (size_t i = 0; i < all.count; i++) {
        if (LLVMIsAReturnInst(all.at[i]))
            sw_vec_push(ir->arena, &returns, all.at[i]);
        else if (sw_equal(sw_callee_name(all.at[i]), "sw.suspend.token"))
            sw_vec_push(ir->arena, &tokens, all.at[i]);
    }
    for (size_t i = 0; i < returns.count; i++) {
        sw_before(ir, returns.at[i]);
        LLVMBuildBr(ir->builder, c->final);
        LLVMInstructionEraseFromParent(returns.at[i]);
    }
    for (size_t i = 0; i < tokens.count; i++)
        complete_point(c, tokens.at[i]);
}

static bool fits_frame(struct coroutine *c, LLVMValueRef local) {
    return LLVMIsAConstantInt(LLVMGetOperand(local, 0)) && LLVMGetAlignment(local) <= FRAME_ALIGN &&
           LLVMGetInstructionParent(local) == LLVMGetEntryBasicBlock(c->function);
}

/* Takes a local variable's memory from the runtime. */
static LLVMValueRef allocate(struct coroutine *c, LLVMValueRef local) {
    struct sw_ir *ir = &c->unit->ir;
    LLVMBuilderRef b = ir->builder;
    unsigned align = LLVMGetAlignment(local);
    uint64_t slack = align > FRAME_ALIGN ? align - FRAME_ALIGN : 0;
    LLVMValueRef count = LLVMBuildIntCast2(b, LLVMGetOperand(local, 0), ir->i64, 0, "");
    LLVMValueRef bytes = LLVMBuildMul(b, count, LLVMSizeOf(LLVMGetAllocatedType(local)), "");
    LLVMValueRef args[] = {LLVMGetParam(c->function, 0), LLVMBuildAdd(b, bytes, sw_const(ir->i64, slack), "")};
    LLVMTypeRef type = LLVMFunctionType(ir->ptr, (LLVMTypeRef[]){ir->ptr, ir->i64}, 2, 0);
    LLVMValueRef memory = sw_call(ir, sw_declare(ir, "swrt_frame_alloc", type), args, 2, "");
    if (!slack)
        return memory;
    LLVMTypeRef types[] = {ir->ptr, ir->i64};
    LLVMValueRef masked[] = {sw_byte_offset(ir, memory, slack, ""), sw_const(ir->i64, 0 - (uint64_t)align)};
    return sw_call_intrinsic(ir, "llvm.ptrmask", types, 2, masked, 2, "");
}

/* What cannot lie in the frame is the runtime's until the block ends: memory of a size that is not known (alloca(n)),
 * or on more than the frame's alignment. What saved and restored the stack pointer around it goes: the stack is another
 * one behind a suspend point. */
static void keep_odd_locals(struct coroutine *c) {
    struct sw_values all;
    sw_instructions(&c->unit->ir, c->function, &all);
    for (size_t i = 0; i < all.count; i++) {
        const char *name = sw_callee_name(all.at[i]);
        if (sw_starts_with(name, "llvm.stackrestore")) {
            LLVMInstructionEraseFromParent(all.at[i]);
        } else if (sw_starts_with(name, "llvm.stacksave")) {
            sw_replace(all.at[i], LLVMConstNull(LLVMTypeOf(all.at[i])));
        } else if (LLVMIsAAllocaInst(all.at[i]) && !fits_frame(c, all.at[i])) {
            sw_before(&c->unit->ir, all.at[i]);
            sw_replace(all.at[i], allocate(c, all.at[i]));
        }
    }
}

void sw_into_coroutine(struct sw_unit *unit, LLVMValueRef function) {
    struct coroutine c = {.unit = unit, .function = function};
    assert(LLVMGetReturnType(LLVMGlobalGetValueType(function)) == unit->ir.ptr &&
           !sw_has_attribute(function, "presplitcoroutine"));
    sw_add_attribute(&unit->ir, function, "presplitcoroutine");
    sw_drop_early_lifetimes(unit, function);
    keep_odd_locals(&c);
    begin(&c);
    c.final = append(&c, "final");
    c.cleanup = append(&c, "cleanup");
    c.suspend = append(&c, "suspend");
    rewrite(&c);
    finish(&c);
}

/* Takes the code of a function over: ptr (ptr %block, i32 %tid). */
static LLVMValueRef take_code(struct sw_unit *unit, LLVMValueRef from, const char *name) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef type = LLVMFunctionType(ir->ptr, (LLVMTypeRef[]){ir->ptr, ir->i32}, 2, 0);
    assert(sw_is_defined(from) && LLVMCountParams(from) <= 2);
    LLVMValueRef function = sw_move_code(ir, from, type);
    for (unsigned i = 0; i < LLVMCountParams(from); i++)
        LLVMReplaceAllUsesWith(LLVMGetParam(from, i), LLVMGetParam(function, i));
    LLVMDeleteFunction(from);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMSetValueName2(function, name, strlen(name));
    LLVMSetValueName2(LLVMGetParam(function, 0), "block", 5);
    sw_into_coroutine(unit, function);
    return function;
}

LLVMValueRef sw_make_coroutine(struct sw_unit *unit, struct sw_kernel *kernel, unsigned lanes) {
    const char *name = sw_arena_printf(unit->ir.arena, "%s.threads.w%u", kernel->name, lanes);
    return kernel->function = take_code(unit, kernel->function, name);
}

LLVMValueRef sw_make_wide_coroutine(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_wide *wide) {
    const char *name = sw_arena_printf(unit->ir.arena, "%s.threads.w%u.%u", kernel->name, wide->threads, wide->blocks);
    return take_code(unit, wide->function, name);
}
