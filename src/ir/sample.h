/* Samples of textures. Device code asks for one by a marker,
 *
 *      {i32, i32, i32, i32} __nv_sw_sample(ptr texture, i32 how, float x, float y, float z, i32 layer, float level)
 *
 * which becomes a call of swrt_sample (abi.h): for a warp at once in lockstep code (lockstep/emit/sample.c), for one
 * thread elsewhere (transform/services.c). Code for it is the runtime's, so a program does not compile a sampler per
 * place. */
#ifndef SW_SAMPLE_H
#define SW_SAMPLE_H

#include "ir/ir.h"

#define SW_SAMPLE_MARKER "__nv_sw_sample"

bool sw_is_sample(LLVMValueRef call);
LLVMTypeRef sw_sample_type(struct sw_ir *ir); /* struct swrt_sample */
/* Whether operand `row` + 2 of the marker is to be passed: no constant zero. */
bool sw_sample_has_row(LLVMValueRef call, unsigned row);
void sw_sample_put(struct sw_ir *ir, LLVMValueRef memory, unsigned row, LLVMValueRef value); /* one, or a vector */
/* call: the marker's. */
void sw_sample_run(struct sw_ir *ir, LLVMValueRef call, LLVMValueRef texture, LLVMValueRef how, LLVMValueRef lanes,
                   LLVMValueRef memory);
/* The colour: a structure like the marker's of words, or of vectors of them. */
LLVMValueRef sw_sample_get(struct sw_ir *ir, LLVMValueRef memory, LLVMTypeRef colour);

#endif
