/* Memory, for other emitters than that of loads and stores (memory.c, prefetch.c). */
#ifndef SW_MEMORY_H
#define SW_MEMORY_H

#include "lockstep/lanes/lanes.h"

/* prefetch.c: prefetches what the same load will read some iterations later. from: lane 0's address; size: of an element. */
void sw_prefetch(struct sw_lanes *l, LLVMValueRef pointer, LLVMValueRef from, uint64_t size);

/* memory.c */
/* The compiler moves no access of memory across: there, threads wait for each other, or accesses are volatile. */
void sw_hold_order(struct sw_lanes *l);
/* What the lanes that run read and write at their addresses; `at` is the source instruction that does. */
LLVMValueRef sw_load_lanes(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMTypeRef type, unsigned align);
void sw_store_lanes(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMTypeRef type, LLVMValueRef vector,
                    unsigned align);

#endif
