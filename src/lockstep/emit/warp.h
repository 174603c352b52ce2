/* An operation among the lanes of a warp while its code is made (warp.c, unnamed.c). */
#ifndef SW_LOCKSTEP_WARP_H
#define SW_LOCKSTEP_WARP_H

#include "lockstep/lanes/lanes.h"

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

/* unnamed.c: around the code of the operation, another way for lanes that their masks do not name. False: they all name
 * theirs, there is none. */
struct sw_detour {
    LLVMBasicBlockRef end, rejoin;
    LLVMValueRef result;
};
bool sw_open_detour(const struct sw_operation *o, LLVMValueRef mask, struct sw_detour *detour);
void sw_close_detour(const struct sw_operation *o, const struct sw_detour *detour);

#endif
