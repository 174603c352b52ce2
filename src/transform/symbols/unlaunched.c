/* Unlaunched: kernels that no host code launches may call what nobody defines, as with nvlink.
 *
 * Archives have such members: a kernel for a program that brings a function of its own. Each unit says of its kernels that
 * its own host code does not launch them, and of the stubs of others that it wants them (frontend/symbols.c):
 *
 *      define void @_Z6unusedPi(ptr) !sw.unlaunched !{!"_Z21__device_stub__unusedPi"}
 *      !softwarp.wanted.stubs = !{!{!"_Z19__device_stub__otherPi"}, ..}
 *
 *      declare i32 @_Z7nowherei(i32)        called by @_Z6unusedPi alone
 *   =>
 *      define i32 @_Z7nowherei(i32) { trap }
 *
 * With a warning: a host object without device code is not asked, and if one launches the kernel all the same, the launch
 * fails there. What others call stays undefined, which is an error (transform/undefined.c). */
#include "transform/symbols/symbols.h"

#include <string.h>

static const char unlaunched[] = "sw.unlaunched", wanted_stubs[] = "softwarp.wanted.stubs";

static unsigned unlaunched_kind(struct sw_unit *unit) {
    return LLVMGetMDKindIDInContext(unit->ir.context, unlaunched, sizeof unlaunched - 1);
}

static LLVMMetadataRef node_of(struct sw_unit *unit, const char *text) {
    LLVMMetadataRef string = LLVMMDStringInContext2(unit->ir.context, text, strlen(text));
    return LLVMMDNodeInContext2(unit->ir.context, &string, 1);
}

void sw_mark_unlaunched(struct sw_unit *unit, LLVMModuleRef module, const char *names) {
    size_t length = strcspn(names, " ");
    LLVMValueRef kernel = LLVMGetNamedFunction(module, sw_arena_strndup(unit->ir.arena, names, length));
    if (kernel && sw_is_defined(kernel) && names[length])
        LLVMGlobalSetMetadata(kernel, unlaunched_kind(unit), node_of(unit, names + length + 1));
}

void sw_note_wanted_stub(struct sw_unit *unit, LLVMModuleRef module, const char *name) {
    if (strstr(name, "__device_stub__"))
        LLVMAddNamedMetadataOperand(module, wanted_stubs, LLVMMetadataAsValue(unit->ir.context, node_of(unit, name)));
}

/* The string in a node. */
static const char *text_of(struct sw_unit *unit, LLVMValueRef node) {
    LLVMValueRef string;
    unsigned length;
    LLVMGetMDNodeOperands(node, &string);
    const char *text = LLVMGetMDString(string, &length);
    return sw_arena_strndup(unit->ir.arena, text, length);
}

static struct sw_strings read_wanted(struct sw_unit *unit) {
    struct sw_strings wanted = {0};
    unsigned count = LLVMGetNamedMetadataNumOperands(unit->ir.module, wanted_stubs);
    LLVMValueRef *nodes = sw_arena_alloc(unit->ir.arena, (count + 1) * sizeof *nodes);
    LLVMGetNamedMetadataOperands(unit->ir.module, wanted_stubs, nodes);
    for (unsigned i = 0; i < count; i++)
        sw_vec_push(unit->ir.arena, &wanted, text_of(unit, nodes[i]));
    return wanted;
}

/* The stub of a kernel that its own unit does not launch; null: it does. */
static const char *unlaunched_stub(struct sw_unit *unit, LLVMValueRef kernel) {
    size_t count;
    const char *stub = NULL;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(kernel, &count);
    for (unsigned i = 0; i < count; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, i) == unlaunched_kind(unit))
            stub = text_of(unit,
                           LLVMMetadataAsValue(unit->ir.context, LLVMValueMetadataEntriesGetMetadata(entries, i)));
    LLVMDisposeValueMetadataEntries(entries);
    return stub;
}

/* What is asked about one undefined function. kernel: one that calls it. */
struct question {
    struct sw_unit *unit;
    const struct sw_strings *wanted;
    struct sw_map *seen;
    const char *kernel;
};

static bool is_for_nobody(struct question *q, LLVMValueRef value);

/* Whether nobody comes to this function, or by kernels only that nobody launches. */
static bool is_unreached(struct question *q, LLVMValueRef function) {
    if (sw_map_has(q->seen, function))
        return true;
    sw_map_put(q->seen, function, function);
    if (!sw_kernel_of(q->unit, function))
        return is_for_nobody(q, function);
    const char *stub = unlaunched_stub(q->unit, function);
    q->kernel = sw_name(function);
    return stub && !sw_has_word(q->wanted, stub) && is_for_nobody(q, function);
}

/* Whether all that names the value is in such functions; what is stored in a variable anybody may call. */
static bool is_for_nobody(struct question *q, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_constant = LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user);
        if (is_constant ? !is_for_nobody(q, user)
                        : !LLVMIsAInstruction(user) ||
                              !is_unreached(q, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
            return false;
    }
    return true;
}

/* The device library's functions have the names of C. */
static bool is_of_program(LLVMValueRef function) {
    return !sw_is_defined(function) && LLVMGetFirstUse(function) && sw_starts_with(sw_name(function), "_Z");
}

static void define_trap(struct sw_ir *ir, LLVMValueRef function) {
    LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    sw_call_intrinsic(ir, "llvm.trap", NULL, 0, NULL, 0, "");
    LLVMBuildUnreachable(ir->builder);
}

static void stop_unlaunched(struct sw_unit *unit, LLVMValueRef function, const struct sw_strings *wanted) {
    struct question q = {.unit = unit, .wanted = wanted, .seen = sw_map_create(unit->ir.arena)};
    if (!is_for_nobody(&q, function) || !q.kernel)
        return;
    sw_warning(SW_NOWHERE,
               "no object of this device link defines '%s' (named in '%s'), which '%s' calls: no host code was seen "
               "that launches this kernel, and a launch would fail",
               sw_symbol_text(unit, sw_name(function)), sw_symbol_file(unit, sw_name(function)),
               sw_symbol_text(unit, q.kernel));
    define_trap(&unit->ir, function);
}

void sw_stop_unlaunched(struct sw_unit *unit) {
    struct sw_strings wanted = read_wanted(unit);
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f && unit->options.objects; f = LLVMGetNextFunction(f))
        if (is_of_program(f))
            stop_unlaunched(unit, f, &wanted);
}
