/* An operation among the lanes of a warp while its code is made. */
#ifndef SW_WARP_H
#define SW_WARP_H

#include "lockstep/lanes/lanes.h"
#include "lockstep/lanes/value.h"

struct sw_operation {
    struct sw_lanes *l;
    LLVMValueRef at;
    const struct sw_request *request;
    LLVMValueRef active; /* the lanes that run, as bits (i32) */
    LLVMValueRef masks;  /* the mask operand where it differs between lanes; else null */
};

static inline LLVMValueRef sw_operand(const struct sw_operation *o, int index) {
    return index < 0 ? NULL : LLVMGetOperand(o->at, (unsigned)index);
}

/* warp.c: an operand as a vector (zeros if there is none); and results, as the operation has them: the same for all lanes,
 * or each its own; a pair is a value and a truth. */
LLVMValueRef sw_operand_vector(const struct sw_operation *o, int index);
void sw_answer(const struct sw_operation *o, LLVMValueRef scalar);
void sw_answer_each(const struct sw_operation *o, LLVMValueRef vector);
void sw_answer_pair(const struct sw_operation *o, LLVMValueRef first, LLVMValueRef second);
void sw_answer_same_pair(const struct sw_operation *o, LLVMValueRef first, LLVMValueRef second);

static inline LLVMValueRef sw_splat_number(struct sw_lanes *l, LLVMTypeRef type, uint64_t value) {
    return sw_splat(l, sw_const(type, value));
}

/* shuffle.c; broadcast: all read the same lane, by its number */
void sw_emit_shuffle(const struct sw_operation *o);
void sw_emit_broadcast(const struct sw_operation *o);

/* groups.c */
LLVMValueRef sw_truth_bits(const struct sw_operation *o); /* the predicate's, of the lanes that run */
void sw_emit_vote(const struct sw_operation *o);
void sw_emit_match_any(const struct sw_operation *o);
void sw_emit_match_all(const struct sw_operation *o);
void sw_emit_reduction(const struct sw_operation *o);

/* unnamed.c: around the code of the operation, another way for lanes that their masks do not name. False: they all name
 * theirs, there is none. */
struct sw_detour {
    LLVMBasicBlockRef end, rejoin;
    LLVMValueRef result;
};
bool sw_open_detour(const struct sw_operation *o, LLVMValueRef mask, struct sw_detour *detour);
void sw_close_detour(const struct sw_operation *o, const struct sw_detour *detour);

#endif
