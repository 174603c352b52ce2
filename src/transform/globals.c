/* Globals: where a module's variables live.
 *
 *  - Shared variables lie at an offset from the block's shared memory. Variables that out-of-line functions use come
 *    first and have the same place for every kernel that may call one of them; those of one kernel follow;
 *    `extern __shared__` arrays all start behind them.
 *  - __device__ and __constant__ variables lie in one image per device (lower/image.c), at an offset from block->image.
 *  - A managed variable is reached through its cell, a pointer that the runtime sets to the host's variable.
 *  - Constants without external name (strings, tables, vtables) stay as they are, but for those that name variables, be it
 *    by way of other constants.
 *
 *      load ptr addrspace(3) @tile   =>   %shared = load block->shared; %tile = gep %shared, 128; load %tile
 *
 * Functions do not have the block yet; sw.block() stands for it until the context pass. */
#include "softwarp/assumptions.h"
#include "transform/lower/globals.h"
#include "transform/lower/image.h"
#include "transform/symbols/symbols.h"
#include "transform/transform.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* Dynamic shared memory starts where the static part of the running kernel ends, on 16 bytes. */
static LLVMValueRef shared_address(struct sw_unit *unit, struct sw_kernel *kernel, struct sw_shared_layout *layout,
                                   LLVMValueRef global) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef block = sw_block_here(unit), base = sw_block_load_fixed(unit, block, SW_BLOCK_shared, "shared");
    if (!sw_is_dynamic_shared(global))
        return sw_in_space_of(unit, sw_byte_offset(ir, base, sw_shared_offset(layout, global), ""), global);
    if (kernel)
        return sw_in_space_of(unit, sw_byte_offset(ir, base, (kernel->shared_static + 15) / 16 * 16, ""), global);
    LLVMValueRef all = sw_block_load_fixed(unit, block, SW_BLOCK_shared_bytes, "");
    LLVMValueRef dynamic = sw_block_load_fixed(unit, block, SW_BLOCK_dynamic_bytes, "");
    LLVMValueRef offset = LLVMBuildZExt(ir->builder, LLVMBuildSub(ir->builder, all, dynamic, ""), ir->i64, "");
    return sw_in_space_of(unit, LLVMBuildInBoundsGEP2(ir->builder, ir->i8, base, &offset, 1, ""), global);
}

static LLVMValueRef variable_address(struct sw_unit *unit, const struct sw_variable *variable) {
    struct sw_ir *ir = &unit->ir;
    if (variable->is_managed) {
        LLVMValueRef load = LLVMBuildLoad2(ir->builder, ir->ptr, variable->cell, "");
        sw_mark_invariant(ir, load);
        return sw_in_space_of(unit, load, variable->global);
    }
    LLVMValueRef image = sw_block_load_fixed(unit, sw_block_here(unit), SW_BLOCK_image, "image");
    return sw_in_space_of(unit, sw_byte_offset(ir, image, variable->offset, ""), variable->global);
}

static void note_shared_use(struct sw_unit *unit, LLVMValueRef function, const struct sw_shared_layout *layout,
                            LLVMValueRef global) {
    const struct sw_kernel *kernel = sw_kernel_of(unit, function);
    struct sw_shared_use use = {.subprogram = LLVMGetSubprogram(function),
                                .description = sw_description_of(&unit->ir, global),
                                .name = sw_own_variable_name(unit->ir.arena, sw_name(global)),
                                .type = LLVMGlobalGetValueType(global)};
    use.offset = !sw_is_dynamic_shared(global) ? sw_shared_offset(layout, global)
                 : kernel                      ? (kernel->shared_static + 15) / 16 * 16
                                               : SW_AFTER_STATIC;
    if (use.subprogram && sw_describes(unit))
        sw_vec_push(unit->ir.arena, &unit->shared_uses, use);
}

static void replace_in_function(struct sw_unit *unit, LLVMValueRef function, struct sw_shared_layout *layout) {
    struct sw_values globals;
    sw_globals_of(unit, function, &globals);
    for (size_t i = 0; i < globals.count; i++) {
        LLVMValueRef global = globals.at[i], address = NULL;
        const struct sw_variable *variable = sw_find_variable(unit, global);
        sw_at_entry(&unit->ir, function);
        if (variable)
            address = variable_address(unit, variable);
        else if (sw_declared_space(global) == SW_NVPTX_SHARED) {
            address = shared_address(unit, sw_kernel_of(unit, function), layout, global);
            note_shared_use(unit, function, layout, global);
        }
        if (address)
            sw_replace_in_function(&unit->ir, function, global, address);
    }
}

static void delete_shared(struct sw_unit *unit) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module), next; g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (sw_declared_space(g) == SW_NVPTX_SHARED && !LLVMGetFirstUse(g))
            LLVMDeleteGlobal(g);
    }
}

/* A constant that names device variables lies beside them: each device has its own. */
static bool belongs_in_image(struct sw_unit *unit, LLVMValueRef global) {
    bool names_variable = sw_is_table_of(unit, global, sw_is_device_variable) &&
                          !sw_is_table_of(unit, global, sw_is_moving);
    return sw_is_device_variable(unit, global) || !SW_PROVED(table_names_no_variable, !names_variable);
}

static struct sw_place place_of(struct sw_unit *unit, LLVMValueRef global) {
    const struct sw_place *place = sw_map_get(unit->constants, global);
    return place ? *place : SW_NOWHERE;
}

static void refuse_undefined(struct sw_unit *unit, const char *name) {
    const char *file = sw_symbol_file(unit, name), *text = sw_symbol_text(unit, name);
    if (file)
        sw_error(SW_NOWHERE, "undefined reference to '%s' in '%s': no object of this device link defines the variable",
                 text, file);
    else
        sw_error(SW_NOWHERE,
                 "the device variable '%s' is declared extern and not defined in this file; one of another "
                 "file needs -rdc=true",
                 text);
}

/* clang takes each const variable of the host with an initial value for a constant of the device. Those that nobody
 * declared __constant__ and no device code reads are the host's alone, and may have any size. */
static bool is_of_the_host(struct sw_unit *unit, LLVMValueRef global) {
    return sw_declared_space(global) == SW_NVPTX_CONSTANT && LLVMIsGlobalConstant(global) && !LLVMGetFirstUse(global) &&
           !sw_map_has(unit->constants, global) && !sw_is_registered(unit, global);
}

static void delete_the_hosts(struct sw_unit *unit) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module), next; g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (is_of_the_host(unit, g))
            LLVMDeleteGlobal(g);
    }
}

/* Variables of the device get their values before any kernel runs; then nobody knows these addresses. A __device__
 * variable has no place: then it is the other one's. */
static void refuse_moving(struct sw_unit *unit, LLVMValueRef variable) {
    LLVMValueRef named = sw_named_by(unit, variable, sw_is_moving);
    if (!named)
        return;
    const struct sw_place *place = sw_map_get(unit->managed, variable);
    place = place ? place : sw_map_get(unit->constants, variable);
    place = place ? place : sw_map_get(unit->managed, named);
    sw_error(place ? *place : SW_NOWHERE,
             "dynamic initialization is not supported for the device variable '%s': its "
             "value contains the address of '%s', which is %s; let a kernel store it",
             sw_symbol_text(unit, sw_name(variable)), sw_symbol_text(unit, sw_name(named)),
             sw_map_has(unit->managed, named) ? "__managed__" : "__shared__");
}

/* Where the passes before have not folded what is read of a const variable, it is read where the host finds it. One whose
 * value names what is moving has no place, and is no symbol. */
static void show_registered(struct sw_unit *unit) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && sw_is_registered(unit, g) && !sw_named_by(unit, g, sw_is_moving))
            LLVMSetExternallyInitialized(g, true);
}

/* clang has const variables of the device in constant memory. Those that the host knows were declared __device__, or
 * else __constant__, which is noted. */
static bool is_constant_memory(struct sw_unit *unit, LLVMValueRef global) {
    return sw_is_device_variable(unit, global) && sw_declared_space(global) == SW_NVPTX_CONSTANT &&
           (sw_map_has(unit->constants, global) || !sw_is_registered(unit, global));
}

static void collect_variables(struct sw_unit *unit) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g)) {
        if (!belongs_in_image(unit, g))
            continue;
        if (!LLVMGetInitializer(g)) {
            if (LLVMGetFirstUse(g))
                refuse_undefined(unit, sw_name(g));
            continue;
        }
        if (sw_is_device_variable(unit, g))
            refuse_moving(unit, g);
        const char *name = sw_arena_strdup(unit->ir.arena, sw_name(g));
        unsigned owner = sw_owner_of(unit, g, &name);
        struct sw_variable variable = {.name = name,
                                       .global = g,
                                       .owner = owner,
                                       .size = sw_global_size(unit, g),
                                       .align = sw_global_align(unit, g),
                                       .is_constant = is_constant_memory(unit, g),
                                       .place = place_of(unit, g),
                                       .description = sw_description_of(&unit->ir, g),
                                       .is_managed = sw_map_has(unit->managed, g)};
        sw_vec_push(unit->ir.arena, &unit->variables, variable);
    }
}

void sw_pass_globals(struct sw_unit *unit) {
    struct sw_shared_layout layout = sw_shared_layout(unit);
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    delete_the_hosts(unit);
    show_registered(unit);
    collect_variables(unit);
    sw_image_lay_out(unit);
    for (size_t i = 0; i < functions.count; i++)
        sw_localise_tables(unit, functions.at[i]);
    sw_place_common(unit, &layout, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (!sw_kernel_of(unit, functions.at[i]))
            replace_in_function(unit, functions.at[i], &layout);
    for (size_t i = 0; i < unit->kernels.count; i++) {
        sw_place_kernel(unit, &layout, unit->kernels.at[i]);
        replace_in_function(unit, unit->kernels.at[i]->function, &layout);
    }
    delete_shared(unit);
    sw_image_finish(unit);
}
