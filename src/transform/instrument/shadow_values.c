/* The shadows of values: of what a load gives, and of its members. */
#include "transform/instrument/shadows.h"

LLVMTypeRef sw_piece_type(struct sw_shadows *s, uint64_t bytes) {
    bool is_power = bytes && !(bytes & (bytes - 1));
    return is_power && bytes <= SW_PIECE ? LLVMIntTypeInContext(s->ir->context, 8 * (unsigned)bytes)
                                         : LLVMArrayType2(s->ir->i8, bytes);
}

void sw_fill_shadow(struct sw_shadows *s, LLVMValueRef shadow, unsigned value, LLVMValueRef bytes) {
    LLVMBuildMemSet(s->ir->builder, shadow, sw_const(s->ir->i8, value), bytes, 1);
}

unsigned sw_piece_size(uint64_t left) {
    return left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

static LLVMValueRef piece_at(struct sw_shadows *s, LLVMValueRef shadow, uint64_t offset) {
    return offset ? sw_byte_offset(s->ir, shadow, offset, "") : shadow;
}

/* At the builder's place. None of what is larger than SW_MOST_PIECES. */
static struct sw_shadow_value load_shadow(struct sw_shadows *s, LLVMValueRef shadow, uint64_t bytes) {
    struct sw_shadow_value v = {.bytes = bytes};
    if (bytes > SW_MOST_PIECES * SW_PIECE / 2)
        return v;
    for (uint64_t at = 0; at < bytes; at += sw_piece_size(bytes - at)) {
        LLVMTypeRef type = sw_piece_type(s, sw_piece_size(bytes - at));
        LLVMValueRef piece = LLVMBuildLoad2(s->ir->builder, type, piece_at(s, shadow, at), "");
        LLVMSetAlignment(piece, 1);
        v.piece[v.count++] = piece;
    }
    return v;
}

void sw_store_shadow(struct sw_shadows *s, LLVMValueRef shadow, uint64_t bytes, const struct sw_shadow_value *v) {
    if (!v && bytes > SW_MOST_PIECES * SW_PIECE / 2) {
        sw_fill_shadow(s, shadow, 1, sw_const(s->ir->i64, bytes));
        return;
    }
    unsigned i = 0;
    for (uint64_t at = 0; at < bytes; at += sw_piece_size(bytes - at)) {
        LLVMValueRef piece = v ? v->piece[i++] : sw_const(sw_piece_type(s, sw_piece_size(bytes - at)), SW_WRITTEN);
        LLVMSetAlignment(LLVMBuildStore(s->ir->builder, piece, piece_at(s, shadow, at)), 1);
    }
}

LLVMValueRef sw_all_written(struct sw_shadows *s, const struct sw_shadow_value *v) {
    LLVMValueRef all = NULL;
    for (unsigned i = 0; i < v->count; i++) {
        LLVMValueRef ones = sw_const(LLVMTypeOf(v->piece[i]), SW_WRITTEN);
        LLVMValueRef is = LLVMBuildICmp(s->ir->builder, LLVMIntEQ, v->piece[i], ones, "");
        all = all ? LLVMBuildAnd(s->ir->builder, all, is, "") : is;
    }
    return all;
}

/* Of a load, made before it when first wanted. null: not of a shadowed variable, or too large. */
static const struct sw_shadow_value *value_of_load(struct sw_shadows *s, LLVMValueRef load) {
    LLVMValueRef shadow = sw_shadow_of(s, LLVMGetOperand(load, 0));
    struct sw_shadow_value *v = sw_map_get(s->copied, load);
    if (!shadow || v)
        return v;
    v = sw_arena_alloc(s->ir->arena, sizeof *v);
    sw_before(s->ir, load);
    *v = load_shadow(s, shadow, sw_stored_bytes(s, LLVMTypeOf(load)));
    if (!v->count)
        return NULL;
    sw_map_put(s->copied, load, v);
    return v;
}

/* Of a member of a structure that was loaded. */
static const struct sw_shadow_value *value_of_member(struct sw_shadows *s, LLVMValueRef extract) {
    LLVMValueRef load = LLVMGetOperand(extract, 0);
    LLVMValueRef shadow = LLVMIsALoadInst(load) ? sw_shadow_of(s, LLVMGetOperand(load, 0)) : NULL;
    struct sw_shadow_value *v = sw_map_get(s->copied, extract);
    if (!shadow || v)
        return v;
    v = sw_arena_alloc(s->ir->arena, sizeof *v);
    LLVMTypeRef type = LLVMTypeOf(load);
    uint64_t offset = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(extract); i++) {
        unsigned index = LLVMGetIndices(extract)[i];
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        LLVMTypeRef element = is_struct ? LLVMStructGetTypeAtIndex(type, index) : LLVMGetElementType(type);
        offset += is_struct ? LLVMOffsetOfElement(s->layout, type, index)
                            : index * LLVMABISizeOfType(s->layout, element);
        type = element;
    }
    sw_before(s->ir, load);
    *v = load_shadow(s, piece_at(s, shadow, offset), sw_stored_bytes(s, type));
    if (!v->count)
        return NULL;
    sw_map_put(s->copied, extract, v);
    return v;
}

bool sw_is_form(LLVMValueRef value) {
    bool shifts = LLVMIsAInstruction(value) &&
                  (LLVMGetInstructionOpcode(value) == LLVMShl || LLVMGetInstructionOpcode(value) == LLVMLShr ||
                   LLVMGetInstructionOpcode(value) == LLVMAShr);
    return LLVMIsACastInst(value) || (shifts && LLVMIsAConstantInt(LLVMGetOperand(value, 1)));
}

const struct sw_shadow_value *sw_shadow_value_of(struct sw_shadows *s, LLVMValueRef value) {
    if (LLVMIsALoadInst(value))
        return value_of_load(s, value);
    return LLVMIsAExtractValueInst(value) ? value_of_member(s, value) : NULL;
}
