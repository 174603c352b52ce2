/* Between variants.c and the makers of each kind of variant. */
#ifndef SW_VARIANTS_H
#define SW_VARIANTS_H

#include "ir/unit.h"

/* void (ptr %block): every thread of the block, one after the other. */
LLVMValueRef sw_make_loop(struct sw_unit *unit, struct sw_kernel *kernel, unsigned lanes);
/* arguments.c: that arguments can be read early, of code that begins here. */
void sw_say_arguments(struct sw_unit *unit, const struct sw_kernel *kernel, LLVMValueRef block);
/* Whether an assertion may fail in a function of its: block loops can leave out threads then (swrt_block.done). */
bool sw_leaves_threads_out(struct sw_unit *unit, const struct sw_kernel *kernel);
/* ptr (ptr %block, i32 %tid): the coroutine of the threads tid .. tid + lanes - 1. Takes the kernel's code. */
LLVMValueRef sw_make_coroutine(struct sw_unit *unit, struct sw_kernel *kernel, unsigned lanes);
/* The same of code for several threads, void (ptr %block, i32 %tid). */
LLVMValueRef sw_make_wide_loop(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_wide *wide);
LLVMValueRef sw_make_wide_coroutine(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_wide *wide);

/* The same for one thread on a stack of its own. */
LLVMValueRef sw_make_fiber(struct sw_unit *unit, struct sw_kernel *kernel);

/* lifetimes.c: before that. */
void sw_drop_early_lifetimes(struct sw_unit *unit, LLVMValueRef function);

/* Makes a function that returns its frame (ptr (ptr %block, ...)) a coroutine, in place. */
void sw_into_coroutine(struct sw_unit *unit, LLVMValueRef function);

#endif
