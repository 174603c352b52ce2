/* Atomic operations of the lanes that run (atomic.c). */
#ifndef SW_ATOMIC_H
#define SW_ATOMIC_H

#include "analysis/analysis.h"
#include "lockstep/lanes/lanes.h"

void sw_emit_atomic(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
/* Of all rows at once, where one address is all lanes'; else false. */
bool sw_emit_atomic_rows(struct sw_lanes *l, LLVMValueRef at);

#endif
