/* Import: what clang made for nvptx64 -> the list of kernels, and a module that is ours alone.
 *
 * In:  kernels named by !nvvm.annotations, managed and constant variables and sizes of clusters by llvm.global.annotations,
 *      all external.
 * Out: unit->kernels, unit->managed and unit->constants filled; definitions internal (but kernels and variables), no
 *      comdats, no target attributes; the compiler's own tables (llvm.used and the like) gone; functions of the program
 *      that have names of the device library's set apart. */
#include "transform/symbols/symbols.h"
#include "transform/transform.h"

#include <llvm-c/Comdat.h>
#include <string.h>

static unsigned parameter_size(struct sw_unit *unit, LLVMValueRef function, unsigned index, unsigned *align) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, index));
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), aligned = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(function, index + 1, byval);
    if (by_value)
        type = LLVMGetTypeAttributeValue(by_value);
    *align = LLVMABIAlignmentOfType(layout, type);
    LLVMAttributeRef stated = LLVMGetEnumAttributeAtIndex(function, index + 1, aligned);
    if (by_value && stated && LLVMGetEnumAttributeValue(stated) > *align)
        *align = (unsigned)LLVMGetEnumAttributeValue(stated);
    return (unsigned)LLVMABISizeOfType(layout, type);
}

static void lay_out_parameters(struct sw_unit *unit, struct sw_kernel *kernel) {
    kernel->num_params = LLVMCountParams(kernel->function);
    kernel->params = sw_arena_alloc(unit->ir.arena, (kernel->num_params + 1) * sizeof *kernel->params);
    unsigned at = 0;
    for (unsigned i = 0; i < kernel->num_params; i++) {
        unsigned align, size = parameter_size(unit, kernel->function, i, &align);
        at = (at + align - 1) / align * align;
        kernel->params[i] = (struct sw_param){at, size, sw_is_reached(LLVMGetParam(kernel->function, i))};
        at += size;
    }
    kernel->params_bytes = at;
}

static struct sw_kernel *add_kernel(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_kernel *kernel = sw_kernel_of(unit, function);
    if (kernel)
        return kernel;
    kernel = sw_arena_alloc(unit->ir.arena, sizeof *kernel);
    kernel->function = function;
    kernel->name = sw_arena_strdup(unit->ir.arena, sw_name(function));
    lay_out_parameters(unit, kernel);
    kernel->prints = sw_prints(&unit->ir, function);
    kernel->has_own_stub = sw_has_own_stub(unit, function);
    sw_vec_push(unit->ir.arena, &unit->kernels, kernel);
    return kernel;
}

/* One annotation: {function, "key", i32 value, "key", i32 value, ...}, of a function that is defined here. */
enum { MOST_PARTS = 16 };
struct annotation {
    LLVMValueRef parts[MOST_PARTS];
    unsigned count;
};

static bool read_annotation(LLVMValueRef node, struct annotation *a) {
    a->count = LLVMGetMDNodeNumOperands(node);
    if (a->count < 3 || a->count > MOST_PARTS)
        return false;
    LLVMGetMDNodeOperands(node, a->parts);
    return a->parts[0] && LLVMIsAFunction(a->parts[0]) && sw_is_defined(a->parts[0]);
}

/* maxntid{x,y,z} multiply. */
static void read_pair(struct sw_unit *unit, const struct annotation *a, unsigned at, bool find_kernels) {
    unsigned length, value = (unsigned)LLVMConstIntGetZExtValue(a->parts[at + 1]);
    const char *key = LLVMGetMDString(a->parts[at], &length);
    struct sw_kernel *kernel = sw_kernel_of(unit, a->parts[0]);
    if (find_kernels && sw_equal(key, "kernel"))
        add_kernel(unit, a->parts[0]);
    else if (!find_kernels && kernel && sw_starts_with(key, "maxntid"))
        kernel->max_threads = (kernel->max_threads ? kernel->max_threads : 1) * value;
    else if (!find_kernels && kernel && sw_equal(key, "minctasm"))
        kernel->min_blocks = value;
    else if (!find_kernels && kernel && sw_equal(key, "maxclusterrank"))
        kernel->max_cluster = value;
}

static void read_annotations(struct sw_unit *unit, bool find_kernels) {
    unsigned count = LLVMGetNamedMetadataNumOperands(unit->ir.module, "nvvm.annotations");
    LLVMValueRef *nodes = sw_arena_alloc(unit->ir.arena, (count + 1) * sizeof *nodes);
    struct annotation a;
    LLVMGetNamedMetadataOperands(unit->ir.module, "nvvm.annotations", nodes);
    for (unsigned i = 0; i < count; i++)
        for (unsigned at = 1; read_annotation(nodes[i], &a) && at + 1 < a.count; at += 2)
            read_pair(unit, &a, at, find_kernels);
}

/* Clang may state the launch bounds before "kernel": kernels first, then the rest. */
static void read_kernels(struct sw_unit *unit) {
    read_annotations(unit, true);
    read_annotations(unit, false);
}

static const char *string_of(struct sw_unit *unit, LLVMValueRef pointer) {
    LLVMValueRef global = sw_strip_pointer(pointer);
    LLVMValueRef text = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    size_t length;
    if (!text || !LLVMIsConstantString(text))
        return "";
    const char *start = LLVMGetAsString(text, &length);
    return sw_arena_strndup(unit->ir.arena, start, length);
}

/* A row of llvm.global.annotations: {variable, text, file, line, arguments}. */
static void read_row(struct sw_unit *unit, LLVMValueRef row) {
    LLVMValueRef global = sw_strip_pointer(LLVMGetOperand(row, 0));
    const char *text = string_of(unit, LLVMGetOperand(row, 1));
    bool is_managed = sw_equal(text, "sw.managed");
    if (!is_managed && !sw_equal(text, "sw.constant"))
        return;
    struct sw_place *place = sw_arena_alloc(unit->ir.arena, sizeof *place);
    *place = (struct sw_place){string_of(unit, LLVMGetOperand(row, 2)),
                               (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(row, 3)), 0};
    sw_map_put(is_managed ? unit->managed : unit->constants, global, place);
    if (sw_map_has(unit->managed, global) && sw_map_has(unit->constants, global))
        sw_error(*place, "'%s' is both __managed__ and __constant__", sw_name(global));
}

/* __cluster_dims__: {kernel, "sw.cluster", file, line, {i32 x, i32 y, i32 z}}. */
static void read_cluster(struct sw_unit *unit, LLVMValueRef row) {
    struct sw_kernel *kernel = sw_kernel_of(unit, sw_strip_pointer(LLVMGetOperand(row, 0)));
    LLVMValueRef arguments = sw_strip_pointer(LLVMGetOperand(row, 4));
    if (!kernel || !LLVMIsAGlobalVariable(arguments) ||
        !sw_equal(string_of(unit, LLVMGetOperand(row, 1)), "sw.cluster"))
        return;
    LLVMValueRef dims = LLVMGetInitializer(arguments);
    for (unsigned i = 0; i < 3; i++)
        kernel->cluster[i] = (unsigned)LLVMConstIntGetZExtValue(LLVMGetAggregateElement(dims, i));
}

static void read_clusters(struct sw_unit *unit) {
    LLVMValueRef table = LLVMGetNamedGlobal(unit->ir.module, "llvm.global.annotations");
    LLVMValueRef rows = table ? LLVMGetInitializer(table) : NULL;
    for (int i = 0; rows && i < LLVMGetNumOperands(rows); i++)
        read_cluster(unit, LLVMGetOperand(rows, (unsigned)i));
}

void sw_read_variables(struct sw_unit *unit) {
    unit->managed = sw_map_create(unit->ir.arena);
    unit->constants = sw_map_create(unit->ir.arena);
    LLVMValueRef table = LLVMGetNamedGlobal(unit->ir.module, "llvm.global.annotations");
    LLVMValueRef rows = table ? LLVMGetInitializer(table) : NULL;
    for (int i = 0; rows && i < LLVMGetNumOperands(rows); i++)
        read_row(unit, LLVMGetOperand(rows, (unsigned)i));
}

/* A parameter that is __grid_constant__ is only read, even where its address is kept. */
static void read_parameter(struct sw_ir *ir, LLVMValueRef at, void *unit) {
    if (!sw_starts_with(sw_callee_name(at), "llvm.var.annotation"))
        return;
    LLVMValueRef parameter = sw_strip_pointer(LLVMGetOperand(at, 0));
    if (LLVMIsAArgument(parameter) && sw_equal(string_of(unit, LLVMGetOperand(at, 1)), "sw.grid_constant"))
        sw_mark_readonly(ir, parameter);
    LLVMInstructionEraseFromParent(at);
}

static void drop_tables(struct sw_unit *unit) {
    static const char *const tables[] = {"llvm.used", "llvm.compiler.used", "llvm.global.annotations",
                                         "__clang_gpu_used_external", "llvm.global_ctors"};
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) {
        LLVMValueRef table = LLVMGetNamedGlobal(unit->ir.module, tables[i]);
        if (table && !LLVMGetFirstUse(table))
            LLVMDeleteGlobal(table);
    }
}

static void set_linkage(LLVMValueRef global, LLVMLinkage linkage) {
    LLVMSetComdat(global, NULL);
    LLVMSetVisibility(global, LLVMDefaultVisibility);
    LLVMSetLinkage(global, linkage);
}

/* Kernels and variables that the host may name stay external until the passes that take them in; LLVM would drop
 * them as unused otherwise. */
static void make_internal(struct sw_unit *unit) {
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f)) {
        sw_strip_target(f);
        if (sw_is_defined(f))
            set_linkage(f, sw_kernel_of(unit, f) ? LLVMExternalLinkage : LLVMInternalLinkage);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && !sw_starts_with(sw_name(g), "llvm."))
            set_linkage(g, LLVMIsExternallyInitialized(g) || sw_is_registered(unit, g) ? LLVMExternalLinkage
                                                                                       : LLVMInternalLinkage);
}

/* What the vtables of abstract classes name: calling it is a bug of the program, and stops the kernel. */
static void define_pure_virtual(struct sw_ir *ir) {
    static const char *const names[] = {"__cxa_pure_virtual", "__cxa_deleted_virtual"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, names[i]);
        if (!function || sw_is_defined(function))
            continue;
        LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
        LLVMSetCurrentDebugLocation2(ir->builder, NULL);
        sw_call_intrinsic(ir, "llvm.trap", NULL, 0, NULL, 0, "");
        LLVMBuildUnreachable(ir->builder);
    }
}

/* What a name of the device library's says of a function is said of the library's own. */
static void set_own_names_apart(struct sw_unit *unit) {
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f)) {
        if (!sw_is_defined(f) || sw_kernel_of(unit, f) || !sw_starts_with(sw_name(f), "__nv_"))
            continue;
        const char *apart = sw_arena_printf(unit->ir.arena, "own.%s", sw_name(f));
        struct sw_namesake namesake = {apart + strlen("own."), sw_place_of_function(&unit->ir, f)};
        sw_vec_push(unit->ir.arena, &unit->namesakes, namesake);
        LLVMSetValueName2(f, apart, strlen(apart));
    }
}

void sw_pass_import(struct sw_unit *unit) {
    define_pure_virtual(&unit->ir);
    read_kernels(unit);
    read_clusters(unit);
    sw_read_variables(unit);
    sw_visit_instructions(&unit->ir, read_parameter, unit);
    drop_tables(unit);
    sw_stop_unlaunched(unit);
    sw_refuse_mutable(unit);
    make_internal(unit);
    set_own_names_apart(unit);
}
