/* Moves and conversions (PTX ISA, Data Movement and Conversion Instructions).
 *
 * cvt goes by way of what the device library has: floats and doubles to integers of 32 and 64 bits, which saturate;
 * smaller integers are clamped behind that; halves go by way of floats, and doubles to halves by way of a float that
 * keeps, in its last bit, that something was cut off. */
#include "ptx/ptx.h"

#include <string.h>

static LLVMTypeRef bits_type(struct sw_ptx_op *op, unsigned bits) {
    return LLVMIntTypeInContext(op->ir->context, bits);
}

/* mov.b64 d, {a, b}: the first is the lowest. */
static LLVMValueRef packed(struct sw_ptx_op *op, const struct sw_ptx_operand *from) {
    unsigned bits = op->type[0]->bits, each = bits / (unsigned)from->parts.count;
    LLVMValueRef whole = LLVMConstNull(bits_type(op, bits));
    const struct sw_ptx_type *part = sw_ptx_type(sw_arena_printf(op->ir->arena, "b%u", each));
    if (!part)
        return sw_ptx_error(op, "so many parts do not make .%s", op->type[0]->name), NULL;
    for (unsigned i = 0; i < from->parts.count; i++) {
        LLVMValueRef value = sw_ptx_read(op, &from->parts.at[i], part, false);
        if (!value)
            return NULL;
        value = LLVMBuildZExt(op->b, value, LLVMTypeOf(whole), "");
        value = LLVMBuildShl(op->b, value, sw_const(LLVMTypeOf(whole), i * each), "");
        whole = LLVMBuildOr(op->b, whole, value, "");
    }
    return whole;
}

static void unpack(struct sw_ptx_op *op, const struct sw_ptx_operand *to, LLVMValueRef value) {
    unsigned bits = op->type[0]->bits, each = bits / (unsigned)to->parts.count;
    const struct sw_ptx_type *part = sw_ptx_type(sw_arena_printf(op->ir->arena, "b%u", each));
    if (!part) {
        sw_ptx_error(op, ".%s does not fall into so many parts", op->type[0]->name);
        return;
    }
    value = sw_ptx_as(op, value, bits_type(op, bits));
    for (unsigned i = 0; i < to->parts.count; i++) {
        LLVMValueRef piece = LLVMBuildLShr(op->b, value, sw_const(LLVMTypeOf(value), i * each), "");
        sw_ptx_write(op, &to->parts.at[i], part, LLVMBuildTrunc(op->b, piece, bits_type(op, each), ""), false);
    }
}

LLVMValueRef sw_ptx_emit_mov(struct sw_ptx_op *op) {
    const struct sw_ptx_operand *to = op->operand[0], *from = op->operand[1];
    LLVMValueRef value = from->kind == SW_PTX_VECTOR ? packed(op, from) : sw_ptx_read(op, from, op->type[0], false);
    if (!value)
        return NULL;
    if (to->kind == SW_PTX_VECTOR)
        unpack(op, to, value);
    else
        sw_ptx_write(op, to, op->type[0], sw_ptx_as(op, value, sw_ptx_llvm_type(op->ir, op->type[0])), false);
    return NULL;
}

static bool is_integer(const struct sw_ptx_type *type) {
    return type->kind == 'u' || type->kind == 's';
}

static bool is_narrow(const struct sw_ptx_type *type) {
    return type->bits == 16;
}

/* The word of cvt that says how it rounds, in CUDA's spelling; without one as `otherwise`. */
static const char *rounding(struct sw_ptx_op *op, const char *otherwise) {
    static const char *const modes[][2] = {{"rn", "rn"},  {"rz", "rz"},  {"rm", "rd"},  {"rp", "ru"},
                                           {"rni", "rn"}, {"rzi", "rz"}, {"rmi", "rd"}, {"rpi", "ru"}};
    for (unsigned i = 0; i < 8; i++)
        if (sw_ptx_has(op, modes[i][0]))
            return modes[i][1];
    return otherwise;
}

static LLVMValueRef library(struct sw_ptx_op *op, LLVMTypeRef result, LLVMValueRef value, const char *name) {
    return sw_ptx_pure_call(op, name, result, &value, 1);
}

#define NAME(...) sw_arena_printf(op->ir->arena, __VA_ARGS__)

/* An integer clamped to what the result holds (.sat; and always when it comes from a float). */
static LLVMValueRef clamped(struct sw_ptx_op *op, LLVMValueRef value, bool is_signed, const struct sw_ptx_type *to) {
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned from_bits = LLVMGetIntTypeWidth(type);
    uint64_t most = to->kind == 's' ? ~0ull >> (65 - to->bits) : ~0ull >> (64 - to->bits);
    if (to->bits < from_bits || (to->bits == from_bits && is_signed != (to->kind == 's'))) {
        if (is_signed) {
            LLVMValueRef least = to->kind == 's' ? sw_const(type, ~most) : LLVMConstNull(type);
            if (to->bits < from_bits || to->kind == 'u')
                value = sw_ptx_overloaded(op, "llvm.smax", (LLVMValueRef[]){value, least}, 2);
            if (to->bits < from_bits)
                value = sw_ptx_overloaded(op, "llvm.smin", (LLVMValueRef[]){value, sw_const(type, most)}, 2);
        } else {
            value = sw_ptx_overloaded(op, "llvm.umin", (LLVMValueRef[]){value, sw_const(type, most)}, 2);
        }
    } else if (is_signed && to->kind == 'u') { /* to more bits */
        value = sw_ptx_overloaded(op, "llvm.smax", (LLVMValueRef[]){value, LLVMConstNull(type)}, 2);
    }
    return value;
}

static LLVMValueRef integer_to_integer(struct sw_ptx_op *op, LLVMValueRef value) {
    const struct sw_ptx_type *to = op->type[0], *from = op->type[1];
    if (sw_ptx_has(op, "sat"))
        value = clamped(op, value, from->kind == 's', to);
    return LLVMBuildIntCast2(op->b, value, bits_type(op, to->bits), from->kind == 's', "");
}

/* f32 and f64 -> integers. */
static LLVMValueRef real_to_integer(struct sw_ptx_op *op, LLVMValueRef value) {
    const struct sw_ptx_type *to = op->type[0];
    bool is_long = to->bits == 64, is_unsigned = to->kind == 'u' && to->bits >= 32;
    const char *name = NAME("__nv_%s2%s%s_%s", LLVMTypeOf(value) == op->ir->f64 ? "double" : "float",
                            is_unsigned ? "u" : "", is_long ? "ll" : "int", rounding(op, "rz"));
    value = library(op, bits_type(op, is_long ? 64 : 32), value, name);
    if (to->bits < 32)
        value = clamped(op, value, true, to);
    return LLVMBuildIntCast2(op->b, value, bits_type(op, to->bits), 0, "");
}

/* Integers -> f32 and f64. */
static LLVMValueRef integer_to_real(struct sw_ptx_op *op, LLVMValueRef value, const struct sw_ptx_type *to) {
    const struct sw_ptx_type *from = op->type[1];
    bool is_signed = from->kind == 's', is_long = from->bits == 64;
    const char *mode = rounding(op, "rn");
    LLVMTypeRef type = sw_ptx_llvm_type(op->ir, to);
    if (sw_equal(mode, "rn") || from->bits <= (to->bits == 64 ? 32 : 16))
        return is_signed ? LLVMBuildSIToFP(op->b, value, type, "") : LLVMBuildUIToFP(op->b, value, type, "");
    return library(op, type, value,
                   NAME("__nv_%s%s2%s_%s", is_signed ? "" : "u", is_long ? "ll" : "int",
                        to->bits == 64 ? "double" : "float", mode));
}

static const char *format_name(const struct sw_ptx_type *type) {
    return type->kind == 'h' ? "bf16" : "f16";
}

static LLVMValueRef widened(struct sw_ptx_op *op, LLVMValueRef half, const struct sw_ptx_type *type) {
    return library(op, op->ir->f32, half, NAME("__nv_ptx_f32_of_%s", format_name(type)));
}

/* f32 or f64 -> a half. */
static LLVMValueRef narrowed(struct sw_ptx_op *op, LLVMValueRef value, const struct sw_ptx_type *to) {
    if (LLVMTypeOf(value) == op->ir->f64)
        value = library(op, op->ir->f32, value, "__nv_ptx_odd_f32_of_f64");
    value = library(op, op->ir->i16, value, NAME("__nv_ptx_%s_of_f32_%s", format_name(to), rounding(op, "rn")));
    return sw_ptx_has(op, "relu") ? library(op, op->ir->i16, value, NAME("__nv_ptx_relu_%s", format_name(to))) : value;
}

static LLVMValueRef integer_to_half(struct sw_ptx_op *op, LLVMValueRef value) {
    const struct sw_ptx_type *from = op->type[1];
    bool is_signed = from->kind == 's';
    if (from->bits < 64) {
        LLVMTypeRef type = op->ir->f64;
        value = is_signed ? LLVMBuildSIToFP(op->b, value, type, "") : LLVMBuildUIToFP(op->b, value, type, "");
    } else {
        value = library(op, op->ir->f32, value, is_signed ? "__nv_ptx_odd_f32_of_s64" : "__nv_ptx_odd_f32_of_u64");
    }
    return narrowed(op, value, op->type[0]);
}

static LLVMValueRef flushed(struct sw_ptx_op *op, LLVMValueRef value) {
    bool applies = sw_ptx_has(op, "ftz") && LLVMTypeOf(value) == op->ir->f32;
    return applies ? library(op, op->ir->f32, value, "__nv_ptx_ftz_f32") : value;
}

/* To a whole number in the same format (cvt.rni.f32.f32 and its like). */
static LLVMValueRef whole(struct sw_ptx_op *op, LLVMValueRef value) {
    static const char *const modes[][2] = {
        {"rni", "llvm.rint"}, {"rzi", "llvm.trunc"}, {"rmi", "llvm.floor"}, {"rpi", "llvm.ceil"}};
    for (unsigned i = 0; i < 4; i++)
        if (sw_ptx_has(op, modes[i][0]))
            return sw_ptx_overloaded(op, modes[i][1], &value, 1);
    return value;
}

static LLVMValueRef saturated(struct sw_ptx_op *op, LLVMValueRef value) {
    if (!sw_ptx_has(op, "sat"))
        return value;
    bool is_double = LLVMTypeOf(value) == op->ir->f64;
    return library(op, LLVMTypeOf(value), value, is_double ? "__nv_ptx_sat_f64" : "__nv_saturatef");
}

static LLVMValueRef real_to_real(struct sw_ptx_op *op, LLVMValueRef value) {
    const struct sw_ptx_type *to = op->type[0], *from = op->type[1];
    value = is_narrow(from) ? widened(op, value, from) : value;
    value = saturated(op, whole(op, flushed(op, value)));
    if (is_narrow(to))
        return narrowed(op, value, to);
    if (to->bits == 64)
        return LLVMTypeOf(value) == op->ir->f64 ? value : LLVMBuildFPExt(op->b, value, op->ir->f64, "");
    if (LLVMTypeOf(value) == op->ir->f32)
        return value;
    if (sw_equal(rounding(op, "rn"), "rn"))
        return flushed(op, LLVMBuildFPTrunc(op->b, value, op->ir->f32, ""));
    return flushed(op, library(op, op->ir->f32, value, NAME("__nv_double2float_%s", rounding(op, "rn"))));
}

LLVMValueRef sw_ptx_emit_cvt(struct sw_ptx_op *op) {
    const struct sw_ptx_type *to = op->type[0], *from = op->type[1];
    LLVMValueRef value = op->value[1];
    if (is_integer(to) && is_integer(from))
        return integer_to_integer(op, value);
    if (is_integer(to))
        return real_to_integer(op, is_narrow(from) ? widened(op, value, from) : flushed(op, value));
    if (!is_integer(from))
        return real_to_real(op, value);
    return is_narrow(to) ? integer_to_half(op, value) : saturated(op, integer_to_real(op, value, to));
}

/* cvt.rn.f16x2.f32 d, a, b: a is the upper half. */
LLVMValueRef sw_ptx_emit_cvt_pack(struct sw_ptx_op *op) {
    LLVMValueRef parts[2];
    for (unsigned i = 0; i < 2; i++) {
        parts[i] = narrowed(op, flushed(op, saturated(op, op->value[1 + i])), op->type[0]);
        parts[i] = LLVMBuildZExt(op->b, parts[i], op->ir->i32, "");
    }
    return LLVMBuildOr(op->b, LLVMBuildShl(op->b, parts[0], sw_const(op->ir->i32, 16), ""), parts[1], "");
}

/* An address in a space and a generic one differ in shared memory alone (transform/assembly.c). */
LLVMValueRef sw_ptx_emit_cvta(struct sw_ptx_op *op) {
    LLVMValueRef value = LLVMBuildIntCast2(op->b, op->value[1], op->ir->i64, 0, "");
    if (sw_starts_with(op->slot[0], "shared")) {
        value = sw_ptx_pure_call(op, "__sw_shared_address", op->ir->ptr, &value, 1);
        value = LLVMBuildPtrToInt(op->b, value, op->ir->i64, "");
    }
    return LLVMBuildIntCast2(op->b, value, bits_type(op, op->type[0]->bits), 0, "");
}

LLVMValueRef sw_ptx_emit_cvta_to(struct sw_ptx_op *op) {
    LLVMValueRef value = LLVMBuildIntCast2(op->b, op->value[1], op->ir->i64, 0, "");
    if (sw_starts_with(op->slot[1], "shared")) {
        value = LLVMBuildIntToPtr(op->b, value, op->ir->ptr, "");
        value = sw_ptx_pure_call(op, "__sw_shared_offset", op->ir->i64, &value, 1);
    }
    return LLVMBuildIntCast2(op->b, value, bits_type(op, op->type[0]->bits), 0, "");
}

LLVMValueRef sw_ptx_emit_isspacep(struct sw_ptx_op *op) {
    const char *space = sw_starts_with(op->slot[0], "shared") ? "shared" : op->slot[0];
    const char *function = sw_starts_with(space, "param")             ? "__sw_is_parameter"
                           : sw_equal(op->slot[0], "shared::cluster") ? "__sw_is_cluster_shared"
                                                                      : NAME("llvm.nvvm.isspacep.%s", space);
    LLVMValueRef address = LLVMBuildIntToPtr(op->b, op->value[1], op->ir->ptr, "");
    return sw_ptx_call(op, function, op->ir->i1, &address, 1);
}
