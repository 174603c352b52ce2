/* The kernel table: struct swrt_module and what hangs on it (softwarp/abi.h), as constants, and the function that hands
 * it to the runtime. */
#include "codegen/codegen.h"
#include "codegen/rows.h"

DEFINE_ROW(param_row, SWRT_PARAM_FIELDS)
DEFINE_ROW(variant_row, SWRT_VARIANT_FIELDS)
DEFINE_ROW(kernel_row, SWRT_KERNEL_FIELDS)
DEFINE_ROW(shared_var_row, SWRT_SHARED_VAR_FIELDS)
DEFINE_ROW(var_row, SWRT_VAR_FIELDS)
DEFINE_ROW(reloc_row, SWRT_RELOC_FIELDS)
DEFINE_ROW(module_row, SWRT_MODULE_FIELDS)

static LLVMValueRef u32(struct sw_unit *unit, uint64_t value) {
    return sw_const(unit->ir.i32, value);
}

static LLVMValueRef u64(struct sw_unit *unit, uint64_t value) {
    return sw_const(unit->ir.i64, value);
}

/* A constant array in the object, its address; null when it is empty. */
static LLVMValueRef table_of(struct sw_unit *unit, const char *name, const struct sw_values *rows) {
    if (!rows->count)
        return NULL;
    LLVMValueRef value = LLVMConstArray2(LLVMTypeOf(rows->at[0]), rows->at, rows->count);
    LLVMValueRef global = LLVMAddGlobal(unit->ir.module, LLVMTypeOf(value), name);
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    return global;
}

static LLVMValueRef params_table(struct sw_unit *unit, const struct sw_kernel *kernel) {
    struct sw_values rows = {0};
    for (unsigned i = 0; i < kernel->num_params; i++) {
        struct param_row row = {u32(unit, kernel->params[i].offset), u32(unit, kernel->params[i].size),
                                u32(unit, kernel->params[i].is_reached ? SWRT_PARAM_REACHED : 0)};
        sw_vec_push(unit->ir.arena, &rows, param_row_constant(&unit->ir, row));
    }
    return table_of(unit, "sw.params", &rows);
}

static LLVMValueRef variants_table(struct sw_unit *unit, const struct sw_kernel *kernel) {
    struct sw_values rows = {0};
    for (size_t i = 0; i < kernel->wide.count; i++) {
        const struct sw_wide *w = &kernel->wide.at[i];
        struct variant_row row = {.lanes = u32(unit, w->threads),
                                  .blocks = u32(unit, w->blocks),
                                  .loop = w->loop,
                                  .coroutine = w->coroutine,
                                  .size_x = u32(unit, w->size.x),
                                  .size_y = u32(unit, w->size.y),
                                  .size_z = u32(unit, w->size.z)};
        sw_vec_push(unit->ir.arena, &rows, variant_row_constant(&unit->ir, row));
    }
    struct variant_row row = {.lanes = u32(unit, 1), .loop = kernel->loop, .coroutine = kernel->coroutine};
    sw_vec_push(unit->ir.arena, &rows, variant_row_constant(&unit->ir, row));
    return table_of(unit, "sw.variants", &rows);
}

static LLVMValueRef shared_vars_table(struct sw_unit *unit, const struct sw_kernel *kernel) {
    struct sw_values rows = {0};
    for (size_t i = 0; i < kernel->shared_variables.count; i++) {
        const struct sw_shared_variable *v = &kernel->shared_variables.at[i];
        struct shared_var_row row = {sw_string(&unit->ir, v->name), u32(unit, v->offset), u32(unit, v->size)};
        sw_vec_push(unit->ir.arena, &rows, shared_var_row_constant(&unit->ir, row));
    }
    return table_of(unit, "sw.shared.vars", &rows);
}

static unsigned kernel_flags(const struct sw_unit *unit, const struct sw_kernel *kernel) {
    return (kernel->uses_dynamic_shared ? SWRT_KERNEL_DYNAMIC_SHARED : 0) | (kernel->waits ? SWRT_KERNEL_WAITS : 0) |
           (kernel->suspends ? SWRT_KERNEL_SUSPENDS : 0) | (kernel->syncs_grid ? SWRT_KERNEL_GRID_SYNC : 0) |
           (unit->options.check ? SWRT_KERNEL_CHECKED : 0) | (kernel->skips ? SWRT_KERNEL_SKIPS : 0) |
           (kernel->prints ? SWRT_KERNEL_PRINTS : 0) | (unit->options.strict ? SWRT_KERNEL_STRICT : 0) |
           (kernel->has_own_stub ? SWRT_KERNEL_OWN_STUB : 0);
}

static uint64_t constant_bytes(struct sw_unit *unit) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < unit->variables.count; i++)
        bytes += unit->variables.at[i].is_constant ? unit->variables.at[i].size : 0;
    return bytes;
}

static LLVMValueRef kernels_table(struct sw_unit *unit) {
    struct sw_values rows = {0};
    for (size_t i = 0; i < unit->kernels.count; i++) {
        const struct sw_kernel *k = unit->kernels.at[i];
        struct kernel_row row = {.name = sw_string(&unit->ir, k->name),
                                 .params = params_table(unit, k),
                                 .variants = variants_table(unit, k),
                                 .num_params = u32(unit, k->num_params),
                                 .params_bytes = u32(unit, k->params_bytes),
                                 .num_variants = u32(unit, k->wide.count + 1),
                                 .shared_static = u32(unit, k->shared_static),
                                 .shared_padding = u32(unit, k->shared_padding),
                                 .shared_vars = shared_vars_table(unit, k),
                                 .num_shared_vars = u32(unit, k->shared_variables.count),
                                 .const_bytes = u32(unit, constant_bytes(unit)),
                                 .max_threads = u32(unit, k->max_threads),
                                 .min_blocks = u32(unit, k->min_blocks),
                                 .cluster_x = u32(unit, k->cluster[0]),
                                 .cluster_y = u32(unit, k->cluster[1]),
                                 .cluster_z = u32(unit, k->cluster[2]),
                                 .max_cluster = u32(unit, k->max_cluster),
                                 .flags = u32(unit, kernel_flags(unit, k)),
                                 .arch = u32(unit, unit->options.arch)};
        sw_vec_push(unit->ir.arena, &rows, kernel_row_constant(&unit->ir, row));
    }
    return table_of(unit, "sw.kernels", &rows);
}

/* A managed variable's address is its initial value; another's, its place in device 0's image. */
static LLVMValueRef variable_address(struct sw_unit *unit, const struct sw_variable *v) {
    if (v->is_managed)
        return LLVMConstAddrSpaceCast(v->global, unit->ir.ptr);
    LLVMValueRef index = u64(unit, v->offset);
    return LLVMConstGEP2(unit->ir.i8, unit->image, &index, 1);
}

static LLVMValueRef vars_table(struct sw_unit *unit) {
    struct sw_values rows = {0};
    for (size_t i = 0; i < unit->variables.count; i++) {
        const struct sw_variable *v = &unit->variables.at[i];
        unsigned flags = (v->is_constant ? SWRT_VAR_CONSTANT : 0) | (v->is_managed ? SWRT_VAR_MANAGED : 0) |
                         v->owner << SWRT_VAR_OWNER;
        struct var_row row = {.name = sw_string(&unit->ir, v->name),
                              .address = variable_address(unit, v),
                              .cell = v->cell,
                              .size = u64(unit, v->size),
                              .align = u32(unit, v->align),
                              .flags = u32(unit, flags)};
        sw_vec_push(unit->ir.arena, &rows, var_row_constant(&unit->ir, row));
    }
    return table_of(unit, "sw.vars", &rows);
}

static LLVMValueRef relocs_table(struct sw_unit *unit) {
    struct sw_values rows = {0};
    for (size_t i = 0; i < unit->relocs.count; i++) {
        struct reloc_row row = {u64(unit, unit->relocs.at[i].offset), u64(unit, unit->relocs.at[i].target)};
        sw_vec_push(unit->ir.arena, &rows, reloc_row_constant(&unit->ir, row));
    }
    return table_of(unit, "sw.relocs", &rows);
}

static LLVMValueRef ids_table(struct sw_unit *unit) {
    struct sw_values rows = {0};
    for (size_t i = 0; i < unit->ids.count; i++) {
        sw_vec_push(unit->ir.arena, &rows, u64(unit, unit->ids.at[i].id0));
        sw_vec_push(unit->ir.arena, &rows, u64(unit, unit->ids.at[i].id1));
    }
    return table_of(unit, "sw.ids", &rows);
}

/* The runtime writes to the module's structure no more than to any other, but it keeps its address. */
static LLVMValueRef module_global(struct sw_unit *unit) {
    struct module_row row = {.abi_version = u32(unit, SWRT_ABI_VERSION),
                             .arch = u32(unit, unit->options.arch),
                             .source = sw_string(&unit->ir, unit->options.source ? unit->options.source : ""),
                             .ids = ids_table(unit),
                             .kernels = kernels_table(unit),
                             .vars = vars_table(unit),
                             .relocs = relocs_table(unit),
                             .image = unit->image,
                             .init = unit->init,
                             .num_ids = u32(unit, unit->ids.count),
                             .num_kernels = u32(unit, unit->kernels.count),
                             .num_vars = u32(unit, unit->variables.count),
                             .num_relocs = u32(unit, unit->relocs.count),
                             .image_bytes = u64(unit, unit->image_bytes),
                             .init_bytes = u64(unit, unit->init_bytes)};
    struct sw_values one = {0};
    sw_vec_push(unit->ir.arena, &one, module_row_constant(&unit->ir, row));
    return table_of(unit, "sw.module", &one);
}

/* Before the module: its kernels may be looked for as soon as it is registered. A module without sites says, too, that
 * it was built with --check. */
static void register_sites(struct sw_unit *unit) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef types[] = {ir->ptr, ir->i64};
    LLVMValueRef args[] = {unit->sites ? unit->sites : LLVMConstNull(ir->ptr), u64(unit, unit->num_sites)};
    if (!unit->options.check)
        return;
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, types, 2, 0);
    sw_call(ir, sw_declare(ir, "swrt_register_sites", type), args, 2, "");
}

/* libmvec is loaded only for those who call its functions (lockstep/machine/vector_math.c). */
static void open_vector_math(struct sw_ir *ir) {
    bool is_called = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(ir->module); f && !is_called; f = LLVMGetNextFunction(f))
        is_called = !sw_is_defined(f) && sw_starts_with(sw_name(f), "_ZGV");
    if (is_called)
        sw_call(ir, sw_declare(ir, "swrt_open_vector_math", LLVMFunctionType(ir->nothing, NULL, 0, 0)), NULL, 0, "");
}

static LLVMValueRef loader(struct sw_unit *unit, LLVMValueRef module) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef function = LLVMAddFunction(ir->module, "sw.register", LLVMFunctionType(ir->nothing, NULL, 0, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    register_sites(unit);
    open_vector_math(ir);
    sw_register_code(unit);
    if (unit->options.check || unit->options.strict)
        sw_gather_constants(unit);
    LLVMValueRef entry = sw_declare(ir, "swrt_register_module", LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0));
    sw_call(ir, entry, &module, 1, "");
    LLVMBuildRetVoid(ir->builder);
    return function;
}

void sw_emit_table(struct sw_unit *unit) {
    sw_emit_version(unit, loader(unit, module_global(unit)));
    if (unit->options.version)
        return;
    sw_define_links(unit);
    sw_hide_names(unit, &unit->hidden);
}
