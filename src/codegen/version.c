/* Versions: the same module compiled for several processors, each as if it were the only one, with a table and
 * variables of its own. One of them is handed to the runtime; the others are never heard of.
 *
 *   version 0:   @swrt_version.of.<id> = { features, "x86-64-v2", @sw.register }      (hidden; others: .1, .2, ..)
 *                @sw.made.for = { source, { @swrt_version.of.<id>, @swrt_version.of.<id>.1, .. }, .. }
 *                constructor, priority 1:     swrt_require_processor(@sw.made.for)
 *                constructor, priority 101:   swrt_load_version(@sw.made.for)
 *
 * Priority 1 is before all that a program may have: what is missing is said before an instruction is met that is not
 * there. The constructors themselves, and @sw.register, are code for any x86-64. */
#include "codegen/codegen.h"
#include "codegen/rows.h"

#include <inttypes.h>

DEFINE_ROW(version_row, SWRT_VERSION_FIELDS)
DEFINE_ROW(made_for_row, SWRT_MADE_FOR_FIELDS)

const char *sw_own_name(const struct sw_unit *unit, const char *name, unsigned version) {
    struct sw_id id = unit->ids.count ? unit->ids.at[0] : (struct sw_id){0};
    const char *own = sw_arena_printf(unit->ir.arena, "%s.of.%016" PRIx64 "%016" PRIx64, name, id.id0, id.id1);
    return version ? sw_arena_printf(unit->ir.arena, "%s.%u", own, version) : own;
}

static LLVMValueRef define(struct sw_unit *unit, const char *name, LLVMValueRef value) {
    LLVMValueRef global = LLVMAddGlobal(unit->ir.module, LLVMTypeOf(value), name);
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    return global;
}

static const char *name_of(struct sw_unit *unit, unsigned version) {
    return unit->options.versions > 1 ? sw_own_name(unit, "swrt_version", version) : "sw.version";
}

/* Of device code only kernels run. */
static LLVMValueRef define_version(struct sw_unit *unit, LLVMValueRef load) {
    const struct sw_processor *p = &unit->processor;
    struct version_row row = {.features = sw_const(unit->ir.i64, unit->kernels.count ? p->features : 0),
                              .processor = sw_string(&unit->ir, p->name),
                              .load = load};
    LLVMValueRef version = define(unit, name_of(unit, unit->options.version), version_row_constant(&unit->ir, row));
    if (unit->options.versions > 1) {
        LLVMSetLinkage(version, LLVMExternalLinkage);
        LLVMSetVisibility(version, LLVMHiddenVisibility);
    }
    return version;
}

/* Pointers to all versions; the first one is here. */
static LLVMValueRef list_versions(struct sw_unit *unit, LLVMValueRef first) {
    assert(unit->options.version == 0);
    struct sw_values all = {0};
    sw_vec_push(unit->ir.arena, &all, first);
    for (unsigned i = 1; i < unit->options.versions; i++) {
        LLVMValueRef other = LLVMAddGlobal(unit->ir.module, unit->ir.i8, name_of(unit, i));
        LLVMSetVisibility(other, LLVMHiddenVisibility);
        sw_vec_push(unit->ir.arena, &all, other);
    }
    return define(unit, "sw.versions", LLVMConstArray2(unit->ir.ptr, all.at, all.count));
}

static void for_any_processor(LLVMValueRef function) {
    static const char *const words[][2] = {{"target-cpu", "x86-64"}, {"target-features", "+sse2"}};
    for (unsigned i = 0; i < 2; i++)
        LLVMAddTargetDependentFunctionAttr(function, words[i][0], words[i][1]);
}

enum { BEFORE_ALL = 1, BEFORE_HOST = 101 };

/* A constructor that calls the runtime with what the object was made for: the pointer to it. llvm.global_ctors would make
 * a section .ctors (LLVM's C API has no word for .init_array), which of the linkers only GNU's turn into what is called. */
static LLVMValueRef constructor(struct sw_unit *unit, unsigned priority, const char *callee, LLVMValueRef made) {
    struct sw_ir *ir = &unit->ir;
    const char *name = priority == BEFORE_ALL ? "sw.require" : "sw.load";
    LLVMValueRef function = LLVMAddFunction(ir->module, name, LLVMFunctionType(ir->nothing, NULL, 0, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    for_any_processor(function);
    LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    sw_call(ir, sw_declare(ir, callee, LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0)), &made, 1, "");
    LLVMBuildRetVoid(ir->builder);
    LLVMValueRef pointer = LLVMAddGlobal(ir->module, ir->ptr, sw_arena_printf(ir->arena, "%s.pointer", name));
    LLVMSetInitializer(pointer, function);
    LLVMSetLinkage(pointer, LLVMInternalLinkage);
    LLVMSetSection(pointer, sw_arena_printf(ir->arena, ".init_array.%05u", priority));
    return pointer;
}

static void list_constructors(struct sw_unit *unit, LLVMValueRef *pointers, unsigned count) {
    LLVMValueRef list = LLVMConstArray2(unit->ir.ptr, pointers, count);
    LLVMValueRef used = LLVMAddGlobal(unit->ir.module, LLVMTypeOf(list), "llvm.used");
    LLVMSetInitializer(used, list);
    LLVMSetLinkage(used, LLVMAppendingLinkage);
    LLVMSetSection(used, "llvm.metadata");
}

static LLVMValueRef made_for(struct sw_unit *unit, LLVMValueRef versions, uint64_t count) {
    struct sw_ir *ir = &unit->ir;
    struct sw_processor host = sw_processor_of_host(ir->arena, unit->options.host_cpu);
    struct made_for_row row = {.source = sw_string(ir, unit->options.source ? unit->options.source : ""),
                               .versions = versions,
                               .num_versions = sw_const(ir->i64, count),
                               .host_features = sw_const(ir->i64, host.features),
                               .host_processor = sw_string(ir, host.name)};
    return define(unit, "sw.made.for", made_for_row_constant(ir, row));
}

void sw_emit_version(struct sw_unit *unit, LLVMValueRef load) {
    for_any_processor(load);
    LLVMValueRef version = define_version(unit, load);
    if (unit->options.version)
        return;
    unsigned count = unit->options.versions ? unit->options.versions : 1;
    LLVMValueRef made = made_for(unit, list_versions(unit, version), count);
    LLVMValueRef pointers[] = {constructor(unit, BEFORE_ALL, "swrt_require_processor", made),
                               constructor(unit, BEFORE_HOST, "swrt_load_version", made)};
    list_constructors(unit, pointers, 2);
}

void sw_emit_host_need(struct sw_unit *unit) {
    if (!sw_processor_of_host(unit->ir.arena, unit->options.host_cpu).features)
        return;
    LLVMValueRef pointer = constructor(unit, BEFORE_ALL, "swrt_require_processor", made_for(unit, NULL, 0));
    list_constructors(unit, &pointer, 1);
}
