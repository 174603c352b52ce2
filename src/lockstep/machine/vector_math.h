/* Mathematical functions on vectors (vector_math.c). */
#ifndef SW_VECTOR_MATH_H
#define SW_VECTOR_MATH_H

#include "ir/unit.h"

/* The vector form of a device library function (__nv_expf, ..., also by LLVM's name for it, llvm.exp.f32) on
 * <lanes x T> arguments; the builder is positioned. Null when there is none. */
LLVMValueRef sw_vector_math(struct sw_unit *unit, const char *name, unsigned lanes, LLVMValueRef *args, unsigned count);
/* Whether sw_vector_math knows a function of this name, for some machine: better not inlined before. */
bool sw_has_vector_math(const char *name);
/* The same for the machine that the unit's code is for. */
bool sw_has_vector_form(struct sw_unit *unit, const char *name);
/* The device library's name for one of those: __nv_expf for llvm.exp.f32. Null when it is none. */
const char *sw_vector_math_name(struct sw_arena *arena, const char *name);
/* The same of scalars: lane 0 of the vector form. */
LLVMValueRef sw_vector_math_of_one(struct sw_unit *unit, const char *name, LLVMValueRef *args, unsigned count);

#endif
