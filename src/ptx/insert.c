/* Constraint "C": a constant array of characters, which becomes part of the text. Templates choose modifiers so.
 *
 *      asm("atom.global%2.u32 %0, [%1], %3;" : "=r"(o) : "l"(p), "C"(Op<1>::text), "r"(x))
 *  =>  asm("atom.global.max.u32 %0, [%1], %3;" ..)
 *
 * clang has no such letter. It reads E, which it takes for a constant and leaves alone (src/frontend/escapes.c). */
#include "ptx/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LETTER = 'E' };

static const char *constraints_of(struct sw_arena *arena, LLVMValueRef call) {
    size_t length;
    const char *text = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &length);
    return sw_arena_strndup(arena, text, length);
}

/* The argument that stands at the place $number, if it is a text; null: it is none. */
static LLVMValueRef argument_at(struct sw_arena *arena, LLVMValueRef call, unsigned long number) {
    unsigned long outputs = 0, place = 0;
    const char *at = constraints_of(arena, call);
    for (; *at && place < number; at += *at == ',') {
        outputs += *at == '=';
        place++;
        at += strcspn(at, ",");
    }
    return *at == TEXT_LETTER && place == number ? LLVMGetOperand(call, (unsigned)(place - outputs)) : NULL;
}

bool sw_ptx_takes_text(struct sw_arena *arena, LLVMValueRef call, LLVMValueRef value) {
    const char *constraints = constraints_of(arena, call);
    unsigned long places = 1;
    for (const char *at = constraints; (at = strchr(at, ',')); at++)
        places++;
    for (unsigned long i = 0; i < places; i++)
        if (argument_at(arena, call, i) == value)
            return true;
    return false;
}

/* What stands in the array from the address on, up to its end or a 0; null: it is not known. */
static const char *text_at(struct sw_ir *ir, LLVMValueRef address) {
    LLVMValueRef variable = sw_strip_pointer(address);
    LLVMValueRef value = LLVMIsAGlobalVariable(variable) && LLVMIsGlobalConstant(variable)
                             ? LLVMGetInitializer(variable)
                             : NULL;
    int64_t offset;
    size_t length;
    if (!value || !sw_has_constant_offset(LLVMGetModuleDataLayout(ir->module), address, variable, &offset))
        return NULL;
    if (LLVMIsNull(value))
        return "";
    if (!LLVMIsAConstantDataArray(value) || !LLVMIsConstantString(value))
        return NULL;
    const char *text = LLVMGetAsString(value, &length);
    return offset >= 0 && (size_t)offset <= length ? sw_arena_strndup(ir->arena, text + offset, length - (size_t)offset)
                                                   : NULL;
}

/* $2 or ${2:x} -> 2, and what is behind it; false: no operand begins here. */
static bool read_place(const char *at, unsigned long *number, const char **behind) {
    bool is_braced = at[1] == '{';
    const char *digits = at + 1 + is_braced;
    char *end;
    if (at[0] != '$' || !isdigit((unsigned char)*digits))
        return false;
    *number = strtoul(digits, &end, 10);
    *behind = is_braced ? end + strcspn(end, "}") + 1 : end;
    return true;
}

const char *sw_ptx_text_of(struct sw_ir *ir, LLVMValueRef call, bool is_told) {
    size_t length;
    const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length), *whole = "", *from, *behind;
    from = sw_arena_strndup(ir->arena, text, length);
    for (const char *at = from; *at; at++) {
        unsigned long number;
        LLVMValueRef argument = read_place(at, &number, &behind) ? argument_at(ir->arena, call, number) : NULL;
        const char *inserted = argument ? text_at(ir, argument) : NULL;
        if (argument && !inserted) {
            if (is_told)
                sw_error(sw_place_of(ir, call),
                         "inline PTX: operand %lu, of constraint \"C\", is no constant array of characters", number);
            return NULL;
        }
        if (inserted) {
            whole = sw_arena_printf(ir->arena, "%s%.*s%s", whole, (int)(at - from), from, inserted);
            from = behind;
            at = behind - 1;
        } else if (at[0] == '$' && at[1]) {
            at++;
        }
    }
    return sw_arena_printf(ir->arena, "%s%s", whole, from);
}
