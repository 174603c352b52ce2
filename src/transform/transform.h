/* Transformations: each changes the module, each is one pass of transform/passes.def, in the order there.
 * A pass that meets wrong input reports it (sw_error) and goes on; the pipeline stops behind it. */
#ifndef SW_TRANSFORM_H
#define SW_TRANSFORM_H

#include "analysis/analysis.h"
#include "ir/unit.h"
#include "lockstep/combine.h"

#include <llvm-c/DebugInfo.h>

#define SW_PASS(name, text) void sw_pass_##name(struct sw_unit *unit);
#include "transform/passes.def"
#undef SW_PASS

/* address.c: stops the kernel, before the instruction `at`, unless the pointer is a multiple of size. */
void sw_test_alignment(struct sw_ir *ir, LLVMValueRef at, LLVMValueRef pointer, unsigned size);

/* alike.c, behind the device library's link: in scalar code its functions compute what lockstep's vectors do. First the
 * library's lose their bodies, and at last those that are called get new ones. */
void sw_declare_math_alike(struct sw_unit *unit);
void sw_define_math_alike(struct sw_unit *unit);

/* atomic_loop.c: operations that no atomic instruction does. */
bool sw_atomic_needs_loop(const struct sw_atomic *atomic);
/* Calls, before the instruction `at`, the function that does it; gives the old value. */
LLVMValueRef sw_call_atomic_loop(struct sw_ir *ir, const struct sw_atomic *atomic, LLVMValueRef at,
                                 LLVMValueRef pointer, LLVMValueRef value);
/* A compare-and-swap that only reads where it would write what it expects: check builds keep the loops that the retries
 * pass knows how to spare that. operands: pointer, expected, new value. */
LLVMValueRef sw_call_swap(struct sw_ir *ir, LLVMValueRef at, LLVMValueRef *operands);

/* describe.c: whether the debugger is told of variables. */
bool sw_describes(const struct sw_unit *unit);
/* A function of the source within a function of the module: itself, or one that is inlined there. */
struct sw_presence { LLVMMetadataRef subprogram, inlined_at; };
struct sw_presences { struct sw_presence *at; size_t count, capacity; };
/* describe_variables.c: of device variables; of the shared ones that a function names, as its own variables, in front of
 * the instruction. kept: where the function keeps the block's address. */
void sw_describe_variables(struct sw_unit *unit, LLVMDIBuilderRef builder);
void sw_describe_shared(struct sw_unit *unit, LLVMDIBuilderRef builder, const struct sw_presences *presences,
                        LLVMValueRef kept, LLVMValueRef before);

/* guard.c: replaces the instruction, if LLVM leaves a result of it undefined that a GPU defines. */
void sw_guard(struct sw_ir *ir, LLVMValueRef at);

/* growth.c: whether a function, of so many rows of a block, is not worth its compile time. */
bool sw_grew_too_long(struct sw_unit *unit, LLVMValueRef function, unsigned rows);
/* The same of one for rows, beside that for full rows. */
bool sw_rows_grew_too_long(struct sw_unit *unit, LLVMValueRef rows, LLVMValueRef full, bool has_much_code);
/* The kernels, at one lane, are so long that seldom used variants of them take too much time. */
bool sw_has_much_code(struct sw_unit *unit);

/* import.c: what clang's annotations say of variables: unit->managed, unit->constants. */
void sw_read_variables(struct sw_unit *unit);

/* requests.c: void sw.suspend.point(), the call at which a thread suspends with the request that the block holds. */
LLVMValueRef sw_suspend_point(struct sw_ir *ir);

#endif
