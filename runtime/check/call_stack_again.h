/* Stacks of calls that have been taken before. The caller holds a lock. */
#ifndef SWRT_CALL_STACK_AGAIN_H
#define SWRT_CALL_STACK_AGAIN_H

#include "check/call_stack.h"

/* The stack of the function whose frame this is (__builtin_frame_address(0)), if that is one that was remembered; else
 * null. */
const struct swrt_call_stack *swrt_call_stack_again(const void *frame);
/* That function has just taken it, by swrt_call_stack_take. */
void swrt_call_stack_remember(const void *frame, const struct swrt_call_stack *stack);

#endif
