/* Rows of lanes, of which a whole block is made (rows.c). */
#ifndef SW_ROWS_H
#define SW_ROWS_H

#include "lockstep/lanes/lanes.h"

bool sw_is_common(const struct sw_lanes *l, LLVMValueRef value);    /* the same in all rows, lane by lane */
bool sw_is_made_once(const struct sw_lanes *l, LLVMValueRef value); /* common, or row 0's and a distance */
int64_t sw_row_distance(const struct sw_lanes *l,
                        LLVMValueRef value); /* of what is made once: from row 0 to this one */
bool sw_rows_agree(const struct sw_lanes *l, LLVMValueRef at);
/* Where the first thread of the current row stands in a whole block: threadIdx. */
struct sw_block_size sw_place_of_row(const struct sw_lanes *l);
void sw_take_row(struct sw_lanes *l, unsigned row);
void sw_take_all_rows(struct sw_lanes *l);                           /* for what is common: any row's lanes run */
bool sw_is_fence_alone(const struct sw_lanes *l, LLVMValueRef at);   /* once for all lanes, and rows */
bool sw_is_done_once(const struct sw_lanes *l, LLVMValueRef at);     /* and not row by row */
LLVMValueRef sw_join_masks(struct sw_lanes *l, LLVMValueRef *masks); /* of all rows */
bool sw_is_one_row(const struct sw_lanes *l);  /* code is made for one row, of which lanes run: all that run */
bool sw_may_be_idle(const struct sw_lanes *l); /* code is made for a row of which perhaps no lane runs */
/* Where scalar code runs for a row none of whose lanes may: a pointer that is safe then to access. */
LLVMValueRef sw_safe_pointer(struct sw_lanes *l, LLVMValueRef pointer, LLVMTypeRef type);
LLVMValueRef sw_safe_divisor(struct sw_lanes *l, LLVMValueRef divisor);
void sw_drop_facts_when_idle(struct sw_lanes *l,
                             LLVMValueRef load); /* what it says of a value that is read for nobody */
/* A call that is made for a row only if one of its lanes runs: open, make it, close; an idle row's result is zero. What
 * the call takes is read before. */
struct sw_if_active {
    LLVMBasicBlockRef from, done;
};
void sw_open_if_active(struct sw_lanes *l, LLVMValueRef call, struct sw_if_active *f);
LLVMValueRef sw_close_if_active(struct sw_lanes *l, const struct sw_if_active *f, LLVMValueRef result);
void sw_emit_block_barrier(struct sw_lanes *l, LLVMValueRef at, const struct sw_request *request);
void sw_emit_everyone(struct sw_lanes *l, LLVMValueRef at); /* a call of sw.everyone (versions.h) */

#endif
