/* Launches: kernels that device code launches. clang has made a call of the kernel of it, behind one that asks how it is
 * configured, in a function that is left as it was (include/cuda/softwarp/device/launch.h):
 *
 *      %failed = call i32 @__cudaPushCallConfiguration(ptr %grid, ptr %block, i64 16, ptr %stream)
 *      br i1 (%failed != 0), label %end, label %go
 *   go:
 *      call void @_Z6kernelPif(ptr %p, float %x)
 *      br label %end
 *   =>
 *      words = {"kernel", arguments, 12, *grid, *block, 16, stream};  arguments = {p, x}
 *      call i32 @__sw_device_call(i32 launch, ptr words)
 *
 * The arguments lie where the kernel's parameters do (import.c), by the call's own types: what is called may be a pointer.
 * A kernel's address is, in device code, that of a constant with its name, by which the runtime finds it. */
#include "analysis/shape.h"
#include "transform/symbols/symbols.h"
#include "transform/transform.h"

#include <string.h>

static const char configure[] = "__cudaPushCallConfiguration";

enum call {
#define CALL(name, words) CALL_##name,
#include "cuda/softwarp/device/calls.def"
#undef CALL
};

enum { KERNEL, ARGUMENTS, BYTES, DIMENSIONS, SHARED = 6, STREAM, WORDS, DIM3_BYTES = 12 };

struct launch {
    struct sw_unit *unit;
    LLVMValueRef configure, call, words, arguments;
    unsigned bytes;
};

static LLVMValueRef local(struct launch *l, unsigned bytes, unsigned align, const char *name) {
    struct sw_ir *ir = &l->unit->ir;
    sw_at_entry(ir, LLVMGetBasicBlockParent(LLVMGetInstructionParent(l->configure)));
    LLVMValueRef memory = LLVMBuildAlloca(ir->builder, LLVMArrayType2(ir->i8, bytes ? bytes : 1), name);
    LLVMSetAlignment(memory, align);
    return memory;
}

static void store(struct launch *l, unsigned word, LLVMValueRef value) {
    struct sw_ir *ir = &l->unit->ir;
    LLVMValueRef place = sw_byte_offset(ir, l->words, word * sizeof(uint64_t), "");
    LLVMSetAlignment(LLVMBuildStore(ir->builder, value, place), sizeof(uint64_t));
}

/* The kernel's call is the last thing on its way to where the launch ends. */
static LLVMValueRef find_call(LLVMValueRef configured) {
    LLVMUseRef use = LLVMGetFirstUse(configured);
    LLVMValueRef test = use ? LLVMGetUser(use) : NULL;
    use = test && LLVMIsAICmpInst(test) ? LLVMGetFirstUse(test) : NULL;
    LLVMValueRef branch = use ? LLVMGetUser(use) : NULL;
    if (!branch || !LLVMIsABranchInst(branch) || LLVMGetNumSuccessors(branch) != 2)
        return NULL;
    LLVMBasicBlockRef end = LLVMGetSuccessor(branch, 0), from = LLVMGetInstructionParent(branch);
    for (use = LLVMGetFirstUse(LLVMBasicBlockAsValue(end)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef at = LLVMGetUser(use);
        if (!LLVMIsABranchInst(at) || LLVMGetInstructionParent(at) == from)
            continue;
        while (at && !(sw_is_call(at) && !sw_starts_with(sw_callee_name(at), "llvm.")))
            at = LLVMGetPreviousInstruction(at);
        return at;
    }
    return NULL;
}

/* Of argument i: the type that it has in the kernel's parameters; *by_value: the operand is its address. */
static LLVMTypeRef argument_type(const struct launch *l, unsigned i, unsigned *align, bool *by_value) {
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(l->call, i + 1, byval);
    LLVMTypeRef type = attribute ? LLVMGetTypeAttributeValue(attribute) : LLVMTypeOf(LLVMGetOperand(l->call, i));
    unsigned stated = sw_stated_call_align(l->call, i);
    *by_value = attribute != NULL;
    *align = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(l->unit->ir.module), type);
    *align = *by_value && stated > *align ? stated : *align;
    return type;
}

static void pack(struct launch *l, bool only_measure) {
    struct sw_ir *ir = &l->unit->ir;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    unsigned at = 0, align;
    bool by_value;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(l->call); i++) {
        LLVMTypeRef type = argument_type(l, i, &align, &by_value);
        LLVMValueRef operand = LLVMGetOperand(l->call, i);
        uint64_t size = LLVMABISizeOfType(layout, type);
        at = (at + align - 1) / align * align;
        LLVMValueRef place = only_measure ? NULL : sw_byte_offset(ir, l->arguments, at, "");
        if (place && by_value)
            LLVMBuildMemCpy(ir->builder, place, 1, operand, align, sw_const(ir->i64, size));
        else if (place)
            LLVMSetAlignment(LLVMBuildStore(ir->builder, operand, place), 1);
        at += (unsigned)size;
    }
    l->bytes = at;
}

/* What is known at the first call. */
static void fill_configuration(struct launch *l) {
    struct sw_ir *ir = &l->unit->ir;
    LLVMValueRef bytes = sw_const(ir->i64, DIM3_BYTES);
    sw_before(ir, l->configure);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef to = sw_byte_offset(ir, l->words, DIMENSIONS * sizeof(uint64_t) + i * DIM3_BYTES, "");
        LLVMBuildMemCpy(ir->builder, to, 4, LLVMGetOperand(l->configure, i), 4, bytes);
    }
    store(l, SHARED, LLVMGetOperand(l->configure, 2));
    store(l, STREAM, LLVMGetOperand(l->configure, 3));
}

static LLVMValueRef device_call(struct sw_ir *ir, enum call what, LLVMValueRef words) {
    LLVMTypeRef types[] = {ir->i32, ir->ptr};
    LLVMValueRef args[] = {sw_const(ir->i32, what), words};
    LLVMValueRef function = sw_declare(ir, SW_DEVICE_CALL, LLVMFunctionType(ir->i32, types, 2, 0));
    return sw_call(ir, function, args, 2, "");
}

static void lower(struct launch *l) {
    struct sw_ir *ir = &l->unit->ir;
    enum { ALIGN = 16 };
    pack(l, true);
    l->words = local(l, WORDS * sizeof(uint64_t), ALIGN, "launch");
    l->arguments = local(l, l->bytes, ALIGN, "arguments");
    fill_configuration(l);
    sw_before(ir, l->call);
    pack(l, false);
    store(l, KERNEL, LLVMGetCalledValue(l->call));
    store(l, ARGUMENTS, l->arguments);
    store(l, BYTES, sw_const(ir->i64, l->bytes));
    device_call(ir, CALL_launch, l->words);
    LLVMInstructionEraseFromParent(l->call);
    sw_replace(l->configure, sw_const(ir->i32, 0));
}

static void refuse_undefined(struct sw_unit *unit, LLVMValueRef call) {
    LLVMValueRef kernel = sw_called_function(call);
    if (!kernel || sw_kernel_of(unit, kernel))
        return;
    const char *file = sw_symbol_file(unit, sw_name(kernel));
    sw_error(sw_place_of(&unit->ir, call),
             "undefined reference to the kernel '%s'%s%s: no object of this device link defines it",
             sw_symbol_text(unit, sw_name(kernel)), file ? " in " : "", file ? file : "");
}

/* The calls that ask how a launch is configured, gathered first: kernels' calls go. */
static struct sw_values configurations(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all, found = {0};
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_is_call(all.at[i]) && sw_equal(sw_callee_name(all.at[i]), configure))
            sw_vec_push(unit->ir.arena, &found, all.at[i]);
    return found;
}

/* Of a launch that clang was told nothing of LLVM may have made anything. */
static bool is_as_written(struct sw_unit *unit, LLVMValueRef function, LLVMValueRef configured) {
    if (sw_has_attribute(function, "optnone"))
        return true;
    sw_error(sw_place_of(&unit->ir, configured),
             "a launch in '%s' that was not found in the source: in a destructor, what that calls and the arguments of "
             "another launch it has to be name<<<...>>>(...), with <<<...>>> in one place and without a lambda",
             sw_symbol_text(unit, sw_name(function)));
    return false;
}

/* What clang makes of __func__ in our lambda, and of __PRETTY_FUNCTION__. */
static bool names_lambda(LLVMValueRef global) {
    static const char function[] = "operator()", parameter[] = "operator()(__sw_side)";
    LLVMValueRef text = global && LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    size_t length;
    if (!text || !LLVMIsAConstantDataArray(text) || !LLVMIsConstantString(text))
        return false;
    const char *bytes = LLVMGetAsString(text, &length);
    return (length == sizeof function && !memcmp(bytes, function, length)) ||
           (length && !bytes[length - 1] && strstr(bytes, parameter));
}

/* f(int), of f(int)::{lambda(__sw_side)#1}::operator()(__sw_side) const */
static const char *launcher_text(struct sw_unit *unit, LLVMValueRef lambda) {
    const char *text = sw_symbol_text(unit, sw_name(lambda)), *end = strstr(text, "::{lambda(__sw_side)");
    return end ? sw_arena_strndup(unit->ir.arena, text, (size_t)(end - text)) : text;
}

/* Those that stand in the launch itself are the function's around (driver/repair/launch_names.c). */
static void refuse_names(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        for (int k = 0; k < LLVMGetNumOperands(all.at[i]); k++) {
            LLVMValueRef operand = LLVMGetOperand(all.at[i], (unsigned)k);
            if (!names_lambda(LLVMIsAConstantExpr(operand) ? LLVMGetOperand(operand, 0) : operand))
                continue;
            sw_error(
                sw_place_of(&unit->ir, all.at[i]),
                "a launch in '%s' has the name of the function (__func__, __builtin_FUNCTION() and their like) by a "
                "macro or a default argument: take it before the launch",
                launcher_text(unit, function));
            return;
        }
}

static void lower_launches(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values found = configurations(unit, function);
    if (found.count && !is_as_written(unit, function, found.at[0]))
        return;
    if (found.count)
        refuse_names(unit, function);
    for (size_t i = 0; i < found.count; i++) {
        struct launch launch = {.unit = unit, .configure = found.at[i], .call = find_call(found.at[i])};
        if (!launch.call)
            sw_bug("a launch without a kernel in '%s'", sw_name(function));
        refuse_undefined(unit, launch.call);
        lower(&launch);
    }
}

static void release(struct sw_ir *ir, LLVMValueRef function) {
    sw_remove_attribute(function, "optnone");
    sw_remove_attribute(function, "noinline");
    sw_add_attribute(ir, function, "alwaysinline");
}

/* What was left as it was becomes part of its callers: a function of the headers, and the lambda that it calls. */
static bool release_lambda(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all;
    if (!sw_starts_with(sw_name(function), "_ZN11__sw_behindI"))
        return false;
    release(&unit->ir, function);
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_is_call(all.at[i]) && sw_called_function(all.at[i]) && sw_is_defined(sw_called_function(all.at[i])))
            release(&unit->ir, sw_called_function(all.at[i]));
    return true;
}

static LLVMValueRef handle_of(struct sw_unit *unit, const struct sw_kernel *kernel) {
    struct sw_ir *ir = &unit->ir;
    const char *text = sw_arena_printf(ir->arena, SWRT_KERNEL_HANDLE "%s", kernel->name);
    LLVMValueRef value = LLVMConstStringInContext2(ir->context, text, strlen(text), 0);
    LLVMValueRef handle = sw_private_constant(ir, value, "sw.kernel");
    LLVMSetUnnamedAddress(handle, LLVMNoUnnamedAddr); /* programs compare pointers to kernels */
    return handle;
}

/* Where a kernel is named and not described. */
static void name_kernels(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->kernels.count; i++) {
        LLVMValueRef function = unit->kernels.at[i]->function;
        if (LLVMGetFirstUse(function))
            LLVMReplaceAllUsesWith(function, handle_of(unit, unit->kernels.at[i]));
    }
}

/* Without relocatable device code nobody is there who could answer, as with CUDA. */
static void refuse_calls(struct sw_unit *unit, LLVMValueRef function) {
    LLVMUseRef use = LLVMGetFirstUse(function);
    if (!use || unit->options.objects)
        return;
    sw_error(sw_place_of(&unit->ir, LLVMGetUser(use)), "launches, streams, events and questions about devices in "
                                                       "device code require separate compilation mode (-rdc=true)");
}

void sw_pass_launches(struct sw_unit *unit) {
    struct sw_values functions;
    bool has_some = false;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        lower_launches(unit, functions.at[i]);
    for (size_t i = 0; i < functions.count; i++)
        has_some |= release_lambda(unit, functions.at[i]);
    LLVMValueRef calls = LLVMGetNamedFunction(unit->ir.module, SW_DEVICE_CALL);
    if (calls)
        refuse_calls(unit, calls);
    name_kernels(unit);
    if (has_some && unit->options.optimise && !unit->options.check)
        sw_ir_run_passes(
            &unit->ir, "always-inline,function(sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)",
            NULL);
}
