/* Instructions by kind: each function makes the code of one source instruction for all lanes that run. */
#ifndef SW_EMIT_H
#define SW_EMIT_H

#include "lockstep/lanes/lanes.h"

/* arith.c */
void sw_emit_arithmetic(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_scalar(struct sw_lanes *l,
                    LLVMValueRef at); /* a uniform or affine result from uniform or affine operands */
/* The instruction on scalars in place of its operands (null: a basic block). is_affine: lane 0 need not run: no flags. */
LLVMValueRef sw_clone_scalar(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef *operands, bool is_affine);
/* tested.c: the second form of what is affine only if extensions on the way to it pass a test (shape.h). */
void sw_emit_tested(struct sw_lanes *l, LLVMValueRef at);
/* memory.c */
void sw_emit_load(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_store(struct sw_lanes *l, LLVMValueRef at);
bool sw_emit_copy(struct sw_lanes *l, LLVMValueRef at); /* memcpy and its kin; false: not at once for all lanes */
/* locals.c: local variables, and addresses in those that lie interleaved (analysis/locals.c). */
void sw_emit_alloca(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_local_address(struct sw_lanes *l, LLVMValueRef at); /* a GEP */
bool sw_is_local_copy(struct sw_lanes *l, LLVMValueRef at);      /* from or to such a variable */
void sw_emit_local_copy(struct sw_lanes *l, LLVMValueRef at);
/* sample.c, warp.c */
bool sw_emit_sample(struct sw_lanes *l, LLVMValueRef at); /* false: not for all lanes at once */
void sw_emit_request(struct sw_lanes *l, LLVMValueRef at, const struct sw_request *request);

#endif
