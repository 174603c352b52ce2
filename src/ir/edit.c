/* Changing IR where LLVM-C has no single call for it: replacing values, splitting an edge or a bb, moving a body under a new
 * signature, and taking a global out of the constant expressions of one function. */
#include "ir/ir.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

void sw_replace(LLVMValueRef old, LLVMValueRef with) {
    assert(!with || (with != old && LLVMTypeOf(with) == LLVMTypeOf(old)));
    if (with)
        LLVMReplaceAllUsesWith(old, with);
    LLVMInstructionEraseFromParent(old);
}

/* What comes from `from`, once however many edges there were, comes from `now`. */
static void come_from(struct sw_ir *ir, LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef now) {
    bool has_come = false;
    const char *name = sw_arena_strdup(ir->arena, sw_name(phi));
    LLVMSetValueName2(phi, "", 0);
    sw_before(ir, phi);
    LLVMValueRef moved = LLVMBuildPhi(ir->builder, LLVMTypeOf(phi), name);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef bb = LLVMGetIncomingBlock(phi, i);
        if (bb == from && has_come)
            continue;
        has_come |= bb == from;
        LLVMAddIncoming(moved, &value, bb == from ? &now : &bb, 1);
    }
    sw_replace(phi, moved);
}

LLVMBasicBlockRef sw_split_edge(struct sw_ir *ir, LLVMBasicBlockRef from, LLVMBasicBlockRef to, const char *name) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from), next;
    assert(LLVMIsABranchInst(end) || LLVMIsASwitchInst(end));
    LLVMBasicBlockRef between = LLVMInsertBasicBlockInContext(ir->context, to, name);
    LLVMMoveBasicBlockAfter(between, from);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
        if (LLVMGetSuccessor(end, i) == to)
            LLVMSetSuccessor(end, i, between);
    for (LLVMValueRef at = LLVMGetFirstInstruction(to); at && LLVMIsAPHINode(at); at = next) {
        next = LLVMGetNextInstruction(at);
        come_from(ir, at, from, between);
    }
    LLVMPositionBuilderAtEnd(ir->builder, between);
    LLVMSetCurrentDebugLocation2(ir->builder, LLVMInstructionGetDebugLoc(end));
    LLVMBuildBr(ir->builder, to);
    return between;
}

/* The part before the instruction gets the new bb, so that values that come from this one come from where they end, and
 * what is far behind need not be moved when a long bb is split many times. */
LLVMBasicBlockRef sw_split_before(struct sw_ir *ir, LLVMValueRef instruction, const char *name) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(instruction);
    LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext(ir->context, bb, name);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb), at;
    LLVMPositionBuilderAtEnd(ir->builder, head);
    LLVMSetCurrentDebugLocation2(ir->builder, NULL); /* the builder leaves those of what it inserts */
    while ((at = LLVMGetFirstInstruction(bb)) != instruction) {
        LLVMInstructionRemoveFromParent(at);
        LLVMInsertIntoBuilderWithName(ir->builder, at, sw_name(at));
    }
    /* LLVM has values come from the new bb, too, while the old one has an end. */
    LLVMInstructionRemoveFromParent(end);
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(bb), LLVMBasicBlockAsValue(head));
    LLVMPositionBuilderAtEnd(ir->builder, bb);
    LLVMInsertIntoBuilder(ir->builder, end);
    return head;
}

static void copy_attributes(struct sw_ir *ir, LLVMValueRef from, LLVMAttributeIndex at, LLVMValueRef to,
                            LLVMAttributeIndex index) {
    unsigned count = LLVMGetAttributeCountAtIndex(from, at);
    LLVMAttributeRef *list = sw_arena_alloc(ir->arena, (count + 1) * sizeof *list);
    LLVMGetAttributesAtIndex(from, at, list);
    for (unsigned i = 0; i < count; i++)
        LLVMAddAttributeAtIndex(to, index, list[i]);
}

LLVMValueRef sw_move_code(struct sw_ir *ir, LLVMValueRef from, LLVMTypeRef type) {
    LLVMValueRef to = LLVMAddFunction(ir->module, "", type);
    LLVMSetLinkage(to, LLVMGetLinkage(from));
    copy_attributes(ir, from, LLVMAttributeFunctionIndex, to, LLVMAttributeFunctionIndex);
    LLVMMetadataRef subprogram = LLVMGetSubprogram(from);
    if (subprogram) {
        LLVMGlobalClearMetadata(from);
        LLVMSetSubprogram(to, subprogram);
    }
    /* Only "move after" crosses functions. */
    LLVMBasicBlockRef anchor = LLVMAppendBasicBlockInContext(ir->context, to, ""), last = anchor, bb;
    while ((bb = LLVMGetFirstBasicBlock(from))) {
        LLVMMoveBasicBlockAfter(bb, last);
        last = bb;
    }
    LLVMDeleteBasicBlock(anchor);
    const char *name = sw_arena_strdup(ir->arena, sw_name(from));
    LLVMSetValueName2(from, "", 0);
    LLVMSetValueName2(to, name, strlen(name));
    return to;
}

/* Attributes that say what is done with a body. */
static const char *const of_bodies[] = {"alwaysinline", "presplitcoroutine"};

LLVMValueRef sw_declare_instead(struct sw_ir *ir, LLVMValueRef function) {
    const char *name = sw_arena_strdup(ir->arena, sw_name(function));
    LLVMValueRef to = LLVMAddFunction(ir->module, "", LLVMGlobalGetValueType(function));
    LLVMSetFunctionCallConv(to, LLVMGetFunctionCallConv(function));
    LLVMSetVisibility(to, LLVMGetVisibility(function));
    copy_attributes(ir, function, LLVMAttributeFunctionIndex, to, LLVMAttributeFunctionIndex);
    copy_attributes(ir, function, LLVMAttributeReturnIndex, to, LLVMAttributeReturnIndex);
    for (unsigned i = 1; i <= LLVMCountParams(function); i++)
        copy_attributes(ir, function, i, to, i);
    for (unsigned i = 0; i < sizeof of_bodies / sizeof *of_bodies; i++)
        sw_remove_attribute(to, of_bodies[i]);
    LLVMReplaceAllUsesWith(function, to);
    LLVMDeleteFunction(function);
    LLVMSetValueName2(to, name, strlen(name));
    return to;
}

LLVMValueRef sw_move_body(struct sw_ir *ir, LLVMValueRef from, LLVMTypeRef type, unsigned skip) {
    LLVMValueRef to = sw_move_code(ir, from, type);
    copy_attributes(ir, from, LLVMAttributeReturnIndex, to, LLVMAttributeReturnIndex);
    for (unsigned i = 0; i < LLVMCountParams(from); i++) {
        LLVMValueRef old = LLVMGetParam(from, i), new = LLVMGetParam(to, i + skip);
        size_t length;
        const char *name = LLVMGetValueName2(old, &length);
        LLVMSetValueName2(new, name, length);
        copy_attributes(ir, from, i + 1, to, i + skip + 1);
        LLVMReplaceAllUsesWith(old, new);
    }
    return to;
}

/* One request of sw_replace_in_function. */
struct rebuild {
    struct sw_ir *ir;
    LLVMValueRef global, value;
    struct sw_map *contains; /* constant -> itself when it refers to the global, ir->arena as a "no" */
    struct sw_map *built;
};

static bool refers(struct rebuild *r, LLVMValueRef constant) {
    if (constant == r->global)
        return true;
    if (!LLVMIsAConstant(constant) || LLVMIsAGlobalValue(constant) || LLVMGetNumOperands(constant) <= 0)
        return false;
    void *known = sw_map_get(r->contains, constant);
    if (known)
        return known == (void *)constant;
    bool yes = false;
    for (int i = 0; i < LLVMGetNumOperands(constant) && !yes; i++)
        yes = refers(r, LLVMGetOperand(constant, i));
    sw_map_put(r->contains, constant, yes ? (void *)constant : (void *)r->ir->arena);
    return yes;
}

static LLVMValueRef rebuild(struct rebuild *r, LLVMValueRef constant);

static LLVMValueRef rebuild_expression(struct rebuild *r, LLVMValueRef constant) {
    LLVMBuilderRef b = r->ir->builder;
    LLVMOpcode opcode = LLVMGetConstOpcode(constant);
    LLVMValueRef first = rebuild(r, LLVMGetOperand(constant, 0));
    if (opcode == LLVMGetElementPtr) {
        int count = LLVMGetNumOperands(constant) - 1;
        LLVMValueRef *index = sw_arena_alloc(r->ir->arena, (size_t)(count + 1) * sizeof *index);
        for (int i = 0; i < count; i++)
            index[i] = rebuild(r, LLVMGetOperand(constant, i + 1));
        return LLVMBuildGEPWithNoWrapFlags(b, LLVMGetGEPSourceElementType(constant), first, index, (unsigned)count, "",
                                           LLVMGEPGetNoWrapFlags(constant));
    }
    if (LLVMGetNumOperands(constant) == 2)
        return LLVMBuildBinOp(b, opcode, first, rebuild(r, LLVMGetOperand(constant, 1)), "");
    return LLVMBuildCast(b, opcode, first, LLVMTypeOf(constant), "");
}

static LLVMValueRef rebuild_aggregate(struct rebuild *r, LLVMValueRef constant) {
    LLVMBuilderRef b = r->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(constant);
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMValueRef whole = LLVMGetPoison(type);
    for (int i = 0; i < LLVMGetNumOperands(constant); i++) {
        LLVMValueRef part = rebuild(r, LLVMGetOperand(constant, i));
        whole = is_vector ? LLVMBuildInsertElement(b, whole, part, sw_const(r->ir->i32, (unsigned)i), "")
                          : LLVMBuildInsertValue(b, whole, part, (unsigned)i, "");
    }
    return whole;
}

static LLVMValueRef rebuild(struct rebuild *r, LLVMValueRef constant) {
    if (constant == r->global)
        return r->value;
    if (!refers(r, constant))
        return constant;
    LLVMValueRef known = sw_map_get(r->built, constant);
    if (known)
        return known;
    LLVMValueRef made = LLVMIsAConstantExpr(constant) ? rebuild_expression(r, constant)
                                                      : rebuild_aggregate(r, constant);
    sw_map_put(r->built, constant, made);
    return made;
}

void sw_replace_in_function(struct sw_ir *ir, LLVMValueRef function, LLVMValueRef global, LLVMValueRef value) {
    struct rebuild r = {ir, global, value, sw_map_create(ir->arena), sw_map_create(ir->arena)};
    struct sw_values all;
    sw_instructions(ir, function, &all);
    LLVMPositionBuilderBefore(ir->builder, LLVMGetNextInstruction(value));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    for (size_t i = 0; i < all.count; i++)
        for (int k = 0; k < LLVMGetNumOperands(all.at[i]); k++) {
            LLVMValueRef operand = LLVMGetOperand(all.at[i], (unsigned)k);
            if (LLVMIsConstant(operand) && refers(&r, operand))
                LLVMSetOperand(all.at[i], (unsigned)k, rebuild(&r, operand));
        }
}
