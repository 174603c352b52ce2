/* Calls of host code: kept as addresses, cheap enough for each launch and allocation, and named when a finding needs
 * it. */
#ifndef SWRT_CALL_STACK_H
#define SWRT_CALL_STACK_H

#include <stdint.h>
#include <stdio.h>

enum { SWRT_STACK_DEPTH = 24 };
struct swrt_call_stack {
    uint32_t count;
    void *pc[SWRT_STACK_DEPTH];
};

/* The caller's, innermost first. */
void swrt_call_stack_take(struct swrt_call_stack *stack);
/* The caller's, one and the same for all calls that are the same: it lives for ever. Null when out of memory. */
const struct swrt_call_stack *swrt_call_stack_here(void);
/* The same, from the function on that a call returns to: what calls that one makes is not the user's. */
const struct swrt_call_stack *swrt_call_stack_from(const void *return_address);
uint64_t swrt_call_stack_hash(const struct swrt_call_stack *stack); /* null: 0 */
/* Calls visit for each function of the user's, innermost first: those of the runtime above the first of CUDA's own
 * functions, and those that call main, are left out. file is null where no debug information tells it. */
void swrt_call_stack_each(const struct swrt_call_stack *stack,
                          void (*visit)(void *data, const char *function, const char *file, unsigned line), void *data);

#endif
