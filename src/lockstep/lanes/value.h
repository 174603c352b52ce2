/* Values of the source in the target: shapes, forms, types, slots (value.c). */
#ifndef SW_VALUE_H
#define SW_VALUE_H

#include "lockstep/lanes/lanes.h"

enum sw_shape_kind sw_kind_among(const struct sw_shapes *shapes, LLVMValueRef instruction);
enum sw_shape_kind sw_kind(const struct sw_lanes *l, LLVMValueRef value); /* uniform, affine or varying */
int64_t sw_stride(const struct sw_lanes *l, LLVMValueRef value);
LLVMTypeRef sw_wide_type(const struct sw_lanes *l, LLVMTypeRef type);
LLVMValueRef sw_scalar(struct sw_lanes *l, LLVMValueRef value); /* of a uniform or affine value */
LLVMValueRef sw_vector(struct sw_lanes *l, LLVMValueRef value); /* of any */
void sw_set_scalar(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef scalar);
void sw_set_vector(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef vector);
void sw_set_result(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef result); /* the form that its kind says */
/* A second form of some that vary: lane 0's value, and the truth that the others follow from it by the value's stride.
 * get: false when there is none. */
struct sw_tested {
    LLVMValueRef first, holds;
};
void sw_set_tested(struct sw_lanes *l, LLVMValueRef value, const struct sw_tested *tested);
bool sw_get_tested(struct sw_lanes *l, LLVMValueRef value, struct sw_tested *tested);
struct sw_value *sw_value_of(struct sw_lanes *l, LLVMValueRef value);
/* An alloca at the entry, of the compiler's own; of: anybody's, that holds `first`, if there is one, from there on. */
LLVMValueRef sw_new_slot(struct sw_lanes *l, LLVMTypeRef type, const char *label);
LLVMValueRef sw_new_slot_of(struct sw_lanes *l, LLVMTypeRef type, LLVMValueRef first, const char *label);
void sw_insert_clone(struct sw_lanes *l, LLVMValueRef clone); /* with the place of what is built now */
LLVMValueRef sw_splat(struct sw_lanes *l, LLVMValueRef scalar);
LLVMValueRef sw_elements(struct sw_lanes *l, LLVMValueRef vector, unsigned first, unsigned step, unsigned count);
LLVMValueRef sw_lane_numbers(struct sw_lanes *l, LLVMTypeRef type, int64_t factor); /* <0, f, 2f, ...> */

#endif
