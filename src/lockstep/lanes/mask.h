/* Masks: which lanes run (mask.c). */
#ifndef SW_MASK_H
#define SW_MASK_H

#include "lockstep/lanes/lanes.h"

LLVMTypeRef sw_mask_type(const struct sw_lanes *l);
bool sw_is_full(LLVMValueRef mask);                               /* known to be all lanes */
LLVMValueRef sw_mask_bits(struct sw_lanes *l, LLVMValueRef mask); /* as an integer of W bits */
LLVMValueRef sw_mask_any(struct sw_lanes *l, LLVMValueRef mask);
LLVMValueRef sw_mask_and(struct sw_lanes *l, LLVMValueRef mask, LLVMValueRef condition, bool is_negated);
LLVMValueRef sw_blend(struct sw_lanes *l, LLVMValueRef mask, LLVMValueRef yes, LLVMValueRef no); /* vectors */
LLVMValueRef sw_first_lane(struct sw_lanes *l); /* number of the first, last lane that runs; i32 */
LLVMValueRef sw_last_lane(struct sw_lanes *l);

#endif
