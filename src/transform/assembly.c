/* Assembly: inline assembly in device code is PTX, and refused with its text and place. Statements without text only hold
 * the optimiser back (asm volatile("" : "+f"(x) :: "memory")); they stay, with this machine's letters for the registers.
 *
 *      call float asm sideeffect "", "=f,0"(float %x)   =>   call float asm sideeffect "", "=x,0"(float %x)
 */
#include "transform/transform.h"

#include <string.h>

/* PTX's register letters (LLVM's LangRef, NVPTX constraints) that mean something else here. */
static char register_letter(char letter) {
    switch (letter) {
    case 'h':
    case 'l':
    case 'c':
        return 'r';
    case 'f':
    case 'd':
        return 'x';
    default:
        return letter;
    }
}

/* Clobbers, in braces, keep their spelling. */
static const char *own_constraints(struct sw_arena *arena, const char *constraints) {
    char *own = sw_arena_strdup(arena, constraints);
    bool in_braces = false;
    for (char *at = own; *at; at++) {
        in_braces = *at == '{' || (in_braces && *at != '}');
        if (!in_braces)
            *at = register_letter(*at);
    }
    return own;
}

static bool is_empty(const char *text) {
    return strspn(text, " \t\n;") == strlen(text);
}

static void lower(struct sw_ir *ir, LLVMValueRef call, void *unused) {
    if (!sw_is_call(call) || !LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
        return;
    LLVMValueRef assembly = LLVMGetCalledValue(call);
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
    text = sw_arena_strndup(ir->arena, text, length);
    if (!is_empty(text)) {
        sw_error(sw_place_of(ir, call), "inline PTX is not supported: asm(\"%s\")", text);
        return;
    }
    const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &length);
    constraints = own_constraints(ir->arena, sw_arena_strndup(ir->arena, constraints, length));
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef own = LLVMGetInlineAsm(type, "", 0, constraints, strlen(constraints),
                                        LLVMGetInlineAsmHasSideEffects(assembly), 0, LLVMInlineAsmDialectATT, 0);
    LLVMValueRef args[32];
    unsigned count = LLVMGetNumArgOperands(call);
    if (count > sizeof args / sizeof *args)
        return;
    for (unsigned i = 0; i < count; i++)
        args[i] = LLVMGetOperand(call, i);
    sw_before(ir, call);
    sw_replace(call, LLVMBuildCall2(ir->builder, type, own, args, count, ""));
}

void sw_pass_assembly(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, lower, NULL);
}
