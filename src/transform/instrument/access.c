/* Hooks of plain accesses: loads, stores, copies and fills, and what functions of the device library store. */
#include "analysis/analysis.h"
#include "transform/instrument/hook.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

unsigned sw_store_size(struct sw_unit *unit, LLVMTypeRef type) {
    return (unsigned)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->ir.module), type);
}

LLVMValueRef sw_variable_name(struct sw_unit *unit, LLVMValueRef pointer) {
    LLVMValueRef base = sw_strip_pointer(pointer);
    if (!LLVMIsAGlobalVariable(base) && !LLVMIsAAllocaInst(base))
        return NULL;
    if (!*sw_name(base))
        return NULL;
    if (!unit->variable_names)
        unit->variable_names = sw_map_create(unit->ir.arena);
    LLVMValueRef text = sw_map_get(unit->variable_names, base);
    if (!text) {
        text = sw_string(&unit->ir, sw_own_variable_name(unit->ir.arena, sw_name(base)));
        sw_map_put(unit->variable_names, base, text);
    }
    return text;
}

static enum swrt_order order_of(LLVMValueRef access) {
    switch (LLVMGetOrdering(access)) {
    case LLVMAtomicOrderingNotAtomic:
        return SWRT_ORDER_WEAK;
    case LLVMAtomicOrderingAcquire:
        return SWRT_ORDER_ACQUIRE;
    case LLVMAtomicOrderingRelease:
        return SWRT_ORDER_RELEASE;
    case LLVMAtomicOrderingSequentiallyConsistent:
        return SWRT_ORDER_SEQUENTIAL;
    default:
        return SWRT_ORDER_RELAXED;
    }
}

static bool asks_shadow(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_hook hook;
    if (sw_hook_of(at, &hook))
        return hook.function == SW_HOOK_UNWRITTEN;
    return LLVMIsALoadInst(at) && sw_is_shadow(unit, LLVMGetOperand(at, 0));
}

/* The first of what asks, before the access, whether the place in the variable is written (unwritten.c): of a place that
 * is outside that is no question. */
static LLVMValueRef before_shadow(struct sw_unit *unit, LLVMValueRef at, LLVMValueRef pointer) {
    LLVMValueRef first = at, before = LLVMGetPreviousInstruction(at);
    for (; before && before != pointer; before = LLVMGetPreviousInstruction(before)) {
        if (asks_shadow(unit, before))
            first = before;
        else if (!sw_is_pure(before))
            break;
    }
    return first;
}

static void hook_local(struct sw_unit *unit, LLVMValueRef at, struct sw_hook hook, const struct sw_private *found) {
    sw_before(&unit->ir, before_shadow(unit, at, hook.address));
    LLVMSetCurrentDebugLocation2(unit->ir.builder, LLVMInstructionGetDebugLoc(at));
    hook.function = SW_HOOK_LOCAL;
    hook.other = found->base;
    hook.bytes = sw_const(unit->ir.i64, found->bytes);
    sw_put_hook(unit, &hook);
}

/* Whether the instruction before this one is the hook that the promote pass has put. */
static bool is_hooked(LLVMValueRef at) {
    LLVMValueRef before = LLVMGetPreviousInstruction(at);
    struct sw_hook hook;
    return before && sw_hook_of(before, &hook) && hook.function == SW_HOOK_LOCAL;
}

static unsigned flags_of(struct sw_unit *unit, LLVMValueRef at, LLVMValueRef pointer) {
    unsigned flags = (LLVMGetVolatile(at) ? SWRT_SITE_VOLATILE : 0) | sw_advice_on(unit, at, pointer);
    return flags | (LLVMIsALoadInst(at) && sw_is_expected(at) ? SWRT_SITE_EXPECTED : 0);
}

static void hook_simple(struct sw_unit *unit, LLVMValueRef at, LLVMValueRef pointer, LLVMTypeRef type, bool is_store) {
    struct sw_private found;
    unsigned size = sw_store_size(unit, type);
    bool own = sw_is_private(unit, pointer, &found);
    enum swrt_order order = order_of(at);
    if ((own && !sw_may_miss(&found, size)) || is_hooked(at))
        return;
    struct sw_hook hook = {.function = is_store ? SW_HOOK_WRITE : SW_HOOK_READ,
                           .address = pointer,
                           .kind = is_store ? SWRT_SITE_WRITE : SWRT_SITE_READ,
                           .size = size,
                           .align = LLVMGetAlignment(at),
                           .name = sw_variable_name(unit, pointer),
                           .flags = flags_of(unit, at, pointer)};
    sw_before(&unit->ir, at);
    if (own) {
        hook_local(unit, at, hook, &found);
        return;
    }
    if (order != SWRT_ORDER_WEAK) {
        hook.function = SW_HOOK_ATOMIC;
        hook.order = sw_const(unit->ir.i32, order);
        hook.scope = SWRT_SCOPE_SYSTEM;
    }
    sw_put_hook(unit, &hook);
}

static void hook_copy(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_private found;
    LLVMValueRef to = LLVMGetOperand(at, 0), from = LLVMGetOperand(at, 1);
    bool fills = sw_is_fill(at), own_to = sw_is_private(unit, to, &found);
    if (own_to && (fills || sw_is_private(unit, from, &found)))
        return;
    struct sw_hook hook = {.function = fills ? SW_HOOK_FILL : SW_HOOK_COPY,
                           .address = to,
                           .other = fills ? NULL : from,
                           .bytes = LLVMGetOperand(at, 2),
                           .kind = fills ? SWRT_SITE_FILL : SWRT_SITE_COPY,
                           .align = sw_stated_call_align(at, 0),
                           .name = sw_variable_name(unit, to),
                           .flags = LLVMIsNull(LLVMGetOperand(at, 3)) ? 0 : SWRT_SITE_VOLATILE};
    sw_before(&unit->ir, at);
    sw_put_hook(unit, &hook);
}

/* Functions of the device library that store results of `size` bytes through arguments first .. last. */
static const struct {
    const char *name;
    unsigned first, last, size;
} storing[] = {
    {"__nv_frexp", 1, 1, 4},        {"__nv_frexpf", 1, 1, 4},   {"__nv_modf", 1, 1, 8},      {"__nv_modff", 1, 1, 4},
    {"__nv_remquo", 2, 2, 4},       {"__nv_remquof", 2, 2, 4},  {"__nv_sincos", 1, 2, 8},    {"__nv_sincosf", 1, 2, 4},
    {"__nv_fast_sincosf", 1, 2, 4}, {"__nv_sincospi", 1, 2, 8}, {"__nv_sincospif", 1, 2, 4},
};

static void hook_results(struct sw_unit *unit, LLVMValueRef call) {
    const char *name = sw_callee_name(call);
    struct sw_private found;
    for (size_t i = 0; i < sizeof storing / sizeof *storing; i++)
        for (unsigned k = storing[i].first; sw_equal(storing[i].name, name) && k <= storing[i].last; k++) {
            LLVMValueRef pointer = LLVMGetOperand(call, k);
            struct sw_hook hook = {.function = SW_HOOK_WRITE,
                                   .address = pointer,
                                   .kind = SWRT_SITE_WRITE,
                                   .size = storing[i].size,
                                   .align = storing[i].size,
                                   .name = sw_variable_name(unit, pointer)};
            if (sw_is_private(unit, pointer, &found))
                continue;
            sw_before(&unit->ir, call);
            sw_put_hook(unit, &hook);
        }
}

void sw_hook_access(struct sw_unit *unit, LLVMValueRef at) {
    if (LLVMIsALoadInst(at))
        hook_simple(unit, at, LLVMGetOperand(at, 0), LLVMTypeOf(at), false);
    else if (LLVMIsAStoreInst(at))
        hook_simple(unit, at, LLVMGetOperand(at, 1), LLVMTypeOf(LLVMGetOperand(at, 0)), true);
    else if (sw_is_copy(at))
        hook_copy(unit, at);
    else if (sw_starts_with(sw_callee_name(at), "__nv_"))
        hook_results(unit, at);
}
