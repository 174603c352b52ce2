/* PTX's types (PTX ISA, Types). */
#include "ptx/ptx.h"

static const struct sw_ptx_type types[] = {
    {"pred", 'p', 1, 1},   {"b8", 'b', 8, 1},     {"b16", 'b', 16, 1},  {"b32", 'b', 32, 1},   {"b64", 'b', 64, 1},
    {"b128", 'b', 128, 1}, {"u8", 'u', 8, 1},     {"u16", 'u', 16, 1},  {"u32", 'u', 32, 1},   {"u64", 'u', 64, 1},
    {"s8", 's', 8, 1},     {"s16", 's', 16, 1},   {"s32", 's', 32, 1},  {"s64", 's', 64, 1},   {"f16", 'f', 16, 1},
    {"f32", 'f', 32, 1},   {"f64", 'f', 64, 1},   {"bf16", 'h', 16, 1}, {"f16x2", 'f', 32, 2}, {"bf16x2", 'h', 32, 2},
    {"u16x2", 'u', 32, 2}, {"s16x2", 's', 32, 2}, {"u8x4", 'u', 32, 4}, {"s8x4", 's', 32, 4},  {"f32x2", 'f', 64, 2},
};

const struct sw_ptx_type *sw_ptx_type(const char *name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (sw_equal(types[i].name, name))
            return &types[i];
    return NULL;
}

const struct sw_ptx_type *sw_ptx_twice(const struct sw_ptx_type *type) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].kind == type->kind && types[i].bits == 2 * type->bits && types[i].count == 1)
            return &types[i];
    return type;
}

LLVMTypeRef sw_ptx_llvm_type(struct sw_ir *ir, const struct sw_ptx_type *type) {
    if (type->kind == 'f' && type->bits == 32 && type->count == 1)
        return ir->f32;
    if (type->kind == 'f' && type->bits == 64 && type->count == 1)
        return ir->f64;
    return LLVMIntTypeInContext(ir->context, type->bits);
}
