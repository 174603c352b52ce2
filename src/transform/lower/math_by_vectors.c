/* One result for one argument: what lockstep computes on vectors, scalar code computes by the same vector function.
 *
 *      define float @__nv_expf(float %x) {      =>   define float @__nv_expf(float %x) {
 *          %r = call float @llvm.exp.f32(..)             %v = <%x, %x, ..>
 *                                                        %w = call <8 x float> @__sw_expf_8(<8 x float> %v)
 *                                                        %r = extractelement <8 x float> %w, i64 0
 *
 * and other calls of llvm.exp.f32 become calls of __nv_expf. A function that lockstep may call on vectors and for single
 * lanes (uniform arguments, W = 1) would else give results that differ in their last bits, so that nobody has the maximum
 * that all have computed; as would LLVM, which computes those of constants with the C library of the compiling host.
 * Functions without a vector form on this machine stay the C library's, in all code, and for constants too.
 *
 * The library's bodies go before anything of it is inlined, and with it constants met; the new ones come behind that. */
#include "lockstep/machine/vector_math.h"
#include "transform/lower/lower.h"

#include <string.h>

static const char *const pure[] = {"nounwind", "willreturn", "nosync", "nofree", "memory"}; /* memory(none) */

/* A function of that type, not yet of that name: lane 0 of the vector form. */
static LLVMValueRef make_by_vectors(struct sw_unit *unit, const char *name, LLVMTypeRef type) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef function = LLVMAddFunction(ir->module, "by.vectors", type), args[4];
    unsigned count = LLVMCountParams(function);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMGetParams(function, args);
    LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMBuildRet(ir->builder, sw_vector_math_of_one(unit, name, args, count));
    for (unsigned i = 0; i < sizeof pure / sizeof *pure; i++)
        sw_add_attribute(ir, function, pure[i]);
    return function;
}

static bool is_ours(struct sw_unit *unit, const char *name) {
    return sw_starts_with(name, "__nv_") && sw_has_vector_form(unit, name);
}

static void define_by_vectors(struct sw_unit *unit, LLVMValueRef declared) {
    const char *name = sw_arena_strdup(unit->ir.arena, sw_name(declared));
    LLVMValueRef function = make_by_vectors(unit, name, LLVMGlobalGetValueType(declared));
    LLVMReplaceAllUsesWith(declared, function);
    LLVMDeleteFunction(declared);
    LLVMSetValueName2(function, name, strlen(name));
}

void sw_define_math_by_vectors(struct sw_unit *unit) {
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!sw_is_defined(f) && LLVMGetFirstUse(f) && is_ours(unit, sw_name(f)))
            define_by_vectors(unit, f);
    }
}

/* What LLVM would compute for constants, by their names or as intrinsics. */
static bool may_be_folded(const char *name) {
    static const char *const names[] = {"sin",  "cos",  "tan",   "asin",  "acos", "atan",  "atan2",
                                        "sinh", "cosh", "tanh",  "exp",   "exp2", "exp10", "expm1",
                                        "log",  "log2", "log10", "log1p", "pow",  "erf",   "cbrt"};
    const char *start = sw_starts_with(name, "llvm.") ? name + strlen("llvm.") : name;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (!strncmp(start, names[i], length) &&
            (start[length] == 0 || start[length] == '.' || sw_equal(start + length, "f")))
            return true;
    }
    return false;
}

static void forbid_folding(struct sw_ir *ir, LLVMValueRef call) {
    unsigned kind = LLVMGetEnumAttributeKindForName("nobuiltin", strlen("nobuiltin"));
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(ir->context, kind, 0));
}

static void call_ours(struct sw_ir *ir, LLVMValueRef at, const char *name) {
    LLVMValueRef function = sw_declare(ir, name, LLVMGetCalledFunctionType(at)), args[4];
    unsigned count = LLVMGetNumArgOperands(at);
    for (unsigned i = 0; i < count; i++)
        args[i] = LLVMGetOperand(at, i);
    sw_before(ir, at);
    sw_replace(at, sw_call(ir, function, args, count, ""));
}

/* data: the unit */
static void visit(struct sw_ir *ir, LLVMValueRef at, void *data) {
    LLVMValueRef callee = LLVMIsACallInst(at) ? sw_called_function(at) : NULL;
    if (!callee || sw_is_defined(callee))
        return;
    const char *ours = sw_vector_math_name(ir->arena, sw_name(callee));
    if (ours && sw_starts_with(sw_name(callee), "llvm.") && sw_has_vector_form(data, ours))
        call_ours(ir, at, ours);
    else if (may_be_folded(sw_name(callee)))
        forbid_folding(ir, at);
}

void sw_declare_math_by_vectors(struct sw_unit *unit) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (is_ours(unit, sw_name(functions.at[i])))
            sw_declare_instead(&unit->ir, functions.at[i]);
    sw_visit_instructions(&unit->ir, visit, unit);
}
