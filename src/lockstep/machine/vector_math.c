/* Mathematical functions on vectors, by the table vector_math.def.
 *
 *      %r = call float @__nv_expf(float %x)   =>   two halves of %x, for 32 lanes on AVX-512:
 *          %low = call <16 x float> @__sw_expf_16_avx512(<16 x float> %x.low)
 *          %high = call <16 x float> @__sw_expf_16_avx512(<16 x float> %x.high)
 *
 * A vector of any number of lanes is cut into pieces that a function takes, and the results are joined; where there are
 * too few lanes, some stand there twice. So a function has one form on a machine, however many lanes call it: libmvec's
 * forms differ in their last bits from each other, and a kernel must get one result for one argument. Scalar code gets
 * it from the same form (transform/lower/math_by_vectors.c).
 *
 * Our own functions come from vectorlib.bc, beside the device library: it is linked when the first of them is wanted, each
 * is inlined later, and the rest is dropped. libmvec's have their C library's names (_ZGVeN16v_sinf: e, d or b for 64, 32
 * or 16 bytes, N for unmasked, lanes, a v per operand); a program that calls one gets libmvec through -lm.
 *
 * The functions have no effect but their result, and arguments of lanes that are switched off do no harm: any bits are
 * a number or a NaN to them. Arguments are frozen all the same, because some of our own functions branch on them. */
#include "lockstep/machine/vector_math.h"

#include "lockstep/machine/machine.h"

#include <stdio.h>
#include <string.h>

enum source { OWN, MVEC };

struct row {
    const char *name; /* without __nv_ */
    enum source source;
    unsigned element; /* bytes */
    unsigned operands, widths;
};

static const struct row rows[] = {
#define SW_VECTOR_OWN(name, type, operands, ...) {#name, OWN, sizeof(type), operands, 0},
#define SW_VECTOR_MVEC(name, type, operands, widths, ...) {#name, MVEC, sizeof(type), operands, widths},
#include "lockstep/machine/vector_math.def"
};

static const struct row *next_row(const struct row *from, const char *name) {
    for (const struct row *row = from; row < rows + sizeof rows / sizeof *rows; row++)
        if (sw_equal(row->name, name))
            return row;
    return NULL;
}

/* The function's first row: __nv_expf, llvm.exp.f32 and, without a row of its own, __nv_fast_expf -> expf. */
static const struct row *first_row(const char *name) {
    char text[64];
    if (sw_starts_with(name, "__nv_")) {
        const char *plain = name + strlen("__nv_");
        const struct row *row = next_row(rows, plain);
        return row || !sw_starts_with(plain, "fast_") ? row : next_row(rows, plain + strlen("fast_"));
    }
    if (!sw_starts_with(name, "llvm.") || !(sw_ends_with(name, ".f32") || sw_ends_with(name, ".f64")))
        return NULL;
    int length = (int)(strlen(name) - strlen("llvm.") - strlen(".f32"));
    snprintf(text, sizeof text, "%.*s%s", length, name + strlen("llvm."), sw_ends_with(name, ".f32") ? "f" : "");
    return next_row(rows, text);
}

bool sw_has_vector_math(const char *name) {
    return first_row(name) != NULL;
}

bool sw_has_vector_form(struct sw_unit *unit, const char *name) {
    unsigned bytes = sw_vector_bytes(unit);
    for (const struct row *row = first_row(name); row; row = next_row(row + 1, row->name))
        if (row->source == OWN || row->widths & (2 * bytes - 1))
            return true;
    return false;
}

const char *sw_vector_math_name(struct sw_arena *arena, const char *name) {
    const struct row *row = first_row(name);
    if (!row)
        return NULL;
    return sw_starts_with(name, "__nv_") ? name : sw_arena_printf(arena, "__nv_%s", row->name);
}

/* A sum with a product, fused where the machine can and nowhere else: constants are folded as the machine computes. */
static void settle_sum(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef type = LLVMTypeOf(at);
    LLVMValueRef args[3];
    for (unsigned k = 0; k < 3; k++)
        args[k] = LLVMGetOperand(at, k);
    sw_before(ir, at);
    if (sw_has_fused(unit))
        sw_replace(at, sw_call_intrinsic(ir, "llvm.fma", &type, 1, args, 3, ""));
    else
        sw_replace(at, LLVMBuildFAdd(ir->builder, LLVMBuildFMul(ir->builder, args[0], args[1], ""), args[2], ""));
}

/* With a builder of its own: somebody else's code is being made. */
static void settle_sums(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all;
    LLVMBuilderRef kept = unit->ir.builder;
    unit->ir.builder = LLVMCreateBuilderInContext(unit->ir.context);
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_starts_with(sw_callee_name(all.at[i]), "llvm.fmuladd."))
            settle_sum(unit, all.at[i]);
    LLVMDisposeBuilder(unit->ir.builder);
    unit->ir.builder = kept;
}

/* Links vectorlib.bc, unless it is there already. */
static bool link_own(struct sw_unit *unit, const char *wanted) {
    struct sw_ir *ir = &unit->ir;
    if (LLVMGetNamedFunction(ir->module, wanted))
        return true;
    const char *library = unit->options.devicelib, *slash = library ? strrchr(library, '/') : NULL;
    if (!library)
        return false;
    const char *path = sw_arena_printf(ir->arena, "%.*svectorlib.bc", slash ? (int)(slash + 1 - library) : 0, library);
    LLVMValueRef last = LLVMGetLastFunction(ir->module);
    if (!sw_file_exists(path) || !sw_ir_load(ir, path))
        return false;
    for (LLVMValueRef f = last ? LLVMGetNextFunction(last) : LLVMGetFirstFunction(ir->module); f;
         f = LLVMGetNextFunction(f)) {
        sw_strip_target(f);
        if (!sw_is_defined(f))
            continue;
        LLVMSetLinkage(f, LLVMInternalLinkage);
        settle_sums(unit, f);
    }
    return LLVMGetNamedFunction(ir->module, wanted) != NULL;
}

/* A function for pieces of a vector. */
struct form {
    LLVMValueRef function;
    unsigned lanes;
};

static LLVMTypeRef form_type(LLVMTypeRef element, unsigned lanes, unsigned operands) {
    assert(operands == 1 || operands == 2);
    LLVMTypeRef vector = LLVMVectorType(element, lanes), params[] = {vector, vector};
    return LLVMFunctionType(vector, params, operands, 0);
}

/* Vectors of up to 64 bytes whatever the machine's are: LLVM splits them. */
static bool own_form(struct sw_unit *unit, const struct row *row, unsigned lanes, struct form *form) {
    form->lanes = row->element == 4 && lanes % 16 == 0 ? 16 : 8;
    const char *suffix = sw_vector_bytes(unit) == 64 ? "_avx512" : "";
    const char *name = sw_arena_printf(unit->ir.arena, "__sw_%s_%u%s", row->name, form->lanes, suffix);
    if (!link_own(unit, name))
        return false;
    form->function = LLVMGetNamedFunction(unit->ir.module, name);
    return true;
}

static void declare_pure(struct sw_ir *ir, LLVMValueRef function) {
    static const char *const names[] = {"nounwind", "willreturn", "nosync", "nofree", "memory"}; /* memory(none) */
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        sw_add_attribute(ir, function, names[i]);
}

/* The widest one, whatever the number of lanes. */
static bool mvec_form(struct sw_unit *unit, const struct row *row, LLVMTypeRef element, struct form *form) {
    unsigned bytes = sw_vector_bytes(unit);
    while (bytes >= 16 && !(row->widths & bytes))
        bytes /= 2;
    if (bytes < 16)
        return false;
    form->lanes = bytes / row->element;
    const char *name = sw_arena_printf(unit->ir.arena, "_ZGV%cN%u%s_%s",
                                       bytes == 64   ? 'e'
                                       : bytes == 32 ? 'd'
                                                     : 'b',
                                       form->lanes, row->operands == 2 ? "vv" : "v", row->name);
    form->function = sw_declare(&unit->ir, name, form_type(element, form->lanes, row->operands));
    declare_pure(&unit->ir, form->function);
    return true;
}

/* Lanes first, first + 1, ... of a vector, or of two in a row; of `period` lanes over and over. */
static LLVMValueRef take_again(struct sw_ir *ir, LLVMValueRef a, LLVMValueRef b, unsigned first, unsigned lanes,
                               unsigned period) {
    LLVMValueRef picks[64];
    assert(lanes <= sizeof picks / sizeof *picks && 0 < period && period <= lanes);
    for (unsigned i = 0; i < lanes; i++)
        picks[i] = sw_const(ir->i32, first + i % period);
    return LLVMBuildShuffleVector(ir->builder, a, b, LLVMConstVector(picks, lanes), "");
}

static LLVMValueRef take(struct sw_ir *ir, LLVMValueRef a, LLVMValueRef b, unsigned first, unsigned lanes) {
    return take_again(ir, a, b, first, lanes, lanes);
}

/* Joins pieces of one size; their number is a power of two. */
static LLVMValueRef join(struct sw_ir *ir, LLVMValueRef *pieces, unsigned count) {
    assert(count && !(count & (count - 1)));
    for (; count > 1; count /= 2)
        for (unsigned i = 0; i < count / 2; i++)
            pieces[i] = take(ir, pieces[2 * i], pieces[2 * i + 1], 0, 2 * LLVMGetVectorSize(LLVMTypeOf(pieces[2 * i])));
    return pieces[0];
}

/* Fewer lanes than the form has. */
static LLVMValueRef call_repeated(struct sw_ir *ir, const struct form *form, LLVMValueRef *args, unsigned count,
                                  unsigned lanes) {
    LLVMValueRef parts[2];
    for (unsigned i = 0; i < count; i++)
        parts[i] = take_again(ir, args[i], LLVMGetPoison(LLVMTypeOf(args[i])), 0, form->lanes, lanes);
    LLVMValueRef made = sw_call(ir, form->function, parts, count, "");
    return take(ir, made, LLVMGetPoison(LLVMTypeOf(made)), 0, lanes);
}

static LLVMValueRef call_form(struct sw_ir *ir, const struct form *form, LLVMValueRef *args, unsigned count,
                              unsigned lanes) {
    LLVMValueRef pieces[32];
    if (form->lanes > lanes)
        return call_repeated(ir, form, args, count, lanes);
    assert(lanes % form->lanes == 0 && lanes / form->lanes <= sizeof pieces / sizeof *pieces);
    for (unsigned first = 0; first < lanes; first += form->lanes) {
        LLVMValueRef parts[2];
        for (unsigned i = 0; i < count; i++)
            parts[i] = form->lanes == lanes ? args[i]
                                            : take(ir, args[i], LLVMGetPoison(LLVMTypeOf(args[i])), first, form->lanes);
        pieces[first / form->lanes] = sw_call(ir, form->function, parts, count, "");
    }
    return join(ir, pieces, lanes / form->lanes);
}

/* libmvec's pow gives NaN wherever an operand is one; C and CUDA have pow(1, b) = pow(a, 0) = 1. */
static LLVMValueRef with_powers_of_one(struct sw_ir *ir, LLVMValueRef made, LLVMValueRef *args) {
    LLVMTypeRef type = LLVMTypeOf(made);
    LLVMValueRef ones[64], value = LLVMConstReal(LLVMGetElementType(type), 1);
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
        ones[i] = value;
    LLVMValueRef one = LLVMConstVector(ones, LLVMGetVectorSize(type));
    LLVMValueRef base_one = LLVMBuildFCmp(ir->builder, LLVMRealOEQ, args[0], one, "");
    LLVMValueRef power_zero = LLVMBuildFCmp(ir->builder, LLVMRealOEQ, args[1], LLVMConstNull(type), "");
    LLVMValueRef is_one = LLVMBuildOr(ir->builder, base_one, power_zero, "");
    return LLVMBuildSelect(ir->builder, is_one, one, made, "");
}

LLVMValueRef sw_vector_math(struct sw_unit *unit, const char *name, unsigned lanes, LLVMValueRef *args,
                            unsigned count) {
    for (const struct row *row = first_row(name); row; row = next_row(row + 1, row->name)) {
        LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(args[0]));
        assert(LLVMGetVectorSize(LLVMTypeOf(args[0])) == lanes);
        struct form form;
        bool found = row->operands == count &&
                     (row->source == OWN ? own_form(unit, row, lanes, &form) : mvec_form(unit, row, element, &form));
        if (!found)
            continue;
        LLVMValueRef frozen[2];
        for (unsigned i = 0; i < count; i++)
            frozen[i] = LLVMBuildFreeze(unit->ir.builder, args[i], "");
        LLVMValueRef made = call_form(&unit->ir, &form, frozen, count, lanes);
        return sw_equal(row->name, "pow") ? with_powers_of_one(&unit->ir, made, frozen) : made;
    }
    return NULL;
}

LLVMValueRef sw_vector_math_of_one(struct sw_unit *unit, const char *name, LLVMValueRef *args, unsigned count) {
    enum { LANES = 8 };
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef wide[2], zero = sw_const(ir->i64, 0);
    for (unsigned i = 0; i < count && count <= 2; i++) {
        LLVMValueRef none = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(args[i]), LANES));
        LLVMValueRef first = LLVMBuildInsertElement(ir->builder, none, args[i], zero, "");
        wide[i] = take_again(ir, first, none, 0, LANES, 1);
    }
    LLVMValueRef made = count <= 2 ? sw_vector_math(unit, name, LANES, wide, count) : NULL;
    return made ? LLVMBuildExtractElement(ir->builder, made, zero, "") : NULL;
}
