/* Relocatable device code: an object that carries a unit's bitcode to the device link.
 *
 * Section .softwarp.bitcode holds entries (base/entry.c) "SWBITC01" of bitcode. The unit's id travels inside the
 * bitcode, as named metadata. */
#include "codegen/codegen.h"

#include <llvm-c/BitWriter.h>
#include <string.h>

static const char id_metadata[] = "softwarp.id";
static const char check_metadata[] = "softwarp.check"; /* made with --check: the device link has hooks, too */

static const char cpu_metadata[] = "softwarp.cpu";     /* the processors that somebody named, as a list */
static const char debug_metadata[] = "softwarp.debug"; /* made with -G: the device link leaves code as it is */

static const char fast_metadata[] = "softwarp.fast.atomics"; /* one for each unit made with --fast-atomics */

static LLVMMetadataRef number(struct sw_ir *ir, uint64_t value) {
    return LLVMValueAsMetadata(sw_const(ir->i64, value));
}

static void write_ids(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->ids.count; i++) {
        LLVMMetadataRef pair[] = {number(&unit->ir, unit->ids.at[i].id0), number(&unit->ir, unit->ids.at[i].id1)};
        LLVMMetadataRef node = LLVMMDNodeInContext2(unit->ir.context, pair, 2);
        LLVMAddNamedMetadataOperand(unit->ir.module, id_metadata, LLVMMetadataAsValue(unit->ir.context, node));
    }
}

static void write_options(struct sw_unit *unit) {
    LLVMContextRef context = unit->ir.context;
    LLVMValueRef empty = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0));
    if (unit->options.check)
        LLVMAddNamedMetadataOperand(unit->ir.module, check_metadata, empty);
    if (unit->options.debug && !unit->options.optimise)
        LLVMAddNamedMetadataOperand(unit->ir.module, debug_metadata, empty);
    if (unit->options.fast_atomics)
        LLVMAddNamedMetadataOperand(unit->ir.module, fast_metadata, empty);
    if (unit->options.cpu) {
        LLVMMetadataRef list = LLVMMDStringInContext2(context, unit->options.cpu, strlen(unit->options.cpu));
        LLVMMetadataRef node = LLVMMDNodeInContext2(context, &list, 1);
        LLVMAddNamedMetadataOperand(unit->ir.module, cpu_metadata, LLVMMetadataAsValue(context, node));
    }
}

static void read_wishes(struct sw_unit *unit, LLVMModuleRef module, const char *file) {
    unsigned count = LLVMGetNamedMetadataNumOperands(module, cpu_metadata);
    LLVMValueRef *nodes = sw_arena_alloc(unit->ir.arena, (count + 1) * sizeof *nodes);
    LLVMGetNamedMetadataOperands(module, cpu_metadata, nodes);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef list;
        unsigned length;
        LLVMGetMDNodeOperands(nodes[i], &list);
        const char *text = LLVMGetMDString(list, &length);
        struct sw_wish wish = {sw_arena_strndup(unit->ir.arena, text, length), file};
        sw_vec_push(unit->ir.arena, &unit->wishes, wish);
    }
}

static struct sw_id read_id(LLVMValueRef node) {
    LLVMValueRef parts[2];
    LLVMGetMDNodeOperands(node, parts);
    return (struct sw_id){LLVMConstIntGetZExtValue(parts[0]), LLVMConstIntGetZExtValue(parts[1])};
}

static bool has_id(const struct sw_unit *unit, struct sw_id id) {
    for (size_t i = 0; i < unit->ids.count; i++)
        if (unit->ids.at[i].id0 == id.id0 && unit->ids.at[i].id1 == id.id1)
            return true;
    return false;
}

/* Two units of one id would have each other's kernels and variables. */
void sw_read_embedded_ids(struct sw_unit *unit, LLVMModuleRef module, const char *file) {
    read_wishes(unit, module, file);
    unit->options.check |= LLVMGetNamedMetadataNumOperands(module, check_metadata) > 0;
    if (LLVMGetNamedMetadataNumOperands(module, debug_metadata)) {
        unit->options.debug = true;
        unit->options.optimise = 0;
    }
    unsigned count = LLVMGetNamedMetadataNumOperands(module, id_metadata);
    bool permits = LLVMGetNamedMetadataNumOperands(module, fast_metadata) == count;
    if (count) /* what one unit does not permit is not done: code of all of them is inlined into all of them */
        unit->options.fast_atomics = permits && (unit->options.fast_atomics || !unit->ids.count);
    LLVMValueRef *nodes = sw_arena_alloc(unit->ir.arena, (count + 1) * sizeof *nodes);
    LLVMGetNamedMetadataOperands(module, id_metadata, nodes);
    for (unsigned i = 0; i < count; i++) {
        struct sw_id id = read_id(nodes[i]);
        if (has_id(unit, id))
            sw_error(SW_NOWHERE,
                     "'%s' was compiled by the same command as another object of this device link, and its "
                     "code differs: compile each with a name of its own behind -o",
                     file);
        sw_vec_push(unit->ir.arena, &unit->ids, id);
    }
}

/* The bytes of one entry of the section. */
static LLVMValueRef entry_bytes(struct sw_ir *ir, LLVMMemoryBufferRef bitcode) {
    size_t whole;
    const char *bytes = sw_entry_of(ir->arena, "SWBITC01", LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode),
                                    &whole);
    return LLVMConstStringInContext2(ir->context, bytes, whole, 1);
}

/* What clang lets host objects do that register by themselves: when the program, or the shared library that the object
 * is in, leaves memory, so do its kernels and variables. */
static void unregister_at_exit(struct sw_ir *ir, LLVMValueRef handle) {
    LLVMTypeRef three[] = {ir->ptr, ir->ptr, ir->ptr};
    LLVMValueRef library = LLVMAddGlobal(ir->module, ir->i8, "__dso_handle");
    LLVMSetVisibility(library, LLVMHiddenVisibility);
    LLVMValueRef unregister = sw_declare(ir, "__cudaUnregisterFatBinary", LLVMFunctionType(ir->nothing, three, 1, 0));
    LLVMValueRef entry = sw_declare(ir, "__cxa_atexit", LLVMFunctionType(ir->i32, three, 3, 0));
    LLVMValueRef args[] = {unregister, handle, library};
    sw_call(ir, entry, args, 3, "");
}

/* void <name>(globals, wrapper, id, dummy): what clang calls __cudaRegisterLinkedBinary<hash>. */
static void define_registration(struct sw_ir *ir, const char *name) {
    LLVMTypeRef four[] = {ir->ptr, ir->ptr, ir->ptr, ir->ptr};
    LLVMValueRef function = LLVMAddFunction(ir->module, name, LLVMFunctionType(ir->nothing, four, 4, 0));
    LLVMSetVisibility(function, LLVMHiddenVisibility);
    LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
    LLVMValueRef entry = sw_declare(ir, "swrt_register_linked", LLVMFunctionType(ir->ptr, four, 2, 0));
    LLVMValueRef args[] = {LLVMGetParam(function, 0), LLVMGetParam(function, 1)};
    unregister_at_exit(ir, sw_call(ir, entry, args, 2, "handle"));
    LLVMBuildRetVoid(ir->builder);
}

/* A variable of the device that other units name, too, and the host by an object of the same name; managed ones are
 * that object. */
static bool has_shadow(LLVMValueRef global) {
    enum { SPACE_GLOBAL = 1, SPACE_CONSTANT = 4 };
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(global));
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return (space == SPACE_GLOBAL || space == SPACE_CONSTANT) && !LLVMIsDeclaration(global) &&
           linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage && linkage != LLVMAppendingLinkage &&
           LLVMGetVisibility(global) != LLVMProtectedVisibility;
}

static void shadow_names(struct sw_unit *unit, struct sw_strings *names) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g))
        if (has_shadow(g))
            sw_vec_push(unit->ir.arena, names, sw_arena_strdup(unit->ir.arena, sw_name(g)));
}

void sw_embed(struct sw_unit *unit, const char *register_name) {
    struct sw_ir *ir = &unit->ir;
    struct sw_strings shadows = {0};
    write_ids(unit);
    write_options(unit);
    shadow_names(unit, &shadows);
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(ir->module);
    LLVMDisposeModule(ir->module);
    ir->module = LLVMModuleCreateWithNameInContext("softwarp.embed", ir->context);
    LLVMValueRef bytes = entry_bytes(ir, bitcode);
    LLVMDisposeMemoryBuffer(bitcode);
    LLVMValueRef global = LLVMAddGlobal(ir->module, LLVMTypeOf(bytes), "sw.bitcode");
    LLVMSetInitializer(global, bytes);
    LLVMSetGlobalConstant(global, 1);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    LLVMSetSection(global, ".softwarp.bitcode");
    LLVMSetAlignment(global, SW_ENTRY_ALIGN);
    sw_need_links(unit);
    sw_hide_names(unit, &shadows);
    sw_hide_names(unit, &unit->hidden);
    if (register_name)
        define_registration(ir, register_name);
    sw_emit_host_need(unit);
    char *triple = LLVMGetTargetMachineTriple(unit->machine);
    LLVMSetTarget(ir->module, triple);
    LLVMDisposeMessage(triple);
    LLVMSetModuleDataLayout(ir->module, LLVMCreateTargetDataLayout(unit->machine));
}
