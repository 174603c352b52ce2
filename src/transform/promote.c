/* Promote: code for the checkers, which clang has not optimised, without what hides its pointers: small functions and
 * those of our headers are inlined, and private variables become values.
 *
 *      %p.addr = alloca ptr; store ptr %p, %p.addr; %q = load %p.addr; store i32 1, %q     =>     store i32 1, %p
 *
 * Nothing else changes: accesses to memory that others see stay as they were written. LLVM's SROA takes copies apart
 * that have a private variable at one end (every assignment of a float4), so their other end gets its hook here:
 *
 *      memcpy(%v, %p, 16)   =>   call sw.hook(%p, .. 16 ..); %c = call sw.checked(%p); memcpy(%v, %c, 16)
 *
 * and so do accesses to a constant place outside a local variable, which it would drop. SCCP then removes branches on
 * constants, such as scope and order of atomic operations, and no access that can be reached.
 *
 * Before they dissolve, private variables that may be read before they are written get a shadow
 * (instrument/unwritten.c). */
#include "transform/instrument/hook.h"
#include "transform/instrument/unwritten.h"
#include "transform/transform.h"

#include <llvm-c/DebugInfo.h>

enum { SMALL = 400 }; /* instructions of a function with all that is inlined into it */

struct promotion {
    struct sw_unit *unit;
    struct sw_map *sizes; /* function -> 1 + its size with what is inlined; 1 while it is being found */
    struct sw_map *decisions;
};

static bool is_inlinable(struct promotion *p, LLVMValueRef function);

/* A function's size when everything that is inlined has been. */
static size_t size_of(struct promotion *p, LLVMValueRef function) {
    struct sw_values all;
    size_t known = (size_t)(uintptr_t)sw_map_get(p->sizes, function);
    if (known)
        return known - 1;
    sw_map_put(p->sizes, function, (void *)(uintptr_t)1);
    sw_instructions(&p->unit->ir, function, &all);
    size_t size = all.count;
    for (size_t i = 0; i < all.count; i++) {
        LLVMValueRef callee = sw_is_call(all.at[i]) ? sw_called_function(all.at[i]) : NULL;
        if (callee && sw_is_defined(callee) && is_inlinable(p, callee))
            size += size_of(p, callee);
    }
    sw_map_put(p->sizes, function, (void *)(uintptr_t)(size + 1));
    return size;
}

static bool is_from_our_headers(struct sw_unit *unit, LLVMValueRef function) {
    LLVMMetadataRef scope = LLVMGetSubprogram(function);
    return scope && sw_is_own_scope(unit, scope);
}

static bool decide(struct promotion *p, LLVMValueRef function) {
    if (sw_kernel_of(p->unit, function) || sw_is_recursive(&p->unit->ir, function))
        return false;
    return sw_has_attribute(function, "alwaysinline") || is_from_our_headers(p->unit, function) ||
           size_of(p, function) <= SMALL;
}

static bool is_inlinable(struct promotion *p, LLVMValueRef function) {
    static char yes, no;
    void *known = sw_map_get(p->decisions, function);
    if (!known) {
        known = decide(p, function) ? &yes : &no;
        sw_map_put(p->decisions, function, known);
    }
    return known == &yes;
}

/* At -O0 clang marks every function as one that is not to be inlined, and so it cannot be seen which the user marked. */
static void demand_inlining(struct promotion *p) {
    struct sw_values functions;
    sw_functions(&p->unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        is_inlinable(p, functions.at[i]);
    for (size_t i = 0; i < functions.count; i++) {
        sw_remove_attribute(functions.at[i], "noinline");
        sw_remove_attribute(functions.at[i], "optnone");
        if (is_inlinable(p, functions.at[i]))
            sw_add_attribute(&p->unit->ir, functions.at[i], "alwaysinline");
    }
}

/* One end of a copy, of so many bytes, the other being private. */
static void check_end(struct sw_unit *unit, LLVMValueRef copy, unsigned operand, uint64_t bytes) {
    LLVMValueRef pointer = LLVMGetOperand(copy, operand);
    unsigned align = sw_stated_call_align(copy, operand);
    struct sw_hook hook = {.function = operand ? SW_HOOK_READ : SW_HOOK_WRITE,
                           .address = pointer,
                           .kind = operand ? SWRT_SITE_READ : SWRT_SITE_WRITE,
                           .size = (unsigned)bytes,
                           .align = align,
                           .name = sw_variable_name(unit, pointer),
                           .flags = LLVMIsNull(LLVMGetOperand(copy, 3)) ? 0 : SWRT_SITE_VOLATILE};
    sw_before(&unit->ir, copy);
    sw_put_hook(unit, &hook);
    LLVMSetOperand(copy, operand, sw_checked(unit, pointer));
}

static void check_copy(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_private to, from;
    LLVMValueRef bytes = LLVMGetOperand(at, 2);
    if (sw_is_fill(at) || !LLVMIsAConstantInt(bytes) || LLVMConstIntGetZExtValue(bytes) > UINT32_MAX)
        return;
    bool own_to = sw_is_private(unit, LLVMGetOperand(at, 0), &to);
    bool own_from = sw_is_private(unit, LLVMGetOperand(at, 1), &from);
    if (own_to != own_from)
        check_end(unit, at, own_to ? 1 : 0, LLVMConstIntGetZExtValue(bytes));
}

/* Before SROA sees it: a constant place outside a local array. */
static void check_outside(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_private found;
    bool is_store = LLVMIsAStoreInst(at);
    LLVMValueRef pointer = LLVMGetOperand(at, is_store ? 1 : 0);
    unsigned bytes = sw_store_size(unit, LLVMTypeOf(is_store ? LLVMGetOperand(at, 0) : at));
    if (sw_is_private(unit, pointer, &found) && found.has_offset && sw_may_miss(&found, bytes))
        sw_hook_access(unit, at);
}

static void see(struct sw_ir *ir, LLVMValueRef at, void *data) {
    (void)ir;
    if (sw_is_copy(at))
        check_copy(data, at);
    else if (LLVMIsALoadInst(at) || LLVMIsAStoreInst(at))
        check_outside(data, at);
}

void sw_pass_promote(struct sw_unit *unit) {
    struct promotion p = {unit, sw_map_create(unit->ir.arena), sw_map_create(unit->ir.arena)};
    if (!unit->options.check)
        return;
    sw_mark_returns(unit);
    sw_straighten_cleanups(unit);
    sw_keep_doubtful(unit);
    sw_ir_run_passes(&unit->ir, "function(mem2reg)", NULL);
    demand_inlining(&p);
    sw_ir_run_passes(&unit->ir, "always-inline", NULL);
    sw_shadow_locals(unit);
    sw_ir_run_passes(&unit->ir, "function(mem2reg)", NULL);
    sw_visit_instructions(&unit->ir, see, unit);
    sw_ir_run_passes(&unit->ir, "function(sroa,sccp)", NULL);
    sw_drop_written(unit);
    unit->variable_names = NULL; /* of variables that have dissolved, strings that nobody needs any more */
}
