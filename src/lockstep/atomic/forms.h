/* Forms of atomic operations, between the files that make one each; atomic.c chooses. */
#ifndef SW_ATOMIC_FORMS_H
#define SW_ATOMIC_FORMS_H

#include "analysis/analysis.h"
#include "lockstep/lanes/lanes.h"

/* atomic.c */
/* One lane's operation, on its pointer and value. */
LLVMValueRef sw_call_marker(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMValueRef value);
/* Lane i's element is lane i - distance's, `fill`'s below. */
LLVMValueRef sw_moved_up(struct sw_lanes *l, LLVMValueRef values, LLVMValueRef fill, unsigned distance);
/* ordered.c: one address for all lanes, where their order decides; false: not such an operation. */
bool sw_emit_atomic_ordered(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
/* chain.c: one address for all lanes, floats: what one operation after the other gives. Of all rows: no results. */
bool sw_is_chained(const struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_atomic_chain(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_atomic_chain_of_rows(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
/* each.c: without results; a loop over the lanes that run; and, where possible, on vectors with results. */
void sw_emit_alignment_test(struct sw_lanes *l, LLVMValueRef pointer, unsigned size); /* where no marker is left */
void sw_emit_atomic_each(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_atomic_by_lane(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
bool sw_has_wide_form(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic); /* 16 bytes at a time */
bool sw_emit_atomic_side_by_side(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_part_by_mask(struct sw_lanes *l, LLVMBasicBlockRef all, LLVMBasicBlockRef some); /* whether all lanes run */
/* conflict.c: within a block, on vectors, whoever meets whom. */
bool sw_has_conflict_free_form(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_atomic_conflict_free(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);

#endif
