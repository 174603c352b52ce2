/* Library: links the device library, and refuses what is still undefined.
 *
 * Undefined functions that the user's code calls must be in the device library or be one of the C library's memory
 * functions; anything else is named with the place of a call. */
#include "transform/transform.h"

#include <string.h>

static bool is_host_function(const char *name) {
    static const char *const names[] = {"memcpy", "memset", "memmove", "memcmp", "strlen", "strcmp"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_equal(names[i], name))
            return true;
    return sw_starts_with(name, "swrt_");
}

/* LLVM's own intrinsics that any target has; nvvm's are not among them. */
static bool is_generic_intrinsic(const char *name) {
    return sw_starts_with(name, "llvm.") && !sw_starts_with(name, "llvm.nvvm.");
}

/* Says where an undefined function is called; the name alone when nothing calls it by name. */
static void refuse_undefined(struct sw_unit *unit, LLVMValueRef function) {
    LLVMValueRef call = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use && !call; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)))
            call = LLVMGetUser(use);
    struct sw_place place = call ? sw_place_of(&unit->ir, call) : SW_NOWHERE;
    const char *in = call ? sw_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))) : "?";
    if (sw_starts_with(sw_name(function), "llvm.nvvm."))
        sw_error(place, "the GPU instruction '%s' is not supported (in '%s')", sw_name(function), in);
    else
        sw_error(place, "undefined device function '%s' (used in '%s'); a function of another file needs -rdc=true",
                 sw_name(function), in);
}

static void collect_undefined(struct sw_unit *unit, struct sw_values *undefined) {
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f))
        if (!sw_is_defined(f) && LLVMGetFirstUse(f) && !is_host_function(sw_name(f)) &&
            !is_generic_intrinsic(sw_name(f)))
            sw_vec_push(unit->ir.arena, undefined, f);
}

/* Links the library and makes it internal; what is not used goes. */
static void link_library(struct sw_unit *unit) {
    struct sw_map *own = sw_map_create(unit->ir.arena);
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f))
        if (sw_is_defined(f))
            sw_map_put(own, f, f);
    if (!sw_ir_load(&unit->ir, unit->options.devicelib))
        return;
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f)) {
        sw_strip_target(f);
        if (sw_is_defined(f) && !sw_map_has(own, f)) {
            LLVMSetLinkage(f, LLVMInternalLinkage);
            sw_remove_attribute(f, "noinline");
        }
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && !sw_starts_with(sw_name(g), "llvm."))
            LLVMSetLinkage(g, LLVMInternalLinkage);
}

void sw_pass_library(struct sw_unit *unit) {
    struct sw_values undefined = {0};
    collect_undefined(unit, &undefined);
    struct sw_strings names = {0};
    for (size_t i = 0; i < undefined.count; i++)
        sw_vec_push(unit->ir.arena, &names, sw_arena_strdup(unit->ir.arena, sw_name(undefined.at[i])));
    if (unit->options.devicelib)
        link_library(unit);
    for (size_t i = 0; i < names.count; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(unit->ir.module, names.at[i]);
        if (function && !sw_is_defined(function))
            refuse_undefined(unit, function);
    }
}
