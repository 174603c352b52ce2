/* What the passes that lower device code to this machine's are made of: atomic operations, mathematical functions, and
 * where the debugger finds variables. (Special registers: registers.h; device variables: image.h.) */
#ifndef SW_LOWER_H
#define SW_LOWER_H

#include "analysis/analysis.h"
#include "ir/unit.h"

#include <llvm-c/DebugInfo.h>

/* address.c: stops the kernel, before the instruction `at`, unless the pointer is a multiple of size. */
void sw_test_alignment(struct sw_ir *ir, LLVMValueRef at, LLVMValueRef pointer, unsigned size);

/* math_by_vectors.c, behind the device library's link: in scalar code its functions compute what lockstep's vectors do. First the
 * library's lose their bodies, and at last those that are called get new ones. */
void sw_declare_math_by_vectors(struct sw_unit *unit);
void sw_define_math_by_vectors(struct sw_unit *unit);

/* atomic_loop.c: operations that no atomic instruction does. */
bool sw_atomic_needs_loop(const struct sw_atomic *atomic);
/* Calls, before the instruction `at`, the function that does it; gives the old value. */
LLVMValueRef sw_call_atomic_loop(struct sw_ir *ir, const struct sw_atomic *atomic, LLVMValueRef at,
                                 LLVMValueRef pointer, LLVMValueRef value);
/* A compare-and-swap that only reads where it would write what it expects: check builds keep the loops that the retries
 * pass knows how to spare that. operands: pointer, expected, new value. */
LLVMValueRef sw_call_swap(struct sw_ir *ir, LLVMValueRef at, LLVMValueRef *operands);

/* A function of the source within a function of the module: itself, or one that is inlined there. LLVM forgets to describe
 * the variables of a function that has line tables only and that nothing is inlined into, and then stops at them. */
struct sw_presence {
    LLVMMetadataRef subprogram, inlined_at;
    bool takes_variables;
};
struct sw_presences {
    struct sw_presence *at;
    size_t count, capacity;
};
/* describe_variables.c: of device variables; of the shared ones that a function names, as its own variables, in front of
 * the instruction. kept: where the function keeps the block's address. */
void sw_describe_variables(struct sw_unit *unit, LLVMDIBuilderRef builder);
void sw_describe_shared(struct sw_unit *unit, LLVMDIBuilderRef builder, const struct sw_presences *presences,
                        LLVMValueRef kept, LLVMValueRef before);
/* The same variable, in another place, known in its file only. */
LLVMMetadataRef sw_describe_moved(struct sw_ir *ir, LLVMDIBuilderRef b, LLVMMetadataRef description,
                                  LLVMMetadataRef place);
/* describe_constants.c: integer constants that nobody uses, by value. */
void sw_describe_values(struct sw_ir *ir, LLVMModuleRef module);
enum { SW_UNIT_GLOBALS = 6 }; /* a file's list of variables, as in LLVM's DebugInfoMetadata.h */

#endif
