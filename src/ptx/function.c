/* One asm statement -> one function that is inlined where the statement stood: its labels and guarded instructions are
 * basic blocks there, and nothing of the function around it has to be taken apart.
 *
 *      %r = call i32 asm "@p bra ...", "=r,r"(i32 %a)   =>   %r = call i32 @sw.ptx(i32 %a, ptr %carry)
 *
 * What an instruction leaves in the condition code register, CC.CF, the next statement reads: big numbers are added so.
 * It is a variable of the function that the statements stand in. */
#include "ptx/ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sw_ptx_error(struct sw_ptx_op *op, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!op->ptx->is_wrong) {
        const char *where = op->statement->line
                                ? sw_arena_printf(op->ir->arena, " (line %u of the text)", op->statement->line + 1)
                                : "";
        sw_error(op->ptx->place, "inline PTX: %s: in '%s'%s", text, op->statement->text, where);
    }
    op->ptx->is_wrong = true;
}

static bool is_carry_word(const char *text) {
    return strstr(text, ".cc.") || strstr(text, "addc.") || strstr(text, "subc.") || strstr(text, "madc.");
}

bool sw_ptx_uses_carry(const char *text) {
    return is_carry_word(text);
}

LLVMBasicBlockRef sw_ptx_new_bb(struct sw_ptx *ptx, const char *name) {
    return LLVMAppendBasicBlockInContext(ptx->unit->ir.context, ptx->function, name);
}

/* Labels of an inner scope hide those of outer ones; a branch may come before its label. */
static struct sw_ptx_label *find_label(struct sw_ptx *ptx, const char *name, unsigned scope) {
    for (size_t i = ptx->labels.count; i-- > 0;)
        if (sw_equal(ptx->labels.at[i].name, name) && ptx->labels.at[i].scope == scope)
            return &ptx->labels.at[i];
    return NULL;
}

LLVMBasicBlockRef sw_ptx_label_bb(struct sw_ptx *ptx, const char *name) {
    struct sw_ptx_label *label = find_label(ptx, name, 0);
    if (!label) {
        struct sw_ptx_label made = {name, sw_ptx_new_bb(ptx, name), 0, false};
        sw_vec_push(ptx->unit->ir.arena, &ptx->labels, made);
        return made.bb;
    }
    return label->bb;
}

static void place_label(struct sw_ptx_op *op) {
    LLVMBasicBlockRef bb = sw_ptx_label_bb(op->ptx, op->statement->name);
    struct sw_ptx_label *label = find_label(op->ptx, op->statement->name, 0);
    if (label->is_placed)
        sw_ptx_error(op, "label '%s' is there twice", op->statement->name);
    label->is_placed = true;
    LLVMBuildBr(op->b, bb);
    LLVMPositionBuilderAtEnd(op->b, bb);
}

/* The guard's truth; null: there is none. */
static LLVMValueRef guard_of(struct sw_ptx_op *op) {
    return op->statement->has_guard ? sw_ptx_read(op, &op->statement->guard, sw_ptx_type("pred"), false) : NULL;
}

static void translate_instruction(struct sw_ptx_op *op) {
    struct sw_ptx *ptx = op->ptx;
    LLVMBasicBlockRef behind = NULL;
    if (!sw_ptx_match(op))
        return;
    LLVMValueRef guard = guard_of(op);
    if (op->statement->has_guard && !guard)
        return;
    ptx->is_impure |= !op->row->is_pure;
    if (guard && op->row->is_pure) {
        ptx->guard = guard;
    } else if (guard) {
        LLVMBasicBlockRef then = sw_ptx_new_bb(ptx, "guarded");
        behind = sw_ptx_new_bb(ptx, "behind");
        LLVMBuildCondBr(op->b, guard, then, behind);
        LLVMPositionBuilderAtEnd(op->b, then);
    }
    if (sw_ptx_read_operands(op)) {
        LLVMValueRef result = op->row->emit(op);
        if (result && !ptx->is_wrong)
            sw_ptx_write_result(op, result);
    }
    ptx->guard = NULL;
    if (behind) {
        LLVMBuildBr(op->b, behind);
        LLVMPositionBuilderAtEnd(op->b, behind);
    }
}

static void declare_registers(struct sw_ptx_op *op) {
    const struct sw_ptx_type *type = sw_ptx_type(op->statement->name);
    if (!type)
        sw_ptx_error(op, "there is no type '.%s'", op->statement->name);
    for (size_t i = 0; type && i < op->statement->words.count; i++)
        sw_ptx_declare(op->ptx, op->statement->words.at[i], type);
}

static void close_scope(struct sw_ptx_op *op) {
    struct sw_ptx *ptx = op->ptx;
    if (!ptx->scopes.count)
        sw_ptx_error(op, "'}' without '{'");
    else
        ptx->registers.count = ptx->scopes.at[--ptx->scopes.count];
}

static void translate_statement(struct sw_ptx *ptx, const struct sw_ptx_statement *statement) {
    struct sw_ir *ir = &ptx->unit->ir;
    struct sw_ptx_op op = {.ptx = ptx, .ir = ir, .b = ir->builder, .statement = statement};
    switch (statement->kind) {
    case SW_PTX_INSTRUCTION:
        translate_instruction(&op);
        break;
    case SW_PTX_LABEL:
        place_label(&op);
        break;
    case SW_PTX_REGISTERS:
        declare_registers(&op);
        break;
    case SW_PTX_OPEN:
        sw_vec_push(ir->arena, &ptx->scopes, ptx->registers.count);
        break;
    case SW_PTX_CLOSE:
        close_scope(&op);
        break;
    case SW_PTX_PRAGMA: /* advice to ptxas */
        break;
    }
}

/* The type that a constraint's letter gives a register; null: a constant. */
static const struct sw_ptx_type *letter_type(char letter) {
    static const struct {
        char letter;
        const char *type;
    } letters[] = {{'b', "pred"}, {'c', "b8"},   {'h', "b16"}, {'r', "b32"},
                   {'l', "b64"},  {'q', "b128"}, {'f', "f32"}, {'d', "f64"}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == letter)
            return sw_ptx_type(letters[i].type);
    return NULL;
}

/* A value of the program in the bits of a register. */
static LLVMValueRef to_bits(struct sw_ir *ir, LLVMValueRef value, unsigned bits) {
    LLVMTypeRef type = LLVMTypeOf(value), to = LLVMIntTypeInContext(ir->context, bits);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMPointerTypeKind)
        return LLVMBuildPtrToInt(ir->builder, value, to, "");
    if (kind != LLVMIntegerTypeKind) {
        unsigned width = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(ir->module), type);
        value = LLVMBuildBitCast(ir->builder, value, LLVMIntTypeInContext(ir->context, width), "");
    }
    return LLVMBuildIntCast2(ir->builder, value, to, 0, "");
}

static LLVMValueRef from_bits(struct sw_ir *ir, LLVMValueRef bits, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return LLVMBuildIntCast2(ir->builder, bits, type, 0, "");
    if (kind == LLVMPointerTypeKind)
        return LLVMBuildIntToPtr(ir->builder, bits, type, "");
    unsigned width = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(ir->module), type);
    bits = LLVMBuildIntCast2(ir->builder, bits, LLVMIntTypeInContext(ir->context, width), 0, "");
    return LLVMBuildBitCast(ir->builder, bits, type, "");
}

/* An asm's operands, outputs first. */
struct operands {
    struct sw_ptx *ptx;
    unsigned outputs, inputs;
    LLVMTypeRef result;
};

static LLVMTypeRef output_type(const struct operands *o, unsigned index) {
    return o->outputs == 1 ? o->result : LLVMStructGetTypeAtIndex(o->result, index);
}

static void add_output(struct operands *o, const char *letters) {
    struct sw_ptx *ptx = o->ptx;
    const struct sw_ptx_type *type = letter_type(letters[strspn(letters, "=&")]);
    struct sw_ptx_register *r = sw_ptx_declare(ptx, "", type ? type : sw_ptx_type("b32"));
    ptx->places[ptx->num_places++] = *r;
    o->outputs++;
}

static void add_input(struct operands *o, const char *letters) {
    struct sw_ptx *ptx = o->ptx;
    struct sw_ir *ir = &ptx->unit->ir;
    LLVMValueRef outside = LLVMGetOperand(ptx->call, o->inputs), value = LLVMGetParam(ptx->function, o->inputs);
    const struct sw_ptx_type *type = letter_type(*letters);
    char *end;
    o->inputs++;
    unsigned long tied = strtoul(letters, &end, 10);
    if (end != letters && tied < o->outputs) {
        ptx->places[ptx->num_places++] = ptx->places[tied];
        LLVMBuildStore(ir->builder, to_bits(ir, value, ptx->places[tied].type->bits), ptx->places[tied].slot);
        return;
    }
    if (!type && LLVMIsAConstantInt(outside)) {
        ptx->places[ptx->num_places++] = (struct sw_ptx_register){"", sw_ptx_type("b64"), NULL, outside};
        return;
    }
    struct sw_ptx_register *r = sw_ptx_declare(ptx, "", type ? type : sw_ptx_type("b64"));
    LLVMBuildStore(ir->builder, to_bits(ir, value, r->type->bits), r->slot);
    ptx->places[ptx->num_places++] = *r;
}

static void add_operands(struct operands *o, const char *constraints) {
    struct sw_ptx *ptx = o->ptx;
    char *copy = sw_arena_strdup(ptx->unit->ir.arena, constraints), *save = NULL;
    ptx->places = sw_arena_alloc(ptx->unit->ir.arena, (strlen(constraints) + 1) * sizeof *ptx->places);
    for (char *part = strtok_r(copy, ",", &save); part; part = strtok_r(NULL, ",", &save)) {
        if (*part == '=')
            add_output(o, part);
        else if (*part != '~')
            add_input(o, part);
    }
    ptx->registers.count = 0; /* they have no names */
}

static void return_outputs(const struct operands *o) {
    struct sw_ptx *ptx = o->ptx;
    struct sw_ir *ir = &ptx->unit->ir;
    LLVMValueRef whole = o->outputs > 1 ? LLVMGetPoison(o->result) : NULL;
    if (!o->outputs) {
        LLVMBuildRetVoid(ir->builder);
        return;
    }
    for (unsigned i = 0; i < o->outputs; i++) {
        LLVMTypeRef bits = LLVMIntTypeInContext(ir->context, ptx->places[i].type->bits);
        LLVMValueRef value = LLVMBuildLoad2(ir->builder, bits, ptx->places[i].slot, "");
        value = from_bits(ir, value, output_type(o, i));
        whole = o->outputs > 1 ? LLVMBuildInsertValue(ir->builder, whole, value, i, "") : value;
    }
    LLVMBuildRet(ir->builder, whole);
}

/* A statement that only computes and says that it changes memory is a barrier to the optimiser, and stays one. */
static void hold_back(struct sw_ptx *ptx, const char *constraints) {
    static const char memory[] = "~{memory}";
    struct sw_ir *ir = &ptx->unit->ir;
    if (ptx->is_impure || !strstr(constraints, memory))
        return;
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, NULL, 0, 0);
    LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, memory, strlen(memory), 1, 0, LLVMInlineAsmDialectATT, 0);
    LLVMBuildCall2(ir->builder, type, nothing, NULL, 0, "");
}

static void check_labels(struct sw_ptx *ptx, const struct sw_ptx_statement *last) {
    struct sw_ptx_op op = {.ptx = ptx, .ir = &ptx->unit->ir, .statement = last};
    for (size_t i = 0; i < ptx->labels.count; i++)
        if (!ptx->labels.at[i].is_placed)
            sw_ptx_error(&op, "label '%s' is not in this statement", ptx->labels.at[i].name);
    if (ptx->scopes.count)
        sw_ptx_error(&op, "'}' is missing");
}

/* The function, empty; its parameters are the call's operands and where the carry is. */
static void create_function(struct sw_ptx *ptx) {
    struct sw_ir *ir = &ptx->unit->ir;
    LLVMTypeRef asm_type = LLVMGetCalledFunctionType(ptx->call);
    unsigned count = LLVMCountParamTypes(asm_type);
    LLVMTypeRef *types = sw_arena_alloc(ir->arena, (count + 1) * sizeof *types);
    LLVMGetParamTypes(asm_type, types);
    types[count] = ir->ptr;
    LLVMTypeRef type = LLVMFunctionType(LLVMGetReturnType(asm_type), types, count + !!ptx->carry, 0);
    ptx->function = LLVMAddFunction(ir->module, SW_PTX_FUNCTION, type);
    LLVMSetLinkage(ptx->function, LLVMInternalLinkage);
    sw_add_attribute(ir, ptx->function, "alwaysinline");
    sw_add_attribute(ir, ptx->function, "nounwind");
    if (ptx->carry)
        ptx->carry = LLVMGetParam(ptx->function, count);
    ptx->entry = sw_ptx_new_bb(ptx, "registers");
    LLVMBasicBlockRef body = sw_ptx_new_bb(ptx, "body");
    LLVMPositionBuilderAtEnd(ir->builder, body);
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
}

static void close_entry(struct sw_ptx *ptx) {
    LLVMPositionBuilderAtEnd(ptx->unit->ir.builder, ptx->entry);
    LLVMBuildBr(ptx->unit->ir.builder, LLVMGetNextBasicBlock(ptx->entry));
}

/* The call of the function instead of the asm. */
static void replace_call(struct sw_ptx *ptx, LLVMValueRef carry) {
    struct sw_ir *ir = &ptx->unit->ir;
    unsigned count = LLVMGetNumArgOperands(ptx->call);
    LLVMValueRef *args = sw_arena_alloc(ir->arena, (count + 1) * sizeof *args);
    for (unsigned i = 0; i < count; i++)
        args[i] = LLVMGetOperand(ptx->call, i);
    args[count] = carry;
    sw_before(ir, ptx->call);
    sw_replace(ptx->call, sw_call(ir, ptx->function, args, count + !!carry, ""));
}

bool sw_ptx_translate(struct sw_unit *unit, LLVMValueRef call, LLVMValueRef carry) {
    struct sw_ptx ptx = {.unit = unit, .call = call, .carry = carry, .place = sw_place_of(&unit->ir, call)};
    struct operands operands = {.ptx = &ptx, .result = LLVMTypeOf(call)};
    struct sw_ptx_statements statements = {0};
    const char *message = NULL;
    size_t length;
    LLVMValueRef assembly = LLVMGetCalledValue(call);
    const char *text = sw_ptx_text_of(&unit->ir, call, true);
    if (!text)
        return false;
    if (!sw_ptx_parse(unit->ir.arena, text, &statements, &message))
        return sw_error(ptx.place, "inline PTX: %s", message), false;
    create_function(&ptx);
    const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &length);
    constraints = sw_arena_strndup(unit->ir.arena, constraints, length);
    add_operands(&operands, constraints);
    for (size_t i = 0; i < statements.count && !ptx.is_wrong; i++)
        translate_statement(&ptx, &statements.at[i]);
    hold_back(&ptx, constraints);
    return_outputs(&operands);
    close_entry(&ptx);
    if (!ptx.is_wrong && statements.count)
        check_labels(&ptx, &statements.at[statements.count - 1]);
    if (ptx.is_wrong)
        return false;
    replace_call(&ptx, carry);
    return true;
}
