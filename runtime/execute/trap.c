/* Functions that generated code calls to stop a kernel on purpose, and to ask which memory an address lies in. */
#include "execute/block.h"

static struct swrt_executor *executor_of(struct swrt_block *block) {
    return ((struct swrt_slot *)block->runtime)->executor;
}

void swrt_assertfail(struct swrt_block *block, const char *message, const char *file, uint32_t line,
                     const char *function) {
    struct swrt_executor *x = executor_of(block);
    void **back = x->attempt;
    swrt_assert_note(block, message, file, line, function);
    x->attempt = NULL;
    if (back && x->num_assertions < SWRT_MOST_ASSERTIONS)
        __builtin_longjmp(back, 1);
    swrt_assert_end(block);
}

/* A jump that costs a few stores to prepare. */
uint32_t swrt_assert_try(struct swrt_block *block, void (*call)(struct swrt_block *block, void *values), void *values) {
    void *back[5];
    executor_of(block)->attempt = back;
    if (__builtin_setjmp(back))
        return 1;
    call(block, values);
    executor_of(block)->attempt = NULL;
    return 0;
}

void swrt_assert_end(struct swrt_block *block) {
    swrt_fault_assertions(executor_of(block));
    swrt_fault_raise(executor_of(block));
}

void swrt_assert_note(struct swrt_block *block, const char *message, const char *file, uint32_t line,
                      const char *function) {
    struct swrt_executor *x = executor_of(block);
    if (x->num_assertions < SWRT_MOST_ASSERTIONS)
        x->assertions[x->num_assertions++] = (struct swrt_assertion){message, file, function, line, block->tid};
}

/* In code without waits the others get to their end without those that have failed; in other code, as far as they can
 * (block.c). */
void swrt_assert_stop(struct swrt_block *block) {
    const struct swrt_slot *slot = block->runtime;
    if (slot->grid->variant->loop && slot->executor->num_assertions < SWRT_MOST_ASSERTIONS)
        return;
    swrt_fault_assertions(slot->executor);
    swrt_fault_raise(slot->executor);
}

static void stop(struct swrt_block *block, const struct swrt_fault *fault) {
    struct swrt_executor *x = executor_of(block);
    x->fault = *fault;
    swrt_fault_raise(x);
}

static const char *const trap_texts[] = {
    [SWRT_TRAP_TRAP] = "__trap()",
    [SWRT_TRAP_UNREACHABLE] = "code that should be unreachable was reached",
    [SWRT_TRAP_UNSUPPORTED] = "something that Softwarp does not support",
    [SWRT_TRAP_ATOMIC_ON_CONSTANT] = "an atomic operation on constant memory",
    [SWRT_TRAP_VECTOR_IN_SHARED] = "atomicAdd of float2 or float4 on shared memory (CUDA has it for global memory)",
    [SWRT_TRAP_PHASE_ENDED] = "a barrier's phase ended before all lanes of a warp had arrived together "
                              "(run with SOFTWARP_LANES=1)",
};

void swrt_trap(struct swrt_block *block, uint32_t kind, const char *what) {
    const uint32_t count = sizeof trap_texts / sizeof *trap_texts;
    const char *text = what && *what ? what : kind < count ? trap_texts[kind] : "unknown trap";
    bool is_space = kind == SWRT_TRAP_VECTOR_IN_SHARED;
    stop(block, &(struct swrt_fault){.kind = SWRT_FAULT_TRAP,
                                     .message = text,
                                     .is_one_thread = true,
                                     .error = is_space ? cudaErrorInvalidAddressSpace : cudaErrorLaunchFailure,
                                     .pc = (uintptr_t)__builtin_return_address(0) - 1});
}

void swrt_misaligned_at(const void *address, uint32_t size, const void *caller) {
    struct swrt_executor *x = swrt_self()->executor;
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_SIGNAL,
                                   .error = cudaErrorMisalignedAddress,
                                   .misaligned = true,
                                   .address = (uintptr_t)address,
                                   .size = size,
                                   .pc = (uintptr_t)caller - 1};
    swrt_fault_raise(x);
}

void swrt_misaligned(const void *address, uint32_t size) {
    swrt_misaligned_at(address, size, __builtin_return_address(0));
}

static bool within(const void *pointer, const void *base, size_t bytes) {
    return (uintptr_t)pointer - (uintptr_t)base < bytes;
}

static bool in_constant(const struct swrt_slot *slot, const void *pointer) {
    const struct swrt_module *module = slot->grid->module;
    if (!module || !slot->grid->image)
        return false;
    const struct swrt_var *vars = module->vars;
    for (uint32_t i = 0; i < module->num_vars; i++) {
        size_t offset = (size_t)((const char *)vars[i].address - (const char *)module->image);
        if (vars[i].flags & SWRT_VAR_CONSTANT &&
            within(pointer, (const char *)slot->grid->image + offset, vars[i].size))
            return true;
    }
    return false;
}

uint32_t swrt_address_space(struct swrt_block *block, const void *pointer) {
    const struct swrt_slot *slot = block->runtime;
    char here;
    if (within(pointer, block->window, block->window_bytes)) /* another block's of the cluster, too */
        return SWRT_SPACE_SHARED;
    /* The stack in use: from here up to where the executor's loop keeps its recovery point. */
    if (slot->steering && slot->steering->holds(slot, pointer))
        return SWRT_SPACE_LOCAL;
    bool in_stack = slot->fiber      ? swrt_fibers_hold(slot, pointer)
                    : slot->steering ? false
                                     : within(pointer, &here, (size_t)(swrt_self()->stack_top - &here));
    if (swrt_frames_hold(&slot->frames, pointer) || in_stack || swrt_guarded_holds(&slot->executor->locals, pointer))
        return SWRT_SPACE_LOCAL;
    if (slot->grid->args && within(pointer, slot->grid->args, slot->grid->kernel->params_bytes))
        return SWRT_SPACE_PARAMETER;
    return in_constant(slot, pointer) ? SWRT_SPACE_CONSTANT : SWRT_SPACE_GLOBAL;
}

/* Asked before an operation of many lanes, too. */
void swrt_refuse_constant(struct swrt_block *block, const void *address) {
    if (in_constant(block->runtime, address))
        stop(block, &(struct swrt_fault){.kind = SWRT_FAULT_TRAP,
                                         .message = trap_texts[SWRT_TRAP_ATOMIC_ON_CONSTANT],
                                         .error = cudaErrorLaunchFailure,
                                         .pc = (uintptr_t)__builtin_return_address(0) - 1});
}
