/* Calling a function on another stack.
 *
 * It is a call and no more: the stack pointer moves, the function runs and returns, the pointer moves back. Nothing is
 * ever left on the other stack, so no registers have to be kept, and whoever looks at the callers (a debugger, profilers,
 * the C++ runtime) goes from one stack to the other by the frame pointer, as the unwind table says.
 *
 * AddressSanitizer and valgrind keep books on stacks and are told. The sanitizer may be the program's and not ours, so
 * it is looked for when the program runs; valgrind listens to an instruction that does nothing otherwise.
 */
#define _GNU_SOURCE
#include "os/thread/stack.h"

#include <stdint.h>
#include <sys/mman.h>

#define NOT_SANITIZED __attribute__((no_sanitize("address"), noinline))
#define IF_THERE __attribute__((weak, visibility("default")))

IF_THERE void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t bytes);
IF_THERE void __sanitizer_finish_switch_fiber(void *fake_stack, const void **bottom, size_t *bytes);

/* (char *top, void (*function)(void *), void *data). gdb takes a caller whose stack lies below its callee's for a
 * broken stack, except for a function of this name, by which compilers change stacks; it is this file's own. */
void swrt_stack_call(char *top, void (*function)(void *), void *data) __asm__("__morestack");
__asm__(".text\n"
        ".p2align 4\n"
        ".type __morestack, @function\n"
        "__morestack:\n"
        "    .cfi_startproc\n"
        "    pushq %rbp\n"
        "    .cfi_def_cfa_offset 16\n"
        "    .cfi_offset %rbp, -16\n"
        "    movq %rsp, %rbp\n"
        "    .cfi_def_cfa_register %rbp\n"
        "    movq %rdi, %rsp\n"
        "    movq %rdx, %rdi\n"
        "    callq *%rsi\n"
        "    movq %rbp, %rsp\n"
        "    popq %rbp\n"
        "    .cfi_def_cfa %rsp, 8\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size __morestack, . - __morestack\n");

void swrt_stack_register(const char *low, const char *high) {
    enum { STACK_REGISTER = 0x1501 };
    volatile uint64_t request[6] = {STACK_REGISTER, (uintptr_t)low, (uintptr_t)high};
    uint64_t answer = 0;
    __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                     : "+d"(answer)
                     : "a"(request)
                     : "cc", "memory");
}

NOT_SANITIZED void swrt_stack_leave(void **fake, const void *to, size_t bytes) {
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(fake, to, bytes);
}

NOT_SANITIZED void swrt_stack_arrive(void *fake, const void **from, size_t *bytes) {
    if (__sanitizer_finish_switch_fiber)
        __sanitizer_finish_switch_fiber(fake, from, bytes);
}

/* From below: guard, stack, guard, signal stack. */
enum { WHOLE = 2 * SWRT_STACK_GUARD + SWRT_STACK_BYTES + SWRT_SIGNAL_STACK_BYTES };

static char *start_of(const struct swrt_stack *stack) {
    return stack->low - SWRT_STACK_GUARD;
}

bool swrt_stack_create(struct swrt_stack *stack) {
    char *start = mmap(NULL, WHOLE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (start == MAP_FAILED)
        return false;
    *stack = (struct swrt_stack){.low = start + SWRT_STACK_GUARD};
    stack->signal = stack->low + SWRT_STACK_BYTES + SWRT_STACK_GUARD;
    madvise(start, WHOLE, MADV_NOHUGEPAGE); /* of most, a few pages are used */
    if (mprotect(stack->low, SWRT_STACK_BYTES, PROT_READ | PROT_WRITE) ||
        mprotect(stack->signal, SWRT_SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE)) {
        swrt_stack_destroy(stack);
        return false;
    }
    swrt_stack_register(stack->low, stack->low + SWRT_STACK_BYTES - 1);
    return true;
}

void swrt_stack_destroy(struct swrt_stack *stack) {
    munmap(start_of(stack), WHOLE);
    stack->low = NULL;
}

NOT_SANITIZED static void run_here(void *data) {
    struct swrt_stack *stack = data;
    swrt_stack_arrive(NULL, &stack->from, &stack->from_bytes);
    stack->function(stack->data);
    swrt_stack_leave(NULL, stack->from, stack->from_bytes);
}

NOT_SANITIZED void swrt_stack_run(struct swrt_stack *stack, void (*function)(void *data), void *data) {
    void *fake = NULL;
    stack->function = function;
    stack->data = data;
    swrt_stack_leave(&fake, stack->low, SWRT_STACK_BYTES);
    swrt_stack_call(stack->low + SWRT_STACK_BYTES, run_here, stack);
    swrt_stack_arrive(fake, NULL, NULL);
}
