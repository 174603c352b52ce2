/* Where shared variables lie in the shared memory of a block:
 *
 *      | those of out-of-line functions | those of the kernel | extern __shared__ arrays, on 16 bytes or more
 *
 * The first have one place for all kernels; a kernel that calls none of these functions begins without them. */
#include "softwarp/assumptions.h"
#include "transform/lower/globals.h"
#include "transform/lower/image.h"

static unsigned round_up(unsigned bytes, unsigned align) {
    assert(align && !(align & (align - 1)));
    return (bytes + align - 1) / align * align;
}

static unsigned place(struct sw_unit *unit, struct sw_map *offsets, struct sw_shared_variables *list,
                      LLVMValueRef global, unsigned at) {
    unsigned size = (unsigned)sw_global_size(unit, global);
    at = round_up(at, sw_global_align(unit, global));
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

uint64_t sw_shared_offset(const struct sw_shared_layout *layout, LLVMValueRef global) {
    const struct sw_map *offsets = sw_map_has(layout->common, global) ? layout->common : layout->own;
    assert(sw_map_has(offsets, global));
    return (uintptr_t)sw_map_get(offsets, global) - 1;
}

void sw_place_common(struct sw_unit *unit, struct sw_shared_layout *layout, const struct sw_values *functions) {
    struct sw_values globals;
    for (size_t i = 0; i < functions->count; i++) {
        if (sw_kernel_of(unit, functions->at[i]))
            continue;
        sw_globals_of(unit, functions->at[i], &globals);
        for (size_t k = 0; k < globals.count; k++) {
            if (sw_declared_space(globals.at[k]) != SW_NVPTX_SHARED || sw_is_dynamic_shared(globals.at[k]))
                continue;
            sw_map_put(layout->users, functions->at[i], functions->at[i]);
            if (!sw_map_has(layout->common, globals.at[k]))
                layout->common_bytes = place(unit, layout->common, &layout->common_list, globals.at[k],
                                             layout->common_bytes);
        }
    }
}

/* Whether a function may call one that uses the variables in common; through a pointer it may call any. */
static bool may_use_common(struct sw_unit *unit, const struct sw_shared_layout *layout, LLVMValueRef function,
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

static bool may_call_user(struct sw_unit *unit, const struct sw_shared_layout *layout, LLVMValueRef kernel) {
    return layout->common_bytes && may_use_common(unit, layout, kernel, sw_map_create(unit->ir.arena));
}

static bool uses_common(const struct sw_shared_layout *layout, const struct sw_values *globals) {
    for (size_t i = 0; i < globals->count; i++)
        if (sw_map_has(layout->common, globals->at[i]))
            return true;
    return false;
}

void sw_place_kernel(struct sw_unit *unit, struct sw_shared_layout *layout, struct sw_kernel *kernel) {
    struct sw_values globals;
    sw_globals_of(unit, kernel->function, &globals);
    bool is_apart = SW_PROVED(common_not_used, !uses_common(layout, &globals)) &&
                    SW_PROVED(common_not_called, !may_call_user(unit, layout, kernel->function));
    unsigned at = is_apart ? 0 : layout->common_bytes, start = at;
    layout->own = sw_map_create(unit->ir.arena);
    for (size_t k = 0; k < globals.count; k++) {
        LLVMValueRef global = globals.at[k];
        if (sw_declared_space(global) != SW_NVPTX_SHARED)
            continue;
        if (sw_is_dynamic_shared(global))
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
        if (sw_declared_space(g) == SW_NVPTX_SHARED && sw_is_dynamic_shared(g) && sw_global_align(unit, g) > align)
            align = sw_global_align(unit, g);
    return align;
}

struct sw_shared_layout sw_shared_layout(struct sw_unit *unit) {
    struct sw_arena *arena = unit->ir.arena;
    return (struct sw_shared_layout){
        .common = sw_map_create(arena), .users = sw_map_create(arena), .dynamic_align = dynamic_align(unit)};
}
