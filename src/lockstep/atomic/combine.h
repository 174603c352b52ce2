/* What an atomic operation computes, as ordinary instructions, on scalars and on vectors (combine.c). */
#ifndef SW_COMBINE_H
#define SW_COMBINE_H

#include "analysis/analysis.h"

/* Not of load, store and cas. */
LLVMTypeRef sw_atomic_value_type(struct sw_ir *ir, enum sw_atomic_type type);
bool sw_atomic_is_float(enum sw_atomic_type type);
bool sw_atomic_is_signed(enum sw_atomic_type type);
bool sw_is_combinable(const struct sw_atomic *a); /* what it computes follows from old and value alone */
LLVMValueRef sw_atomic_flushed(struct sw_ir *ir, LLVMValueRef value); /* f32: zero of the same sign for a denormal */
LLVMValueRef sw_atomic_combine(struct sw_ir *ir, const struct sw_atomic *atomic, LLVMValueRef old, LLVMValueRef value);

#endif
