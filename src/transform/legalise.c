/* Legalise: nvvm's arithmetic intrinsics -> calls of the device library, or LLVM's own instructions.
 *
 *      %r = call float @llvm.nvvm.add.rm.f(float %a, float %b)   =>   %r = call float @__nv_fadd_rd(float %a, float %b)
 */
#include "transform/transform.h"

#include <stdio.h>
#include <string.h>

struct pair {
    const char *intrinsic, *function;
};
static const struct pair pairs[] = {
#define ARITHMETIC(intrinsic, function) {intrinsic, function},
#include "transform/lower/arithmetic.def"
#undef ARITHMETIC
};

/* PTX's rounding modes and CUDA's names for them. */
static const char *rounding(const char *mode) {
    static const struct pair modes[] = {{"rn", "rn"}, {"rz", "rz"}, {"rm", "rd"}, {"rp", "ru"}};
    for (unsigned i = 0; i < 4; i++)
        if (sw_equal(modes[i].intrinsic, mode))
            return modes[i].function;
    return NULL;
}

/* "add" "rm" "f" -> __nv_fadd_rd; "fma" "rz" "d" -> __nv_fma_rz (libdevice's names are not all of one form). */
static const char *rounded_operation(struct sw_arena *arena, const char *op, const char *mode, const char *type) {
    static const char *const plain[] = {"add", "mul", "div", "sqrt", "rcp"};
    bool is_float = sw_equal(type, "f");
    if (!is_float && !sw_equal(type, "d"))
        return NULL;
    if (sw_equal(op, "fma"))
        return sw_arena_printf(arena, "__nv_fma%s_%s", is_float ? "f" : "", mode);
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
        if (sw_equal(op, plain[i]))
            return sw_arena_printf(arena, "__nv_%c%s_%s", *type, op, mode);
    return NULL;
}

/* "d2i" "rm" -> __nv_double2int_rd. */
static const char *conversion(struct sw_arena *arena, const char *op, const char *mode) {
    static const struct pair types[] = {{"f", "float"}, {"d", "double"}, {"i", "int"},
                                        {"ui", "uint"}, {"ll", "ll"},    {"ull", "ull"}};
    char from[8], to[8];
    const char *names[2] = {NULL, NULL};
    if (sscanf(op, "%7[a-z]2%7[a-z]", from, to) != 2)
        return NULL;
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
        if (sw_equal(types[i].intrinsic, from))
            names[0] = types[i].function;
        if (sw_equal(types[i].intrinsic, to))
            names[1] = types[i].function;
    }
    return names[0] && names[1] ? sw_arena_printf(arena, "__nv_%s2%s_%s", names[0], names[1], mode) : NULL;
}

static const char *library_function(struct sw_arena *arena, const char *suffix) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (sw_equal(pairs[i].intrinsic, suffix))
            return pairs[i].function;
    char op[16] = "", mode[16] = "", rest[16] = "";
    sscanf(suffix, "%15[^.].%15[^.].%15s", op, mode, rest);
    const char *cuda_mode = rounding(mode);
    if (!cuda_mode)
        return NULL;
    const char *type = sw_starts_with(rest, "ftz.") ? rest + 4 : rest;
    const char *name = *rest && !sw_equal(rest, "ftz") ? rounded_operation(arena, op, cuda_mode, type) : NULL;
    return name ? name : conversion(arena, op, cuda_mode);
}

/* Read-only loads: the cache hint means nothing here. */
static LLVMValueRef plain_load(struct sw_ir *ir, LLVMValueRef call) {
    LLVMValueRef load = LLVMBuildLoad2(ir->builder, LLVMTypeOf(call), LLVMGetOperand(call, 0), "");
    if (LLVMIsAConstantInt(LLVMGetOperand(call, 1)))
        LLVMSetAlignment(load, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)));
    return load;
}

static void legalise(struct sw_ir *ir, LLVMValueRef call, void *unused) {
    const char *name = sw_callee_name(call);
    if (!sw_starts_with(name, "llvm.nvvm."))
        return;
    const char *suffix = name + strlen("llvm.nvvm.");
    sw_before(ir, call);
    if (sw_starts_with(suffix, "ldg.global.") || sw_starts_with(suffix, "ldu.global.")) {
        sw_replace(call, plain_load(ir, call));
        return;
    }
    const char *function = library_function(ir->arena, suffix);
    if (!function)
        return;
    LLVMValueRef args[4];
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count && i < 4; i++)
        args[i] = LLVMGetOperand(call, i);
    LLVMValueRef callee = sw_declare(ir, function, LLVMGetCalledFunctionType(call));
    sw_replace(call, sw_call(ir, callee, args, count, ""));
}

void sw_pass_legalise(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, legalise, NULL);
}
