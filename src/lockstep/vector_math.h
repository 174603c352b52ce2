/* Mathematical functions on vectors (vector_math.c). */
#ifndef SW_VECTOR_MATH_H
#define SW_VECTOR_MATH_H

#include "ir/unit.h"

/* The vector form of a device library function (__nv_expf, ..., also by LLVM's name for it, llvm.exp.f32) on
 * <lanes x T> arguments; the builder is positioned. Null when there is none. */
LLVMValueRef sw_vector_math(struct sw_unit *unit, const char *name, unsigned lanes, LLVMValueRef *args, unsigned count);
/* Whether sw_vector_math knows a function of this name, for some machine: better not inlined before. */
bool sw_has_vector_math(const char *name);

#endif
