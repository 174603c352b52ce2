/* Context: every device function gets the block it runs for as a new first parameter, every call of one passes it on.
 *
 *      define float @f(float %x)            define float @f(ptr %block, float %x)
 *      call float @f(float %y)        =>    call float @f(ptr %block, float %y)
 *      call float %fp(float %y)             call float %fp(ptr %block, float %y)
 *
 * Kernels lose their parameters: void (ptr %block), arguments being read from block->args (kernels.c). */
#include "transform/transform.h"

/* What clang found out about a function's effects is not true any more: it reads the block now. */
static void drop_effects(LLVMValueRef function) {
    static const char *const names[] = {"memory",     "nofree",       "nosync",       "norecurse", "willreturn",
                                        "convergent", "mustprogress", "speculatable", "allocsize", "allockind"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        sw_remove_attribute(function, names[i]);
}

static LLVMTypeRef with_block(struct sw_ir *ir, LLVMTypeRef type) {
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *params = sw_arena_alloc(ir->arena, (count + 1) * sizeof *params);
    params[0] = ir->ptr;
    LLVMGetParamTypes(type, params + 1);
    return LLVMFunctionType(LLVMGetReturnType(type), params, count + 1, 0);
}

static void take_block(struct sw_unit *unit, LLVMValueRef function, struct sw_map *taking) {
    LLVMTypeRef type = with_block(&unit->ir, LLVMGlobalGetValueType(function));
    LLVMValueRef moved = sw_move_body(&unit->ir, function, type, 1);
    LLVMSetValueName2(LLVMGetParam(moved, 0), "block", 5);
    sw_mark_block(&unit->ir, moved);
    drop_effects(moved);
    LLVMReplaceAllUsesWith(function, moved);
    LLVMDeleteFunction(function);
    sw_map_put(taking, moved, moved);
}

static LLVMValueRef block_of(struct sw_unit *unit, LLVMValueRef instruction) {
    assert(sw_has_block(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction))));
    return LLVMGetParam(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)), 0);
}

static void copy_call_attributes(struct sw_ir *ir, LLVMValueRef from, LLVMValueRef to) {
    unsigned count = LLVMGetNumArgOperands(from);
    for (unsigned index = 0; index <= count; index++) {
        unsigned attributes = LLVMGetCallSiteAttributeCount(from, index);
        LLVMAttributeRef *list = sw_arena_alloc(ir->arena, (attributes + 1) * sizeof *list);
        LLVMGetCallSiteAttributes(from, index, list);
        for (unsigned i = 0; i < attributes; i++)
            LLVMAddCallSiteAttribute(to, index ? index + 1 : 0, list[i]);
    }
}

static void pass_block(struct sw_unit *unit, LLVMValueRef call) {
    struct sw_ir *ir = &unit->ir;
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef *args = sw_arena_alloc(ir->arena, (count + 1) * sizeof *args);
    args[0] = block_of(unit, call);
    for (unsigned i = 0; i < count; i++)
        args[i + 1] = LLVMGetOperand(call, i);
    sw_before(ir, call);
    LLVMTypeRef type = with_block(ir, LLVMGetCalledFunctionType(call));
    LLVMValueRef made = LLVMBuildCall2(ir->builder, type, LLVMGetCalledValue(call), args, count + 1, "");
    copy_call_attributes(ir, call, made);
    if (LLVMCanValueUseFastMathFlags(made))
        LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(call));
    sw_replace(call, made);
}

static bool wants_block(LLVMValueRef call, struct sw_map *taking) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee))
        return false;
    return !LLVMIsAFunction(callee) || sw_map_has(taking, callee);
}

static void rewrite_calls(struct sw_unit *unit, LLVMValueRef function, struct sw_map *taking) {
    struct sw_values all;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        if (!sw_is_call(all.at[i]))
            continue;
        if (sw_equal(sw_callee_name(all.at[i]), "sw.block"))
            sw_replace(all.at[i], LLVMGetParam(function, 0));
        else if (wants_block(all.at[i], taking))
            pass_block(unit, all.at[i]);
    }
}

/* Whether all that happens to a structure is that members at fixed places are read: a copy of it dissolves then. */
static bool is_read_in_pieces(LLVMValueRef pointer) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_step = LLVMIsAGetElementPtrInst(user) && LLVMGetNumIndices(user) == 1 &&
                       LLVMIsAConstantInt(LLVMGetOperand(user, 1));
        if (!LLVMIsALoadInst(user) && !(is_step && is_read_in_pieces(user)))
            return false;
    }
    return true;
}

/* Nothing changes the arguments while a kernel runs. */
static void mark_reads(struct sw_ir *ir, LLVMValueRef pointer) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user))
            sw_mark_invariant(ir, user);
        else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user))
            mark_reads(ir, user);
    }
}

/* Arguments lie at multiples of 16 bytes and their offset. */
static bool can_stay(const struct sw_kernel *kernel, unsigned index, LLVMValueRef parameter) {
    unsigned align = sw_stated_align(kernel->function, index);
    return sw_is_readonly(kernel->function, index) && align <= 16 && kernel->params[index].offset % align == 0 &&
           !is_read_in_pieces(parameter);
}

/* The value of one kernel argument, read at the kernel's entry. A structure passed by value is the kernel's own copy;
 * one that is only read, by an index or through its address, is read where the launch has put it, which is the same
 * place for all threads (as __grid_constant__ promises). */
static LLVMValueRef argument(struct sw_unit *unit, struct sw_kernel *kernel, LLVMValueRef args, unsigned index,
                             LLVMValueRef parameter) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef type = LLVMTypeOf(parameter);
    LLVMValueRef from = sw_byte_offset(ir, args, kernel->params[index].offset, "");
    LLVMTypeRef structure = sw_byval_type(kernel->function, index);
    if (structure && can_stay(kernel, index, parameter)) {
        mark_reads(ir, parameter);
        return from;
    }
    if (structure) {
        unsigned stated = sw_stated_align(kernel->function, index), align = stated > 16 ? stated : 16;
        LLVMValueRef copy = LLVMBuildAlloca(ir->builder, structure, sw_name(parameter));
        LLVMSetAlignment(copy, align);
        LLVMBuildMemCpy(ir->builder, copy, align, from, 1, sw_const(ir->i64, kernel->params[index].size));
        return copy;
    }
    bool is_bool = type == ir->i1;
    LLVMValueRef load = LLVMBuildLoad2(ir->builder, is_bool ? ir->i8 : type, from, sw_name(parameter));
    sw_mark_invariant(ir, load);
    return is_bool ? LLVMBuildTrunc(ir->builder, load, ir->i1, "") : load;
}

static void take_arguments(struct sw_unit *unit, struct sw_kernel *kernel) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef old = kernel->function;
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0);
    /* The parameters are read in the old function's entry; then its body moves. */
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(old);
    LLVMPositionBuilderBefore(ir->builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef block = sw_block_here(unit);
    LLVMValueRef args = kernel->num_params ? sw_block_load_fixed(unit, block, SW_BLOCK_args, "args") : NULL;
    for (unsigned i = 0; i < kernel->num_params; i++) {
        LLVMValueRef parameter = LLVMGetParam(old, i);
        LLVMValueRef value = argument(unit, kernel, args, i, parameter);
        LLVMReplaceAllUsesWith(parameter, value);
    }
    /* A new function without the old parameters: none of them is used any more. */
    kernel->function = sw_move_code(ir, old, type);
    LLVMSetValueName2(LLVMGetParam(kernel->function, 0), "block", 5);
    sw_mark_block(ir, kernel->function);
    drop_effects(kernel->function);
    LLVMReplaceAllUsesWith(old, kernel->function);
    LLVMDeleteFunction(old);
}

void sw_pass_context(struct sw_unit *unit) {
    struct sw_map *taking = sw_map_create(unit->ir.arena);
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (!sw_kernel_of(unit, functions.at[i]))
            take_block(unit, functions.at[i], taking);
    for (size_t i = 0; i < unit->kernels.count; i++)
        take_arguments(unit, unit->kernels.at[i]);
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        rewrite_calls(unit, functions.at[i], taking);
}
