/* Nested: functions that wait and cannot be inlined (recursive ones, and those called through pointers) become
 * coroutines of their own, and their callers await them.
 *
 *      %r = call float @f(ptr %block, i32 %n)
 *   =>
 *      %frame = call ptr @f(ptr %block, i32 %n, ptr %slot)     runs to f's first suspend point
 *      call void @sw.await(ptr %block, ptr %frame)             suspends with f's request, resumes f, until f is done
 *      %r = load float, ptr %slot
 *
 * An indirect call cannot know which function it reaches: once one function of a type waits, all functions of that type
 * whose address is taken are called this way. */
#include "transform/transform.h"

struct nesting {
    struct sw_unit *unit;
    struct sw_map *functions; /* functions that have become coroutines; before that: those that will */
    struct sw_map *types;     /* types (before the change) of which an indirect call is awaited */
    LLVMValueRef await;
};

static LLVMTypeRef awaited_type(struct sw_ir *ir, LLVMTypeRef type) {
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *params = sw_arena_alloc(ir->arena, (count + 1) * sizeof *params);
    LLVMGetParamTypes(type, params);
    params[count] = ir->ptr;
    return LLVMFunctionType(ir->ptr, params, count + 1, 0);
}

static bool has_result(LLVMTypeRef function_type) {
    return LLVMGetTypeKind(LLVMGetReturnType(function_type)) != LLVMVoidTypeKind;
}

static void drop_attributes(struct sw_ir *ir, LLVMValueRef function, LLVMAttributeIndex index) {
    unsigned count = LLVMGetAttributeCountAtIndex(function, index);
    LLVMAttributeRef *list = sw_arena_alloc(ir->arena, (count + 1) * sizeof *list);
    LLVMGetAttributesAtIndex(function, index, list);
    for (unsigned i = 0; i < count; i++)
        LLVMRemoveEnumAttributeAtIndex(function, index, LLVMGetEnumAttributeKind(list[i]));
}

/* What clang found out about a function is not true of a coroutine, which returns at its first suspend point and keeps
 * its pointers for later. */
static void forget_facts(struct sw_ir *ir, LLVMValueRef function) {
    drop_attributes(ir, function, LLVMAttributeReturnIndex);
    sw_remove_attribute(function, "noreturn");
    sw_remove_attribute(function, "alwaysinline"); /* inlined now, it would be no coroutine */
    for (unsigned i = 1; i <= LLVMCountParams(function); i++) {
        LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(function, i, LLVMGetEnumAttributeKindForName("byval", 5));
        LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(function, i, LLVMGetEnumAttributeKindForName("align", 5));
        drop_attributes(ir, function, i);
        if (byval)
            LLVMAddAttributeAtIndex(function, i, byval);
        if (align)
            LLVMAddAttributeAtIndex(function, i, align);
    }
}

/* A structure passed by value lies on the caller's stack, and only until the first suspend point: a copy of its own. */
static void keep_structures(struct sw_ir *ir, LLVMValueRef function) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        LLVMTypeRef type = sw_byval_type(function, i);
        if (!type)
            continue;
        LLVMValueRef param = LLVMGetParam(function, i);
        unsigned align = sw_stated_align(function, i);
        sw_at_entry(ir, function);
        LLVMValueRef copy = LLVMBuildAlloca(ir->builder, type, sw_name(param));
        LLVMSetAlignment(copy, align > 16 ? align : 16);
        LLVMReplaceAllUsesWith(param, copy);
        LLVMBuildMemCpy(ir->builder, copy, LLVMGetAlignment(copy), param, align,
                        sw_const(ir->i64, LLVMABISizeOfType(layout, type)));
    }
}

/* Every `return v` stores v where the caller wants it. What is returned is the frame: the coroutine pass sees to it. */
static void return_through_slot(struct sw_ir *ir, LLVMValueRef function) {
    struct sw_values all;
    LLVMValueRef slot = LLVMGetLastParam(function);
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        if (!LLVMIsAReturnInst(all.at[i]))
            continue;
        sw_before(ir, all.at[i]);
        if (LLVMGetNumOperands(all.at[i]))
            LLVMBuildStore(ir->builder, LLVMGetOperand(all.at[i], 0), slot);
        LLVMBuildRet(ir->builder, LLVMConstNull(ir->ptr));
        LLVMInstructionEraseFromParent(all.at[i]);
    }
}

static void change_function(struct nesting *n, LLVMValueRef function) {
    struct sw_ir *ir = &n->unit->ir;
    LLVMValueRef moved = sw_move_body(ir, function, awaited_type(ir, LLVMGlobalGetValueType(function)), 0);
    forget_facts(ir, moved);
    keep_structures(ir, moved);
    return_through_slot(ir, moved);
    LLVMReplaceAllUsesWith(function, moved);
    LLVMDeleteFunction(function);
    sw_map_put(n->functions, moved, moved);
    sw_vec_push(ir->arena, &n->unit->nested, moved);
}

/* A structure passed by value stays so; nothing else that the call stated is true of the new one. */
static void copy_byval(LLVMValueRef from, LLVMValueRef to) {
    static const char *const names[] = {"byval", "align"};
    for (unsigned i = 0; i < LLVMGetNumArgOperands(from); i++)
        for (unsigned k = 0; k < 2; k++) {
            unsigned kind = LLVMGetEnumAttributeKindForName(names[k], 5);
            LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(from, i + 1, kind);
            if (attribute)
                LLVMAddCallSiteAttribute(to, i + 1, attribute);
        }
}

static void await_call(struct nesting *n, LLVMValueRef call) {
    struct sw_ir *ir = &n->unit->ir;
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef *args = sw_arena_alloc(ir->arena, (count + 1) * sizeof *args), slot = LLVMConstNull(ir->ptr);
    if (has_result(type)) {
        sw_at_entry(ir, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
        slot = LLVMBuildAlloca(ir->builder, LLVMGetReturnType(type), "result");
    }
    for (unsigned i = 0; i < count; i++)
        args[i] = LLVMGetOperand(call, i);
    args[count] = slot;
    sw_before(ir, call);
    LLVMTypeRef awaited = awaited_type(ir, type);
    LLVMValueRef frame = LLVMBuildCall2(ir->builder, awaited, LLVMGetCalledValue(call), args, count + 1, "frame");
    copy_byval(call, frame);
    sw_call(ir, n->await, (LLVMValueRef[]){args[0], frame}, 2, "");
    sw_replace(call, has_result(type) ? LLVMBuildLoad2(ir->builder, LLVMGetReturnType(type), slot, "") : NULL);
}

static void change_calls(struct nesting *n, LLVMValueRef function) {
    struct sw_values all;
    sw_instructions(&n->unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        if (!sw_is_call(all.at[i]) || LLVMIsAInlineAsm(LLVMGetCalledValue(all.at[i])))
            continue;
        LLVMValueRef callee = sw_called_function(all.at[i]);
        if (callee ? sw_map_has(n->functions, callee) : sw_map_has(n->types, LLVMGetCalledFunctionType(all.at[i])))
            await_call(n, all.at[i]);
    }
}

/* void sw.await(ptr block, ptr frame): while (!done(frame)) { suspend; resume(frame); } free(frame) */
static LLVMValueRef define_await(struct sw_ir *ir) {
    LLVMTypeRef two[] = {ir->ptr, ir->ptr}, type = LLVMFunctionType(ir->nothing, two, 2, 0);
    LLVMValueRef suspend = sw_suspend_point(ir);
    LLVMValueRef await = LLVMAddFunction(ir->module, "sw.await", type), frame = LLVMGetParam(await, 1);
    LLVMSetLinkage(await, LLVMInternalLinkage);
    sw_add_attribute(ir, await, "noinline"); /* until the requests pass */
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(ir->context, await, "entry");
    LLVMBasicBlockRef test = LLVMAppendBasicBlockInContext(ir->context, await, "test");
    LLVMBasicBlockRef wait = LLVMAppendBasicBlockInContext(ir->context, await, "wait");
    LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(ir->context, await, "done");
    LLVMPositionBuilderAtEnd(ir->builder, entry);
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMBuildBr(ir->builder, test);
    LLVMPositionBuilderAtEnd(ir->builder, test);
    LLVMValueRef is_done = sw_call_intrinsic(ir, "llvm.coro.done", NULL, 0, &frame, 1, "");
    LLVMBuildCondBr(ir->builder, is_done, done, wait);
    LLVMPositionBuilderAtEnd(ir->builder, wait);
    sw_call(ir, suspend, NULL, 0, "");
    sw_call_intrinsic(ir, "llvm.coro.resume", NULL, 0, &frame, 1, "");
    LLVMBuildBr(ir->builder, test);
    LLVMPositionBuilderAtEnd(ir->builder, done);
    LLVMValueRef args[] = {LLVMGetParam(await, 0), frame};
    sw_call(ir, sw_declare(ir, "swrt_frame_free", type), args, 2, "");
    LLVMBuildRetVoid(ir->builder);
    return await;
}

/* Functions that wait out of line, and with them those that the same indirect calls may reach. */
static bool collect(struct nesting *n, const struct sw_values *functions) {
    struct sw_map *suspending = sw_suspending_functions(&n->unit->ir);
    bool any = false;
    for (size_t i = 0; i < functions->count; i++) {
        LLVMValueRef function = functions->at[i];
        if (!sw_map_has(suspending, function) || sw_kernel_of(n->unit, function))
            continue;
        any = true;
        sw_map_put(n->functions, function, function);
        if (sw_address_taken(function))
            sw_map_put(n->types, LLVMGlobalGetValueType(function), function);
    }
    for (size_t i = 0; i < functions->count && any; i++)
        if (sw_map_has(n->types, LLVMGlobalGetValueType(functions->at[i])) && sw_address_taken(functions->at[i]) &&
            !sw_kernel_of(n->unit, functions->at[i]))
            sw_map_put(n->functions, functions->at[i], functions->at[i]);
    return any;
}

void sw_pass_nested(struct sw_unit *unit) {
    struct nesting n = {unit, sw_map_create(unit->ir.arena), sw_map_create(unit->ir.arena), NULL};
    struct sw_values functions;
    if (sw_threads_have_stacks(unit))
        return;
    sw_functions(&unit->ir, &functions);
    if (!collect(&n, &functions))
        return;
    for (size_t i = 0; i < functions.count; i++)
        if (sw_map_has(n.functions, functions.at[i]))
            change_function(&n, functions.at[i]);
    sw_functions(&unit->ir, &functions);
    n.await = define_await(&unit->ir);
    for (size_t i = 0; i < functions.count; i++)
        change_calls(&n, functions.at[i]);
}
