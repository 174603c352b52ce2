/* Registers, operands and constants. A register is a local variable of its width, which LLVM turns into values. */
#include "ptx/ptx.h"

#include <string.h>

static LLVMTypeRef register_type(struct sw_ptx *ptx, const struct sw_ptx_type *type) {
    return LLVMIntTypeInContext(ptx->unit->ir.context, type->bits);
}

struct sw_ptx_register *sw_ptx_declare(struct sw_ptx *ptx, const char *name, const struct sw_ptx_type *type) {
    struct sw_ir *ir = &ptx->unit->ir;
    assert(type && ptx->entry);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(ir->builder);
    LLVMTypeRef bits = register_type(ptx, type);
    LLVMPositionBuilderAtEnd(ir->builder, ptx->entry);
    struct sw_ptx_register made = {name, type, LLVMBuildAlloca(ir->builder, bits, name), NULL};
    LLVMPositionBuilderAtEnd(ir->builder, here);
    LLVMBuildStore(ir->builder, LLVMConstNull(bits), made.slot);
    sw_vec_push(ir->arena, &ptx->registers, made);
    return &ptx->registers.at[ptx->registers.count - 1];
}

struct sw_ptx_register *sw_ptx_find(struct sw_ptx *ptx, const struct sw_ptx_operand *operand) {
    if (operand->kind == SW_PTX_PLACE)
        return operand->place < ptx->num_places ? &ptx->places[operand->place] : NULL;
    if (operand->kind != SW_PTX_NAME)
        return NULL;
    for (size_t i = ptx->registers.count; i-- > 0;)
        if (sw_equal(ptx->registers.at[i].name, operand->name))
            return &ptx->registers.at[i];
    return NULL;
}

LLVMValueRef sw_ptx_as(struct sw_ptx_op *op, LLVMValueRef value, LLVMTypeRef type) {
    assert(LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(op->ir->module), type) ==
           LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(op->ir->module), LLVMTypeOf(value)));
    return LLVMTypeOf(value) == type ? value : LLVMBuildBitCast(op->b, value, type, "");
}

static uint64_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double double_of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float float_of_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The bits that a constant has in a type. A double stands for a float of its value (PTX ISA, Floating-Point Constants).
 */
static uint64_t constant_bits(const struct sw_ptx_operand *operand, const struct sw_ptx_type *type) {
    bool is_float = type->bits == 32 && type->count == 1 && type->kind != 'u' && type->kind != 's';
    double number = operand->kind == SW_PTX_NUMBER ? operand->number : double_of_bits(operand->bits);
    if (operand->is_exact_float)
        return type->bits == 64 ? bits_of_double((double)float_of_bits((uint32_t)operand->bits)) : operand->bits;
    if (operand->kind == SW_PTX_NUMBER || operand->is_exact_double)
        return is_float ? bits_of_float((float)number) : bits_of_double(number);
    if (type->kind == 'f' && type->count == 1)
        return type->bits == 32 ? bits_of_float((float)(int64_t)operand->bits)
                                : bits_of_double((double)(int64_t)operand->bits);
    return operand->bits;
}

static LLVMValueRef constant_value(struct sw_ptx_op *op, const struct sw_ptx_operand *operand,
                                   const struct sw_ptx_type *type) {
    bool is_number = operand->kind == SW_PTX_NUMBER || operand->is_exact_float || operand->is_exact_double;
    if (type->kind == 'p') {
        if (!is_number)
            return sw_const(op->ir->i1, operand->bits != 0);
    } else if (!is_number || (type->bits >= 32 && type->count == 1 && type->bits <= 64)) {
        LLVMTypeRef bits = LLVMIntTypeInContext(op->ir->context, type->bits);
        return sw_ptx_as(op, sw_const(bits, constant_bits(operand, type)), sw_ptx_llvm_type(op->ir, type));
    }
    sw_ptx_error(op, "'%s' is no constant of type .%s", operand->text, type->name);
    return NULL;
}

/* A constant operand of the asm ("n") as if it had been written there. */
static LLVMValueRef written_constant(struct sw_ptx_op *op, LLVMValueRef constant, const struct sw_ptx_type *type) {
    struct sw_ptx_operand operand = {.kind = SW_PTX_INTEGER, .text = "an immediate operand"};
    operand.bits = (uint64_t)LLVMConstIntGetSExtValue(constant);
    return constant_value(op, &operand, type);
}

static bool fits(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, const struct sw_ptx_register *r,
                 const struct sw_ptx_type *type, bool is_loose) {
    bool is_predicate = r->type->kind == 'p';
    if (is_predicate == (type->kind == 'p') &&
        (r->type->bits == type->bits || (is_loose && r->type->bits > type->bits)))
        return true;
    sw_ptx_error(op, "operand '%s' is a register of type .%s where .%s is wanted",
                 operand->text ? operand->text : r->name, r->type->name, type->name);
    return false;
}

static LLVMValueRef read_register(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, struct sw_ptx_register *r,
                                  const struct sw_ptx_type *type, bool is_loose) {
    if (r->constant)
        return written_constant(op, r->constant, type);
    if (!fits(op, operand, r, type, is_loose))
        return NULL;
    LLVMValueRef value = LLVMBuildLoad2(op->b, register_type(op->ptx, r->type), r->slot, "");
    if (r->type->bits > type->bits)
        value = LLVMBuildTrunc(op->b, value, register_type(op->ptx, type), "");
    if (operand->is_inverted)
        value = LLVMBuildNot(op->b, value, "");
    return sw_ptx_as(op, value, sw_ptx_llvm_type(op->ir, type));
}

static LLVMValueRef read_special(struct sw_ptx_op *op, const struct sw_ptx_operand *operand,
                                 const struct sw_ptx_type *type) {
    LLVMValueRef value = sw_ptx_special(op, operand->name);
    if (!value) {
        sw_ptx_error(op, "'%s' is neither a register that is declared here nor a special register that is supported",
                     operand->name);
        return NULL;
    }
    LLVMTypeRef bits = LLVMIntTypeInContext(op->ir->context, type->bits);
    return sw_ptx_as(op, LLVMBuildIntCast2(op->b, value, bits, 0, ""), sw_ptx_llvm_type(op->ir, type));
}

LLVMValueRef sw_ptx_read(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, const struct sw_ptx_type *type,
                         bool is_loose) {
    if (operand->kind == SW_PTX_INTEGER || operand->kind == SW_PTX_NUMBER)
        return constant_value(op, operand, type);
    struct sw_ptx_register *found = sw_ptx_find(op->ptx, operand);
    if (found)
        return read_register(op, operand, found, type, is_loose);
    if (operand->kind == SW_PTX_NAME)
        return read_special(op, operand, type);
    if (operand->kind == SW_PTX_PLACE)
        sw_ptx_error(op, "the statement has no operand '%%%u'", operand->place);
    else
        sw_ptx_error(op, "'%s' is not what this instruction takes there", operand->text ? operand->text : "?");
    return NULL;
}

/* Into a wider register: signed types are extended by their sign (PTX ISA, Operand Size Exceeding Instruction-Type
 * Size). */
static LLVMValueRef widened(struct sw_ptx_op *op, LLVMValueRef value, const struct sw_ptx_type *from,
                            const struct sw_ptx_type *to) {
    LLVMValueRef bits = sw_ptx_as(op, value, register_type(op->ptx, from));
    return from->bits == to->bits ? bits
                                  : LLVMBuildIntCast2(op->b, bits, register_type(op->ptx, to), from->kind == 's', "");
}

bool sw_ptx_write(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, const struct sw_ptx_type *type,
                  LLVMValueRef value, bool is_loose) {
    if (operand->kind == SW_PTX_NOTHING)
        return true;
    struct sw_ptx_register *r = sw_ptx_find(op->ptx, operand);
    if (!r || !r->slot) {
        sw_ptx_error(op, "'%s' is no register that can be written", operand->text ? operand->text : "?");
        return false;
    }
    if (!fits(op, operand, r, type, is_loose))
        return false;
    value = widened(op, value, type, r->type);
    if (op->ptx->guard) {
        LLVMValueRef old = LLVMBuildLoad2(op->b, LLVMTypeOf(value), r->slot, "");
        value = LLVMBuildSelect(op->b, op->ptx->guard, value, old, "");
    }
    LLVMBuildStore(op->b, value, r->slot);
    return true;
}

bool sw_ptx_constant(struct sw_ptx_op *op, const struct sw_ptx_operand *operand, uint64_t *number) {
    struct sw_ptx_register *r = sw_ptx_find(op->ptx, operand);
    if (operand->kind == SW_PTX_INTEGER)
        *number = operand->bits;
    else if (r && r->constant)
        *number = LLVMConstIntGetZExtValue(r->constant);
    else
        return sw_ptx_error(op, "'%s' must be a constant", operand->text ? operand->text : "?"), false;
    return true;
}

LLVMValueRef sw_ptx_read_carry(struct sw_ptx_op *op) {
    return LLVMBuildLoad2(op->b, op->ir->i1, op->ptx->carry, "carry");
}

void sw_ptx_write_carry(struct sw_ptx_op *op, LLVMValueRef carry) {
    if (op->ptx->guard)
        carry = LLVMBuildSelect(op->b, op->ptx->guard, carry, sw_ptx_read_carry(op), "");
    LLVMBuildStore(op->b, carry, op->ptx->carry);
}
