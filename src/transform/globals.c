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
#include "transform/instrument/hook.h"
#include "transform/lower/image.h"
#include "transform/symbols/symbols.h"
#include "transform/transform.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { SPACE_GLOBAL = 1, SPACE_SHARED = 3, SPACE_CONSTANT = 4 };

static unsigned space_of(LLVMValueRef global) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(global));
}

static bool is_variable(struct sw_unit *unit, LLVMValueRef global) {
    unsigned space = space_of(global);
    if (space != SPACE_GLOBAL && space != SPACE_CONSTANT)
        return false;
    return !SW_PROVED(nobody_writes_there, LLVMIsGlobalConstant(global) && !LLVMIsExternallyInitialized(global));
}

static bool is_dynamic(LLVMValueRef shared) {
    return !LLVMGetInitializer(shared);
}

static uint64_t size_of(struct sw_unit *unit, LLVMValueRef global) {
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->ir.module), LLVMGlobalGetValueType(global));
}

static unsigned align_of(struct sw_unit *unit, LLVMValueRef global) {
    unsigned stated = LLVMGetAlignment(global);
    unsigned natural = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(unit->ir.module), LLVMGlobalGetValueType(global));
    unsigned least = unit->options.check ? 8
                                         : 1; /* memcheck counts what is allocated of each 8 bytes (check/valid.h) */
    unsigned align = stated > natural ? stated : natural;
    return align > least ? align : least;
}

/* The globals that a constant refers to, gathered once per constant. */
static void constant_refers(struct sw_unit *unit, LLVMValueRef constant, struct sw_map *seen, struct sw_values *into) {
    if (sw_map_has(seen, constant) || !LLVMIsAConstant(constant))
        return;
    sw_map_put(seen, constant, constant);
    if (LLVMIsAGlobalVariable(constant)) {
        sw_vec_push(unit->ir.arena, into, constant);
        return;
    }
    if (LLVMIsAGlobalValue(constant))
        return;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        constant_refers(unit, LLVMGetOperand(constant, (unsigned)i), seen, into);
}

static void function_refers(struct sw_unit *unit, LLVMValueRef function, struct sw_values *into) {
    struct sw_map *seen = sw_map_create(unit->ir.arena);
    struct sw_values all;
    *into = (struct sw_values){0};
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        for (int k = 0; k < LLVMGetNumOperands(all.at[i]); k++) {
            LLVMValueRef operand = LLVMGetOperand(all.at[i], (unsigned)k);
            if (LLVMIsConstant(operand))
                constant_refers(unit, operand, seen, into);
        }
}

/* Layout of shared memory: offsets by variable (+ 1, so that 0 means "not here"), of the variables that all kernels
 * have in common and of those of the kernel at hand. dynamic_align: what the dynamic part starts on. */
struct shared_layout {
    struct sw_map *common, *own;
    struct sw_map *users; /* out-of-line functions that use a variable of those in common */
    struct sw_shared_variables common_list;
    unsigned common_bytes, dynamic_align;
};

static unsigned round_up(unsigned bytes, unsigned align) {
    return (bytes + align - 1) / align * align;
}

static unsigned place(struct sw_unit *unit, struct sw_map *offsets, struct sw_shared_variables *list,
                      LLVMValueRef global, unsigned at) {
    unsigned size = (unsigned)size_of(unit, global);
    at = round_up(at, align_of(unit, global));
    struct sw_shared_variable v = {sw_own_variable_name(unit->ir.arena, sw_name(global)), at, size};
    sw_map_put(offsets, global, (void *)(uintptr_t)(at + 1));
    if (unit->options.check)
        sw_vec_push(unit->ir.arena, list, v);
    return at + size + sw_red_zone(unit, size);
}

static unsigned padding_of(const struct sw_unit *unit, const struct sw_shared_variables *list) {
    unsigned bytes = 0;
    for (size_t i = 0; i < list->count; i++)
        bytes += sw_red_zone(unit, list->at[i].size);
    return bytes;
}

static uint64_t offset_of(const struct shared_layout *layout, LLVMValueRef global) {
    const struct sw_map *offsets = sw_map_has(layout->common, global) ? layout->common : layout->own;
    return (uintptr_t)sw_map_get(offsets, global) - 1;
}

static void place_common(struct sw_unit *unit, struct shared_layout *layout, const struct sw_values *functions) {
    struct sw_values globals;
    for (size_t i = 0; i < functions->count; i++) {
        if (sw_kernel_of(unit, functions->at[i]))
            continue;
        function_refers(unit, functions->at[i], &globals);
        for (size_t k = 0; k < globals.count; k++) {
            if (space_of(globals.at[k]) != SPACE_SHARED || is_dynamic(globals.at[k]))
                continue;
            sw_map_put(layout->users, functions->at[i], functions->at[i]);
            if (!sw_map_has(layout->common, globals.at[k]))
                layout->common_bytes = place(unit, layout->common, &layout->common_list, globals.at[k],
                                             layout->common_bytes);
        }
    }
}

/* Whether a function may call one that uses the variables in common; through a pointer it may call any. */
static bool may_use_common(struct sw_unit *unit, const struct shared_layout *layout, LLVMValueRef function,
                           struct sw_map *seen) {
    struct sw_values all;
    sw_map_put(seen, function, function);
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        LLVMValueRef callee = sw_is_call(all.at[i]) ? LLVMGetCalledValue(all.at[i]) : NULL;
        if (!callee || LLVMIsAInlineAsm(callee) || sw_map_has(seen, callee))
            continue;
        if (!LLVMIsAFunction(callee) || sw_map_has(layout->users, callee) || may_use_common(unit, layout, callee, seen))
            return true;
    }
    return false;
}

static bool may_call_user(struct sw_unit *unit, const struct shared_layout *layout, LLVMValueRef kernel) {
    return layout->common_bytes && may_use_common(unit, layout, kernel, sw_map_create(unit->ir.arena));
}

static bool uses_common(const struct shared_layout *layout, const struct sw_values *globals) {
    for (size_t i = 0; i < globals->count; i++)
        if (sw_map_has(layout->common, globals->at[i]))
            return true;
    return false;
}

static void place_kernel(struct sw_unit *unit, struct shared_layout *layout, struct sw_kernel *kernel) {
    struct sw_values globals;
    function_refers(unit, kernel->function, &globals);
    bool is_apart = SW_PROVED(common_not_used, !uses_common(layout, &globals)) &&
                    SW_PROVED(common_not_called, !may_call_user(unit, layout, kernel->function));
    unsigned at = is_apart ? 0 : layout->common_bytes, start = at;
    layout->own = sw_map_create(unit->ir.arena);
    for (size_t k = 0; k < globals.count; k++) {
        LLVMValueRef global = globals.at[k];
        if (space_of(global) != SPACE_SHARED)
            continue;
        if (is_dynamic(global))
            kernel->uses_dynamic_shared = true;
        else if (!sw_map_has(layout->common, global))
            at = place(unit, layout->own, &kernel->shared_variables, global, at);
    }
    kernel->shared_own = at - start - padding_of(unit, &kernel->shared_variables);
    for (size_t k = 0; start && k < layout->common_list.count; k++)
        sw_vec_push(unit->ir.arena, &kernel->shared_variables, layout->common_list.at[k]);
    kernel->shared_padding = padding_of(unit, &kernel->shared_variables);
    kernel->shared_static = layout->dynamic_align > 16 ? round_up(at, layout->dynamic_align) : at;
}

/* The dynamic part starts on 16 bytes by itself: only what an array asks beyond that is arranged here. */
static unsigned dynamic_align(struct sw_unit *unit) {
    unsigned align = 16;
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g))
        if (space_of(g) == SPACE_SHARED && is_dynamic(g) && align_of(unit, g) > align)
            align = align_of(unit, g);
    return align;
}

static LLVMValueRef in_space(struct sw_unit *unit, LLVMValueRef pointer, LLVMValueRef global) {
    if (LLVMTypeOf(pointer) == LLVMTypeOf(global))
        return pointer;
    return LLVMBuildAddrSpaceCast(unit->ir.builder, pointer, LLVMTypeOf(global), sw_name(global));
}

/* Dynamic shared memory starts where the static part of the running kernel ends, on 16 bytes. */
static LLVMValueRef shared_address(struct sw_unit *unit, struct sw_kernel *kernel, struct shared_layout *layout,
                                   LLVMValueRef global) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef block = sw_block_here(unit), base = sw_block_load_fixed(unit, block, SW_BLOCK_shared, "shared");
    if (!is_dynamic(global))
        return in_space(unit, sw_byte_offset(ir, base, offset_of(layout, global), ""), global);
    if (kernel)
        return in_space(unit, sw_byte_offset(ir, base, (kernel->shared_static + 15) / 16 * 16, ""), global);
    LLVMValueRef all = sw_block_load_fixed(unit, block, SW_BLOCK_shared_bytes, "");
    LLVMValueRef dynamic = sw_block_load_fixed(unit, block, SW_BLOCK_dynamic_bytes, "");
    LLVMValueRef offset = LLVMBuildZExt(ir->builder, LLVMBuildSub(ir->builder, all, dynamic, ""), ir->i64, "");
    return in_space(unit, LLVMBuildInBoundsGEP2(ir->builder, ir->i8, base, &offset, 1, ""), global);
}

static LLVMValueRef variable_address(struct sw_unit *unit, const struct sw_variable *variable) {
    struct sw_ir *ir = &unit->ir;
    if (variable->is_managed) {
        LLVMValueRef load = LLVMBuildLoad2(ir->builder, ir->ptr, variable->cell, "");
        sw_mark_invariant(ir, load);
        return in_space(unit, load, variable->global);
    }
    LLVMValueRef image = sw_block_load_fixed(unit, sw_block_here(unit), SW_BLOCK_image, "image");
    return in_space(unit, sw_byte_offset(ir, image, variable->offset, ""), variable->global);
}

static void note_shared_use(struct sw_unit *unit, LLVMValueRef function, const struct shared_layout *layout,
                            LLVMValueRef global) {
    const struct sw_kernel *kernel = sw_kernel_of(unit, function);
    struct sw_shared_use use = {.subprogram = LLVMGetSubprogram(function),
                                .description = sw_description_of(&unit->ir, global),
                                .name = sw_own_variable_name(unit->ir.arena, sw_name(global)),
                                .type = LLVMGlobalGetValueType(global)};
    use.offset = !is_dynamic(global) ? offset_of(layout, global)
                 : kernel            ? (kernel->shared_static + 15) / 16 * 16
                                     : SW_AFTER_STATIC;
    if (use.subprogram && sw_describes(unit))
        sw_vec_push(unit->ir.arena, &unit->shared_uses, use);
}

static void replace_in_function(struct sw_unit *unit, LLVMValueRef function, struct shared_layout *layout) {
    struct sw_values globals;
    function_refers(unit, function, &globals);
    for (size_t i = 0; i < globals.count; i++) {
        LLVMValueRef global = globals.at[i], address = NULL;
        const struct sw_variable *variable = sw_find_variable(unit, global);
        sw_at_entry(&unit->ir, function);
        if (variable)
            address = variable_address(unit, variable);
        else if (space_of(global) == SPACE_SHARED) {
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
        if (space_of(g) == SPACE_SHARED && !LLVMGetFirstUse(g))
            LLVMDeleteGlobal(g);
    }
}

typedef bool (*is_sort)(struct sw_unit *unit, LLVMValueRef global);

static bool is_moving(struct sw_unit *unit, LLVMValueRef global) {
    return space_of(global) == SPACE_SHARED || sw_map_has(unit->managed, global);
}

static bool is_table(struct sw_unit *unit, LLVMValueRef global) {
    return !is_variable(unit, global) && LLVMIsGlobalConstant(global) && LLVMGetInitializer(global);
}

/* One of that sort that a global's value names, itself or by way of constants that it names; null if there is none. */
static LLVMValueRef named_by(struct sw_unit *unit, LLVMValueRef global, is_sort is) {
    struct sw_map *seen = sw_map_create(unit->ir.arena);
    struct sw_values globals = {0};
    constant_refers(unit, LLVMGetInitializer(global), seen, &globals);
    for (size_t i = 0; i < globals.count; i++) {
        if (is(unit, globals.at[i]))
            return globals.at[i];
        if (is_table(unit, globals.at[i]))
            constant_refers(unit, LLVMGetInitializer(globals.at[i]), seen, &globals);
    }
    return NULL;
}

static bool is_table_of(struct sw_unit *unit, LLVMValueRef global, is_sort is) {
    return is_table(unit, global) && named_by(unit, global, is);
}

/* A constant that names device variables lies beside them: each device has its own. */
static bool belongs_in_image(struct sw_unit *unit, LLVMValueRef global) {
    bool names_variable = is_table_of(unit, global, is_variable) && !is_table_of(unit, global, is_moving);
    return is_variable(unit, global) || !SW_PROVED(table_names_no_variable, !names_variable);
}

/* The constants that a function uses, and those which they name, whose value names what is moving. */
static struct sw_values moving_tables(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_map *seen = sw_map_create(unit->ir.arena);
    struct sw_values globals, tables = {0};
    function_refers(unit, function, &globals);
    for (size_t i = 0; i < globals.count; i++)
        sw_map_put(seen, globals.at[i], globals.at[i]);
    for (size_t i = 0; i < globals.count; i++) {
        if (SW_PROVED(table_stays_put, !is_table_of(unit, globals.at[i], is_moving)))
            continue;
        sw_vec_push(unit->ir.arena, &tables, globals.at[i]);
        constant_refers(unit, LLVMGetInitializer(globals.at[i]), seen, &globals);
    }
    return tables;
}

/* Stores a constant piece by piece: an address of a local variable within a structure that is a value is not seen by
 * CoroSplit, which would keep the variable out of the frame. */
static void store_pieces(struct sw_unit *unit, LLVMValueRef value, LLVMValueRef to) {
    struct sw_ir *ir = &unit->ir;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    LLVMTypeRef type = LLVMTypeOf(value);
    bool is_struct = LLVMIsAConstantStruct(value) != NULL;
    if (!is_struct && !LLVMIsAConstantArray(value)) {
        LLVMBuildStore(ir->builder, value, to);
        return;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
        uint64_t offset = is_struct ? LLVMOffsetOfElement(layout, type, i)
                                    : i * LLVMABISizeOfType(layout, LLVMGetElementType(type));
        store_pieces(unit, LLVMGetOperand(value, i), sw_byte_offset(ir, to, offset, ""));
    }
}

/* int *rows[] = {shared_a, shared_b}; clang makes a constant of the initial value, but addresses of shared and managed
 * variables are none here: each function that uses it fills in a local array instead. */
static void localise_tables(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_ir *ir = &unit->ir;
    struct sw_values tables = moving_tables(unit, function), copies = {0};
    sw_at_entry(ir, function);
    for (size_t i = 0; i < tables.count; i++) {
        LLVMValueRef copy = LLVMBuildAlloca(ir->builder, LLVMGlobalGetValueType(tables.at[i]), "table");
        LLVMSetAlignment(copy, align_of(unit, tables.at[i]));
        sw_vec_push(ir->arena, &copies, in_space(unit, copy, tables.at[i]));
    }
    for (size_t i = 0; i < tables.count; i++)
        store_pieces(unit, LLVMGetInitializer(tables.at[i]), sw_strip_pointer(copies.at[i]));
    for (size_t i = 0; i < tables.count; i++)
        sw_replace_in_function(ir, function, tables.at[i], copies.at[i]);
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
    return space_of(global) == SPACE_CONSTANT && LLVMIsGlobalConstant(global) && !LLVMGetFirstUse(global) &&
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
    LLVMValueRef named = named_by(unit, variable, is_moving);
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
        if (LLVMGetInitializer(g) && sw_is_registered(unit, g) && !named_by(unit, g, is_moving))
            LLVMSetExternallyInitialized(g, true);
}

/* clang has const variables of the device in constant memory. Those that the host knows were declared __device__, or
 * else __constant__, which is noted. */
static bool is_constant_memory(struct sw_unit *unit, LLVMValueRef global) {
    return is_variable(unit, global) && space_of(global) == SPACE_CONSTANT &&
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
        if (is_variable(unit, g))
            refuse_moving(unit, g);
        const char *name = sw_arena_strdup(unit->ir.arena, sw_name(g));
        unsigned owner = sw_owner_of(unit, g, &name);
        struct sw_variable variable = {.name = name,
                                       .global = g,
                                       .owner = owner,
                                       .size = size_of(unit, g),
                                       .align = align_of(unit, g),
                                       .is_constant = is_constant_memory(unit, g),
                                       .place = place_of(unit, g),
                                       .description = sw_description_of(&unit->ir, g),
                                       .is_managed = sw_map_has(unit->managed, g)};
        sw_vec_push(unit->ir.arena, &unit->variables, variable);
    }
}

void sw_pass_globals(struct sw_unit *unit) {
    struct shared_layout layout = {.common = sw_map_create(unit->ir.arena),
                                   .users = sw_map_create(unit->ir.arena),
                                   .dynamic_align = dynamic_align(unit)};
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    delete_the_hosts(unit);
    show_registered(unit);
    collect_variables(unit);
    sw_image_lay_out(unit);
    for (size_t i = 0; i < functions.count; i++)
        localise_tables(unit, functions.at[i]);
    place_common(unit, &layout, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (!sw_kernel_of(unit, functions.at[i]))
            replace_in_function(unit, functions.at[i], &layout);
    for (size_t i = 0; i < unit->kernels.count; i++) {
        place_kernel(unit, &layout, unit->kernels.at[i]);
        replace_in_function(unit, unit->kernels.at[i]->function, &layout);
    }
    delete_shared(unit);
    sw_image_finish(unit);
}
