/* Transformations: each changes the module, each is one pass of transform/passes.def, in the order there.
 * A pass that meets wrong input reports it (sw_error) and goes on; the pipeline stops behind it. */
#ifndef SW_TRANSFORM_H
#define SW_TRANSFORM_H

#include "analysis/analysis.h"
#include "ir/unit.h"

#define SW_PASS(name, text) void sw_pass_##name(struct sw_unit *unit);
#include "transform/passes.def"
#undef SW_PASS

/* describe.c: whether the debugger is told of variables. */
bool sw_describes(const struct sw_unit *unit);
/* In a module that is not the unit's yet, before the constants that nobody uses are taken out of it. */
void sw_describe_constants(struct sw_unit *unit, LLVMModuleRef module);

/* guard.c: replaces the instruction, if LLVM leaves a result of it undefined that a GPU defines. */
void sw_guard(struct sw_ir *ir, LLVMValueRef at);

/* import.c: what clang's annotations say of variables: unit->managed, unit->constants. */
void sw_read_variables(struct sw_unit *unit);

/* requests.c: void sw.suspend.point(), the call at which a thread suspends with the request that the block holds. */
LLVMValueRef sw_suspend_point(struct sw_ir *ir);

#endif
