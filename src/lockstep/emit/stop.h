/* What ends a kernel: traps and failed assertions. */
#ifndef SW_STOP_H
#define SW_STOP_H

#include "lockstep/emit/serial.h"

/* stop.c: traps and failed assertions, after which nothing comes. */
bool sw_is_stop(LLVMValueRef at); /* but no assertion */
bool sw_is_assertion(LLVMValueRef at);
void sw_emit_assertion(struct sw_lanes *l, LLVMValueRef at);

/* attempt.c: a call, lane by lane, in which an assertion may fail. in: of each operand; out: null if there is no result. */
bool sw_may_fail(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_attempt(struct sw_lanes *l, LLVMValueRef at, const struct sw_passed *in, const struct sw_passed *out);

#endif
