/* Library: links the device library.
 *
 * A function that the user's code calls and does not define must be in the device library, or be one of the C library's
 * memory functions. This pass lists the undefined ones before it links, each with the place of a call; the undefined pass
 * refuses those that are undefined still. */
#include "lockstep/machine/vector_math.h"
#include "transform/lower/lower.h"
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

/* Where an undefined function is called; the name alone when nothing calls it by name. */
static struct sw_undefined describe(struct sw_unit *unit, LLVMValueRef function) {
    LLVMValueRef call = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use && !call; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)))
            call = LLVMGetUser(use);
    const char *user = call ? sw_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))) : "?";
    return (struct sw_undefined){sw_arena_strdup(unit->ir.arena, sw_name(function)),
                                 sw_arena_strdup(unit->ir.arena, user),
                                 call ? sw_place_of(&unit->ir, call) : SW_NOWHERE};
}

static void collect_undefined(struct sw_unit *unit) {
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f))
        if (!sw_is_defined(f) && LLVMGetFirstUse(f) && !is_host_function(sw_name(f)) &&
            !is_generic_intrinsic(sw_name(f)))
            sw_vec_push(unit->ir.arena, &unit->undefined, describe(unit, f));
}

/* Links the library and makes it internal; what is not used goes. */
static void link_library(struct sw_unit *unit, const struct sw_map *own) {
    if (!sw_ir_load(&unit->ir, unit->options.devicelib))
        return;
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f)) {
        sw_strip_target(f);
        if (sw_is_defined(f) && !sw_map_has(own, f)) {
            LLVMSetLinkage(f, LLVMInternalLinkage);
            sw_remove_attribute(f, "noinline");
            sw_mark_library(&unit->ir, f);
        }
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && !sw_starts_with(sw_name(g), "llvm."))
            LLVMSetLinkage(g, LLVMInternalLinkage);
}

/* Whose function is meant can not be told any more: sinf() calls __nv_sinf. */
static void refuse_namesakes(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->namesakes.count; i++) {
        const struct sw_namesake *n = &unit->namesakes.at[i];
        LLVMValueRef ours = LLVMGetNamedFunction(unit->ir.module, n->name);
        if (ours && sw_is_defined(ours))
            sw_error(n->place, "'%s' is a function of the device library: a program's own needs another name", n->name);
    }
}

/* What nobody calls goes at once: the passes to come would work on it for nothing. */
static void drop_unused(struct sw_unit *unit, const struct sw_map *own) {
    for (bool changed = true; changed;) {
        changed = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module), next; f; f = next) {
            next = LLVMGetNextFunction(f);
            if (sw_map_has(own, f) || !sw_is_defined(f) || LLVMGetFirstUse(f))
                continue;
            LLVMDeleteFunction(f);
            changed = true;
        }
    }
}

/* Straight arithmetic: what lockstep can turn into vectors, and what costs more to call than to do. */
static bool is_small(LLVMValueRef function) {
    enum { MOST_INSTRUCTIONS = 60 };
    unsigned count = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
            if (++count > MOST_INSTRUCTIONS || LLVMIsAAllocaInst(at) ||
                (sw_is_call(at) && !sw_starts_with(sw_callee_name(at), "llvm.") &&
                 !sw_has_vector_math(sw_callee_name(at))))
                return false;
    return true;
}

static void inline_small(struct sw_unit *unit, const struct sw_map *own) {
    if (!unit->options.optimise)
        return;
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f))
        if (sw_is_defined(f) && !sw_map_has(own, f) && !sw_has_vector_math(sw_name(f)) && is_small(f))
            sw_add_attribute(&unit->ir, f, "alwaysinline");
    sw_ir_run_passes(&unit->ir, "always-inline", NULL);
}

void sw_pass_library(struct sw_unit *unit) {
    struct sw_map *own = sw_map_create(unit->ir.arena);
    collect_undefined(unit);
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f))
        if (sw_is_defined(f))
            sw_map_put(own, f, f);
    if (!unit->options.devicelib)
        return;
    link_library(unit, own);
    refuse_namesakes(unit);
    drop_unused(unit, own);
    sw_declare_math_by_vectors(unit);
    inline_small(unit, own);
    drop_unused(unit, own);
    sw_define_math_by_vectors(unit);
}
